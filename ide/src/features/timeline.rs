//! The program as a chart of units over steps: what each step uses, and how long results are on their way.

use mnc2_asm::access::{Direction, Store};
use mnc2_asm::program::{LineRange, Step};
use mnc2_asm::readable::readable_output;
use mnc2_asm::score::Score;
use mnc2_asm::text::part;
pub use mnc2_asm::timeline::Column;
use mnc2_asm::{Program, Statement, timeline as chart};
use mnc2_isa::timing::Access as TimedAccess;
use mnc2_isa::{Memory, Op};

use crate::session::Snapshot;

/// Maximum number of rows of one answer; a client that shows more asks again.
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
    pub column: Column,
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
    /// What it uses.
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
    /// Whether it is read whatever the data is.
    pub is_certain: bool,
}

/// Which rows of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// This many rows, starting with one of them.
    From {
        /// The first row, counted from 0.
        first: usize,
        /// How many.
        count: usize,
    },
    /// This many rows around the row of a line; for a line without a row, around the row before it.
    Around {
        /// The line, counted from 0.
        line: u32,
        /// How many rows.
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
    /// The first of the rows asked for, counted from 0.
    pub first: usize,
    /// The rows asked for.
    pub rows: Vec<Row>,
    /// The arrows into these rows.
    pub arrows: Vec<Arrow>,
}

