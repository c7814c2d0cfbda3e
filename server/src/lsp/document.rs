//! Documents by their URIs. The session compares names and never reads them; here they are URIs again.

use std::path::PathBuf;

use mnc2_ide::session::DocumentId;
use tower_lsp::ls_types::Uri;

/// The document with a URI.
pub(super) fn id(uri: &Uri) -> DocumentId {
    DocumentId::new(uri.as_str())
}

/// The URI of a document.
pub(super) fn uri(id: &DocumentId) -> Uri {
    let uri = id.as_str().parse();
    uri.expect("every document of the session was named by a URI")
}

/// The URIs of documents.
pub(super) fn uris<'a>(ids: impl IntoIterator<Item = &'a DocumentId>) -> Vec<Uri> {
    ids.into_iter().map(uri).collect()
}

/// The scheme of programs within files of other languages, with its colon.
pub(super) const EMBEDDED_SCHEME: &str = "mnc2-embedded:";

/// The schemes of documents that have the path of another one: cells of notebooks, and programs within files.
const PARTS: [&str; 3] = [
    "vscode-notebook-cell:",
    "vscode-notebook-cell-untitled:",
    EMBEDDED_SCHEME,
];

/// The path of the file that a document is in: its own, or the path of the notebook or file of which it is a part.
pub(super) fn place(uri: &Uri) -> Option<PathBuf> {
    let cell = PARTS.iter().find_map(|it| uri.as_str().strip_prefix(it));
    let Some(rest) = cell else {
        return path(uri);
    };
    let notebook = rest.split(['?', '#']).next().unwrap_or_default();
    path(&format!("file:{notebook}").parse().ok()?)
}

/// The path of a document that is a file.
pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    if !uri.as_str().starts_with("file:") {
        return None;
    }
    Some(uri.to_file_path()?.into_owned())
}
