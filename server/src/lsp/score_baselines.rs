//! The states of documents that scores are compared with: as last saved, and the best that a testcase accepted.

use std::sync::{Arc, OnceLock};

use dashmap::DashMap;
use mnc2_dataflow::score::Score;
use mnc2_ide::features::score::{Before, score};
use mnc2_ide::session::Snapshot;
use tower_lsp::ls_types::Uri;

/// What is known about the open documents.
#[derive(Default)]
pub(super) struct Baselines {
    saved: DashMap<Uri, Arc<(Snapshot, OnceLock<Score>)>>,
    accepted: DashMap<Uri, Score>,
}

impl Baselines {
    /// The document now equals its file.
    pub(super) fn saved(&self, uri: Uri, snapshot: Snapshot) {
        let snapshot = snapshot.for_keeping();
        self.saved
            .insert(uri, Arc::new((snapshot, OnceLock::new())));
    }

    /// A testcase accepted a document with this score.
    pub(super) fn accepted(&self, uri: &Uri, now: Score) {
        let mut best = self.accepted.entry(uri.clone()).or_insert(now);
        if (now.total(), now.bytes) < (best.total(), best.bytes) {
            *best = now;
        }
    }

    /// A document was closed.
    pub(super) fn forget(&self, uri: &Uri) {
        self.saved.remove(uri);
        self.accepted.remove(uri);
    }

    /// The states to compare a document with.
    pub(super) fn before(&self, uri: &Uri) -> Before {
        // No entry is locked while its score is computed: a handler may need to replace it.
        let saved = self.saved.get(uri).map(|entry| Arc::clone(&entry));
        Before {
            saved: saved.map(|saved| *saved.1.get_or_init(|| score(&saved.0))),
            accepted: self.accepted.get(uri).map(|entry| *entry),
        }
    }
}
