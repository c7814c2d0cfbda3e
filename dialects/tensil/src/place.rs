//! The operands of an instruction with what they read and write: vectors of a memory, or a register of the SIMD unit.

use mnc2_text::LineRange;

use crate::instruction::{Address, Flow, Instruction};
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
    /// What it names.
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
    /// Its last vector.
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
    let calls = statement.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Call(call) => Some((line.part(&call.name), item.range.clone())),
        _ => None,
    });
    let mut found = Vec::new();
    let mut calls = calls.peekable();
    let mut add = |range, space, address, size, is_first, reads, writes| {
        found.push(Operand {
            range,
            space,
            address,
            size,
            is_first,
            reads,
            writes,
        });
    };
    match *instruction {
        Instruction::NoOp | Instruction::Wait { .. } | Instruction::Configure { .. } => {}
        Instruction::MatMul {
            accumulates,
            local,
            accumulator,
            size,
        } => {
            if let Some(local) = local
                && let Some((_, range)) = calls.next()
            {
                add(
                    range,
                    Space::Memory(Memory::Local),
                    local,
                    size,
                    true,
                    true,
                    false,
                );
            }
            if let Some((_, range)) = calls.next() {
                let space = Space::Memory(Memory::Accumulators);
                add(range, space, accumulator, size, false, accumulates, true);
            }
        }
        Instruction::DataMove {
            flow,
            local,
            memory,
            address,
            size,
        } => {
            let is_in = flow == Flow::ToLocal;
            if let Some((_, range)) = calls.next() {
                let space = Space::Memory(Memory::Local);
                add(range, space, local, size, true, !is_in, is_in);
            }
            if let Some((_, range)) = calls.next() {
                let reads = is_in || flow == Flow::FromLocalAdded;
                add(
                    range,
                    Space::Memory(memory),
                    address,
                    size,
                    false,
                    reads,
                    !is_in,
                );
            }
        }
        Instruction::LoadWeights { local, size } => {
            if let (Some(local), Some((_, range))) = (local, calls.next()) {
                add(
                    range,
                    Space::Memory(Memory::Local),
                    local,
                    size,
                    true,
                    true,
                    false,
                );
            }
        }
        Instruction::LoadLut { local, .. } => {
            if let Some((_, range)) = calls.next() {
                add(
                    range,
                    Space::Memory(Memory::Local),
                    local,
                    0,
                    true,
                    true,
                    false,
                );
            }
        }
        Instruction::Simd(simd) => {
            let at = |first| Address { first, stride: 0 };
            let writes_register = simd.operation != Operation::NoOp;
            for (text, range, is_destination) in slots(line, statement) {
                let digits = text.strip_prefix('R').unwrap_or_default();
                if let Ok(register) = digits.parse() {
                    let reads = !is_destination && simd.sources().any(|it| it == register);
                    let writes = is_destination && writes_register;
                    add(
                        range,
                        Space::Register,
                        at(register),
                        0,
                        false,
                        reads,
                        writes,
                    );
                }
            }
            for (name, range) in calls {
                let space = Space::Memory(Memory::Accumulators);
                let write = at(simd.write_address);
                let read = at(simd.read_address);
                match name {
                    "WAcc" => {
                        let is_added = simd.writes && simd.accumulates;
                        add(range, space, write, 0, true, is_added, simd.writes);
                    }
                    "RAcc" => add(range, space, read, 0, false, simd.reads, false),
                    _ => {}
                }
            }
        }
    }
    found
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
