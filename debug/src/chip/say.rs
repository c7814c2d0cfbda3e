//! Places, words and origins as people read them.

use std::ops::Range;

use mnc2_emulator::machine::debug::memory_name;
use mnc2_isa::{Level, Memory};
use mnc2_program::access::Store;
use mnc2_text::{Message, message};

use super::origin::Origin;
use super::place::{Place, level_of};
use super::spelling;

/// The name of a place as an expression, or of what it belongs to.
pub fn name(place: &Place) -> String {
    spelling::expression(place).unwrap_or_else(|| {
        let element = level_of(place.store).name(place.element);
        let store = match place.store {
            Store::Memory(memory) => memory_name(memory),
            Store::Forwarding(register) => register.name(),
            Store::Turnaround => "lbi",
            Store::Darbuf => "DARBUF",
        };
        let Range { start, end } = &place.words;
        match end - start {
            1 => format!("{store}[{start}]@{element}"),
            _ => format!("{store}[{start}..{end}]@{element}"),
        }
    })
}

/// Words in hexadecimal, as long as they are.
pub fn hexadecimal(place: &Place, words: &[u64]) -> String {
    let digits = match place.store {
        Store::Memory(Memory::MaskRegister) => 1,
        Store::Memory(memory) if Level::of(memory) == Level::Pe => 8,
        Store::Memory(_) | Store::Forwarding(_) | Store::Turnaround | Store::Darbuf => 16,
    };
    let words: Vec<String> = words
        .iter()
        .map(|word| format!("{word:0digits$x}"))
        .collect();
    format!("0x{}", words.join("_"))
}

/// What an origin says, a line for each writer.
pub(super) fn origin_lines(origin: &Origin) -> Vec<Message> {
    let of = |words: &Range<u32>| {
        name(&Place {
            words: words.clone(),
            ..origin.place.clone()
        })
    };
    let mut lines: Vec<Message> = Vec::new();
    for writer in &origin.writers {
        let (place, line) = (of(&writer.words), writer.line + 1);
        if writer.range.is_none() {
            lines.push(message!(
                "{place}: changed by you before line {line}",
                place,
                line
            ));
            continue;
        }
        let values = hexadecimal(&origin.place, &writer.values);
        let cycle = writer.cycle;
        lines.push(message!(
            "{place}: line {line}, cycle {cycle}, wrote {values}",
            place,
            line,
            cycle,
            values
        ));
        lines.extend(writer.inputs.iter().map(|input| {
            let place = name(&input.place);
            let values = hexadecimal(&input.place, &input.values);
            message!("    it read {place}: {values}", place, values)
        }));
    }
    lines.extend(origin.from_start.iter().map(|words| {
        let place = of(words);
        message!("{place}: as the run started", place)
    }));
    if !origin.is_complete {
        lines.push(message!("more lines wrote parts of it"));
    }
    lines
}
