//! Places and words as people read them.

use mnc2_emulator::chip_place::ChipPlace;
use mnc2_isa::{ChipLevel, Memory};
use mnc2_program::access::Store;

use super::place_expression;

/// The name of a place as an expression, or of what it belongs to.
pub fn name(place: &ChipPlace) -> String {
    place_expression::expression(place).unwrap_or_else(|| place_expression::in_brackets(place))
}

/// Words in hexadecimal, as long as they are.
pub fn hexadecimal(place: &ChipPlace, words: &[u64]) -> String {
    let digits = match place.store {
        Store::Memory(Memory::MaskRegister) => 1,
        Store::Memory(memory) if ChipLevel::from_memory(memory) == ChipLevel::Pe => 8,
        Store::Memory(_) | Store::Forwarding(_) | Store::Turnaround | Store::Darbuf => 16,
    };
    let words: Vec<String> = words
        .iter()
        .map(|word| format!("{word:0digits$x}"))
        .collect();
    format!("0x{}", words.join("_"))
}
