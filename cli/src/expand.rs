//! `mnc2 expand`: the addresses that the operands of one line, or of all lines, access.

use std::io::{self, Write};

use mnc2_assist::explain::expand::{
    Expansion, MaskEffect, OperandExpansion, Slot, When, expand, text,
};
use mnc2_text::line::part;
use mnc2_text::{Language, Severity, message};
use serde::Serialize;

use crate::args::{ExpandArguments, Format};
use crate::columns::Columns;
use crate::exit::{Exit, Failure};
use crate::findings::{self, Reviewed};
use crate::input::Source;
use crate::languages;
use crate::output::Streams;
use crate::rules::RuleBook;

pub(crate) fn command(arguments: &ExpandArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let book = RuleBook::new(&arguments.rules, streams.language)?;
    let source = languages::read_mnc2_program(&arguments.file, &book)?;
    let checked = findings::analyse(&source, &book.rules(&arguments.file));
    if book.complain_to(streams) {
        return Ok(Exit::Failure);
    }
    let lines = source.lines();
    let Some(line) = arguments.line else {
        return all(arguments, &source, &lines, &checked, streams);
    };
    let index = line.get() - 1;
    let line_count = source.line_count();
    let (Some(line), Some(line_text)) = (
        checked
            .program
            .line(index as usize)
            .filter(|_| (index as usize) < line_count),
        lines.get(index as usize),
    ) else {
        return Err(Failure::Message(format!(
            "--line {line}: the last line of `{}` is {line_count}",
            source.name
        )));
    };
    let expansion = expand(line, checked.program.mask_setting_at(index as usize));
    match arguments.format {
        Format::Text => write_text(&mut streams.out, &expansion, line_text, streams.language)?,
        Format::Json => {
            let language = streams.language;
            let out = &mut streams.out;
            write_json(out, &source.name, index, &expansion, line_text, language)?;
        }
    }
    if expansion.operands.is_empty() && arguments.format == Format::Text {
        let remark = message!("line {line} has no operands", line = index + 1);
        writeln!(streams.err, "{}", remark.say(streams.language))?;
    }
    let of_line = checked.review.in_lines(index..index + 1);
    let has_errors = of_line.iter().any(|it| it.severity == Severity::Error);
    let shown = of_line.iter().map(|it| checked.review.finding(it));
    match arguments.format {
        Format::Text => {
            let look = streams.look_of_err();
            findings::text::write(&mut streams.err.drawn(), &source, shown, look)?;
        }
        Format::Json => findings::json::write(&mut streams.err, &source, shown, streams.language)?,
    }
    Ok(if has_errors {
        Exit::ProgramErrors
    } else {
        Exit::Success
    })
}

/// Expands every line that has operands. Findings are for `mnc2 check`.
fn all(
    arguments: &ExpandArguments,
    source: &Source,
    lines: &[&str],
    checked: &Reviewed,
    streams: &mut Streams,
) -> Result<Exit, Failure> {
    let language = streams.language;
    let out = &mut streams.out;
    for ((index, line), text) in (0_u32..).zip(&checked.program).zip(lines) {
        let expansion = expand(line, checked.program.mask_setting_at(index as usize));
        if expansion.operands.is_empty() {
            continue;
        }
        match arguments.format {
            Format::Json => write_json(out, &source.name, index, &expansion, text, language)?,
            Format::Text => {
                writeln!(out, "{}: {}", index + 1, text.trim())?;
                write_text(out, &expansion, text, language)?;
                writeln!(out)?;
            }
        }
    }
    if checked.review.has_errors() {
        let remark = message!("the program has errors; `mnc2 check` shows them");
        writeln!(streams.err, "{}", remark.say(language))?;
        return Ok(Exit::ProgramErrors);
    }
    Ok(Exit::Success)
}

fn write_text(
    out: &mut impl Write,
    expansion: &Expansion,
    line: &str,
    language: Language,
) -> io::Result<()> {
    for (index, operand) in expansion.operands.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let spelled = part(line, &operand.range);
        write!(out, "{}", text(operand, spelled, language))?;
    }
    Ok(())
}

/// The expansion of a line; addresses are in the unit of each operand.
#[derive(Serialize)]
struct LineObject<'a> {
    file: &'a str,
    line: u32,
    operands: Vec<OperandObject<'a>>,
}

#[derive(Serialize)]
struct OperandObject<'a> {
    operand: &'a str,
    column: u32,
    end_column: u32,
    direction: &'static str,
    memory: Option<&'static str>,
    title: String,
    unit: &'static str,
    places: Vec<PlaceObject>,
    remarks: Vec<String>,
}

#[derive(Serialize)]
struct PlaceObject {
    place: String,
    accesses: Vec<AccessObject>,
}

/// One access. `cycle` or `unit_operation` states when; neither means the whole transfer or statement.
#[derive(Serialize)]
struct AccessObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit_operation: Option<u32>,
    ranges: Vec<RangeObject>,
    /// Whether the T-register's value is added to the addresses.
    plus_t: bool,
    /// `written`, `skipped`, `cleared`, `variable`; where a mask leaves out the second long word, which is then
    /// written, `second_long_word` or `variable_first_long_word`.
    mask: &'static str,
    /// The variable mask entry that decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    mask_entry: Option<u8>,
}

#[derive(Serialize)]
struct RangeObject {
    first: u32,
    count: u32,
}

fn write_json(
    out: &mut impl Write,
    file: &str,
    line: u32,
    expansion: &Expansion,
    line_text: &str,
    language: Language,
) -> io::Result<()> {
    let object = LineObject {
        file,
        line: line + 1,
        operands: expansion
            .operands
            .iter()
            .map(|operand| operand_object(operand, line_text, language))
            .collect(),
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}

fn operand_object<'a>(
    operand: &OperandExpansion,
    line: &'a str,
    language: Language,
) -> OperandObject<'a> {
    let line_alone = [line];
    let columns = Columns::new(&line_alone);
    OperandObject {
        operand: part(line, &operand.range),
        column: columns.column(0, operand.range.start),
        end_column: columns.column(0, operand.range.end),
        direction: operand.direction.name(),
        memory: operand.memory.map(|memory| memory.name()),
        title: operand.title.say(language),
        unit: operand.unit,
        places: operand
            .columns
            .iter()
            .map(|column| PlaceObject {
                place: column.place.say(language),
                accesses: column.slots.iter().map(access_object).collect(),
            })
            .collect(),
        remarks: operand
            .remarks
            .iter()
            .map(|remark| remark.say(language))
            .collect(),
    }
}

fn access_object(slot: &Slot) -> AccessObject {
    let (cycle, unit_operation) = match slot.when {
        When::Cycle(cycle) => (Some(cycle), None),
        When::UnitOperation(unit) => (None, Some(unit)),
        When::Whole => (None, None),
    };
    let (mask, mask_entry) = match slot.mask {
        MaskEffect::Written => ("written", None),
        MaskEffect::Skipped => ("skipped", None),
        MaskEffect::SecondLongWord => ("second_long_word", None),
        MaskEffect::Cleared => ("cleared", None),
        MaskEffect::Variable(entry) => ("variable", Some(entry)),
        MaskEffect::VariableFirst(entry) => ("variable_first_long_word", Some(entry)),
    };
    AccessObject {
        cycle,
        unit_operation,
        ranges: slot
            .ranges
            .iter()
            .map(|range| RangeObject {
                first: range.start,
                count: range.end.saturating_sub(range.start),
            })
            .collect(),
        plus_t: slot.plus_t,
        mask,
        mask_entry,
    }
}
