//! `mnc2.runToHere` as a request: its argument, testcase file, progress, cancellation and answer.

mod answer;
mod progress;
mod testcase;
mod under_way;

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{MessageType, ProgressToken, Uri};

pub(super) use under_way::Runs;

use super::backend::Shared;
use crate::features::run::{Failure, Job, run};
use crate::session::{Focus, Snapshot};
use answer::Answer;
use progress::Shown;
use testcase::inputs;
use under_way::Running;

/// `RequestFailed` of the protocol: well-formed, but the program does not run.
const REQUEST_FAILED: i64 = -32803;

/// The argument of the command.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Argument {
    uri: Uri,
    line: u32,
    testcase: Option<String>,
}

/// A request to run, with everything taken from the session that may change later.
pub(super) struct Request {
    argument: Argument,
    snapshot: Snapshot,
    focus: Focus,
    running: Running,
    progress: Option<Progress>,
}

/// Who gave the token of a progress.
enum Progress {
    /// The client, with the request: it lives until the answer.
    OfClient(ProgressToken),
    /// The server, which must ask before it uses it.
    OfServer(ProgressToken),
}

impl Request {
    /// Reads the argument and takes the snapshot; to be called before any `.await`.
    pub(super) fn new(
        shared: &Shared,
        arguments: Vec<Value>,
        token: Option<ProgressToken>,
    ) -> Result<Self> {
        let [argument] = <[Value; 1]>::try_from(arguments).map_err(|arguments| {
            Error::invalid_params(format!("one argument is needed, not {}", arguments.len()))
        })?;
        let argument: Argument = serde_json::from_value(argument)
            .map_err(|error| Error::invalid_params(error.to_string()))?;
        let snapshot = shared.snapshot(&argument.uri)?;
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
        let running = shared.runs.begin(argument.uri.clone(), token);
        Ok(Self {
            argument,
            snapshot,
            focus: shared.session().settings().focus,
            running,
            progress,
        })
    }

    /// Runs the program and answers.
    pub(super) async fn answer(self, shared: Arc<Shared>, client: Client) -> Result<Value> {
        let Self {
            argument,
            snapshot,
            focus,
            running,
            progress,
        } = self;
        let _turn = shared.runs.turns.acquire().await;
        let control = Arc::clone(&running.control);
        let (done, ended) = oneshot::channel::<()>();
        let shown = Shown {
            client: client.clone(),
            lines: argument.line.saturating_add(1),
            control: Arc::clone(&control),
        };
        let reporter = match progress {
            None => None,
            Some(Progress::OfClient(token)) => {
                shown.begin(&token).await;
                Some(tokio::spawn(shown.report_until(token, ended)))
            }
            Some(Progress::OfServer(token)) => {
                // The client's permission may take its time; the answer does not wait for it.
                tokio::spawn(async move {
                    if shown
                        .client
                        .create_work_done_progress(token.clone())
                        .await
                        .is_ok()
                    {
                        shown.begin(&token).await;
                        shown.report_until(token, ended).await;
                    }
                });
                None
            }
        };
        let uri = argument.uri.clone();
        let of_run = Arc::clone(&shared);
        let outcome = tokio::task::spawn_blocking(move || {
            let inputs = inputs(&of_run, &argument)?;
            let job = Job {
                snapshot,
                inputs: inputs.read,
                line: argument.line,
                focus,
            };
            let ran = run(&job, &control).map_err(|failure| error(&failure, &job));
            let is_current = of_run.session().is_current(uri.as_str(), &job.snapshot);
            if !is_current {
                return Err(Error::content_modified());
            }
            ran.map(|ran| (ran, inputs.remark))
        })
        .await;
        drop(done);
        if let Some(reporter) = reporter {
            // The token is the client's again as soon as it has the answer.
            let _ = reporter.await;
            // Answers and notifications take different ways out; this lets the last notification go first.
            tokio::task::yield_now().await;
        }
        drop(running);
        let (ran, remark) = outcome.map_err(|_| Error::internal_error())??;
        if let Some(remark) = remark {
            client.log_message(MessageType::WARNING, remark).await;
        }
        Ok(json!(Answer::from(&ran)))
    }
}

fn failed(message: String, data: Value) -> Error {
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: message.into(),
        data: (!data.is_null()).then_some(data),
    }
}

fn error(failure: &Failure, job: &Job) -> Error {
    match failure {
        Failure::Cancelled => Error::request_cancelled(),
        Failure::NoSuchLine { lines } => Error::invalid_params(format!(
            "there is no line {}: the program has {lines}",
            job.line
        )),
        Failure::Stopped(stop) => failed(
            stop.message(),
            json!({ "file": stop.file, "line": stop.line, "code": stop.code }),
        ),
    }
}
