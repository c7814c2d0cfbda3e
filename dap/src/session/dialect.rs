//! A program in a language other than MN-Core 2: the requests that have another answer then.
//!
//! They are functions of a session, with the names that its methods have for MN-Core 2.

mod breakpoints;
mod going;
mod launch;
mod motion;
mod stack;
mod values;

use std::path::PathBuf;

use mnc2_asm::{Language, Message, message};
use mnc2_ide::debug::dialect::Debugger;
use mnc2_text::Frame;

use self::breakpoints::Points;
pub(super) use self::breakpoints::*;
pub(super) use self::going::*;
pub(super) use self::launch::*;
pub(super) use self::motion::*;
pub(super) use self::stack::*;
use self::values::References;
pub(super) use self::values::*;
use super::run::Stamp;
use super::{Done, Session};
use crate::protocol::LaunchArguments;
use crate::refusal::Refusal;

/// The program that is debugged.
pub(super) struct Run {
    debugger: Debugger,
    configuration: LaunchArguments,
    path: PathBuf,
    /// The file when it was read.
    stamp: Option<Stamp>,
    points: Points,
    /// The frames where it is stopped, once they were asked for.
    frames: Option<Vec<Frame>>,
    /// The lists of variables that the client knows.
    references: References,
    /// What went wrong where it is stopped: a name, and a sentence.
    exception: Option<(&'static str, Message)>,
    /// Whether the run goes on while nothing is asked.
    is_going: bool,
}

impl Run {
    /// Whether the run goes on while nothing is asked.
    pub(super) const fn is_going(&self) -> bool {
        self.is_going
    }

    /// Why a request is not answered that is about MN-Core 2.
    pub(super) fn of_mnc2(&self, command: &str) -> Refusal {
        let language = self.language_id();
        message!(
            "`{command}` is for programs in MN-Core 2 assembly only, and this one is read as `{language}`",
            command,
            language
        )
        .into()
    }

    fn language_id(&self) -> &'static str {
        self.debugger.snapshot().dialect().about().id
    }

    /// Where the run is, the innermost frame first.
    fn frames(&mut self) -> &[Frame] {
        self.frames.get_or_insert_with(|| self.debugger.frames())
    }

    /// The frames from one of the client's numbers on, the innermost one without a number. Where calls have no values of their own,
    /// those of the innermost frame are the values of all.
    fn frames_from(&mut self, id: Option<i64>) -> &[Frame] {
        let first = usize::try_from(id.unwrap_or(1).saturating_sub(1)).unwrap_or(0);
        let frames = self.frames();
        let found = frames.get(first..).unwrap_or_default();
        match found.iter().all(|frame| frame.scopes.is_empty()) {
            true => frames,
            false => found,
        }
    }

    /// Forgets what was asked about the moment before.
    fn forget(&mut self) {
        self.frames = None;
        self.references.clear();
        self.exception = None;
    }
}

/// The program.
fn run<'a>(it: &'a mut Session<'_>) -> Done<&'a mut Run> {
    it.dialect.as_mut().ok_or_else(Refusal::no_program)
}

/// The program while it is stopped.
fn stopped<'a>(it: &'a mut Session<'_>) -> Done<&'a mut Run> {
    let run = run(it)?;
    if run.is_going {
        return Err(message!("the program is running: pause it first").into());
    }
    Ok(run)
}

/// The language of the user.
const fn language(it: &Session<'_>) -> Language {
    it.client.language
}
