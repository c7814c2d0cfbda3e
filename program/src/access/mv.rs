//! The accesses of MV instructions: the ranges of the whole transfer (manual 3.5.3, 3.5.8).

use mnc2_isa::geometry::DAR_ENTRIES;
use mnc2_isa::{ChipLevel, Memory};

use super::{AccessRole, Accesses, Certainty, Direction, Elements, Store};
use crate::{MvInstruction, MvPlace};
use mnc2_text::LineRange;

/// One side of an MV instruction.
pub struct Moved<'a> {
    range: &'a LineRange,
    /// Whether the side is read or written.
    pub direction: Direction,
    /// The memory and the first address.
    pub place: MvPlace,
    /// Long words of each element.
    pub long_words: u32,
    elements: Elements,
}

impl Moved<'_> {
    /// Long words on the whole chip. The size determines them, even if the addresses are known only in a run.
    pub fn long_words_of_chip(&self) -> u64 {
        let elements = self
            .elements
            .count(ChipLevel::from_memory(self.place.memory));
        u64::from(self.long_words) * u64::from(elements)
    }
}

/// The sides of an MV instruction, as written.
pub fn moved(mv: &MvInstruction) -> impl Iterator<Item = Moved<'_>> {
    let operands = mv.operands.iter().zip(mv.op.row().operands);
    operands.filter_map(|(operand, spec)| {
        let place = operand.kind.mv_place()?;
        Some(Moved {
            range: &operand.range,
            direction: Direction::from_role(spec.role),
            place,
            long_words: mv.unit_operations().saturating_mul(spec.words_per_cycle),
            elements: Elements::from_mv(place, spec.class),
        })
    })
}

pub(super) fn instruction(mv: &MvInstruction, accesses: &mut Accesses) {
    for direction in [Direction::Read, Direction::Write] {
        for side in moved(mv) {
            if direction == Direction::Read && side.place.is_indirect {
                dar(mv, &side, accesses);
            }
            if side.direction == direction {
                data(&side, accesses);
            }
        }
    }
}

fn data(side: &Moved<'_>, accesses: &mut Accesses) {
    let (place, words, elements) = (side.place, side.long_words, side.elements);
    let store = Store::Memory(place.memory);
    accesses.begin(side.range, 0, side.direction, AccessRole::Data, store);
    if place.is_indirect && words > 0 {
        accesses.push(0, 0, store.words(), elements, Certainty::Somewhere);
    } else {
        accesses.push(0, place.address, words, elements, Certainty::Always);
    }
}

/// The entries of DAR that an indirect operand reads (manual 3.5.6).
fn dar(mv: &MvInstruction, side: &Moved<'_>, accesses: &mut Accesses) {
    let store = Store::Memory(Memory::Dar);
    accesses.begin(side.range, 0, Direction::Read, AccessRole::Address, store);
    let entries = mv.dar_entries(side.long_words).min(DAR_ENTRIES);
    let address = side.place.address;
    accesses.push(0, address, entries, side.elements, Certainty::Always);
}
