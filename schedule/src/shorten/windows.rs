//! A region as one problem, or as windows that overlap by half.

use std::ops::Range;
use std::time::{Duration, Instant};

use mnc2_asm::LineParser;
use mnc2_dataflow::depends::{ChangeLevel, Depends, Widths};
use mnc2_isa::{ControlOp, Op};
use mnc2_program::{Expression, Statement};

use super::clock::Clock;
use super::{IsCancelled, Objective, Progress, Refusal, WINDOW_ATOMS};
use crate::bound::{self, Bound, BoundReason};
use crate::draft::Draft;
use crate::problem::{Problem, Schedule};
use crate::solve::{self, Found};
use crate::unit_counts::UnitCounts;
use crate::{emit, list_scheduling};

/// A lower bound, with the lines that its reason is about.
pub(super) type Proven = (Bound, Vec<usize>);

/// Decisions of the solver in a window of a long region or of a part of it.
pub(super) const DECISIONS_MAX: usize = 128;

/// Each window in which a search finds nothing halves the decisions in the next one, down to a quick order; after this many such
/// windows, one has all decisions again.
const HALVINGS_MAX: u32 = 16;

/// A window in its best order.
struct Solved {
    lines: Vec<String>,
    proven: Proven,
    /// Whether a search found a shorter order than a quick one.
    is_improved: bool,
}

/// How long an exact search may take; without one, the order is a quick one.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// The time for a region; the remaining windows then get a quick order, within the same limit once more.
    time: Duration,
    /// Decisions of the solver in each window, in addition to the time.
    decisions: usize,
    /// The search of several windows ends early if no order of the rest leads to fewer steps than this.
    below: i64,
}

impl Effort {
    /// Any number of decisions in some time.
    pub(super) const fn within(time: Duration) -> Self {
        Self {
            time,
            decisions: usize::MAX,
            below: i64::MAX,
        }
    }

    /// The effort for a draft: in some time, with fewer decisions if it is long.
    pub(super) const fn for_draft(draft: &Draft, time: Duration) -> Self {
        match draft.is_long() {
            true => Self::with_decisions(time, DECISIONS_MAX),
            false => Self::within(time),
        }
    }

    /// Some decisions in each window, in some time.
    pub(super) const fn with_decisions(time: Duration, decisions: usize) -> Self {
        Self {
            decisions,
            ..Self::within(time)
        }
    }

    /// Quick orders in some time.
    pub(super) const fn quick(time: Duration) -> Self {
        Self::with_decisions(time, 0)
    }

    /// The same for orders of fewer steps than a number.
    pub(super) const fn for_fewer_steps(self, below: i64) -> Self {
        Self { below, ..self }
    }

    /// As many decisions in another time.
    const fn lasting(self, time: Duration) -> Self {
        Self { time, ..self }
    }
}

/// A search over a region.
pub(super) struct Search<'a> {
    /// The program as it is so far.
    pub(super) draft: Draft,
    /// Whether its order was searched for already.
    pub(super) is_ordered: bool,
    pub(super) level: ChangeLevel,
    pub(super) widths: Widths,
    pub(super) score: Objective,
    pub(super) effort: Effort,
    pub(super) clock: &'a Clock<'a>,
    pub(super) is_cancelled: IsCancelled<'a>,
}

