//! The machine: runs the assembler's typed program on the state of the chip.
//!
//! Every statement completes immediately, as in the vendor's emulator (manual 3.4.3): a `d get` sees every earlier write
//! and `wait` never blocks. Nothing here does I/O; dumps go to a [`DumpSink`]. Lines without a statement, whether
//! empty or not parsed, do nothing.

pub mod address;
pub mod block;
pub mod checkpoints;
pub mod chip;
pub mod debug;
mod hash;
pub mod host;
pub mod initial_content;
pub mod l1bm;
pub mod l2bm;
pub mod last_writes;
pub mod mask;
pub(crate) mod matrix;
pub mod mv;
pub mod observer;
pub mod paged;
pub mod plane;
mod read_operands;
pub mod recording;
pub mod run;
pub(crate) mod saved;
mod snapshots;
pub mod sources;
mod step;
pub mod turnaround;
mod unit;
mod unshared_bytes;
pub mod upper;
mod write_results;
mod write_sources;

use std::ops::ControlFlow;
use std::sync::Arc;

use mnc2_program::{Program, Scope, Statement, Step, WriteMaskSetting};

use self::chip::Chip;
use self::debug::dump_name;
use self::initial_content::Start;
use self::last_writes::OperandWrites;
use self::mask::StepMasks;
use self::observer::{Observer, Unobserved};
pub use self::run::{
    Dump, DumpSink, MV_LONG_WORDS_PER_STEP, Outcome, Refusal, RunOptions, RunReport,
};
use self::run::{Dumper, Run, cost, growth_bytes};
use self::step::Effect;
use crate::dump::DumpLine;

/// A chip and the state between statements: the `mask` setting and the last step.
///
/// Cloning takes from microseconds to a millisecond for any program: all large parts are shared until one of the
/// clones writes them. [`Machine::snapshot`] does this.
#[derive(Clone, Default)]
pub struct Machine {
    chip: Chip,
    mask: WriteMaskSetting,
    last: Option<(u32, Arc<Vec<Effect>>)>,
}

/// The state of a machine at some time.
#[derive(Clone)]
pub struct MachineSnapshot(Machine);

impl Machine {
    /// A machine with all memories zero.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A machine with these start contents.
    #[must_use]
    pub fn starting(start: Start) -> Self {
        Self {
            chip: Chip::starting(start),
            ..Self::default()
        }
    }

    /// The state as it is now; later steps do not change it.
    #[must_use]
    pub fn snapshot(&self) -> MachineSnapshot {
        MachineSnapshot(self.clone())
    }

    /// Restores a state, earlier or later.
    pub fn restore(&mut self, snapshot: &MachineSnapshot) {
        self.clone_from(&snapshot.0);
    }

