//! The ranges of the inputs of a testcase.
//!
//! The numbers that a testcase sets are examples. What is common to them is the range from the smallest to the largest one, and
//! an equivalence that holds for this range only is useful to whoever is judged against such inputs. The first and the second
//! single words of long words have ranges of their own: the first words of small long integers are zero.

use std::collections::BTreeMap;
use std::sync::Arc;

use mnc2_isa::geometry::PES;
use mnc2_isa::{Memory, Width};
use mnc2_program::access::Elements;
use mnc2_program::{DebugSet, Line, Program, Scope, Statement};
use mnc2_text::{Message, message};

/// Numbers of a range at most; both programs run once with each of them.
pub const VALUES_MAX: u32 = 4096;

/// The numbers of the first or second single words that a testcase sets in a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputRange {
    /// LM0, LM1, GRF0 or GRF1.
    pub memory: Memory,
    /// Whether it is about the second single words of long words.
    pub is_second: bool,
    /// The smallest number, as a signed integer.
    pub first: i32,
    /// The largest number.
    pub last: i32,
}

impl InputRange {
    /// How many numbers it has.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.last.abs_diff(self.first).saturating_add(1)
    }

    /// The bits of a number of the range, counted from the smallest; after the largest one it begins again.
    #[must_use]
    pub const fn bits(&self, number: u32) -> u32 {
        (self.first as u32).wrapping_add(number % self.count())
    }

    /// The range as a person reads it.
    fn text(&self) -> String {
        format!("{} to {}", self.first, self.last)
    }
}

/// Whether half precision has a number in single precision: its exponent is in the range, and its mantissa ends with zeros. Zeros
/// and infinities have no mantissa at all.
#[must_use]
pub const fn is_half(bits: u32) -> bool {
    let mantissa = bits & 0x007f_ffff;
    match bits >> 23 & 0xff {
        0 | 0xff => mantissa == 0,
        // From 2^-30 to 2^31, as a half with its exponent of 6 bits has them.
        97..=158 => mantissa & 0x3fff == 0,
        _ => false,
    }
}

/// The ranges of a testcase, without the ranges of more than [`VALUES_MAX`] numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputRanges {
    ranges: Vec<InputRange>,
    /// The memories, with whether it is about the second single words, of which half precision has every number.
    halves: Vec<(Memory, bool)>,
    /// The number of lines that set inputs, from the first of the program.
    pub lines: usize,
    /// Lines that together set words on all PEs, each group with its first line first.
    on_all_pes: Vec<Vec<usize>>,
}

impl InputRanges {
    /// The ranges of what the first lines of a program set.
    #[must_use]
    pub fn from_program(program: &Program, lines: usize) -> Self {
        let mut ranges: Vec<InputRange> = Vec::new();
        let mut others = Vec::new();
        for line in program.range(0..lines) {
            let Some(Statement::DebugSet(set)) = &line.statement else {
                continue;
            };
            let mut payload = set.payload.to_vec();
            each_word(set, &mut payload, |memory, address, bits| {
                let (is_second, number) = (address % 2 == 1, *bits as i32);
                if !is_half(*bits) && !others.contains(&(memory, is_second)) {
                    others.push((memory, is_second));
                }
                let is_own =
                    |it: &&mut InputRange| (it.memory, it.is_second) == (memory, is_second);
                match ranges.iter_mut().find(is_own) {
                    Some(range) => {
                        range.first = range.first.min(number);
                        range.last = range.last.max(number);
                    }
                    None => ranges.push(InputRange {
                        memory,
                        is_second,
                        first: number,
                        last: number,
                    }),
                }
            });
        }
        let mut halves: Vec<_> = ranges.iter().map(|it| (it.memory, it.is_second)).collect();
        halves.retain(|it| !others.contains(it));
        ranges.retain(|it| it.count() <= VALUES_MAX);
        ranges.sort_by_key(|it| (it.memory as u8, it.is_second));
        Self {
            ranges,
            halves,
            lines,
            on_all_pes: on_all_pes(program, lines),
        }
    }

    /// The range of a word that the testcase sets.
    #[must_use]
    pub fn find(&self, memory: Memory, address: u32) -> Option<InputRange> {
        let mut ranges = self.ranges.iter();
        let found = ranges.find(|it| it.memory == memory && it.is_second == (address % 2 == 1));
        found.copied()
    }

    /// Whether half precision has every number that the testcase sets where a word is, as numbers in single precision.
    #[must_use]
    pub fn are_halves(&self, memory: Memory, address: u32) -> bool {
        self.halves.contains(&(memory, address % 2 == 1))
    }

