//! What a run changes: the elements of the chip and the cycles, in total, by section and by line.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use mnc2_emulator::changes::{Changes, LEVELS, LevelSum, StatementChange, elements_of};
use mnc2_emulator::{Dump, Machine, Outcome, RunOptions};
use mnc2_ide::features::run::{
    Control, Failure as RunFailure, MEMORY_BYTES_MAX, STEPS_MAX, failure, load,
};
use mnc2_isa::ChipLevel;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_program::Program;
use mnc2_text::{Message, message};
use serde_json::{Map, Value, json};

use super::percent;
use super::table::Table;
use crate::debug::inputs;
use crate::exit::Failure;
use crate::output::Look;

/// Rows of lines that are shown.
const ROWS_SHOWN_MAX: usize = 40;
/// Rows of lines in an object.
const ROWS_MAX: usize = 1 << 16;

/// What a run of a program changed.
pub(crate) struct Coverage {
    changes: Changes,
    /// Why the run ended before the program.
    pub(super) stopped: Option<Message>,
}

/// Consecutive lines that change the chip alike, counted from 0.
struct Row {
    first: u32,
    last: u32,
    change: StatementChange,
}

impl Coverage {
    /// Runs a program without errors, after the inputs of a testcase if there is one.
    pub(crate) fn measure(
        program: &Program,
        testcase: Option<&Path>,
        language: mnc2_text::Language,
    ) -> Result<Self, Failure> {
        let mut machine = Machine::new();
        if let Some(inputs) = inputs(testcase)? {
            let loaded = load(&mut machine, &inputs, &Control::default());
            loaded.map_err(|failure| Failure::Message(reason(&failure).say(language)))?;
        }
        let mut changes = Changes::default();
        let options = RunOptions {
            budget_steps: STEPS_MAX,
            budget_bytes: MEMORY_BYTES_MAX,
            max_dump_lines: 0,
            ..RunOptions::default()
        };
        let mut no_output = |_: Dump| ControlFlow::Break(());
        let report = machine.run_observed(program, &options, &mut no_output, &mut changes);
        let stopped = match &report.outcome {
            Outcome::Finished => None,
            outcome => failure(outcome, None).map(|failure| reason(&failure)),
        };
        Ok(Self { changes, stopped })
    }

    /// The sum of the statements of some lines at a level; both lines are included.
    fn sum(&self, level: ChipLevel, first: u32, last: u32) -> LevelSum {
        LevelSum::from_lines(
            self.changes.statements(),
            first..last.saturating_add(1),
            level,
        )
    }

    /// The shares of the PEs and of the cycles that the steps of some lines change, as cells.
    pub(super) fn cells(&self, first: u32, last: u32) -> [String; 2] {
        let sum = self.sum(ChipLevel::Pe, first, last);
        match sum.statements {
            0 => [".".to_owned(), ".".to_owned()],
            _ => shares(ChipLevel::Pe, &sum),
        }
    }

    /// How many elements of a level the run changed.
    pub(super) fn changed(&self, level: ChipLevel) -> u64 {
        self.changes.changed(level) as u64
    }

    /// Consecutive lines that change the chip alike.
    fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for statement in self.changes.statements() {
            let is_alike = |row: &&mut Row| {
                let row = &row.change;
                row.cycles == statement.cycles
                    && LEVELS.iter().all(|it| row.at(*it) == statement.at(*it))
            };
            match rows.last_mut().filter(is_alike) {
                Some(row) => row.last = statement.line,
                None => rows.push(Row {
                    first: statement.line,
                    last: statement.line,
                    change: *statement,
                }),
            }
        }
        rows
    }

    /// The levels that the run writes.
    fn levels(&self) -> impl Iterator<Item = ChipLevel> {
        let written = |level: &ChipLevel| self.changes.sum(*level).statements > 0;
        LEVELS.into_iter().filter(written)
    }
}

fn reason(failure: &RunFailure) -> Message {
    match failure {
        RunFailure::Stopped(stop) => stop.message(),
        RunFailure::Cancelled | RunFailure::NoSuchLine { .. } => message!("the run was stopped"),
    }
}

/// The elements and the cycles that statements change, in percent of those that they could.
fn shares(level: ChipLevel, sum: &LevelSum) -> [String; 2] {
    [
        percent(sum.elements, sum.statements * elements_of(level) as u64),
        percent(sum.cycles, sum.all_cycles),
    ]
}

/// The name of a level's elements.
const fn name(level: ChipLevel) -> &'static str {
    match level {
        ChipLevel::Pe => "PE",
        ChipLevel::Mab => "MAB",
        ChipLevel::L1b => "L1B",
        ChipLevel::L2b => "L2B",
        ChipLevel::Group => "group",
    }
}

