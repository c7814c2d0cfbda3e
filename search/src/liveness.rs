//! The results of a block that a program needs: the words and forwarding registers that are read after it.

use std::collections::BTreeMap;
use std::ops::Range;

use mnc2_isa::{Forwarding, Memory};
use mnc2_program::Program;
use mnc2_program::access::{Accesses, Certainty, Direction, Elements, State, Store};

use mnc2_equal::Places;

/// Memories that hold what blocks compute.
pub(super) const MEMORIES: [Memory; 6] = [
    Memory::Lm0,
    Memory::Lm1,
    Memory::Grf0,
    Memory::Grf1,
    Memory::T,
    Memory::MaskRegister,
];

/// The words of the PE memories, and the cycles of the mask registers, that are read after a line before they are written.
pub(super) fn live_after(
    program: &Program,
    line: usize,
    places: &Places,
) -> BTreeMap<Memory, Vec<bool>> {
    let size = |memory| Store::Memory(memory).words() as usize;
    let mut known: BTreeMap<Memory, Vec<Option<bool>>> = MEMORIES
        .into_iter()
        .map(|memory| (memory, vec![None; size(memory)]))
        .collect();
    let mut state = State::before(program, line);
    let mut accesses = Accesses::default();
    let after = program
        .iter_from(line)
        .take_while(|line| !line.ends_program());
    for statement in after.filter_map(|line| line.statement.as_ref()) {
        accesses.fill(statement, &state);
        // A step reads before it writes.
        let of = |wanted| {
            accesses
                .list()
                .iter()
                .filter(move |it| it.direction == wanted)
        };
        for access in of(Direction::Read).chain(of(Direction::Write)) {
            let Store::Memory(memory) = access.store else {
                continue;
            };
            let Some(words) = known.get_mut(&memory) else {
                continue;
            };
            for piece in accesses.pieces(access) {
                let range = piece.first as usize..(piece.first + piece.count) as usize;
                let is_whole =
                    piece.certainty == Certainty::Always && piece.elements == Elements::ALL;
                let is_read = access.direction == Direction::Read;
                if !is_read && !is_whole {
                    continue;
                }
                let words = words.get_mut(range).unwrap_or_default();
                for word in words.iter_mut().filter(|word| word.is_none()) {
                    *word = Some(is_read);
                }
            }
        }
        state.advance(statement);
    }
    for place in &places.at_end {
        if let Some(words) = known.get_mut(&place.memory) {
            let first = (place.first as usize).min(words.len());
            let end = (first + place.count as usize).min(words.len());
            for word in words[first..end].iter_mut().filter(|word| word.is_none()) {
                *word = Some(true);
            }
        }
    }
    let decided = |words: Vec<Option<bool>>| words.into_iter().map(|it| it == Some(true)).collect();
    known
        .into_iter()
        .map(|(memory, words)| (memory, decided(words)))
        .collect()
}

/// The line after a region that reads a forwarding register which the region sets.
pub(super) fn forwarded_out(
    program: &Program,
    region: &Range<usize>,
    forwarded: &[Forwarding],
) -> Option<usize> {
    let mut left: Vec<Forwarding> = forwarded.to_vec();
    let mut state = State::before(program, region.end);
    let mut accesses = Accesses::default();
    for (number, line) in (region.end..).zip(program.iter_from(region.end)) {
        let Some(statement) = &line.statement else {
            continue;
        };
        if left.is_empty() || line.ends_program() {
            return None;
        }
        accesses.fill(statement, &state);
        for access in accesses.list() {
            if let Store::Forwarding(register) = access.store {
                match access.direction {
                    Direction::Read if left.contains(&register) => return Some(number),
                    Direction::Read => {}
                    Direction::Write => left.retain(|it| *it != register),
                }
            }
        }
        state.advance(statement);
    }
    None
}
