//! How `--trace` is written: a block of text or a JSON object for each statement.

use std::io::{self, Write};

use mnc2_emulator::trace::{TracedAccess, TracedStatement, TracedValue};
use mnc2_text::line::part;
use serde::Serialize;

use crate::args::Format;
use crate::columns::Columns;

/// A statement in the output.
#[derive(Serialize)]
struct StatementObject<'a> {
    line: u32,
    statement: &'a str,
    accesses: Vec<AccessObject<'a>>,
    /// The number of further accesses of a long MV instruction.
    #[serde(skip_serializing_if = "is_zero")]
    left_out: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// An access in the output. Lines, expressions and columns count from 1.
#[derive(Serialize)]
struct AccessObject<'a> {
    access: &'static str,
    expression: usize,
    operand: &'a str,
    column: u32,
    cycle: usize,
    memory: &'static str,
    element: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<u32>,
    /// `null` if the mask let nothing through.
    value: Option<Vec<String>>,
}

/// Writes a statement of a program.
pub(super) fn write(
    out: &mut impl Write,
    format: Format,
    lines: &[&str],
    statement: &TracedStatement,
) -> io::Result<()> {
    let line = lines
        .get(statement.line as usize)
        .copied()
        .unwrap_or_default();
    let text = line.split('#').next().unwrap_or_default().trim();
    match format {
        Format::Json => {
            let columns = Columns::new(lines);
            let accesses = statement.accesses.iter().map(|access| AccessObject {
                access: direction(access),
                expression: access.expression + 1,
                operand: operand(line, access),
                column: columns.column(statement.line, access.range.start),
                cycle: access.cycle,
                memory: access.memory,
                element: &access.element,
                address: access.address,
                value: words(&access.value),
            });
            let object = StatementObject {
                line: statement.line + 1,
                statement: text,
                accesses: accesses.collect(),
                left_out: statement.left_out,
            };
            serde_json::to_writer(&mut *out, &object)?;
            writeln!(out)
        }
        Format::Text => {
            writeln!(out, "{}: {text}", statement.line + 1)?;
            for access in &statement.accesses {
                let TracedAccess {
                    cycle,
                    memory,
                    element,
                    address,
                    value,
                    ..
                } = access;
                let address = address.map_or_else(String::new, |address| format!(",{address}"));
                let value =
                    words(value).map_or_else(|| "masked".to_owned(), |words| words.join(" "));
                writeln!(
                    out,
                    "  {:5} cycle {cycle}  {}  {memory}({element}{address})  {value}",
                    direction(access),
                    operand(line, access),
                )?;
            }
            if statement.left_out > 0 {
                writeln!(out, "  and {} more", statement.left_out)?;
            }
            Ok(())
        }
    }
}

const fn direction(access: &TracedAccess) -> &'static str {
    if access.is_write { "write" } else { "read" }
}

fn operand<'a>(line: &'a str, access: &TracedAccess) -> &'a str {
    part(line, &access.range)
}

/// Words in hexadecimal, flags in binary; `None` where nothing was written.
fn words(value: &TracedValue) -> Option<Vec<String>> {
    match value {
        TracedValue::Single(word) => Some(vec![format!("0x{word:08x}")]),
        TracedValue::Long(words) => {
            Some(words.iter().map(|word| format!("0x{word:016x}")).collect())
        }
        TracedValue::Flags(flags) => Some(vec![format!("0b{flags:04b}")]),
        TracedValue::Masked => None,
    }
}
