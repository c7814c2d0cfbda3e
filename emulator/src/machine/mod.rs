//! The machine: runs the assembler's typed program on the state of the chip.
//!
//! Every statement completes at once, as in the vendor's emulator (manual
//! 3.4.3): a `d get` sees every earlier write and `wait` never blocks. Nothing
//! here does I/O; dumps go to a [`DumpSink`]. Lines without a statement, be it
//! that they are empty or could not be understood, do nothing.

pub mod address;
pub mod block;
pub mod chip;
pub mod debug;
pub mod element;
mod hash;
pub mod host;
pub mod l1bm;
pub mod l2bm;
pub mod mask;
mod matrix;
pub mod mv;
pub mod observer;
pub mod paged;
pub mod plane;
mod read;
pub mod start;
mod step;
mod threads;
mod unit;
pub mod upper;
mod write;
pub mod written;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mnc2_asm::Program;
use mnc2_asm::program::{Expression, LineRange, Scope, Statement, Step, WriteMaskSetting};

use self::chip::Chip;
use self::debug::{GetError, dump_name};
use self::element::first_pe;
use self::mask::StepMasks;
use self::observer::{Observer, Unobserved};
use self::start::Start;
use self::step::{Effect, effects, forwards};
use self::threads::Threads;
use self::written::Written;
use crate::dump::DumpLine;

/// What a run puts out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dump {
    /// A line of a `d get`.
    Get(DumpLine),
    /// A long word that the host read back by `e`, in hexadecimal.
    Host {
        /// The line of the statement, counted from 0.
        source_line: u32,
        /// 16 hexadecimal digits.
        text: String,
    },
}

impl std::fmt::Display for Dump {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Get(line) => line.fmt(f),
            Self::Host {
                source_line: _,
                text,
            } => f.write_str(text),
        }
    }
}

/// Where dumps go. Returning `Break` stops the dump of this run, not the run.
pub trait DumpSink {
    /// Takes one line.
    fn line(&mut self, dump: Dump) -> ControlFlow<()>;
}

impl<F: FnMut(Dump) -> ControlFlow<()>> DumpSink for F {
    fn line(&mut self, dump: Dump) -> ControlFlow<()> {
        self(dump)
    }
}

impl DumpSink for Vec<Dump> {
    fn line(&mut self, dump: Dump) -> ControlFlow<()> {
        self.push(dump);
        ControlFlow::Continue(())
    }
}

/// Long words of an MV instruction that count as one step of a run's budget; they take about as long.
pub const MV_LONG_WORDS_PER_STEP: u32 = 4096;

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions<'a> {
    /// First line to execute, counted from 0.
    pub from_line: u32,
    /// Last line to execute, counted from 0.
    pub until_line: Option<u32>,
    /// Steps after which the run stops; `nop/n` counts n, and an MV instruction one for every
    /// [`MV_LONG_WORDS_PER_STEP`] long words.
    pub budget_steps: u64,
    /// Dump lines after which no more are made; the run goes on.
    pub max_dump_lines: usize,
    /// Set by another thread to stop the run.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for RunOptions<'_> {
    fn default() -> Self {
        Self {
            from_line: 0,
            until_line: None,
            budget_steps: u64::MAX,
            max_dump_lines: usize::MAX,
            cancel: None,
        }
    }
}

/// Why an instruction was not executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The instruction as its opcode spells it.
    pub instruction: String,
    /// Its range in the line.
    pub range: LineRange,
    /// Why.
    pub reason: &'static str,
}

impl Refusal {
    fn new(expression: &Expression, reason: &'static str) -> Self {
        Self {
            instruction: expression.spelling.text.clone(),
            range: expression.range.clone(),
            reason,
        }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// At the end of the program or at `quit`.
    Finished,
    /// After the line asked for.
    ReachedLine,
    /// At the limit of steps; the line, counted from 0, was not executed.
    StoppedAtLimit {
        /// The line.
        line: u32,
    },
    /// At an instruction that cannot be executed; nothing of its line was.
    NotExecutable {
        /// The line, counted from 0.
        line: u32,
        /// Which instruction, and why.
        refusal: Refusal,
    },
    /// At a `d get` whose value cannot be interpreted as it says (manual 3.4.3).
    NotInterpretable {
        /// The line, counted from 0.
        line: u32,
        /// Which value, and why.
        error: GetError,
    },
    /// By the caller; the line, counted from 0, was not executed, or if it is an MV instruction not to its end.
    Cancelled {
        /// The line.
        line: u32,
    },
}

/// What a run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunReport {
    /// How it ended.
    pub outcome: Outcome,
    /// Steps executed, `nop/n` counting n.
    pub steps: u64,
    /// Whether dump lines were left out.
    pub truncated: bool,
}