    /// A number that differs for different states with the same start, except with a chance of one in 2⁶⁴.
    ///
    /// It depends on the content of memories and registers and on the `mask` setting, not on how that came about or is
    /// stored: memory that holds its start content counts like memory that was never written.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        hash::state(&self.chip, self.mask)
    }

    /// A hash of the memories, mask, base address and matrix registers and DAR: what the chip keeps until it is overwritten.
    /// Forwarding and turnaround registers are not in it.
    #[must_use]
    pub fn memory_hash(&self) -> u64 {
        hash::kept(&self.chip)
    }

    /// A number for each PE: different if the content of its LM, GRF and T-register differs from the content of
    /// another PE, except with a chance of one in 2⁶⁴ for each pair.
    #[must_use]
    pub fn pe_hashes(&self) -> Vec<u64> {
        hash::pe_hashes(&self.chip)
    }

    /// The state of the chip.
    #[must_use]
    pub const fn chip(&self) -> &Chip {
        &self.chip
    }

    /// The state of the chip, for changes.
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
        self.run_visited(program, options, sink, observer, &[], &mut |_, _| {})
    }

    /// Runs a program under observation, and passes the state after each of some lines to `visit`. The lines are in
    /// order; those that the run does not pass are left out.
    pub fn run_visited(
        &mut self,
        program: &Program,
        options: &RunOptions<'_>,
        sink: &mut dyn DumpSink,
        observer: &mut impl Observer,
        stops: &[u32],
        visit: &mut dyn FnMut(u32, &Self),
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
        observer.begin(&self.chip);
        let outcome = self.run_pieces(program, options, &mut run, observer, stops, visit);
        RunReport {
            outcome,
            steps: run.steps,
            truncated: run.dumper.truncated,
        }
    }

    fn run_pieces(
        &mut self,
        program: &Program,
        options: &RunOptions<'_>,
        run: &mut Run<'_>,
        observer: &mut impl Observer,
        stops: &[u32],
        visit: &mut dyn FnMut(u32, &Self),
    ) -> Outcome {
        let mut piece = *options;
        let last = options.until_line.unwrap_or(u32::MAX);
        for &stop in stops {
            if stop < piece.from_line || stop > last || stop as usize >= program.len() {
                continue;
            }
            piece.until_line = Some(stop);
            match self.run_lines(program, &piece, run, observer) {
                Outcome::ReachedLine => {}
                outcome => return outcome,
            }
            visit(stop, self);
            piece.from_line = stop + 1;
        }
        piece.until_line = options.until_line;
        self.run_lines(program, &piece, run, observer)
    }

    fn run_lines(
        &mut self,
        program: &Program,
        options: &RunOptions<'_>,
        run: &mut Run<'_>,
        observer: &mut impl Observer,
    ) -> Outcome {
        let mut first = options.from_line;
        for lines in program.pieces_from(options.from_line as usize) {
            for (line, number) in lines.iter().zip(first..) {
                if options.until_line.is_some_and(|until| number > until) {
                    return Outcome::ReachedLine;
                }
                let Some(statement) = &line.statement else {
                    continue;
                };
                if let ControlFlow::Break(outcome) =
                    self.run_line(number, statement, options, run, observer)
                {
                    return outcome;
                }
            }
            first += lines.len() as u32;
        }
        match options.until_line {
            Some(until) if (until as usize) < program.len() => Outcome::ReachedLine,
            Some(_) | None => Outcome::Finished,
        }
    }

    fn run_line(
        &mut self,
        line: u32,
        statement: &Statement,
        options: &RunOptions<'_>,
        run: &mut Run<'_>,
        observer: &mut impl Observer,
    ) -> ControlFlow<Outcome> {
        if run.is_cancelled() {
            return ControlFlow::Break(Outcome::Cancelled { line });
        }
        run.cost = run.cost.saturating_add(cost(statement));
        if run.cost > options.budget_steps {
            return ControlFlow::Break(Outcome::StoppedAtLimit { line });
        }
        let growth_bytes = growth_bytes(statement);
        if growth_bytes > 0
            && self.chip.off_chip_bytes().saturating_add(growth_bytes) > options.budget_bytes
        {
            return ControlFlow::Break(Outcome::StoppedAtMemory { line });
        }
        observer.statement(line, statement);
        match self.statement(line, statement, run, observer) {
            Ok(ControlFlow::Continue(())) => {
                observer.done();
                ControlFlow::Continue(())
            }
            Ok(ControlFlow::Break(())) => ControlFlow::Break(Outcome::Finished),
            Err(outcome) => ControlFlow::Break(outcome),
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
            Statement::Directive(directive) => {
                let refusal = Refusal::from_directive(directive);
                return Err(Outcome::NotExecutable { line, refusal });
            }
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
        // The list of the step before is used again, unless a snapshot has it too.
        let (_, mut shared) = self.last.take().unwrap_or_default();
        if Arc::strong_count(&shared) > 1 {
            shared = Arc::default();
        }
        if let Some(effects) = Arc::get_mut(&mut shared) {
            effects.clear();
            step::effects(&self.chip, step, &masks, observer, effects)?;
        }
        let forwards = step.forwards();
        step::write_upper(&shared, &mut self.chip);
        for effect in shared.iter() {
            effect.apply(&mut self.chip, step, forwards, observer);
        }
        self.last = Some((line, shared));
        Ok(())
    }

    /// The writes of the last step for the first PE of a scope; empty if another line ran last.
    #[must_use]
    pub fn written(&self, program: &Program, line: u32, focus: Scope) -> Vec<OperandWrites> {
        let step = program.line(line as usize).and_then(|line| line.step());
        match (&self.last, step) {
            (Some((last, effects)), Some(step)) if *last == line => {
                last_writes::written(step, effects, focus.first_pe())
            }
            _ => Vec::new(),
        }
    }
}
