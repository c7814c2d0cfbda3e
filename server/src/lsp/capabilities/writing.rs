//! Capabilities of the features for writing a program: formatting.

use tower_lsp::ls_types::{
    ClientCapabilities, DocumentOnTypeFormattingOptions, OneOf, ServerCapabilities,
};

use crate::features::formatting;

/// What the client declared of them.
#[derive(Clone, Debug, Default)]
pub(in crate::lsp) struct WritingFeatures {
    /// It formats documents.
    formatting: bool,
    /// It formats ranges.
    range_formatting: bool,
    /// It formats while typing.
    on_type_formatting: bool,
}

impl WritingFeatures {
    /// Reads what the client declares.
    pub(in crate::lsp) fn of(capabilities: &ClientCapabilities) -> Self {
        let text = capabilities.text_document.as_ref();
        Self {
            formatting: text.is_some_and(|it| it.formatting.is_some()),
            range_formatting: text.is_some_and(|it| it.range_formatting.is_some()),
            on_type_formatting: text.is_some_and(|it| it.on_type_formatting.is_some()),
        }
    }

    /// Adds what the server offers to such a client.
    pub(in crate::lsp) fn offer(&self, capabilities: &mut ServerCapabilities) {
        capabilities.document_formatting_provider = self.formatting.then_some(OneOf::Left(true));
        capabilities.document_range_formatting_provider =
            self.range_formatting.then_some(OneOf::Left(true));
        let [first, more @ ..] = formatting::ON_TYPE;
        capabilities.document_on_type_formatting_provider =
            self.on_type_formatting
                .then(|| DocumentOnTypeFormattingOptions {
                    first_trigger_character: first.to_owned(),
                    more_trigger_character: Some(more.map(str::to_owned).to_vec()),
                });
    }
}
