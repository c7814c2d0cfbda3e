//! Names, limits and output that the debuggers of all languages have in common.

use crate::protocol::Output;

/// The only thread: the chip.
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
) -> Output {
    Output {
        category,
        output: text + "\n",
        source: line.map(|_| source.clone()),
        line,
    }
}
