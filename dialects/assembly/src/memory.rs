//! Memory in pages that are made when something is written there.

mod listed;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use mnc2_text::{Message, Variable, message};

pub use listed::Listed;

/// Bytes of a page.
const PAGE_BYTES: usize = 4096;

/// The most pages that a run has: 256 MiB.
const PAGES_MAX: usize = 1 << 16;

#[derive(Clone, Debug)]
struct Page {
    bytes: [u8; PAGE_BYTES],
    /// A bit for each byte that the program wrote.
    written: [u64; PAGE_BYTES / 64],
}

/// A memory. Copies share the pages that are alike.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The last address; the next one is 0.
    last: u64,
    pages: BTreeMap<u64, Arc<Page>>,
}

impl Memory {
    /// An empty memory whose addresses have 32 bits.
    #[must_use]
    pub fn with_32_bits() -> Self {
        Self {
            last: u32::MAX.into(),
            pages: BTreeMap::new(),
        }
    }

    /// An empty memory whose addresses have 64 bits.
    #[must_use]
    pub fn with_64_bits() -> Self {
        Self {
            last: u64::MAX,
            pages: BTreeMap::new(),
        }
    }

    /// Bytes of its pages, those that copies share included.
    #[must_use]
    pub fn size_bytes(&self) -> u64 {
        (self.pages.len() * size_of::<Page>()) as u64
    }

    /// Reads bytes; those never written are 0. Addresses wrap around.
    pub fn read(&self, address: u64, bytes: &mut [u8]) {
        for (number, inside, part) in self.parts(address, bytes.len()) {
            let target = &mut bytes[part];
            match self.pages.get(&number) {
                Some(page) => target.copy_from_slice(&page.bytes[inside..inside + target.len()]),
                None => target.fill(0),
            }
        }
    }

    /// Writes bytes for the program.
    ///
    /// # Errors
    /// With a sentence, if that takes too much memory; then nothing is written.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Message> {
        self.store(address, bytes, true)
    }

    /// Writes bytes from outside of the program.
    ///
    /// # Errors
    /// With a sentence, if that takes too much memory; then nothing is written.
    pub fn place(&mut self, address: u64, bytes: &[u8]) -> Result<(), Message> {
        self.store(address, bytes, false)
    }

    /// Whether all of some ranges can be written: an address and a length each.
    ///
    /// # Errors
    /// With a sentence, if that takes too much memory.
    pub fn has_room(&self, ranges: impl IntoIterator<Item = (u64, usize)>) -> Result<(), Message> {
        let pages = ranges
            .into_iter()
            .flat_map(|(address, length)| self.parts(address, length));
        let missing: BTreeSet<u64> = pages
            .map(|(number, ..)| number)
            .filter(|number| !self.pages.contains_key(number))
            .collect();
        if self.pages.len() + missing.len() > PAGES_MAX {
            let limit = (PAGES_MAX * PAGE_BYTES) >> 20;
            return Err(message!("a run has {limit} MiB of memory at most", limit));
        }
        Ok(())
    }

    fn store(&mut self, address: u64, bytes: &[u8], is_program: bool) -> Result<(), Message> {
        self.has_room([(address, bytes.len())])?;
        for (number, inside, part) in self.parts(address, bytes.len()) {
            let page = self.pages.entry(number).or_insert_with(|| {
                Arc::new(Page {
                    bytes: [0; PAGE_BYTES],
                    written: [0; PAGE_BYTES / 64],
                })
            });
            let page = Arc::make_mut(page);
            let source = &bytes[part];
            page.bytes[inside..inside + source.len()].copy_from_slice(source);
            if is_program {
                for byte in inside..inside + source.len() {
                    page.written[byte / 64] |= 1 << (byte % 64);
                }
            }
        }
        Ok(())
    }

    /// The parts of a range of addresses by page: its number, the place in it, the place in the bytes.
    fn parts(
        &self,
        address: u64,
        length: usize,
    ) -> impl Iterator<Item = (u64, usize, Range<usize>)> + use<> {
        let last = self.last;
        let mut done = 0;
        std::iter::from_fn(move || {
            if done >= length {
                return None;
            }
            let at = address.wrapping_add(done as u64) & last;
            let inside = (at % PAGE_BYTES as u64) as usize;
            let count = (PAGE_BYTES - inside).min(length - done);
            let part = done..done + count;
            done += count;
            Some((at / PAGE_BYTES as u64, inside, part))
        })
    }

    /// The named ranges, and the ranges outside of them that the program wrote, in order.
    #[must_use]
    pub fn ranges(&self, named: &[Range<u64>]) -> Vec<Range<u64>> {
        let mut covered = named.to_vec();
        covered.sort_by_key(|range| (range.start, range.end));
        let mut ranges = covered.clone();
        for range in self.written() {
            let mut start = range.start;
            for one in &covered {
                if one.end <= start || one.start >= range.end {
                    continue;
                }
                if one.start > start {
                    ranges.push(start..one.start);
                }
                start = start.max(one.end);
            }
            if start < range.end {
                ranges.push(start..range.end);
            }
        }
        ranges.sort_by_key(|range| (range.start, range.end));
        ranges
    }

    /// Some ranges as named values, 16 bytes in a row.
    #[must_use]
    pub fn shown(&self, ranges: &[Range<u64>], prefix: &str) -> Vec<Variable> {
        /// More bytes than that are not shown.
        const BYTES_MAX: u64 = 4096;
        /// Bytes of a row.
        const ROW_BYTES: usize = 16;
        let leaf = |name: String, value: String| Variable {
            name,
            value,
            parts: Vec::new(),
        };
        let mut left = BYTES_MAX;
        let mut shown = Vec::new();
        for range in ranges {
            let length = range.end - range.start;
            let mut bytes = vec![0; length.min(left) as usize];
            self.read(range.start, &mut bytes);
            for (row, bytes) in bytes.chunks(ROW_BYTES).enumerate() {
                let address = range.start + (row * ROW_BYTES) as u64;
                let digits: Vec<String> = bytes.iter().map(|it| format!("{it:02x}")).collect();
                shown.push(leaf(format!("{prefix}{address:#x}"), digits.join(" ")));
            }
            if length > left {
                shown.push(leaf("…".to_owned(), String::new()));
                return shown;
            }
            left -= length;
        }
        shown
    }

    /// The addresses that the program wrote, merged, in order. A range that ends at the last address ends one before.
    #[must_use]
    pub fn written(&self) -> Vec<Range<u64>> {
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for (number, page) in &self.pages {
            let bytes = page.written.iter().enumerate();
            // Most words of a page that was hardly written are 0.
            let bytes = bytes.filter(|(_, bits)| **bits != 0);
            for byte in bytes.flat_map(|(word, _)| word * 64..(word + 1) * 64) {
                if page.written[byte / 64] >> (byte % 64) & 1 == 0 {
                    continue;
                }
                let address = number * PAGE_BYTES as u64 + byte as u64;
                let end = address.saturating_add(1);
                match ranges.last_mut() {
                    Some(last) if last.end == address => last.end = end,
                    _ => ranges.push(address..end),
                }
            }
        }
        ranges
    }
}

