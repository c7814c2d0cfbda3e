//! Why a run has no result.

use mnc2_emulator::Outcome;
use mnc2_program::finding::Finding;
use mnc2_text::{Message, message};

use crate::features::diagnostics::unread_message;
use crate::session::Unread;

/// Why there is no result.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// The cancel flag was set.
    Cancelled,
    /// The program ends before the line.
    NoSuchLine {
        /// How many lines it has.
        lines: usize,
    },
    /// The program, or what loads its memories, cannot be run.
    Stopped(Box<RunStop>),
}

/// Where and why a run stopped early.
#[derive(Debug, PartialEq, Eq)]
pub struct RunStop {
    /// The testcase, if it is the cause.
    pub file: Option<String>,
    /// The line that cannot be executed, counted from 0.
    pub line: u32,
    /// The diagnostic code, when it is an error that the checker sees.
    pub code: Option<&'static str>,
    /// Why it cannot be executed.
    pub reason: Message,
    /// The last line before it that can be run to, if there is one.
    pub runnable: Option<u32>,
}

impl Failure {
    /// A text that is not read cannot be run.
    pub fn unread(unread: Unread) -> Self {
        Self::Stopped(Box::new(RunStop {
            file: None,
            line: 0,
            code: None,
            reason: unread_message(unread),
            runnable: None,
        }))
    }
}

impl RunStop {
    /// The whole problem in one sentence.
    pub fn message(&self) -> Message {
        let line = self.line + 1;
        let reason = match self.code {
            Some(code) => message!("{code}: {reason}", code, reason = self.reason.clone()),
            None => self.reason.clone(),
        };
        match &self.file {
            Some(file) => message!("{file}, line {line}: {reason}", file, line, reason),
            None => message!("line {line}: {remark}", line, remark = reason),
        }
    }
}

/// A program with an error at or above the line is not run; errors below it do not matter.
pub fn refuse_errors(
    findings: impl Iterator<Item = Finding>,
    last: u32,
    file: Option<&str>,
) -> Result<(), Failure> {
    let error = findings
        .take_while(|finding| finding.line <= last)
        .find(|finding| finding.diagnostic.is_error());
    match error {
        None => Ok(()),
        Some(finding) => Err(Failure::Stopped(Box::new(RunStop {
            file: file.map(str::to_owned),
            line: finding.line,
            code: Some(finding.diagnostic.code.id()),
            reason: finding.diagnostic.message,
            runnable: None,
        }))),
    }
}

/// Why a run did not reach its end, if it did not.
pub fn failure(outcome: &Outcome, file: Option<&str>) -> Option<Failure> {
    let (line, reason) = match outcome {
        Outcome::Finished | Outcome::ReachedLine => return None,
        Outcome::Cancelled { .. } => return Some(Failure::Cancelled),
        Outcome::StoppedAtLimit { line } => (*line, message!("the limit of steps is reached")),
        Outcome::StoppedAtMemory { line } => (*line, message!("the limit of memory is reached")),
        Outcome::NotExecutable { line, refusal } => (
            *line,
            message!(
                "`{instruction}`: {reason}",
                instruction = &refusal.instruction,
                reason = Message::from_table(refusal.reason)
            ),
        ),
        Outcome::NotInterpretable { line, error } => (
            *line,
            message!(
                "the value at address {address} of {element} cannot be shown with this data type",
                address = error.address,
                element = &error.element
            ),
        ),
    };
    Some(Failure::Stopped(Box::new(RunStop {
        file: file.map(str::to_owned),
        line,
        code: None,
        reason,
        runnable: None,
    })))
}
