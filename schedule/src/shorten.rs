//! From a program to a shorter one: regions, windows, and the proof of what is proposed.
//!
//! A region of at most [`WINDOW_ATOMS`] atoms is one problem. A longer one is taken in windows that overlap by half: the
//! first half of each result is final, the second half is part of the next window. So the cost grows as the region
//! does, and nothing is said about the shortest order of the whole.
//!
//! Nothing is proposed that is not proven in a way that shares no code with the search: the checker finds nothing new,
//! and both programs compute every word from the same sources ([`crate::equal`]).

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mnc2_asm::access::State;
use mnc2_asm::depends::{self, Depends, Widths};
use mnc2_asm::program::Expression;
use mnc2_asm::{Code, Line, LineParser, Program, Review, Rules, Severity, Statement};
use mnc2_isa::{ControlOp, Op};

use crate::bound::{self, Bound, Reason};
use crate::equal::{self, Outcome, Places};
use crate::problem::{Problem, Schedule};
use crate::solve::{self, Found};
use crate::{list, text};

/// Atoms of a window: some 40 to 80 steps. The solver proves the shortest order of most such windows in a second.
pub const WINDOW_ATOMS: usize = 128;

/// What may change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The order of expressions, and which of them share a step.
    Order,
    /// Also where a value is read: from the forwarding register instead of the memory it was written to.
    #[default]
    Forwarding,
}

/// What to shorten.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The program.
    pub program: &'a Program,
    /// The text of a line, counted from 0, without its end.
    pub source: &'a dyn Fn(usize) -> String,
    /// The rules that findings are judged by.
    pub rules: &'a Rules,
    /// What may change.
    pub level: Level,
    /// How long to search; windows that are left then get a quick order, for at most as long again.
    pub time: Duration,
}

/// Where a search is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Lines of the region whose order is final.
    pub lines_done: usize,
    /// Lines of the region.
    pub lines: usize,
}

/// A proven proposal.
#[derive(Clone, Debug)]
pub struct Shortened {
    /// The lines of the region, without their ends.
    pub lines: Vec<String>,
    /// How many lines they replace, from the first of the region; those after the end of the program stay.
    pub lines_before: usize,
    /// Steps of the region before.
    pub before: i64,
    /// Steps of the region after.
    pub after: i64,
    /// No order of the region takes fewer steps than this.
    pub bound: Bound,
    /// The lines of the region that each task of the bound's reason has.
    pub bound_lines: Vec<usize>,
    /// Whether the region is one problem, so that the bound is about all of it.
    pub is_whole: bool,
}

impl Shortened {
    /// Whether no order is shorter.
    #[must_use]
    pub const fn is_shortest(&self) -> bool {
        self.is_whole && self.after <= self.bound.steps
    }
}

/// Why there is no proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing may move.
    Depends(depends::Refusal),
    /// The checker would find this more often than before.
    Finding(Code),
    /// It could not be proven that the result does the same.
    NotProven(equal::Reason),
    /// No one waits for the answer.
    Cancelled,
}

impl From<depends::Refusal> for Refusal {
    fn from(refusal: depends::Refusal) -> Self {
        Self::Depends(refusal)
    }
}

/// Looks for a shorter order of some lines of a program. Time being up is no error: the answer is the best so far.
///
/// # Errors
///
/// If there is no order that may be proposed.
pub fn shorten(
    request: Request<'_>,
    region: Range<usize>,
    is_cancelled: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(Progress),
) -> Result<Shortened, Refusal> {
    let region = participating(request.program, region);
    let before = steps(request.program, region.clone());
    // The first search allows the most, so its bound holds for the others too.
    let mut bound = None;
    let mut allowed = (request.level, Widths::Free);
    let (work, after) = loop {
        let (level, widths) = allowed;
        let request = Request { level, ..request };
        let mut work = Work::new(request, region.clone(), widths, is_cancelled);
        let found = work.run(progress)?;
        bound = bound.or(found);
        let after = steps(&work.program, region.start..work.end);
        if after >= before {
            break (work, after);
        }
        match work.prove() {
            Ok(()) => break (work, after),
            // An operand is wider than needed once the expression that needs the width is elsewhere.
            Err(Refusal::Finding(Code::HalfUsed)) if widths == Widths::Free => {
                allowed.1 = Widths::Kept;
            }
            // The proof follows memory further than forwarding registers.
            Err(Refusal::NotProven(_)) if level > Level::Order => {
                allowed = (Level::Order, Widths::Free);
            }
            Err(refusal) => return Err(refusal),
        }
    };
    let changed = work.lines[..work.end - region.start].to_vec();
    let kept = || region.clone().map(|line| (request.source)(line)).collect();
    Ok(Shortened {
        lines: if after < before { changed } else { kept() },
        lines_before: region.len(),
        before,
        after: after.min(before),
        is_whole: bound.is_some(),
        bound_lines: bound.as_ref().map(|it| it.1.clone()).unwrap_or_default(),
        bound: bound.map_or_else(Bound::none, |it| it.0),
    })
}

