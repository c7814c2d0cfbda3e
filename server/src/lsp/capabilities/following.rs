//! Capabilities of the features that follow data: definition, references, highlights.

use tower_lsp::ls_types::{ClientCapabilities, OneOf, ServerCapabilities};

/// What the client declared of them.
#[derive(Clone, Debug, Default)]
pub(in crate::lsp) struct FollowingFeatures {
    /// It asks where a value comes from.
    pub(in crate::lsp) definition: bool,
    /// It marks the text that a definition was asked for.
    pub(in crate::lsp) definition_links: bool,
    /// It asks where a value goes.
    pub(in crate::lsp) references: bool,
    /// It marks accesses of the same words.
    pub(in crate::lsp) highlights: bool,
}

impl FollowingFeatures {
    /// Reads what the client declares.
    pub(in crate::lsp) fn of(capabilities: &ClientCapabilities) -> Self {
        let text = capabilities.text_document.as_ref();
        let definition = text.and_then(|it| it.definition.as_ref());
        Self {
            definition: definition.is_some(),
            definition_links: definition.and_then(|it| it.link_support).unwrap_or(false),
            references: text.is_some_and(|it| it.references.is_some()),
            highlights: text.is_some_and(|it| it.document_highlight.is_some()),
        }
    }

    /// Adds what the server offers to such a client.
    pub(in crate::lsp) fn offer(&self, to: &mut ServerCapabilities) {
        to.definition_provider = self.definition.then_some(OneOf::Left(true));
        to.references_provider = self.references.then_some(OneOf::Left(true));
        to.document_highlight_provider = self.highlights.then_some(OneOf::Left(true));
    }
}
