//! The instructions, operations of the SIMD unit and registers of `Configure`, each written once.
//!
//! [`Grade`] is how each instruction is known.

/// How a row is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// The specification states it, and the vendor's programs agree.
    Specified,
    /// The specification and the hardware have it; the vendor's compiler prints none.
    NeverPrinted,
    /// Only the specification has it; neither hardware nor compiler do.
    DocumentedOnly,
    /// The vendor's compiler has it, the specification does not.
    Compiler,
}

/// An instruction without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mnemonic {
    /// Continue with the next instruction.
    NoOp,
    /// Wait for another thread.
    Wait,
    /// Multiply vectors with the weights.
    MatMul,
    /// Move vectors between memories.
    DataMove,
    /// Load the weights of the systolic array.
    LoadWeights,
    /// Compute on accumulators and registers.
    Simd,
    /// Load a lookup table.
    LoadLut,
    /// Set a configuration register.
    Configure,
}

/// A row of the table of instructions.
#[derive(Debug)]
pub struct Row {
    /// Which instruction it is.
    pub mnemonic: Mnemonic,
    /// The name in listings.
    pub name: &'static str,
    /// Its opcode, in the 4 bits of the specification; `None` if only the compiler has it.
    pub opcode: Option<u8>,
    /// Its opcode in the 3 bits of the compiler; `None` if only the specification has it.
    pub compiler_opcode: Option<u8>,
    /// Its operands, as a listing writes them.
    pub operands: &'static [&'static str],
    /// The flags that can be written in parentheses after it.
    pub flags: &'static [&'static str],
    /// What it is, in a few words.
    pub title: &'static str,
    /// Its effect, in sentences.
    pub doc: &'static str,
    /// How it is known.
    pub grade: Grade,
}

const LOCAL: &str = "Local(address)@2^stride";
const ACCUMULATOR: &str = "Acc(address)@2^stride";
const SIZE: &str = "size(+1)";

/// The instructions, in the order of opcodes.
pub const ROWS: [Row; 8] = [
    Row {
        mnemonic: Mnemonic::NoOp,
        name: "NoOp",
        opcode: Some(0x0),
        compiler_opcode: None,
        operands: &[],
        flags: &[],
        title: "no operation",
        doc: "Does nothing. Two of them between a SIMD instruction that writes an accumulator and a DataMove that reads it give the value time to arrive.",
        grade: Grade::NeverPrinted,
    },
    Row {
        mnemonic: Mnemonic::Wait,
        name: "Wait",
        opcode: None,
        compiler_opcode: Some(0),
        operands: &["thread"],
        flags: &[],
        title: "wait for a thread",
        doc: "Waits until another thread has done what was given to it before. Only the compiler's encoding has it.",
        grade: Grade::Compiler,
    },
    Row {
        mnemonic: Mnemonic::MatMul,
        name: "MatMul",
        opcode: Some(0x1),
        compiler_opcode: Some(1),
        operands: &[LOCAL, ACCUMULATOR, SIZE],
        flags: &["Acc"],
        title: "multiply vectors with the weights",
        doc: "For each of size + 1 vectors of the local memory: a vector with 1 before it, for the bias row, times the weights goes to an accumulator; with (Acc) it is added to what is there. Zeroes in the place of the vectors leaves the bias alone.",
        grade: Grade::Specified,
    },
    Row {
        mnemonic: Mnemonic::DataMove,
        name: "DataMove",
        opcode: Some(0x2),
        compiler_opcode: Some(2),
        operands: &[LOCAL, "Acc, DRAM0 or DRAM1(address)@2^stride", SIZE],
        flags: &["<-", "->", "->, Acc"],
        title: "move vectors",
        doc: "Moves size + 1 vectors between the local memory and the accumulators or a DRAM: (<-) to the local memory, (->) from it, (->, Acc) from it and added to accumulators.",
        grade: Grade::Specified,
    },
    Row {
        mnemonic: Mnemonic::LoadWeights,
        name: "LoadWeights",
        opcode: Some(0x3),
        compiler_opcode: Some(3),
        operands: &[LOCAL, SIZE],
        flags: &[],
        title: "load weights",
        doc: "Pushes size + 1 vectors of the local memory into the systolic array, that with the highest address first. Each goes to row 0, the bias row, and moves the others up by one; the last falls out. A full load is the number of rows of the array + 1. Zeroes pushes rows of zeros.",
        grade: Grade::Specified,
    },
    Row {
        mnemonic: Mnemonic::Simd,
        name: "SIMD",
        opcode: Some(0x4),
        compiler_opcode: Some(4),
        operands: &["destination=operation", "WAcc(address)", "RAcc(address)"],
        flags: &["R", "W", "RW", "WA", "RWA"],
        title: "compute on accumulators and registers",
        doc: "Computes on each scalar of a vector. (R) reads the input I from RAcc, (W) writes the result to WAcc, A adds it there. The result always goes to the output O, and also to a register that is the destination.",
        grade: Grade::Specified,
    },
    Row {
        mnemonic: Mnemonic::LoadLut,
        name: "LoadLUT",
        opcode: Some(0x5),
        compiler_opcode: None,
        operands: &[LOCAL, "table"],
        flags: &[],
        title: "load a lookup table",
        doc: "Loads a lookup table from the local memory. The specification alone has it: neither the hardware nor the compiler knows it.",
        grade: Grade::DocumentedOnly,
    },
    Row {
        mnemonic: Mnemonic::Configure,
        name: "Configure",
        opcode: Some(0xf),
        compiler_opcode: Some(7),
        operands: &["register", "value"],
        flags: &[],
        title: "set a configuration register",
        doc: "Writes a number to a register that configures the unit.",
        grade: Grade::NeverPrinted,
    },
];

