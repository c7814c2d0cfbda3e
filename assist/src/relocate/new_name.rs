//! Parses the new name of a region.

use mnc2_isa::Memory;
use mnc2_isa::geometry::MASK_FIRST_PATTERN_ENTRY;

use super::edit::{Mention, words_per_address};
use super::{Refusal, Target};
use mnc2_asm::LineParser;
use mnc2_program::code::Code;
use mnc2_program::message::wording;
use mnc2_program::{Addressing, OperandKind, PeMemory, Statement};
use mnc2_text::{Message, message};

/// Longer names are invalid.
const NAME_BYTES_MAX: usize = 100;

/// The place that a name means: `$ln32`, `$n32`, `n32`, or `32` in the memory of the operand itself.
pub(super) fn target(name: &str, old: &Mention) -> Result<Target, Refusal> {
    let name = name.trim();
    if !old.memory.is_addressable_pe_memory() {
        return in_same_memory(name, old);
    }
    let written = match name.chars().next() {
        Some('$') => name.to_owned(),
        Some('0'..='9') => format!("${}{}{name}", old.width.prefix(), old.memory.letters()),
        _ => format!("${name}"),
    };
    let memory = parse(&written)?;
    let first = memory.addresses_words()[0];
    let distance = i64::from(first) - i64::from(old.address);
    // A missing width or stride is taken from the operand.
    let says_width = !memory.width.prefix().is_empty();
    let has_width = !says_width || memory.width == old.width;
    let has_stride = match memory.addressing {
        Addressing::Stride {
            stride_words: 0, ..
        } => true,
        Addressing::Stride { stride_words, .. } => old.stride_words == Some(stride_words),
        Addressing::Flat(_) => old.is_list_of(&memory, distance),
    };
    if !has_width || !has_stride || memory.madpe.is_some() {
        return Err(Refusal::OtherType { name: old.name() });
    }
    Ok(Target {
        memory: memory.memory,
        distance,
    })
}

/// The meaning of a name as an operand.
fn parse(written: &str) -> Result<PeMemory, Refusal> {
    let unreadable = || {
        let shown = start_of(written);
        Refusal::Name {
            message: message!(
                "`{shown}` is not a place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`",
                shown
            ),
        }
    };
    if !is_one_word(written) {
        return Err(unreadable());
    }
    let line = LineParser::without_suggestions().parse(&format!("lpassa {written} $nowrite"));
    let operand = match &line.statement {
        Some(Statement::Step(step)) => step
            .expressions
            .first()
            .and_then(|expression| expression.inputs.first()),
        _ => None,
    };
    let kind = operand.map(|operand| &operand.kind);
    match kind {
        Some(OperandKind::PeMemory(memory)) if memory.indirect => Err(unreadable()),
        Some(OperandKind::PeMemory(memory))
            if operand.is_some_and(|it| it.conversion.is_none()) =>
        {
            Ok(memory.clone())
        }
        _ => Err(line
            .diagnostics
            .iter()
            .find(|found| is_about_address(found.code))
            .map_or_else(unreadable, |found| Refusal::Name {
                message: found.message.clone(),
            })),
    }
}

fn is_about_address(code: Code) -> bool {
    matches!(code, Code::AddressOutOfRange | Code::MisalignedAddress)
}

fn is_one_word(written: &str) -> bool {
    written.len() <= NAME_BYTES_MAX
        && !written.contains(|c: char| c.is_whitespace() || matches!(c, ';' | '#' | '/'))
}

fn start_of(written: &str) -> String {
    written.chars().take(NAME_BYTES_MAX).collect()
}

/// The place that a name means in a memory that an instruction's operands cannot leave: `$lc64`, `lc64`, `c64` or
/// `64`.
fn in_same_memory(name: &str, old: &Mention) -> Result<Target, Refusal> {
    let memory = old.memory;
    let example = match memory {
        Memory::MaskRegister => "$omr2".to_owned(),
        Memory::L1bm | Memory::L2bm => format!("$l{}64", memory.letters()),
        _ => format!("${}64", memory.letters()),
    };
    let unreadable = || Refusal::Name {
        message: message!(
            "`{shown}` is not a place in {memory}: write an address there, such as `{example}`",
            shown = start_of(name),
            memory = wording::memory(memory),
            example = example.clone()
        ),
    };
    let digits = name.find(|c: char| c.is_ascii_digit());
    let (letters, number) = name.split_at(digits.ok_or_else(unreadable)?);
    let letters = letters.trim_start_matches('$').trim_start_matches('l');
    let is_of_memory = letters.is_empty()
        || letters == memory.letters()
        || memory == Memory::MaskRegister && letters == "imr";
    if !is_of_memory || !is_one_word(name) {
        return Err(unreadable());
    }
    let address = match memory {
        Memory::MaskRegister => entry(number),
        _ => address(memory, number),
    };
    let address = address.map_err(|found| match found {
        Some(message) => Refusal::Name { message },
        None => unreadable(),
    })?;
    Ok(Target {
        memory,
        distance: (i64::from(address) - i64::from(old.address))
            * i64::from(words_per_address(memory)),
    })
}

/// An address of a memory above the PEs, or what is wrong with it.
fn address(memory: Memory, number: &str) -> Result<u32, Option<Message>> {
    let prefix = match memory {
        Memory::L1bm | Memory::L2bm => "l",
        _ => "",
    };
    let text = format!("d get ${prefix}{}{number} 1", memory.letters());
    let line = LineParser::without_suggestions().parse(&text);
    match &line.statement {
        Some(Statement::DebugGet(get))
            if !line.has_error() && get.memory.scope == Default::default() =>
        {
            Ok(get.memory.address)
        }
        _ => {
            let mut found = line.diagnostics.iter();
            let found = found.find(|found| is_about_address(found.code));
            Err(found.map(|found| found.message.clone()))
        }
    }
}

/// A variable entry of the mask register.
fn entry(number: &str) -> Result<u32, Option<Message>> {
    let entry: u32 = number.parse().map_err(|_| None)?;
    if (1..MASK_FIRST_PATTERN_ENTRY).contains(&entry) {
        Ok(entry)
    } else {
        Err(Some(message!(
            "mask entry {entry} cannot be written: the entries 1 to {last} can",
            entry,
            last = MASK_FIRST_PATTERN_ENTRY - 1
        )))
    }
}
