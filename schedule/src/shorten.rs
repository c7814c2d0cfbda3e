//! From a program to a shorter one: regions, windows, and the proof of what is proposed.
//!
//! A region of at most [`WINDOW_ATOMS`] atoms is one problem. A longer one is taken in windows that overlap by half: the first
//! half of each result is final, the second half is part of the next window. Therefore the cost grows in proportion to the
//! region, and the shortest order of the whole region remains unknown.
//!
//! Nothing is proposed that is not proven in a way that shares no code with the search: the checker finds nothing new,
//! and both programs compute every word from the same sources ([`mnc2_equal`]). Both then run from zero and from
//! dirty chips, too.

mod attempts;
mod clock;
mod levels;
mod objective;
mod place_independent;
mod proof;
mod rewrite;
mod trial;
mod windows;

use std::ops::Range;
use std::time::Instant;

use mnc2_dataflow::depends;
use mnc2_dataflow::depends::ChangeLevel;
use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_program::Program;
use mnc2_program::code::Code;

use self::attempts::Attempts;
use self::clock::Clock;
pub use self::clock::Source;
pub use self::objective::Objective;
use self::proof::Proof;
pub use self::proof::ProofKind;
use self::trial::Patience;
use crate::bound::Bound;
use crate::draft::Draft;
use crate::findings::Hazard;
use crate::rules::Applied;
pub use crate::search_input::IsCancelled;
use crate::search_input::Subject;

/// Atoms of a window: some 40 to 80 steps. The solver proves the shortest order of most such windows in a second.
pub const WINDOW_ATOMS: usize = 128;

/// What to shorten, and how. The time of the subject is a limit for each level; the remaining windows then get a quick order,
/// within the same limit once more.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The program with the region.
    pub subject: Subject<'a>,
    /// The allowed kind of change.
    pub level: ChangeLevel,
    /// The measure of length.
    pub score: Objective,
    /// Whether a program with hazards is taken too. What it does then is what the emulator does.
    pub keeps_hazards: bool,
    /// Whether a result is accepted that is not proven, if both programs leave the same in all runs.
    pub is_unproven_allowed: bool,
    /// The ranges of the inputs of a testcase, if a result may be equivalent for these inputs, or for the testcase, only.
    pub ranges: Option<&'a InputRanges>,
    /// Threads of the search, at least one. With a limit of work the result does not depend on their number.
    pub jobs: usize,
    /// Units of work for each level, in place of the time: about one for each decision of the solver and each line that is
    /// followed. The result is then the same on every machine.
    pub work: Option<u64>,
    /// The source of the time.
    pub clock: Source<'a>,
    /// Whether all time is up, regardless of limits: the answer is then the best so far, as at the end of the time.
    pub is_interrupted: IsCancelled<'a>,
}

impl<'a> Request<'a> {
    /// A request with the defaults of the command line.
    #[must_use]
    pub fn new(subject: Subject<'a>) -> Self {
        Self {
            subject,
            level: ChangeLevel::default(),
            score: Objective::Steps,
            keeps_hazards: false,
            is_unproven_allowed: false,
            ranges: None,
            jobs: 1,
            work: None,
            clock: &Instant::now,
            is_interrupted: &|| false,
        }
    }
}

/// Where a search is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Lines of the region whose order is final.
    pub lines_done: usize,
    /// Lines of the region.
    pub lines: usize,
}

