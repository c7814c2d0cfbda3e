//! Elements of the chip in words.

use mnc2_isa::ChipLevel;

use mnc2_program::access::Elements;
use mnc2_text::{Message, message};

/// The levels with their names, from the outermost.
const LEVELS: [(ChipLevel, &str); 5] = [
    (ChipLevel::Group, "group"),
    (ChipLevel::L2b, "L2B"),
    (ChipLevel::L1b, "L1B"),
    (ChipLevel::Mab, "MAB"),
    (ChipLevel::Pe, "PE"),
];

/// The elements of a level: `every PE of MAB 3`.
pub(super) fn describe_elements(elements: Elements, level: ChipLevel) -> Message {
    let part = |(level, name): (ChipLevel, &'static str)| {
        let element = Message::from_table(name);
        let numbers = elements.numbers(level);
        if numbers == Elements::ALL.numbers(level) {
            return message!("every {element}", element);
        }
        let list: Vec<String> = (0..u64::BITS)
            .filter(|number| numbers >> number & 1 == 1)
            .map(|number| number.to_string())
            .collect();
        message!("{element} {number}", element, number = list.join(", "))
    };
    let is_full = |level: ChipLevel| elements.numbers(level) == Elements::ALL.numbers(level);
    // The number of an L2B without its group would read as that of one L2B of the chip.
    let is_named = |outer: ChipLevel| !is_full(outer) || level == ChipLevel::L2b && !is_full(level);
    LEVELS
        .into_iter()
        .rev()
        .filter(|(other, _)| *other == level || *other < level && is_named(*other))
        .map(part)
        .reduce(|part, whole| message!("{part} of {whole}", part, whole))
        .unwrap_or_default()
}
