//! Pushing diagnostics: one publication for every version of every text, in the order of versions.
//!
//! Edits put a snapshot on the outbox and go on; one task takes them off, lets
//! the checker look at each and sends what it found. A single task, so that no
//! publication overtakes another one.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;
use tower_lsp::Client;
use tower_lsp::ls_types::{Diagnostic, MessageType, Uri};

use super::capabilities::ClientFeatures;
use super::convert;
use crate::session::Snapshot;

/// Publications that may wait. Beyond that, older versions of the same text give way to newer ones.
const WAITING_MAX: usize = 8192;

/// Something to publish about a document.
enum Publication {
    /// What the checker finds in this text.
    Findings(Uri, Box<Snapshot>),
    /// These; about a text that is not open.
    These(Uri, Vec<Diagnostic>),
}

impl Publication {
    fn uri(&self) -> &Uri {
        match self {
            Self::Findings(uri, _) | Self::These(uri, _) => uri,
        }
    }
}

/// Publications that wait for their turn.
#[derive(Default)]
pub(super) struct Outbox {
    waiting: Mutex<VecDeque<Publication>>,
    wake: Notify,
}

impl Outbox {
    /// Publishes what is found in a text.
    pub(super) fn publish(&self, uri: Uri, snapshot: Snapshot) {
        self.push(Publication::Findings(uri, Box::new(snapshot)));
    }

    /// Publishes these about a document that is not open; none take back what was published.
    pub(super) fn send(&self, uri: Uri, diagnostics: Vec<Diagnostic>) {
        self.push(Publication::These(uri, diagnostics));
    }

    fn push(&self, publication: Publication) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() >= WAITING_MAX {
            waiting.retain(|older| older.uri() != publication.uri());
        }
        waiting.push_back(publication);
        drop(waiting);
        self.wake.notify_one();
    }

    async fn next(&self) -> Publication {
        loop {
            let next = self
                .waiting
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop_front();
            match next {
                Some(publication) => return publication,
                None => self.wake.notified().await,
            }
        }
    }
}

/// Sends what comes into the outbox, for ever.
pub(super) async fn run(outbox: Arc<Outbox>, client: Client, features: Arc<ClientFeatures>) {
    loop {
        match outbox.next().await {
            Publication::These(uri, diagnostics) => {
                client.publish_diagnostics(uri, diagnostics, None).await;
            }
            Publication::Findings(uri, snapshot) => {
                let version = Some(snapshot.version);
                let features = Arc::clone(&features);
                let analysis = tokio::task::spawn_blocking(move || {
                    (convert::diagnostics(&snapshot, &uri, &features), uri)
                });
                match analysis.await {
                    Ok((diagnostics, uri)) => {
                        client.publish_diagnostics(uri, diagnostics, version).await;
                    }
                    Err(failure) => {
                        let message = format!("The check of a document failed: {failure}");
                        client.log_message(MessageType::ERROR, message).await;
                    }
                }
            }
        }
    }
}
