//! Definitions, references and highlights as answers of the protocol.

use std::path::Path;
use std::sync::Arc;

use mnc2_ide::features::directive::{self, Definition};
use mnc2_ide::features::{definition, highlight, references, words};
use mnc2_program::finding::generator::Generated;
use mnc2_text::{LineRange, LinkedFile, Place};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{
    DocumentHighlight, DocumentHighlightKind, GotoDefinitionParams, GotoDefinitionResponse,
    Location, LocationLink, Position, Range, ReferenceParams,
};

use crate::lsp::blocking;
use crate::lsp::document;
use crate::lsp::document_view::{DocumentView, Of, Program, Scope};
use crate::lsp::findings::{generator_range, generator_uri};
use crate::lsp::server_state::ServerState;

/// Answers where a place of a document leads, or a line of an output of the assembler.
pub(in crate::lsp) async fn answer_definition(
    shared: Arc<ServerState>,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let at = params.text_document_position_params;
    let uri = at.text_document.uri;
    if shared.output(&uri).is_some() {
        let found = blocking::begin(move || shared.assembled_from(&uri, at.position.line));
        let found = found.await.map_err(|_| Error::internal_error())?;
        return Ok(found.map(GotoDefinitionResponse::Scalar));
    }
    shared.read_linked_files(&uri);
    let folder = shared.linked_folder(&uri).unwrap_or_default();
    shared
        .ask(uri, Scope::Testcase, move |seen| {
            seen.definition(at.position, &folder)
        })
        .await
}

/// Answers where what is at a place is used.
pub(in crate::lsp) async fn answer_references(
    shared: Arc<ServerState>,
    params: ReferenceParams,
) -> Result<Option<Vec<Location>>> {
    let at = params.text_document_position;
    let with_writes = params.context.include_declaration;
    let uri = at.text_document.uri;
    shared.read_linked_files(&uri);
    let folder = shared.linked_folder(&uri).unwrap_or_default();
    shared
        .ask(uri, Scope::Testcase, move |seen| {
            seen.references(at.position, with_writes, &folder)
        })
        .await
}

impl DocumentView<'_> {
    /// Where what is at a position is defined, or written.
    fn definition(self, position: Position, folder: &Path) -> Option<GotoDefinitionResponse> {
        match self.of {
            Of::Mnc2(program) => definition(program, position),
            Of::Language(snapshot) => {
                let text = snapshot.read()?;
                let linked = text.linked(self.at(position));
                if !linked.is_empty() {
                    let all = self.linked_locations(&linked, folder, |it| it.definitions.clone());
                    return Some(GotoDefinitionResponse::Array(all));
                }
                let places = text.definition(self.at(position));
                let locations = places.iter().map(|place| self.location(place));
                (!places.is_empty()).then(|| GotoDefinitionResponse::Array(locations.collect()))
            }
        }
    }

    /// Where what is at a position is used.
    fn references(
        self,
        position: Position,
        with_definition: bool,
        folder: &Path,
    ) -> Option<Vec<Location>> {
        match self.of {
            Of::Mnc2(program) => references(program, position, with_definition),
            Of::Language(snapshot) => {
                let text = snapshot.read()?;
                let linked = text.linked(self.at(position));
                if !linked.is_empty() {
                    let is_wanted = |file: &LinkedFile, it: &Place| {
                        with_definition || !file.definitions.contains(it)
                    };
                    return Some(self.linked_locations(&linked, folder, |file| {
                        let mut places = file.places.clone();
                        places.retain(|it| is_wanted(file, it));
                        places
                    }));
                }
                let places = text.references(self.at(position), with_definition);
                Some(places.iter().map(|place| self.location(place)).collect())
            }
        }
    }

    /// Reads and writes of what is at a position.
    pub(in crate::lsp) fn highlights(self, position: Position) -> Option<Vec<DocumentHighlight>> {
        let found = match self.of {
            Of::Mnc2(program) => highlights(program, position)?,
            Of::Language(snapshot) => {
                let found = snapshot.read()?.highlights(self.at(position)).into_iter();
                let found = found.map(|it| (self.range(&it.place), kind(it.is_write)));
                found.collect()
            }
        };
        let highlight = |(range, kind)| DocumentHighlight {
            range,
            kind: Some(kind),
        };
        Some(found.into_iter().map(highlight).collect())
    }
}