/// The lines of a range that are before the end of the program.
fn participating(program: &Program, region: Range<usize>) -> Range<usize> {
    let is_quit =
        |line: &Arc<Line>| matches!(line.statement, Some(Statement::Quit(_))) && !line.has_error();
    let quit = program.iter().position(is_quit).unwrap_or(program.len());
    region.start.min(quit)..region.end.min(quit)
}

fn is_nop(expression: &Expression) -> bool {
    expression.op == Op::Control(ControlOp::Nop)
}

fn steps(program: &Program, lines: Range<usize>) -> i64 {
    program.steps_before(lines.end) as i64 - program.steps_before(lines.start) as i64
}

/// A lower bound, with the lines that its reason is about.
type Proven = (Bound, Vec<usize>);

/// The lines of a window, and what is known of it.
type Window = (Vec<String>, Proven);

/// A region in work: the program as it is so far.
struct Work<'a> {
    request: Request<'a>,
    widths: Widths,
    is_cancelled: &'a dyn Fn() -> bool,
    program: Program,
    start: usize,
    end: usize,
    /// The texts of the region's lines.
    lines: Vec<String>,
    deadline: Instant,
    parser: LineParser,
}

impl<'a> Work<'a> {
    fn new(
        request: Request<'a>,
        region: Range<usize>,
        widths: Widths,
        is_cancelled: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            widths,
            program: request.program.clone(),
            start: region.start,
            end: region.end,
            lines: region.map(|line| (request.source)(line)).collect(),
            deadline: Instant::now() + request.time,
            parser: LineParser::new(),
            request,
            is_cancelled,
        }
    }

    /// Takes the region in windows. The bound of a region that is one window, with the lines of its reason.
    fn run(&mut self, progress: &mut dyn FnMut(Progress)) -> Result<Option<Proven>, Refusal> {
        let mut state = State::default();
        for line in self.program.range(0..self.start) {
            if let Some(statement) = &line.statement {
                state.advance(statement);
            }
        }
        let mut at = self.start;
        let is_whole = self.window(self.start).end == self.end;
        let mut bound = None;
        while at < self.end {
            let window = self.window(at);
            progress(Progress {
                lines_done: at - self.start,
                lines: self.end - self.start,
            });
            if (self.is_cancelled)() {
                return Err(Refusal::Cancelled);
            }
            let is_last = window.end == self.end;
            let time = self.time_of_window(&window);
            let (lines, of_window) = self.solve(window.clone(), &state, time)?;
            let count = lines.len();
            self.replace(window.clone(), lines);
            if is_whole {
                bound = Some(of_window);
            }
            let passed = if is_last { count } else { (count / 2).max(1) };
            for line in self.program.range(at..at + passed) {
                if let Some(statement) = &line.statement {
                    state.advance(statement);
                }
            }
            at += passed;
            // After the search, the quick orders of the windows that are left get as long again.
            if Instant::now() > self.deadline + self.request.time {
                break;
            }
        }
        Ok(bound)
    }

    /// The lines from one on that are one problem.
    fn window(&self, first: usize) -> Range<usize> {
        let mut atoms = 0;
        let mut end = first;
        for line in self.program.range(first..self.end) {
            atoms += match &line.statement {
                Some(Statement::Step(step)) => {
                    step.expressions.iter().filter(|it| !is_nop(it)).count()
                }
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

    /// What is left, shared by the windows that are left.
    fn time_of_window(&self, window: &Range<usize>) -> Duration {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let half = (window.len() / 2).max(1);
        let windows = (self.end - window.start).div_ceil(half).saturating_sub(1);
        left / u32::try_from(windows.max(1)).unwrap_or(u32::MAX)
    }

    fn solve(
        &self,
        window: Range<usize>,
        state: &State,
        time: Duration,
    ) -> Result<Window, Refusal> {
        let cancel = self.is_cancelled;
        let depends = Depends::of(&self.program, window.clone(), state, self.widths)?;
        let mut problem = Problem::of(&depends, false);
        let (mut best, mut bound) = search(&problem, &list::schedule(&problem), time / 2, cancel);
        if self.request.level >= Level::Forwarding && !depends.forwarded.is_empty() {
            // An order without forwarding is one of this problem too.
            problem = Problem::of(&depends, true);
            (best, bound) = search(&problem, &best, time / 2, cancel);
        }
        let lines_of = |task: &usize| depends.atoms[problem.tasks[*task].atom].line;
        let bound_lines = bound.reason.tasks().iter().map(lines_of).collect();
        let source = |line: usize| {
            line.checked_sub(self.start)
                .and_then(|line| self.lines.get(line).cloned())
                .unwrap_or_default()
        };
        let lines = if best.length < problem.steps {
            text::lines(&depends, &problem, &best, &self.program, window, &source)
        } else {
            window.map(source).collect()
        };
        Ok((lines, (bound, bound_lines)))
    }

    fn replace(&mut self, window: Range<usize>, lines: Vec<String>) {
        let parsed: Vec<Arc<Line>> = lines
            .iter()
            .map(|line| Arc::new(self.parser.parse(line)))
            .collect();
        self.end = self.end + lines.len() - window.len();
        self.program.replace(window.clone(), parsed);
        let own = window.start - self.start..window.end - self.start;
        self.lines.splice(own, lines);
    }

    /// Proves that the program as it is now may be proposed.
    fn prove(&self) -> Result<(), Refusal> {
        let count = |program: &Program| {
            let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
            let review = Review::of(program, self.request.rules);
            let serious = review
                .reported()
                .iter()
                .map(|reported| review.finding(reported).diagnostic)
                .filter(|it| matches!(it.severity, Severity::Error | Severity::Warning));
            serious.for_each(|it| *counts.entry(it.code).or_default() += 1);
            counts
        };
        let (before, after) = (count(self.request.program), count(&self.program));
        let more = after
            .iter()
            .find(|(code, count)| before.get(code).is_none_or(|before| before < count));
        if let Some((&code, _)) = more {
            return Err(Refusal::Finding(code));
        }
        let places = Places::everything();
        match equal::by_dataflow(
            self.request.program,
            &self.program,
            &places,
            self.is_cancelled,
        ) {
            Outcome::Same => Ok(()),
            Outcome::Undecided(_) if (self.is_cancelled)() => Err(Refusal::Cancelled),
            Outcome::Undecided(reason) => Err(Refusal::NotProven(reason)),
        }
    }
}

/// The best order that is found in some time, if it is better than a known one, and the best lower bound.
#[must_use]
pub fn search(
    problem: &Problem,
    known: &Schedule,
    time: Duration,
    is_cancelled: &dyn Fn() -> bool,
) -> (Schedule, Bound) {
    let until = Instant::now() + time;
    let bound = bound::lower_bound(problem);
    let mut stop = || Instant::now() > until || is_cancelled();
    let found = solve::search(problem, known, bound.steps, &mut stop);
    let (schedule, is_shortest) = match found {
        Found::Shortest(schedule) => (schedule, true),
        Found::Better(schedule) => (schedule.unwrap_or_else(|| known.clone()), false),
    };
    debug_assert!(problem.is_kept_by(&schedule), "the solver keeps the rules");
    let searched = Bound {
        steps: schedule.length,
        reason: Reason::Search,
    };
    let bound = if is_shortest && schedule.length > bound.steps {
        searched
    } else {
        bound
    };
    (schedule, bound)
}
