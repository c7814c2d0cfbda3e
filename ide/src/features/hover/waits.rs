//! Which `wait` waits for an MV instruction, and for which MV instructions a `wait` waits.

use mnc2_dataflow::flow::{TagPlace, tag_group};
use mnc2_text::{Language, LineRange, message};

use super::connections::{list, numbered};
use crate::session::Snapshot;

/// Maximum number of places with a tag that are searched.
const PLACES_MAX: usize = 64;

/// The MV instructions or waits that belong to the tag at a range of a line; `None` if there is no tag.
pub fn waits(
    snapshot: &Snapshot,
    line: usize,
    range: &LineRange,
    language: Language,
) -> Option<String> {
    let group = tag_group(&snapshot.program, line, range.start)?;
    let is_own = |place: &&TagPlace| place.line == line && place.range == *range;
    let own = group.places.iter().find(is_own)?;
    let lines = |places: &mut dyn Iterator<Item = &TagPlace>| {
        let mut lines = places.take(PLACES_MAX + 1).map(|place| place.line);
        let first: Vec<usize> = lines.by_ref().take(PLACES_MAX).collect();
        let is_cut = lines.next().is_some();
        numbered(snapshot, line, first.into_iter(), is_cut)
    };
    let mut out = String::new();
    if own.is_wait {
        let issued = lines(&mut group.issued());
        let of_host =
            message!("a transfer of the host: no MV instruction before this line carries the tag");
        let of_host = issued.is_empty().then_some(of_host);
        list(&mut out, &message!("Waits for"), issued, of_host, language);
        return Some(out);
    }
    let waiting = lines(&mut group.waits());
    let last = match group.waits().next() {
        Some(first) => message!(
            "the data is there from step {step} on, counted from 0",
            step = snapshot.program.steps_before(first.line)
        ),
        None => message!("nothing waits for it"),
    };
    let title = message!("Waited for in");
    list(&mut out, &title, waiting, Some(last), language);
    Some(out)
}
