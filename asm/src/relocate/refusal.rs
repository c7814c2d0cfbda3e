//! Why a region stays where it is.

use std::fmt;

use mnc2_isa::{Memory, Width};

/// Why a region cannot be moved. Lines are counted from 0 here, and from 1 in the sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// What stands there is no operand with an address.
    NoRegion,
    /// The operand is in a memory that is not moved.
    OtherMemory {
        /// The memory.
        memory: Memory,
    },
    /// A line has an error, so that it is not known what it accesses.
    Error {
        /// The line.
        line: usize,
        /// The error.
        message: String,
    },
    /// The T-register is part of an address.
    Indirect {
        /// The line.
        line: usize,
    },
    /// A base address register is part of an address.
    BaseRegister {
        /// The line.
        line: usize,
    },
    /// Words are read that nothing in the program writes.
    FromOutside {
        /// The line that reads them.
        line: usize,
    },
    /// The region has more accesses than are followed.
    TooLarge,
    /// The new name is none.
    Name {
        /// What is wrong with it.
        message: String,
    },
    /// The new name says another width or stride than the operand has.
    OtherType {
        /// The operand.
        name: String,
    },
    /// An address would not be aligned.
    Alignment {
        /// The line that accesses the region.
        line: usize,
        /// By words of this width.
        width: Width,
        /// The address that it would get.
        address_words: u32,
    },
    /// What is accessed wraps around the end of the memory.
    Wraps {
        /// The line that accesses it.
        line: usize,
    },
    /// A part of the region would lie beyond the memory.
    Range {
        /// The line that accesses it.
        line: usize,
        /// The memory.
        memory: Memory,
    },
    /// The `mask` statement in force treats the two memories differently.
    Mask {
        /// The line that writes the region.
        line: usize,
        /// The memory.
        memory: Memory,
    },
    /// A line that stays would read what is moved.
    WouldBeRead {
        /// The line that writes the region.
        write: usize,
        /// The line that would read it.
        read: usize,
    },
    /// A line that stays would write what is moved.
    WouldBeWritten {
        /// The line that would write it.
        write: usize,
        /// The line that reads the region.
        read: usize,
    },
    /// What a line leaves behind at the end of the program would be overwritten.
    LeftThere {
        /// The line.
        line: usize,
    },
    /// A finding more.
    Finding {
        /// The line on which it is.
        line: usize,
        /// Its code.
        id: &'static str,
        /// What it says.
        message: String,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |line: &usize| line + 1;
        match self {
            Self::NoRegion => f.write_str("there is no operand with an address here"),
            Self::OtherMemory { memory } => write!(
                f,
                "only regions of LM0, LM1, GRF0 and GRF1 can be moved; this is in {}",
                memory.name()
            ),
            Self::Error { line, message } => write!(
                f,
                "what line {} accesses is not known: {message}",
                number(line)
            ),
            Self::Indirect { line } => write!(
                f,
                "line {} accesses the region through the T-register: where, only a run shows",
                number(line)
            ),
            Self::BaseRegister { line } => write!(
                f,
                "line {} accesses the region through a base address register",
                number(line)
            ),
            Self::FromOutside { line } => write!(
                f,
                "line {} reads words that nothing in the program writes: they come from outside and would not move",
                number(line)
            ),
            Self::TooLarge => f.write_str("the region has too many accesses"),
            Self::Name { message } => f.write_str(message),
            Self::OtherType { name } => write!(
                f,
                "moving keeps widths and strides: give the new place of `{name}` without them, such as `$n32`"
            ),
            Self::Alignment {
                line,
                width,
                address_words,
            } => write!(
                f,
                "line {} accesses the region by a {} operand, for which address {address_words} is no multiple of {}",
                number(line),
                width.adjective(),
                width.single_words()
            ),
            Self::Wraps { line } => write!(
                f,
                "what line {} accesses wraps around the end of its memory",
                number(line)
            ),
            Self::Range { line, memory } => write!(
                f,
                "what line {} accesses would not lie within {}",
                number(line),
                memory.name()
            ),
            Self::Mask { line, memory } => write!(
                f,
                "line {} writes the region under a `mask` statement, which treats {} differently",
                number(line),
                memory.name()
            ),
            Self::WouldBeRead { write, read } => write!(
                f,
                "the new place is in use: line {} would read what line {} writes",
                number(read),
                number(write)
            ),
            Self::WouldBeWritten { write, read } => write!(
                f,
                "the new place is in use: line {} writes there what line {} would read",
                number(write),
                number(read)
            ),
            Self::LeftThere { line } => write!(
                f,
                "the new place is in use: what line {} writes there is still there at the end of the program",
                number(line)
            ),
            Self::Finding { line, id, message } => {
                write!(
                    f,
                    "line {} would be found fault with: {message} ({id})",
                    number(line)
                )
            }
        }
    }
}

impl std::error::Error for Refusal {}
