//! The identity of documents.

use std::sync::Arc;

/// A document or file, by its name in the editor. Names are compared, never parsed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentId(Arc<str>);

impl DocumentId {
    /// The document with a name.
    pub fn new(name: &str) -> Self {
        Self(name.into())
    }

    /// The name of the document.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is this one, or is below it if that is a folder.
    pub(super) fn is_or_is_below(&self, folder: &Self) -> bool {
        let below = self.0.strip_prefix(folder.0.trim_end_matches('/'));
        below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}
