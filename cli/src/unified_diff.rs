//! The changed lines between two texts, as `diff -u` shows them.

use std::io::{self, Write};
use std::time::Duration;

use similar::TextDiff;

/// After this time, the rest is shown as one change.
const TIME_MAX: Duration = Duration::from_secs(2);

/// Writes the changes from one text to another one under the name of their file; nothing if the texts are equal.
pub(crate) fn write(out: &mut impl Write, name: &str, old: &str, new: &str) -> io::Result<()> {
    let difference = TextDiff::configure().timeout(TIME_MAX).diff_lines(old, new);
    write!(out, "{}", difference.unified_diff().header(name, name))
}
