//! References to memory that clients keep.
//!
//! A reference such as `lm0@n0c0b0m0p0` is the bytes of one memory of one element; `+16` after it is a byte of them.
//! Words are big-endian, so that a view of bytes reads like the values.

use std::ops::Range;

use mnc2_emulator::chip_place::{ChipPlace, level_of};
use mnc2_isa::geometry::PES;
use mnc2_isa::{ChipLevel, Memory};
use mnc2_program::access::Store;
use mnc2_text::{Message, message};

use super::focus::pe_of;
use super::place_expression;
use mnc2_ide::session::Focus;

/// Memories with bytes: their names in references, and the bytes of a word.
pub const MEMORIES: [(&str, Memory, u32); 9] = [
    ("lm0", Memory::Lm0, 4),
    ("lm1", Memory::Lm1, 4),
    ("grf0", Memory::Grf0, 4),
    ("grf1", Memory::Grf1, 4),
    ("t", Memory::T, 4),
    ("l1bm", Memory::L1bm, 8),
    ("l2bm", Memory::L2bm, 8),
    ("pdm", Memory::Pdm, 8),
    ("dram", Memory::Dram, 8),
];

/// A byte of a memory of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The memory of the byte.
    pub memory: Memory,
    /// The index of the element at the memory's level.
    pub element: usize,
    /// The number of the byte.
    pub byte: i64,
}

impl Reference {
    /// Reads a reference.
    ///
    /// # Errors
    /// A sentence if the text is not a reference.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let wrong = || {
            message!(
                "`{text}` names no memory; one is written like `lm0@n0c0b0m0p0`",
                text
            )
        };
        let (place, byte) = match text.split_once('+') {
            Some((place, byte)) => (place, byte.parse().map_err(|_| wrong())?),
            None => (text, 0),
        };
        let (name, element) = place.split_once('@').ok_or_else(wrong)?;
        let row = MEMORIES.iter().find(|(own, ..)| *own == name);
        let (_, memory, _) = *row.ok_or_else(wrong)?;
        let focus = Focus::parse(element).ok_or_else(wrong)?;
        let pe = pe_of(focus);
        let level = ChipLevel::from_memory(memory);
        let reference = Self {
            memory,
            element: level.containing(pe),
            byte,
        };
        // Names of other levels are not taken for this one.
        if level.name(reference.element) == element {
            Ok(reference)
        } else {
            Err(wrong())
        }
    }

    /// The text that [`Reference::parse`] reads.
    pub fn text(self) -> String {
        let name = MEMORIES
            .iter()
            .find(|(_, memory, _)| *memory == self.memory)
            .map_or("", |(name, ..)| name);
        let element = ChipLevel::from_memory(self.memory).name(self.element);
        match self.byte {
            0 => format!("{name}@{element}"),
            byte => format!("{name}@{element}+{byte}"),
        }
    }

    /// The first byte of a place; `None` for registers without bytes.
    pub fn from_place(place: &ChipPlace) -> Option<Self> {
        let Store::Memory(memory) = place.store else {
            return None;
        };
        let bytes = word_bytes(memory)?;
        Some(Self {
            memory,
            element: place.element,
            byte: i64::from(place.words.start) * i64::from(bytes),
        })
    }

    /// The number of bytes of a place.
    pub fn bytes_of(place: &ChipPlace) -> Option<i64> {
        let Store::Memory(memory) = place.store else {
            return None;
        };
        let count = place.words.end - place.words.start;
        Some(i64::from(count) * i64::from(word_bytes(memory)?))
    }

    /// The words that some bytes from here touch, and how many of the first word's bytes come before.
    pub fn words(self, bytes: Range<i64>) -> Option<(ChipPlace, usize)> {
        let size = i64::from(word_bytes(self.memory)?);
        let store = Store::Memory(self.memory);
        let all = i64::from(store.words()) * size;
        let start = self.byte.checked_add(bytes.start)?;
        let end = self.byte.checked_add(bytes.end)?.min(all);
        if start < 0 || start >= end {
            return None;
        }
        let place = ChipPlace {
            store,
            element: self.element,
            words: (start / size) as u32..((end + size - 1) / size) as u32,
        };
        Some((place, (start % size) as usize))
    }
}

/// The bytes of a word of a memory; `None` for those without bytes.
pub fn word_bytes(memory: Memory) -> Option<u32> {
    let row = MEMORIES.iter().find(|(_, own, _)| *own == memory);
    row.map(|(.., bytes)| *bytes)
}

/// A text for a place of any store, for clients that use it in a later request.
pub fn token(place: &ChipPlace) -> String {
    let Range { start, end } = place.words;
    let store = place.store.index();
    format!("{store}.{element}.{start}.{end}", element = place.element)
}

/// Reads what [`token`] writes.
///
/// # Errors
/// A sentence if the text is not such a text.
pub fn place_of_token(text: &str) -> Result<ChipPlace, Message> {
    let place = || {
        let numbers: Vec<u32> = text
            .split('.')
            .map(|part| part.parse().ok())
            .collect::<Option<_>>()?;
        let [store, element, start, end] = numbers[..] else {
            return None;
        };
        let (store, element) = (store as usize, element as usize);
        let mut stores = place_expression::stores();
        let place = ChipPlace {
            store: stores.find(|one| one.index() == store)?,
            element,
            words: start..end,
        };
        let is_there = element < PES / level_of(place.store).pes()
            && start < end
            && end <= place.store.words();
        is_there.then_some(place)
    };
    place().ok_or_else(|| message!("`{text}` was not named by this adapter", text))
}

