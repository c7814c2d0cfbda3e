//! Definitions, references and highlights as answers of the protocol.

use mnc2_asm::LineRange;
use tower_lsp::ls_types::{
    DocumentHighlight, DocumentHighlightKind, GotoDefinitionResponse, Location, LocationLink,
    Position, Range, Uri,
};

use crate::features::follow::Place;
use crate::features::{definition, highlight, references};
use crate::lsp::capabilities::ClientFeatures;
use crate::session::Snapshot;

fn range_of(place: &Place, snapshot: &Snapshot, features: &ClientFeatures) -> Range {
    let range: LineRange = place.range();
    features.encoding.range(&snapshot.text, place.line, &range)
}

/// The writes that reach what stands at a position.
pub(in crate::lsp) fn definition(
    snapshot: &Snapshot,
    uri: &Uri,
    position: Position,
    features: &ClientFeatures,
) -> Option<GotoDefinitionResponse> {
    let (line, byte) = features.encoding.line_and_byte(&snapshot.text, position);
    let (origin, places) = definition::definition(&snapshot.program, snapshot.flow(), line, byte)?;
    let ranges = places
        .iter()
        .map(|place| range_of(place, snapshot, features));
    if !features.following.definition_links {
        let locations = ranges.map(|range| Location::new(uri.clone(), range));
        return Some(GotoDefinitionResponse::Array(locations.collect()));
    }
    let origin = features
        .encoding
        .range(&snapshot.text, line as u32, &origin);
    let links = ranges.map(|range| LocationLink {
        origin_selection_range: Some(origin),
        target_uri: uri.clone(),
        target_range: range,
        target_selection_range: range,
    });
    Some(GotoDefinitionResponse::Link(links.collect()))
}

/// What the value at a position reaches.
pub(in crate::lsp) fn references(
    snapshot: &Snapshot,
    uri: &Uri,
    position: Position,
    with_writes: bool,
    features: &ClientFeatures,
) -> Option<Vec<Location>> {
    let (line, byte) = features.encoding.line_and_byte(&snapshot.text, position);
    let flow = snapshot.flow();
    let places = references::references(&snapshot.program, flow, line, byte, with_writes)?;
    let location = |place| Location::new(uri.clone(), range_of(place, snapshot, features));
    Some(places.iter().map(location).collect())
}

/// Reads and writes of the words at a position.
pub(in crate::lsp) fn highlights(
    snapshot: &Snapshot,
    position: Position,
    features: &ClientFeatures,
) -> Option<Vec<DocumentHighlight>> {
    let (line, byte) = features.encoding.line_and_byte(&snapshot.text, position);
    let found = highlight::highlights(&snapshot.program, snapshot.flow(), line, byte)?;
    let highlights = found.iter().map(|highlight| DocumentHighlight {
        range: range_of(&highlight.place, snapshot, features),
        kind: Some(if highlight.is_write {
            DocumentHighlightKind::WRITE
        } else {
            DocumentHighlightKind::READ
        }),
    });
    Some(highlights.collect())
}
