//! Foldings, symbols and selections as answers of the protocol.

use mnc2_ide::features::folding::{self, Folding};
use mnc2_ide::features::sections;
use mnc2_ide::features::selection::{self, Selected};
use mnc2_ide::features::symbols::{self, Kind, Symbol};
use mnc2_ide::session::Snapshot;
use tower_lsp::ls_types::{
    DocumentSymbol, DocumentSymbolResponse, FoldingRange, FoldingRangeKind, Location, Position,
    Range, SelectionRange, SymbolInformation, SymbolKind, Uri,
};

use crate::lsp::capabilities::ClientFeatures;

/// Positions of a request for selections; editors send one for each cursor.
const POSITIONS_MAX: usize = 10_000;

/// What can be folded.
pub(in crate::lsp) fn foldings(
    snapshot: &Snapshot,
    features: &ClientFeatures,
) -> Vec<FoldingRange> {
    let mut foldings = folding::foldings(snapshot);
    let limit = features
        .reading
        .folding_limit
        .map_or(usize::MAX, |limit| limit as usize);
    if foldings.len() > limit {
        // The longest ones are the most useful.
        foldings.sort_by_key(|folding| u32::MAX - (folding.end - folding.start));
        foldings.truncate(limit);
        foldings.sort_by_key(|folding| folding.start);
    }
    foldings
        .into_iter()
        .map(|folding| {
            let Folding {
                start,
                end,
                kind,
                summary,
            } = folding;
            FoldingRange {
                start_line: start,
                end_line: end,
                kind: folding_kind(kind, features),
                collapsed_text: summary.filter(|_| features.reading.folding_text),
                ..FoldingRange::default()
            }
        })
        .collect()
}

fn folding_kind(kind: folding::Kind, features: &ClientFeatures) -> Option<FoldingRangeKind> {
    let kind = match kind {
        folding::Kind::Section => FoldingRangeKind::Region,
        folding::Kind::Comments => FoldingRangeKind::Comment,
        folding::Kind::Idle
        | folding::Kind::DebugGet
        | folding::Kind::DebugSet
        | folding::Kind::Host
        | folding::Kind::Mv => return None,
    };
    match &features.reading.folding_kinds {
        Some(known) if !known.contains(&kind) => None,
        Some(_) | None => Some(kind),
    }
}

/// The outline of a document, nested if the client supports that.
pub(in crate::lsp) fn symbols(
    snapshot: &Snapshot,
    uri: &Uri,
    features: &ClientFeatures,
) -> DocumentSymbolResponse {
    if features.reading.nested_symbols {
        let outline = symbols::outline(snapshot);
        let nested = |symbol| nested(symbol, snapshot, features);
        return DocumentSymbolResponse::Nested(outline.into_iter().map(nested).collect());
    }
    DocumentSymbolResponse::Flat(flat(snapshot, uri, features))
}

/// The outline of a document as a list.
pub(in crate::lsp) fn flat(
    snapshot: &Snapshot,
    uri: &Uri,
    features: &ClientFeatures,
) -> Vec<SymbolInformation> {
    let mut flat = Vec::new();
    flatten(
        &symbols::outline(snapshot),
        None,
        &mut |symbol, container| {
            flat.push(information(symbol, container, snapshot, uri, features));
        },
    );
    flat
}

fn flatten<'a>(
    symbols: &'a [Symbol],
    container: Option<&'a str>,
    take: &mut impl FnMut(&'a Symbol, Option<&'a str>),
) {
    for symbol in symbols {
        take(symbol, container);
        flatten(&symbol.children, Some(&symbol.name), take);
    }
}

const fn symbol_kind(kind: Kind) -> SymbolKind {
    match kind {
        Kind::Section => SymbolKind::NAMESPACE,
        Kind::Dump => SymbolKind::VARIABLE,
        Kind::Directive => SymbolKind::FUNCTION,
    }
}

#[expect(
    deprecated,
    reason = "the field is deprecated, but a value of the type must name it"
)]
fn nested(symbol: Symbol, snapshot: &Snapshot, features: &ClientFeatures) -> DocumentSymbol {
    let (line, range) = &symbol.place;
    DocumentSymbol {
        range: whole_lines(symbol.lines, snapshot, features),
        selection_range: features.encoding.range(&snapshot.text, *line, range),
        name: symbol.name,
        detail: symbol.detail,
        kind: symbol_kind(symbol.kind),
        tags: None,
        deprecated: None,
        children: (!symbol.children.is_empty()).then(|| {
            symbol
                .children
                .into_iter()
                .map(|child| nested(child, snapshot, features))
                .collect()
        }),
    }
}

#[expect(
    deprecated,
    reason = "the field is deprecated, but a value of the type must name it"
)]
fn information(
    symbol: &Symbol,
    container: Option<&str>,
    snapshot: &Snapshot,
    uri: &Uri,
    features: &ClientFeatures,
) -> SymbolInformation {
    SymbolInformation {
        name: symbol.name.clone(),
        kind: symbol_kind(symbol.kind),
        tags: None,
        deprecated: None,
        location: Location::new(uri.clone(), whole_lines(symbol.lines, snapshot, features)),
        container_name: container.map(str::to_owned),
    }
}

/// Lines from the start of the first to the end of the last, without its line end.
fn whole_lines((first, last): (u32, u32), snapshot: &Snapshot, features: &ClientFeatures) -> Range {
    Range::new(
        Position::new(first, 0),
        features.encoding.position(&snapshot.text, last, u32::MAX),
    )
}

/// How the selections at some positions grow.
pub(in crate::lsp) fn selections(
    snapshot: &Snapshot,
    positions: &[Position],
    features: &ClientFeatures,
) -> Vec<SelectionRange> {
    let sections = sections::sections(snapshot);
    positions
        .iter()
        .take(POSITIONS_MAX)
        .map(|&position| {
            let (line, byte) = features.encoding.line_and_byte(&snapshot.text, position);
            let ranges = selection::selections(snapshot, &sections, line as u32, byte)
                .into_iter()
                .map(|selected| match selected {
                    Selected::Part(line, part) => {
                        features.encoding.range(&snapshot.text, line, &part)
                    }
                    Selected::Lines(first, last) => whole_lines((first, last), snapshot, features),
                });
            chain(ranges.collect())
        })
        .collect()
}

/// Ranges from the smallest to the largest, each followed by its parent.
fn chain(mut ranges: Vec<Range>) -> SelectionRange {
    ranges.dedup();
    let mut outer: Option<SelectionRange> = None;
    while let Some(range) = ranges.pop() {
        outer = Some(SelectionRange {
            range,
            parent: outer.map(Box::new),
        });
    }
    outer.unwrap_or_default()
}
