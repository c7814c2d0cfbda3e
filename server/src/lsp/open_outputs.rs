//! The open documents that hold output of the assembler.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use mnc2_ide::session::DocumentId;
use ropey::Rope;
use tower_lsp::ls_types::Uri;

use super::document;

/// The open documents that hold output of the assembler.
#[derive(Default)]
pub(super) struct Outputs {
    open: Mutex<HashMap<DocumentId, Rope>>,
    /// Those of which something wrong is shown.
    wrong: Mutex<HashSet<DocumentId>>,
}

impl Outputs {
    /// The text of one.
    pub(super) fn text(&self, uri: &Uri) -> Option<Rope> {
        self.open().get(&document::id(uri)).cloned()
    }

    /// All of them.
    pub(super) fn open(&self) -> MutexGuard<'_, HashMap<DocumentId, Rope>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes whether something wrong is shown of one. Returns whether that has to be said: it is, or it was before.
    pub(super) fn shows(&self, uri: &Uri, is_wrong: bool) -> bool {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        match is_wrong {
            true => {
                wrong.insert(document::id(uri));
                true
            }
            false => wrong.remove(&document::id(uri)),
        }
    }
}
