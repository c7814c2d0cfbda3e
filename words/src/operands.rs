//! The operands that fields of a word name.

use mnc2_isa::field::{DESTINATIONS, Field, FieldPlace, RegionFields, Selected};
use mnc2_isa::geometry::MASK_FIRST_PATTERN_ENTRY;
use mnc2_isa::operand::NOWRITE;
use mnc2_isa::{Forwarding, Memory, Mode, Width};

use super::Word;

/// The operand of a selector; `None` if its number is not known.
pub(super) fn selected(word: &Word, selector: Field) -> Option<String> {
    let code = u16::try_from(word.get(selector)).ok()?;
    match Selected::from_code(code, selector)? {
        Selected::Memory(Memory::T) => Some(format!("$l{}", Memory::T.letters())),
        Selected::Memory(memory) => region(word, memory, false),
        Selected::Forwarding(register) => Some(format!("${}", register.name())),
    }
}

/// The destinations of a unit's result, with masks; `$nowrite` if there are none.
pub(super) fn destinations(word: &Word, register: Forwarding, keep_lm0: bool) -> Vec<String> {
    let mut found = Vec::new();
    for (memory, write, source, masked) in DESTINATIONS {
        let code = u16::try_from(word.get(source)).unwrap_or(u16::MAX);
        let is_meant = word.get(write) == 1 && Forwarding::from_source_code(code) == Some(register);
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
    let region = RegionFields::for_memory(memory, is_write)?;
    let width = width(word.get(region.width))?;
    let words = width.single_words();
    let place = match word.mode() {
        Mode::AutoStride => {
            let stride = stride(word.get(region.increment), words);
            format!("{}{stride}", word.get(region.address))
        }
        Mode::Flat => {
            let cycles = [0, 1, 2, 3];
            let address = |cycle| word.get(FieldPlace::Cycle(region.address, cycle));
            by_cycle(cycles.map(address), words)
        }
    };
    let (prefix, letters) = (width.prefix(), memory.letters());
    Some(format!("${prefix}{letters}{place}"))
}

/// The stride of an increment in access units.
pub(super) fn stride(increment: u32, words: u32) -> String {
    match increment {
        0 => String::new(),
        1 => "v".to_owned(),
        increment => format!("v{}", increment * words),
    }
}

/// Four addresses: the first with a stride where one leads to all, otherwise a list.
pub(super) fn by_cycle(addresses: [u32; 4], words: u32) -> String {
    let [first, second, ..] = addresses;
    let step = second.checked_sub(first);
    let increment = step.filter(|step| step.is_multiple_of(words));
    let follows = |step: u32| (0..).zip(addresses).all(|(at, it)| it == first + at * step);
    match increment.filter(|&step| follows(step)) {
        Some(step) => format!("{first}{}", stride(step / words, words)),
        None => {
            let all = addresses.map(|address| address.to_string());
            format!("[{}]", all.join(","))
        }
    }
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
