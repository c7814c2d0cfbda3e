//! Writes the dump: as the vendor's emulator prints it, or as a JSON object for each line.

use std::io::{self, Write};

use mnc2_emulator::Dump;
use serde::Serialize;

use crate::args::Format;

/// A dump line as data.
#[derive(Serialize)]
#[serde(untagged)]
enum DumpObject<'a> {
    Get {
        line: u32,
        memory: &'static str,
        element: &'a str,
        address: u32,
        value: String,
        statement: &'a str,
        text: String,
    },
    Host {
        line: u32,
        text: &'a str,
    },
}

/// Writes a line of the dump.
pub(super) fn write(out: &mut impl Write, format: Format, dump: &Dump) -> io::Result<()> {
    match format {
        Format::Text => writeln!(out, "{dump}"),
        Format::Json => {
            let object = match dump {
                Dump::Get(line) => DumpObject::Get {
                    line: line.source_line + 1,
                    memory: line.memory,
                    element: &line.element,
                    address: line.address,
                    value: line.value.to_string(),
                    statement: &line.statement,
                    text: dump.to_string(),
                },
                Dump::Host { source_line, text } => DumpObject::Host {
                    line: source_line + 1,
                    text,
                },
            };
            serde_json::to_writer(&mut *out, &object)?;
            writeln!(out)
        }
    }
}

/// Writes a line for `--print`. It has no line in the program.
pub(super) fn write_printed(out: &mut impl Write, format: Format, dump: &Dump) -> io::Result<()> {
    match (format, dump) {
        (Format::Json, Dump::Get(line)) => {
            let object = serde_json::json!({
                "memory": line.memory,
                "element": line.element,
                "address": line.address,
                "value": line.value.to_string(),
                "statement": &*line.statement,
                "text": dump.to_string(),
            });
            writeln!(out, "{object}")
        }
        (Format::Json | Format::Text, _) => writeln!(out, "{dump}"),
    }
}

/// The line that dumped, counted from 0.
pub(super) const fn source_line(dump: &Dump) -> u32 {
    match dump {
        Dump::Get(line) => line.source_line,
        Dump::Host { source_line, .. } => *source_line,
    }
}
