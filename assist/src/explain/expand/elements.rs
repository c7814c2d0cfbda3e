//! Elements of the chip in words.

use mnc2_isa::Level;

use mnc2_program::access::Elements;
use mnc2_text::{Message, message};

/// The levels with their names, from the outermost.
const LEVELS: [(Level, &str); 5] = [
    (Level::Group, "group"),
    (Level::L2b, "L2B"),
    (Level::L1b, "L1B"),
    (Level::Mab, "MAB"),
    (Level::Pe, "PE"),
];

/// The elements of a level: `every PE of MAB 3`.
pub(super) fn describe_elements(elements: Elements, level: Level) -> Message {
    let part = |(level, name): (Level, &'static str)| {
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
    let is_full = |level: Level| elements.numbers(level) == Elements::ALL.numbers(level);
    // The number of an L2B without its group would read as that of one L2B of the chip.
    let is_named = |outer: Level| !is_full(outer) || level == Level::L2b && !is_full(level);
    LEVELS
        .into_iter()
        .rev()
        .filter(|(other, _)| *other == level || *other < level && is_named(*other))
        .map(part)
        .reduce(|part, whole| message!("{part} of {whole}", part, whole))
        .unwrap_or_default()
}
