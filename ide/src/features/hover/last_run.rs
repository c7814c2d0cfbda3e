//! What the last run printed for a `d get`.

use mnc2_program::Program;
use mnc2_text::{Language, message};

use super::in_code;
use crate::session::Outcomes;

/// Maximum number of dump lines that are shown; the whole dump has a document of its own.
const SHOWN_LINES: usize = 8;

/// The last dump of a line, if there is one and nothing before it has changed since.
pub fn dump(
    outcomes: &Outcomes,
    program: &Program,
    line: u32,
    language: Language,
) -> Option<String> {
    let last = outcomes.last_run.as_deref()?;
    let mut dumped = last
        .ran
        .dump
        .iter()
        .skip_while(|dump| dump.line < line)
        .take_while(|dump| dump.line == line)
        .peekable();
    dumped.peek()?;
    if line >= last.valid_before(program) {
        return None;
    }
    let heading = message!("Last run").say(language);
    let mut out = format!("\n\n**{heading}**\n\n```text\n");
    for dump in dumped.by_ref().take(SHOWN_LINES) {
        out.push_str(&in_code(&dump.text));
        out.push('\n');
    }
    out.push_str("```\n");
    let more = dumped.count();
    if more > 0 {
        out.push_str(&message!("\n… and {count} more.\n", count = more).say(language));
    }
    Some(out)
}
