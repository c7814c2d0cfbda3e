//! Fills memory from arrays of bytes and copies it back: `pdm0=in.bin`, `dram2:0x100+64,f32=out.npy`.
//!
//! The caller reads and writes the files; here is what their bytes mean.

pub mod element;
mod element_type;
mod npy;
mod range;

use std::path::{Path, PathBuf};

use mnc2_emulator::Machine;
use mnc2_emulator::machine::upper;
use mnc2_emulator::strict::Strict;
use mnc2_isa::{ChipLevel, Memory};
use mnc2_text::{Data, Message, message};

use self::element_type::ElementType;
use self::npy::Array;
pub use self::range::MemoryRange;

/// Maximum number of long words that are copied: 1 GiB.
const LONG_WORDS_MAX: u64 = 1 << 27;
/// Maximum number of bytes of a file.
pub const FILE_BYTES_MAX: u64 = LONG_WORDS_MAX * 8;

/// The numbers of a `.npy` file, for machines whose memories hold vectors: a list of vectors, each the last axis of the array; a list of
/// numbers if the array has one axis.
///
/// # Errors
/// A sentence about the part of the file that is not supported.
pub fn vectors(bytes: &[u8]) -> Result<Data, Message> {
    let array = npy::read(bytes)?;
    let number = |bits: &u64| Data::Number(array.element_type.number(*bits));
    let numbers: Vec<Data> = array.values.iter().map(number).collect();
    Ok(match array.columns {
        Some(columns) if columns > 0 => {
            let vectors = numbers.chunks(columns);
            Data::List(vectors.map(|vector| Data::List(vector.to_vec())).collect())
        }
        _ => Data::List(numbers),
    })
}

/// A part of the machine's memory and its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileTransfer {
    place: MemoryRange,
    /// The type of the file's values, if it is given.
    element_type: Option<ElementType>,
    file: PathBuf,
}

