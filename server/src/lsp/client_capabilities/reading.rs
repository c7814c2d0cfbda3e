//! Capabilities of the features for reading a program: tokens, hints, folding, outline, selection.

use tower_lsp::ls_types::{ClientCapabilities, FoldingRangeKind, SemanticTokensFullOptions};

/// What the client declares about them.
#[derive(Clone, Debug, Default)]
pub(in crate::lsp) struct ReadingFeatures {
    /// It takes token deltas.
    pub(in crate::lsp) token_deltas: bool,
    /// It requests the tooltip of a hint when needed.
    pub(in crate::lsp) hint_tooltips_later: bool,
    /// It requests hints again on a refresh.
    pub(in crate::lsp) hints_refresh: bool,
    /// It shows the values of a run concurrently with their lines itself (`experimental.mnc2.showsValues`).
    pub(in crate::lsp) shows_values: bool,
    /// It shows the hints of steps on the line with the cursor alone (`experimental.mnc2.showsCurrentLine`).
    pub(in crate::lsp) shows_current_line: bool,
    /// It shows the page of a code itself (`experimental.mnc2.showsPages`).
    pub(in crate::lsp) shows_pages: bool,
    /// It opens addresses in a browser.
    pub(in crate::lsp) shows_documents: bool,
    /// Its maximum number of foldings.
    pub(in crate::lsp) folding_limit: Option<u32>,
    /// It shows a text in place of folded lines.
    pub(in crate::lsp) folding_text: bool,
    /// Kinds of foldings that it supports; `None` if it names none.
    pub(in crate::lsp) folding_kinds: Option<Vec<FoldingRangeKind>>,
    /// Symbols can be nested.
    pub(in crate::lsp) nested_symbols: bool,
    /// It requests colours again on a refresh.
    pub(in crate::lsp) tokens_refresh: bool,
    /// It requests lenses again on a refresh.
    pub(in crate::lsp) lenses_refresh: bool,
}

impl ReadingFeatures {
    /// Reads what the client declares.
    pub(in crate::lsp) fn from_capabilities(capabilities: &ClientCapabilities) -> Self {
        let text = capabilities.text_document.as_ref();
        let workspace = capabilities.workspace.as_ref();
        let tokens = text.and_then(|it| it.semantic_tokens.as_ref());
        let hint = text.and_then(|it| it.inlay_hint.as_ref());
        let folding = text.and_then(|it| it.folding_range.as_ref());
        let symbols = text.and_then(|it| it.document_symbol.as_ref());
        let own = |name: &str| {
            let declared = capabilities.experimental.as_ref();
            declared
                .and_then(|it| it.pointer(name)?.as_bool())
                .unwrap_or(false)
        };
        Self {
            token_deltas: matches!(
                tokens.and_then(|it| it.requests.full.as_ref()),
                Some(SemanticTokensFullOptions::Delta { delta: Some(true) })
            ),
            hint_tooltips_later: hint
                .and_then(|it| it.resolve_support.as_ref())
                .is_some_and(|resolve| resolve.properties.iter().any(|name| name == "tooltip")),
            hints_refresh: workspace
                .and_then(|it| it.inlay_hint.as_ref()?.refresh_support)
                .unwrap_or(false),
            shows_values: own("/mnc2/showsValues"),
            shows_current_line: own("/mnc2/showsCurrentLine"),
            shows_pages: own("/mnc2/showsPages"),
            shows_documents: capabilities
                .window
                .as_ref()
                .and_then(|it| it.show_document.as_ref())
                .is_some_and(|it| it.support),
            folding_limit: folding.and_then(|it| it.range_limit),
            folding_text: folding
                .and_then(|it| it.folding_range.as_ref()?.collapsed_text)
                .unwrap_or(false),
            folding_kinds: folding.and_then(|it| it.folding_range_kind.as_ref()?.value_set.clone()),
            nested_symbols: symbols
                .and_then(|it| it.hierarchical_document_symbol_support)
                .unwrap_or(false),
            tokens_refresh: workspace
                .and_then(|it| it.semantic_tokens.as_ref()?.refresh_support)
                .unwrap_or_default(),
            lenses_refresh: workspace
                .and_then(|it| it.code_lens.as_ref()?.refresh_support)
                .unwrap_or(false),
        }
    }
}
