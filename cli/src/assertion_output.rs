//! The output of assertions in a run: one line of text or one JSON object each, in the order of the program.

use std::io::{self, Write};

use mnc2_emulator::watch::Said;
use mnc2_text::{Severity, message};

use crate::args::Format;
use crate::columns::Columns;
use crate::findings::json;
use crate::findings::short::Short;
use crate::input::Source;
use crate::output::Look;

/// The name of an assertion that does not hold, in the place of a code.
const FAILED: &str = "assertion";
/// The name of a logged value.
const LOGGED: &str = "log";

/// Writes the results of a program's assertions; returns whether one does not hold.
pub(crate) fn write(
    out: &mut impl Write,
    format: Format,
    source: &Source,
    said: &Said,
    look: Look,
) -> io::Result<bool> {
    let lines = source.lines();
    let columns = Columns::new(&lines);
    for (line, range, asserted) in &said.list {
        let (severity, name) = if asserted.is_wrong {
            (Severity::Error, FAILED)
        } else {
            (Severity::Info, LOGGED)
        };
        let message = asserted.message.say(look.language);
        match format {
            Format::Json => {
                let place = (*line, range);
                json::plain(out, source, &columns, place, (severity, name), message)?;
            }
            Format::Text => {
                let short = Short {
                    line: *line,
                    range,
                    severity,
                    code: name,
                    message: &message,
                };
                short.write(out, &source.name, &columns, look)?;
            }
        }
    }
    if said.left_out > 0 && format == Format::Text {
        let more = message!("assertions: {count} more not shown", count = said.left_out);
        writeln!(out, "{}", more.say(look.language))?;
    }
    Ok(said.failed > 0)
}
