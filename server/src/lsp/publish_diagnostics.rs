//! Pushes diagnostics: one publication for every version of every text, in the order of versions.
//!
//! An edit puts a snapshot into the outbox and returns; two tasks take them out, check each and send the findings. They never
//! work on the same document, so that no version overtakes another one. One of them takes only edited texts, which are checked
//! even while long texts, or many of them, are being opened.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mnc2_ide::session::{Answering, AnySnapshot};
use tokio::sync::Notify;
use tower_lsp::Client;
use tower_lsp::ls_types::notification::PublishDiagnostics;
use tower_lsp::ls_types::{Diagnostic, MessageType, PublishDiagnosticsParams, Uri};

use super::blocking;
use super::client_capabilities::ClientFeatures;
use super::document_view::DocumentView;
use super::findings::{self, Kept};
use super::hosts::{Hosts, places};
use super::transport::Notifier;

/// Maximum number of publications that wait. Above it, older versions of the same text give way to newer ones.
const WAITING_MAX: usize = 8192;

/// Maximum size of the publications that wait, each counted with its whole text; above it, the same.
const WAITING_BYTES_MAX: usize = 64 << 20;

/// Something to publish about a document.
enum Publication {
    /// The checker's findings in this text; before others if the user is typing in it.
    Findings(Uri, AnySnapshot, Option<Answering>),
    /// These findings about a text that is not open, or about this version of a host.
    These(Uri, Vec<Diagnostic>, Option<i32>),
}

impl Publication {
    fn uri(&self) -> &Uri {
        match self {
            Self::Findings(uri, ..) | Self::These(uri, ..) => uri,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Findings(_, snapshot, _) => snapshot.text().len_bytes(),
            Self::These(..) => 0,
        }
    }

    fn publisher(&self) -> Publisher {
        match self {
            Self::Findings(_, _, None) => Publisher::OfOpened,
            Self::Findings(_, _, Some(_)) | Self::These(..) => Publisher::OfEdited,
        }
    }
}

/// A task that publishes in the order in which publications came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Publisher {
    /// Texts that were edited, and findings that are known: quick work.
    OfEdited,
    /// Texts that were opened, or that are checked by other settings.
    OfOpened,
}

/// The publishers, one task each.
pub(super) const PUBLISHERS: [Publisher; 2] = [Publisher::OfEdited, Publisher::OfOpened];

/// Publications that wait for their turn.
#[derive(Default)]
pub(super) struct Outbox {
    waiting: Mutex<Waiting>,
    /// One for each publisher.
    wake: [Notify; PUBLISHERS.len()],
}

#[derive(Default)]
struct Waiting {
    publications: VecDeque<Publication>,
    /// Bytes of all publications together.
    bytes: usize,
    /// The documents that are being published.
    busy: HashSet<Uri>,
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

    /// The next publication for a publisher, whose document is busy from now on.
    fn pop(&mut self, publisher: Publisher) -> Option<Publication> {
        let own = |it: &&Publication| it.publisher() == publisher && !self.busy.contains(it.uri());
        let uri = self.publications.iter().find(own)?.uri().clone();
        // Older versions of the same text come first.
        let index = self.publications.iter().position(|it| *it.uri() == uri)?;
        let next = self.publications.remove(index)?;
        self.bytes -= next.bytes();
        self.busy.insert(uri);
        Some(next)
    }
}

impl Outbox {
    /// Publishes the findings in a text.
    pub(super) fn publish(&self, uri: Uri, snapshot: AnySnapshot, typed: Option<Answering>) {
        // Every version is published, also when the next one is there.
        let snapshot = snapshot.for_keeping();
        self.push(Publication::Findings(uri, snapshot, typed));
    }

    /// Publishes these findings about a document that is not open; an empty list withdraws what was published.
    pub(super) fn send(&self, uri: Uri, diagnostics: Vec<Diagnostic>) {
        self.send_version(uri, diagnostics, None);
    }

    /// Publishes these findings about a version of a document.
    pub(super) fn send_version(
        &self,
        uri: Uri,
        diagnostics: Vec<Diagnostic>,
        version: Option<i32>,
    ) {
        self.push(Publication::These(uri, diagnostics, version));
    }

    fn push(&self, publication: Publication) {
        self.waiting().push(publication);
        self.wake.iter().for_each(Notify::notify_one);
    }

