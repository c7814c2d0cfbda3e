//! Ranges of a memory as arguments of a run: `lm0n0c0b0m0p0:0+4`.

use mnc2_isa::{ChipLevel, Memory};
use mnc2_program::Scope;
use mnc2_text::{Message, message};

use super::element;

const NAMES: [(&str, Memory); 8] = [
    ("lm0", Memory::Lm0),
    ("lm1", Memory::Lm1),
    ("grf0", Memory::Grf0),
    ("grf1", Memory::Grf1),
    ("l1bm", Memory::L1bm),
    ("l2bm", Memory::L2bm),
    ("pdm", Memory::Pdm),
    ("dram", Memory::Dram),
];

/// Some long words of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryRange {
    /// The kind of memory.
    pub memory: Memory,
    /// The elements of the hierarchy that have it.
    pub scope: Scope,
    /// First long word in each element.
    pub address: u32,
    /// Long words in each element, if given.
    pub count: Option<u32>,
}

impl MemoryRange {
    /// Parses `dram2:0x100+64`; spaces around `:` and `+` are allowed.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let (element, range) = text.split_once(':').unwrap_or((text, ""));
        let (element, range) = (element.trim(), range.trim());
        let (name, memory) = NAMES
            .iter()
            .find(|(name, _)| element.starts_with(name))
            .ok_or_else(|| {
                let names: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
                let names = names.join(", ");
                message!(
                    "`{element}` is not a memory; there are {names}",
                    element,
                    names
                )
            })?;
        let element = &element[name.len()..];
        // A number alone is the group.
        let scope = if element.starts_with(|first: char| first.is_ascii_digit()) {
            element::scope(&format!("n{element}"))?
        } else {
            element::scope(element)?
        };
        let (address, count) = match range.split_once('+') {
            Some((address, count)) => (address.trim(), Some(number(count.trim())?)),
            None => (range, None),
        };
        let address = if address.is_empty() {
            0
        } else {
            number(address)?
        };
        let place = Self {
            memory: *memory,
            scope,
            address,
            count,
        };
        let size = place.long_words();
        let end = u64::from(address) + u64::from(count.unwrap_or(0));
        if address >= size || end > u64::from(size) {
            return Err(message!(
                "{memory} has {size} long words",
                memory = memory.name(),
                size
            ));
        }
        Ok(place)
    }

    /// The numbers of the elements.
    #[must_use]
    pub fn elements(&self) -> Vec<usize> {
        self.scope
            .elements(ChipLevel::from_memory(self.memory))
            .collect()
    }

    /// Long words of the memory in one element.
    #[must_use]
    pub fn long_words(&self) -> u32 {
        let size = self.memory.size().unwrap_or(0);
        if self.counts_single_words() {
            size / 2
        } else {
            size
        }
    }

    /// Whether programs address the memory by single words.
    #[must_use]
    pub fn counts_single_words(&self) -> bool {
        match ChipLevel::from_memory(self.memory) {
            ChipLevel::Pe | ChipLevel::Mab => true,
            ChipLevel::L1b | ChipLevel::L2b | ChipLevel::Group => false,
        }
    }
}

/// A number in decimal or, after `0x`, in hexadecimal.
fn number(text: &str) -> Result<u32, Message> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| message!("`{text}` is not a number of long words", text))
}

#[cfg(test)]
mod tests {
    use super::MemoryRange;

    #[test]
    fn places() {
        for (text, understood) in [
            ("pdm0", true),
            ("dram2:0x100+64", true),
            ("lm0n0c0b0m0p0", true),
            ("lm0n0c0b0m0p0 : 0 + 4", true),
            ("l1bm", true),
            ("pdm4", false),
            ("pdmn0c0:99999999", false),
            ("pdm0:524287+2", false),
            ("lm0:2048", false),
            ("omr0", false),
            ("pdm0:x", false),
            ("", false),
        ] {
            assert_eq!(MemoryRange::parse(text).is_ok(), understood, "{text}");
        }
    }
}
