//! Memories by name before and after a run: lists of vectors of raw integers, or bytes as hexadecimal digits.

use mnc2_text::{Data, Fields, Message, message};

use super::{MEMORIES, Machine};
use crate::assemble::bytes_of_hex;
use crate::table::Memory;

impl Machine {
    /// Writes what is given by the names of memories, from their first vector on.
    ///
    /// # Errors
    /// With a sentence, if there is no such memory, or its value is neither vectors nor bytes.
    pub fn load(&mut self, given: &[(String, Data)]) -> Result<(), Message> {
        for (name, value) in given {
            let Some(memory) = MEMORIES.into_iter().find(|it| it.name() == name) else {
                return Err(message!("there is no memory `{name}`", name));
            };
            let bytes = match value {
                Data::Text(text) => bytes_of_hex(text),
                _ => self.bytes_of_vectors(value),
            };
            let Some(bytes) = bytes else {
                return Err(message!(
                    "`{name}` is a list of vectors of raw integers, or bytes as hexadecimal digits",
                    name
                ));
            };
            self.write(Self::base(memory), &bytes)?;
        }
        Ok(())
    }

    fn bytes_of_vectors(&self, value: &Data) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        for vector in value.as_list()? {
            let vector = vector.as_list()?;
            if vector.len() as u64 != self.architecture.array_size {
                return None;
            }
            for scalar in vector {
                let scalar = i64::try_from(scalar.as_integer()?).ok()?;
                bytes.extend(
                    self.arithmetic
                        .to_bytes(self.arithmetic.of_integer(scalar)?),
                );
            }
        }
        Some(bytes)
    }

    /// The vectors of each memory that was given or that the program wrote, from the first one to the last.
    ///
    /// # Errors
    /// With a sentence, if that is more than `values_max` scalars.
    pub fn dump(&self, named: &[(String, Data)], values_max: u64) -> Result<Fields, Message> {
        let mut fields = Fields::new();
        let mut total = 0_u64;
        for memory in MEMORIES {
            let known = self.memory(memory).known();
            let is_off_chip = matches!(memory, Memory::Dram0 | Memory::Dram1);
            let is_named = named.iter().any(|(name, _)| name == memory.name());
            let is_written = is_off_chip && !self.memory(memory).written().is_empty();
            if !is_named && !is_written {
                continue;
            }
            let end = known.last().map_or(0, |range| range.end);
            total = total.saturating_add(end.saturating_mul(self.architecture.array_size));
            if total > values_max {
                return Err(message!(
                    "the program wrote {total} scalars, and a dump has at most {values_max}",
                    total,
                    values_max
                ));
            }
            let vectors = (0..end).map(|address| {
                let vector = self.vector(memory, address).into_iter();
                Data::List(vector.map(|raw| Data::Integer(i128::from(raw))).collect())
            });
            fields.push((memory.name().to_owned(), Data::List(vectors.collect())));
        }
        Ok(fields)
    }
}
