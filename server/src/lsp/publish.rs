//! Pushes diagnostics: one publication for every version of every text, in the order of versions.
//!
//! An edit puts a snapshot into the outbox and returns; one task takes them out, checks each and sends the findings.
//! It is a single task so that no publication overtakes another one.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use mnc2_ide::session::{Answering, Snapshot};
use tokio::sync::Notify;
use tower_lsp::Client;
use tower_lsp::ls_types::notification::PublishDiagnostics;
use tower_lsp::ls_types::{Diagnostic, MessageType, PublishDiagnosticsParams, Uri};

use super::capabilities::ClientFeatures;
use super::findings::{self, Kept};
use super::outlet::Notifier;

/// Maximum number of publications that wait. Above it, older versions of the same text give way to newer ones.
const WAITING_MAX: usize = 8192;

/// Maximum size of the publications that wait, each counted with its whole text; above it, the same.
const WAITING_BYTES_MAX: usize = 64 << 20;

/// Something to publish about a document.
enum Publication {
    /// The checker's findings in this text; long work lets them go first if someone types it.
    Findings(Uri, Box<Snapshot>, Option<Answering>),
    /// These findings about a text that is not open.
    These(Uri, Vec<Diagnostic>),
}

impl Publication {
    fn uri(&self) -> &Uri {
        match self {
            Self::Findings(uri, ..) | Self::These(uri, _) => uri,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Findings(_, snapshot, _) => snapshot.text.len_bytes(),
            Self::These(..) => 0,
        }
    }
}

/// Publications that wait for their turn.
#[derive(Default)]
pub(super) struct Outbox {
    waiting: Mutex<Waiting>,
    wake: Notify,
}

#[derive(Default)]
struct Waiting {
    publications: VecDeque<Publication>,
    /// Of all of them together.
    bytes: usize,
}

impl Waiting {
    fn push(&mut self, publication: Publication) {
        let bytes = self.bytes + publication.bytes();
        if self.publications.len() >= WAITING_MAX || bytes > WAITING_BYTES_MAX {
            let uri = publication.uri();
            self.publications.retain(|older| older.uri() != uri);
            self.bytes = self.publications.iter().map(Publication::bytes).sum();
        }
        self.bytes += publication.bytes();
        self.publications.push_back(publication);
    }

    fn pop(&mut self) -> Option<Publication> {
        let next = self.publications.pop_front()?;
        self.bytes -= next.bytes();
        Some(next)
    }
}

impl Outbox {
    /// Publishes the findings in a text.
    pub(super) fn publish(&self, uri: Uri, snapshot: Snapshot, typed: Option<Answering>) {
        // Every version is published, also when the next one is there.
        let snapshot = Box::new(snapshot.for_keeping());
        self.push(Publication::Findings(uri, snapshot, typed));
    }

    /// Publishes these findings about a document that is not open; an empty list withdraws what was published.
    pub(super) fn send(&self, uri: Uri, diagnostics: Vec<Diagnostic>) {
        self.push(Publication::These(uri, diagnostics));
    }

    fn push(&self, publication: Publication) {
        self.waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(publication);
        self.wake.notify_one();
    }

    async fn next(&self) -> Publication {
        loop {
            let next = self
                .waiting
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop();
            match next {
                Some(publication) => return publication,
                None => self.wake.notified().await,
            }
        }
    }
}

/// Sends what is put into the outbox, for ever.
pub(super) async fn run(
    outbox: Arc<Outbox>,
    client: Client,
    notifier: Notifier,
    features: Arc<ClientFeatures>,
    shown: Arc<Kept>,
) {
    let send = async |uri, diagnostics, version| {
        let params = PublishDiagnosticsParams::new(uri, diagnostics, version);
        notifier.notify::<PublishDiagnostics>(&params).await;
    };
    loop {
        match outbox.next().await {
            Publication::These(uri, diagnostics) => send(uri, diagnostics, None).await,
            Publication::Findings(uri, snapshot, typed) => {
                let version = Some(snapshot.version);
                let features = Arc::clone(&features);
                let shown = Arc::clone(&shown);
                let analysis = tokio::task::spawn_blocking(move || {
                    let _typed = typed;
                    // Nothing is said about a text that is closed before it is read.
                    let is_read = snapshot.program.is_read_unless(&|| false);
                    let found =
                        is_read.then(|| findings::diagnostics(&snapshot, &uri, &features, &shown));
                    (found, uri)
                });
                match analysis.await {
                    Ok((Some(diagnostics), uri)) => send(uri, diagnostics, version).await,
                    Ok((None, _)) => {}
                    Err(failure) => {
                        let message = format!("The check of a document failed: {failure}");
                        client.log_message(MessageType::ERROR, message).await;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mnc2_ide::session::{Document, DocumentId, Session};

    fn of(name: &str, version: i32, bytes: usize) -> Publication {
        let mut session = Session::default();
        let document = Document::new(version, &"#".repeat(bytes));
        let id = DocumentId::new(name);
        session.open(id.clone(), document, None);
        let snapshot = session.snapshot(&id).expect("it was just opened");
        let uri = format!("file:///{name}").parse().expect("a URI");
        Publication::Findings(uri, Box::new(snapshot), None)
    }

    fn check(waiting: &mut Waiting, expected: &[(&str, i32)]) {
        let mut found = Vec::new();
        while let Some(publication) = waiting.pop() {
            if let Publication::Findings(uri, snapshot, _) = publication {
                found.push((uri.as_str().to_owned(), snapshot.version));
            }
        }
        let expected = expected
            .iter()
            .map(|&(uri, version)| (uri.to_owned(), version));
        assert_eq!(found, expected.collect::<Vec<_>>());
        assert_eq!(waiting.bytes, 0);
    }

    #[test]
    fn older_versions_of_long_texts_give_way() {
        let mut waiting = Waiting::default();
        let third = WAITING_BYTES_MAX / 3;
        for (name, version) in [("a", 1), ("b", 1), ("a", 2), ("a", 3), ("a", 4)] {
            waiting.push(of(name, version, third));
        }
        check(
            &mut waiting,
            &[("file:///b", 1), ("file:///a", 3), ("file:///a", 4)],
        );
    }

    #[test]
    fn older_versions_give_way_to_the_last_of_many() {
        let mut waiting = Waiting::default();
        for version in 0..=WAITING_MAX as i32 {
            waiting.push(of("a", version, 1));
        }
        check(&mut waiting, &[("file:///a", WAITING_MAX as i32)]);
    }
}
