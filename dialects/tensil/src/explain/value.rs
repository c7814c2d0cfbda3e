//! How far values go: from the instructions that write vectors or a register to those that read them before they are overwritten.
//!
//! A listing has no branches, so that each thread is one row of instructions.

use mnc2_text::Place;

use crate::lower::lower;
use crate::options::Options;
use crate::place::{self, Operand};
use crate::source::Source;

/// Maximum number of lines that are searched, in each direction.
const LINES_MAX: u32 = 20_000;

/// Maximum number of vectors of an operand that are followed separately. A larger operand ends where one instruction overwrites
/// all its vectors.
const VECTORS_MAX: u64 = 1 << 16;

/// An operand with its line.
#[derive(Clone, Debug)]
pub(super) struct Touch {
    pub(super) line: u32,
    pub(super) operand: Operand,
}

impl Touch {
    /// Where it is in the text.
    pub(super) fn place(&self) -> Place {
        Place {
            line: self.line,
            range: self.operand.range.clone(),
        }
    }
}

/// The operands of a thread around a line, in the order of the text.
#[must_use]
pub(super) fn around(source: &Source, options: &Options, line: u32, thread: u64) -> Vec<Touch> {
    let mut found = Vec::new();
    for number in line.saturating_sub(LINES_MAX)..=line.saturating_add(LINES_MAX) {
        let Some(parsed) = source.line(number) else {
            break;
        };
        let Some(statement) = &parsed.statement else {
            continue;
        };
        let lowered = lower(parsed, statement, options);
        if let Some(instruction) = lowered.instruction.filter(|_| lowered.thread == thread) {
            let operands = place::operands(parsed, statement, &instruction);
            found.extend(operands.into_iter().map(|operand| Touch {
                line: number,
                operand,
            }));
        }
    }
    found
}

/// The vectors of an operand that are still searched for.
struct Wanted<'a> {
    operand: &'a Operand,
    /// For each vector whether it is; `None` if they are too many for that.
    left: Option<Vec<bool>>,
    /// How many are: 1 for all of those that are too many.
    count: u64,
}

impl<'a> Wanted<'a> {
    fn new(operand: &'a Operand) -> Self {
        let count = operand.size.saturating_add(1);
        let is_small = count <= VECTORS_MAX;
        Self {
            operand,
            left: is_small.then(|| vec![true; count as usize]),
            count: if is_small { count } else { 1 },
        }
    }

    /// The vectors that another operand has too, as indices. The smaller of both decides how long that takes.
    fn shared(&self, other: &Operand) -> Vec<u64> {
        if other.size < self.operand.size {
            let vectors = (0..=other.size).map(|index| other.vector(index));
            return vectors.filter_map(|it| self.operand.index(it)).collect();
        }
        let is_shared = |&index: &u64| other.index(self.operand.vector(index)).is_some();
        (0..=self.operand.size).filter(is_shared).collect()
    }

    /// Whether another operand has one of these vectors.
    fn meets(&self, other: &Operand) -> bool {
        if self.count == 0 || !self.operand.overlaps(other) {
            return false;
        }
        match &self.left {
            Some(left) => self.shared(other).iter().any(|&it| left[it as usize]),
            None => true,
        }
    }

    /// Takes away what another operand has.
    fn remove(&mut self, other: &Operand) {
        if !self.operand.overlaps(other) {
            return;
        }
        let shared = self.left.as_ref().map(|_| self.shared(other));
        match (&mut self.left, shared) {
            (Some(left), Some(shared)) => {
                for index in shared {
                    let is_left = std::mem::take(&mut left[index as usize]);
                    self.count -= u64::from(is_left);
                }
            }
            _ => self.count = u64::from(!other.covers(self.operand)),
        }
    }
}

/// The writes whose values an operand has: those before it, of each of its vectors the last; itself if it only writes.
#[must_use]
pub(super) fn writers(touches: &[Touch], index: usize) -> Vec<usize> {
    let Touch { line, operand } = &touches[index];
    if !operand.reads {
        return if operand.writes {
            vec![index]
        } else {
            Vec::new()
        };
    }
    let mut wanted = Wanted::new(operand);
    let mut found = Vec::new();
    for (at, touch) in touches[..index].iter().enumerate().rev() {
        if wanted.count == 0 {
            break;
        }
        // The operands of an instruction are read before it writes any of them.
        if touch.line != *line && touch.operand.writes && wanted.meets(&touch.operand) {
            wanted.remove(&touch.operand);
            found.push(at);
        }
    }
    found.reverse();
    found
}

/// The operands that read what an operand has after some line, up to where it is overwritten; from the start without a line.
#[must_use]
pub(super) fn readers(touches: &[Touch], of: &Operand, after: Option<u32>) -> Vec<usize> {
    let mut wanted = Wanted::new(of);
    let mut found = Vec::new();
    let mut next = after.map_or(0, |line| touches.partition_point(|it| it.line <= line));
    while next < touches.len() && wanted.count > 0 {
        let line = touches[next].line;
        let end = next + touches[next..].partition_point(|it| it.line == line);
        let read = (next..end).filter(|&at| touches[at].operand.reads);
        found.extend(read.filter(|&at| wanted.meets(&touches[at].operand)));
        for touch in &touches[next..end] {
            if touch.operand.writes {
                wanted.remove(&touch.operand);
            }
        }
        next = end;
    }
    found
}
