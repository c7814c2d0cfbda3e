//! `mnc2 timeline`: which units each step uses.

use std::io::{self, Write};

use mnc2_dataflow::timeline::{Row, TimelineColumn, rows};
use mnc2_dataflow::unit_usage::{Unit, Usage};
use mnc2_text::line::part;
use mnc2_text::message;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::args::{Format, TimelineArguments};
use crate::exit::{Exit, Failure};
use crate::findings;
use crate::languages;
use crate::output::{Look, Paint, Streams, visible};
use crate::rules::RuleBook;

/// The marks of a unit that is used, and of an idle one.
const BUSY: &str = "#";
const IDLE: &str = ".";

pub(crate) fn command(
    arguments: &TimelineArguments,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let book = RuleBook::new(&arguments.rules, streams.language)?;
    let source = languages::read_mnc2_program(&arguments.file, &book)?;
    let checked = findings::analyse(&source, &book.rules(&arguments.file));
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    let lines = source.lines();
    let usage = Usage::from_program(&checked.program);
    let rows = rows(&checked.program);
    match arguments.format {
        Format::Text => {
            let rows: Vec<Row> = rows.collect();
            let look = streams.look();
            write_text(&mut streams.out.drawn(), &rows, &lines, &usage, look)?;
        }
        Format::Json => write_json(&mut streams.out, rows, &lines, &usage)?,
    }
    if checked.review.has_errors() {
        let remark = message!("the program has errors; `mnc2 check` shows them");
        writeln!(streams.err, "{}", remark.say(streams.language))?;
        return Ok(Exit::ProgramErrors);
    }
    Ok(Exit::Success)
}

fn write_text(
    out: &mut impl Write,
    rows: &[Row],
    lines: &[&str],
    usage: &Usage,
    look: Look,
) -> io::Result<()> {
    let language = look.language;
    let is_used = |column: &TimelineColumn| {
        let mut uses = rows.iter().flat_map(|row| &row.uses);
        uses.any(|one| one.column == *column)
    };
    // An expression without a unit needs no column: its row is empty.
    let columns: Vec<TimelineColumn> = TimelineColumn::all()
        .filter(|column| *column != TimelineColumn::Control && is_used(column))
        .collect();
    let widest = |numbers: &mut dyn Iterator<Item = u64>, title: &str| {
        let largest = numbers.max().unwrap_or(0).to_string();
        largest.len().max(title.len())
    };
    let step_width = widest(&mut rows.iter().map(|row| row.step), "step");
    let line_width = widest(&mut rows.iter().map(|row| u64::from(row.line) + 1), "line");
    let mut titles = format!("{:>step_width$}  {:>line_width$}", "step", "line");
    for column in &columns {
        titles = format!("{titles}  {}", column.title());
    }
    writeln!(out, "{}", look.paint(Paint::Heading, titles))?;
    for row in rows {
        let line = row.line + 1;
        write!(out, "{:>step_width$}  {line:>line_width$}", row.step)?;
        for column in &columns {
            let is_busy = row.uses.iter().any(|one| one.column == *column);
            let (mark, paint) = match is_busy {
                true => (BUSY, Paint::Good),
                false => (IDLE, Paint::Faint),
            };
            let mark = format!("{mark:^width$}", width = column.title().len());
            write!(out, "  {}", look.paint(paint, mark))?;
        }
        let text = lines.get(row.line as usize).copied().unwrap_or_default();
        let code = text.split('#').next().unwrap_or_default().trim();
        writeln!(out, "  {}", visible(code))?;
    }
    let steps = message!(
        "steps: {steps}, MV instructions: {transfers}",
        steps = usage.steps,
        transfers = usage.mv_instructions
    );
    writeln!(out, "{}", steps.say(language))?;
    for unit in Unit::ALL {
        let busy = usage.busy_steps(unit);
        if busy > 0 {
            let of_unit = message!(
                "{unit}: {busy} of {steps:# step|# steps} ({percent} %)",
                unit = TimelineColumn::Unit(unit).title(),
                busy,
                steps = usage.steps,
                percent = format!("{:.1}", 100.0 * usage.share(unit))
            );
            writeln!(out, "{}", of_unit.say(language))?;
        }
    }
    Ok(())
}

/// A row in the output; the line counts from 1, the step from 0.
#[derive(Serialize)]
struct RowObject<'a> {
    line: u32,
    step: u64,
    steps: u32,
    uses: Vec<UseObject<'a>>,
}

#[derive(Serialize)]
struct UseObject<'a> {
    unit: &'static str,
    text: &'a str,
}

fn write_json(
    out: &mut impl Write,
    rows: impl Iterator<Item = Row>,
    lines: &[&str],
    usage: &Usage,
) -> io::Result<()> {
    for row in rows {
        let line = lines.get(row.line as usize).copied().unwrap_or_default();
        let uses = row.uses.iter().map(|one| UseObject {
            unit: one.column.id(),
            text: part(line, &one.range).trim(),
        });
        let object = RowObject {
            line: row.line + 1,
            step: row.step,
            steps: row.steps,
            uses: uses.collect(),
        };
        serde_json::to_writer(&mut *out, &object)?;
        writeln!(out)?;
    }
    let units: Map<String, Value> = Unit::ALL
        .into_iter()
        .map(|unit| {
            let id = TimelineColumn::Unit(unit).id().to_owned();
            (id, json!(usage.busy_steps(unit)))
        })
        .collect();
    let object = json!({
        "steps": usage.steps,
        "mv_instructions": usage.mv_instructions,
        "busy_steps": units,
    });
    writeln!(out, "{object}")
}