/// A part of the chart of a program.
pub fn timeline(snapshot: &Snapshot, part: Part) -> Timeline {
    let program = &snapshot.program;
    let texts = (0..program.len()).map(|line| snapshot.line_text(line));
    let score = Score::of(program, snapshot.while_wanted(texts));
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
fn timed(store: Store, reader: Op) -> Option<TimedAccess> {
    let Store::Memory(memory @ (Memory::L1bm | Memory::L2bm)) = store else {
        return None;
    };
    TimedAccess::of_read(reader, memory)
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
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::session::Document;

    fn check(text: &str, first: usize, count: usize, expected: Expect) {
        check_part(text, Part::From { first, count }, expected);
    }

    fn check_part(text: &str, part: Part, expected: Expect) {
        let snapshot = Document::new(1, text).snapshot();
        let Timeline {
            steps,
            score,
            rows_in_all,
            first: _,
            rows,
            arrows,
        } = timeline(&snapshot, part);
        let mut shown = format!("{steps} steps, {rows_in_all} rows, {score}\n");
        for row in rows {
            let uses = row
                .uses
                .iter()
                .map(|one| format!("{}: {}", one.column.title(), one.text));
            let uses = uses.collect::<Vec<_>>().join(" | ");
            shown += &format!("line {} step {}+{} {uses}\n", row.line, row.step, row.steps);
        }
        for arrow in arrows {
            let needed = arrow
                .needed_steps
                .map_or("-".to_owned(), |steps| steps.to_string());
            let certain = if arrow.is_certain { "" } else { " perhaps" };
            shown += &format!(
                "{} -> {} by {} ({}): {} of {needed}{certain}\n",
                arrow.from, arrow.to, arrow.operand, arrow.store, arrow.distance_steps
            );
        }
        expected.assert_eq(&shown);
    }

    const PROGRAM: &str = "# heading\n\
        linc $subpeid $lm0\n\
        nop/2\n\
        dvadd $lm0 $lm0 $nowrite; linc $lm0 $lr0v\n\
        dvadd $mauf $mauf $ln0 # forwarded\n\
        nop\n\
        l1bmm $lr0 $lb0\n\
        d get $lm0n0c0b0m0p0 1\n\
        quit\n\
        nop\n";

    #[test]
    fn steps_units_and_arrows() {
        check(
            PROGRAM,
            0,
            100,
            expect![[r#"
            7 steps, 6 rows, score=7 j=7 m=0 bytes=141
            line 1 step 0+1 ALU: linc $subpeid $lm0
            line 2 step 1+2 nop, wait: nop/2
            line 3 step 3+1 MAU: dvadd $lm0 $lm0 $nowrite | ALU: linc $lm0 $lr0v
            line 4 step 4+1 MAU: dvadd $mauf $mauf $ln0
            line 5 step 5+1 nop, wait: nop
            line 6 step 6+1 L1BM: l1bmm $lr0 $lb0
            1 -> 3 by $lm0 (LM0): 3 of 3
            3 -> 4 by dvadd (forwarding register): 1 of 1
            3 -> 6 by $lr0v (GRF0): 3 of 2
        "#]],
        );
    }

    #[test]
    fn a_part_of_the_chart() {
        check(
            PROGRAM,
            2,
            1,
            expect![[r#"
            7 steps, 6 rows, score=7 j=7 m=0 bytes=141
            line 3 step 3+1 MAU: dvadd $lm0 $lm0 $nowrite | ALU: linc $lm0 $lr0v
            1 -> 3 by $lm0 (LM0): 3 of 3
        "#]],
        );
        check(
            PROGRAM,
            100,
            1,
            expect![[r#"
            7 steps, 6 rows, score=7 j=7 m=0 bytes=141
        "#]],
        );
        check(
            "",
            0,
            1,
            expect![[r#"
            0 steps, 0 rows, score=0 j=0 m=0 bytes=0
        "#]],
        );
    }

    #[test]
    fn a_part_around_a_line() {
        let around = |line, count| Part::Around { line, count };
        check_part(
            PROGRAM,
            around(4, 1),
            expect![[r#"
            7 steps, 6 rows, score=7 j=7 m=0 bytes=141
            line 4 step 4+1 MAU: dvadd $mauf $mauf $ln0
            3 -> 4 by dvadd (forwarding register): 1 of 1
        "#]],
        );
        // A line without a row uses that of the line before.
        check_part(
            PROGRAM,
            around(7, 2),
            expect![[r#"
            7 steps, 6 rows, score=7 j=7 m=0 bytes=141
            line 5 step 5+1 nop, wait: nop
            line 6 step 6+1 L1BM: l1bmm $lr0 $lb0
            3 -> 6 by $lr0v (GRF0): 3 of 2
        "#]],
        );
        check_part(
            PROGRAM,
            around(0, 2),
            expect![[r#"
            7 steps, 6 rows, score=7 j=7 m=0 bytes=141
            line 1 step 0+1 ALU: linc $subpeid $lm0
            line 2 step 1+2 nop, wait: nop/2
        "#]],
        );
    }

    #[test]
    fn every_step_of_a_long_program_is_reached() {
        let steps = 3 * ROWS_MAX + 7;
        let snapshot = Document::new(1, &"nop\n# no row\n".repeat(steps)).snapshot();
        let mut first = 0;
        let mut seen = 0;
        loop {
            let found = timeline(
                &snapshot,
                Part::From {
                    first,
                    count: usize::MAX,
                },
            );
            assert_eq!((found.first, found.rows_in_all), (first, steps));
            for row in &found.rows {
                assert_eq!((row.step, row.line as usize), (seen as u64, 2 * seen));
                seen += 1;
            }
            first += found.rows.len();
            if found.rows.is_empty() {
                break;
            }
        }
        assert_eq!(seen, steps);
        let last = Part::Around {
            line: u32::MAX,
            count: 10,
        };
        let found = timeline(&snapshot, last);
        assert_eq!(found.first, steps - 10);
        assert_eq!(
            found.rows.last().map(|row| row.step),
            Some(steps as u64 - 1)
        );
    }

    #[test]
    fn transfers_beside_steps() {
        check(
            "mvp/n64 $d0@0 $p0@0\nmvp/n64 $p0@0 $lc0@0\nnop\nl2bmb $lc0 $lb0\n",
            0,
            100,
            expect![[r#"
                2 steps, 4 rows, score=4 j=2 m=2 bytes=60
                line 0 step 0+0 MV: mvp/n64 $d0@0 $p0@0
                line 1 step 0+0 MV: mvp/n64 $p0@0 $lc0@0
                line 2 step 0+1 nop, wait: nop
                line 3 step 1+1 L2BM: l2bmb $lc0 $lb0
                0 -> 1 by $p0@0 (PDM): 0 of -
                1 -> 3 by $lc0@0 (L2BM): 1 of -
            "#]],
        );
    }

    #[test]
    fn halves_of_lines_are_left_out() {
        check(
            "lpassa\nladd $lm0 $lm2 $lr0v; \n",
            0,
            100,
            expect![[r#"
            2 steps, 2 rows, score=2 j=2 m=0 bytes=28
            line 0 step 0+1 ALU: lpassa
            line 1 step 1+1 ALU: ladd $lm0 $lm2 $lr0v
        "#]],
        );
    }
}