impl FileTransfer {
    /// Parses a transfer such as `dram2:0x100+64,f32=out.npy`.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let (place, file) = text
            .split_once('=')
            .ok_or_else(|| message!("write a memory, `=` and a file, as in `pdm0=in.bin`"))?;
        let (place, element_type) = match place.split_once(',') {
            Some((place, name)) => (place, Some(ElementType::named(name)?)),
            None => (place, None),
        };
        if has_extension(Path::new(file), "npz") {
            return Err(message!(
                "`{file}` is an archive of arrays (.npz), which is not supported; use one .npy file for each array (numpy.save)",
                file
            ));
        }
        Ok(Self {
            place: MemoryRange::parse(place)?,
            element_type,
            file: PathBuf::from(file),
        })
    }

    /// The path of the file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Fills the memory with the bytes of the file.
    ///
    /// # Errors
    /// A sentence about what is wrong with them.
    pub fn load(
        &self,
        bytes: &[u8],
        machine: &mut Machine,
        strict: Option<&mut Strict>,
    ) -> Result<(), Message> {
        let words = self.words(bytes)?;
        let MemoryRange {
            memory, address, ..
        } = self.place;
        let elements = self.place.elements();
        let count = self.part(words.len(), elements.len())?;
        let mut strict = strict;
        // If every element gets the whole file, its only part is repeated.
        let parts = words.chunks(count.max(1)).cycle();
        for (&element, words) in elements.iter().zip(parts) {
            for (address, &word) in (address..).zip(words) {
                write(machine, memory, element, address, word);
            }
            if let Some(strict) = strict.as_deref_mut() {
                let count = words.len() as u32;
                if ChipLevel::from_memory(memory) == ChipLevel::Pe {
                    strict.loaded_pes(memory, 2 * address, 2 * count, |pe| pe == element);
                } else {
                    strict.loaded_upper(memory, element, address, count);
                }
            }
        }
        Ok(())
    }

    /// How many long words of a file each element gets.
    ///
    /// Each element in turn gets its part. Every element gets all of a small file: one with as much as `+COUNT` states,
    /// or with fewer long words than there are elements.
    fn part(&self, words: usize, elements: usize) -> Result<usize, Message> {
        let room = (self.place.long_words() - self.place.address) as usize;
        let wanted = self.place.count.map(|count| count as usize);
        let is_for_each = match wanted {
            Some(wanted) => words == wanted,
            None => words < elements && words <= room,
        };
        if is_for_each {
            return Ok(words);
        }
        let count = words / elements;
        if count * elements == words && count <= room && wanted.is_none_or(|wanted| wanted == count)
        {
            return Ok(count);
        }
        let part = match (wanted, elements) {
            (Some(wanted), 1) => message!("{wanted} are wanted", wanted),
            (Some(wanted), _) => message!(
                "{wanted} are wanted for all of {elements} elements, or {wanted} for each",
                wanted,
                elements
            ),
            (None, 1) => message!("the maximum is {room}", room),
            (None, _) => message!(
                "each of {elements} elements takes an equal part, at most {room}",
                elements,
                room
            ),
        };
        Err(message!(
            "it holds {words} long words, but {part}",
            words,
            part
        ))
    }

    /// The long words that the bytes of the file are.
    fn words(&self, bytes: &[u8]) -> Result<Vec<u64>, Message> {
        let Array {
            element_type,
            values,
            ..
        } = self.array(bytes)?;
        if values.len() % element_type.per_long_word() != 0 {
            return Err(message!(
                "{count} values of type {name} are not a whole number of long words; {one} make one",
                count = values.len(),
                name = element_type.name(),
                one = element_type.per_long_word()
            ));
        }
        let bits = 8 * element_type.bytes() as u32;
        values
            .chunks_exact(element_type.per_long_word())
            .enumerate()
            .map(|(index, values)| {
                values.iter().try_fold(0, |word: u64, &value| {
                    let value = element_type.to_chip(value).map_err(|reason| {
                        let first = index * element_type.per_long_word();
                        message!(
                            "one of the values from number {first} on: {reason}",
                            first,
                            reason
                        )
                    })?;
                    Ok(word.checked_shl(bits).unwrap_or(0) | value)
                })
            })
            .collect()
    }

    /// The values of the file: an array of NumPy, or little-endian values of the given type.
    fn array(&self, bytes: &[u8]) -> Result<Array, Message> {
        if is_npy(&self.file) {
            let array = npy::read(bytes)?;
            return match self.element_type {
                Some(wanted) if wanted != array.element_type => Err(message!(
                    "it holds values of type {name}, not {wanted}",
                    name = array.element_type.name(),
                    wanted = wanted.name()
                )),
                _ => Ok(array),
            };
        }
        let element_type = self.element_type.unwrap_or(ElementType::LONG_WORD);
        if !bytes.len().is_multiple_of(8) {
            return Err(message!(
                "{count} bytes are not a whole number of long words",
                count = bytes.len()
            ));
        }
        let join = |bits: u64, &byte: &u8| (bits << 8) | u64::from(byte);
        let values = bytes.chunks_exact(element_type.bytes());
        Ok(Array {
            element_type,
            values: values.map(|it| it.iter().rev().fold(0, join)).collect(),
            columns: None,
        })
    }

    /// The bytes of a file that holds the memory.
    ///
    /// # Errors
    /// A sentence about what no file can hold.
    pub fn save(&self, machine: &Machine) -> Result<Vec<u8>, Message> {
        let MemoryRange {
            memory, address, ..
        } = self.place;
        let elements = self.place.elements();
        let count = self
            .place
            .count
            .unwrap_or(self.place.long_words() - address);
        if u64::from(count) * elements.len() as u64 > LONG_WORDS_MAX {
            return Err(message!(
                "this is more than {max} MiB; `:ADDRESS+COUNT` takes a part",
                max = FILE_BYTES_MAX >> 20
            ));
        }
        let element_type = self.element_type.unwrap_or(ElementType::LONG_WORD);
        let values = element_type.per_long_word();
        let bits = 8 * element_type.bytes();
        let mut bytes = if is_npy(&self.file) {
            npy::header(element_type, elements.len(), count as usize * values)
        } else {
            Vec::new()
        };
        for &element in &elements {
            for address in address..address + count {
                let word = read(machine, memory, element, address);
                // The first value is on the MSB side.
                for index in (0..values).rev() {
                    let value = (word >> (index * bits)) & (u64::MAX >> (64 - bits));
                    let value = element_type.bits_from_chip(value).map_err(|reason| {
                        message!(
                            "long word {address} of an element: {reason}",
                            address,
                            reason
                        )
                    })?;
                    bytes.extend_from_slice(&value.to_le_bytes()[..element_type.bytes()]);
                }
            }
        }
        Ok(bytes)
    }
}

fn is_npy(path: &Path) -> bool {
    has_extension(path, "npy")
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
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
    use super::FileTransfer;

    #[test]
    fn transfers() {
        for (text, understood) in [
            ("pdm0=in.bin", true),
            ("dram2:0x100+64=out.npy", true),
            ("lm0n0c0b0m0p0,f16=x.npy", true),
            ("lm0:0+4,f32=-", true),
            ("lm0,f8=x.npy", false),
            ("lm0,=x.npy", false),
            ("lm0=x.npz", false),
            ("lm0=x.NPZ", false),
            ("pdm", false),
            ("omr0=x", false),
        ] {
            assert_eq!(FileTransfer::parse(text).is_ok(), understood, "{text}");
        }
    }
}
