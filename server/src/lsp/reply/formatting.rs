//! Formatting as edits of the protocol.

use mnc2_asm::format::LineEdit;
use mnc2_ide::features::formatting;
use mnc2_ide::session::Snapshot;
use mnc2_text::{Change, Place};
use tower_lsp::ls_types::{Position, Range, TextEdit};

use super::edit;
use crate::lsp::capabilities::ClientFeatures;

/// Formats the whole document.
pub(crate) fn document(snapshot: &Snapshot, features: &ClientFeatures) -> Vec<TextEdit> {
    let lines = 0..snapshot.program.len();
    edits(snapshot, formatting::lines(snapshot, lines), features)
}

/// Formats the lines of a range; a last line with nothing in the range does not count.
pub(crate) fn range(snapshot: &Snapshot, range: Range, features: &ClientFeatures) -> Vec<TextEdit> {
    let encoding = features.encoding;
    let (first, _) = encoding.line_and_byte(&snapshot.text, range.start);
    let (last, byte) = encoding.line_and_byte(&snapshot.text, range.end);
    let end = last + usize::from(byte > 0 || last == first);
    edits(snapshot, formatting::lines(snapshot, first..end), features)
}

/// Formats what the character before the position finished.
pub(crate) fn on_type(
    snapshot: &Snapshot,
    position: Position,
    character: &str,
    features: &ClientFeatures,
) -> Vec<TextEdit> {
    let (line, byte) = features.encoding.line_and_byte(&snapshot.text, position);
    let laid_out = formatting::on_type(snapshot, line, byte, character);
    edits(snapshot, laid_out, features)
}

fn edits(snapshot: &Snapshot, edits: Vec<LineEdit>, features: &ClientFeatures) -> Vec<TextEdit> {
    let change = |LineEdit { line, range, text }| Change {
        place: Place {
            line: line as u32,
            range,
        },
        text,
    };
    let changes = edits.into_iter().map(change).collect();
    edit::layout(changes, &snapshot.text, features.encoding)
}
