//! Names, limits and output that the debuggers of all languages have in common.

use mnc2_debug::breakpoints::Filter;

use crate::protocol::OutputEvent;

pub(super) const THREAD: i64 = 1;

/// Lines that a run prints until it is stopped; more would make the client slow.
pub(super) const PRINTED_LINES_MAX: usize = 20_000;

/// The word for the end of a jump.
pub(super) const JUMP: &str = "goto";

/// The name of what no filter is for: a line that cannot run.
pub(super) const FAILED: &str = "failed";

/// Exit status of a program that stopped before its end.
pub(super) const STOPPED_EARLY: i64 = 3;

/// Maximum number of lines that are named as places for breakpoints.
pub(super) const LOCATIONS_MAX: usize = 10_000;

/// Maximum number of completions of an answer.
pub(super) const COMPLETIONS_MAX: usize = 200;

/// The context of `evaluate` for what a person types in the console.
pub(super) const REPL: &str = "repl";

pub(super) fn output(
    category: &'static str,
    text: String,
    line: Option<i64>,
    source: &crate::protocol::Source,
) -> OutputEvent {
    OutputEvent {
        category,
        output: text + "\n",
        source: line.map(|_| source.clone()),
        line,
    }
}

/// The filters that are on by default.
pub(super) const DEFAULT_FILTERS: [Filter; 3] = [Filter::Mismatch, Filter::Assertion, Filter::Quit];

/// Frames that a thread has at most in the numbers that a client is given.
const FRAMES_OF_THREAD: i64 = 1 << 16;

/// The number of a frame of a thread, counted from the innermost.
pub(super) fn frame_id(thread: usize, frame: usize) -> i64 {
    thread as i64 * FRAMES_OF_THREAD + (frame as i64).min(FRAMES_OF_THREAD - 2) + 1
}

/// The thread and the frame of a number.
pub(super) fn frame_of(id: i64) -> (usize, usize) {
    let index = id.saturating_sub(1).max(0);
    let of = |number: i64| usize::try_from(number).unwrap_or(0);
    (of(index / FRAMES_OF_THREAD), of(index % FRAMES_OF_THREAD))
}
