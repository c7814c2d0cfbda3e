//! The accesses of directives for a linker: perhaps any word of any memory, because their expansion is not known.

use mnc2_isa::{Forwarding, Memory};

use super::{AccessRole, Accesses, Certainty, Direction, Elements, Store};
use crate::Directive;

pub(super) fn expanded(directive: &Directive, accesses: &mut Accesses) {
    for direction in [Direction::Read, Direction::Write] {
        let memories = Memory::ALL.into_iter().map(Store::Memory);
        let registers = Forwarding::ALL.into_iter().map(Store::Forwarding);
        let others = [Store::Turnaround, Store::Darbuf];
        for store in memories.chain(registers).chain(others) {
            accesses.begin(&directive.name_range, 0, direction, AccessRole::Data, store);
            accesses.push(0, 0, store.words(), Elements::ALL, Certainty::Somewhere);
        }
    }
}
