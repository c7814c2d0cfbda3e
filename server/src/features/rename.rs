//! Rename: moving the region of LM or GRF that an operand accesses to another place.

use mnc2_asm::relocate::{self, Refusal, RegionName, Replacement, Subject};

use crate::session::Snapshot;

/// The name at a byte of a line, or why it cannot be changed; `None` where nothing has one.
pub(crate) fn name(
    snapshot: &Snapshot,
    line: usize,
    byte: u32,
) -> Option<Result<RegionName, Refusal>> {
    with_subject(snapshot, |subject| {
        relocate::region_name(subject, line, byte)
    })
}

/// What changes when the region at a byte of a line gets another name, or why it cannot.
pub(crate) fn rename(
    snapshot: &Snapshot,
    line: usize,
    byte: u32,
    name: &str,
) -> Option<Result<Vec<Replacement>, Refusal>> {
    with_subject(snapshot, |subject| {
        relocate::relocate(subject, line, byte, name)
    })
}

fn with_subject<T>(snapshot: &Snapshot, ask: impl FnOnce(&Subject<'_>) -> T) -> T {
    ask(&Subject {
        program: &snapshot.program,
        flow: snapshot.flow(),
        mode: snapshot.rules.mode,
        text: &|line| snapshot.line_text(line).into_owned(),
    })
}
