//! `mnc2.judge` as a request: the program of a document as the solution of a testcase.

use std::sync::Arc;

use mnc2_asm::testcase::{INSERTION_MARKER, Testcase, TestcaseError};
use mnc2_asm::{Language, message};
use mnc2_ide::features::judge::{Job, Judgement, judge};
use mnc2_ide::features::score::score;
use mnc2_ide::session::Verdict;
use ropey::Rope;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{MessageType, ProgressToken, Uri};

use super::testcase::{self, Found};
use super::{Extent, Task, argument, error, failed};
use crate::lsp::around::TESTCASE_NAME;
use crate::lsp::document;
use crate::lsp::shared::Shared;

/// The argument of the command.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Argument {
    uri: Uri,
    testcase: Option<String>,
}

/// A request to judge.
pub(in crate::lsp) struct Request {
    task: Task,
    testcase: Option<String>,
}

impl Request {
    /// Reads the argument and takes the snapshot; must be called before any `.await`.
    pub(in crate::lsp) fn new(
        shared: &Shared,
        arguments: Vec<Value>,
        token: Option<ProgressToken>,
    ) -> Result<Self> {
        let Argument { uri, testcase } = argument(arguments)?;
        Ok(Self {
            task: Task::new(shared, uri, token)?,
            testcase,
        })
    }

    /// Judges and answers; the verdict is also shown as a message, since a lens shows no answer.
    pub(in crate::lsp) async fn answer(self, shared: Arc<Shared>) -> Result<Value> {
        let Self { task, testcase } = self;
        let lines = task.snapshot.program.len() as u32;
        let language = shared.features().language();
        let title = message!("Judging").say(language);
        let done = task
            .perform(&shared, title, Extent::Lines(lines), move |work| {
                let found = testcase::file(&work.shared, &work.uri, testcase.as_deref())?;
                let Found { uri, name, text } = found.ok_or_else(|| {
                    Error::invalid_params(format!(
                        "there is no {} beside the program",
                        TESTCASE_NAME
                    ))
                })?;
                let read = Testcase::parse(&text).map_err(|error| no_testcase(&name, &error))?;
                let job = Job {
                    snapshot: work.snapshot,
                    testcase: read,
                    name,
                };
                let judged =
                    judge(&job, &work.control).map_err(|failure| error(&failure, 0, language));
                let is_accepted = judged.as_ref().is_ok_and(|judged| judged.accepted);
                let score = is_accepted.then(|| score(&job.snapshot));
                let mut session = work.shared.session();
                let id = document::id(&work.uri);
                if !session.is_current(&id, &job.snapshot) {
                    return Err(Error::content_modified());
                }
                let judged = judged?;
                let verdict = Verdict {
                    testcase: document::id(&uri),
                    accepted: judged.accepted,
                    sentence: judged.sentence.clone(),
                    findings: judged.findings.clone(),
                };
                let outdated = session
                    .record_verdict(&id, &job.snapshot, verdict)
                    .unwrap_or_default();
                if let Some(score) = score {
                    // While the document is known to be open: closing it forgets its scores.
                    work.shared.baselines.accepted(&work.uri, score);
                }
                drop(session);
                work.shared
                    .publish_judged(&uri, &Rope::from_str(&text), &judged.findings);
                work.shared.clear_judged(&outdated);
                Ok((answer(&judged, &uri, language), judged, uri))
            })
            .await;
        let (answer, judged, testcase) = done?;
        let kind = if judged.accepted {
            MessageType::INFO
        } else {
            MessageType::WARNING
        };
        let sentence = judged.sentence.say(shared.features().language());
        shared.client.show_message(kind, sentence).await;
        shared.show_findings(&[testcase]);
        shared.refresh_lenses();
        Ok(answer)
    }
}

fn no_testcase(name: &str, error: &TestcaseError) -> Error {
    let (line, reason) = match error {
        TestcaseError::NoMarker => (0, format!("it has no line \"# {INSERTION_MARKER}\"")),
        TestcaseError::NoOutput => (0, "no line after the marker has \"# expect=\"".to_owned()),
        TestcaseError::Expectation { line, message } => {
            (*line, format!("line {}: {message}", line + 1))
        }
    };
    failed(
        format!("{name} is not a testcase: {reason}"),
        json!({ "file": name, "line": line, "code": null }),
    )
}

fn answer(judged: &Judgement, testcase: &Uri, language: Language) -> Value {
    let mismatches: Vec<Value> = judged
        .mismatches
        .iter()
        .map(|wrong| {
            json!({
                "line": wrong.line,
                "position": wrong.position,
                "actual": wrong.actual,
                "expected": wrong.expected,
                "error": wrong.error,
            })
        })
        .collect();
    json!({
        "accepted": judged.accepted,
        "score": {
            "total": judged.score.total(),
            "j": judged.score.j,
            "m": judged.score.m,
            "bytes": judged.score.bytes,
        },
        "steps": judged.steps,
        "values": judged.values,
        "wrong": judged.wrong,
        "mismatches": mismatches,
        "testcase": testcase.as_str(),
        "message": judged.sentence.say(language),
    })
}
