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
use crate::{emit, list_scheduling};

/// A lower bound, with the lines that its reason is about.
pub(super) type Proven = (Bound, Vec<usize>);

/// The lines of a window, and what is known of it.
type Window = (Vec<String>, Proven);

/// A search over a region.
pub(super) struct Search<'a> {
    /// The program as it is so far.
    pub(super) draft: Draft,
    /// Whether its order was searched for already.
    pub(super) is_ordered: bool,
    pub(super) level: ChangeLevel,
    pub(super) widths: Widths,
    pub(super) score: Objective,
    /// Time limit of the search; the remaining windows then get a quick order, within the same limit once more.
    pub(super) time: Duration,
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
        let deadline = self.clock.now() + self.time;
        let mut parser = LineParser::new();
        let start = self.draft.start;
        let mut at = start;
        let is_whole = Self::is_whole(&self.draft);
        let mut bound = None;
        while at < self.draft.end() {
            let window = window(&self.draft, at);
            progress(Progress {
                lines_done: at - start,
                lines: self.draft.lines.len(),
            });
            if (self.is_cancelled)() {
                return Err(Refusal::Cancelled);
            }
            let is_last = window.end == self.draft.end();
            let time = self.time_of_window(&window, deadline);
            let (lines, of_window) = self.solve(window.clone(), time)?;
            let count = lines.len();
            self.draft.replace(window, lines, &mut parser);
            if is_whole {
                bound = Some(of_window);
            }
            let passed = if is_last { count } else { (count / 2).max(1) };
            at += passed;
            // After the search, the quick orders of the remaining windows have the same limit once more.
            if self.clock.is_past(deadline + self.time) {
                break;
            }
        }
        Ok((self.draft, bound))
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

    fn solve(&self, window: Range<usize>, time: Duration) -> Result<Window, Refusal> {
        let (clock, cancel) = (self.clock, self.is_cancelled);
        let program = &self.draft.program;
        let depends = Depends::from_lines(program, window.clone(), self.widths)?;
        let mut problem = Problem::new(&depends, false);
        let forwards = self.level >= ChangeLevel::Forwarding && !depends.forwarded.is_empty();
        let begun = clock.now();
        let (mut best, mut bound) = if forwards && self.is_ordered {
            (problem.now(), Bound::none())
        } else {
            let first = if forwards { time / 2 } else { time };
            search(
                &problem,
                &list_scheduling::schedule(&problem),
                first,
                clock,
                cancel,
            )
        };
        if forwards {
            // An order without forwarding is one of this problem too.
            problem = Problem::new(&depends, true);
            let quick = list_scheduling::schedule(&problem);
            if quick.length < best.length {
                best = quick;
            }
            let left = time.saturating_sub(clock.now().duration_since(begun));
            (best, bound) = search(&problem, &best, left, clock, cancel);
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
        Ok((lines, (bound, bound_lines)))
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

/// The best order that is found in some time, if it is better than a known one, and the best lower bound.
pub(super) fn search(
    problem: &Problem,
    known: &Schedule,
    time: Duration,
    clock: &Clock<'_>,
    is_cancelled: &dyn Fn() -> bool,
) -> (Schedule, Bound) {
    let until = clock.now() + time;
    let bound = bound::lower_bound(problem);
    let mut stop = || clock.is_past(until) || is_cancelled();
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
