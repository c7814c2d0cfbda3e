//! Moving memory from and to files: `--load MEMORY=FILE` and `--save MEMORY=FILE`.

pub(crate) mod element;
mod npy;

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use mnc2_asm::program::Scope;
use mnc2_emulator::Machine;
use mnc2_emulator::machine::upper;
use mnc2_emulator::strict::Strict;
use mnc2_isa::{Level, Memory};

use crate::Failure;
use crate::output::WholeFile;

/// Long words that are moved at most: 1 GiB.
const LONG_WORDS_MAX: u64 = 1 << 27;

/// Names of memories on the command line.
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

/// A part of the machine's memory and the file that goes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Transfer {
    memory: Memory,
    scope: Scope,
    /// First long word in each element.
    address: u32,
    /// Long words in each element, where it is said.
    count: Option<u32>,
    file: PathBuf,
}

impl Transfer {
    /// Reads `dram2:0x100+64=out.npy`.
    ///
    /// # Errors
    /// A sentence for the user.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (place, file) = text
            .split_once('=')
            .ok_or("a memory, `=` and a file are wanted, such as `pdm0=in.bin`")?;
        let (element, range) = place.split_once(':').unwrap_or((place, ""));
        let (name, memory) = NAMES
            .iter()
            .find(|(name, _)| element.starts_with(name))
            .ok_or_else(|| {
                let names: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
                format!(
                    "`{element}` names no memory; there are {}",
                    names.join(", ")
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
            Some((address, count)) => (address, Some(number(count)?)),
            None => (range, None),
        };
        let address = if address.is_empty() {
            0
        } else {
            number(address)?
        };
        let size = long_words(*memory);
        let end = u64::from(address) + u64::from(count.unwrap_or(0));
        if address >= size || end > u64::from(size) {
            return Err(format!("{} has {size} long words", memory.name()));
        }
        Ok(Self {
            memory: *memory,
            scope,
            address,
            count,
            file: PathBuf::from(file),
        })
    }

    fn elements(&self) -> Vec<usize> {
        self.scope.elements(Level::of(self.memory)).collect()
    }

    /// Fills the memory from the file.
    pub(crate) fn load(
        &self,
        machine: &mut Machine,
        strict: Option<&mut Strict>,
    ) -> Result<(), Failure> {
        let words = self.read().map_err(|message| {
            Failure::Message(format!("cannot load `{}`: {message}", self.file.display()))
        })?;
        let elements = self.elements();
        let count = words.len() / elements.len();
        let room = (long_words(self.memory) - self.address) as usize;
        let wanted = self.count.map(|count| count as usize);
        if count * elements.len() != words.len()
            || count > room
            || wanted.is_some_and(|it| it != count)
        {
            let part = match wanted {
                Some(wanted) => format!("{wanted} of them"),
                None => format!("an equal part, {room} at most"),
            };
            return Err(Failure::Message(format!(
                "cannot load `{}`: it holds {} long words, and each of {} elements takes {part}",
                self.file.display(),
                words.len(),
                elements.len(),
            )));
        }
        let mut strict = strict;
        for (&element, words) in elements.iter().zip(words.chunks(count.max(1))) {
            for (address, &word) in (self.address..).zip(words) {
                write(machine, self.memory, element, address, word);
            }
            if let Some(strict) = strict.as_deref_mut() {
                let count = words.len() as u32;
                if Level::of(self.memory) == Level::Pe {
                    strict.loaded_pe(self.memory, element, 2 * self.address, 2 * count);
                } else {
                    strict.loaded_upper(self.memory, element, self.address, count);
                }
            }
        }
        Ok(())
    }

    fn read(&self) -> Result<Vec<u64>, String> {
        let mut bytes = Vec::new();
        let limit = LONG_WORDS_MAX * 8;
        File::open(&self.file)
            .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
            .map_err(|error| error.to_string())?;
        if bytes.len() as u64 > limit {
            return Err(format!("it is larger than {} MiB", limit >> 20));
        }
        if is_npy(&self.file) {
            return npy::read(&bytes);
        }
        if !bytes.len().is_multiple_of(8) {
            return Err(format!(
                "{} bytes are no whole number of long words",
                bytes.len()
            ));
        }
        let words = bytes.chunks_exact(8);
        Ok(words
            .map(|bytes| {
                bytes
                    .iter()
                    .rev()
                    .fold(0, |word, &byte| (word << 8) | u64::from(byte))
            })
            .collect())
    }

    /// Writes the memory to the file.
    pub(crate) fn save(&self, machine: &Machine) -> Result<(), Failure> {
        let failed = |message: String| {
            Failure::Message(format!("cannot save `{}`: {message}", self.file.display()))
        };
        let elements = self.elements();
        let count = self.count.unwrap_or(long_words(self.memory) - self.address);
        if u64::from(count) * elements.len() as u64 > LONG_WORDS_MAX {
            return Err(failed(format!(
                "this is more than {} MiB; `:ADDRESS+COUNT` takes a part",
                (LONG_WORDS_MAX * 8) >> 20
            )));
        }
        let rows: Vec<Vec<u64>> = elements
            .iter()
            .map(|&element| {
                (self.address..self.address + count)
                    .map(|address| read(machine, self.memory, element, address))
                    .collect()
            })
            .collect();
        let bytes = if is_npy(&self.file) {
            npy::write(&rows)
        } else {
            rows.iter()
                .flatten()
                .flat_map(|word| word.to_le_bytes())
                .collect()
        };
        WholeFile::create(&self.file)
            .and_then(|file| file.finish_with(&bytes))
            .map_err(|error| failed(error.to_string()))
    }
}

fn is_npy(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("npy"))
}

/// A number in decimal or, after `0x`, in hexadecimal.
fn number(text: &str) -> Result<u32, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| format!("`{text}` is no number of long words"))
}

/// Long words of a memory in one element.
fn long_words(memory: Memory) -> u32 {
    let size = memory.size().unwrap_or(0);
    match Level::of(memory) {
        Level::Pe | Level::Mab => size / 2,
        Level::L1b | Level::L2b | Level::Group => size,
    }
}

fn read(machine: &Machine, memory: Memory, element: usize, address: u32) -> u64 {
    match machine.chip().planes(memory) {
        Some(planes) => planes.read(address as usize)[element],
        None => upper::read(machine.chip(), memory, element, address),
    }
}

fn write(machine: &mut Machine, memory: Memory, element: usize, address: u32, word: u64) {
    match machine.chip_mut().planes_mut(memory) {
        Some(planes) => planes.write(address as usize).set(element, word),
        None => upper::write(machine.chip_mut(), memory, element, address, word),
    }
}

#[cfg(test)]
mod tests {
    use super::Transfer;

    #[test]
    fn places() {
        for (text, understood) in [
            ("pdm0=in.bin", true),
            ("dram2:0x100+64=out.npy", true),
            ("lm0n0c0b0m0p0=x", true),
            ("l1bm=x", true),
            ("pdm", false),
            ("pdm4=x", false),
            ("pdmn0c0:99999999=x", false),
            ("pdm0:524287+2=x", false),
            ("lm0:2048=x", false),
            ("omr0=x", false),
            ("pdm0:x=x", false),
        ] {
            assert_eq!(Transfer::parse(text).is_ok(), understood, "{text}");
        }
    }
}