impl Search<'_> {
    /// Whether a region is one window.
    pub(super) fn is_whole(draft: &Draft) -> bool {
        window(draft, draft.start).end == draft.end()
    }

    /// Takes the region in windows. The result, and the bound of a region that is one window, with the lines of its reason.
    pub(super) fn run(
        mut self,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<(Draft, Option<Proven>), Refusal> {
        let deadline = self.clock.now() + self.effort.time;
        let mut parser = LineParser::new();
        let start = self.draft.start;
        let mut at = start;
        let is_whole = Self::is_whole(&self.draft);
        let mut bound = None;
        let mut in_vain = 0;
        let mut rest = UnitCounts::from_lines(self.draft.program.range(self.draft.region()));
        while at < self.draft.end() && (is_whole || self.may_be_below(at, &rest)) {
            let window = window(&self.draft, at);
            progress(Progress {
                lines_done: at - start,
                lines: self.draft.lines.len(),
            });
            if (self.is_cancelled)() {
                return Err(Refusal::Cancelled);
            }
            let is_last = window.end == self.draft.end();
            let effort = self.effort_of_window(&window, deadline, in_vain);
            let found = self.solve(window.clone(), effort)?;
            in_vain = if found.is_improved { 0 } else { in_vain + 1 };
            let count = found.lines.len();
            self.draft.replace(window, found.lines, &mut parser);
            if is_whole {
                bound = Some(found.proven);
            }
            let passed = if is_last { count } else { (count / 2).max(1) };
            let done = self.draft.program.range(at..at + passed);
            done.for_each(|line| rest.remove(line));
            at += passed;
            // After the search, the quick orders of the remaining windows have the same limit once more.
            if self.clock.is_past(deadline + self.effort.time) {
                break;
            }
        }
        Ok((self.draft, bound))
    }

    /// Whether an order of the lines from one on may lead to fewer steps than the limit.
    fn may_be_below(&self, at: usize, rest: &UnitCounts) -> bool {
        let before = |line| self.draft.program.steps_before(line) as i64;
        before(at) - before(self.draft.start) + rest.least_steps() < self.effort.below
    }

    /// The effort for a window, after some windows in which a search found nothing.
    fn effort_of_window(&self, window: &Range<usize>, deadline: Instant, in_vain: u32) -> Effort {
        let decisions = match self.effort.decisions {
            usize::MAX => usize::MAX,
            limit => limit >> (in_vain % HALVINGS_MAX),
        };
        Effort {
            time: self.time_of_window(window, deadline),
            decisions,
            ..self.effort
        }
    }

    /// The remaining time, shared by the remaining windows.
    fn time_of_window(&self, window: &Range<usize>, deadline: Instant) -> Duration {
        let left = self.clock.left(deadline);
        if window.end == self.draft.end() {
            return left;
        }
        let half = (window.len() / 2).max(1);
        let windows = (self.draft.end() - window.start).div_ceil(half);
        let windows = windows.saturating_sub(1);
        left / u32::try_from(windows.max(1)).unwrap_or(u32::MAX)
    }

    fn solve(&self, window: Range<usize>, given: Effort) -> Result<Solved, Refusal> {
        let (clock, cancel) = (self.clock, self.is_cancelled);
        let program = &self.draft.program;
        let begun = clock.now();
        let is_whole = window == self.draft.region();
        // Where a window of several has less time than its quick order takes, all of it is for quick orders.
        let effort = |time: Duration| match !is_whole && time < clock.seen() - begun {
            true => Effort::quick(time),
            false => given.lasting(time),
        };
        let depends = Depends::from_lines(program, window.clone(), self.widths)?;
        let mut problem = Problem::new(&depends, false);
        let forwards = self.level >= ChangeLevel::Forwarding && !depends.forwarded.is_empty();
        let mut is_improved = false;
        let (mut best, mut bound) = if forwards && self.is_ordered {
            (problem.now(), Bound::none())
        } else {
            let first = if forwards { given.time / 2 } else { given.time };
            let quick = list_scheduling::schedule(&problem);
            let found = search(&problem, &quick, effort(first), clock, cancel);
            is_improved |= found.0.length < quick.length;
            found
        };
        if forwards {
            // An order without forwarding is one of this problem too.
            problem = Problem::new(&depends, true);
            let quick = list_scheduling::schedule(&problem);
            if quick.length < best.length {
                best = quick;
            }
            let known = best.length;
            let left = given.time.saturating_sub(clock.now().duration_since(begun));
            (best, bound) = search(&problem, &best, effort(left), clock, cancel);
            is_improved |= best.length < known;
        }
        let lines_of = |task: &usize| depends.atoms[problem.tasks[*task].atom].line;
        let bound_lines = bound.reason.tasks().iter().map(lines_of).collect();
        let source = |line: usize| self.draft.line(line).to_owned();
        let is_written = best.length < problem.steps || self.score == Objective::LinesAndBytes;
        let lines = if is_written {
            emit::lines(&depends, &problem, &best, program, window, &source)
        } else {
            window.map(source).collect()
        };
        Ok(Solved {
            lines,
            proven: (bound, bound_lines),
            is_improved,
        })
    }
}

/// The lines of a region from one on that are one problem.
fn window(draft: &Draft, first: usize) -> Range<usize> {
    let mut atoms = 0;
    let mut end = first;
    for line in draft.program.range(first..draft.end()) {
        atoms += match &line.statement {
            Some(Statement::Step(step)) => step.expressions.iter().filter(|it| !is_nop(it)).count(),
            Some(_) => 1,
            None => 0,
        };
        if atoms > WINDOW_ATOMS && end > first {
            break;
        }
        end += 1;
    }
    first..end
}

fn is_nop(expression: &Expression) -> bool {
    expression.op == Op::Control(ControlOp::Nop)
}

/// The best order that is found with some effort, if it is better than a known one, and the best lower bound.
pub(super) fn search(
    problem: &Problem,
    known: &Schedule,
    effort: Effort,
    clock: &Clock<'_>,
    is_cancelled: &dyn Fn() -> bool,
) -> (Schedule, Bound) {
    let until = clock.now() + effort.time;
    let bound = bound::lower_bound(problem);
    if effort.time.is_zero() || effort.decisions == 0 {
        return (known.clone(), bound);
    }
    let mut decisions = 0;
    let mut stop = || {
        decisions += 1;
        decisions > effort.decisions || clock.is_past(until) || is_cancelled()
    };
    let found = solve::search(problem, known, bound.steps, &mut stop);
    let (schedule, is_shortest) = match found {
        Found::Shortest(schedule) => (schedule, true),
        Found::Better(schedule) => (schedule.unwrap_or_else(|| known.clone()), false),
    };
    debug_assert!(problem.is_kept_by(&schedule), "the solver keeps the rules");
    let searched = Bound {
        steps: schedule.length,
        reason: BoundReason::Search,
    };
    let bound = if is_shortest && schedule.length > bound.steps {
        searched
    } else {
        bound
    };
    (schedule, bound)
}
