//! Why a region stays where it is.

use std::fmt;

use mnc2_isa::{Memory, Width};

use crate::message;
use crate::message::Message;
use crate::wording;

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
        message: Message,
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
        message: Message,
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
        message: Message,
    },
}

impl Refusal {
    /// Why, in a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        let number = |line: &usize| line + 1;
        match self {
            Self::NoRegion => message!("there is no operand with an address here"),
            Self::OtherMemory { memory } => message!(
                "only regions of LM0, LM1, GRF0 and GRF1 can be moved; this is in {memory}",
                memory = wording::memory(*memory)
            ),
            Self::Error { line, message } => message!(
                "what line {line} accesses is not known: {message}",
                line = number(line),
                message = message.clone()
            ),
            Self::Indirect { line } => message!(
                "line {line} accesses the region through the T-register: where, only a run shows",
                line = number(line)
            ),
            Self::BaseRegister { line } => message!(
                "line {line} accesses the region through a base address register",
                line = number(line)
            ),
            Self::FromOutside { line } => message!(
                "line {line} reads words that nothing in the program writes: they come from outside and would not move",
                line = number(line)
            ),
            Self::TooLarge => message!("the region has too many accesses"),
            Self::Name { message } => message.clone(),
            Self::OtherType { name } => message!(
                "moving keeps widths and strides: give the new place of `{name}` without them, such as `$n32`",
                name
            ),
            Self::Alignment {
                line,
                width,
                address_words,
            } => message!(
                "line {line} accesses the region by a {width} operand, for which address {address} is no multiple of {words}",
                line = number(line),
                width = wording::width_adjective(*width),
                address = *address_words,
                words = width.single_words()
            ),
            Self::Wraps { line } => message!(
                "what line {line} accesses wraps around the end of its memory",
                line = number(line)
            ),
            Self::Range { line, memory } => message!(
                "what line {line} accesses would not lie within {memory}",
                line = number(line),
                memory = wording::memory(*memory)
            ),
            Self::Mask { line, memory } => message!(
                "line {line} writes the region under a `mask` statement, which treats {memory} differently",
                line = number(line),
                memory = wording::memory(*memory)
            ),
            Self::WouldBeRead { write, read } => message!(
                "the new place is in use: line {read} would read what line {write} writes",
                read = number(read),
                write = number(write)
            ),
            Self::WouldBeWritten { write, read } => message!(
                "the new place is in use: line {write} writes there what line {read} would read",
                write = number(write),
                read = number(read)
            ),
            Self::LeftThere { line } => message!(
                "the new place is in use: what line {line} writes there is still there at the end of the program",
                line = number(line)
            ),
            Self::Finding { line, id, message } => message!(
                "line {line} would be found fault with: {message} ({id})",
                line = number(line),
                message = message.clone(),
                id = *id
            ),
        }
    }
}

/// The sentence in English.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}