/// The writes that reach what is at a position.
fn definition(program: Program<'_>, position: Position) -> Option<GotoDefinitionResponse> {
    let (line, byte) = program.line_and_byte(position);
    if let Some((origin, definition)) = directive::definition(program.snapshot, line, byte) {
        let location = defined(program, &definition)?;
        return Some(answer(program, line, &origin, vec![location]));
    }
    // An opcode reads and writes what its operands name, so it is free for this.
    let beside = output_definition(program, line, byte)
        .or_else(|| generator_definition(program, line, byte));
    if beside.is_some() {
        return beside;
    }
    let whole = program.whole();
    let (origin, places) = definition::definition(&whole, line, byte)?;
    let locations = places.iter().map(|place| program.location(&whole, place));
    Some(answer(program, line, &origin, locations.collect()))
}

/// The line of the assembler's output that belongs to the step at a position.
fn output_definition(
    program: Program<'_>,
    line: usize,
    byte: u32,
) -> Option<GotoDefinitionResponse> {
    let (origin, output_line) = words::definition(program.snapshot, line, byte)?;
    let output = document::uri(&program.snapshot.assembled.as_ref()?.id);
    let place = Position::new(output_line, 0);
    let location = Location::new(output, Range::new(place, place));
    Some(answer(program, line, &origin, vec![location]))
}

/// The place in the text of a generator that made the step at a position, or that a comment at it names.
fn generator_definition(
    program: Program<'_>,
    line: usize,
    byte: u32,
) -> Option<GotoDefinitionResponse> {
    let text = program.snapshot.line_text(line);
    let generated = Generated::from_line(&text)?;
    let named = &generated.range;
    let origin = match named.start <= byte && byte <= named.end {
        true => named.clone(),
        false => words::step_range(program.snapshot, line, byte)?,
    };
    let file = generator_uri(&generated, program.uri)?;
    let location = Location::new(file, generator_range(&generated));
    Some(answer(program, line, &origin, vec![location]))
}

/// Where a name of a directive begins.
fn defined(program: Program<'_>, definition: &Definition) -> Option<Location> {
    let encoding = program.features.encoding;
    Some(match definition {
        Definition::Program(place) => own(program, place),
        Definition::Placement(place) => {
            let placement = program.snapshot.placement.as_ref()?;
            let range = encoding.range(&placement.text, place.line, &place.range());
            Location::new(document::uri(&placement.id), range)
        }
    })
}

/// A place in the document.
fn own(program: Program<'_>, place: &directive::NamePlace) -> Location {
    let encoding = program.features.encoding;
    let range = encoding.range(&program.snapshot.text, place.line, &place.range());
    Location::new(program.uri.clone(), range)
}

/// Locations, as links if the client supports them.
fn answer(
    program: Program<'_>,
    line: usize,
    origin: &LineRange,
    locations: Vec<Location>,
) -> GotoDefinitionResponse {
    if !program.features.definition_links {
        return GotoDefinitionResponse::Array(locations);
    }
    let encoding = program.features.encoding;
    let origin = encoding.range(&program.snapshot.text, line as u32, origin);
    let links = locations.into_iter().map(|location| LocationLink {
        origin_selection_range: Some(origin),
        target_uri: location.uri,
        target_range: location.range,
        target_selection_range: location.range,
    });
    GotoDefinitionResponse::Link(links.collect())
}

/// The uses of the value at a position.
fn references(
    program: Program<'_>,
    position: Position,
    with_writes: bool,
) -> Option<Vec<Location>> {
    let (line, byte) = program.line_and_byte(position);
    if let Some(places) = directive::references(program.snapshot, line, byte, with_writes) {
        return Some(places.iter().map(|place| own(program, place)).collect());
    }
    let whole = program.whole();
    let places = references::references(&whole, line, byte, with_writes)?;
    let locations = places.iter().map(|place| program.location(&whole, place));
    Some(locations.collect())
}

/// Reads and writes of the words at a position.
fn highlights(
    program: Program<'_>,
    position: Position,
) -> Option<Vec<(Range, DocumentHighlightKind)>> {
    let (line, byte) = program.line_and_byte(position);
    if let Some(places) = directive::references(program.snapshot, line, byte, true) {
        let highlight = |place| (own(program, place).range, DocumentHighlightKind::TEXT);
        return Some(places.iter().map(highlight).collect());
    }
    let whole = program.whole();
    let found = highlight::highlights(&whole, line, byte)?;
    let highlights = found.iter();
    let highlights = highlights.map(|it| (program.range(&whole, &it.place), kind(it.is_write)));
    Some(highlights.collect())
}

const fn kind(is_write: bool) -> DocumentHighlightKind {
    match is_write {
        true => DocumentHighlightKind::WRITE,
        false => DocumentHighlightKind::READ,
    }
}
