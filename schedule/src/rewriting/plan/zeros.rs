//! Words that hold zero from the start, and long words of a number and a zero that is there already.

use super::{HomeId, Planner, Source};
use crate::rewriting::graph::{Node, Value};
use crate::rewriting::value_numbering::ZERO_WORDS;
use crate::values::PE_MEMORIES;

/// The words of each block of zeros that are read and never written.
pub(super) const FIRST_ZEROS: u32 = 4;

/// The memories whose zeros are read, those first that most steps can read.
const ZERO_MEMORIES: [usize; PE_MEMORIES] = [2, 3, 1, 0];

impl Planner<'_> {
    pub(super) fn are_zeros(&self, values: &[Value]) -> bool {
        values.iter().all(|it| *self.node(*it) == Node::Bits(0))
    }

    /// Words that hold zero from the start, in a memory that a step can still read.
    pub(super) fn zeros(&self, is_free: impl Fn(usize) -> bool) -> Option<Source> {
        let mut memories = ZERO_MEMORIES.into_iter().filter(|it| is_free(*it));
        let blocks = &self.run.zeros;
        let block = memories.find_map(|memory| blocks.iter().find(|it| it.memory == memory))?;
        Some(Source::Start(*block))
    }

    /// A long word of a number and a zero, where the zero is there from the start.
    pub(super) fn zeros_to_fill(&mut self, values: &[Value]) -> Option<HomeId> {
        let [first, second] = *values else {
            return None;
        };
        let (zero, number) = match [first, second].map(|it| self.node(it)) {
            [Node::Bits(0), Node::Bits(_)] => (0, second),
            [Node::Bits(_), Node::Bits(0)] => (1, first),
            _ => return None,
        };
        let block = ZERO_MEMORIES[0];
        let block = self.run.zeros.iter().find(|it| it.memory == block)?;
        if self.zeros_used + 2 > ZERO_WORDS {
            return None;
        }
        let home = self.home(2, Some(block.after(self.zeros_used)));
        self.zeros_used += 2;
        self.produce(&[number], home, 1 - zero)?;
        Some(home)
    }

    /// Zeros in a memory that none of some sources is in.
    pub(super) fn other_zeros(&self, values: &[Value], sources: &[Source]) -> Option<Source> {
        let is_in =
            |it: &Source, memory: usize| matches!(it, Source::Start(word) if word.memory == memory);
        self.are_zeros(values)
            .then(|| self.zeros(|memory| !sources.iter().any(|it| is_in(it, memory))))?
    }
}
