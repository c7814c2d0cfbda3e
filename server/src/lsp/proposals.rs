//! The last proposals of searches for a shorter order, for views that show the program before and after.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mnc2_ide::session::{Mnc2Document, Snapshot};
use ropey::Rope;
use tower_lsp::ls_types::Uri;

/// Maximum number of documents with a proposal; the oldest is forgotten.
const PROPOSALS_MAX: usize = 8;

/// What a search found for a document.
pub(super) struct Proposal {
    before: Rope,
    binding_before: Vec<usize>,
    /// The whole text with the proposed lines.
    pub(super) after: Snapshot,
    /// The lines of the proposal that no order can shorten.
    pub(super) binding_after: Vec<usize>,
}

impl Proposal {
    /// A proposal for a document, which is its own text if there is no shorter order.
    pub(super) fn new(
        snapshot: &Snapshot,
        after: &Rope,
        binding_before: Vec<usize>,
        binding_after: Vec<usize>,
    ) -> Self {
        Self {
            before: snapshot.text.clone(),
            binding_before,
            after: Mnc2Document::new(snapshot.version, &after.to_string())
                .snapshot()
                .for_keeping(),
            binding_after,
        }
    }

    /// The lines of a text that no order can shorten, if it is one of the two.
    pub(super) fn binding(&self, text: &Rope) -> &[usize] {
        if self.before == *text {
            &self.binding_before
        } else if self.after.text == *text {
            &self.binding_after
        } else {
            &[]
        }
    }
}

/// The last proposal of each of a few documents.
#[derive(Default)]
pub(super) struct Proposals(Mutex<VecDeque<(Uri, Arc<Proposal>)>>);

impl Proposals {
    /// Remembers the proposal for a document instead of the one before.
    pub(super) fn note(&self, uri: &Uri, proposal: Proposal) {
        self.forget(uri);
        let mut all = self.all();
        if all.len() == PROPOSALS_MAX {
            all.pop_front();
        }
        all.push_back((uri.clone(), Arc::new(proposal)));
    }

    /// The last proposal for a document.
    pub(super) fn for_document(&self, uri: &Uri) -> Option<Arc<Proposal>> {
        let all = self.all();
        let found = all.iter().find(|(of, _)| of == uri);
        found.map(|(_, proposal)| Arc::clone(proposal))
    }

    /// Forgets a document that is closed.
    pub(super) fn forget(&self, uri: &Uri) {
        self.all().retain(|(of, _)| of != uri);
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<(Uri, Arc<Proposal>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
