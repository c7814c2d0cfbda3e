//! The program as a chart of units over steps: what each step uses, and how long results are on their way.

use mnc2_dataflow::readable::readable_output;
use mnc2_dataflow::score::Score;
use mnc2_dataflow::timeline as chart;
pub use mnc2_dataflow::timeline::TimelineColumn;
use mnc2_isa::timing::AccessKind;
use mnc2_isa::{Memory, Op};
use mnc2_program::access::{Direction, Store};
use mnc2_program::{Program, Statement, Step};
use mnc2_text::LineRange;
use mnc2_text::line::part;

use crate::session::Snapshot;

/// Maximum number of rows of one answer; a client that shows more sends further requests.
pub const ROWS_MAX: usize = 5000;
/// Maximum number of arrows of one answer.
pub const ARROWS_MAX: usize = 20_000;
/// Maximum number of reads of one row that are traced back: more than the units can perform in any step.
const READS_MAX: usize = 64;
/// Maximum number of writers that one read is traced back to.
const WRITERS_MAX: usize = 4;

/// A use of a column's unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Where it is shown.
    pub column: TimelineColumn,
    /// The expression as the program spells it.
    pub text: String,
}

/// A step, or an MV instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its line, counted from 0.
    pub line: u32,
    /// The step, counted from 0; for an MV instruction the next one.
    pub step: u64,
    /// Steps that it takes: n for `nop/n`, 0 for MV instructions.
    pub steps: u32,
    /// The units and memories that it uses.
    pub uses: Vec<Use>,
}

/// A result on its way from the row that writes it to a row that reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The line that writes.
    pub from: u32,
    /// The line that reads.
    pub to: u32,
    /// The operand that is written.
    pub operand: String,
    /// Where the result is held.
    pub store: &'static str,
    /// Steps from one to the other.
    pub distance_steps: u64,
    /// The smallest legal distance if each word is read in the cycle that wrote it; `None` if no rule applies.
    pub needed_steps: Option<u32>,
    /// Whether it is read regardless of the data.
    pub is_certain: bool,
}

/// Which rows of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// This many rows, from one row on.
    From {
        /// The first row, counted from 0.
        first: usize,
        /// Maximum number of rows.
        count: usize,
    },
    /// This many rows around the row of a line; for a line without a row, around the row before it.
    Around {
        /// The line, counted from 0.
        line: u32,
        /// Maximum number of rows.
        count: usize,
    },
}

/// A part of the chart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timeline {
    /// Steps of the whole program.
    pub steps: u64,
    /// The program's score in the contest.
    pub score: Score,
    /// Rows of the whole program.
    pub rows_in_all: usize,
    /// The first requested row, counted from 0.
    pub first: usize,
    /// The requested rows, in order.
    pub rows: Vec<Row>,
    /// The arrows into these rows.
    pub arrows: Vec<Arrow>,
}

/// A part of the chart of a program.
pub fn timeline(snapshot: &Snapshot, part: Part) -> Timeline {
    let program = &snapshot.program;
    let texts = (0..program.len()).map(|line| snapshot.line_text(line));
    let score = Score::new(program, snapshot.while_wanted(texts));
    let mut steps = 0;
    let lines: Vec<usize> = snapshot
        .while_wanted(chart::rows(program))
        .map(|row| {
            steps = row.step + u64::from(row.steps);
            row.line as usize
        })
        .collect();
    let (first, count) = match part {
        Part::From { first, count } => (first.min(lines.len()), count.min(ROWS_MAX)),
        Part::Around { line, count } => {
            let count = count.min(ROWS_MAX);
            let after = lines.partition_point(|&row| row <= line as usize);
            let row = after.saturating_sub(1);
            let last_first = lines.len().saturating_sub(count);
            (row.saturating_sub(count / 2).min(last_first), count)
        }
    };
    let rows: Vec<Row> = snapshot
        .while_wanted(chart::rows(program))
        .skip(first)
        .take(count)
        .map(|row| row_of(snapshot, row))
        .collect();
    Timeline {
        steps,
        score,
        rows_in_all: lines.len(),
        first,
        arrows: arrows(snapshot, &rows),
        rows,
    }
}