    /// A document was published, so its next version can be.
    fn done(&self, uri: &Uri) {
        self.waiting().busy.remove(uri);
        self.wake.iter().for_each(Notify::notify_one);
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn next(&self, publisher: Publisher) -> Publication {
        loop {
            let next = self.waiting().pop(publisher);
            match next {
                Some(publication) => return publication,
                None => self.wake[publisher as usize].notified().await,
            }
        }
    }
}

/// The result of a check; what went wrong is written into the client's log.
async fn done<T>(result: Result<T, tokio::task::JoinError>, client: &Client) -> Option<T> {
    match result {
        Ok(found) => Some(found),
        Err(failure) => {
            let message = format!("The check of a document failed: {failure}");
            client.log_message(MessageType::ERROR, message).await;
            None
        }
    }
}

/// Sends what is put into the outbox, for ever.
pub(super) async fn run(
    publisher: Publisher,
    outbox: Arc<Outbox>,
    client: Client,
    notifier: Notifier,
    features: Arc<ClientFeatures>,
    shown: Arc<Kept>,
    hosts: Arc<Hosts>,
) {
    loop {
        let next = outbox.next(publisher).await;
        let uri = next.uri().clone();
        let (found, version) = match next {
            Publication::These(_, diagnostics, version) => (Some(diagnostics), version),
            Publication::Findings(_, snapshot, typed) => {
                let version = Some(snapshot.version());
                let (features, shown, uri) = (features.clone(), shown.clone(), uri.clone());
                let analysis = blocking::begin(move || {
                    let _typed = typed;
                    // Nothing is published for a text that is closed before it is read.
                    snapshot.is_read().then(|| {
                        let seen = DocumentView::new(&snapshot, &uri, None, &features);
                        findings::diagnostics(seen, &shown)
                    })
                });
                (done(analysis.await, &client).await.flatten(), version)
            }
        };
        if let Some(found) = found {
            if places::is_embedded(&uri) {
                hosts.publish(&uri, found, version, |host, found, version| {
                    outbox.send_version(host, found, Some(version));
                });
                outbox.done(&uri);
                continue;
            }
            let params = PublishDiagnosticsParams::new(uri.clone(), found, version);
            notifier.notify::<PublishDiagnostics>(&params).await;
        }
        outbox.done(&uri);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mnc2_ide::session::{DocumentId, EditPriority, Mnc2Document, Session};

    fn publication(name: &str, version: i32, bytes: usize) -> Publication {
        let mut session = Session::default();
        let document = Mnc2Document::new(version, &"#".repeat(bytes));
        let id = DocumentId::new(name);
        session.open(id.clone(), document.into(), "mnc2", None);
        let snapshot = session.any(&id).expect("it was just opened");
        let uri = format!("file:///{name}").parse().expect("a URI");
        Publication::Findings(uri, snapshot, None)
    }

    /// The same after an edit.
    fn typed(name: &str, version: i32) -> Publication {
        match publication(name, version, 1) {
            Publication::Findings(uri, snapshot, _) => {
                let typed = Some(Arc::<EditPriority>::default().begin());
                Publication::Findings(uri, snapshot, typed)
            }
            other => other,
        }
    }

    fn name(publication: Option<Publication>) -> Option<(String, i32)> {
        match publication? {
            Publication::Findings(uri, snapshot, _) => {
                let name = uri.as_str().trim_start_matches("file:///");
                Some((name.to_owned(), snapshot.version()))
            }
            Publication::These(..) => None,
        }
    }

    #[test]
    fn typing_goes_before_long_work() {
        let mut waiting = Waiting::default();
        let named = |name: &str, version| Some((name.to_owned(), version));
        for opened in ["long", "other", "typed"] {
            waiting.push(publication(opened, 1, 1));
        }
        assert_eq!(name(waiting.pop(Publisher::OfOpened)), named("long", 1));
        assert_eq!(name(waiting.pop(Publisher::OfEdited)), None);
        // Reading the first text takes its time; what is typed now waits neither for it nor for the second one.
        waiting.push(typed("long", 2));
        waiting.push(typed("typed", 2));
        assert_eq!(name(waiting.pop(Publisher::OfEdited)), named("typed", 1));
        assert_eq!(
            name(waiting.pop(Publisher::OfEdited)),
            None,
            "both documents are busy"
        );
        waiting
            .busy
            .remove(&"file:///typed".parse::<Uri>().expect("a URI"));
        assert_eq!(name(waiting.pop(Publisher::OfEdited)), named("typed", 2));
        assert_eq!(name(waiting.pop(Publisher::OfEdited)), None);
        assert_eq!(name(waiting.pop(Publisher::OfOpened)), named("other", 1));
        waiting.busy.clear();
        assert_eq!(name(waiting.pop(Publisher::OfEdited)), named("long", 2));
        assert_eq!(waiting.bytes, 0);
    }

    fn check(waiting: &mut Waiting, expected: &[(&str, i32)]) {
        let mut found = Vec::new();
        while let Some(publication) = waiting.pop(Publisher::OfOpened) {
            waiting.busy.clear();
            if let Publication::Findings(uri, snapshot, _) = publication {
                found.push((uri.as_str().to_owned(), snapshot.version()));
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
            waiting.push(publication(name, version, third));
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
            waiting.push(publication("a", version, 1));
        }
        check(&mut waiting, &[("file:///a", WAITING_MAX as i32)]);
    }
}
