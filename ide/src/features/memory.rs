//! Consecutive words of a memory on one element of the chip, as a run left them.

use mnc2_emulator::Machine;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{ChipLevel, Memory};
use mnc2_program::DebugMemory;
use mnc2_text::Message;

use super::chip::{self, After};
use super::number_format::NumberFormat;
use super::run::scope;
use crate::session::Focus;

/// Maximum number of words of an answer.
pub const WORDS_MAX: u32 = 1024;
/// Lines that are searched to find the formats of the words of an answer; beyond it they are shown as bits.
const FORMAT_LINES_MAX: usize = 20_000_000;

/// Which words, and how they are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryQuestion<'a> {
    /// Memory and first address as `d get` spells them, such as `$lm0`; a scope is ignored.
    pub memory: &'a str,
    /// The PE whose memory is shown, or that belongs to the element whose memory is shown.
    pub focus: Focus,
    /// How many access words.
    pub count: u32,
    /// How to read them; `None` for the format of the instruction that wrote each.
    pub format: Option<NumberFormat>,
}

/// A word of a memory, as wide as one access.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryWord {
    /// The operand for it, such as `$lm0`.
    pub name: String,
    /// How it is read.
    pub format: NumberFormat,
    /// The value, in the format.
    pub value: chip::ElementValue,
}

/// Words of a memory.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryWords {
    /// The name of the element.
    pub element: String,
    /// The level of the element in the hierarchy.
    pub level: ChipLevel,
    /// In the order of addresses.
    pub words: Vec<MemoryWord>,
    /// The operands with which the words before and after these begin, if there are some.
    pub before: Option<String>,
    /// The operand with which the words after these begin; `None` at the end of the memory.
    pub after: Option<String>,
}

/// Reads words of an element.
///
/// # Errors
/// A sentence if the question cannot be answered.
pub fn words(
    machine: &Machine,
    question: &MemoryQuestion<'_>,
    after: After<'_>,
) -> Result<MemoryWords, Message> {
    let first = chip::memory(question.memory)?;
    let level = ChipLevel::from_memory(first.memory);
    let element = level.containing(scope(question.focus).first_pe());
    let word_bits = chip::word_bits(&first);
    let format = match question.format {
        Some(format) => Some(chip::fitting(format, word_bits)?),
        None => None,
    };
    let row = Row::new(
        first,
        question
            .memory
            .trim_end_matches(|it: char| it.is_ascii_digit()),
    );
    // The few entries of the T-register belong together.
    let count = match row.step {
        0 => row.count,
        _ => question.count.clamp(1, WORDS_MAX),
    };
    let lines = after.line.map_or(0, |line| line as usize);
    let is_quick = lines.saturating_mul(count as usize) <= FORMAT_LINES_MAX;
    let mut found = Vec::new();
    for index in row.first
        ..row
            .first
            .saturating_add(count)
            .min(row.count.max(row.first + 1))
    {
        let (memory, cycle) = row.at(index);
        // The first word reports an address beyond the end.
        let value = chip::words(machine, &memory, cycle, element)?;
        let format = match format {
            Some(format) => format,
            None if is_quick => chip::meant(&memory, cycle, after, word_bits),
            None => NumberFormat::Hexadecimal,
        };
        found.push(MemoryWord {
            name: row.name(index),
            format,
            value: chip::value(&memory, value, format),
        });
    }
    let next = row.first + found.len() as u32;
    Ok(MemoryWords {
        element: level.name(element),
        level,
        before: (row.first > 0).then(|| row.spelled(row.first.saturating_sub(count))),
        after: (next < row.count).then(|| row.spelled(next)),
        words: found,
    })
}

/// The access words of a memory, by number.
struct Row<'a> {
    memory: DebugMemory,
    /// Its spelling without the address.
    spelling: &'a str,
    /// Address units per word; 0 if the cycle selects the word.
    step: u32,
    /// The number of the first requested word.
    first: u32,
    /// How many the memory has.
    count: u32,
}

impl<'a> Row<'a> {
    fn new(memory: DebugMemory, spelling: &'a str) -> Self {
        if memory.memory == Memory::T {
            return Self {
                memory,
                spelling,
                step: 0,
                first: 0,
                count: CYCLES_PER_STEP as u32,
            };
        }
        let step = match ChipLevel::from_memory(memory.memory) {
            ChipLevel::Pe => memory.width.single_words(),
            ChipLevel::Mab | ChipLevel::L1b | ChipLevel::L2b | ChipLevel::Group => {
                memory.width.single_words().div_ceil(2)
            }
        };
        Self {
            step,
            first: memory.address / step,
            count: memory
                .memory
                .size()
                .unwrap_or(0)
                .saturating_sub(memory.address % step)
                / step,
            memory,
            spelling,
        }
    }

    /// The address and the cycle of one.
    fn at(&self, index: u32) -> (DebugMemory, u8) {
        match self.step {
            0 => (self.memory.clone(), index as u8),
            // An odd first address stays odd.
            step => {
                let address = index * step + self.memory.address % step;
                let memory = DebugMemory {
                    address,
                    ..self.memory.clone()
                };
                (memory, 0)
            }
        }
    }

    /// The operand with which one begins.
    fn spelled(&self, index: u32) -> String {
        let spelling = self.spelling;
        match self.step {
            0 => spelling.to_owned(),
            _ => format!("{spelling}{}", self.at(index).0.address),
        }
    }

    fn name(&self, index: u32) -> String {
        match self.step {
            0 => format!("{}[{index}]", self.spelled(index)),
            _ => self.spelled(index),
        }
    }
}

#[cfg(test)]
mod tests;