impl Mnemonic {
    /// The row of the table of instructions.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The instruction with a name, `LoadWeight` among them, as the specification spells it.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let name = if name == "LoadWeight" {
            "LoadWeights"
        } else {
            name
        };
        let row = ROWS.iter().find(|row| row.name == name)?;
        Some(row.mnemonic)
    }
}

/// How many sources an operation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Its sources are ignored.
    None,
    /// It uses the left source.
    Unary,
    /// It uses the left and the right source.
    Binary,
}

/// An operation of the SIMD unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the table lists what each is")]
pub enum Operation {
    NoOp,
    Zero,
    Move,
    Not,
    And,
    Or,
    Increment,
    Decrement,
    Add,
    Subtract,
    Multiply,
    Abs,
    GreaterThan,
    GreaterThanEqual,
    Min,
    Max,
}

/// A row of the table of operations, in the order of their codes.
#[derive(Debug)]
pub struct OperationRow {
    /// Which operation it is.
    pub operation: Operation,
    /// Its name in the specification.
    pub name: &'static str,
    /// The sources that it uses.
    pub arity: Arity,
    /// Its result, in sentences.
    pub doc: &'static str,
}

macro_rules! operations {
    ($($operation:ident $arity:ident $doc:literal;)*) => {
        /// The operations of the SIMD unit, in the order of their codes.
        pub const OPERATIONS: [OperationRow; 16] = [$(OperationRow {
            operation: Operation::$operation,
            name: stringify!($operation),
            arity: Arity::$arity,
            doc: $doc,
        }),*];
    };
}

operations! {
    NoOp None "the input, regardless of the sources";
    Zero None "0";
    Move Unary "the source as it is";
    Not Unary "1 if the source is 0, else 0";
    And Binary "1 if neither source is 0, else 0";
    Or Binary "1 unless both sources are 0, else 0";
    Increment Unary "the source plus 1";
    Decrement Unary "the source minus 1";
    Add Binary "the sum";
    Subtract Binary "left minus right";
    Multiply Binary "the product";
    Abs Unary "the absolute value";
    GreaterThan Binary "1 if left is greater than right, else 0";
    GreaterThanEqual Binary "1 if left is at least right, else 0";
    Min Binary "the smaller one";
    Max Binary "the greater one";
}

impl Operation {
    /// The row of the table of operations.
    #[must_use]
    pub fn row(self) -> &'static OperationRow {
        &OPERATIONS[self as usize]
    }

    /// Its code, of 4 bits.
    #[must_use]
    pub fn code(self) -> u64 {
        self as u64
    }

    /// The operation with a code of 4 bits.
    #[must_use]
    pub fn from_code(code: u64) -> Option<Self> {
        let row = OPERATIONS.get(usize::try_from(code).ok()?)?;
        Some(row.operation)
    }

    /// The operation with a name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let row = OPERATIONS.iter().find(|row| row.name == name)?;
        Some(row.operation)
    }
}

