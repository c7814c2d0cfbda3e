//! The debugger: a run that goes forward and backward, stops at breakpoints, and shows its values.
//!
//! It has no protocol and does no I/O. [`Debuggee`] is the interface of a run in every language. There are two ways to run: the
//! chip of MN-Core 2 ([`chip`]), where nothing branches, so that a point in time is a line; and any other
//! [machine](mnc2_ide::languages::Machine) ([`machine`]), whose programs branch and loop.

pub mod breakpoints;
pub mod chip;
pub mod console;
pub mod machine;
pub mod stepping;

use mnc2_emulator::Dump;
use mnc2_emulator::watch::Asserted;
use mnc2_text::{Frame, Message, message};

use self::breakpoints::{Filter, WantedBreakpoints, WantedData, WantedLine};
use self::stepping::{Motion, StopReason};
use mnc2_ide::features::run::Control;

/// An output of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum DebugOutput {
    /// A line of a dump.
    Dump(Dump),
    /// A log message of a breakpoint.
    Log {
        /// The line that runs next, counted from 0.
        line: usize,
        /// The message with its values.
        text: String,
    },
    /// The result of an assertion of the program: a value that it logs, or that it does not hold.
    Asserted {
        /// Its line, counted from 0.
        line: usize,
        /// The value or the failure.
        asserted: Asserted,
    },
    /// A remark of the debugger.
    Remark(Message),
}

/// A value whose accesses can stop a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// The name for [`WantedData`], in every frame and for every focus.
    pub id: String,
    /// Its name for people.
    pub shown: String,
    /// Whether it is in a memory or a register that keeps it from one statement to the next.
    pub is_kept: bool,
}

/// A run under the debugger, in any language. Lines count from 0.
pub trait Debuggee {
    /// The line that runs next; `None` at the end.
    fn next_line(&self) -> Option<usize>;

    /// The cycle of the step that is looked at; 0 at its start, and in languages without cycles.
    fn cycle(&self) -> usize {
        0
    }

    /// The number of executed instructions; `None` where the line determines it.
    fn steps(&self) -> Option<u64> {
        None
    }

    /// How much of the program has run; `None` where that is not known before the end.
    fn percentage(&self) -> Option<i64> {
        None
    }

    /// Why the program runs only up to its end, if it has errors.
    fn obstacle(&self) -> Option<&Message> {
        None
    }

    /// Whether everything has run.
    fn is_at_end(&self) -> bool {
        self.next_line().is_none()
    }

    /// The names of the threads; none if there is only one.
    fn threads(&self) -> Vec<String>;

    /// The thread that runs next.
    fn thread(&self) -> usize {
        0
    }

    /// Where a thread is, the innermost frame first; at the end, the last line.
    fn frames(&self, thread: usize) -> Vec<Frame>;

    /// Reports the outputs before the first statement.
    fn begin(&self, _sink: &mut dyn FnMut(DebugOutput)) {}

    /// Examines the whole run for the breakpoints that need it, once for each set of breakpoints; [`Debuggee::go`] calls it,
    /// too.
    ///
    /// # Errors
    /// If it was cancelled.
    fn prepare(&mut self, control: &Control) -> Result<(), StopReason>;

    /// Why a run that begins where it is stops there, if it does; see [`Debuggee::prepare`].
    fn stops_here(&self, sink: &mut dyn FnMut(DebugOutput)) -> Option<StopReason>;

    /// Moves the run. The outputs of the lines that run go to the sink; a backward motion has no output.
    fn go(
        &mut self,
        motion: Motion,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> StopReason;

    /// The line at which a breakpoint of a line really stops: its own, or the next one with something that runs.
    fn breakable(&self, line: usize) -> Option<usize>;

    /// The first line of a section, a function, a label or another name of the outline.
    ///
    /// # Errors
    /// A sentence if nothing has this name.
    fn line_named(&self, name: &str) -> Result<usize, Message>;

    /// The line at which a breakpoint stops.
    ///
    /// # Errors
    /// A sentence if nothing runs there, or something in it has no meaning.
    fn check_line(&self, wanted: &WantedLine) -> Result<usize, Message>;

    /// The value that an expression names, whose accesses can stop the run.
    ///
    /// # Errors
    /// A sentence if it names nothing of this kind.
    fn watchable(&self, text: &str) -> Result<Watched, Message>;

    /// The value of a data breakpoint.
    ///
    /// # Errors
    /// A sentence if something in it has no meaning.
    fn check_data(&self, wanted: &WantedData) -> Result<Watched, Message>;

    /// The filters that it has.
    fn filters(&self) -> &'static [Filter];

    /// The breakpoints of the last call of [`Debuggee::stop_at`].
    fn wanted(&self) -> &WantedBreakpoints;

    /// Replaces what stops the run. What cannot be placed never stops it.
    fn stop_at(&mut self, wanted: WantedBreakpoints);

    /// The value of an expression.
    ///
    /// # Errors
    /// A sentence if it has none.
    fn value(&self, text: &str) -> Result<Vec<Message>, Message>;

    /// Changes a value where the run is, which the run remembers. Returns a message about the change.
    ///
    /// # Errors
    /// A sentence if it cannot be changed.
    fn change(&mut self, place: &str, value: &str) -> Result<Message, Message>;

    /// The last write or change of an expression's value, with the inputs of the write; with a depth above 1 also the last
    /// writes of the inputs, and so on.
    ///
    /// # Errors
    /// A sentence if the expression names no such value, or the search was cancelled.
    fn origin(
        &mut self,
        text: &str,
        depth: usize,
        control: &Control,
    ) -> Result<Vec<Message>, Message>;

    /// The syntax of expressions, in a sentence.
    fn expressions(&self) -> Message;

    /// The debugger of the chip, if it is one.
    fn as_chip(&mut self) -> Option<&mut chip::Debugger> {
        None
    }

    /// The debugger of a machine, if it is one.
    fn as_machine(&mut self) -> Option<&mut machine::Debugger> {
        None
    }
}

/// The sentence that the user changed a place before a line, counted from 0, or at the end.
pub(crate) fn set_by_user(place: String, values: String, line: Option<usize>) -> Message {
    match line {
        Some(line) => message!(
            "{place}: `set` wrote {values} before line {line}",
            place,
            values,
            line = line + 1
        ),
        None => message!(
            "{place}: `set` wrote {values} at the end of the program",
            place,
            values
        ),
    }
}

/// The sentence that nothing stops at a line.
pub fn nothing_runs() -> Message {
    message!("no statement runs there or after it")
}

/// The name of a frame for people, if the outline has none.
pub fn name_of_line(line: usize) -> Message {
    message!("line {line}", line = line + 1)
}

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
