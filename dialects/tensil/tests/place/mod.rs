//! Texts with `$` at the place of the request.

use mnc2_tensil::{Document, Options};
use mnc2_text::Position;

/// The text without `$`, and the position of `$`.
pub(crate) fn open(text: &str) -> (Document, Position) {
    let at = text.find('$').expect("a place");
    let before = &text[..at];
    let line = before.matches('\n').count() as u32;
    let byte = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
    let document = Document::new(&text.replacen('$', "", 1), &Options::default());
    (
        document,
        Position {
            line,
            byte: byte as u32,
        },
    )
}
