//! `mnc2.runToHere` as a request: its argument, testcase file, progress, cancellation and answer.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::{Semaphore, oneshot};
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::notification::Progress as ProgressNotification;
use tower_lsp::ls_types::{
    MessageType, NumberOrString, ProgressParams, ProgressParamsValue, ProgressToken, Uri,
    WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport,
};

use super::backend::Shared;
use crate::features::run::{Control, Failure, Inputs, Job, Ran, run};
use crate::session::Snapshot;

/// Runs at the same time; further ones wait for their turn. A chip that is written all over takes some hundred megabytes.
const RUNS_AT_ONCE_MAX: usize = 2;
/// Bytes of a testcase file; public ones reach a tenth of it.
const TESTCASE_BYTES_MAX: u64 = 64 << 20;
/// The file beside a program that supplies its inputs.
const TESTCASE_NAME: &str = "testcase.vsm";
/// How often the progress is reported.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);
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

/// The runs under way.
pub(super) struct Runs {
    turns: Semaphore,
    under_way: Mutex<Vec<(Uri, Arc<Control>)>>,
    of_tokens: Mutex<HashMap<ProgressToken, Arc<Control>>>,
    next_token: AtomicI32,
}

impl Default for Runs {
    fn default() -> Self {
        Self {
            turns: Semaphore::new(RUNS_AT_ONCE_MAX),
            under_way: Mutex::default(),
            of_tokens: Mutex::default(),
            next_token: AtomicI32::new(0),
        }
    }
}

