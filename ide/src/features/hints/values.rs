//! The results of the last run: values after each `d get`, and what the last line wrote after that line.

use super::{Hint, HintKind, HintedLine};
use crate::features::line_values;
use mnc2_program::message::wording;
use mnc2_text::message;

pub(super) fn hints(at: &HintedLine<'_>, hints: &mut Vec<Hint>) {
    let Some(last) = at.snapshot.outcomes.last_run.as_deref() else {
        return;
    };
    if let Some(text) = line_values::text(&last.ran, at.number)
        && at.number < last.valid_before(&at.snapshot.program)
    {
        at.at_end(HintKind::Values, format!("→ {text}"), hints);
    }
}

pub(super) fn tooltip(at: &HintedLine<'_>) -> Option<String> {
    let last = at.snapshot.outcomes.last_run.as_deref()?;
    let explained = message!(
        "From the run to line {line} ({steps}).",
        line = last.ran.line + 1,
        steps = wording::steps(last.ran.steps)
    );
    Some(explained.say(at.language))
}
