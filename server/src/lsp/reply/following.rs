//! Definitions, references and highlights as answers of the protocol.

use mnc2_asm::{Generated, LineRange};
use mnc2_ide::features::directive::{self, Definition};
use mnc2_ide::features::{definition, highlight, references, words};
use tower_lsp::ls_types::{
    DocumentHighlight, DocumentHighlightKind, GotoDefinitionResponse, Location, LocationLink,
    Position, Range,
};

use super::Seen;
use crate::lsp::document;
use crate::lsp::findings::{generator_range, generator_uri};

/// The writes that reach what is at a position.
pub(in crate::lsp) fn definition(
    seen: Seen<'_>,
    position: Position,
) -> Option<GotoDefinitionResponse> {
    let (line, byte) = seen.line_and_byte(position);
    if let Some((origin, definition)) = directive::definition(seen.snapshot, line, byte) {
        let location = defined(seen, &definition)?;
        return Some(answer(seen, line, &origin, vec![location]));
    }
    // An opcode reads and writes what its operands name, so it is free for this.
    let beside = of_output(seen, line, byte).or_else(|| of_generator(seen, line, byte));
    if beside.is_some() {
        return beside;
    }
    let whole = seen.whole();
    let (origin, places) = definition::definition(&whole, line, byte)?;
    let locations = places.iter().map(|place| seen.location(&whole, place));
    Some(answer(seen, line, &origin, locations.collect()))
}

/// The line of the assembler's output that belongs to the step at a position.
fn of_output(seen: Seen<'_>, line: usize, byte: u32) -> Option<GotoDefinitionResponse> {
    let (origin, output_line) = words::definition(seen.snapshot, line, byte)?;
    let output = document::uri(&seen.snapshot.assembled.as_ref()?.id);
    let place = Position::new(output_line, 0);
    let location = Location::new(output, Range::new(place, place));
    Some(answer(seen, line, &origin, vec![location]))
}

/// The place in the text of a generator that made the step at a position, or that a comment at it names.
fn of_generator(seen: Seen<'_>, line: usize, byte: u32) -> Option<GotoDefinitionResponse> {
    let text = seen.snapshot.line_text(line);
    let generated = Generated::of(&text)?;
    let named = &generated.range;
    let origin = match named.start <= byte && byte <= named.end {
        true => named.clone(),
        false => words::of_step(seen.snapshot, line, byte)?,
    };
    let file = generator_uri(&generated, seen.uri)?;
    let location = Location::new(file, generator_range(&generated));
    Some(answer(seen, line, &origin, vec![location]))
}

/// Where a name of a directive begins.
fn defined(seen: Seen<'_>, definition: &Definition) -> Option<Location> {
    let encoding = seen.features.encoding;
    Some(match definition {
        Definition::Program(place) => own(seen, place),
        Definition::Placement(place) => {
            let placement = seen.snapshot.placement.as_ref()?;
            let range = encoding.range(&placement.text, place.line, &place.range());
            Location::new(document::uri(&placement.id), range)
        }
    })
}

/// A place in the document.
fn own(seen: Seen<'_>, place: &directive::Place) -> Location {
    let encoding = seen.features.encoding;
    let range = encoding.range(&seen.snapshot.text, place.line, &place.range());
    Location::new(seen.uri.clone(), range)
}

/// Locations, as links if the client knows them.
fn answer(
    seen: Seen<'_>,
    line: usize,
    origin: &LineRange,
    locations: Vec<Location>,
) -> GotoDefinitionResponse {
    if !seen.features.definition_links {
        return GotoDefinitionResponse::Array(locations);
    }
    let encoding = seen.features.encoding;
    let origin = encoding.range(&seen.snapshot.text, line as u32, origin);
    let links = locations.into_iter().map(|location| LocationLink {
        origin_selection_range: Some(origin),
        target_uri: location.uri,
        target_range: location.range,
        target_selection_range: location.range,
    });
    GotoDefinitionResponse::Link(links.collect())
}

/// The uses of the value at a position.
pub(in crate::lsp) fn references(
    seen: Seen<'_>,
    position: Position,
    with_writes: bool,
) -> Option<Vec<Location>> {
    let (line, byte) = seen.line_and_byte(position);
    if let Some(places) = directive::references(seen.snapshot, line, byte, with_writes) {
        return Some(places.iter().map(|place| own(seen, place)).collect());
    }
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
    if let Some(places) = directive::references(seen.snapshot, line, byte, true) {
        let highlights = places.iter().map(|place| DocumentHighlight {
            range: own(seen, place).range,
            kind: Some(DocumentHighlightKind::TEXT),
        });
        return Some(highlights.collect());
    }
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
