//! A typed instruction, and its text as the vendor's compiler prints it.

use std::fmt;

use crate::table::{Arity, Memory, Mnemonic, Operation, Register};

/// The first vector of an access and the distance between vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// The first vector, counted from 0 in its memory.
    pub first: u64,
    /// The exponent of the stride: vectors are `2^stride` apart.
    pub stride: u64,
}

impl Address {
    /// The last of `size + 1` vectors; `None` if that is more than 64 bits.
    #[must_use]
    pub fn last(self, size: u64) -> Option<u64> {
        let stride = 1_u64.checked_shl(u32::try_from(self.stride).ok()?)?;
        size.checked_mul(stride)?.checked_add(self.first)
    }
}

/// The direction of a move, from or to the local memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// To the local memory: `(<-)`.
    ToLocal,
    /// From the local memory: `(->)`.
    FromLocal,
    /// From the local memory, added to accumulators: `(->, Acc)`.
    FromLocalAdded,
}

/// A source or a destination of the SIMD unit: 0 is the input or the output, others are registers counted from 1.
pub type Slot = u64;

/// What the SIMD unit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd {
    /// Whether the input is read from an accumulator.
    pub reads: bool,
    /// Whether the output is written to an accumulator.
    pub writes: bool,
    /// Whether the output is added to that accumulator.
    pub accumulates: bool,
    /// The accumulator that is written.
    pub write_address: u64,
    /// The accumulator that is read.
    pub read_address: u64,
    /// The operation on each scalar of the vectors.
    pub operation: Operation,
    /// The left source; ignored by an operation without sources.
    pub left: Slot,
    /// The right source; ignored by an operation with fewer than two sources.
    pub right: Slot,
    /// Where the result goes.
    pub destination: Slot,
}

impl Simd {
    /// The right source of an operation that has one source. The hardware checks both sources: an unused source that is the
    /// input would be an error without the flag to read it.
    #[must_use]
    pub fn unused_right(operation: Operation, left: Slot, reads: bool) -> Slot {
        match operation.row().arity {
            Arity::Unary if !reads => left,
            Arity::Unary | Arity::None | Arity::Binary => 0,
        }
    }

    /// The sources that the operation uses.
    pub fn sources(&self) -> impl Iterator<Item = Slot> {
        let count = match (self.operation, self.operation.row().arity) {
            // It passes the input on, regardless of the sources.
            (_, Arity::None) => 0,
            (_, Arity::Unary) => 1,
            (_, Arity::Binary) => 2,
        };
        [self.left, self.right].into_iter().take(count)
    }

    /// Whether the operation uses the input.
    #[must_use]
    pub fn uses_input(&self) -> bool {
        self.operation == Operation::NoOp || self.sources().any(|source| source == 0)
    }
}

/// An instruction with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the table lists what each is")]
pub enum Instruction {
    NoOp,
    Wait {
        thread: u64,
    },
    MatMul {
        accumulates: bool,
        /// `None` is `Zeroes`.
        local: Option<Address>,
        accumulator: Address,
        size: u64,
    },
    DataMove {
        flow: Flow,
        local: Address,
        memory: Memory,
        address: Address,
        size: u64,
    },
    LoadWeights {
        /// `None` is `Zeroes`.
        local: Option<Address>,
        size: u64,
    },
    Simd(Simd),
    LoadLut {
        local: Address,
        table: u64,
    },
    Configure {
        register: u64,
        value: u64,
    },
}

/// An access to vectors of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The memory that is accessed.
    pub memory: Memory,
    /// The first vector and the stride.
    pub address: Address,
    /// The vectors, less one.
    pub size: u64,
    /// Whether it is read.
    pub reads: bool,
    /// Whether it is written.
    pub writes: bool,
}

impl Instruction {
    /// The mnemonic of the instruction.
    #[must_use]
    pub fn mnemonic(&self) -> Mnemonic {
        match self {
            Self::NoOp => Mnemonic::NoOp,
            Self::Wait { .. } => Mnemonic::Wait,
            Self::MatMul { .. } => Mnemonic::MatMul,
            Self::DataMove { .. } => Mnemonic::DataMove,
            Self::LoadWeights { .. } => Mnemonic::LoadWeights,
            Self::Simd(_) => Mnemonic::Simd,
            Self::LoadLut { .. } => Mnemonic::LoadLut,
            Self::Configure { .. } => Mnemonic::Configure,
        }
    }

