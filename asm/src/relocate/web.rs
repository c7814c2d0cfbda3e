//! Which accesses belong together: all that data connects with one of them.

use std::collections::BTreeSet;

use mnc2_isa::Memory;

use super::{Refusal, Subject};
use crate::access::{Certainty, Direction, Store};
use crate::diagnostic::Diagnostic;
use crate::flow::AccessId;
use crate::program::{OperandKind, Program, Statement};

/// Accesses of a region at most.
const ACCESSES_MAX: usize = 20_000;

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
        return Err(Refusal::Error {
            line,
            message: error.message.clone(),
        });
    }
    let mut accesses = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(id) = open.pop() {
        is_static(subject, id)?;
        let line = flow.line_with(id);
        let Some(access) = line.get(id) else { continue };
        let links = match access.direction {
            Direction::Read => {
                if flow.unwritten_word(id).is_some() {
                    return Err(Refusal::FromOutside {
                        line: flow.line_of(id),
                    });
                }
                flow.reaching(id, ACCESSES_MAX)
            }
            Direction::Write => flow.uses(id, ACCESSES_MAX),
        };
        if !links.is_complete || accesses.len() > ACCESSES_MAX {
            return Err(Refusal::TooLarge);
        }
        for link in links.links {
            if accesses.insert(link.access) {
                open.push(link.access);
            }
        }
    }
    Ok(Web { accesses, memory })
}

/// The memory of an access, if it is one whose operands say where they are.
fn memory_of(subject: &Subject<'_>, id: AccessId) -> Result<Memory, Refusal> {
    let line = subject.flow.line_with(id);
    let store = line.get(id).map(|access| access.store);
    match store {
        Some(Store::Memory(memory)) if memory.is_addressable_pe_memory() => Ok(memory),
        Some(Store::Memory(memory)) => Err(Refusal::OtherMemory { memory }),
        Some(Store::Forwarding(_) | Store::Turnaround | Store::Darbuf) | None => {
            Err(Refusal::NoRegion)
        }
    }
}

/// Whether the text alone says what an access touches.
fn is_static(subject: &Subject<'_>, id: AccessId) -> Result<(), Refusal> {
    let flow = subject.flow;
    let accesses = flow.line_with(id);
    let line = flow.line_of(id);
    let Some(access) = accesses.get(id) else {
        return Err(Refusal::NoRegion);
    };
    let indirect = operand(subject.program, line, &access.range)
        .is_some_and(|kind| matches!(kind, OperandKind::PeMemory(memory) if memory.indirect));
    if indirect {
        return Err(Refusal::Indirect { line });
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
        return Err(Refusal::BaseRegister { line });
    }
    Ok(())
}

pub(super) fn is_step(program: &Program, line: usize) -> bool {
    program.line(line).is_some_and(|line| line.step().is_some())
}

/// What an operand names that stands in a range of a line.
pub(super) fn operand<'p>(
    program: &'p Program,
    line: usize,
    range: &crate::LineRange,
) -> Option<&'p OperandKind> {
    let step = program.line(line)?.step()?;
    step.expressions
        .iter()
        .flat_map(|expression| expression.operands())
        .find(|operand| operand.range == *range)
        .map(|operand| &operand.kind)
}

/// The first error before `quit` and its line, of which it is not known what it does.
fn first_error(program: &Program) -> Option<(usize, &Diagnostic)> {
    for (number, line) in program.iter().enumerate() {
        if let Some(error) = line.diagnostics.iter().find(|found| found.is_error()) {
            return Some((number, error));
        }
        if matches!(line.statement, Some(Statement::Quit(_))) {
            break;
        }
    }
    None
}
