//! The result of a run as JSON.

use serde::Serialize;

use crate::features::run::Ran;

/// The answer of the command.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
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
