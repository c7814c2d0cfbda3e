//! The values at one address on all elements of the chip, as a run left them.

use mnc2_asm::LineParser;
use mnc2_dataflow::flow::Flow;
use mnc2_dataflow::number_format::{Numbers, Origins};
use mnc2_emulator::Machine;
use mnc2_emulator::machine::upper;
use mnc2_isa::geometry::{CYCLES_PER_STEP, PES};
use mnc2_isa::{ChipLevel, Memory, Width};
use mnc2_program::access::Store;
use mnc2_program::code::Code;
use mnc2_program::message::wording;
use mnc2_program::{DebugMemory, Program, Statement};
use mnc2_text::{Message, message};
use std::collections::HashMap;

use super::number_format::NumberFormat;

/// Which words of the chip, and how they are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipQuestion<'a> {
    /// Memory and address as `d get` spells them, such as `$lm0`; a scope is ignored.
    pub memory: &'a str,
    /// The cycle that selects the entry of the T-register.
    pub cycle: u8,
    /// How to read the words; `None` for the format of the instruction that wrote them.
    pub format: Option<NumberFormat>,
}

/// The run whose chip is shown.
#[derive(Clone, Copy, Debug)]
pub struct After<'a> {
    /// The program that ran.
    pub program: &'a Program,
    /// Which write reaches which read in it.
    pub flow: &'a Flow,
    /// The line that ran last, if one has.
    pub line: Option<u32>,
}

/// A value that one or more elements have.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementValue {
    /// In hexadecimal, one number for each word.
    pub bits: String,
    /// In the requested format.
    pub text: String,
    /// The first of its numbers; `None` if it is not finite.
    pub number: Option<f64>,
}

/// The name of a level in the protocol.
pub const fn level_name(level: ChipLevel) -> &'static str {
    match level {
        ChipLevel::Group => "group",
        ChipLevel::L2b => "l2b",
        ChipLevel::L1b => "l1b",
        ChipLevel::Mab => "mab",
        ChipLevel::Pe => "pe",
    }
}

/// The values at one address.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The level that the elements belong to.
    pub level: ChipLevel,
    /// How the words are read.
    pub format: NumberFormat,
    /// The distinct values of the elements.
    pub values: Vec<ElementValue>,
    /// For each element of the level, in order, the index of its value in `values`.
    pub elements: Vec<u32>,
}

/// Reads the chip.
///
/// # Errors
/// A sentence if the question cannot be answered.
pub fn picture(
    machine: &Machine,
    question: &ChipQuestion<'_>,
    after: After<'_>,
) -> Result<Picture, Message> {
    let memory = memory(question.memory)?;
    let level = ChipLevel::from_memory(memory.memory);
    let word_bits = word_bits(&memory);
    let format = match question.format {
        Some(format) => fitting(format, word_bits)?,
        None => meant(&memory, question.cycle, after, word_bits),
    };
    let mut picture = Picture {
        level,
        format,
        values: Vec::new(),
        elements: Vec::new(),
    };
    let mut known: HashMap<(u64, u64), u32> = HashMap::new();
    for element in 0..PES / level.pes() {
        let words = words(machine, &memory, question.cycle, element)?;
        let place = *known.entry(words).or_insert_with(|| {
            picture.values.push(value(&memory, words, format));
            picture.values.len() as u32 - 1
        });
        picture.elements.push(place);
    }
    Ok(picture)
}

/// The bits of an access word.
pub(super) fn word_bits(memory: &DebugMemory) -> u32 {
    match (memory.width, ChipLevel::from_memory(memory.memory)) {
        (Width::Single, ChipLevel::Pe) => 32,
        _ => 64,
    }
}

/// A format, if it is not longer than the words.
pub(super) fn fitting(format: NumberFormat, word_bits: u32) -> Result<NumberFormat, Message> {
    if format.fits(word_bits) {
        Ok(format)
    } else {
        Err(message!(
            "a single word is too short for a double-precision number"
        ))
    }
}

/// The format of the instruction that wrote the words last; bits, if that is not known or does not fit.
pub(super) fn meant(
    memory: &DebugMemory,
    cycle: u8,
    after: After<'_>,
    word_bits: u32,
) -> NumberFormat {
    let format = numbers(memory, cycle, after).map(NumberFormat::from_numbers);
    format
        .filter(|format| format.fits(word_bits))
        .unwrap_or_default()
}

