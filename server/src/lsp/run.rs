//! Commands that take long: what a run to a line, a judgement and a search for a shorter order share. They wait for
//! their turn, show progress, can be cancelled, and count only if the text has not changed since they began.

mod answer;
pub(super) mod check_progress;
pub(super) mod equality;
pub(super) mod judging;
pub(super) mod machine;
mod progress;
pub(super) mod run_to_here;
pub(super) mod shortening;
pub(super) mod testcase;

use std::sync::Arc;

use mnc2_ide::features::run::{Control, Failure};
use mnc2_ide::session::{Focus, Snapshot};
use mnc2_program::message::wording;
use mnc2_text::{Language, message};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{MessageType, ProgressToken, Uri};

use super::active_runs::Running;
use super::blocking;
use super::server_state::ServerState;
use progress::{Extent, Shown};

/// `RequestFailed` of the protocol: well-formed, but the program does not run.
const REQUEST_FAILED: i64 = -32803;

/// A request to run a document, with everything from the session that may change later.
struct Task<S = Snapshot> {
    uri: Uri,
    snapshot: S,
    focus: Focus,
    running: Running,
    progress: Option<Progress>,
}

/// The creator of the token of a progress.
enum Progress {
    /// The client, in the request: it is valid until the answer.
    OfClient(ProgressToken),
    /// The server, which must send a request before it uses the token.
    OfServer(ProgressToken),
}

/// The inputs of a run on its own thread.
struct Work<S = Snapshot> {
    shared: Arc<ServerState>,
    uri: Uri,
    snapshot: S,
    focus: Focus,
    control: Arc<Control>,
}

/// The one argument of a command.
fn argument<T: serde::de::DeserializeOwned>(arguments: Vec<Value>) -> Result<T> {
    let [argument] = <[Value; 1]>::try_from(arguments).map_err(|arguments| {
        Error::invalid_params(format!("one argument is needed, not {}", arguments.len()))
    })?;
    serde_json::from_value(argument).map_err(|error| Error::invalid_params(error.to_string()))
}

impl Task {
    /// Takes the snapshot; to be called before any `.await`.
    fn new(shared: &ServerState, uri: Uri, token: Option<ProgressToken>) -> Result<Self> {
        let snapshot = shared.snapshot(&uri)?;
        Ok(Self::from_snapshot(shared, uri, snapshot, token))
    }
}

impl<S: Send + 'static> Task<S> {
    /// A task about a text, whether it is open or not.
    fn from_snapshot(
        shared: &ServerState,
        uri: Uri,
        snapshot: S,
        token: Option<ProgressToken>,
    ) -> Self {
        let progress = match token {
            Some(token) => Some(Progress::OfClient(token)),
            None if shared.features().server_progress => {
                Some(Progress::OfServer(shared.runs.new_token()))
            }
            None => None,
        };
        let token = match &progress {
            Some(Progress::OfClient(token) | Progress::OfServer(token)) => Some(token.clone()),
            None => None,
        };
        let running = shared.runs.begin(uri.clone(), token, &shared.typing);
        Self {
            uri,
            snapshot,
            focus: shared.session().settings().focus,
            running,
            progress,
        }
    }

    /// Does the work when its turn comes, with progress.
    async fn perform<T: Send + 'static>(
        self,
        shared: &Arc<ServerState>,
        title: String,
        extent: Extent,
        work: impl FnOnce(Work<S>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (done, _) = self.perform_reported(shared, title, extent, work).await?;
        Ok(done)
    }

    /// Like `perform`, with the progress that may end after the work, if the client was requested to show it.
    async fn perform_reported<T: Send + 'static>(
        self,
        shared: &Arc<ServerState>,
        title: String,
        extent: Extent,
        work: impl FnOnce(Work<S>) -> Result<T> + Send + 'static,
    ) -> Result<(T, Option<JoinHandle<()>>)> {
        let Self {
            uri,
            snapshot,
            focus,
            running,
            progress,
        } = self;
        let _turn = match extent {
            Extent::Lines(_) => shared.runs.turns.acquire().await.ok(),
            Extent::Time(_) => shared.runs.turns_of_searches.acquire().await.ok(),
            Extent::Checked(..) => None,
        };
        let control = Arc::clone(&running.control);
        let (done, ended) = oneshot::channel::<()>();
        let shown = Shown {
            client: shared.client.clone(),
            title,
            extent,
            control: Arc::clone(&control),
        };
        let mut following = None;
        let reporter = match progress {
            None => None,
            Some(Progress::OfClient(token)) => {
                shown.begin(&token).await;
                Some(tokio::spawn(shown.report_until(token, ended)))
            }
            Some(Progress::OfServer(token)) => {
                // The client may take its time to agree; the answer does not wait for it.
                following = Some(tokio::spawn(async move {
                    if shown
                        .client
                        .create_work_done_progress(token.clone())
                        .await
                        .is_ok()
                    {
                        shown.begin(&token).await;
                        shown.report_until(token, ended).await;
                    }
                }));
                None
            }
        };
        let given = Work {
            shared: Arc::clone(shared),
            uri,
            snapshot,
            focus,
            control,
        };
        let outcome = blocking::begin(move || work(given)).await;
        drop(done);
        if let Some(reporter) = reporter {
            // The token belongs to the client again as soon as it has the answer.
            let _ = reporter.await;
            // Answers and notifications take different paths; this lets the last notification go first.
            tokio::task::yield_now().await;
        }
        drop(running);
        let outcome = outcome.map_err(|_| Error::internal_error())?;
        Ok((outcome?, following))
    }
}

/// Reports that a program was run, in an editor that shows no other result. The end of progress clears the status line of
/// Helix, so the message follows it.
async fn tell(shared: &Arc<ServerState>, answer: &Value, progress: Option<JoinHandle<()>>) {
    let features = shared.features();
    if !features.server_progress || features.reading.shows_values {
        return;
    }
    let line = answer["line"].as_u64().unwrap_or(0).saturating_add(1);
    let steps = wording::steps(answer["steps"].as_u64().unwrap_or(0));
    let said = message!("ran to line {line}: {steps}", line, steps);
    let said = said.say(features.language());
    let client = shared.client.clone();
    let show = async move { client.show_message(MessageType::INFO, said).await };
    match progress {
        None => show.await,
        Some(progress) => {
            tokio::spawn(async move {
                let _ = progress.await;
                show.await;
            });
        }
    }
}

fn failed(message: String, data: Value) -> Error {
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: message.into(),
        data: (!data.is_null()).then_some(data),
    }
}

fn error(failure: &Failure, line: u32, language: Language) -> Error {
    match failure {
        Failure::Cancelled => Error::request_cancelled(),
        Failure::NoSuchLine { lines } => {
            Error::invalid_params(format!("there is no line {line}: the program has {lines}"))
        }
        Failure::Stopped(stop) => failed(
            stop.message().say(language),
            json!({
                "file": stop.file,
                "line": stop.line,
                "code": stop.code,
                "runnable": stop.runnable,
            }),
        ),
    }
}
