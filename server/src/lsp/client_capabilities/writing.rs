//! Capabilities of the features for writing a program: completion, signatures, formatting, links, rename, edits of the
//! server.

use tower_lsp::ls_types::{ClientCapabilities, Documentation, MarkupContent, MarkupKind};

use crate::lsp::markup;

/// How a client takes documentation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::lsp) enum DocumentationForm {
    /// As a string of plain text, which every client accepts.
    #[default]
    Text,
    Markup(MarkupKind),
}

impl DocumentationForm {
    /// Markdown if the client renders it, plain text if it names only that.
    fn from_declared(declared: Option<&[MarkupKind]>) -> Self {
        let known = declared.unwrap_or_default();
        [MarkupKind::Markdown, MarkupKind::PlainText]
            .into_iter()
            .find(|kind| known.contains(kind))
            .map_or(Self::Text, Self::Markup)
    }

    /// A page of Markdown in this form.
    pub(in crate::lsp) fn documentation(&self, value: String) -> Documentation {
        match self {
            Self::Text => Documentation::String(markup::plain(&value)),
            Self::Markup(kind) => Documentation::MarkupContent(MarkupContent {
                kind: kind.clone(),
                value: match kind {
                    MarkupKind::Markdown => markup::aligned(&value),
                    MarkupKind::PlainText => markup::plain(&value),
                },
            }),
        }
    }
}

/// What the client declares about them.
#[derive(Clone, Debug, Default)]
pub(in crate::lsp) struct WritingFeatures {
    /// It supports tab stops.
    pub(in crate::lsp) snippets: bool,
    /// It lets its user choose whether to replace the text after the cursor.
    pub(in crate::lsp) insert_replace: bool,
    /// It shows a description next to an item's label.
    pub(in crate::lsp) label_details: bool,
    /// The form of the documentation of items.
    pub(in crate::lsp) item_documentation: DocumentationForm,
    /// It accepts the offsets of a parameter in its signature.
    pub(in crate::lsp) label_offsets: bool,
    /// The form of the documentation of signatures.
    pub(in crate::lsp) signature_documentation: DocumentationForm,
    /// It first requests what can be renamed.
    pub(in crate::lsp) prepare_rename: bool,
    /// It formats while its user types, if its user has enabled that.
    pub(in crate::lsp) on_type_formatting: bool,
    /// It shows the target of a link.
    pub(in crate::lsp) link_tooltips: bool,
    /// It applies edits that the server sends.
    pub(in crate::lsp) applies_edits: bool,
    /// It shows descriptions of edits, for its user to confirm.
    pub(in crate::lsp) change_annotations: bool,
}

impl WritingFeatures {
    /// Reads what the client declares.
    pub(in crate::lsp) fn from_capabilities(capabilities: &ClientCapabilities) -> Self {
        let text = capabilities.text_document.as_ref();
        let completion = text.and_then(|it| it.completion.as_ref());
        let item = completion.and_then(|it| it.completion_item.as_ref());
        let signatures = text.and_then(|it| it.signature_help.as_ref());
        let signature = signatures.and_then(|it| it.signature_information.as_ref());
        let rename = text.and_then(|it| it.rename.as_ref());
        let workspace = capabilities.workspace.as_ref();
        let edits = workspace.and_then(|it| it.workspace_edit.as_ref());
        let links = text.and_then(|it| it.document_link.as_ref());
        Self {
            snippets: item.and_then(|it| it.snippet_support).unwrap_or(false),
            insert_replace: item
                .and_then(|it| it.insert_replace_support)
                .unwrap_or(false),
            label_details: item
                .and_then(|it| it.label_details_support)
                .unwrap_or(false),
            item_documentation: DocumentationForm::from_declared(
                item.and_then(|it| it.documentation_format.as_deref()),
            ),
            label_offsets: signature
                .and_then(|it| it.parameter_information.as_ref()?.label_offset_support)
                .unwrap_or(false),
            signature_documentation: DocumentationForm::from_declared(
                signature.and_then(|it| it.documentation_format.as_deref()),
            ),
            prepare_rename: rename.and_then(|it| it.prepare_support).unwrap_or(false),
            on_type_formatting: text.is_some_and(|it| it.on_type_formatting.is_some()),
            link_tooltips: links.and_then(|it| it.tooltip_support).unwrap_or(false),
            applies_edits: workspace.and_then(|it| it.apply_edit).unwrap_or(false),
            change_annotations: edits.is_some_and(|it| it.change_annotation_support.is_some()),
        }
    }
}