fn numbers(memory: &DebugMemory, cycle: u8, after: After<'_>) -> Option<Numbers> {
    let first = match memory.memory {
        Memory::T => u32::from(cycle) * Width::DoubleLong.single_words(),
        _ => memory.address,
    };
    let count = match ChipLevel::from_memory(memory.memory) {
        ChipLevel::Pe => memory.width.single_words(),
        ChipLevel::Mab | ChipLevel::L1b | ChipLevel::L2b | ChipLevel::Group => {
            memory.width.single_words().div_ceil(2)
        }
    };
    let words = first..first.saturating_add(count);
    let store = Store::Memory(memory.memory);
    Origins::new(after.program, after.flow).after(after.line? as usize, store, &words)
}

pub(super) fn memory(spelling: &str) -> Result<DebugMemory, Message> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'$';
    if !spelling.bytes().all(is_plain) {
        return Err(no_memory(spelling));
    }
    // A data type that can also read single words.
    let line = LineParser::new().parse(&format!("d getf {spelling} 1"));
    let error = line.diagnostics.iter().find(|one| one.is_error());
    match (error, line.statement) {
        (None, Some(Statement::DebugGet(get))) => Ok(get.memory),
        (Some(error), _) if error.code != Code::UnreadableStatement => Err(error.message.clone()),
        _ => Err(no_memory(spelling)),
    }
}

fn no_memory(spelling: &str) -> Message {
    message!(
        "`{spelling}` is not a memory with an address, such as `$lm0`",
        spelling
    )
}

/// The words of an element; the second word is meaningful only if the access has two long words.
pub(super) fn words(
    machine: &Machine,
    memory: &DebugMemory,
    cycle: u8,
    element: usize,
) -> Result<(u64, u64), Message> {
    let chip = machine.chip();
    match memory.memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 | Memory::T => {
            let address = if memory.memory == Memory::T {
                if usize::from(cycle) >= CYCLES_PER_STEP {
                    return Err(message!("there is no cycle {cycle}", cycle));
                }
                u32::from(cycle) * Width::DoubleLong.single_words()
            } else {
                memory.address
            };
            let size = memory.memory.size().unwrap_or(u32::MAX);
            if memory.memory != Memory::T && address + memory.width.single_words() > size {
                return Err(beyond(memory));
            }
            let planes = chip.planes(memory.memory);
            let long = |offset: usize| {
                planes.map_or(0, |planes| {
                    planes.read(address as usize / 2 + offset)[element]
                })
            };
            Ok(match memory.width {
                Width::Single if address.is_multiple_of(2) => (long(0) >> 32, 0),
                Width::Single => (long(0) & 0xffff_ffff, 0),
                Width::Long => (long(0), 0),
                Width::DoubleLong => (long(0), long(1)),
            })
        }
        Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram => {
            let long_words = memory.width.single_words().div_ceil(2);
            let size = memory.memory.size().unwrap_or(u32::MAX);
            if memory.address.saturating_add(long_words) > size {
                return Err(beyond(memory));
            }
            let long = |offset| upper::read(chip, memory.memory, element, memory.address + offset);
            Ok((long(0), if long_words == 2 { long(1) } else { 0 }))
        }
        Memory::MaskRegister
        | Memory::MatrixX
        | Memory::MatrixY
        | Memory::BaseLm0
        | Memory::BaseLm1
        | Memory::Dar => Err(message!(
            "{memory} has no words that can be shown; LM, GRF, T-register, L1BM, L2BM, PDM and DRAM have",
            memory = wording::memory(memory.memory)
        )),
    }
}

fn beyond(memory: &DebugMemory) -> Message {
    message!(
        "address {address} is beyond the end of {memory}",
        address = memory.address,
        memory = wording::memory(memory.memory)
    )
}

/// The words of an access, as [`words`] returns them, in a format.
pub(super) fn value(memory: &DebugMemory, words: (u64, u64), format: NumberFormat) -> ElementValue {
    let count = match memory.width {
        Width::DoubleLong => 2,
        Width::Single | Width::Long => 1,
    };
    let words = &[words.0, words.1][..count];
    let word_bits = word_bits(memory);
    let bits = format.bits(word_bits);
    let numbers: Vec<u64> = words
        .iter()
        .flat_map(|&word| format.split(word, word_bits))
        .collect();
    let texts = |text: &dyn Fn(u64) -> String, of: &[u64]| {
        of.iter()
            .map(|&one| text(one))
            .collect::<Vec<_>>()
            .join(", ")
    };
    ElementValue {
        bits: texts(
            &|word| NumberFormat::Hexadecimal.text(word_bits, word),
            words,
        ),
        text: texts(&|number| format.text(bits, number), &numbers),
        number: numbers
            .first()
            .and_then(|&number| format.number(bits, number)),
    }
}

#[cfg(test)]
mod tests;
