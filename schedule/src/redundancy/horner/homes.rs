//! Places for numbers that were in the forwarding register only.

use std::collections::BTreeMap;

use mnc2_isa::{Forwarding, Width};
use mnc2_program::access::Store;
use mnc2_program::{Addressing, Operand, OperandKind, PeMemory};

use super::{Factors, Input, WORDS, WORDS_PER_CYCLE, bare, only};
use crate::values::{MEMORIES, Occupied, PE_MEMORIES, Stay};

/// Indices of the memories with places for a number, in the order of preference: the memories that most instructions can read
/// together with others are first.
const HOMES: [usize; PE_MEMORIES] = [3, 2, 1, 0];

/// Places for numbers that were in the forwarding register only.
pub(super) struct Homes<'a> {
    pub(super) factors: &'a Factors<'a>,
    pub(super) root: usize,
    pub(super) occupied: Occupied,
    /// The place of what a line makes.
    pub(super) taken: BTreeMap<usize, Operand>,
}

impl Homes<'_> {
    /// What is read where the sum is, for an input.
    pub(super) fn operand(&mut self, input: Input) -> Option<Operand> {
        let operand = self.factors.operand(input)?;
        match operand.kind {
            OperandKind::Forwarding(Forwarding::Aluf) => self.home(self.factors.maker(input)?),
            OperandKind::Forwarding(_) => None,
            _ => Some(operand.clone()),
        }
    }

    /// A place that is free from a line to the sum.
    fn home(&mut self, maker: usize) -> Option<Operand> {
        let outputs = &only(self.factors.draft, maker)?.outputs;
        let written = outputs.iter().find(|it| it.kind != OperandKind::NoWrite);
        if let Some(output) = written {
            return Some(output.clone());
        }
        let (memory, first) = HOMES.iter().find_map(|&memory| {
            let words = Store::Memory(MEMORIES[memory]).words();
            let mut places = (0..words).step_by(WORDS as usize);
            let first = places.find(|&first| {
                let stays = self.stays(memory, first, maker);
                self.occupied.freedom(&stays).is_some()
            })?;
            Some((memory, first))
        })?;
        let stays = self.stays(memory, first, maker);
        self.occupied.add(&stays);
        let home = bare(OperandKind::PeMemory(PeMemory {
            memory: MEMORIES[memory],
            width: Width::Long,
            addressing: Addressing::Stride {
                base_words: first,
                stride_words: WORDS_PER_CYCLE,
            },
            indirect: false,
            madpe: None,
            address_range: 0..0,
        }));
        self.taken.insert(maker, home.clone());
        Some(home)
    }

    fn stays(&self, memory: usize, first: u32, maker: usize) -> Vec<Stay> {
        let stay = |word| Stay {
            memory,
            word,
            first: 2 * maker as i64 + 1,
            last: 2 * self.root as i64,
            web: usize::MAX,
        };
        (first..first + WORDS).map(stay).collect()
    }
}
