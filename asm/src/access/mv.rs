//! What MV instructions access: the ranges of the whole transfer (manual 3.5.3, 3.5.8).

use mnc2_isa::geometry::DAR_ENTRIES;
use mnc2_isa::mv::{INDIRECTION_UNIT_LONG_WORDS, UNIT_LONG_WORDS};
use mnc2_isa::{Level, Memory, OperandClass, Role as OperandRole};

use super::{Accesses, Certainty, Direction, Elements, Role, Store};
use crate::program::{MvInstruction, Operand, OperandKind};

pub(super) fn instruction(mv: &MvInstruction, accesses: &mut Accesses) {
    let operands = || mv.operands.iter().zip(mv.op.row().operands);
    for direction in [Direction::Read, Direction::Write] {
        for (operand, spec) in operands() {
            let is_read = spec.role == OperandRole::Input;
            let units = mv.size_long_words / UNIT_LONG_WORDS;
            let words = units.saturating_mul(spec.words_per_cycle);
            if direction == Direction::Read {
                dar(mv, operand, spec.class, words, accesses);
            }
            if is_read == (direction == Direction::Read) {
                data(operand, spec.class, words, direction, accesses);
            }
        }
    }
}

/// The memory, the first address, and whether that is an entry of DAR.
fn place(operand: &Operand) -> Option<(Memory, u32, bool)> {
    match operand.kind {
        OperandKind::L2bm { address, .. } => Some((Memory::L2bm, address, false)),
        OperandKind::Pdm { address, .. } => Some((Memory::Pdm, address, false)),
        OperandKind::Dram {
            address, indirect, ..
        } => Some((Memory::Dram, address, indirect)),
        OperandKind::PeMemory(_)
        | OperandKind::T(_)
        | OperandKind::BaseRegister(..)
        | OperandKind::MaskRegister(_)
        | OperandKind::MatrixSide(..)
        | OperandKind::MatrixRows { .. }
        | OperandKind::Forwarding(_)
        | OperandKind::Constant(_)
        | OperandKind::NoWrite
        | OperandKind::L1bm { .. }
        | OperandKind::Turnaround(_)
        | OperandKind::Dar(_)
        | OperandKind::Literal(_)
        | OperandKind::Tag(_) => None,
    }
}

/// The groups and L2Bs of an operand (manual 3.5.2); a number that is left out is 0 where one element is meant.
fn elements(operand: &Operand, class: OperandClass) -> Elements {
    let (group, l2b) = match operand.kind {
        OperandKind::L2bm { group, l2b, .. } => (group, l2b),
        OperandKind::Pdm { group, .. } | OperandKind::Dram { group, .. } => (group, None),
        _ => (None, None),
    };
    let group = || Elements::ALL.number(Level::Group, group.unwrap_or(0));
    let l2b = |elements: Elements| elements.number(Level::L2b, l2b.unwrap_or(0));
    match class {
        OperandClass::L2bmOne => l2b(group()),
        OperandClass::L2bmOneInEveryGroup | OperandClass::L2bmOfL2b => l2b(Elements::ALL),
        OperandClass::L2bmOfGroup | OperandClass::PdmOfGroup | OperandClass::DramOfGroup => group(),
        OperandClass::L2bmEvery
        | OperandClass::PdmOfEveryGroup
        | OperandClass::DramOfEveryGroup
        | OperandClass::AluFirstInput
        | OperandClass::PeInput
        | OperandClass::PeOutput
        | OperandClass::PeOutputOrMask
        | OperandClass::MatrixSide
        | OperandClass::MatrixRows
        | OperandClass::L1bmPe(_)
        | OperandClass::L1bm
        | OperandClass::L2bm
        | OperandClass::Dar
        | OperandClass::Literal
        | OperandClass::Tag => Elements::ALL,
    }
}

fn data(
    operand: &Operand,
    class: OperandClass,
    words: u32,
    direction: Direction,
    accesses: &mut Accesses,
) {
    let Some((memory, address, is_indirect)) = place(operand) else {
        return;
    };
    let store = Store::Memory(memory);
    accesses.begin(&operand.range, 0, direction, Role::Data, store);
    let elements = elements(operand, class);
    if is_indirect && words > 0 {
        accesses.push(0, 0, store.words(), elements, Certainty::Somewhere);
    } else {
        accesses.push(0, address, words, elements, Certainty::Always);
    }
}

/// The entries of DAR that an indirect operand reads (manual 3.5.6).
fn dar(
    mv: &MvInstruction,
    operand: &Operand,
    class: OperandClass,
    words: u32,
    accesses: &mut Accesses,
) {
    let Some((_, entry, true)) = place(operand) else {
        return;
    };
    let blocks = words / INDIRECTION_UNIT_LONG_WORDS;
    let entries = match mv.indirection_count {
        Some(count) => blocks.div_ceil(count.max(1)),
        None => blocks.min(1),
    };
    let store = Store::Memory(Memory::Dar);
    accesses.begin(&operand.range, 0, Direction::Read, Role::Address, store);
    let entries = entries.min(DAR_ENTRIES);
    accesses.push(
        0,
        entry,
        entries,
        elements(operand, class),
        Certainty::Always,
    );
}
