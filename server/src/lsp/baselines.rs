//! The states of documents that scores are compared with: as last saved and as last committed.
//!
//! Both are read when lenses are requested, outside of the handlers, and kept until they change.

use std::sync::{Arc, OnceLock};

use dashmap::DashMap;
use mnc2_asm::score::Score;
use mnc2_asm::{Program, text};
use tower_lsp::ls_types::Uri;

use crate::committed::Committed;
use crate::features::score::{Before, score};
use crate::session::Snapshot;

/// What is known about the open documents.
#[derive(Default)]
pub(super) struct Baselines {
    saved: DashMap<Uri, Arc<(Snapshot, OnceLock<Score>)>>,
    committed: DashMap<Uri, (gix::ObjectId, Option<Score>)>,
}

impl Baselines {
    /// The document now equals its file.
    pub(super) fn saved(&self, uri: Uri, snapshot: Snapshot) {
        let snapshot = snapshot.for_keeping();
        self.saved
            .insert(uri, Arc::new((snapshot, OnceLock::new())));
    }

    /// A document was closed.
    pub(super) fn forget(&self, uri: &Uri) {
        self.saved.remove(uri);
        self.committed.remove(uri);
    }

    /// The states to compare a document with; reads files.
    pub(super) fn before(&self, uri: &Uri) -> Before {
        // No entry is locked while its score is counted: a handler may want to replace it.
        let saved = self.saved.get(uri).map(|entry| Arc::clone(&entry));
        Before {
            saved: saved.map(|saved| *saved.1.get_or_init(|| score(&saved.0))),
            committed: self.committed(uri),
        }
    }

    fn committed(&self, uri: &Uri) -> Option<Score> {
        let committed = Committed::find(&uri.to_file_path()?)?;
        if let Some(known) = self.committed.get(uri)
            && known.0 == committed.commit
        {
            return known.1;
        }
        let score = committed.content().map(|content| {
            let (source, _) = text::decode(&content);
            Score::of(&Program::parse(&source), text::lines(&source))
        });
        self.committed
            .insert(uri.clone(), (committed.commit, score));
        score
    }
}
