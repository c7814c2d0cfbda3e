//! A program in a language other than MN-Core 2: the requests that have another answer then.
//!
//! They are functions of a session, with the names that its methods have for MN-Core 2.

mod breakpoints;
mod going;
mod launch;
mod memory;
mod motion;
mod stack;
mod values;

use std::path::PathBuf;
use std::sync::Arc;

use mnc2_asm::{Language, Message, message};
use mnc2_ide::debug::dialect::Debugger;
use mnc2_text::Encoded;

use self::breakpoints::Points;
pub(super) use self::breakpoints::*;
pub(super) use self::going::*;
pub(super) use self::launch::*;
pub(super) use self::memory::*;
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
    /// Its machine words, once they were asked for.
    instructions: Option<Arc<[Encoded]>>,
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
        self.debugger.snapshot().language().about().id
    }

    /// Forgets what was asked about the moment before.
    fn forget(&mut self) {
        self.references.clear();
        self.exception = None;
    }
}

/// Frames that a thread has at most in the numbers that a client is given.
const FRAMES_OF_THREAD: i64 = 1 << 16;

/// The number of a frame of a thread, counted from the innermost.
fn frame_id(thread: usize, frame: usize) -> i64 {
    thread as i64 * FRAMES_OF_THREAD + (frame as i64).min(FRAMES_OF_THREAD - 2) + 1
}

/// The thread and the frame of a number.
fn frame_of(id: i64) -> (usize, usize) {
    let index = (id - 1).max(0);
    let of = |number: i64| usize::try_from(number).unwrap_or(0);
    (of(index / FRAMES_OF_THREAD), of(index % FRAMES_OF_THREAD))
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
