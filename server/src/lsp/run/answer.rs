//! The result of a run as JSON.

use serde::Serialize;

use tower_lsp::ls_types::Uri;

use crate::features::beside;
use crate::lsp::content;
use crate::session::{Ran, RunFinding};

/// The answer of the command.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    line: u32,
    steps: u64,
    dump: Vec<AnswerDump<'a>>,
    written: Vec<AnswerWritten<'a>>,
    beside: Vec<AnswerBeside>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<AnswerExpected<'a>>,
    truncated: bool,
    content: String,
}

#[derive(Serialize)]
struct AnswerExpected<'a> {
    values: usize,
    problems: Vec<AnswerProblem<'a>>,
}

#[derive(Serialize)]
struct AnswerProblem<'a> {
    line: u32,
    message: &'a str,
}

#[derive(Serialize)]
struct AnswerDump<'a> {
    line: u32,
    text: &'a str,
    short: String,
}

#[derive(Serialize)]
struct AnswerBeside {
    line: u32,
    text: String,
}

#[derive(Serialize)]
struct AnswerWritten<'a> {
    operand: &'a str,
    element: &'a str,
    values: &'a [Option<String>],
}

impl<'a> Answer<'a> {
    /// The answer about a run of a document.
    pub(super) fn of(ran: &'a Ran, uri: &Uri) -> Self {
        let problems = &ran.expected.findings;
        Self {
            line: ran.line,
            steps: ran.steps,
            dump: ran
                .dump
                .iter()
                .map(|dump| AnswerDump {
                    line: dump.line,
                    text: &dump.text,
                    short: beside::short(&dump.value),
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
            beside: beside::texts(ran)
                .into_iter()
                .map(|(line, text)| AnswerBeside { line, text })
                .collect(),
            expected: (ran.expected.values > 0 || !problems.is_empty()).then(|| AnswerExpected {
                values: ran.expected.values,
                problems: problems
                    .iter()
                    .map(|RunFinding { line, message, .. }| AnswerProblem {
                        line: *line,
                        message,
                    })
                    .collect(),
            }),
            truncated: ran.truncated,
            content: content::uri(uri),
        }
    }
}
