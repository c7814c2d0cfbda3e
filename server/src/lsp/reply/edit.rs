//! Edits of a document, as the client takes them.

use mnc2_ide::session::Snapshot;
use tower_lsp::ls_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    Uri, WorkspaceEdit,
};

use crate::lsp::capabilities::ClientFeatures;

/// Edits of one document, with its version if the client supports that.
pub(super) fn workspace_edit(
    edits: Vec<TextEdit>,
    snapshot: &Snapshot,
    uri: &Uri,
    features: &ClientFeatures,
) -> WorkspaceEdit {
    edits_of(edits, snapshot.version, uri, features)
}

/// Edits of one version of a document.
pub(super) fn edits_of(
    edits: Vec<TextEdit>,
    version: i32,
    uri: &Uri,
    features: &ClientFeatures,
) -> WorkspaceEdit {
    if !features.versioned_edits {
        return WorkspaceEdit::new([(uri.clone(), edits)].into_iter().collect());
    }
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(vec![TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                uri: uri.clone(),
                version: Some(version),
            },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        }])),
        ..WorkspaceEdit::default()
    }
}
