//! Capabilities of the features that follow data: definition, references, highlights.

use tower_lsp::ls_types::{ClientCapabilities, OneOf, ServerCapabilities};

/// What the client declares about them.
#[derive(Clone, Debug, Default)]
pub(in crate::lsp) struct FollowingFeatures {
    /// It marks the text whose definition was requested.
    pub(in crate::lsp) definition_links: bool,
}

impl FollowingFeatures {
    /// Reads what the client declares.
    pub(in crate::lsp) fn of(capabilities: &ClientCapabilities) -> Self {
        let definition = capabilities
            .text_document
            .as_ref()
            .and_then(|it| it.definition.as_ref());
        Self {
            definition_links: definition.and_then(|it| it.link_support).unwrap_or(false),
        }
    }
}

/// Adds what the server offers.
pub(in crate::lsp) fn offer(to: &mut ServerCapabilities) {
    to.definition_provider = Some(OneOf::Left(true));
    to.references_provider = Some(OneOf::Left(true));
    to.document_highlight_provider = Some(OneOf::Left(true));
}
