//! The operands that fields of a word name.

use mnc2_isa::field::{DESTINATIONS, Field, RegionFields, Selected};
use mnc2_isa::geometry::MASK_FIRST_PATTERN_ENTRY;
use mnc2_isa::operand::NOWRITE;
use mnc2_isa::{Forwarding, Memory, Width};

use super::Word;

/// The operand of a selector; `None` if its number is not known.
pub(super) fn selected(word: &Word, selector: Field) -> Option<String> {
    let code = u16::try_from(word.get(selector)).ok()?;
    match Selected::of_code(code, selector)? {
        Selected::Memory(Memory::T) => Some(format!("$l{}", Memory::T.letters())),
        Selected::Memory(memory) => region(word, memory, false),
        Selected::Forwarding(register) => Some(format!("${}", register.name())),
    }
}

/// What the result of a unit is written to, with masks; `$nowrite` if nothing is.
pub(super) fn destinations(word: &Word, register: Forwarding, keep_lm0: bool) -> Vec<String> {
    let mut found = Vec::new();
    for (memory, write, source, masked) in DESTINATIONS {
        let code = u16::try_from(word.get(source)).unwrap_or(u16::MAX);
        let is_meant = word.get(write) == 1 && Forwarding::of_source_code(code) == Some(register);
        if !is_meant || memory == Memory::Lm0 && keep_lm0 {
            continue;
        }
        let operand = match memory {
            Memory::T => Some(format!("$l{}", Memory::T.letters())),
            memory => region(word, memory, true),
        };
        let mask = match word.get(masked) {
            0 => String::new(),
            _ => mask(word),
        };
        found.extend(operand.map(|operand| format!("{operand}{mask}")));
    }
    if found.is_empty() {
        found.push(format!("${NOWRITE}"));
    }
    found
}

fn mask(word: &Word) -> String {
    let width = if word.get(Field::MaskWidth) == 1 {
        "ll"
    } else {
        ""
    };
    let entry = word.get(Field::MaskEntry);
    match entry.checked_sub(MASK_FIRST_PATTERN_ENTRY) {
        Some(pattern) => format!("/{width}{pattern:04b}"),
        None => format!("/${width}imr{entry}"),
    }
}

/// The words of a memory that the step reads or writes.
fn region(word: &Word, memory: Memory, is_write: bool) -> Option<String> {
    let region = RegionFields::of(memory, is_write)?;
    let width = width(word.get(region.width))?;
    let address = word.get(region.address);
    let words = width.single_words();
    let stride = match word.get(region.increment) {
        0 => String::new(),
        1 => "v".to_owned(),
        increment => format!("v{}", increment * words),
    };
    let (prefix, letters) = (width.prefix(), memory.letters());
    Some(format!("${prefix}{letters}{address}{stride}"))
}

/// The access word length of a number.
pub(super) const fn width(code: u32) -> Option<Width> {
    match code {
        0 => Some(Width::Single),
        1 => Some(Width::Long),
        2 => Some(Width::DoubleLong),
        _ => None,
    }
}
