//! The analyses that answer requests: outside of the handlers, on a snapshot, and only until they are cancelled.

use std::sync::Arc;

use mnc2_ide::features::diagnostics;
use mnc2_ide::session::{AnySnapshot, Snapshot};
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;

use super::blocking;
use super::client_capabilities::ClientFeatures;
use super::document;
use super::document_view::{DocumentView, Scope};
use super::run;
use super::server_state::{ServerState, not_open};
use super::view_requests::failed;

impl ServerState {
    /// Answers a question about a document of any language on a thread of its own. The answer counts only if the text has not
    /// changed.
    ///
    /// `None` if the document is not open: clients send requests about documents that they have just closed, and
    /// would show their users an error.
    ///
    /// The snapshot is cancelled when the text changes, and when this future is dropped, which happens if the request is
    /// cancelled. A long analysis checks [`Snapshot::is_cancelled`] and stops.
    pub(super) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        uri: Uri,
        scope: Scope,
        answer: impl FnOnce(DocumentView<'_>) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let id = document::id(&uri);
        let Some(snapshot) = self.session().any(&id) else {
            return Ok(None);
        };
        let (snapshot, _wanted) = snapshot.for_request();
        let features = self.features();
        let shared = Arc::clone(self);
        let answering = self.typing.begin();
        blocking::begin(move || {
            let _answering = answering;
            if snapshot.is_cancelled() {
                // It was cancelled, or the text changed, before a thread was free.
                return Err(Error::content_modified());
            }
            // The first one parses the text, unless the document is closed meanwhile.
            let answer = match snapshot.is_read() {
                true => answer_in(&shared, &snapshot, &uri, &features, scope, answer),
                false => None,
            };
            let session = shared.session();
            if session.has_text_of(&id, &snapshot) {
                Ok(answer)
            } else if session.is_open(&id) {
                Err(Error::content_modified())
            } else {
                Ok(None)
            }
        })
        .await
        .map_err(|_| Error::internal_error())?
    }

    /// Like `ask`, about a program of MN-Core 2, for answers that need single lines.
    pub(super) async fn analyse<T: Send + 'static>(
        self: &Arc<Self>,
        uri: Uri,
        analysis: impl FnOnce(&Snapshot, &Uri, &ClientFeatures) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        self.ask(uri, Scope::Lines, |seen| {
            analysis(seen.program()?.snapshot, seen.uri, seen.features)
        })
        .await
    }

    /// Searches through the workspace on a thread of its own when its turn comes: the work, and a guard that ends it when it is
    /// dropped. At each check for cancellation, the search waits for the answers that a user who types waits for.
    pub(super) async fn search<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&ServerState, &(dyn Fn() -> bool + Sync)) -> T + Send + 'static,
    ) -> (JoinHandle<T>, DropGuard) {
        let shared = Arc::clone(self);
        let turn = Arc::clone(&shared.searches).acquire_owned().await;
        let token = CancellationToken::new();
        let stop = token.clone().drop_guard();
        let work = blocking::begin(move || {
            let _turn = turn;
            work(&shared, &|| {
                shared.typing.give_way();
                token.is_cancelled()
            })
        });
        (work, stop)
    }

    /// Like `analyse`, for a command or a view that the user requested: if the document is not open, the answer is an error
    /// with the reason.
    pub(super) async fn analyse_open<T: Send + 'static>(
        self: &Arc<Self>,
        uri: Uri,
        analysis: impl FnOnce(&Snapshot, &Uri, &ClientFeatures) -> T + Send + 'static,
    ) -> Result<T> {
        let not_open = not_open(&uri);
        self.analyse(uri, move |snapshot, uri, features| {
            if let Some(unread) = snapshot.unread {
                let language = features.language();
                return Some(Err(failed(&diagnostics::unread_message(unread), language)));
            }
            Some(Ok(analysis(snapshot, uri, features)))
        })
        .await?
        .ok_or(not_open)?
    }
}

/// An answer about the text in the scope of a question; `None` if a program is too long for the scope.
fn answer_in<T>(
    shared: &ServerState,
    snapshot: &AnySnapshot,
    uri: &Uri,
    features: &ClientFeatures,
    scope: Scope,
    answer: impl FnOnce(DocumentView<'_>) -> Option<T>,
) -> Option<T> {
    let AnySnapshot::Mnc2(program) = snapshot else {
        return answer(DocumentView::new(snapshot, uri, None, features));
    };
    if scope != Scope::Lines && program.is_unread() {
        return None;
    }
    let around = match scope {
        Scope::Testcase => run::testcase::around(shared, uri, program),
        Scope::Lines | Scope::Program => None,
    };
    answer(DocumentView::new(
        snapshot,
        uri,
        around.as_deref(),
        features,
    ))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use serde_json::json;
    use tokio::sync::oneshot;
    use tower_lsp::LanguageServer as _;

    use super::super::test_server::{self, PATIENCE, URI, params};
    use super::*;

    /// What happens to the request during the analysis.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Event {
        Cancel,
        Edit,
        Close,
    }

    fn uri() -> Uri {
        URI.parse().expect("a URI")
    }

    /// Starts an analysis that would never end, and then interrupts it. Returns whether the analysis stopped, and the
    /// answer if there is one.
    async fn check(event: Event, expected: Option<std::result::Result<Option<()>, i64>>) {
        let service = test_server::start();
        let backend = service.inner();
        test_server::open(backend, "nop").await;

        let rounds = Arc::<AtomicU64>::default();
        let counted = Arc::clone(&rounds);
        let (begun, begins) = oneshot::channel();
        let (ended, ends) = oneshot::channel();
        let analysis = backend.0.analyse(uri(), move |snapshot, _, _| {
            begun.send(()).expect("the test waits for it");
            while !snapshot.is_cancelled() {
                counted.fetch_add(1, Ordering::Relaxed);
            }
            ended.send(()).expect("the test waits for it");
            Some(())
        });
        let mut analysis = Box::pin(analysis);
        tokio::select! {
            _ = &mut analysis => panic!("it goes on until it is cancelled"),
            begins = begins => begins.expect("it begins"),
        }
        let mut answer = None;
        match event {
            Event::Cancel => drop(analysis),
            Event::Edit => {
                test_server::edit(backend).await;
                answer = Some(analysis.await);
            }
            Event::Close => {
                let closed = json!({ "textDocument": { "uri": URI } });
                backend.did_close(params(closed)).await;
                answer = Some(analysis.await);
            }
        }
        tokio::time::timeout(PATIENCE, ends)
            .await
            .expect("it stops")
            .expect("it comes to its end");
        let rounds_then = rounds.load(Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(10)).await;
        assert_eq!(rounds.load(Ordering::Relaxed), rounds_then, "{event:?}");
        let answer = answer.map(|answer| answer.map_err(|error| error.code.code()));
        assert_eq!(answer, expected, "{event:?}");
    }

    #[tokio::test]
    async fn an_analysis_stops_when_no_one_waits_for_it() {
        check(Event::Cancel, None).await;
        check(Event::Edit, Some(Err(-32801))).await;
        check(Event::Close, Some(Ok(None))).await;
    }
}
