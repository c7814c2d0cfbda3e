//! What a debugger lists: registers, weights and memories by vector and scalar, and what was configured.

use std::ops::Range;
use std::sync::Arc;

use mnc2_text::machine_locations::{not_fitting, not_settable};
use mnc2_text::{Described, Location, Locations, Message, Number};

use super::{MEMORIES, Machine};
use crate::table::{Memory, Register};

/// First indices of locations.
mod kind {
    pub(super) const REGISTERS: u64 = 0;
    pub(super) const WEIGHTS: u64 = 1;
    /// The next index is the index of the memory.
    pub(super) const MEMORIES: u64 = 2;
    pub(super) const CONFIGURED: u64 = 3;
}

impl Machine {
    fn lanes(&self) -> u64 {
        self.architecture.array_size
    }

    fn memory_at(index: u64) -> Memory {
        MEMORIES[index as usize % MEMORIES.len()]
    }

    /// The name of what holds a vector, and its number.
    fn vector_name(at: Location) -> Option<(String, u64)> {
        Some(match *at.path() {
            [kind::REGISTERS, register, ..] => (format!("R{}", register + 1), register),
            [kind::WEIGHTS, row, ..] => (format!("weights[{row}]"), row),
            [kind::MEMORIES, memory, address, ..] => (
                format!("{}[{address}]", Self::memory_at(memory).name()),
                address,
            ),
            _ => return None,
        })
    }

    fn raw(&self, at: Location) -> Option<i32> {
        match *at.path() {
            [kind::REGISTERS, register, lane] => self
                .registers
                .get(register as usize)?
                .get(lane as usize)
                .copied(),
            [kind::WEIGHTS, row, lane] => {
                self.weights.get(row as usize)?.get(lane as usize).copied()
            }
            [kind::MEMORIES, memory, address, lane] => Some(
                self.memory(Self::memory_at(memory))
                    .get(address, lane as usize),
            ),
            _ => None,
        }
    }
}

impl Locations for Machine {
    fn groups(&self, _thread: usize, _frame: usize) -> Vec<Location> {
        let memories = (0..MEMORIES.len() as u64).rev();
        let memories = memories.map(|index| Location::new(&[kind::MEMORIES, index]));
        let flat = [kind::REGISTERS, kind::WEIGHTS].map(|kind| Location::new(&[kind]));
        let configured = Location::new(&[kind::CONFIGURED]);
        flat.into_iter()
            .chain(memories)
            .chain([configured])
            .collect()
    }

    fn describe(&self, at: Location) -> Described {
        let list = |name: &str, parts: u64| Described {
            name: name.to_owned(),
            expression: name.to_owned(),
            parts,
            ..Described::default()
        };
        match *at.path() {
            [kind::REGISTERS] => list("registers", self.registers.len() as u64),
            [kind::WEIGHTS] => list("weights", self.weights.len() as u64),
            [kind::MEMORIES, memory] => {
                let memory = Self::memory_at(memory);
                let known = self.memory(memory).known().into_iter();
                list(
                    memory.name(),
                    known.map(|range| range.end - range.start).sum(),
                )
            }
            [kind::CONFIGURED] => {
                let set = self.configured.iter().flatten();
                list("configured", set.count() as u64)
            }
            [kind::CONFIGURED, number] => {
                let register = Register::from_number(number);
                Described {
                    name: register.map_or(number.to_string(), |it| it.name.to_owned()),
                    expression: format!("configured[{number}]"),
                    ..Described::default()
                }
            }
            ref path => {
                let Some((vector, number)) = Self::vector_name(at) else {
                    return Described::default();
                };
                let is_vector = path.len() == 2 + usize::from(path[0] == kind::MEMORIES);
                match is_vector {
                    true => Described {
                        name: match path[0] {
                            kind::REGISTERS => vector.clone(),
                            _ => format!("[{number}]"),
                        },
                        expression: vector,
                        parts: self.lanes(),
                        is_indexed: true,
                        ..Described::default()
                    },
                    false => {
                        let lane = path.last().copied().unwrap_or(0);
                        Described {
                            name: format!("[{lane}]"),
                            expression: format!("{vector}[{lane}]"),
                            is_settable: true,
                            ..Described::default()
                        }
                    }
                }
            }
        }
    }