/// Values of a machine, without zeros and without groups of zeros alone.
#[must_use]
pub fn without_zeros(variables: Vec<Variable>) -> Vec<Variable> {
    let is_zero = |value: &str| {
        let digits = value.strip_prefix("0x").unwrap_or(value);
        digits.bytes().all(|byte| matches!(byte, b'0' | b' '))
    };
    let kept = variables.into_iter().filter_map(|mut variable| {
        variable.parts = without_zeros(variable.parts);
        (!variable.parts.is_empty() || !is_zero(&variable.value)).then_some(variable)
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_cross_pages_and_wrap_around() {
        let last = [u64::from(u32::MAX), u64::MAX];
        for (mut memory, last) in [Memory::with_32_bits(), Memory::with_64_bits()]
            .into_iter()
            .zip(last)
        {
            assert_eq!(memory.write(4094, &[1, 2, 3, 4]), Ok(()));
            assert_eq!(memory.write(last, &[5, 6]), Ok(()));
            let mut bytes = [9; 6];
            memory.read(4093, &mut bytes);
            assert_eq!(bytes, [0, 1, 2, 3, 4, 0]);
            memory.read(last, &mut bytes[..2]);
            assert_eq!(bytes[..2], [5, 6]);
            let end = last.saturating_add(1);
            assert_eq!(memory.written(), [0..1, 4094..4098, last..end]);
        }
    }

    #[test]
    fn named_ranges_cover_what_was_written() {
        let mut memory = Memory::with_32_bits();
        assert_eq!(memory.ranges(&[]), []);
        for (address, length) in [(1, 2), (4, 12), (20, 1)] {
            assert_eq!(memory.write(address, &vec![7; length]), Ok(()));
        }
        let found = memory.ranges(&[8..12, 0..2]);
        assert_eq!(found, [0..2, 2..3, 4..8, 8..12, 12..16, 20..21]);
        let shown = memory.shown(&[0..8, 8..18], "");
        let shown = shown.iter().map(|it| format!("{} {}", it.name, it.value));
        let shown: Vec<String> = shown.collect();
        assert_eq!(
            shown,
            [
                "0x0 00 07 07 00 07 07 07 07",
                "0x8 07 07 07 07 07 07 07 07 00 00"
            ]
        );
    }

    #[test]
    fn what_is_placed_is_not_written_and_memory_ends() {
        let mut memory = Memory::with_64_bits();
        assert_eq!(memory.place(0, &[1]), Ok(()));
        assert_eq!(memory.written(), []);
        let big = vec![0; PAGES_MAX * PAGE_BYTES];
        assert!(memory.write(4096, &big).is_err());
        assert_eq!(memory.pages.len(), 1, "nothing of it is written");
    }
}