/// A shorter program, proven to be equivalent.
#[derive(Clone, Debug)]
pub struct Shortened {
    /// The lines of the region, without their ends.
    pub lines: Vec<String>,
    /// The number of lines that they replace, from the first of the region; those after the end of the program stay.
    pub lines_before: usize,
    /// Steps of the region before.
    pub before: i64,
    /// Steps of the region after.
    pub after: i64,
    /// The number of runs of both programs, from zero and from dirty chips, that were compared.
    pub runs: u32,
    /// The kind of change that was allowed.
    pub level: ChangeLevel,
    /// No order of the region takes fewer steps than this.
    pub bound: Bound,
    /// The lines of the region that each task of the bound's reason has.
    pub bound_lines: Vec<usize>,
    /// No order of the region takes fewer steps than this, regardless of the places of its values; `None` if the values had to
    /// stay, or if more than their places may change.
    pub anywhere: Option<Bound>,
    /// No order of the region's own expressions takes fewer steps than this; `None` if the region is not one problem.
    pub original_bound: Option<i64>,
    /// The rules that made it shorter, with what each saved; empty if it is not shorter.
    pub applied: Vec<Applied>,
    /// Whether the region is one problem, so that the bounds are about all of it.
    pub is_whole: bool,
    /// How it is known that the program is equivalent.
    pub proof: ProofKind,
}

impl Shortened {
    /// The ranges that the proof is limited to, if they were requested; `None` if it holds for all inputs.
    #[must_use]
    pub fn limits<'r>(&self, ranges: Option<&'r InputRanges>) -> Option<&'r InputRanges> {
        ranges.filter(|_| self.proof == ProofKind::Ranges)
    }

    /// Whether no order is shorter. If more than the order was allowed to change, this is about the expressions of the
    /// result: with other ones, a shorter program may be possible.
    #[must_use]
    pub const fn is_shortest(&self) -> bool {
        self.is_whole && self.after <= self.bound.steps
    }

    /// Whether no order is shorter, regardless of where the values of LM, GRF, L1BM and L2BM are placed.
    #[must_use]
    pub fn is_shortest_anywhere(&self) -> bool {
        let bound = self.anywhere.as_ref();
        self.is_whole && bound.is_some_and(|bound| self.after <= bound.steps)
    }
}

/// Why there is no proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The dependencies of the region allow no move.
    Depends(depends::Refusal),
    /// The program has a hazard.
    Hazard(Hazard),
    /// The checker would find this more often than before.
    Finding(Code),
    /// It could not be proven that the result is equivalent.
    NotProven(mnc2_equal::UndecidedReason),
    /// Runs show that the result does something else.
    RunsDiffer,
    /// The caller cancelled the search.
    Cancelled,
}

impl From<depends::Refusal> for Refusal {
    fn from(refusal: depends::Refusal) -> Self {
        Self::Depends(refusal)
    }
}

/// What is found; `None` if it is refused for another reason than that the caller cancelled the search.
fn unless_refused<T>(found: Result<T, Refusal>) -> Result<Option<T>, Refusal> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Refusal::Cancelled) => Err(Refusal::Cancelled),
        Err(_) => Ok(None),
    }
}

/// Looks for a shorter order of some lines of a program. Time being up is not an error: the answer is the best so far.
///
/// # Errors
/// If there is no order that may be proposed.
pub fn shorten(
    request: Request<'_>,
    region: Range<usize>,
    is_cancelled: IsCancelled<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Shortened, Refusal> {
    let subject = request.subject;
    if !request.keeps_hazards
        && let Some(hazard) = Hazard::first(subject.program, subject.rules)
    {
        return Err(Refusal::Hazard(hazard));
    }
    let region = participating(subject.program, region);
    let original = Draft {
        program: subject.program.clone(),
        start: region.start,
        lines: region.clone().map(subject.source).collect(),
    };
    let proof = Proof::new(subject, region.start, request.ranges, is_cancelled);
    let (clock, time) = match request.work {
        Some(units) => Clock::counting(units, request.is_interrupted),
        None => (
            Clock::from_source(request.clock, request.is_interrupted),
            subject.time,
        ),
    };
    let patience = Patience {
        clock: &clock,
        until: None,
        is_cancelled,
    };
    let mut attempts = Attempts::new(&original, request, (time, patience), &proof, progress);
    let bounds = attempts.all_levels(&original)?;
    attempts.patience.begin(time);
    attempts.result(original, bounds)
}

/// The lines of a range that are before the end of the program.
fn participating(program: &Program, region: Range<usize>) -> Range<usize> {
    let end = program.end();
    region.start.min(end)..region.end.min(end)
}

#[cfg(test)]
mod tests;
