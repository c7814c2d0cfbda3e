//! Foldings, symbols and selections as answers of the protocol.

use mnc2_ide::features::folding::{self, Folding};
use mnc2_ide::features::selection::{self, Selected};
use mnc2_ide::features::{sections, symbols};
use mnc2_text::{Place, Symbol, SymbolKind as Kind};
use tower_lsp::ls_types::{
    DocumentSymbol, DocumentSymbolResponse, FoldingRange, FoldingRangeKind, Location, Position,
    Range, SelectionRange, SymbolInformation, SymbolKind,
};

use crate::lsp::client_capabilities::ClientFeatures;
use crate::lsp::document_view::{DocumentView, Of};

/// Positions of a request for selections; editors send one for each cursor.
const POSITIONS_MAX: usize = 10_000;

impl DocumentView<'_> {
    /// What can be folded.
    pub(in crate::lsp) fn foldings(self) -> Option<Vec<FoldingRange>> {
        let mut foldings: Vec<Folding> = match self.of {
            Of::Mnc2(program) => folding::foldings(program.snapshot),
            Of::Language(snapshot) => {
                let folds = snapshot
                    .read()?
                    .lines()
                    .folding(&|| snapshot.is_cancelled());
                folds.into_iter().map(Folding::from).collect()
            }
        };
        let reading = &self.features.reading;
        let limit = reading.folding_limit.map_or(usize::MAX, |it| it as usize);
        if foldings.len() > limit {
            // The longest ones are the most useful.
            foldings.sort_by_key(|folding| u32::MAX - (folding.end - folding.start));
            foldings.truncate(limit);
            foldings.sort_by_key(|folding| folding.start);
        }
        let range = |folding: Folding| FoldingRange {
            start_line: folding.start,
            end_line: folding.end,
            kind: folding_kind(folding.kind, self.features),
            collapsed_text: folding.summary.filter(|_| reading.folding_text),
            ..FoldingRange::default()
        };
        Some(foldings.into_iter().map(range).collect())
    }

    /// The outline, nested if the client supports that.
    pub(in crate::lsp) fn symbols(self) -> Option<DocumentSymbolResponse> {
        let found = self.outline()?;
        if self.features.reading.nested_symbols {
            let nested = found.into_iter().map(|symbol| self.nested(symbol));
            return Some(DocumentSymbolResponse::Nested(nested.collect()));
        }
        Some(DocumentSymbolResponse::Flat(self.flat(&found)))
    }

    /// The outline as a list.
    pub(in crate::lsp) fn flat_symbols(self) -> Vec<SymbolInformation> {
        self.flat(&self.outline().unwrap_or_default())
    }

    fn outline(self) -> Option<Vec<Symbol>> {
        Some(match self.of {
            Of::Mnc2(program) => symbols::outline(program.snapshot),
            Of::Language(snapshot) => snapshot
                .read()?
                .lines()
                .symbols(&|| snapshot.is_cancelled()),
        })
    }

    fn flat(self, symbols: &[Symbol]) -> Vec<SymbolInformation> {
        let mut flat = Vec::new();
        self.flatten(symbols, None, &mut flat);
        flat
    }

    #[expect(
        deprecated,
        reason = "the field is deprecated, but a value of the type must name it"
    )]
    fn nested(self, symbol: Symbol) -> DocumentSymbol {
        let children = symbol.children.into_iter().map(|child| self.nested(child));
        let children: Vec<_> = children.collect();
        DocumentSymbol {
            range: self.lines(symbol.first_line, symbol.last_line),
            selection_range: self.range(&symbol.place),
            name: symbol.name,
            detail: (!symbol.detail.is_empty()).then_some(symbol.detail),
            kind: symbol_kind(symbol.kind),
            tags: None,
            deprecated: None,
            children: (!children.is_empty()).then_some(children),
        }
    }

    #[expect(
        deprecated,
        reason = "the field is deprecated, but a value of the type must name it"
    )]
    fn flatten(
        self,
        symbols: &[Symbol],
        container: Option<&str>,
        flat: &mut Vec<SymbolInformation>,
    ) {
        for symbol in symbols {
            let lines = self.lines(symbol.first_line, symbol.last_line);
            flat.push(SymbolInformation {
                name: symbol.name.clone(),
                kind: symbol_kind(symbol.kind),
                tags: None,
                deprecated: None,
                location: Location::new(self.uri.clone(), lines),
                container_name: container.map(str::to_owned),
            });
            self.flatten(&symbol.children, Some(&symbol.name), flat);
        }
    }

    /// How the selections at some positions grow; nothing in other languages than MN-Core 2.
    pub(in crate::lsp) fn selections(self, positions: &[Position]) -> Option<Vec<SelectionRange>> {
        let snapshot = self.program()?.snapshot;
        let sections = sections::sections(snapshot);
        let positions = positions.iter().take(POSITIONS_MAX);
        let selections = positions.map(|&position| {
            let at = self.at(position);
            let ranges = selection::selections(snapshot, &sections, at.line, at.byte);
            let ranges = ranges.into_iter().map(|selected| match selected {
                Selected::Part(line, range) => self.range(&Place { line, range }),
                Selected::Lines(first, last) => self.lines(first, last),
            });
            chain(ranges.collect())
        });
        Some(selections.collect())
    }
}

fn folding_kind(kind: folding::FoldingKind, features: &ClientFeatures) -> Option<FoldingRangeKind> {
    let kind = match kind {
        folding::FoldingKind::Section => FoldingRangeKind::Region,
        folding::FoldingKind::Comments => FoldingRangeKind::Comment,
        folding::FoldingKind::Code
        | folding::FoldingKind::Idle
        | folding::FoldingKind::DebugGet
        | folding::FoldingKind::DebugSet
        | folding::FoldingKind::Host
        | folding::FoldingKind::Mv => return None,
    };
    match &features.reading.folding_kinds {
        Some(known) if !known.contains(&kind) => None,
        Some(_) | None => Some(kind),
    }
}

const fn symbol_kind(kind: Kind) -> SymbolKind {
    match kind {
        Kind::Label => SymbolKind::KEY,
        Kind::Data => SymbolKind::VARIABLE,
        Kind::Macro => SymbolKind::OPERATOR,
        Kind::Section => SymbolKind::NAMESPACE,
        Kind::Function => SymbolKind::FUNCTION,
        Kind::Constant => SymbolKind::CONSTANT,
    }
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
