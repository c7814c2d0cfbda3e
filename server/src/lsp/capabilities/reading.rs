//! Capabilities of the features for reading a program: tokens, hints, folding, outline, selection.

use tower_lsp::ls_types::{
    ClientCapabilities, FoldingRangeKind, FoldingRangeProviderCapability, InlayHintOptions,
    InlayHintServerCapabilities, OneOf, SelectionRangeProviderCapability,
    SemanticTokensFullOptions, SemanticTokensOptions, SemanticTokensServerCapabilities,
    ServerCapabilities, TokenFormat, WorkDoneProgressOptions,
};

use crate::lsp::reply::tokens;

/// What the client declared of them.
#[derive(Clone, Debug, Default)]
pub(in crate::lsp) struct ReadingFeatures {
    /// It asks for the tokens of a whole document.
    pub(in crate::lsp) tokens_full: bool,
    /// It takes what is different from the last answer.
    pub(in crate::lsp) token_deltas: bool,
    /// It asks for the tokens of a range.
    pub(in crate::lsp) tokens_range: bool,
    /// It shows hints in the text.
    pub(in crate::lsp) hints: bool,
    /// It asks for the tooltip of a hint when it needs it.
    pub(in crate::lsp) hint_tooltips_later: bool,
    /// It asks for hints again when told so.
    pub(in crate::lsp) hints_refresh: bool,
    /// It folds.
    pub(in crate::lsp) folding: bool,
    /// The most foldings that it wants.
    pub(in crate::lsp) folding_limit: Option<u32>,
    /// It shows a text in the place of folded lines.
    pub(in crate::lsp) folding_text: bool,
    /// Kinds of foldings that it knows; `None` where it names none.
    pub(in crate::lsp) folding_kinds: Option<Vec<FoldingRangeKind>>,
    /// It shows an outline.
    pub(in crate::lsp) outline: bool,
    /// Symbols may lie within symbols.
    pub(in crate::lsp) nested_symbols: bool,
    /// It grows selections.
    pub(in crate::lsp) selection: bool,
    /// It searches symbols of all documents.
    pub(in crate::lsp) workspace_symbols: bool,
    /// It asks for lenses again when told so.
    pub(in crate::lsp) lenses_refresh: bool,
}

impl ReadingFeatures {
    /// Reads what the client declares.
    pub(in crate::lsp) fn of(capabilities: &ClientCapabilities) -> Self {
        let text = capabilities.text_document.as_ref();
        let workspace = capabilities.workspace.as_ref();
        let tokens = text
            .and_then(|it| it.semantic_tokens.as_ref())
            .filter(|tokens| tokens.formats.contains(&TokenFormat::RELATIVE));
        let (tokens_full, token_deltas) = match tokens.and_then(|it| it.requests.full.as_ref()) {
            Some(SemanticTokensFullOptions::Bool(full)) => (*full, false),
            Some(SemanticTokensFullOptions::Delta { delta }) => (true, delta.unwrap_or(false)),
            None => (false, false),
        };
        let hint = text.and_then(|it| it.inlay_hint.as_ref());
        let folding = text.and_then(|it| it.folding_range.as_ref());
        let symbols = text.and_then(|it| it.document_symbol.as_ref());
        Self {
            tokens_full,
            token_deltas,
            tokens_range: tokens.and_then(|it| it.requests.range).unwrap_or(false),
            hints: hint.is_some(),
            hint_tooltips_later: hint
                .and_then(|it| it.resolve_support.as_ref())
                .is_some_and(|resolve| resolve.properties.iter().any(|name| name == "tooltip")),
            hints_refresh: workspace
                .and_then(|it| it.inlay_hint.as_ref()?.refresh_support)
                .unwrap_or(false),
            folding: folding.is_some(),
            folding_limit: folding.and_then(|it| it.range_limit),
            folding_text: folding
                .and_then(|it| it.folding_range.as_ref()?.collapsed_text)
                .unwrap_or(false),
            folding_kinds: folding.and_then(|it| it.folding_range_kind.as_ref()?.value_set.clone()),
            outline: symbols.is_some(),
            nested_symbols: symbols
                .and_then(|it| it.hierarchical_document_symbol_support)
                .unwrap_or(false),
            selection: text.is_some_and(|it| it.selection_range.is_some()),
            workspace_symbols: workspace.is_some_and(|it| it.symbol.is_some()),
            lenses_refresh: workspace
                .and_then(|it| it.code_lens.as_ref()?.refresh_support)
                .unwrap_or(false),
        }
    }

    /// Adds what the server offers to such a client.
    pub(in crate::lsp) fn offer(&self, to: &mut ServerCapabilities) {
        to.semantic_tokens_provider = (self.tokens_full || self.tokens_range).then(|| {
            SemanticTokensServerCapabilities::SemanticTokensOptions(SemanticTokensOptions {
                work_done_progress_options: WorkDoneProgressOptions::default(),
                legend: tokens::legend(),
                range: Some(self.tokens_range),
                full: self.tokens_full.then_some(if self.token_deltas {
                    SemanticTokensFullOptions::Delta { delta: Some(true) }
                } else {
                    SemanticTokensFullOptions::Bool(true)
                }),
            })
        });
        to.inlay_hint_provider = self.hints.then(|| {
            OneOf::Right(InlayHintServerCapabilities::Options(InlayHintOptions {
                work_done_progress_options: WorkDoneProgressOptions::default(),
                resolve_provider: Some(self.hint_tooltips_later),
            }))
        });
        to.folding_range_provider = self
            .folding
            .then_some(FoldingRangeProviderCapability::Simple(true));
        to.document_symbol_provider = self.outline.then_some(OneOf::Left(true));
        to.selection_range_provider = self
            .selection
            .then_some(SelectionRangeProviderCapability::Simple(true));
        to.workspace_symbol_provider = self.workspace_symbols.then_some(OneOf::Left(true));
    }
}
