//! Names that the files of a program share, as locations and edits in all of them.

use std::collections::HashMap;
use std::path::Path;

use mnc2_text::{LinkedFile, Place};
use ropey::Rope;
use tower_lsp::ls_types::{
    DocumentChanges, Location, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit,
    TextEdit, Uri, WorkspaceEdit,
};

use crate::lsp::document_view::DocumentView;

impl DocumentView<'_> {
    /// The URI of a file of the program.
    fn linked_uri(self, file: &LinkedFile, folder: &Path) -> Option<Uri> {
        match &file.file {
            None => Some(self.uri.clone()),
            Some(name) => {
                let path = folder.join(name);
                Uri::from_file_path(path.canonicalize().unwrap_or(path))
            }
        }
    }

    /// Some places of each file.
    pub(super) fn linked_locations(
        self,
        files: &[LinkedFile],
        folder: &Path,
        wanted: impl Fn(&LinkedFile) -> Vec<Place>,
    ) -> Vec<Location> {
        let encoding = self.features.encoding;
        let locations = files.iter().flat_map(|file| {
            let text = Rope::from_str(&file.lines.join("\n"));
            let uri = self.linked_uri(file, folder);
            let location = move |place: Place| {
                let range = encoding.range(&text, place.line, &place.range);
                Some(Location::new(uri.clone()?, range))
            };
            wanted(file).into_iter().filter_map(location)
        });
        locations.collect()
    }

    /// The edits that make a name another one in all files.
    pub(super) fn linked_edit(
        self,
        files: &[LinkedFile],
        folder: &Path,
        name: &str,
    ) -> WorkspaceEdit {
        let places = self.linked_locations(files, folder, |file| file.places.clone());
        let mut edits: Vec<(Uri, Vec<TextEdit>)> = Vec::new();
        for Location { uri, range } in places {
            let edit = TextEdit::new(range, name.to_owned());
            match edits.last_mut() {
                Some((last, edits)) if *last == uri => edits.push(edit),
                _ => edits.push((uri, vec![edit])),
            }
        }
        if !self.features.versioned_edits {
            return WorkspaceEdit::new(edits.into_iter().collect::<HashMap<_, _>>());
        }
        let edits = edits.into_iter().map(|(uri, edits)| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                version: (uri == *self.uri).then_some(self.version),
                uri,
            },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        });
        WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(edits.collect())),
            ..WorkspaceEdit::default()
        }
    }
}
