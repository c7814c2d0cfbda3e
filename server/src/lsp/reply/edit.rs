//! Edits of a document, as the client takes them.

use std::borrow::Cow;

use mnc2_text::{Change, line};
use ropey::Rope;
use tower_lsp::ls_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, Position, Range,
    TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};

use crate::lsp::client_capabilities::ClientFeatures;
use crate::lsp::convert::Encoding;
use crate::lsp::document_view::DocumentView;

/// Maximum number of edits of a layout. If there are more, they become one, which is shorter than a place for each of them.
const EDITS_MAX: usize = 10_000;

/// What a layout changes in a text, in its order.
pub(super) fn layout(changes: Vec<Change>, text: &Rope, encoding: Encoding) -> Vec<TextEdit> {
    if changes.len() > EDITS_MAX {
        return in_one(changes, text, encoding).into_iter().collect();
    }
    let edit = |Change { place, text: new }| {
        TextEdit::new(encoding.range(text, place.line, &place.range), new)
    };
    changes.into_iter().map(edit).collect()
}

/// All changes as one, from the first line that changes to the last.
fn in_one(mut changes: Vec<Change>, text: &Rope, encoding: Encoding) -> Option<TextEdit> {
    let (first, last) = (changes.first()?.place.line, changes.last()?.place.line);
    for change in &mut changes {
        change.place.line -= first;
    }
    let range = Range::new(
        Position::new(first, 0),
        encoding.position(text, last, u32::MAX),
    );
    let lines = text.get_lines_at(first as usize)?;
    let lines = lines.take((last - first) as usize + 1).map(Cow::from);
    let lines: String = lines.collect();
    let new = Change::apply_all(&changes, line::without_end(&lines));
    Some(TextEdit::new(range, new))
}

/// Edits of one version of a document, which is named if the client supports that.
pub(super) fn workspace_edit(
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

impl DocumentView<'_> {
    /// Changes as edits of the workspace.
    pub(super) fn changed(self, changes: Vec<Change>) -> WorkspaceEdit {
        let edit = |change: Change| TextEdit::new(self.range(&change.place), change.text);
        self.workspace_edit(changes.into_iter().map(edit).collect())
    }

    /// Edits of the workspace.
    pub(super) fn workspace_edit(self, edits: Vec<TextEdit>) -> WorkspaceEdit {
        workspace_edit(edits, self.version, self.uri, self.features)
    }
}
