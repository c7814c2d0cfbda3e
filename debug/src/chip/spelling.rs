//! Places in watch expressions: which words an expression names, and the expression that names some words.

use mnc2_isa::{Level, Memory};
use mnc2_program::access::{Store, watched_words};
use mnc2_program::{Scope, WatchPlace};

use super::place::{Place, level_of};
use mnc2_ide::session::Focus;

/// Where the words of a place of an expression are, those of the first cycle first. Empty for what has no fixed words.
pub fn places(place: &WatchPlace, focus: Focus) -> Vec<Place> {
    let pe = pe_in(place.scope, focus);
    watched_words(place)
        .into_iter()
        .map(|(store, words)| Place::of_pe(store, words, pe))
        .collect()
}

/// The PE that a scope means; the focus says what it leaves open.
fn pe_in(scope: Scope, focus: Focus) -> usize {
    let whole = Scope {
        group: scope.group.or(Some(focus.group)),
        l2b: scope.l2b.or(Some(focus.l2b)),
        l1b: scope.l1b.or(Some(focus.l1b)),
        mab: scope.mab.or(Some(focus.mab)),
        pe: scope.pe.or(Some(focus.pe)),
    };
    whole.first_pe()
}

/// The name of a place's element.
pub fn element_name(place: &Place) -> String {
    level_of(place.store).name(place.element)
}

/// The expression for words of a memory; `None` where no operand names exactly these.
pub fn expression(place: &Place) -> Option<String> {
    let Store::Memory(memory) = place.store else {
        return None;
    };
    let first = place.words.start;
    let count = place.words.end - first;
    let letters = memory.letters();
    let width = match (Level::of(memory), memory, count) {
        (_, Memory::MaskRegister, 4) => return Some(at(format!("$omr{}", first / 4), place)),
        (_, Memory::BaseLm0 | Memory::BaseLm1, 1) => return Some(at(format!("${letters}"), place)),
        (Level::Pe, Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1, 1 | 2 | 4)
            if first.is_multiple_of(count) =>
        {
            ["", "l", "", "ll"][count as usize - 1]
        }
        (Level::L1b | Level::L2b, _, 1) => "l",
        (Level::Group, Memory::Pdm | Memory::Dram | Memory::Dar, 1) => "",
        _ => return None,
    };
    Some(at(format!("${width}{letters}{first}"), place))
}

fn at(operand: String, place: &Place) -> String {
    format!("{operand}@{}", element_name(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expression of a place means that place.
    #[test]
    fn expressions_name_their_places() {
        for (memory, words) in [
            (Memory::Lm0, 2..4),
            (Memory::Grf0, 5..6),
            (Memory::Grf1, 4..8),
            (Memory::L1bm, 7..8),
            (Memory::L2bm, 9..10),
            (Memory::Pdm, 3..4),
            (Memory::Dram, 100..101),
            (Memory::MaskRegister, 4..8),
        ] {
            let place = Place::of_pe(Store::Memory(memory), words, 4095);
            let text = expression(&place).expect("an operand");
            let parsed = mnc2_asm::watch::parse(&text).expect("an expression");
            let named = parsed.places().into_iter();
            let found: Vec<Place> = named
                .flat_map(|place| places(place, Focus::default()))
                .collect();
            assert_eq!(found, [place], "{text}");
        }
    }
}