impl Runs {
    /// Stops the run that reports its progress under this token.
    pub(super) fn cancel(&self, token: &ProgressToken) {
        let of_tokens = self
            .of_tokens
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(control) = of_tokens.get(token) {
            control.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Stops every run: nobody waits for them any more.
    pub(super) fn cancel_all(&self) {
        let under_way = self
            .under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for (_, control) in &*under_way {
            control.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the runs of a document: its text is no longer the one they run.
    pub(super) fn outdate(&self, uri: &Uri) {
        let under_way = self
            .under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for (_, control) in under_way.iter().filter(|(other, _)| other == uri) {
            control.cancel.store(true, Ordering::Relaxed);
        }
    }

    fn begin(self: &Arc<Self>, uri: Uri) -> Running {
        let control = Arc::<Control>::default();
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((uri, Arc::clone(&control)));
        Running {
            runs: Arc::clone(self),
            control,
            token: None,
        }
    }
}

/// A run that stops when nobody waits for it: a handler is dropped when its request is cancelled.
struct Running {
    runs: Arc<Runs>,
    control: Arc<Control>,
    token: Option<ProgressToken>,
}

impl Running {
    fn name(&mut self, token: ProgressToken) {
        self.runs
            .of_tokens
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(token.clone(), Arc::clone(&self.control));
        self.token = Some(token);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.control.cancel.store(true, Ordering::Relaxed);
        self.runs
            .under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|(_, other)| !Arc::ptr_eq(other, &self.control));
        if let Some(token) = &self.token {
            self.runs
                .of_tokens
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(token);
        }
    }
}

/// A request to run, with everything taken from the session that may change later.
pub(super) struct Request {
    argument: Argument,
    snapshot: Snapshot,
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
        let mut running = shared.runs.begin(argument.uri.clone());
        let progress = match token {
            Some(token) => Some(Progress::OfClient(token)),
            None if shared.features().server_progress => {
                let number = shared.runs.next_token.fetch_add(1, Ordering::Relaxed);
                let token = NumberOrString::String(format!("mnc2.run/{number}"));
                Some(Progress::OfServer(token))
            }
            None => None,
        };
        if let Some(Progress::OfClient(token) | Progress::OfServer(token)) = &progress {
            running.name(token.clone());
        }
        Ok(Self {
            argument,
            snapshot,
            running,
            progress,
        })
    }

    /// Runs the program and answers.
    pub(super) async fn answer(self, shared: Arc<Shared>, client: Client) -> Result<Value> {
        let Self {
            argument,
            snapshot,
            running,
            progress,
        } = self;
        let _turn = shared.runs.turns.acquire().await;
        let control = Arc::clone(&running.control);
        let (done, ended) = oneshot::channel::<()>();
        let shown = Shown {
            client: client.clone(),
            title: format!("Running to line {}", argument.line.saturating_add(1)),
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
        let focus = shared.session().settings().focus;
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

/// Shows the progress of one run.
struct Shown {
    client: Client,
    title: String,
    lines: u32,
    control: Arc<Control>,
}

impl Shown {
    async fn send(&self, token: &ProgressToken, value: WorkDoneProgress) {
        let params = ProgressParams {
            token: token.clone(),
            value: ProgressParamsValue::WorkDone(value),
        };
        self.client
            .send_notification::<ProgressNotification>(params)
            .await;
    }

    async fn begin(&self, token: &ProgressToken) {
        let begin = WorkDoneProgressBegin {
            title: self.title.clone(),
            cancellable: Some(true),
            message: None,
            percentage: Some(0),
        };
        self.send(token, WorkDoneProgress::Begin(begin)).await;
    }

    /// Reports now and then, until the run is over.
    async fn report_until(self, token: ProgressToken, mut ended: oneshot::Receiver<()>) {
        while tokio::time::timeout(PROGRESS_INTERVAL, &mut ended)
            .await
            .is_err()
        {
            let line = self.control.line.load(Ordering::Relaxed);
            let percentage = u64::from(line) * 100 / u64::from(self.lines.max(1));
            let report = WorkDoneProgressReport {
                cancellable: Some(true),
                message: Some(format!("line {}", line + 1)),
                percentage: Some(percentage.min(100) as u32),
            };
            self.send(&token, WorkDoneProgress::Report(report)).await;
        }
        let end = WorkDoneProgress::End(WorkDoneProgressEnd { message: None });
        self.send(&token, end).await;
    }
}

/// The inputs of a run, and what there is to say about them.
struct FoundInputs {
    read: Option<Inputs>,
    remark: Option<String>,
}

/// The testcase that the argument names, else the one beside the program.
fn inputs(shared: &Shared, argument: &Argument) -> Result<FoundInputs> {
    let program = file_path(&argument.uri);
    let beside = |name: &str| Some(program.as_deref()?.parent()?.join(name));
    let nothing = FoundInputs {
        read: None,
        remark: None,
    };
    let (path, is_asked_for) = match &argument.testcase {
        Some(named) => {
            let path = named
                .parse()
                .ok()
                .filter(|_| named.starts_with("file:"))
                .and_then(|uri: Uri| file_path(&uri))
                .or_else(|| beside(named))
                .unwrap_or_else(|| PathBuf::from(named));
            (path, true)
        }
        None => match beside(TESTCASE_NAME) {
            Some(path) if Some(&path) != program.as_ref() => (path, false),
            Some(_) | None => return Ok(nothing),
        },
    };
    let name = path.display().to_string();
    let text = match read_text(shared, &path) {
        Ok(Some(text)) => text,
        Ok(None) if !is_asked_for => return Ok(nothing),
        Ok(None) => return Err(Error::invalid_params(format!("there is no file {name}"))),
        Err(problem) => {
            return Err(failed(
                format!("cannot read {name}: {problem}"),
                Value::Null,
            ));
        }
    };
    match Inputs::read(name.clone(), &text) {
        Some(inputs) => Ok(FoundInputs {
            read: Some(inputs),
            remark: None,
        }),
        None => {
            let problem = format!(
                "{name} is no testcase: it has no line \"# {}\"",
                mnc2_asm::testcase::INSERTION_MARKER
            );
            if is_asked_for {
                Err(Error::invalid_params(problem))
            } else {
                Ok(FoundInputs {
                    read: None,
                    remark: Some(problem),
                })
            }
        }
    }
}

/// The text of a file, as it is in the editor when it is open there; `None` when there is no such file.
fn read_text(shared: &Shared, path: &Path) -> std::result::Result<Option<String>, String> {
    if let Some(uri) = Uri::from_file_path(path)
        && let Some(open) = shared.session().snapshot(uri.as_str())
    {
        return Ok(Some(open.text.to_string()));
    }
    let bytes = match std::fs::metadata(path) {
        Ok(metadata) if metadata.len() > TESTCASE_BYTES_MAX => {
            return Err(format!("it is longer than {TESTCASE_BYTES_MAX} bytes"));
        }
        Ok(_) => std::fs::read(path),
        Err(error) => Err(error),
    };
    match bytes {
        Ok(bytes) => Ok(Some(mnc2_asm::text::decode(&bytes).0)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// The path of a document that is a file.
fn file_path(uri: &Uri) -> Option<PathBuf> {
    if !uri.as_str().starts_with("file:") {
        return None;
    }
    Some(uri.to_file_path()?.into_owned())
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

/// The answer of the command.
#[derive(Serialize)]
struct Answer<'a> {
    line: u32,
    steps: u64,
    dump: Vec<AnswerDump<'a>>,
    written: Vec<AnswerWritten<'a>>,
    truncated: bool,
}

#[derive(Serialize)]
struct AnswerDump<'a> {
    line: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct AnswerWritten<'a> {
    operand: &'a str,
    element: &'a str,
    values: &'a [Option<String>],
}

impl<'a> From<&'a Ran> for Answer<'a> {
    fn from(ran: &'a Ran) -> Self {
        Self {
            line: ran.line,
            steps: ran.steps,
            dump: ran
                .dump
                .iter()
                .map(|dump| AnswerDump {
                    line: dump.line,
                    text: &dump.text,
                })
                .collect(),
            written: ran
                .written
                .iter()
                .map(|written| AnswerWritten {
                    operand: &written.operand,
                    element: &written.element,
                    values: &written.values,
                })
                .collect(),
            truncated: ran.truncated,
        }
    }
}