/// The operation that the specification gives the code 0x10, which its own field of 4 bits cannot hold.
pub const LOOKUP: &str = "Lookup";

/// What it does, and why it has no bytes.
pub const LOOKUP_DOC: &str = "looks its source up in the tables: the destination register receives the difference from the closest key, each register after it the value that a table has there. Its code 0x10 does not fit the 4 bits of its field, so it has no bytes";

/// A memory of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Memory {
    /// The local memory on the chip.
    Local,
    /// The accumulators, which receive the results of the array.
    Accumulators,
    /// The first memory off the chip: inputs, outputs and intermediate values.
    Dram0,
    /// The second memory off the chip: constants.
    Dram1,
}

impl Memory {
    /// All memories of the machine.
    pub const ALL: [Self; 4] = [Self::Local, Self::Accumulators, Self::Dram0, Self::Dram1];

    /// Its name in listings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Local => "Local",
            Self::Accumulators => "Acc",
            Self::Dram0 => "DRAM0",
            Self::Dram1 => "DRAM1",
        }
    }

    /// Its description, for explanations.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Self::Local => "the local memory, between the DRAMs and the array",
            Self::Accumulators => "the accumulators, which receive the results of the array",
            Self::Dram0 => {
                "the first memory off the chip: inputs, outputs and intermediate values (Vars in older listings)"
            }
            Self::Dram1 => "the second memory off the chip: constants (Consts in older listings)",
        }
    }

    /// The name that older listings have.
    #[must_use]
    pub const fn old_name(self) -> Option<&'static str> {
        match self {
            Self::Dram0 => Some("Vars"),
            Self::Dram1 => Some("Consts"),
            Self::Local | Self::Accumulators => None,
        }
    }

    /// The memory with a name, of older listings too.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let is_named = |it: &Self| it.name() == name || it.old_name() == Some(name);
        Self::ALL.into_iter().find(is_named)
    }
}

/// A register of `Configure`.
#[derive(Debug)]
pub struct Register {
    /// The number that `Configure` takes.
    pub number: u8,
    /// Its name in listings, which is ours.
    pub name: &'static str,
    /// Its description, for explanations.
    pub doc: &'static str,
}

/// The registers of `Configure`; the other numbers up to 15 are unused.
pub const REGISTERS: [Register; 8] = [
    Register {
        number: 0x0,
        name: "dram0_offset",
        doc: "where DRAM0 begins in the memory of the host; the driver counts in 64 KiB",
    },
    Register {
        number: 0x1,
        name: "dram0_cache",
        doc: "how accesses to DRAM0 are cached",
    },
    Register {
        number: 0x4,
        name: "dram1_offset",
        doc: "where DRAM1 begins in the memory of the host; the driver counts in 64 KiB",
    },
    Register {
        number: 0x5,
        name: "dram1_cache",
        doc: "how accesses to DRAM1 are cached",
    },
    Register {
        number: 0x8,
        name: "timeout",
        doc: "cycles after which a halt is noticed",
    },
    Register {
        number: 0x9,
        name: "tracepoint",
        doc: "the instruction at which a trace begins",
    },
    Register {
        number: 0xa,
        name: "program_counter",
        doc: "the counter of instructions",
    },
    Register {
        number: 0xb,
        name: "sample_interval",
        doc: "cycles between two samples of what the unit does",
    },
];

impl Register {
    /// The register with a number.
    #[must_use]
    pub fn from_number(number: u64) -> Option<&'static Self> {
        REGISTERS.iter().find(|it| u64::from(it.number) == number)
    }

    /// The register with a name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        REGISTERS.iter().find(|it| it.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_where_their_names_are() {
        for row in &ROWS {
            assert_eq!(row.mnemonic.row().name, row.name);
            assert_eq!(Mnemonic::find(row.name), Some(row.mnemonic));
        }
        for (code, row) in OPERATIONS.iter().enumerate() {
            assert_eq!(Operation::from_code(code as u64), Some(row.operation));
            assert_eq!(row.operation.code(), code as u64);
            assert_eq!(Operation::find(row.name), Some(row.operation));
        }
        assert_eq!(Operation::from_code(0x10), None);
        assert_eq!(Mnemonic::find("LoadWeight"), Some(Mnemonic::LoadWeights));
        assert_eq!(Memory::find("Consts"), Some(Memory::Dram1));
    }
}
