//! What MV instructions access: the ranges of the whole transfer (manual 3.5.3, 3.5.8).

use mnc2_isa::geometry::DAR_ENTRIES;
use mnc2_isa::mv::UNIT_LONG_WORDS;
use mnc2_isa::{Memory, OperandClass};

use super::{Accesses, Certainty, Direction, Elements, Role, Store};
use crate::program::{MvInstruction, Operand};

pub(super) fn instruction(mv: &MvInstruction, accesses: &mut Accesses) {
    let operands = || mv.operands.iter().zip(mv.op.row().operands);
    for direction in [Direction::Read, Direction::Write] {
        for (operand, spec) in operands() {
            let units = mv.size_long_words / UNIT_LONG_WORDS;
            let words = units.saturating_mul(spec.words_per_cycle);
            if direction == Direction::Read {
                dar(mv, operand, spec.class, words, accesses);
            }
            if Direction::of(spec.role) == direction {
                data(operand, spec.class, words, direction, accesses);
            }
        }
    }
}

fn data(
    operand: &Operand,
    class: OperandClass,
    words: u32,
    direction: Direction,
    accesses: &mut Accesses,
) {
    let Some(place) = operand.kind.mv_place() else {
        return;
    };
    let store = Store::Memory(place.memory);
    accesses.begin(&operand.range, 0, direction, Role::Data, store);
    let elements = Elements::of_mv(place, class);
    if place.is_indirect && words > 0 {
        accesses.push(0, 0, store.words(), elements, Certainty::Somewhere);
    } else {
        accesses.push(0, place.address, words, elements, Certainty::Always);
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
    let Some(place) = operand.kind.mv_place().filter(|place| place.is_indirect) else {
        return;
    };
    let store = Store::Memory(Memory::Dar);
    accesses.begin(&operand.range, 0, Direction::Read, Role::Address, store);
    let entries = mv.dar_entries(words).min(DAR_ENTRIES);
    let elements = Elements::of_mv(place, class);
    accesses.push(0, place.address, entries, elements, Certainty::Always);
}
