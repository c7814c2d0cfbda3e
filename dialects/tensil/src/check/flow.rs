//! Rules about several instructions of a thread: accumulators that are read early, weights, registers, repetition.

use std::ops::Deref;
use std::sync::Arc;

use mnc2_text::{Applicability, Edit, Finding, Fix, message};

use super::Step;
use crate::code::Code;
use crate::instruction::{Address, Flow, Instruction};
use crate::lower::Diagnostic;
use crate::options::{Encoding, Options};
use crate::place::Space;
use crate::table::{Memory, Operation};

/// The instructions after which what the SIMD unit writes has arrived, an empirical estimate of the vendor.
const DISTANCE: usize = 2;

/// Instructions of a chunk, with their lines in it.
pub(super) type Steps = [(u32, Arc<Step>)];

/// An instruction of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    /// The number of lines from its line to the end of the previous chunk.
    back: u32,
    step: Arc<Step>,
}

/// An instruction with its line.
struct At<'a> {
    line: u32,
    step: &'a Arc<Step>,
}

impl Deref for At<'_> {
    type Target = Step;

    fn deref(&self) -> &Step {
        self.step
    }
}

impl At<'_> {
    fn before(&self, end: u32) -> Placed {
        Placed {
            back: end - self.line,
            step: Arc::clone(self.step),
        }
    }
}

/// What is known of a thread before a chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    last: Vec<Placed>,
    weights: Weights,
    /// The registers that something writes.
    written: Vec<bool>,
}

/// What is known of weights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Weights {
    is_loaded: bool,
    /// Whether it was reported that they are not loaded.
    is_said: bool,
    /// The rows pushed since the last full load.
    rows: u64,
    /// The last load, until a multiplication uses what it pushed.
    pushed: Option<Placed>,
}

impl State {
    /// Before the first chunk, for each thread.
    pub(super) fn for_threads(options: &Options) -> Vec<Self> {
        let count = usize::try_from(options.architecture.simd_registers_depth).unwrap_or(0);
        let state = Self {
            written: vec![false; count + 1],
            ..Self::default()
        };
        (0..options.architecture.number_of_threads)
            .map(|_| state.clone())
            .collect()
    }
}

/// The findings in a chunk, given the states before it.
#[derive(Debug)]
pub(super) struct Part {
    before: Vec<State>,
    after: Vec<State>,
    /// The first line when it was read; findings are in lines of that time.
    start: u32,
    found: Vec<Finding<Code>>,
}

impl Part {
    /// Reads a chunk that begins at a line.
    pub(super) fn from_steps(
        steps: &Steps,
        (start, length): (u32, u32),
        before: Vec<State>,
        options: &Options,
    ) -> Self {
        let mut found = Vec::new();
        let mut after = Vec::new();
        for (thread, state) in (0_u64..).zip(&before) {
            let last = state.last.iter().map(|placed| At {
                line: start - placed.back,
                step: &placed.step,
            });
            let own = steps.iter().filter(|(_, step)| step.thread == thread);
            let own = own.map(|(line, step)| At {
                line: start + line,
                step,
            });
            let all: Vec<At<'_>> = last.chain(own).collect();
            let mut next = state.clone();
            check(
                &all,
                (start, start + length),
                &mut next,
                options,
                &mut found,
            );
            let last = all[all.len().saturating_sub(DISTANCE)..].iter();
            next.last = last.map(|it| it.before(start + length)).collect();
            after.push(next);
        }
        Self {
            before,
            after,
            start,
            found,
        }
    }

    /// Whether it was computed for these states.
    pub(super) fn begins_with(&self, states: &[State]) -> bool {
        self.before == states
    }

    /// What is known after it.
    pub(super) fn after(&self) -> &[State] {
        &self.after
    }

    /// Reports its findings, given that it begins at a line now.
    pub(super) fn report(&self, start: u32, mut report: impl FnMut(u32, Diagnostic)) {
        let line_of = |line: u32| line.wrapping_sub(self.start).wrapping_add(start);
        for finding in &self.found {
            let mut diagnostic = finding.diagnostic.clone();
            for note in &mut diagnostic.notes {
                note.line = note.line.map(line_of);
            }
            report(line_of(finding.line), diagnostic);
        }
    }
}

