//! `mnc2.runToHere` as a request.

use std::sync::Arc;

use mnc2_ide::features::run::{RunJob, run};
use mnc2_ide::session::LastRun;
use mnc2_text::message;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{MessageType, ProgressToken, Uri};

use super::answer::Answer;
use super::testcase::inputs;
use super::{Extent, Task, argument, error, tell};
use crate::lsp::document;
use crate::lsp::server_state::ServerState;

/// The argument of the command.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Argument {
    pub(super) uri: Uri,
    pub(super) line: u32,
    pub(super) testcase: Option<String>,
    /// Whether to run as far as possible if the line cannot be reached.
    #[serde(default)]
    pub(super) anyway: bool,
    /// Whether to run to the end; the line then chooses the function in languages whose functions run alone.
    #[serde(default)]
    pub(super) to_end: bool,
}

/// A request to run to a line.
pub(in crate::lsp) struct Request {
    task: Task,
    line: u32,
    testcase: Option<String>,
    anyway: bool,
}

impl Request {
    /// Reads the argument and takes the snapshot; must be called before any `.await`.
    pub(in crate::lsp) fn new(
        shared: &ServerState,
        arguments: Vec<Value>,
        token: Option<ProgressToken>,
    ) -> Result<Self> {
        let Argument {
            uri,
            line,
            testcase,
            anyway,
            to_end,
        } = argument(arguments)?;
        let task = Task::new(shared, uri, token)?;
        let last = task.snapshot.program.len().saturating_sub(1) as u32;
        Ok(Self {
            task,
            line: if to_end { last } else { line },
            testcase,
            anyway,
        })
    }

    /// Runs the program and answers.
    pub(in crate::lsp) async fn answer(self, shared: Arc<ServerState>) -> Result<Value> {
        let Self {
            task,
            line,
            testcase,
            anyway,
        } = self;
        let uri = task.uri.clone();
        let lines = line.saturating_add(1);
        let language = shared.features().language();
        let title = message!("Running to line {line}", line = lines).say(language);
        let ((answer, remark, is_news), progress) = task
            .perform_reported(&shared, title, Extent::Lines(lines), move |work| {
                let id = document::id(&work.uri);
                let kept = work.shared.session().kept_run(&id);
                let inputs = inputs(&work.shared, &work.uri, testcase.as_deref())?;
                let job = RunJob {
                    snapshot: work.snapshot,
                    inputs: inputs.read,
                    line,
                    anyway,
                    focus: work.focus,
                    kept,
                };
                let ran =
                    run(&job, &work.control).map_err(|failure| error(&failure, line, language));
                let mut session = work.shared.session();
                if !session.is_current(&id, &job.snapshot) {
                    return Err(Error::content_modified());
                }
                let (ran, state) = ran?;
                let answer = json!(Answer::new(&ran, &work.uri, language));
                let last_run = LastRun {
                    program: (*job.snapshot.program).clone(),
                    inputs: inputs.uri.as_ref().map(document::id),
                    ran,
                };
                let had_findings = !job
                    .snapshot
                    .outcomes
                    .findings(&job.snapshot.program)
                    .is_empty();
                let is_news = had_findings || !last_run.ran.expected.findings.is_empty();
                session.record_run(&id, &job.snapshot, last_run, state);
                Ok((answer, inputs.remark, is_news))
            })
            .await?;
        if let Some(remark) = remark {
            shared
                .client
                .log_message(MessageType::WARNING, remark)
                .await;
        }
        if is_news {
            shared.show_findings(std::slice::from_ref(&uri));
        }
        tell(&shared, &answer, progress).await;
        shared.show_dump(&uri);
        shared.refresh_hints();
        shared.refresh_lenses();
        Ok(answer)
    }
}
