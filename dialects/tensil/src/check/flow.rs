//! What instructions of a thread say together: accumulators that are read early, weights, registers, repetition.

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

/// The findings of the instructions of a thread, in the order of the text.
pub(super) fn check(steps: &[&Step], options: &Options) -> Vec<Finding<Code>> {
    let mut found = Vec::new();
    for (index, step) in steps.iter().enumerate() {
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
    found.extend(weights(steps, options));
    found.extend(registers(steps, options));
    if options.has_advice {
        found.extend(never_stored(steps));
    }
    found
}

fn is_accumulators(space: Space) -> bool {
    space == Space::Memory(Memory::Accumulators)
}

fn too_early(steps: &[&Step], index: usize, options: &Options) -> Option<Diagnostic> {
    let step = steps[index];
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

fn repeated(steps: &[&Step], index: usize, options: &Options) -> Option<Diagnostic> {
    let (step, before) = (steps[index], steps[index.checked_sub(1)?]);
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
        // Each of them takes time, which is what it is there for.
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
fn weights_order(steps: &[&Step], index: usize) -> Option<Diagnostic> {
    let (step, before) = (steps[index], steps[index.checked_sub(1)?]);
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
        "these rows go below those from `Local({first})`: the array has them in the opposite order",
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
                "one `LoadWeights` of all rows pushes them in reverse order by itself"
            )),
    )
}

/// Multiplications before weights, and loads that leave rows of the load before.
fn weights(steps: &[&Step], options: &Options) -> Vec<Finding<Code>> {
    let all = options.architecture.weight_rows();
    let mut found = Vec::new();
    let mut is_loaded = false;
    let mut is_said = false;
    // The rows pushed since the last full load.
    let mut rows = 0_u64;
    // The last load, until a multiplication uses what it pushed.
    let mut pushed: Option<&Step> = None;
    for step in steps {
        match step.instruction {
            Instruction::LoadWeights { size, .. } => {
                is_loaded = true;
                rows = rows.saturating_add(size).saturating_add(1);
                if rows >= all {
                    rows = 0;
                }
                pushed = Some(step);
            }
            Instruction::MatMul { .. } => {
                if !is_loaded && !is_said {
                    is_said = true;
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
                    && rows > 0
                {
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
    found
}

/// Registers that are read before anything writes them; each is said once.
fn registers(steps: &[&Step], options: &Options) -> Vec<Finding<Code>> {
    let count = usize::try_from(options.architecture.simd_registers_depth).unwrap_or(0);
    let mut is_written = vec![false; count + 1];
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

/// A program whose last results no DRAM receives.
fn never_stored(steps: &[&Step]) -> Option<Finding<Code>> {
    let is_stored = |step: &&&Step| {
        let dram = |space| matches!(space, Space::Memory(Memory::Dram0 | Memory::Dram1));
        step.operands.iter().any(|it| it.writes && dram(it.space))
    };
    let computes = |step: &&&Step| {
        matches!(
            step.instruction,
            Instruction::MatMul { .. } | Instruction::Simd(_)
        )
    };
    let last = steps.iter().rev().find(computes)?;
    let stored = steps.iter().rev().find(is_stored);
    if stored.is_some_and(|stored| stored.line > last.line) {
        return None;
    }
    let message =
        message!("no `DataMove(->)` to a DRAM follows this: its result stays on the chip");
    Some(Finding {
        line: last.line,
        diagnostic: Diagnostic::new(Code::NeverStored, last.mnemonic.clone(), message).explained(),
    })
}
