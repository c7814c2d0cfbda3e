//! Capabilities of the features for writing a program: completion, signatures, formatting, links, rename.

use tower_lsp::ls_types::{
    ClientCapabilities, CompletionOptions, DocumentLinkOptions, DocumentOnTypeFormattingOptions,
    MarkupKind, OneOf, RenameOptions, ServerCapabilities, SignatureHelpOptions,
    WorkDoneProgressOptions,
};

use crate::features::{completion, formatting, signature};

/// What the client declared of them.
#[derive(Clone, Debug, Default)]
pub(in crate::lsp) struct WritingFeatures {
    /// It completes.
    completion: bool,
    /// It knows tab stops.
    pub(in crate::lsp) snippets: bool,
    /// It lets its user choose whether what follows the cursor is replaced.
    pub(in crate::lsp) insert_replace: bool,
    /// It renders Markdown in the documentation of items.
    pub(in crate::lsp) markdown_documentation: bool,
    /// It shows signatures.
    signatures: bool,
    /// It takes the place of a parameter in its signature.
    pub(in crate::lsp) label_offsets: bool,
    /// It renders Markdown in signatures.
    pub(in crate::lsp) markdown_signatures: bool,
    /// It formats documents.
    formatting: bool,
    /// It formats ranges.
    range_formatting: bool,
    /// It formats while typing.
    on_type_formatting: bool,
    /// It renames.
    rename: bool,
    /// It asks first what can be renamed.
    prepare_rename: bool,
    /// It follows links.
    links: bool,
    /// It shows what a link leads to.
    pub(in crate::lsp) link_tooltips: bool,
}

impl WritingFeatures {
    /// Reads what the client declares.
    pub(in crate::lsp) fn of(capabilities: &ClientCapabilities) -> Self {
        let text = capabilities.text_document.as_ref();
        let completion = text.and_then(|it| it.completion.as_ref());
        let item = completion.and_then(|it| it.completion_item.as_ref());
        let signatures = text.and_then(|it| it.signature_help.as_ref());
        let signature = signatures.and_then(|it| it.signature_information.as_ref());
        let rename = text.and_then(|it| it.rename.as_ref());
        let links = text.and_then(|it| it.document_link.as_ref());
        let is_markdown = |formats: &Option<Vec<MarkupKind>>| {
            formats
                .as_ref()
                .is_some_and(|formats| formats.contains(&MarkupKind::Markdown))
        };
        Self {
            completion: completion.is_some(),
            snippets: item.and_then(|it| it.snippet_support).unwrap_or(false),
            insert_replace: item
                .and_then(|it| it.insert_replace_support)
                .unwrap_or(false),
            markdown_documentation: item.is_some_and(|it| is_markdown(&it.documentation_format)),
            signatures: signatures.is_some(),
            label_offsets: signature
                .and_then(|it| it.parameter_information.as_ref()?.label_offset_support)
                .unwrap_or(false),
            markdown_signatures: signature.is_some_and(|it| is_markdown(&it.documentation_format)),
            formatting: text.is_some_and(|it| it.formatting.is_some()),
            range_formatting: text.is_some_and(|it| it.range_formatting.is_some()),
            on_type_formatting: text.is_some_and(|it| it.on_type_formatting.is_some()),
            rename: rename.is_some(),
            prepare_rename: rename.and_then(|it| it.prepare_support).unwrap_or(false),
            links: links.is_some(),
            link_tooltips: links.and_then(|it| it.tooltip_support).unwrap_or(false),
        }
    }

    /// Adds what the server offers to such a client.
    pub(in crate::lsp) fn offer(&self, capabilities: &mut ServerCapabilities) {
        let owned = |characters: &[&str]| characters.iter().map(|&it| it.to_owned()).collect();
        capabilities.completion_provider = self.completion.then(|| CompletionOptions {
            resolve_provider: Some(true),
            trigger_characters: Some(owned(&completion::TRIGGERS)),
            ..CompletionOptions::default()
        });
        capabilities.signature_help_provider = self.signatures.then(|| SignatureHelpOptions {
            trigger_characters: Some(owned(&signature::TRIGGERS)),
            retrigger_characters: None,
            work_done_progress_options: WorkDoneProgressOptions::default(),
        });
        capabilities.document_formatting_provider = self.formatting.then_some(OneOf::Left(true));
        capabilities.document_range_formatting_provider =
            self.range_formatting.then_some(OneOf::Left(true));
        let [first, more @ ..] = formatting::ON_TYPE;
        capabilities.document_on_type_formatting_provider =
            self.on_type_formatting
                .then(|| DocumentOnTypeFormattingOptions {
                    first_trigger_character: first.to_owned(),
                    more_trigger_character: Some(owned(&more)),
                });
        capabilities.rename_provider = self.rename.then(|| {
            if self.prepare_rename {
                OneOf::Right(RenameOptions {
                    prepare_provider: Some(true),
                    work_done_progress_options: WorkDoneProgressOptions::default(),
                })
            } else {
                OneOf::Left(true)
            }
        });
        capabilities.document_link_provider = self.links.then(|| DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        });
    }
}
