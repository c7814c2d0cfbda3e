//! Memories by name before and after a run: lists of vectors of raw integers, or bytes as hexadecimal digits. `R1` and `weights`
//! are the registers of the SIMD unit and the rows of the array, so that a run continues where another one ended.

use std::sync::Arc;

use mnc2_text::{Data, Fields, Message, message};

use super::{MEMORIES, Machine};
use crate::listing::bytes_from_hex;
use crate::table::Memory;

/// The rows of the array, the bias row first.
const WEIGHTS: &str = "weights";

/// Something that can be given by its name.
#[derive(Clone, Copy)]
enum Name {
    Memory(Memory),
    Weights,
    /// A register, counted from 0.
    Register(usize),
}

impl Machine {
    fn name(&self, name: &str) -> Option<Name> {
        if name == WEIGHTS {
            return Some(Name::Weights);
        }
        if let Some(memory) = MEMORIES.into_iter().find(|it| it.name() == name) {
            return Some(Name::Memory(memory));
        }
        let number: usize = name.strip_prefix('R')?.parse().ok()?;
        let is_there = (1..=self.registers.len()).contains(&number);
        is_there.then(|| Name::Register(number - 1))
    }

    /// Whether a memory, a register or the weights have this name.
    pub(crate) fn has_place(&self, name: &str) -> bool {
        self.name(name).is_some()
    }

    /// Therefore many rows of bytes; those that are not given are 0.
    fn rows(&self, name: &str, bytes: &[u8], count: usize) -> Result<Vec<Arc<[i32]>>, Message> {
        let (width, size) = (
            self.architecture.data_type.bytes(),
            self.architecture.array_size as usize,
        );
        let scalars: Vec<i32> = bytes
            .chunks(width)
            .map(|it| self.arithmetic.from_bytes(it))
            .collect();
        if !bytes.len().is_multiple_of(width) || scalars.len() > count * size {
            return Err(message!(
                "`{name}` has {count:# vector|# vectors} of {size:# scalar|# scalars}",
                name,
                count,
                size
            ));
        }
        let rows = (0..count).map(|row| {
            let scalar = |column| scalars.get(row * size + column).copied().unwrap_or(0);
            (0..size).map(scalar).collect()
        });
        Ok(rows.collect())
    }

    fn bytes_of_vectors(&self, value: &Data) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        for vector in value.as_list()? {
            bytes.extend(self.bytes_of_vector(vector)?);
        }
        Some(bytes)
    }

    fn bytes_of_vector(&self, vector: &Data) -> Option<Vec<u8>> {
        let vector = vector.as_list()?;
        if vector.len() as u64 != self.architecture.array_size {
            return None;
        }
        let mut bytes = Vec::new();
        for scalar in vector {
            let scalar = i64::try_from(scalar.as_integer()?).ok()?;
            let raw = self.arithmetic.from_integer(scalar)?;
            bytes.extend(self.arithmetic.to_bytes(raw));
        }
        Some(bytes)
    }
}

/// Writes what is given by the names of memories, from their first vector on; also registers and weights.
///
/// # Errors
/// With a sentence, if there is no such memory, or its value is neither vectors nor bytes.
pub(super) fn load(machine: &mut Machine, given: &[(String, Data)]) -> Result<(), Message> {
    for (name, value) in given {
        if let Some(loaded) = machine.load_input(name, value) {
            loaded?;
            continue;
        }
        let Some(meant) = machine.name(name) else {
            return Err(message!("there is no memory `{name}`", name));
        };
        let bytes = match (value, meant) {
            (Data::Text(text), _) => bytes_from_hex(text),
            (_, Name::Register(_)) => machine.bytes_of_vector(value),
            _ => machine.bytes_of_vectors(value),
        };
        let Some(bytes) = bytes else {
            return Err(message!(
                "`{name}` is a list of vectors of raw integers, or bytes as hexadecimal digits",
                name
            ));
        };
        match meant {
            Name::Memory(memory) => machine.write(Machine::base(memory), &bytes)?,
            Name::Weights => machine.weights = machine.rows(name, &bytes, machine.weights.len())?,
            Name::Register(index) => {
                let row = machine.rows(name, &bytes, 1)?;
                if let (Some(register), Some(row)) =
                    (machine.registers.get_mut(index), row.into_iter().next())
                {
                    *register = row;
                }
            }
        }
    }
    Ok(())
}

/// The vectors of each memory that was given or that the program wrote, from the first one to the last; then weights
/// and registers that were given or are not 0. Passed to [`Machine::load`], a run continues from here.
///
/// # Errors
/// With a sentence, if that is more than `values_max` scalars.
pub(super) fn dump(
    machine: &Machine,
    named: &[(String, Data)],
    values_max: u64,
) -> Result<Fields, Message> {
    let is_named = |name: &str| named.iter().any(|(it, _)| it == name);
    let raw = |vector: &[i32]| {
        let scalars = vector.iter().map(|raw| Data::Integer(i128::from(*raw)));
        Data::List(scalars.collect())
    };
    let mut fields = Fields::new();
    let mut total = 0_u64;
    for memory in MEMORIES {
        let vectors = machine.memory(memory);
        if !is_named(memory.name()) && vectors.written().is_empty() {
            continue;
        }
        let end = vectors.known().last().map_or(0, |range| range.end);
        total = total.saturating_add(end.saturating_mul(machine.architecture.array_size));
        if total > values_max {
            return Err(message!(
                "the program wrote {total} scalars, and a dump has at most {values_max}",
                total,
                values_max
            ));
        }
        let rows = (0..end).map(|address| raw(&vectors.vector(address)));
        fields.push((memory.name().to_owned(), Data::List(rows.collect())));
    }
    let is_zero = |vector: &Arc<[i32]>| vector.iter().all(|raw| *raw == 0);
    if is_named(WEIGHTS) || !machine.weights.iter().all(is_zero) {
        let rows = machine.weights.iter().map(|row| raw(row));
        fields.push((WEIGHTS.to_owned(), Data::List(rows.collect())));
    }
    for (index, register) in machine.registers.iter().enumerate() {
        let name = format!("R{}", index + 1);
        if is_named(&name) || !is_zero(register) {
            fields.push((name, raw(register)));
        }
    }
    Ok(fields)
}