    fn parts(&self, at: Location, range: Range<u64>) -> Vec<Location> {
        let count = range.end.saturating_sub(range.start) as usize;
        match *at.path() {
            [kind::MEMORIES, memory] => {
                let known = self.memory(Self::memory_at(memory)).known();
                let addresses = known.into_iter().flatten().skip(range.start as usize);
                addresses
                    .take(count)
                    .map(|address| at.part(address))
                    .collect()
            }
            [kind::CONFIGURED] => {
                let set = self.configured.iter().enumerate();
                let set = set
                    .filter(|(_, value)| value.is_some())
                    .skip(range.start as usize);
                set.take(count)
                    .map(|(number, _)| at.part(number as u64))
                    .collect()
            }
            _ => {
                let parts = self.describe(at).parts;
                (range.start..range.end.min(parts))
                    .map(|index| at.part(index))
                    .collect()
            }
        }
    }

    fn element(&self, at: Location, number: u64) -> Option<Location> {
        let count = match *at.path() {
            [kind::REGISTERS] => self.registers.len() as u64,
            [kind::WEIGHTS] => self.weights.len() as u64,
            [kind::MEMORIES, memory] => self.memory(Self::memory_at(memory)).depth(),
            [kind::CONFIGURED] => self.configured.len() as u64,
            [kind::REGISTERS | kind::WEIGHTS, _] | [kind::MEMORIES, _, _] => self.lanes(),
            _ => 0,
        };
        (number < count).then(|| at.part(number))
    }

    fn named(&self, name: &str, _thread: Option<usize>) -> Option<Location> {
        let of_kind = |kind| Some(Location::new(&[kind]));
        match name {
            "registers" => return of_kind(kind::REGISTERS),
            "weights" => return of_kind(kind::WEIGHTS),
            "configured" => return of_kind(kind::CONFIGURED),
            _ => {}
        }
        // An instruction of the SIMD unit writes the accumulator's name with what it does there.
        let name = match name {
            "RAcc" | "WAcc" => Memory::Accumulators.name(),
            _ => name,
        };
        if let Some(index) = MEMORIES
            .iter()
            .position(|it| it.name().eq_ignore_ascii_case(name))
        {
            return Some(Location::new(&[kind::MEMORIES, index as u64]));
        }
        let number: u64 = name.strip_prefix(['R', 'r'])?.parse().ok()?;
        let register = number.checked_sub(1)?;
        (register < self.registers.len() as u64)
            .then(|| Location::new(&[kind::REGISTERS, register]))
    }

    fn names(&self) -> Vec<String> {
        let registers = (1..=self.registers.len()).map(|number| format!("R{number}"));
        let memories = MEMORIES.iter().map(|it| it.name());
        let flat = ["registers", "weights", "configured"]
            .into_iter()
            .chain(memories);
        registers.chain(flat.map(str::to_owned)).collect()
    }

    fn number(&self, at: Location) -> Option<Number> {
        if let [kind::CONFIGURED, number] = *at.path() {
            let value = (*self.configured.get(number as usize)?)?;
            return Some(Number::Whole(value.into()));
        }
        Some(Number::Real(self.arithmetic.number(self.raw(at)?)))
    }

    fn set(&mut self, at: Location, number: Number) -> Result<(), Message> {
        let described = self.describe(at);
        if !described.is_settable {
            return Err(not_settable(&described.name));
        }
        let Some(raw) = self.arithmetic.from_number(number.real()) else {
            let bits = 8 * self.architecture.data_type.bytes() as u32;
            return Err(not_fitting(number, bits));
        };
        match *at.path() {
            [kind::MEMORIES, memory, address, lane] => {
                return self
                    .memory_mut(Self::memory_at(memory))
                    .set(address, lane as usize, raw);
            }
            [kind, index, lane] => {
                let vectors = match kind {
                    kind::REGISTERS => &mut self.registers,
                    _ => &mut self.weights,
                };
                if let Some(vector) = vectors.get_mut(index as usize) {
                    let mut scalars = vector.to_vec();
                    if let Some(scalar) = scalars.get_mut(lane as usize) {
                        *scalar = raw;
                    }
                    *vector = Arc::from(scalars);
                }
            }
            _ => {}
        }
        Ok(())
    }
}
