//! Steps of `nop` that no distance needs, found by removing them.

use std::ops::Range;

use super::checked_program::Subject;
use super::try_change::{Trial, is_no_worse, parsed};
use mnc2_program::render::nops;
use mnc2_text::{Applicability, Edit, Fix, message};

/// More steps in a row are never needed (manual 3.6.3).
const NEEDED_MAX: u32 = 8;

/// The number of steps of a `nop` line that the distances around it need: with fewer there would be one more finding. The lines
/// around are assumed to stay. `None` if the line is not a bare `nop`, or if too many lines are around it.
#[must_use]
pub fn needed(subject: &Subject<'_>, line: u32) -> Option<u32> {
    let content = subject.line(line)?;
    let step = content.step().filter(|step| step.is_bare_nop())?;
    if content.has_error() {
        return None;
    }
    let written = step.steps();
    let trial = Trial::around(subject, line..line + 1)?;
    let now = trial.findings_now();
    (0..written.min(NEEDED_MAX))
        .find(|&count| {
            let lines = match count {
                0 => Vec::new(),
                _ => parsed(&[nops(count)]),
            };
            is_no_worse(&now, &trial.findings(&lines))
        })
        .or(Some(written))
}

/// Removes the steps that are not needed.
pub(crate) fn fix(subject: &Subject<'_>, lines: Range<u32>) -> Option<Fix> {
    let line = super::only(lines)?;
    let content = subject.line(line)?;
    let step = content.step()?;
    let needed = needed(subject, line)?;
    let surplus = step
        .steps()
        .checked_sub(needed)
        .filter(|&count| count > 0)?;
    let title = match surplus {
        1 => message!("Remove 1 needless step of `nop`"),
        _ => message!(
            "Remove {surplus:# needless step|# needless steps} of `nop`",
            surplus
        ),
    };
    let edit = if needed > 0 {
        Edit::replace(0, step.range.clone(), nops(needed))
    } else {
        super::without_statement(content, step)
    };
    Some(Fix::new(Applicability::Safe, title).with(edit))
}
