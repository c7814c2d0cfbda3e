//! How many bytes a program moves through the memories above the PEs, from its text: nothing branches.

use mnc2_isa::{Level, Memory};

use crate::access::{self, Accesses, Direction, Role, State, Store};
use crate::program::{Program, Statement};

/// Bytes of a long word.
const LONG_WORD_BYTES: u64 = 8;

/// Bytes read from and written to each memory above the PEs, on the whole chip.
///
/// A word that a variable mask may suppress counts as moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    bytes: [[u64; 2]; Self::MEMORIES.len()],
}

impl Traffic {
    /// The memories, from the PEs outwards.
    pub const MEMORIES: [Memory; 4] = [Memory::L1bm, Memory::L2bm, Memory::Pdm, Memory::Dram];

    /// What the instructions of a program move up to its `quit`. Debug and host statements are not part of it.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let mut traffic = Self::default();
        let mut state = State::default();
        let mut accesses = Accesses::default();
        for line in program.live() {
            let Some(statement) = &line.statement else {
                continue;
            };
            match statement {
                Statement::Step(_) => {
                    accesses.fill(statement, &state);
                    traffic.add_step(&accesses);
                }
                Statement::Mv(mv) => {
                    for side in access::moved(mv) {
                        let words = side.long_words_of_chip();
                        traffic.add(side.place.memory, side.direction, words);
                    }
                }
                Statement::Quit(_)
                | Statement::DebugGet(_)
                | Statement::DebugSet(_)
                | Statement::Mask(_)
                | Statement::Host(_) => {}
            }
            state.advance(statement);
        }
        traffic
    }

    fn add_step(&mut self, accesses: &Accesses) {
        for access in accesses.list() {
            let (Store::Memory(memory), Role::Data) = (access.store, access.role) else {
                continue;
            };
            let level = Level::of(memory);
            let words: u64 = accesses
                .pieces(access)
                .iter()
                .map(|piece| u64::from(piece.count) * u64::from(piece.elements.count(level)))
                .sum();
            self.add(memory, access.direction, words);
        }
    }

    fn add(&mut self, memory: Memory, direction: Direction, long_words: u64) {
        if let Some(place) = Self::MEMORIES.iter().position(|other| *other == memory) {
            self.bytes[place][direction as usize] += long_words * LONG_WORD_BYTES;
        }
    }

    /// Bytes read from or written to one of [`Traffic::MEMORIES`]; 0 for another memory.
    #[must_use]
    pub fn bytes(&self, memory: Memory, direction: Direction) -> u64 {
        let place = Self::MEMORIES.iter().position(|other| *other == memory);
        place.map_or(0, |place| self.bytes[place][direction as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes read and written, for each memory.
    fn check(source: &str, expected: [(u64, u64); 4]) {
        let traffic = Traffic::of(&Program::parse(source));
        let found = Traffic::MEMORIES.map(|memory| {
            (
                traffic.bytes(memory, Direction::Read),
                traffic.bytes(memory, Direction::Write),
            )
        });
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn transfers_are_counted_on_the_whole_chip() {
        check("nop\nlpassa $lm0 $ln0\n", [(0, 0); 4]);
        // 64 long words of one group's DRAM to one L2BM.
        check(
            "mvp/n64 $d0@0 $lc0@0.0\n",
            [(0, 0), (0, 512), (0, 0), (512, 0)],
        );
        // Nothing after `quit` is executed, and debug statements belong to the emulator.
        check(
            "d set $d0n0 1 l5\nquit\nmvp/n64 $d0@0 $lc0@0.0\n",
            [(0, 0); 4],
        );
    }
}