    /// What it reads and writes, in the order of its operands.
    #[must_use]
    pub fn accesses(&self) -> Vec<Access> {
        let access = |memory, address, size, reads, writes| Access {
            memory,
            address,
            size,
            reads,
            writes,
        };
        match *self {
            Self::NoOp | Self::Wait { .. } | Self::Configure { .. } => Vec::new(),
            Self::MatMul {
                accumulates,
                local,
                accumulator,
                size,
            } => {
                let to = access(Memory::Accumulators, accumulator, size, accumulates, true);
                let from = local.map(|local| access(Memory::Local, local, size, true, false));
                from.into_iter().chain([to]).collect()
            }
            Self::DataMove {
                flow,
                local,
                memory,
                address,
                size,
            } => {
                let is_in = flow == Flow::ToLocal;
                let is_added = flow == Flow::FromLocalAdded;
                vec![
                    access(Memory::Local, local, size, !is_in, is_in),
                    access(memory, address, size, is_in || is_added, !is_in),
                ]
            }
            Self::LoadWeights { local, size } => {
                let read = local.map(|local| access(Memory::Local, local, size, true, false));
                read.into_iter().collect()
            }
            Self::Simd(simd) => {
                let at = |first| Address { first, stride: 0 };
                let (write, read) = (at(simd.write_address), at(simd.read_address));
                let is_added = simd.accumulates;
                let write = access(Memory::Accumulators, write, 0, is_added, true);
                let read = access(Memory::Accumulators, read, 0, true, false);
                let write = simd.writes.then_some(write);
                let read = simd.reads.then_some(read);
                write.into_iter().chain(read).collect()
            }
            Self::LoadLut { local, .. } => vec![access(Memory::Local, local, 0, true, false)],
        }
    }
}

/// A source of the SIMD unit as text.
#[must_use]
pub fn source_text(slot: Slot) -> String {
    match slot {
        0 => "I".to_owned(),
        register => format!("R{register}"),
    }
}

/// A destination of the SIMD unit as text.
#[must_use]
pub fn destination_text(slot: Slot) -> String {
    match slot {
        0 => "O".to_owned(),
        register => format!("R{register}"),
    }
}

fn place(memory: Memory, address: Address) -> String {
    let Address { first, stride } = address;
    let name = memory.name();
    match stride {
        0 => format!("{name}({first})"),
        _ => format!("{name}({first})@2^{stride}"),
    }
}

fn size_text(size: u64) -> String {
    match size {
        0 => String::new(),
        _ => format!(" {size}(+1)"),
    }
}

fn local_text(local: Option<Address>) -> String {
    local.map_or("Zeroes".to_owned(), |local| place(Memory::Local, local))
}

impl fmt::Display for Simd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = [
            (self.reads, 'R'),
            (self.writes, 'W'),
            (self.accumulates, 'A'),
        ];
        let letters: String = letters
            .into_iter()
            .filter_map(|(is_on, letter)| is_on.then_some(letter))
            .collect();
        formatter.write_str("SIMD")?;
        if !letters.is_empty() {
            write!(formatter, "({letters})")?;
        }
        let row = self.operation.row();
        let (left, right) = (source_text(self.left), source_text(self.right));
        let is_usual = self.right == Self::unused_right(self.operation, self.left, self.reads);
        write!(formatter, " {}=", destination_text(self.destination))?;
        match (self.operation, row.arity) {
            (Operation::Zero, _) if is_usual && self.left == 0 => formatter.write_str("0")?,
            (Operation::Move, _) if is_usual => formatter.write_str(&left)?,
            (_, Arity::Unary | Arity::None) if is_usual => {
                write!(formatter, "{}({left})", row.name)?;
            }
            _ => write!(formatter, "{}({left},{right})", row.name)?,
        }
        if self.writes || self.write_address != 0 {
            write!(formatter, " WAcc({})", self.write_address)?;
        }
        if self.reads || self.read_address != 0 {
            write!(formatter, " RAcc({})", self.read_address)?;
        }
        Ok(())
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoOp => formatter.write_str("NoOp"),
            Self::Wait { thread } => write!(formatter, "Wait {thread}"),
            Self::MatMul {
                accumulates,
                local,
                accumulator,
                size,
            } => write!(
                formatter,
                "MatMul{} {} {}{}",
                if accumulates { "(Acc)" } else { "" },
                local_text(local),
                place(Memory::Accumulators, accumulator),
                size_text(size)
            ),
            Self::DataMove {
                flow,
                local,
                memory,
                address,
                size,
            } => write!(
                formatter,
                "DataMove({}) {} {}{}",
                match flow {
                    Flow::ToLocal => "<-",
                    Flow::FromLocal => "->",
                    Flow::FromLocalAdded => "->, Acc",
                },
                place(Memory::Local, local),
                place(memory, address),
                size_text(size)
            ),
            Self::LoadWeights { local, size } => write!(
                formatter,
                "LoadWeights {}{}",
                local_text(local),
                size_text(size)
            ),
            Self::Simd(simd) => simd.fmt(formatter),
            Self::LoadLut { local, table } => {
                write!(formatter, "LoadLUT {} {table}", place(Memory::Local, local))
            }
            Self::Configure { register, value } => match Register::from_number(register) {
                Some(row) => write!(formatter, "Configure {} {value}", row.name),
                None => write!(formatter, "Configure {register} {value}"),
            },
        }
    }
}
