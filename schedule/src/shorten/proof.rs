//! The proof that a draft may be proposed.

use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_equal::{Equivalence, Limits, Places, RunsOutcome};
use mnc2_program::Program;
use mnc2_program::rules::Rules;

use super::{IsCancelled, Refusal};
use crate::findings::Counts;
use crate::search_input::Subject;

/// Steps that the runs of both programs may take together. A step of a dirty chip takes some 0.1 ms.
const RUN_STEPS_MAX: u64 = 40_000;

/// How it is known that a result is equivalent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofKind {
    /// Both programs compute the same terms, for any content of the memories.
    Dataflow,
    /// It is proven for the inputs in the ranges of a testcase: both programs ran with each number of the ranges.
    Ranges,
    /// Both programs compute the same terms for the inputs of a testcase, perhaps not for others.
    Testcase,
    /// It is not proven. Both programs left the same after this many runs, from different contents of the memories.
    Tried(u32),
}

/// The program that drafts are compared with.
pub(super) struct Proof<'a> {
    before: &'a Program,
    rules: &'a Rules,
    /// Runs of each program.
    runs: u32,
    places: Places,
    /// Lines of a testcase before the solution.
    input_lines: usize,
    /// Whether a result may be equivalent for the inputs of a testcase only, or for those in their ranges.
    is_limited: bool,
    ranges: Option<&'a InputRanges>,
    counts: Counts,
    is_cancelled: IsCancelled<'a>,
}

impl<'a> Proof<'a> {
    pub(super) fn new(
        before: Subject<'a>,
        start: usize,
        ranges: Option<&'a InputRanges>,
        is_cancelled: IsCancelled<'a>,
    ) -> Self {
        let is_in_testcase = before.places.is_some_and(|it| it.from_zero);
        Self {
            input_lines: if is_in_testcase { start } else { 0 },
            is_limited: ranges.is_some(),
            before: before.program,
            rules: before.rules,
            runs: before.runs,
            places: before.places.cloned().unwrap_or_else(Places::everything),
            ranges: ranges.filter(|it| !it.is_empty()),
            counts: Counts::new(before.program, before.rules),
            is_cancelled,
        }
    }

    /// The places that must stay equal.
    pub(super) const fn places(&self) -> &Places {
        &self.places
    }

    /// The ranges of inputs for which a program may be equivalent, if anything is known about the inputs.
    pub(super) const fn ranges(&self) -> Option<&'a InputRanges> {
        self.ranges
    }

    /// Proves that a program may be proposed, unless it is too late for that.
    pub(super) fn prove(
        &self,
        after: &Program,
        is_late: &dyn Fn() -> bool,
    ) -> Result<ProofKind, Refusal> {
        if let Some(code) = Counts::new(after, self.rules).more_than(&self.counts) {
            return Err(Refusal::Finding(code));
        }
        match self.compared(after, is_late) {
            Equivalence::Same => Ok(ProofKind::Dataflow),
            Equivalence::Undecided(_) if (self.is_cancelled)() => Err(Refusal::Cancelled),
            Equivalence::Undecided(_) if self.is_same_over_ranges(after, is_late) => {
                Ok(ProofKind::Ranges)
            }
            Equivalence::Undecided(_) if self.is_same_in_testcase(after, is_late) => {
                Ok(ProofKind::Testcase)
            }
            Equivalence::Undecided(reason) => Err(Refusal::NotProven(reason)),
        }
    }

    /// Whether a program is proven to be equivalent in this way, regardless of the checker's findings in it.
    pub(super) fn is_same(
        &self,
        after: &Program,
        kind: ProofKind,
        is_late: &dyn Fn() -> bool,
    ) -> bool {
        match kind {
            ProofKind::Dataflow | ProofKind::Tried(_) => {
                self.compared(after, is_late) == Equivalence::Same
                    || self.is_same_in_testcase(after, is_late)
            }
            ProofKind::Testcase => self.is_same_in_testcase(after, is_late),
            ProofKind::Ranges => self.is_same_over_ranges(after, is_late),
        }
    }

    fn is_same_in_testcase(&self, after: &Program, is_late: &dyn Fn() -> bool) -> bool {
        let by_dataflow = mnc2_equal::by_dataflow;
        self.is_limited
            && by_dataflow(self.before, after, &self.places, is_late) == Equivalence::Same
    }

    fn is_same_over_ranges(&self, after: &Program, is_late: &dyn Fn() -> bool) -> bool {
        let ranges = self.ranges.filter(|it| it.count() > 0);
        ranges.is_some_and(|ranges| {
            let found = mnc2_equal::over_ranges(self.before, after, &self.places, ranges, is_late);
            found == Equivalence::Same
        })
    }

    fn compared(&self, after: &Program, is_late: &dyn Fn() -> bool) -> Equivalence {
        let lines = self.input_lines;
        mnc2_equal::by_dataflow_for_all_inputs(self.before, after, &self.places, lines, is_late)
    }

    /// Runs both programs, from zero and from dirty chips: how many runs were compared. Long programs run less often,
    /// when it is late no further run begins, and one that does not reach its end counts as not run.
    pub(super) fn run(&self, after: &Program, is_late: &dyn Fn() -> bool) -> Result<u32, Refusal> {
        let steps = |program: &Program| program.steps_before(program.len());
        let of_both = (steps(self.before) + steps(after)).max(1);
        let runs = u32::try_from(RUN_STEPS_MAX / of_both).unwrap_or(u32::MAX);
        let limits = Limits {
            runs: self.places.runs(runs.min(self.runs)),
            ..Limits::default()
        };
        for number in 0..limits.runs {
            if is_late() {
                return Ok(number);
            }
            match mnc2_equal::by_run(self.before, after, &self.places, &limits, number) {
                RunsOutcome::Alike => {}
                RunsOutcome::Different(_) => return Err(Refusal::RunsDiffer),
                RunsOutcome::Stopped { .. } => return Ok(0),
            }
        }
        Ok(limits.runs)
    }
}
