//! A memory as a list for a debugger: the pages that it has, rows of 16 bytes, words of 32 bits.

use std::ops::Range;

use mnc2_text::{Described, Location, Message, Number};

use super::{Memory, PAGE_BYTES};

/// Bytes of a row.
const ROW_BYTES: u64 = 16;
/// Bytes of a word.
const WORD_BYTES: u64 = 4;

/// A memory in the list of a machine's locations: `[kind]` is the whole memory, further indices are page, row and byte.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    /// The first index of its locations.
    pub kind: u64,
    /// The name that is displayed.
    pub name: &'static str,
    /// Its index among the memories of the machine.
    pub index: usize,
}

impl Listed {
    /// The word at an address.
    #[must_use]
    pub fn word(&self, memory: &Memory, address: u64) -> Location {
        let address = address & memory.last;
        let page = PAGE_BYTES as u64;
        let (row, byte) = (address % page / ROW_BYTES, address % ROW_BYTES);
        Location::new(&[self.kind, address / page, row, byte])
    }

    /// What a list shows of one of its locations.
    #[must_use]
    pub fn describe(&self, memory: &Memory, at: Location) -> Described {
        let start = address(at);
        let hex = format!("0x{start:x}");
        let of = |name: String, parts: u64| Described {
            name,
            parts,
            memory: Some((self.index, start)),
            ..Described::default()
        };
        match at.path().len() {
            ..=1 => of(self.name.to_owned(), memory.pages.len() as u64),
            2 => {
                let last = start + (PAGE_BYTES as u64 - 1);
                of(format!("{hex} … 0x{last:x}"), PAGE_BYTES as u64 / ROW_BYTES)
            }
            3 => of(hex, ROW_BYTES / WORD_BYTES),
            _ => Described {
                expression: format!("{}[{hex}]", self.name),
                is_settable: true,
                ..of(hex, 0)
            },
        }
    }

    /// Some of the parts of one of its locations.
    #[must_use]
    pub fn parts(&self, memory: &Memory, at: Location, range: Range<u64>) -> Vec<Location> {
        match at.path().len() {
            ..=1 => {
                let pages = memory.pages.keys().skip(range.start as usize);
                let count = range.end.saturating_sub(range.start) as usize;
                pages.take(count).map(|page| at.part(*page)).collect()
            }
            2 => (range.start..range.end.min(PAGE_BYTES as u64 / ROW_BYTES))
                .map(|row| at.part(row))
                .collect(),
            3 => (range.start..range.end.min(ROW_BYTES / WORD_BYTES))
                .map(|word| at.part(word * WORD_BYTES))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The word at a location.
    #[must_use]
    pub fn number(&self, memory: &Memory, at: Location) -> Option<Number> {
        (at.path().len() == 4).then(|| {
            let mut bytes = [0; WORD_BYTES as usize];
            memory.read(address(at), &mut bytes);
            Number::Word(u32::from_le_bytes(bytes).into(), 32)
        })
    }

    /// Changes the word at a location.
    ///
    /// # Errors
    /// With a sentence, if it does not fit, or takes too much memory.
    pub fn set(&self, memory: &mut Memory, at: Location, number: Number) -> Result<(), Message> {
        let Some(word) = number.word(32) else {
            return Err(mnc2_text::machine_locations::not_fitting(number, 32));
        };
        memory.place(address(at), &(word as u32).to_le_bytes())
    }
}

/// The first address of a location.
fn address(at: Location) -> u64 {
    let index = |at: &Location, index: usize| at.path().get(index).copied().unwrap_or(0);
    let (page, row, byte) = (index(&at, 1), index(&at, 2), index(&at, 3));
    page * PAGE_BYTES as u64 + row * ROW_BYTES + byte
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_that_there_is_is_listed() {
        let listed = Listed {
            kind: 7,
            name: "memory",
            index: 0,
        };
        let mut memory = Memory::with_32_bits();
        memory.write(0x1ffe, &[1, 2, 3, 4]).expect("room");
        let all = Location::new(&[7]);
        assert_eq!(listed.describe(&memory, all).parts, 2);
        let pages = listed.parts(&memory, all, 0..9);
        let page = listed.describe(&memory, pages[1]);
        assert_eq!((page.name.as_str(), page.parts), ("0x2000 … 0x2fff", 256));
        let rows = listed.parts(&memory, pages[1], 0..1);
        let words = listed.parts(&memory, rows[0], 0..9);
        assert_eq!(words.len(), 4);
        assert_eq!(
            listed.describe(&memory, words[1]).expression,
            "memory[0x2004]"
        );
        assert_eq!(
            listed.number(&memory, words[0]),
            Some(Number::Word(0x0403, 32))
        );
        // A word may begin anywhere.
        let across = listed.word(&memory, 0x1ffe);
        assert_eq!(
            listed.number(&memory, across),
            Some(Number::Word(0x0403_0201, 32))
        );
        listed
            .set(&mut memory, across, Number::Whole(-1))
            .expect("a word");
        assert_eq!(
            listed.number(&memory, words[0]),
            Some(Number::Word(0xffff, 32))
        );
        assert!(
            listed
                .set(&mut memory, across, Number::Whole(1 << 40))
                .is_err()
        );
        let last = listed.word(&memory, u64::MAX);
        assert_eq!(address(last), 0xffff_ffff);
    }
}