/// Separates the places of a [data id](data_id).
const AND: char = ';';

/// The text for places whose accesses are watched, which does not depend on the focus: of bytes where there are any.
pub fn data_id(places: &[ChipPlace]) -> String {
    let id = |place: &ChipPlace| {
        let count = place.words.end - place.words.start;
        match Reference::from_place(place) {
            Some(reference) => format!("{}:{count}", reference.text()),
            None => token(place),
        }
    };
    places
        .iter()
        .map(id)
        .collect::<Vec<_>>()
        .join(&AND.to_string())
}

/// Reads what [`data_id`] writes.
///
/// # Errors
/// A sentence if the text is not such a text.
pub fn places_of_id(id: &str) -> Result<Vec<ChipPlace>, Message> {
    let wrong = || message!("`{id}` names nothing that can be watched", id);
    let place = |text: &str| {
        let Some((reference, count)) = text.rsplit_once(':') else {
            return place_of_token(text).map_err(|_| wrong());
        };
        let reference = Reference::parse(reference)?;
        let count: u32 = count.parse().map_err(|_| wrong())?;
        let size = word_bytes(reference.memory).ok_or_else(wrong)?;
        let bytes = i64::from(count) * i64::from(size);
        let (place, _) = reference.words(0..bytes).ok_or_else(wrong)?;
        Ok(place)
    };
    id.split(AND).map(place).collect()
}

/// The name of a PE.
pub fn focus_name(focus: Focus) -> String {
    ChipLevel::Pe.name(pe_of(focus))
}

#[cfg(test)]
mod tests {
    use mnc2_isa::Forwarding;

    use super::*;

    #[test]
    fn references_are_read_as_they_are_written() {
        for text in [
            "lm0@n0c0b0m0p0",
            "grf1@n3c1b7m15p3+16",
            "l1bm@n1c1b2",
            "l2bm@n1c0+8",
            "dram@n2+4096",
            "t@n0c0b0m0p1",
        ] {
            let reference = Reference::parse(text).expect("a reference");
            assert_eq!(reference.text(), text);
        }
        for text in [
            "",
            "lm0",
            "lm0@",
            "lm0@n9",
            "lm0@n0c0b0",
            "dram@n0c0b0m0p0",
            "x@n0",
            "pdm@n0+x",
            "omr@n0",
        ] {
            assert!(Reference::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn places_are_read_as_they_are_written() {
        for store in [
            Store::Memory(Memory::Lm0),
            Store::Memory(Memory::MatrixX),
            Store::Memory(Memory::Dram),
            Store::Forwarding(Forwarding::Aluf),
            Store::Turnaround,
            Store::Darbuf,
        ] {
            let place = ChipPlace::from_pe(store, 0..1, PES - 1);
            assert_eq!(place_of_token(&token(&place)), Ok(place));
        }
        let wrong = [
            "",
            "0",
            "0.0.0",
            "0.0.0.0",
            "0.0.1.0",
            "0.4096.0.1",
            "99.0.0.1",
        ];
        let more = [
            "0.0.0.1.2",
            "0.0.0.99999",
            "0.0.-1.1",
            "a.0.0.1",
            "0.0.0.4294967296",
        ];
        for text in wrong.into_iter().chain(more) {
            assert!(place_of_token(text).is_err(), "{text}");
        }
    }

    #[test]
    fn bytes_are_in_words() {
        let check = |text: &str, bytes: Range<i64>, expected: Option<(Range<u32>, usize)>| {
            let reference = Reference::parse(text).expect("a reference");
            let found = reference
                .words(bytes)
                .map(|(place, skip)| (place.words, skip));
            assert_eq!(found, expected, "{text}");
        };
        check("lm0@n0c0b0m0p0", 0..8, Some((0..2, 0)));
        check("lm0@n0c0b0m0p0+4", 1..5, Some((1..3, 1)));
        check("lm0@n0c0b0m0p0", 16380..20000, Some((4095..4096, 0)));
        check("lm0@n0c0b0m0p0", 16384..16385, None);
        check("lm0@n0c0b0m0p0", -4..4, None);
        check("pdm@n0+8", -8..8, Some((0..2, 0)));
        check("pdm@n0+9223372036854775807", 0..i64::MAX, None);
    }

    #[test]
    fn names_of_data_mean_their_places() {
        let register = token(&ChipPlace::from_pe(Store::Turnaround, 0..1, 0));
        for id in [
            "lm0@n0c0b0m0p0:2",
            "pdm@n3+80:1;lm0@n0c0b0m0p0+4:1",
            &register,
        ] {
            let places = places_of_id(id).expect("places");
            assert_eq!(data_id(&places), id);
        }
        for id in [
            "",
            "lm0",
            "lm0@n0c0b0m0p0",
            "lm0@n0c0b0m0p0:0",
            "lm0@n0c0b0m0p0:x",
        ] {
            assert!(places_of_id(id).is_err(), "{id}");
        }
    }
}
