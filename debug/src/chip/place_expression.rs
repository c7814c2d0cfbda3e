//! Places in watch expressions: which words an expression names, and the expression that names some words.

use std::ops::Range;

use mnc2_emulator::chip_place::{ChipPlace, level_of};
use mnc2_emulator::machine::debug::memory_name;
use mnc2_isa::geometry::MATRIX_PHYSICAL_ROWS;
use mnc2_isa::{ChipLevel, Forwarding, Memory, Precision};
use mnc2_program::access::{Store, watched_words};
use mnc2_program::{Scope, WatchFormat, WatchPlace};

use super::focus::pe_of;
use mnc2_ide::session::Focus;

/// Where the words of a place of an expression are, beginning with the first cycle. Empty for a place without fixed words.
pub fn places(place: &WatchPlace, focus: Focus) -> Vec<ChipPlace> {
    let pe = pe_in(place.scope, focus);
    watched_words(place)
        .into_iter()
        .map(|(store, words)| ChipPlace::from_pe(store, words, pe))
        .collect()
}

/// The PE that a scope means; a missing level is taken from the focus.
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
pub fn element_name(place: &ChipPlace) -> String {
    level_of(place.store).name(place.element)
}

/// The expression for words of a memory; `None` where no operand names exactly these. Rows of a matrix register are in half
/// precision.
pub fn expression(place: &ChipPlace) -> Option<String> {
    expression_in(place, Precision::Half)
}

/// As [`expression`], with the rows of matrix registers in a precision. A physical row that is not in this precision has its name
/// in half precision, which has all of them.
pub fn expression_in(place: &ChipPlace, precision: Precision) -> Option<String> {
    let Store::Memory(memory) = place.store else {
        return None;
    };
    let first = place.words.start;
    let count = place.words.end - first;
    let letters = memory.letters();
    let width = match (ChipLevel::from_memory(memory), memory, count) {
        (_, Memory::MaskRegister, 4) => return Some(at(format!("$omr{}", first / 4), place)),
        (_, Memory::BaseLm0 | Memory::BaseLm1, 1) => return Some(at(format!("${letters}"), place)),
        (ChipLevel::Pe, Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1, 1 | 2 | 4)
            if first.is_multiple_of(count) =>
        {
            ["", "l", "", "ll"][count as usize - 1]
        }
        (_, Memory::MatrixX | Memory::MatrixY, 1) => {
            let between = MATRIX_PHYSICAL_ROWS / precision.matrix_rows();
            let (row, precision) = match first.is_multiple_of(between) {
                true => (first / between, precision),
                false => (first, Precision::Half),
            };
            let format = WatchFormat::from_precision(precision).letters();
            return Some(at(format!("$l{letters}{row}"), place) + "," + format);
        }
        (ChipLevel::L1b | ChipLevel::L2b, _, 1) => "l",
        (ChipLevel::Group, Memory::Pdm | Memory::Dram | Memory::Dar, 1) => "",
        _ => return None,
    };
    Some(at(format!("${width}{letters}{first}"), place))
}

/// The name of a store that no operand of this kind names.
pub fn store_name(store: Store) -> &'static str {
    match store {
        Store::Memory(memory) => memory_name(memory),
        Store::Forwarding(register) => register.name(),
        Store::Turnaround => "lbi",
        Store::Darbuf => "DARBUF",
    }
}

/// The name of words that no operand names exactly: the words in brackets, as `aluf[1]@n0c0b0m0p0`.
pub fn in_brackets(place: &ChipPlace) -> String {
    let (store, element) = (store_name(place.store), element_name(place));
    let Range { start, end } = &place.words;
    match end - start {
        1 => format!("{store}[{start}]@{element}"),
        _ => format!("{store}[{start}..{end}]@{element}"),
    }
}

/// The words that such a name means, and the words of the turnaround register `$lbi`; `None` for other texts. A name without an
/// element means the element of the focus.
pub fn named(text: &str, focus: Focus) -> Option<ChipPlace> {
    let (name, element) = match text.split_once('@') {
        Some((name, element)) => (name, Some(element)),
        None => (text, None),
    };
    let focus = element.map_or(Some(focus), Focus::parse)?;
    let (store, words) = match name {
        "$lbi" | "$llbi" => (Store::Turnaround, 0..Store::Turnaround.words()),
        _ => {
            let (name, words) = name.strip_suffix(']')?.split_once('[')?;
            let (start, end) = match words.split_once("..") {
                Some((start, end)) => (start.parse().ok()?, end.parse().ok()?),
                None => {
                    let word: u32 = words.parse().ok()?;
                    (word, word.checked_add(1)?)
                }
            };
            let name = name.trim_start_matches('$');
            let store = stores().find(|store| store_name(*store) == name)?;
            (store, start..end)
        }
    };
    let is_there = words.start < words.end && words.end <= store.words();
    is_there.then(|| ChipPlace::from_pe(store, words, pe_of(focus)))
}

/// All memories and registers.
pub fn stores() -> impl Iterator<Item = Store> {
    let memories = Memory::ALL.into_iter().map(Store::Memory);
    let registers = Forwarding::ALL.into_iter().map(Store::Forwarding);
    memories
        .chain(registers)
        .chain([Store::Turnaround, Store::Darbuf])
}

fn at(operand: String, place: &ChipPlace) -> String {
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
            (Memory::MatrixY, 3..4),
        ] {
            let place = ChipPlace::from_pe(Store::Memory(memory), words, 4095);
            let text = expression(&place).expect("an operand");
            let parsed = mnc2_asm::watch::parse(&text).expect("an expression");
            let named = parsed.places().into_iter();
            let found: Vec<ChipPlace> = named
                .flat_map(|place| places(place, Focus::default()))
                .collect();
            assert_eq!(found, [place], "{text}");
        }
    }

    /// What no operand names can be named, too.
    #[test]
    fn names_in_brackets_mean_their_places() {
        let memory = Store::Memory(Memory::Lm1);
        let flags = Store::Memory(Memory::MaskRegister);
        let aluf = Store::Forwarding(Forwarding::Aluf);
        for (store, words) in [
            (memory, 3..9),
            (flags, 5..6),
            (aluf, 2..3),
            (Store::Turnaround, 0..4),
            (Store::Darbuf, 511..512),
        ] {
            let place = ChipPlace::from_pe(store, words, 4095);
            let text = in_brackets(&place);
            assert_eq!(named(&text, Focus::default()), Some(place), "{text}");
        }
        let lbi = ChipPlace::from_pe(Store::Turnaround, 0..4, 0);
        assert_eq!(named("$lbi", Focus::default()), Some(lbi));
        for text in [
            "aluf",
            "aluf[]",
            "aluf[4]",
            "aluf[2..2]",
            "x[0]",
            "lbi[0]@q",
            "$lr0",
        ] {
            assert_eq!(named(text, Focus::default()), None, "{text}");
        }
    }
}
