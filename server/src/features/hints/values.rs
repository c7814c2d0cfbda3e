//! What the last run showed: values behind each `d get`, and behind the last line what it wrote.

use super::{Hint, Kind, Place};
use crate::session::{Ran, WrittenText};

/// Dump lines of one `d get` whose values stand behind it.
const SHOWN_VALUES: usize = 2;

pub(super) fn hints(at: &Place<'_>, hints: &mut Vec<Hint>) {
    let Some(last) = at.snapshot.outcomes.last_run.as_deref() else {
        return;
    };
    let label = label(&last.ran, at.number);
    if let Some(label) = label
        && at.number < last.valid_before(&at.snapshot.program)
    {
        at.at_end(Kind::Values, label, hints);
    }
}

fn label(ran: &Ran, line: u32) -> Option<String> {
    let first = ran.dump.partition_point(|dump| dump.line < line);
    let dumped = ran.dump[first..]
        .iter()
        .take_while(|dump| dump.line == line)
        .count();
    if dumped > 0 {
        let shown: Vec<&str> = ran.dump[first..first + dumped]
            .iter()
            .take(SHOWN_VALUES)
            .map(|dump| dump.value.as_str())
            .collect();
        let more = match dumped - shown.len() {
            0 => String::new(),
            more => format!(" … {more} more"),
        };
        return Some(format!("= {}{more}", shown.join(", ")));
    }
    (ran.line == line && !ran.written.is_empty()).then(|| {
        ran.written
            .iter()
            .map(written)
            .collect::<Vec<_>>()
            .join("; ")
    })
}

/// One value where all cycles write the same, else that of each cycle.
fn written(written: &WrittenText) -> String {
    let text = |value: &Option<String>| value.as_deref().unwrap_or("–").to_owned();
    let values = match written.values.split_first() {
        Some((first, rest)) if rest.iter().all(|value| value == first) => text(first),
        _ => written
            .values
            .iter()
            .map(text)
            .collect::<Vec<_>>()
            .join(", "),
    };
    format!("{} = {values}", written.operand)
}

pub(super) fn tooltip(at: &Place<'_>) -> Option<String> {
    let last = at.snapshot.outcomes.last_run.as_deref()?;
    Some(format!(
        "From the run to line {} ({} steps).",
        last.ran.line + 1,
        last.ran.steps
    ))
}