/// A row with the text of what it uses.
fn row_of(snapshot: &Snapshot, row: chart::Row) -> Row {
    let text = snapshot.line_text(row.line as usize);
    let uses = row.uses.into_iter().map(|one| Use {
        column: one.column,
        text: part(&text, &one.range).trim().to_owned(),
    });
    Row {
        line: row.line,
        step: row.step,
        steps: row.steps,
        uses: uses.collect(),
    }
}

fn arrows(snapshot: &Snapshot, rows: &[Row]) -> Vec<Arrow> {
    let mut arrows: Vec<Arrow> = Vec::new();
    if rows.is_empty() {
        return arrows;
    }
    let (program, flow) = (&snapshot.program, snapshot.flow());
    for row in rows {
        if snapshot.is_cancelled() {
            break;
        }
        let accesses = flow.line(row.line as usize);
        let first_of_row = arrows.len();
        let reads = accesses
            .iter()
            .filter(|(_, access)| access.direction == Direction::Read)
            .take(READS_MAX);
        for (id, access) in reads {
            for link in flow.reaching(id, WRITERS_MAX).links {
                if arrows.len() >= ARROWS_MAX {
                    return arrows;
                }
                let from = flow.line_of(link.access);
                let range = flow.range(link.access);
                let operand = part(&snapshot.line_text(from), &range).to_owned();
                let store = store_name(access.store);
                let of_row = &mut arrows[first_of_row..];
                if let Some(known) = of_row.iter_mut().find(|arrow| {
                    arrow.from == from as u32 && arrow.operand == operand && arrow.store == store
                }) {
                    known.is_certain |= link.is_certain;
                    continue;
                }
                arrows.push(Arrow {
                    from: from as u32,
                    to: row.line,
                    operand,
                    store,
                    distance_steps: row.step.saturating_sub(program.steps_before(from)),
                    needed_steps: needed(
                        program,
                        from,
                        &range,
                        access.store,
                        reader(program, row.line, access.expression),
                    ),
                    is_certain: link.is_certain,
                });
            }
        }
    }
    arrows
}

/// The operation of an expression of a line.
fn reader(program: &Program, line: u32, expression: u16) -> Option<Op> {
    match &program.line(line as usize)?.statement {
        Some(Statement::Step(step)) => Some(step.expressions.get(usize::from(expression))?.op),
        Some(Statement::Mv(mv)) => Some(mv.op),
        _ => None,
    }
}

/// Steps between a reader and the line that writes.
fn needed(
    program: &Program,
    from: usize,
    written: &LineRange,
    store: Store,
    reader: Option<Op>,
) -> Option<u32> {
    if matches!(store, Store::Forwarding(_)) {
        return Some(1);
    }
    let step: &Step = program.line(from)?.step()?;
    let by = reader.and_then(|op| timed(store, op));
    readable_output(step, program.mask_setting_at(from), written)
        .iter()
        .filter(|readable| by.is_none_or(|by| by == readable.by))
        .map(|readable| readable.earliest)
        .max()
}

/// The kind of reader in the timing rules, if more than one is possible.
fn timed(store: Store, reader: Op) -> Option<AccessKind> {
    let Store::Memory(memory @ (Memory::L1bm | Memory::L2bm)) = store else {
        return None;
    };
    AccessKind::from_read(reader, memory)
}

const fn store_name(store: Store) -> &'static str {
    match store {
        Store::Memory(memory) => memory.name(),
        Store::Forwarding(_) => "forwarding register",
        Store::Turnaround => "turnaround register",
        Store::Darbuf => "DARBUF",
    }
}

#[cfg(test)]
mod tests;