    /// Whether nothing is known about any input.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ranges.is_empty() && self.halves.is_empty()
    }

    /// How many numbers the largest range has.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.ranges.iter().map(InputRange::count).max().unwrap_or(0)
    }

    /// A program that sets each input that has a range to one number of it. Lines that set words on all PEs together are one.
    #[must_use]
    pub fn with_number(&self, program: &Program, number: u32) -> Program {
        let mut lines: Vec<Arc<Line>> = program.iter().cloned().collect();
        for line in &mut lines[..self.lines] {
            if let Some(Statement::DebugSet(set)) = &line.statement {
                *line = self.line_with_number(set, set.memory.scope, number);
            }
        }
        for group in &self.on_all_pes {
            let Some((first, others)) = group.split_first() else {
                continue;
            };
            if let Some(Statement::DebugSet(set)) = &lines[*first].statement
                && self.has_ranges(set)
            {
                lines[*first] = self.line_with_number(set, Scope::default(), number);
                for other in others {
                    lines[*other] = Arc::default();
                }
            }
        }
        Program::from_lines(lines)
    }

    /// Whether all words that a statement sets have ranges, so that lines for other PEs set the same.
    fn has_ranges(&self, set: &DebugSet) -> bool {
        let (mut payload, mut has_ranges) = (set.payload.to_vec(), true);
        each_word(set, &mut payload, |memory, address, _| {
            has_ranges &= self.find(memory, address).is_some();
        });
        has_ranges
    }

    fn line_with_number(&self, set: &DebugSet, scope: Scope, number: u32) -> Arc<Line> {
        let mut payload = set.payload.to_vec();
        each_word(set, &mut payload, |memory, address, bits| {
            if let Some(range) = self.find(memory, address) {
                *bits = range.bits(number);
            }
        });
        let mut set = DebugSet {
            payload: payload.into(),
            ..set.clone()
        };
        set.memory.scope = scope;
        Arc::new(Line {
            statement: Some(Statement::DebugSet(set)),
            ..Line::default()
        })
    }

    /// The ranges as a sentence about a proof.
    #[must_use]
    pub fn message(&self) -> Message {
        let ranges = self.text();
        message!(
            "proven for inputs in the ranges of the testcase, not for others: {ranges}",
            ranges
        )
    }

    /// The ranges, such as `LM0 0 to 255`, or `LM0+1 0 to 255` for the second single words of long words.
    #[must_use]
    pub fn text(&self) -> String {
        let mut texts = Vec::new();
        for range in &self.ranges {
            let (memory, text) = (range.memory.name(), range.text());
            let other = self
                .ranges
                .iter()
                .find(|it| it.memory == range.memory && it.is_second != range.is_second);
            match other {
                Some(other) if other.text() == text && range.is_second => {}
                Some(other) if other.text() == text => texts.push(format!("{memory} {text}")),
                _ if range.is_second => texts.push(format!("{memory}+1 {text}")),
                _ => texts.push(format!("{memory}+0 {text}")),
            }
        }
        texts.join(", ")
    }
}

/// Lines that set the same words of a PE memory.
#[derive(Default)]
struct SameWords {
    lines: Vec<usize>,
    /// For each PE, whether one of them sets its words.
    is_set: Vec<bool>,
}

/// The lines that set the same words of a PE memory, together on all PEs.
fn on_all_pes(program: &Program, lines: usize) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<_, SameWords> = BTreeMap::new();
    for (index, line) in program.range(0..lines).enumerate() {
        let Some(Statement::DebugSet(set)) = &line.statement else {
            continue;
        };
        let memory = &set.memory;
        if !memory.memory.is_addressable_pe_memory() {
            continue;
        }
        let words = memory.width.single_words();
        let key = (memory.memory as u8, memory.address, words, set.count);
        let group = groups.entry(key).or_default();
        group.lines.push(index);
        group.is_set.resize(PES, false);
        let elements = Elements::from_scope(memory.memory, memory.scope);
        for (pe, is_set) in group.is_set.iter_mut().enumerate() {
            *is_set |= elements.contains(memory.memory, pe);
        }
    }
    let groups = groups.into_values();
    let groups = groups.filter(|it| it.is_set.iter().all(|it| *it));
    groups.map(|it| it.lines).collect()
}

/// Does something with each single word of the PE memories that a statement sets: the memory, the address and the bits.
fn each_word(set: &DebugSet, payload: &mut [u64], mut act: impl FnMut(Memory, u32, &mut u32)) {
    let memory = set.memory.memory;
    if !memory.is_addressable_pe_memory() {
        return;
    }
    let width = set.memory.width;
    let in_payload = if width == Width::DoubleLong { 2 } else { 1 };
    let words = payload.chunks_mut(in_payload).take(set.count as usize);
    for (index, long_words) in (0..).zip(words) {
        for word in 0..width.single_words() {
            let Some(long) = long_words.get_mut(word as usize / 2) else {
                continue;
            };
            let shift = if word % 2 == 0 { 32 } else { 0 };
            let mut bits = (*long >> shift) as u32;
            let address = set
                .memory
                .address
                .wrapping_add(index * width.single_words() + word);
            act(memory, address, &mut bits);
            *long = *long & !(u64::from(u32::MAX) << shift) | u64::from(bits) << shift;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_testcase_have_ranges_and_their_numbers_can_be_set() {
        let text = "d set $lm0n0c0b0m0p0 2 00000000000000050000000000000007\nd set $m4n0c0b0m0p0 1 0000000100000000\n\
                    d set $ln0n0c0b0m0p0 1 7fffffff00000003\nd set $ln2n0c0b0m0p0 1 8000000000000003\nquit";
        let program = mnc2_asm::parse(text);
        let ranges = InputRanges::from_program(&program, 4);
        let range = |memory, address| ranges.find(memory, address).map(|it| (it.first, it.last));
        assert_eq!(range(Memory::Lm0, 0), Some((0, 1)));
        assert_eq!(range(Memory::Lm0, 3), Some((5, 7)));
        assert_eq!(range(Memory::Lm1, 0), None);
        assert_eq!(range(Memory::Lm1, 1), Some((3, 3)));
        assert_eq!(range(Memory::Grf0, 0), None);
        assert_eq!(ranges.count(), 3);
        let second = ranges.with_number(&program, 1);
        let again = InputRanges::from_program(&second, 4);
        let range = |memory, address| again.find(memory, address).map(|it| (it.first, it.last));
        assert_eq!(range(Memory::Lm0, 0), Some((1, 1)));
        assert_eq!(range(Memory::Lm0, 3), Some((6, 6)));
        assert_eq!(range(Memory::Lm1, 0), None);
    }
}
