//! Documents by their URIs. The session compares names and never reads them; here they are URIs again.

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
