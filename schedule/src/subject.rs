//! What every search is about: a program with its text and its rules, and what must stay the same.

use std::time::Duration;

use mnc2_program::Program;
use mnc2_program::rules::Rules;

use crate::equal::{self, Places};

/// How long a search takes unless the caller says otherwise.
pub const TIME: Duration = Duration::from_secs(20);

/// A program to make shorter.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The program.
    pub program: &'a Program,
    /// The text of a line, counted from 0, without its end.
    pub source: &'a dyn Fn(usize) -> String,
    /// The rules that findings are judged by.
    pub rules: &'a Rules,
    /// What must be the same; everything at the end, and all that is shown on the way, if `None`.
    pub places: Option<&'a Places>,
    /// How long to search.
    pub time: Duration,
    /// How often the result is run next to the program as a second proof.
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
            runs: equal::RUNS,
        }
    }
}
