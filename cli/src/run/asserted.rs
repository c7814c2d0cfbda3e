//! How what assertions say in a run is written: one line of text or one JSON object each, in the order of the program.

use std::io::{self, Write};

use mnc2_asm::{Language, LineRange, Severity, message};
use mnc2_emulator::watch::Asserted;

use crate::args::{Format, RunArguments};
use crate::columns::Columns;
use crate::findings::json;
use crate::findings::short::Short;
use crate::input::Source;

/// The name of an assertion that does not hold, in the place of a code.
const FAILED: &str = "assertion";
/// The name of a logged value.
const LOGGED: &str = "log";

/// Maximum number of assertions of a run whose sentences are written.
const SAID_MAX: usize = 10_000;

/// What the assertions of a run said.
#[derive(Default)]
pub(super) struct Said {
    /// The line of each, counted from 0, its place, and what it said.
    list: Vec<(u32, LineRange, Asserted)>,
    left_out: u64,
    fails: bool,
}

impl Said {
    /// Adds what the assertion of a line said.
    pub(super) fn add(&mut self, line: u32, range: LineRange, asserted: Asserted) {
        self.fails |= asserted.is_wrong;
        if self.list.len() < SAID_MAX {
            self.list.push((line, range, asserted));
        } else {
            self.left_out += 1;
        }
    }
}

/// Writes what the assertions of a program said; returns whether one does not hold.
pub(super) fn write(
    out: &mut impl Write,
    arguments: &RunArguments,
    source: &Source,
    said: &Said,
    language: Language,
) -> io::Result<bool> {
    let lines = source.lines();
    let columns = Columns::new(&lines);
    for (line, range, asserted) in &said.list {
        let (severity, name) = if asserted.is_wrong {
            (Severity::Error, FAILED)
        } else {
            (Severity::Info, LOGGED)
        };
        let message = asserted.message.say(language);
        match arguments.findings.format {
            Format::Json => {
                let place = (*line, range);
                json::plain(out, source, &columns, place, (severity, name), message)?;
            }
            Format::Text => {
                let short = Short {
                    line: *line,
                    range,
                    severity: severity.name(),
                    code: name,
                    message: &message,
                };
                short.write(out, &source.name, &columns)?;
            }
        }
    }
    if said.left_out > 0 && arguments.findings.format == Format::Text {
        let more = message!("assertions: {count} more not shown", count = said.left_out);
        writeln!(out, "{}", more.say(language))?;
    }
    Ok(said.fails)
}
