//! Rename: moves the region that an operand accesses to another place, or changes a mask entry or a tag.

use mnc2_assist::relocate;
use mnc2_assist::relocate::{Refusal, RegionName, Replacement, Subject};

use super::data_navigation::Whole;
/// The name at a byte of a line, or why it cannot be changed; `None` if there is no name.
pub fn name(whole: &Whole<'_>, line: usize, byte: u32) -> Option<Result<RegionName, Refusal>> {
    with_subject(whole, |subject| relocate::region_name(subject, line, byte))
}

/// The changes for giving a new name to what is at a byte of a line, or why it cannot be renamed.
pub fn rename(
    whole: &Whole<'_>,
    line: usize,
    byte: u32,
    name: &str,
) -> Option<Result<Vec<Replacement>, Refusal>> {
    with_subject(whole, |subject| {
        relocate::relocate(subject, line, byte, name)
    })
}

fn with_subject<T>(whole: &Whole<'_>, ask: impl FnOnce(&Subject<'_>) -> T) -> T {
    let snapshot = whole.snapshot;
    ask(&Subject {
        program: whole.program,
        flow: whole.flow,
        mode: snapshot.rules.mode,
        own: whole.own.clone(),
        text: &|line| snapshot.line_text(line).into_owned(),
        is_cancelled: &|| snapshot.is_cancelled(),
    })
}