/// A chip and what lies between statements: the `mask` setting and the last step.
///
/// Cloning takes microseconds to a millisecond whatever the program did: everything of size is shared
/// until one of the clones writes it. [`Machine::snapshot`] is that.
#[derive(Clone, Default)]
pub struct Machine {
    chip: Chip,
    mask: WriteMaskSetting,
    last: Option<(u32, Arc<[Effect]>)>,
    threads: Threads,
}

/// The state of a machine at some time.
#[derive(Clone)]
pub struct Snapshot(Machine);

impl Machine {
    /// A machine with all memories zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same machine running on so many threads, at most one for each cycle of a step; 0 and 1 are none
    /// beside the caller's. What it computes does not depend on their number.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self {
            threads: Threads::new(threads),
            ..self
        }
    }

    /// A machine that starts as said.
    #[must_use]
    pub fn starting(start: Start) -> Self {
        Self {
            chip: Chip::starting(start),
            ..Self::default()
        }
    }

    /// The state as it is now.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.clone())
    }

    /// Goes back, or forth, to a state.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.clone_from(&snapshot.0);
    }

    /// A number that differs, but for one chance in 2⁶⁴, where two states differ that had the same start.
    ///
    /// It depends on what the memories and registers hold and on the `mask` setting, not on how that came
    /// about or is kept: memory that holds its start content counts like memory never written.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        hash::state(&self.chip, self.mask)
    }

    /// The state of the chip.
    #[must_use]
    pub const fn chip(&self) -> &Chip {
        &self.chip
    }

    /// The state of the chip, to be changed.
    pub const fn chip_mut(&mut self) -> &mut Chip {
        &mut self.chip
    }

    /// Runs a program; the state stays for a following run.
    pub fn run(
        &mut self,
        program: &Program,
        options: &RunOptions<'_>,
        sink: &mut dyn DumpSink,
    ) -> RunReport {
        self.run_observed(program, options, sink, &mut Unobserved)
    }

    /// Runs a program under observation.
    pub fn run_observed(
        &mut self,
        program: &Program,
        options: &RunOptions<'_>,
        sink: &mut dyn DumpSink,
        observer: &mut impl Observer,
    ) -> RunReport {
        let mut run = Run {
            steps: 0,
            cost: 0,
            cancel: options.cancel,
            dumper: Dumper {
                sink,
                left: options.max_dump_lines,
                truncated: false,
            },
        };
        let outcome = self.run_lines(program, options, &mut run, observer);
        RunReport {
            outcome,
            steps: run.steps,
            truncated: run.dumper.truncated,
        }
    }

    fn run_lines(
        &mut self,
        program: &Program,
        options: &RunOptions<'_>,
        run: &mut Run<'_>,
        observer: &mut impl Observer,
    ) -> Outcome {
        for (number, line) in program
            .lines()
            .iter()
            .enumerate()
            .skip(options.from_line as usize)
        {
            let number = number as u32;
            if options.until_line.is_some_and(|until| number > until) {
                return Outcome::ReachedLine;
            }
            let Some(statement) = &line.statement else {
                continue;
            };
            if options
                .cancel
                .is_some_and(|cancel| cancel.load(Ordering::Relaxed))
            {
                return Outcome::Cancelled { line: number };
            }
            run.cost = run.cost.saturating_add(cost(statement));
            if run.cost > options.budget_steps {
                return Outcome::StoppedAtLimit { line: number };
            }
            observer.statement(number, statement);
            match self.statement(number, statement, run, observer) {
                Ok(ControlFlow::Continue(())) => observer.done(),
                Ok(ControlFlow::Break(())) => return Outcome::Finished,
                Err(outcome) => return outcome,
            }
        }
        match options.until_line {
            Some(until) if (until as usize) < program.lines().len() => Outcome::ReachedLine,
            Some(_) | None => Outcome::Finished,
        }
    }

    fn statement(
        &mut self,
        line: u32,
        statement: &Statement,
        run: &mut Run<'_>,
        observer: &mut impl Observer,
    ) -> Result<ControlFlow<()>, Outcome> {
        match statement {
            Statement::Quit(_) => return Ok(ControlFlow::Break(())),
            Statement::Mask(mask) => self.mask = mask.setting,
            Statement::DebugSet(set) => debug::set(&mut self.chip, set),
            Statement::DebugGet(get) => {
                let dumped = debug::get(&self.chip, get, &mut |item| {
                    run.dumper.line(|| {
                        Dump::Get(DumpLine {
                            source_line: line,
                            memory: dump_name(get.memory.memory),
                            element: item.element,
                            address: item.address,
                            value: item.value,
                            statement: get.echo.clone(),
                        })
                    })
                });
                dumped.map_err(|error| Outcome::NotInterpretable { line, error })?;
            }
            Statement::Host(host) => host::execute(&mut self.chip, &host.action, &mut |text| {
                run.dumper.line(|| Dump::Host {
                    source_line: line,
                    text,
                })
            }),
            Statement::Mv(mv) => {
                let cancelled = mv::execute(&mut self.chip, mv, &|| run.is_cancelled(), observer)
                    .map_err(|refusal| Outcome::NotExecutable { line, refusal })?;
                if cancelled {
                    return Err(Outcome::Cancelled { line });
                }
            }
            Statement::Step(step) => {
                self.step(line, step, observer)
                    .map_err(|refusal| Outcome::NotExecutable { line, refusal })?;
                run.steps += u64::from(step.steps());
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn step(
        &mut self,
        line: u32,
        step: &Step,
        observer: &mut impl Observer,
    ) -> Result<(), Refusal> {
        let masks = StepMasks::new(&self.chip, self.mask, step);
        let effects = effects(&self.chip, step, &masks, &self.threads, observer)?;
        let forwards = forwards(step);
        for effect in &effects {
            effect.apply(&mut self.chip, step, forwards, observer);
        }
        self.last = Some((line, effects.into()));
        Ok(())
    }

    /// What the last step wrote for the first PE of a scope; empty when another line ran last.
    #[must_use]
    pub fn written(&self, program: &Program, line: u32, focus: Scope) -> Vec<Written> {
        let step = program
            .lines()
            .get(line as usize)
            .and_then(|line| line.step());
        match (&self.last, step) {
            (Some((last, effects)), Some(step)) if *last == line => {
                written::written(step, effects, first_pe(focus))
            }
            _ => Vec::new(),
        }
    }
}

/// What a statement takes of the budget of steps.
fn cost(statement: &Statement) -> u64 {
    match statement {
        Statement::Step(step) => u64::from(step.steps()),
        Statement::Mv(mv) => u64::from(mv.size_long_words / MV_LONG_WORDS_PER_STEP),
        Statement::Quit(_)
        | Statement::DebugGet(_)
        | Statement::DebugSet(_)
        | Statement::Mask(_)
        | Statement::Host(_) => 0,
    }
}

struct Run<'a> {
    steps: u64,
    /// Taken of the budget so far.
    cost: u64,
    cancel: Option<&'a AtomicBool>,
    dumper: Dumper<'a>,
}

impl Run<'_> {
    fn is_cancelled(&self) -> bool {
        self.cancel
            .is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}

/// Passes dump lines on until the limit or until the sink has had enough.
struct Dumper<'a> {
    sink: &'a mut dyn DumpSink,
    left: usize,
    truncated: bool,
}

impl Dumper<'_> {
    fn line(&mut self, dump: impl FnOnce() -> Dump) -> ControlFlow<()> {
        if self.left == 0 {
            self.truncated = true;
            return ControlFlow::Break(());
        }
        self.left -= 1;
        if self.sink.line(dump()).is_break() {
            self.left = 0;
        }
        ControlFlow::Continue(())
    }
}
