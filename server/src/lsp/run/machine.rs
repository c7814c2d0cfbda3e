//! `mnc2.runToHere` for a document in another language than MN-Core 2.

use std::sync::Arc;

use mnc2_ide::features::run::machine::{Goal, remark, run};
use mnc2_ide::session::LanguageSnapshot;
use mnc2_text::{Variable, message};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::ProgressToken;

use super::run_to_here::Argument;
use super::testcase::memory;
use super::{Extent, Task, error, tell};
use crate::lsp::server_state::ServerState;
use crate::lsp::{document, virtual_documents};

/// A request to run to a line.
pub(in crate::lsp) struct Request {
    task: Task<LanguageSnapshot>,
    argument: Argument,
}

impl Request {
    /// Reads the argument and takes the snapshot; must be called before any `.await`. `None` if the document is in MN-Core 2,
    /// or if the argument is invalid, which is reported by its request.
    pub(in crate::lsp) fn new(
        shared: &ServerState,
        arguments: &[Value],
        token: &Option<ProgressToken>,
    ) -> Option<Self> {
        let argument: Argument = super::argument(arguments.to_vec()).ok()?;
        let snapshot = shared.session().in_language(&document::id(&argument.uri))?;
        Some(Self {
            task: Task::from_snapshot(shared, argument.uri.clone(), snapshot, token.clone()),
            argument,
        })
    }

    /// Runs the program and answers with the members that an answer about MN-Core 2 has.
    pub(in crate::lsp) async fn answer(self, shared: Arc<ServerState>) -> Result<Value> {
        let Self { task, argument } = self;
        let Argument {
            uri,
            line,
            testcase,
            anyway,
            to_end,
        } = argument;
        let language = shared.features().language();
        let title = match to_end {
            true => message!("Running the program"),
            false => message!("Running to line {line}", line = line.saturating_add(1)),
        };
        let title = title.say(language);
        let lines = Extent::Lines(task.snapshot.lines());
        let (answer, progress) = task
            .perform_reported(&shared, title, lines, move |work| {
                let given = memory(&work.shared, &work.uri, testcase.as_deref())?;
                let goal = match to_end {
                    true => Goal::End { from: line },
                    false => Goal::Line(line),
                };
                let ran = run(&work.snapshot, goal, &given, anyway, &work.control);
                let mut session = work.shared.session();
                let id = document::id(&work.uri);
                if !session.is_current_in_language(&id, &work.snapshot) {
                    return Err(Error::content_modified());
                }
                let ran = ran.map_err(|failure| error(&failure, line, language))?;
                let remarks = remark(&ran).map(|it| it.say(language));
                let stopped = ran.stopped.as_ref().map(|(at, reason)| {
                    json!({ "line": at.unwrap_or(line), "message": reason.say(language) })
                });
                let beside = ran.beside.iter();
                let beside = beside.map(|(line, text)| json!({ "line": line, "text": text }));
                let mut answer = json!({
                    "line": ran.line,
                    "steps": ran.steps,
                    "computed": computed(&ran.computed),
                    "dump": [],
                    "written": [],
                    "beside": beside.collect::<Vec<_>>(),
                    "truncated": false,
                    "content": virtual_documents::uri(&work.uri),
                });
                if let Some(stopped) = stopped {
                    answer["stopped"] = stopped;
                }
                if let Some(remark) = remarks {
                    answer["remarks"] = json!([remark]);
                }
                session.set_last_run(&id, &work.snapshot, ran);
                Ok(answer)
            })
            .await?;
        tell(&shared, &answer, progress).await;
        shared.show_dump(&uri);
        shared.refresh_hints();
        Ok(answer)
    }
}

/// Names and values; what is inside of another is its `parts`.
fn computed(variables: &[Variable]) -> Vec<Value> {
    let one = |Variable { name, value, parts }: &Variable| match parts.is_empty() {
        true => json!({ "name": name, "value": value }),
        false => json!({ "name": name, "value": value, "parts": computed(parts) }),
    };
    variables.iter().map(one).collect()
}
