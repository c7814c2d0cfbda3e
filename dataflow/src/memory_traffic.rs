//! The number of bytes that a program moves through the memories, from its text: nothing branches.

use mnc2_isa::{ChipLevel, Memory};

use mnc2_program::access::{AccessRole, Accesses, Direction, State, Store};
use mnc2_program::{Program, Statement, access};

/// Bytes of a long word, and of a single word, in which the memories of PEs count.
const LONG_WORD_BYTES: u64 = 8;
const SINGLE_WORD_BYTES: u64 = 4;

/// Bytes read from and written to each memory, on the whole chip.
///
/// A word that a variable mask may suppress counts as moved, and one that is read in each cycle of a step counts four
/// times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    bytes: [[u64; 2]; Memory::ALL.len()],
}

impl Traffic {
    /// The memories above the PEs, outwards.
    pub const MEMORIES: [Memory; 4] = [Memory::L1bm, Memory::L2bm, Memory::Pdm, Memory::Dram];

    /// The memories of PEs.
    pub const PE_MEMORIES: [Memory; 5] = [
        Memory::Lm0,
        Memory::Lm1,
        Memory::Grf0,
        Memory::Grf1,
        Memory::T,
    ];

    /// The traffic of a program's instructions up to its `quit`. Debug and host statements are not part of it.
    #[must_use]
    pub fn from_program(program: &Program) -> Self {
        let mut traffic = Self::default();
        let mut state = State::default();
        let mut accesses = Accesses::default();
        for line in program.live() {
            let Some(statement) = &line.statement else {
                continue;
            };
            if let Statement::Step(_) = statement {
                accesses.fill(statement, &state);
            }
            traffic.add(statement, &accesses);
            state.advance(statement);
        }
        traffic
    }

    /// Adds the traffic of a statement; `accesses` are the accesses of a step.
    pub(crate) fn add(&mut self, statement: &Statement, accesses: &Accesses) {
        match statement {
            Statement::Step(_) => self.add_step(accesses),
            Statement::Mv(mv) => {
                for side in access::moved(mv) {
                    let words = side.long_words_of_chip();
                    self.add_words(side.place.memory, side.direction, words);
                }
            }
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Mask(_)
            | Statement::Host(_)
            | Statement::Directive(_) => {}
        }
    }

    fn add_step(&mut self, accesses: &Accesses) {
        for access in accesses.list() {
            let (Store::Memory(memory), AccessRole::Data) = (access.store, access.role) else {
                continue;
            };
            let level = ChipLevel::from_memory(memory);
            let words: u64 = accesses
                .pieces(access)
                .iter()
                .map(|piece| u64::from(piece.count) * u64::from(piece.elements.count(level)))
                .sum();
            self.add_words(memory, access.direction, words);
        }
    }

    fn add_words(&mut self, memory: Memory, direction: Direction, words: u64) {
        let bytes = if Self::PE_MEMORIES.contains(&memory) {
            SINGLE_WORD_BYTES
        } else if Self::MEMORIES.contains(&memory) {
            LONG_WORD_BYTES
        } else {
            return;
        };
        let sum = &mut self.bytes[memory as usize][direction as usize];
        *sum = sum.saturating_add(words.saturating_mul(bytes));
    }

    /// Bytes read from or written to one of [`Traffic::MEMORIES`] or [`Traffic::PE_MEMORIES`]; 0 for another memory.
    #[must_use]
    pub const fn bytes(&self, memory: Memory, direction: Direction) -> u64 {
        self.bytes[memory as usize][direction as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes read and written, for each memory.
    fn check(source: &str, expected: [(u64, u64); 4]) {
        let traffic = Traffic::from_program(&mnc2_asm::parse(source));
        let found = Traffic::MEMORIES.map(|memory| {
            (
                traffic.bytes(memory, Direction::Read),
                traffic.bytes(memory, Direction::Write),
            )
        });
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn memories_of_pes_count_single_words_in_each_cycle() {
        let traffic = Traffic::from_program(&mnc2_asm::parse(
            "lpassa $lm0 $ln0v\nfvadd $r0v $s0v $nowrite",
        ));
        let of = |memory| {
            let of = |direction| traffic.bytes(memory, direction) / 4096;
            (of(Direction::Read), of(Direction::Write))
        };
        // A long word in each cycle on each of the 4096 PEs.
        assert_eq!(of(Memory::Lm0), (4 * 8, 0));
        assert_eq!(of(Memory::Lm1), (0, 4 * 8));
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
