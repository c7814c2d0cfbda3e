//! Definitions, references and highlights as answers of the protocol.

use mnc2_ide::features::{definition, highlight, references};
use tower_lsp::ls_types::{
    DocumentHighlight, DocumentHighlightKind, GotoDefinitionResponse, Location, LocationLink,
    Position,
};

use super::Seen;

/// The writes that reach what is at a position.
pub(in crate::lsp) fn definition(
    seen: Seen<'_>,
    position: Position,
) -> Option<GotoDefinitionResponse> {
    let (line, byte) = seen.line_and_byte(position);
    let whole = seen.whole();
    let (origin, places) = definition::definition(&whole, line, byte)?;
    let locations = places.iter().map(|place| seen.location(&whole, place));
    if !seen.features.definition_links {
        return Some(GotoDefinitionResponse::Array(locations.collect()));
    }
    let encoding = seen.features.encoding;
    let origin = encoding.range(&seen.snapshot.text, line as u32, &origin);
    let links = locations.map(|location| LocationLink {
        origin_selection_range: Some(origin),
        target_uri: location.uri,
        target_range: location.range,
        target_selection_range: location.range,
    });
    Some(GotoDefinitionResponse::Link(links.collect()))
}

/// The uses of the value at a position.
pub(in crate::lsp) fn references(
    seen: Seen<'_>,
    position: Position,
    with_writes: bool,
) -> Option<Vec<Location>> {
    let (line, byte) = seen.line_and_byte(position);
    let whole = seen.whole();
    let places = references::references(&whole, line, byte, with_writes)?;
    let locations = places.iter().map(|place| seen.location(&whole, place));
    Some(locations.collect())
}

/// Reads and writes of the words at a position.
pub(in crate::lsp) fn highlights(
    seen: Seen<'_>,
    position: Position,
) -> Option<Vec<DocumentHighlight>> {
    let (line, byte) = seen.line_and_byte(position);
    let whole = seen.whole();
    let found = highlight::highlights(&whole, line, byte)?;
    let highlights = found.iter().map(|highlight| DocumentHighlight {
        range: seen.range(&whole, &highlight.place),
        kind: Some(if highlight.is_write {
            DocumentHighlightKind::WRITE
        } else {
            DocumentHighlightKind::READ
        }),
    });
    Some(highlights.collect())
}