pub(super) fn write(out: &mut impl Write, coverage: &Coverage, look: Look) -> io::Result<()> {
    let pes = coverage.changes.sum(ChipLevel::Pe);
    let cycles = 4.0 * pes.cycles as f64 / pes.all_cycles.max(1) as f64;
    let summary = message!(
        "the run changes {changed} of {all} PEs, {cycles} of {cycles_all} cycles in a step on average",
        changed = coverage.changed(ChipLevel::Pe),
        all = elements_of(ChipLevel::Pe),
        cycles = format!("{cycles:.1}"),
        cycles_all = CYCLES_PER_STEP
    );
    writeln!(out, "\n{}", summary.say(look.language))?;
    if let Some(stopped) = &coverage.stopped {
        writeln!(out, "{}", stopped.say(look.language))?;
    }
    let titles = [
        "element",
        "changed",
        "of",
        "%",
        "statements",
        "% of elements",
        "% of cycles",
    ];
    let mut table = Table::new(true, &titles);
    for level in coverage.levels() {
        let (sum, all) = (coverage.changes.sum(level), elements_of(level));
        let changed = coverage.changed(level);
        let mut cells = vec![
            name(level).to_owned(),
            changed.to_string(),
            all.to_string(),
            percent(changed, all as u64),
            sum.statements.to_string(),
        ];
        cells.extend(shares(level, &sum));
        table.row(cells);
    }
    table.write(out, false, look)?;
    lines(out, coverage, look)
}

/// The lines that change only a part of what they could.
fn lines(out: &mut impl Write, coverage: &Coverage, look: Look) -> io::Result<()> {
    let is_part = |row: &Row| {
        LEVELS.iter().any(|level| {
            let change = row.change.at(*level);
            let is_whole = usize::from(change.elements) == elements_of(*level)
                && change.cycles.count_ones() == u32::from(row.change.cycles);
            change.is_written && !is_whole
        })
    };
    let mut rows = coverage.rows();
    rows.retain(is_part);
    if rows.is_empty() {
        return Ok(());
    }
    let levels: Vec<ChipLevel> = coverage.levels().collect();
    let mut titles = vec!["lines that change a part"];
    titles.extend(levels.iter().map(|level| name(*level)));
    titles.push("cycles");
    let mut table = Table::new(true, &titles);
    for row in rows.iter().take(ROWS_SHOWN_MAX) {
        let (first, last) = (row.first + 1, row.last + 1);
        let mut cells = vec![match first == last {
            true => first.to_string(),
            false => format!("{first}..{last}"),
        }];
        cells.extend(levels.iter().map(|level| {
            let change = row.change.at(*level);
            match change.is_written {
                true => change.elements.to_string(),
                false => ".".to_owned(),
            }
        }));
        cells.push(format!("{} of {}", cycles(&row.change), row.change.cycles));
        table.row(cells);
    }
    writeln!(out)?;
    table.write(out, false, look)?;
    if rows.len() > ROWS_SHOWN_MAX {
        let more = message!(
            "{count:# more row|# more rows}",
            count = rows.len() - ROWS_SHOWN_MAX
        );
        writeln!(out, "{}", more.say(look.language))?;
    }
    Ok(())
}

/// The number of cycles in which a statement changes something at any level.
fn cycles(change: &StatementChange) -> u32 {
    let all = LEVELS
        .iter()
        .fold(0, |all, level| all | change.at(*level).cycles);
    all.count_ones()
}

/// The figures of all levels, for a section or the whole run.
fn sums(sum: impl Fn(ChipLevel) -> LevelSum) -> Map<String, Value> {
    let levels = LEVELS.into_iter().map(|level| {
        let sum = sum(level);
        let object = json!({
            "statements": sum.statements,
            "elements": sum.elements,
            "cycles": sum.cycles,
            "cycles_of": sum.all_cycles,
        });
        (name(level).to_ascii_lowercase(), object)
    });
    levels.collect()
}

/// The figures of a section as an object.
pub(super) fn section(coverage: &Coverage, first: u32, last: u32) -> Value {
    Value::Object(sums(|level| coverage.sum(level, first, last)))
}

/// The coverage as an object; lines count from 1.
pub(super) fn object(coverage: &Coverage) -> Value {
    let mut levels = sums(|level| coverage.changes.sum(level));
    for level in LEVELS {
        let object = levels.get_mut(&name(level).to_ascii_lowercase());
        if let Some(Value::Object(object)) = object {
            object.insert("changed".to_owned(), json!(coverage.changed(level)));
            object.insert("of".to_owned(), json!(elements_of(level)));
        }
    }
    let rows = coverage.rows();
    let lines = rows.iter().take(ROWS_MAX).map(|row| {
        let written = LEVELS
            .into_iter()
            .filter(|level| row.change.at(*level).is_written);
        let elements = written.map(|level| {
            let change = row.change.at(level);
            (name(level).to_ascii_lowercase(), json!(change.elements))
        });
        json!({
            "first": row.first + 1,
            "last": row.last + 1,
            "elements": elements.collect::<Map<String, Value>>(),
            "cycles": cycles(&row.change),
            "cycles_of": row.change.cycles,
        })
    });
    let lines: Vec<Value> = lines.collect();
    json!({
        "is_complete": coverage.stopped.is_none() && rows.len() <= ROWS_MAX,
        "levels": levels,
        "lines": lines,
    })
}
