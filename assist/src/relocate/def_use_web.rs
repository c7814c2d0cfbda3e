//! Which accesses belong together: all that are connected with one of them through data.

use std::collections::BTreeSet;

use mnc2_isa::Memory;

use super::refusal::{Reason, TestcaseReason};
use super::{Refusal, Subject};
use mnc2_dataflow::flow::AccessId;
use mnc2_program::access::{Certainty, Direction, Store};
use mnc2_program::finding::Diagnostic;
use mnc2_program::{Operand, OperandKind, Program, Statement};

/// Maximum number of accesses of a region.
const ACCESSES_MAX: usize = 200_000;

/// The accesses that move.
#[derive(Clone, Debug)]
pub(super) struct Web {
    /// In order of time.
    pub(super) accesses: BTreeSet<AccessId>,
    /// The memory that they are in.
    pub(super) memory: Memory,
}

/// The accesses that are connected with one, all of which can move.
pub(super) fn web(subject: &Subject<'_>, start: AccessId) -> Result<Web, Refusal> {
    let flow = subject.flow;
    let memory = memory_of(subject, start)?;
    if let Some((line, error)) = first_error(subject.program) {
        return Err(Reason::Error {
            message: error.message.clone(),
        }
        .at(line));
    }
    let connected = flow.connected(start, subject.is_cancelled);
    let connected = connected.ok_or(Refusal::Cancelled)?;
    if connected.len() > ACCESSES_MAX {
        return Err(Refusal::TooLarge);
    }
    for &id in &connected {
        is_static(subject, id)?;
    }
    // An access that is connected with another one is read; a write alone is not.
    if let ([write], Memory::Pdm | Memory::Dram) = (&*connected, memory) {
        return Err(Reason::ForHost { memory }.at(flow.line_of(*write)));
    }
    Ok(Web {
        accesses: connected.into_iter().collect(),
        memory,
    })
}

/// The memory of an access, if the operands of that memory name their place.
fn memory_of(subject: &Subject<'_>, id: AccessId) -> Result<Memory, Refusal> {
    let line = subject.flow.line_with(id);
    let store = line.get(id).map(|access| access.store);
    match store {
        Some(Store::Memory(memory)) => match memory {
            Memory::Lm0
            | Memory::Lm1
            | Memory::Grf0
            | Memory::Grf1
            | Memory::MaskRegister
            | Memory::L1bm
            | Memory::L2bm
            | Memory::Pdm
            | Memory::Dram => Ok(memory),
            Memory::T
            | Memory::BaseLm0
            | Memory::BaseLm1
            | Memory::MatrixX
            | Memory::MatrixY
            | Memory::Dar => Err(Refusal::OtherMemory { memory }),
        },
        Some(Store::Forwarding(_) | Store::Turnaround | Store::Darbuf) | None => {
            Err(Refusal::NoRegion)
        }
    }
}

/// Whether the text alone determines what an access accesses, at a place that can be changed.
fn is_static(subject: &Subject<'_>, id: AccessId) -> Result<(), Refusal> {
    let flow = subject.flow;
    let accesses = flow.line_with(id);
    let line = flow.line_of(id);
    let Some(access) = accesses.get(id) else {
        return Err(Refusal::NoRegion);
    };
    let direction = access.direction;
    if !subject.own.contains(&line) {
        return Err(TestcaseReason::Accesses(direction).at(line));
    }
    let statement = subject
        .program
        .line(line)
        .and_then(|line| line.statement.as_ref());
    if matches!(statement, Some(Statement::Host(_))) {
        return Err(Reason::Host.at(line));
    }
    let kind = operand(subject.program, line, &access.range).map(|operand| &operand.kind);
    match kind {
        Some(OperandKind::PeMemory(memory)) if memory.indirect => {
            return Err(Reason::Indirect.at(line));
        }
        Some(OperandKind::Dram { indirect: true, .. }) => {
            return Err(Reason::ThroughDar.at(line));
        }
        _ => {}
    }
    let is_somewhere = |certainty| certainty == Certainty::Somewhere;
    let pieces = accesses.pieces(access);
    let base = match access.store {
        Store::Memory(memory) if is_step(subject.program, line) => {
            flow.state_at(line).base_words(memory)
        }
        _ => Some(0),
    };
    if base != Some(0) || pieces.iter().any(|piece| is_somewhere(piece.certainty)) {
        return Err(Reason::BaseRegister.at(line));
    }
    if direction == Direction::Read && flow.unwritten_word(id).is_some() {
        return Err(Reason::FromOutside.at(line));
    }
    Ok(())
}

pub(super) fn is_step(program: &Program, line: usize) -> bool {
    program.line(line).is_some_and(|line| line.step().is_some())
}

/// The operand of a step or an MV instruction at a range of a line.
pub(super) fn operand<'p>(
    program: &'p Program,
    line: usize,
    range: &mnc2_text::LineRange,
) -> Option<&'p Operand> {
    let is_there = |operand: &&Operand| operand.range == *range;
    match program.line(line)?.statement.as_ref()? {
        Statement::Step(step) => {
            let mut operands = step
                .expressions
                .iter()
                .flat_map(|expression| expression.operands());
            operands.find(is_there)
        }
        Statement::Mv(mv) => mv.operands.iter().find(is_there),
        Statement::Quit(_)
        | Statement::DebugGet(_)
        | Statement::DebugSet(_)
        | Statement::Mask(_)
        | Statement::Host(_)
        | Statement::Directive(_) => None,
    }
}

/// The first error before `quit` and its line: the effect of that line is not known.
fn first_error(program: &Program) -> Option<(usize, &Diagnostic)> {
    for (number, line) in program.iter().enumerate() {
        if let Some(error) = line.diagnostics.iter().find(|found| found.is_error()) {
            return Some((number, error));
        }
        if line.ends_program() {
            break;
        }
    }
    None
}
