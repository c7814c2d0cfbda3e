//! Capabilities of the features for writing a program: completion, signatures, formatting, links, rename.

use tower_lsp::ls_types::{
    ClientCapabilities, CompletionOptions, DocumentLinkOptions, DocumentOnTypeFormattingOptions,
    Documentation, MarkupContent, MarkupKind, OneOf, RenameOptions, ServerCapabilities,
    SignatureHelpOptions, WorkDoneProgressOptions,
};

use crate::features::{completion, formatting, signature};

/// How a client takes documentation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::lsp) enum DocumentationForm {
    /// As a string, which every client takes.
    #[default]
    Text,
    /// With its kind.
    Markup(MarkupKind),
}

impl DocumentationForm {
    /// Markdown where the client renders it, plain text where it names only that.
    fn of(declared: Option<&[MarkupKind]>) -> Self {
        let known = declared.unwrap_or_default();
        [MarkupKind::Markdown, MarkupKind::PlainText]
            .into_iter()
            .find(|kind| known.contains(kind))
            .map_or(Self::Text, Self::Markup)
    }

    /// The text in this form.
    pub(in crate::lsp) fn documentation(&self, value: String) -> Documentation {
        match self {
            Self::Text => Documentation::String(value),
            Self::Markup(kind) => Documentation::MarkupContent(MarkupContent {
                kind: kind.clone(),
                value,
            }),
        }
    }
}

/// What the client declared of them.
#[derive(Clone, Debug, Default)]
pub(in crate::lsp) struct WritingFeatures {
    /// It completes.
    completion: bool,
    /// It knows tab stops.
    pub(in crate::lsp) snippets: bool,
    /// It lets its user choose whether what follows the cursor is replaced.
    pub(in crate::lsp) insert_replace: bool,
    /// The form of the documentation of items.
    pub(in crate::lsp) item_documentation: DocumentationForm,
    /// It shows signatures.
    signatures: bool,
    /// It takes the place of a parameter in its signature.
    pub(in crate::lsp) label_offsets: bool,
    /// The form of the documentation of signatures.
    pub(in crate::lsp) signature_documentation: DocumentationForm,
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
        Self {
            completion: completion.is_some(),
            snippets: item.and_then(|it| it.snippet_support).unwrap_or(false),
            insert_replace: item
                .and_then(|it| it.insert_replace_support)
                .unwrap_or(false),
            item_documentation: DocumentationForm::of(
                item.and_then(|it| it.documentation_format.as_deref()),
            ),
            signatures: signatures.is_some(),
            label_offsets: signature
                .and_then(|it| it.parameter_information.as_ref()?.label_offset_support)
                .unwrap_or(false),
            signature_documentation: DocumentationForm::of(
                signature.and_then(|it| it.documentation_format.as_deref()),
            ),
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
