//! The input of every search: a program with its text and its rules, and the places that must stay equal.

use std::time::Duration;

use mnc2_program::Program;
use mnc2_program::rules::Rules;

use mnc2_equal::Places;

/// The default time limit of a search.
pub const TIME: Duration = Duration::from_secs(20);

/// Whether the caller cancelled a search. Several threads may ask.
pub type IsCancelled<'a> = &'a (dyn Fn() -> bool + Sync);

/// A program to make shorter.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The program with the region.
    pub program: &'a Program,
    /// The text of a line, counted from 0, without its end.
    pub source: &'a dyn Fn(usize) -> String,
    /// The rules that findings are judged by.
    pub rules: &'a Rules,
    /// The places that must stay equal; `None` for every memory at the end and everything that is shown during the run.
    pub places: Option<&'a Places>,
    /// The time limit of the search.
    pub time: Duration,
    /// The number of runs that compare the result with the program, as a second check.
    pub runs: u32,
}

impl<'a> Subject<'a> {
    /// A program whose whole result counts, with the defaults of the command line.
    #[must_use]
    pub fn new(
        program: &'a Program,
        source: &'a dyn Fn(usize) -> String,
        rules: &'a Rules,
    ) -> Self {
        Self {
            program,
            source,
            rules,
            places: None,
            time: TIME,
            runs: mnc2_equal::RUNS,
        }
    }
}
