//! The result of a run as JSON.

use mnc2_ide::features::number_format::NumberFormat;
use mnc2_ide::features::{dump, line_values, written_values};
use mnc2_ide::session::{RunFinding, RunResult};
use mnc2_text::Language;
use serde::Serialize;
use tower_lsp::ls_types::Uri;

use crate::lsp::display_names::NamedFormat;
use crate::lsp::virtual_documents;

/// The answer of the command.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Answer<'a> {
    line: u32,
    steps: u64,
    dump: Vec<AnswerDump<'a>>,
    written: Vec<AnswerWritten<'a>>,
    beside: Vec<AnswerBeside>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<AnswerExpected>,
    truncated: bool,
    /// How many lines the dump would have, if it is cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    dump_lines: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<AnswerProblem>,
    /// Remarks to show before the dump.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    content: String,
}

#[derive(Serialize)]
struct AnswerExpected {
    values: usize,
    problems: Vec<AnswerProblem>,
}

#[derive(Serialize)]
struct AnswerProblem {
    line: u32,
    message: String,
}

#[derive(Serialize)]
struct AnswerDump<'a> {
    line: u32,
    text: &'a str,
    short: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<NamedFormat>,
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
    /// Of each cycle in hexadecimal; null if a mask prevented the write.
    values: Vec<Option<String>>,
    /// The same as numbers, if the instruction has a number format.
    texts: Vec<Option<String>>,
}

impl<'a> Answer<'a> {
    /// The answer for a run of a document.
    pub(super) fn new(ran: &'a RunResult, uri: &Uri, language: Language) -> Self {
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
                    short: line_values::short(dump),
                    format: dump
                        .numbers
                        .map(NumberFormat::from_numbers)
                        .map(NamedFormat),
                })
                .collect(),
            written: ran
                .written
                .iter()
                .map(|one| AnswerWritten {
                    operand: &one.operand,
                    element: &one.element,
                    values: one.values.iter().map(written_values::bits).collect(),
                    texts: written_values::texts(one).collect(),
                })
                .collect(),
            beside: line_values::texts(ran)
                .into_iter()
                .map(|(line, text)| AnswerBeside { line, text })
                .collect(),
            expected: (ran.expected.values > 0 || !problems.is_empty()).then(|| AnswerExpected {
                values: ran.expected.values,
                problems: problems
                    .iter()
                    .map(|RunFinding { line, message, .. }| AnswerProblem {
                        line: *line,
                        message: message.say(language),
                    })
                    .collect(),
            }),
            truncated: ran.cut.is_any(),
            dump_lines: ran.cut.dump_lines,
            stopped: ran.stopped.as_ref().map(|stopped| AnswerProblem {
                line: stopped.line,
                message: stopped.message.say(language),
            }),
            remarks: dump::remarks(&virtual_documents::name(uri.as_str()), ran)
                .iter()
                .map(|remark| remark.say(language))
                .collect(),
            content: virtual_documents::uri(uri),
        }
    }
}
