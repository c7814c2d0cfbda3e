//! `mnc2.judge` as a request: the program of a document as the solution of a testcase.

use std::sync::Arc;

use mnc2_asm::testcase::{Testcase, TestcaseError};
use mnc2_ide::features::judge::{JudgeJob, Judgement, judge};
use mnc2_ide::features::score::score;
use mnc2_ide::session::{Mnc2Document, Snapshot, Verdict};
use mnc2_project::solutions::TESTCASE_NAME;
use mnc2_text::{Language, Message, message};
use ropey::Rope;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{MessageType, ProgressToken, Uri};

use super::testcase::{self, Found};
use super::{Extent, Task, argument, error, failed};
use crate::lsp::document;
use crate::lsp::server_state::{ServerState, not_open};
use crate::lsp::workspace::FILE_BYTES_MAX;

/// The argument of the command.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Argument {
    uri: Uri,
    testcase: Option<String>,
    /// Whether only the answer has the verdict. The program need not be open then.
    #[serde(default)]
    quiet: bool,
}

/// A request to judge.
pub(in crate::lsp) struct Request {
    task: Task,
    testcase: Option<String>,
    is_quiet: bool,
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
            testcase,
            quiet: is_quiet,
        } = argument(arguments)?;
        let snapshot = match shared.snapshot(&uri) {
            Err(_) if is_quiet => read_program(shared, &uri)?,
            snapshot => snapshot?,
        };
        Ok(Self {
            task: Task::from_snapshot(shared, uri, snapshot, token),
            testcase,
            is_quiet,
        })
    }

    /// Judges and answers; unless it is quiet, the verdict is also shown as a message, since a lens shows no answer, and
    /// at the lines of the testcase.
    pub(in crate::lsp) async fn answer(self, shared: Arc<ServerState>) -> Result<Value> {
        let Self {
            task,
            testcase,
            is_quiet,
        } = self;
        let lines = task.snapshot.text.len_lines() as u32;
        let language = shared.features().language();
        let program = task.uri.clone();
        let earlier = task.snapshot.outcomes.verdict.clone();
        let title = message!("Judging").say(language);
        let done = task
            .perform(&shared, title, Extent::Lines(lines), move |work| {
                let found = testcase::file(&work.shared, &work.uri, testcase.as_deref())?;
                let Found { uri, name, text } = found.ok_or_else(|| {
                    Error::invalid_params(format!(
                        "there is no {} next to the program",
                        TESTCASE_NAME
                    ))
                })?;
                let read = Testcase::parse(&text).map_err(|error| no_testcase(&name, &error))?;
                let job = JudgeJob {
                    snapshot: work.snapshot,
                    testcase: read,
                    name,
                    focus: work.focus,
                };
                let judged =
                    judge(&job, &work.control).map_err(|failure| error(&failure, 0, language));
                let is_accepted = judged.as_ref().is_ok_and(|judged| judged.accepted);
                let score = is_accepted.then(|| score(&job.snapshot));
                let mut session = work.shared.session();
                let id = document::id(&work.uri);
                // A text that is not open changes without notice.
                let is_file = is_quiet && !session.is_open(&id);
                if !is_file && !session.is_current(&id, &job.snapshot) {
                    return Err(Error::content_modified());
                }
                let judged = judged?;
                if is_quiet {
                    return Ok((answer(&judged, &uri, language), judged, uri));
                }
                let verdict = Verdict {
                    testcase: document::id(&uri),
                    accepted: judged.accepted,
                    sentence: judged.sentence.clone(),
                    findings: judged.findings.clone(),
                    asserted: judged.asserted.clone(),
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
        if is_quiet {
            return Ok(answer);
        }
        let kind = if judged.accepted {
            MessageType::INFO
        } else {
            MessageType::WARNING
        };
        let sentence = shown(&judged).say(shared.features().language());
        shared.client.show_message(kind, sentence).await;
        let earlier = earlier.is_some_and(|earlier| !earlier.asserted.is_empty());
        if earlier || !judged.asserted.is_empty() {
            shared.show_findings(&[testcase, program]);
        } else {
            shared.show_findings(&[testcase]);
        }
        shared.refresh_lenses();
        Ok(answer)
    }
}

/// A program in the folders of the workspace that is not open.
fn read_program(shared: &ServerState, uri: &Uri) -> Result<Snapshot> {
    let folders = shared.workspace.folders();
    let path = document::path(uri).filter(|path| folders.hold(path));
    let path = path.ok_or_else(|| not_open(uri))?;
    let bytes = folders.read(&path, FILE_BYTES_MAX).map_err(|problem| {
        failed(
            format!("cannot read {}: {problem}", path.display()),
            Value::Null,
        )
    })?;
    Ok(Mnc2Document::new(0, &mnc2_text::line::decode(&bytes).0).snapshot())
}

/// The verdict, and whether assertions do not hold.
fn shown(judged: &Judgement) -> Message {
    match judged.failed_assertions {
        0 => judged.sentence.clone(),
        count => message!(
            "{verdict}; {count:# assertion does not hold|# assertions do not hold}",
            verdict = judged.sentence.clone(),
            count
        ),
    }
}

pub(super) fn no_testcase(name: &str, error: &TestcaseError) -> Error {
    failed(
        format!("{name} is not a testcase: {}", error.message()),
        json!({ "file": name, "line": error.line().unwrap_or(0), "code": null }),
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
                "hexadecimal": wrong.hexadecimal,
                "expected": wrong.expected,
                "error": wrong.error,
                "memory": wrong.source.as_ref().map(|place| place.memory),
                "element": wrong.source.as_ref().map(|place| &place.element),
                "address": wrong.source.as_ref().map(|place| place.address),
                "writers": judged.writers.get(&wrong.line),
            })
        })
        .collect();
    let asserted = judged.asserted.iter();
    let asserted =
        asserted.map(|it| json!({ "line": it.line, "message": it.message.say(language) }));
    let suspects = judged.suspects.messages().into_iter();
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
        "suspects": suspects.map(|it| it.say(language)).collect::<Vec<_>>(),
        "failedAssertions": judged.failed_assertions,
        "assertions": asserted.collect::<Vec<Value>>(),
        "testcase": testcase.as_str(),
        "message": shown(judged).say(language),
    })
}
