//! Why a region, a mask entry or a tag keeps its name.

use std::fmt;
use std::ops::Range;

use mnc2_isa::{Memory, Width};

use mnc2_program::access::Direction;
use mnc2_program::message::wording;
use mnc2_text::{Message, message};

/// Why a name cannot be changed. Lines are counted from 0 here, and from 1 in the sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The caller cancelled the rename.
    Cancelled,
    /// There is no operand with an address here.
    NoRegion,
    /// The operand is in a memory that cannot be moved.
    OtherMemory {
        /// The memory of the operand.
        memory: Memory,
    },
    /// A line has an error, so its accesses are not known.
    Error {
        /// The line, counted from 0.
        line: usize,
        /// The error as a sentence.
        message: Message,
    },
    /// The T-register is part of an address.
    Indirect {
        /// The line, counted from 0.
        line: usize,
    },
    /// The DAR holds the address.
    ThroughDar {
        /// The line, counted from 0.
        line: usize,
    },
    /// A host statement accesses the region.
    Host {
        /// The line, counted from 0.
        line: usize,
    },
    /// Nothing in the program reads what a line writes, so it is there for the host.
    ForHost {
        /// The line, counted from 0.
        line: usize,
        /// The memory that it writes.
        memory: Memory,
    },
    /// A line of the testcase accesses the region.
    OfTestcase {
        /// The line, counted from 0.
        line: usize,
        /// Whether the line reads or sets it.
        direction: Direction,
    },
    /// A line of the testcase has an error.
    ErrorInTestcase {
        /// The line, counted from 0.
        line: usize,
        /// The error as a sentence.
        message: Message,
    },
    /// A line of the testcase needs the new place, or would be wrong.
    InUseByTestcase {
        /// The line, counted from 0.
        line: usize,
    },
    /// A `wait` for a tag that no MV instruction of the program carries.
    TagOfHost {
        /// The line of the `wait`, counted from 0.
        line: usize,
    },
    /// A `wait` would wait for another MV instruction than now.
    TagInUse {
        /// The line of a `wait` or an MV instruction with the new tag.
        line: usize,
    },
    /// A base address register is part of an address.
    BaseRegister {
        /// The line, counted from 0.
        line: usize,
    },
    /// Words are read that nothing in the program writes.
    FromOutside {
        /// The line that reads them.
        line: usize,
    },
    /// The region has too many accesses.
    TooLarge,
    /// The new name cannot be parsed.
    Name {
        /// Why the name cannot be parsed.
        message: Message,
    },
    /// The new name has another width or stride than the operand.
    OtherType {
        /// The operand as written.
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
    /// An access wraps around the end of the memory.
    Wraps {
        /// The line that accesses it.
        line: usize,
    },
    /// A part of the region would lie beyond the memory.
    Range {
        /// The line that accesses it.
        line: usize,
        /// The memory of the address.
        memory: Memory,
    },
    /// The `mask` statement in force treats the two memories differently.
    Mask {
        /// The line that writes the region.
        line: usize,
        /// The memory of the other side.
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
    /// The result of a line is still there at the end of the program, and would be overwritten.
    LeftThere {
        /// The line, counted from 0.
        line: usize,
    },
    /// An assertion would see what other lines wrote.
    Assertion {
        /// The line of the assertion, counted from 0.
        line: usize,
    },
    /// A line would be wrong.
    Finding {
        /// The line of the error.
        line: usize,
        /// The code of the diagnostic.
        id: &'static str,
        /// The message of the diagnostic.
        message: Message,
    },
}

impl Refusal {
    /// The refusal with lines counted from the first of a document; those around it are a testcase.
    pub(super) fn seen_from(mut self, own: &Range<usize>) -> Self {
        let here = |line: usize| line - own.start;
        // The solution stands between the lines of the testcase.
        let there = |line: usize| {
            if line < own.start {
                line
            } else {
                line - own.len()
            }
        };
        let in_use = |line: usize| Self::InUseByTestcase { line: there(line) };
        match &mut self {
            Self::Cancelled
            | Self::NoRegion
            | Self::OtherMemory { .. }
            | Self::TooLarge
            | Self::Name { .. }
            | Self::OtherType { .. }
            | Self::ErrorInTestcase { .. }
            | Self::InUseByTestcase { .. } => self,
            Self::Error { line, message } if !own.contains(line) => Self::ErrorInTestcase {
                line: there(*line),
                message: message.clone(),
            },
            Self::OfTestcase { line, .. } => {
                *line = there(*line);
                self
            }
            Self::WouldBeRead { write, read } | Self::WouldBeWritten { write, read } => {
                for line in [write, read] {
                    if !own.contains(line) {
                        return in_use(*line);
                    }
                    *line = here(*line);
                }
                self
            }
            Self::Error { line, .. }
            | Self::Indirect { line }
            | Self::ThroughDar { line }
            | Self::Host { line }
            | Self::ForHost { line, .. }
            | Self::TagOfHost { line }
            | Self::TagInUse { line }
            | Self::BaseRegister { line }
            | Self::FromOutside { line }
            | Self::Alignment { line, .. }
            | Self::Wraps { line }
            | Self::Range { line, .. }
            | Self::Mask { line, .. }
            | Self::LeftThere { line }
            | Self::Assertion { line }
            | Self::Finding { line, .. } => {
                if !own.contains(line) {
                    return in_use(*line);
                }
                *line = here(*line);
                self
            }
        }
    }

    /// The reason in a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        let number = |line: &usize| line + 1;
        match self {
            Self::Cancelled => message!("cancelled"),
            Self::NoRegion => message!("there is no operand with an address here"),
            Self::OtherMemory { memory } => message!(
                "regions of LM, GRF, L1BM, L2BM, PDM and DRAM, mask entries and tags can be renamed; this is in {memory}",
                memory = wording::memory(*memory)
            ),
            Self::Error { line, message } => message!(
                "the accesses of line {line} are not known: {message}",
                line = number(line),
                message = message.clone()
            ),
            Self::Indirect { line } => message!(
                "line {line} accesses the region through the T-register: only a run shows where",
                line = number(line)
            ),
            Self::ThroughDar { line } => message!(
                "line {line} accesses the region through the DAR: only a run shows where",
                line = number(line)
            ),
            Self::Host { line } => message!(
                "line {line} is a host statement that accesses the region; host statements are not changed",
                line = number(line)
            ),
            Self::ForHost { line, memory } => message!(
                "nothing in the program reads what line {line} writes to {memory}: the host may expect it there",
                line = number(line),
                memory = wording::memory(*memory)
            ),
            Self::OfTestcase {
                line,
                direction: Direction::Read,
            } => message!(
                "line {line} of the testcase reads the region: its place is part of the task",
                line = number(line)
            ),
            Self::OfTestcase {
                line,
                direction: Direction::Write,
            } => message!(
                "line {line} of the testcase sets the region: its place is part of the task",
                line = number(line)
            ),
            Self::ErrorInTestcase { line, message } => message!(
                "line {line} of the testcase has an error: {message}",
                line = number(line),
                message = message.clone()
            ),
            Self::InUseByTestcase { line } => message!(
                "the new place is in use: line {line} of the testcase needs it",
                line = number(line)
            ),
            Self::TagOfHost { line } => message!(
                "line {line} waits for a transfer of the host: no MV instruction before it carries the tag",
                line = number(line)
            ),
            Self::TagInUse { line } => message!(
                "the new tag is in use: line {line} would belong to other transfers than now",
                line = number(line)
            ),
            Self::BaseRegister { line } => message!(
                "line {line} accesses the region through a base address register",
                line = number(line)
            ),
            Self::FromOutside { line } => message!(
                "line {line} reads words that the program never writes: they come from outside and would stay where they are",
                line = number(line)
            ),
            Self::TooLarge => message!("the region has too many accesses"),
            Self::Name { message } => message.clone(),
            Self::OtherType { name } => message!(
                "widths and strides stay as they are: give the new place of `{name}` without them, such as `$n32`",
                name
            ),
            Self::Alignment {
                line,
                width,
                address_words,
            } => message!(
                "address {address} would not be aligned: line {line} accesses the region by {width} operands, which need a multiple of {words}",
                line = number(line),
                width = wording::width_adjective(*width),
                address = *address_words,
                words = width.single_words()
            ),
            Self::Wraps { line } => message!(
                "an access of line {line} wraps around the end of its memory",
                line = number(line)
            ),
            Self::Range { line, memory } => message!(
                "an access of line {line} would not be within {memory}",
                line = number(line),
                memory = wording::memory(*memory)
            ),
            Self::Mask { line, memory } => message!(
                "line {line} writes the region under a `mask` statement that treats {memory} differently",
                line = number(line),
                memory = wording::memory(*memory)
            ),
            Self::WouldBeRead { write, read } => message!(
                "the new place is in use: line {read} would read what line {write} writes",
                read = number(read),
                write = number(write)
            ),
            Self::WouldBeWritten { write, read } => message!(
                "the new place is in use: line {read} would read what line {write} writes there",
                write = number(write),
                read = number(read)
            ),
            Self::LeftThere { line } => message!(
                "the new place is in use: the value that line {line} writes there stays until the end of the program",
                line = number(line)
            ),
            Self::Assertion { line } => message!(
                "the assertion in line {line} would see other values than now",
                line = number(line)
            ),
            Self::Finding { line, id, message } => message!(
                "line {line} would be reported: {message} ({id})",
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
