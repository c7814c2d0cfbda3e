//! The operands of an instruction with what they read and write: vectors of a memory, or a register of the SIMD unit.

use mnc2_text::LineRange;

use crate::instruction::{Address, Flow, Instruction, Simd};
use crate::source::{ItemKind, Line, Statement};
use crate::table::{Memory, Operation};

/// What an operand names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Vectors of a memory.
    Memory(Memory),
    /// A register of the SIMD unit.
    Register,
}

/// An operand with the vectors or the register that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Where it is in the line.
    pub range: LineRange,
    /// Vectors of a memory, or a register.
    pub space: Space,
    /// The first vector and the stride; the number of the register.
    pub address: Address,
    /// The vectors less one.
    pub size: u64,
    /// Whether it is in operand 0, whose strides have a depth of their own.
    pub is_first: bool,
    /// Whether it is read.
    pub reads: bool,
    /// Whether it is written.
    pub writes: bool,
}

impl Operand {
    /// Vectors of a memory that are neither read nor written.
    fn in_memory(range: LineRange, memory: Memory, address: Address, size: u64) -> Self {
        Self {
            range,
            space: Space::Memory(memory),
            address,
            size,
            is_first: memory == Memory::Local,
            reads: false,
            writes: false,
        }
    }

    /// Vectors of the local memory that are read.
    fn read(range: LineRange, local: Address, size: u64) -> Self {
        Self {
            reads: true,
            ..Self::in_memory(range, Memory::Local, local, size)
        }
    }

    /// Its last vector, counted from 0; `u64::MAX` if its address overflows.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.address.last(self.size).unwrap_or(u64::MAX)
    }

    /// The distance between its vectors.
    #[must_use]
    pub fn step(&self) -> u64 {
        1_u64 << self.address.stride.min(63)
    }

    /// One of its vectors, counted from 0.
    #[must_use]
    pub fn vector(&self, index: u64) -> u64 {
        let distance = index.saturating_mul(self.step());
        self.address.first.saturating_add(distance)
    }

    /// The index of the vector with a number, counted from 0; `None` if it has no such vector.
    #[must_use]
    pub fn index(&self, vector: u64) -> Option<u64> {
        let distance = vector.checked_sub(self.address.first)?;
        let index = distance / self.step();
        (distance.is_multiple_of(self.step()) && index <= self.size).then_some(index)
    }

    /// Whether it has a vector of another one.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        let stride = |it: &Self| {
            if it.size == 0 {
                63
            } else {
                it.address.stride.min(63)
            }
        };
        let step = 1_u64 << stride(self).min(stride(other));
        let (first, second) = (self.address.first, other.address.first);
        self.space == other.space
            && first <= other.last()
            && second <= self.last()
            && (self.size == 0 && other.size == 0 || first.abs_diff(second) % step == 0)
    }

    /// Whether it has every vector of another one.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        let is_dense = self.address.stride == 0 || self.size == 0 || self == other;
        self.space == other.space
            && self.address.first <= other.address.first
            && other.last() <= self.last()
            && (is_dense || self.address == other.address && self.size == other.size)
    }
}

/// The operands of an instruction, in the order of the text. An accumulator of `SIMD` without its flag is neither read nor written.
#[must_use]
pub fn operands(line: &Line, statement: &Statement, instruction: &Instruction) -> Vec<Operand> {
    let mut ranges = calls(line, statement).map(|(_, range)| range);
    let [first, second] = match *instruction {
        Instruction::NoOp | Instruction::Wait { .. } | Instruction::Configure { .. } => {
            [None, None]
        }
        Instruction::Simd(simd) => {
            let registers = registers(line, statement, &simd);
            let accumulators = accumulators(line, statement, &simd);
            return registers.chain(accumulators).collect();
        }
        Instruction::MatMul {
            accumulates,
            local,
            accumulator,
            size,
        } => {
            let input = local.and_then(|local| Some(Operand::read(ranges.next()?, local, size)));
            let sum = ranges.next().map(|range| Operand {
                reads: accumulates,
                writes: true,
                ..Operand::in_memory(range, Memory::Accumulators, accumulator, size)
            });
            [input, sum]
        }
        Instruction::DataMove {
            flow,
            local,
            memory,
            address,
            size,
        } => {
            let is_in = flow == Flow::ToLocal;
            let here = ranges.next().map(|range| Operand {
                reads: !is_in,
                writes: is_in,
                ..Operand::in_memory(range, Memory::Local, local, size)
            });
            let there = ranges.next().map(|range| Operand {
                reads: is_in || flow == Flow::FromLocalAdded,
                writes: !is_in,
                ..Operand::in_memory(range, memory, address, size)
            });
            [here, there]
        }
        Instruction::LoadWeights { local, size } => {
            let weights = local.and_then(|local| Some(Operand::read(ranges.next()?, local, size)));
            [weights, None]
        }
        Instruction::LoadLut { local, .. } => [
            ranges.next().map(|range| Operand::read(range, local, 0)),
            None,
        ],
    };
    first.into_iter().chain(second).collect()
}

/// The operands that are written like calls, with their names.
fn calls<'a>(
    line: &'a Line,
    statement: &'a Statement,
) -> impl Iterator<Item = (&'a str, LineRange)> {
    statement.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Call(call) => Some((line.part(&call.name), item.range.clone())),
        _ => None,
    })
}

/// The registers of `SIMD`.
fn registers<'a>(
    line: &'a Line,
    statement: &'a Statement,
    simd: &'a Simd,
) -> impl Iterator<Item = Operand> + 'a {
    let slots = slots(line, statement).into_iter();
    slots.filter_map(move |(text, range, is_destination)| {
        let first = text.strip_prefix('R')?.parse().ok()?;
        Some(Operand {
            range,
            space: Space::Register,
            address: Address { first, stride: 0 },
            size: 0,
            is_first: false,
            reads: !is_destination && simd.sources().any(|it| it == first),
            writes: is_destination && simd.operation != Operation::NoOp,
        })
    })
}

/// The accumulators of `SIMD`.
fn accumulators<'a>(
    line: &'a Line,
    statement: &'a Statement,
    simd: &'a Simd,
) -> impl Iterator<Item = Operand> + 'a {
    calls(line, statement).filter_map(move |(name, range)| {
        let at = |first| {
            let address = Address { first, stride: 0 };
            Operand::in_memory(range.clone(), Memory::Accumulators, address, 0)
        };
        match name {
            "WAcc" => Some(Operand {
                is_first: true,
                reads: simd.writes && simd.accumulates,
                writes: simd.writes,
                ..at(simd.write_address)
            }),
            "RAcc" => Some(Operand {
                reads: simd.reads,
                ..at(simd.read_address)
            }),
            _ => None,
        }
    })
}

/// The destination and the sources of `SIMD` as they are written, and whether each is the destination.
fn slots<'a>(line: &'a Line, statement: &Statement) -> Vec<(&'a str, LineRange, bool)> {
    let mut found = Vec::new();
    for item in &statement.items {
        let ItemKind::Assignment(destination, value) = &item.kind else {
            continue;
        };
        found.push((line.part(destination), destination.clone(), true));
        let sources = match &value.kind {
            ItemKind::Call(call) => call.arguments.clone(),
            _ => vec![value.range.clone()],
        };
        found.extend(sources.into_iter().map(|it| (line.part(&it), it, false)));
    }
    found
}