/// Adds the findings of the instructions of a thread in some lines; some before them are known.
fn check(
    steps: &[At<'_>],
    (start, end): (u32, u32),
    state: &mut State,
    options: &Options,
    found: &mut Vec<Finding<Code>>,
) {
    let first = steps.partition_point(|step| step.line < start);
    for (index, step) in steps.iter().enumerate().skip(first) {
        let mut report = |diagnostic: Option<Diagnostic>| {
            found.extend(diagnostic.map(|diagnostic| Finding {
                line: step.line,
                diagnostic: diagnostic.explained(),
            }));
        };
        report(too_early(steps, index, options));
        report(repeated(steps, index, options));
        report(without_effect(step));
        report(weights_order(steps, index));
    }
    let steps = &steps[first..];
    found.extend(weights(steps, (start, end), &mut state.weights, options));
    found.extend(registers(steps, &mut state.written));
}

fn is_accumulators(space: Space) -> bool {
    space == Space::Memory(Memory::Accumulators)
}

fn too_early(steps: &[At<'_>], index: usize, options: &Options) -> Option<Diagnostic> {
    let step = &steps[index];
    let Instruction::DataMove {
        flow: Flow::ToLocal,
        memory: Memory::Accumulators,
        ..
    } = step.instruction
    else {
        return None;
    };
    let read = step.operands.iter().find(|it| is_accumulators(it.space))?;
    let before = &steps[index.saturating_sub(DISTANCE)..index];
    let (distance, writer, written) = before.iter().rev().enumerate().find_map(|(at, it)| {
        let is_simd = matches!(it.instruction, Instruction::Simd(_));
        let mut writes = it.operands.iter().filter(|operand| operand.writes);
        let written = writes.find(|operand| is_simd && operand.overlaps(read))?;
        Some((at, it, written))
    })?;
    let missing = DISTANCE - distance;
    let message = message!(
        "this is read {count:# instruction|# instructions} after the SIMD unit writes it",
        count = distance + 1
    );
    let mut diagnostic = Diagnostic::new(Code::ReadTooEarly, read.range.clone(), message)
        .note_at(writer.line, written.range.clone(), message!("it is written here"))
        .help(message!(
            "the specification asks for 2 instructions between them, and calls this an empirical estimate; its compiler puts none there"
        ));
    if options.encoding == Encoding::Docs {
        let title = message!("insert {count:# `NoOp`|# `NoOp`}", count = missing);
        let lines = vec!["NoOp"; missing].join("\n");
        let fix = Fix::new(Applicability::Suggestion, title);
        diagnostic = diagnostic.fixed(fix.with(Edit::insert_line(0, &lines)));
    }
    Some(diagnostic)
}

fn repeated(steps: &[At<'_>], index: usize, options: &Options) -> Option<Diagnostic> {
    let (step, before) = (&steps[index], &steps[index.checked_sub(1)?]);
    let is_idle = match step.instruction {
        Instruction::MatMul { accumulates, .. } => !accumulates,
        Instruction::DataMove { flow, .. } => flow != Flow::FromLocalAdded,
        Instruction::LoadWeights { size, .. } => size >= options.architecture.array_size,
        // It computes the same again unless it reads what it wrote.
        Instruction::Simd(simd) => {
            let is_read = simd.reads && simd.read_address == simd.write_address;
            let is_source = simd.sources().any(|it| it > 0 && it == simd.destination);
            let is_nothing = simd.operation == Operation::NoOp && !simd.writes;
            !(simd.accumulates || is_source || is_nothing || simd.writes && is_read)
        }
        Instruction::Configure { .. } | Instruction::LoadLut { .. } => true,
        // Each of them takes time, which is its purpose.
        Instruction::NoOp | Instruction::Wait { .. } => false,
    };
    if !is_idle || step.instruction != before.instruction {
        return None;
    }
    let message = message!("this does again what the instruction before it does");
    let fix = Fix::new(Applicability::Suggestion, message!("remove it"));
    Some(
        Diagnostic::new(Code::Repeated, step.mnemonic.clone(), message)
            .fixed(fix.with(Edit::remove_lines(0..1))),
    )
}

fn without_effect(step: &Step) -> Option<Diagnostic> {
    let Instruction::Simd(simd) = step.instruction else {
        return None;
    };
    let is_nothing = simd.operation == Operation::NoOp;
    let is_true_no_operation = is_nothing && !simd.reads && simd.destination == 0;
    let is_lost = !simd.writes && (simd.destination == 0 || is_nothing);
    (is_lost && !is_true_no_operation).then(|| {
        let message =
            message!("the result goes nowhere: there is no flag W, and no register is written");
        Diagnostic::new(Code::NothingComputed, step.mnemonic.clone(), message)
    })
}

/// Weights that are pushed from low addresses to high ones, so that the last row of the memory is the bias row.
fn weights_order(steps: &[At<'_>], index: usize) -> Option<Diagnostic> {
    let (step, before) = (&steps[index], &steps[index.checked_sub(1)?]);
    let local = |step: &Step| match step.instruction {
        Instruction::LoadWeights {
            local: Some(local),
            size,
        } => Some((local, size)),
        _ => None,
    };
    let ((now, size), (then, size_then)) = (local(step)?, local(before)?);
    let stride = if size_then > 0 { then.stride } else { 0 };
    let next = then
        .last(size_then)?
        .checked_add(1_u64.checked_shl(stride as u32)?)?;
    if now.first != next || size_then > 0 && size > 0 && then.stride != now.stride {
        return None;
    }
    let Address { first, .. } = then;
    let message = message!(
        "these rows are placed below the rows from `Local({first})`: the array has them in the opposite order",
        first
    );
    let operand = step.operands.first()?;
    let other = before.operands.first()?;
    Some(
        Diagnostic::new(Code::WeightsOrder, operand.range.clone(), message)
            .note_at(
                before.line,
                other.range.clone(),
                message!("these are pushed first"),
            )
            .help(message!(
                "one `LoadWeights` of all rows already pushes them in reverse order"
            )),
    )
}

/// Multiplications before weights, and loads that leave rows of the load before, in some lines.
fn weights(
    steps: &[At<'_>],
    (start, end): (u32, u32),
    state: &mut Weights,
    options: &Options,
) -> Vec<Finding<Code>> {
    let all = options.architecture.weight_rows();
    let mut found = Vec::new();
    let before = state.pushed.take();
    let mut pushed = before.as_ref().map(|placed| At {
        line: start - placed.back,
        step: &placed.step,
    });
    let Weights {
        is_loaded,
        is_said,
        rows,
        ..
    } = state;
    for step in steps {
        match step.instruction {
            Instruction::LoadWeights { size, .. } => {
                *is_loaded = true;
                *rows = rows.saturating_add(size).saturating_add(1);
                if *rows >= all {
                    *rows = 0;
                }
                pushed = Some(At { ..*step });
            }
            Instruction::MatMul { .. } => {
                if !*is_loaded && !*is_said {
                    *is_said = true;
                    let message = message!("no weights are loaded before this: they are zeros");
                    found.push(Finding {
                        line: step.line,
                        diagnostic: Diagnostic::new(
                            Code::NoWeights,
                            step.mnemonic.clone(),
                            message,
                        )
                        .explained(),
                    });
                }
                if let Some(load) = pushed.take()
                    && *rows > 0
                {
                    let rows = *rows;
                    let message = message!(
                        "{rows} of {all} rows are loaded since the last full load: the others stay",
                        rows,
                        all
                    );
                    found.push(Finding {
                        line: load.line,
                        diagnostic: Diagnostic::new(
                            Code::FewWeights,
                            load.mnemonic.clone(),
                            message,
                        )
                        .note_at(
                            step.line,
                            step.mnemonic.clone(),
                            message!("they are used here"),
                        )
                        .help(message!(
                            "a full load has the bias row and a row for each scalar of a vector"
                        )),
                    });
                }
            }
            _ => {}
        }
    }
    state.pushed = pushed.map(|it| it.before(end));
    found
}

/// Uninitialized registers that are read; each is reported once.
fn registers(steps: &[At<'_>], is_written: &mut [bool]) -> Vec<Finding<Code>> {
    let count = is_written.len().saturating_sub(1);
    let mut found = Vec::new();
    for step in steps {
        let registers = || {
            step.operands
                .iter()
                .filter(|it| it.space == Space::Register)
        };
        let number = |register: u64| usize::try_from(register).unwrap_or(0).min(count);
        for operand in registers().filter(|it| it.reads) {
            let register = operand.address.first;
            if !std::mem::replace(&mut is_written[number(register)], true) {
                let message = message!(
                    "nothing writes `R{register}` before this: it holds zeros",
                    register
                );
                found.push(Finding {
                    line: step.line,
                    diagnostic: Diagnostic::new(
                        Code::UnwrittenRegister,
                        operand.range.clone(),
                        message,
                    )
                    .explained(),
                });
            }
        }
        for operand in registers().filter(|it| it.writes) {
            is_written[number(operand.address.first)] = true;
        }
    }
    found
}

/// Programs of threads whose last results no DRAM receives: the instructions of chunks with their first lines.
pub(super) fn never_stored(chunks: &[(u32, &Steps)], options: &Options) -> Vec<Finding<Code>> {
    let threads = 0..options.architecture.number_of_threads;
    let found = threads.filter_map(|thread| {
        let steps = || {
            let chunks = chunks.iter().rev();
            chunks
                .flat_map(|(start, steps)| {
                    steps.iter().rev().map(move |(line, it)| (start + line, it))
                })
                .filter(|(_, step)| step.thread == thread)
        };
        let is_stored = |step: &Step| {
            let dram = |space| matches!(space, Space::Memory(Memory::Dram0 | Memory::Dram1));
            step.operands.iter().any(|it| it.writes && dram(it.space))
        };
        let computes = |step: &Step| {
            matches!(
                step.instruction,
                Instruction::MatMul { .. } | Instruction::Simd(_)
            )
        };
        let (last, step) = steps().find(|(_, step)| computes(step))?;
        let stored = steps().find(|(_, step)| is_stored(step));
        if stored.is_some_and(|(line, _)| line > last) {
            return None;
        }
        let message =
            message!("no `DataMove(->)` to a DRAM follows this: its result stays on the chip");
        let range = step.mnemonic.clone();
        Some(Finding {
            line: last,
            diagnostic: Diagnostic::new(Code::NeverStored, range, message).explained(),
        })
    });
    found.collect()
}
