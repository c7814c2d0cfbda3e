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
    /// A line of the testcase needs the region or the new place.
    ByTestcase {
        /// The line of the testcase, counted from 0.
        line: usize,
        /// What is about it.
        reason: TestcaseReason,
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
    /// A line accesses the region, or would be wrong.
    AtLine {
        /// The line, counted from 0.
        line: usize,
        /// What is about it.
        reason: Reason,
    },
}

/// Why a region, a mask entry or a tag keeps its name because of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The line has an error, so its accesses are not known.
    Error {
        /// The error as a sentence.
        message: Message,
    },
    /// The T-register is part of an address.
    Indirect,
    /// The DAR holds the address.
    ThroughDar,
    /// A host statement accesses the region.
    Host,
    /// Nothing in the program reads what the line writes, so it is there for the host.
    ForHost {
        /// The memory that it writes.
        memory: Memory,
    },
    /// A `wait` for a tag that no MV instruction of the program carries.
    TagOfHost,
    /// A `wait` or an MV instruction with the new tag: a `wait` would wait for another MV instruction than now.
    TagInUse,
    /// A base address register is part of an address.
    BaseRegister,
    /// The line reads words that nothing in the program writes.
    FromOutside,
    /// An address would not be aligned.
    Alignment {
        /// The line accesses the region by words of this width.
        width: Width,
        /// The address that it would get.
        address_words: u32,
    },
    /// An access wraps around the end of the memory.
    Wraps,
    /// A part of the region would lie beyond the memory.
    Range {
        /// The memory of the address.
        memory: Memory,
    },
    /// The `mask` statement in force treats the two memories differently.
    Mask {
        /// The memory of the other side.
        memory: Memory,
    },
    /// The result of the line is still there at the end of the program, and would be overwritten.
    LeftThere,
    /// An assertion would see what other lines wrote.
    Assertion,
    /// The line would be wrong.
    Finding {
        /// The code of the diagnostic.
        id: &'static str,
        /// The message of the diagnostic.
        message: Message,
    },
}

/// Why a region, a mask entry or a tag keeps its name because of a line of the testcase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestcaseReason {
    /// The line reads or sets the region.
    Accesses(Direction),
    /// The line has an error.
    Error {
        /// The error as a sentence.
        message: Message,
    },
    /// The line needs the new place, or would be wrong.
    InUse,
}

/// Lines as a sentence counts them.
fn number(line: usize) -> usize {
    line + 1
}

impl Refusal {
    /// The refusal with lines counted from the first of a document; those around it are a testcase.
    pub(super) fn seen_from(mut self, own: &Range<usize>) -> Self {
        // The line of the testcase, if it is one; the solution stands between its lines.
        let outside = |line: usize| match line {
            _ if own.contains(&line) => None,
            _ if line < own.start => Some(line),
            _ => Some(line - own.len()),
        };
        if let Self::AtLine { line, reason } = &self
            && let Reason::Error { message } = reason
            && let Some(line) = outside(*line)
        {
            let message = message.clone();
            return TestcaseReason::Error { message }.at(line);
        }
        let lines = match &mut self {
            Self::ByTestcase { line, .. } => {
                *line = outside(*line).unwrap_or(*line);
                return self;
            }
            Self::AtLine { line, .. } => vec![line],
            Self::WouldBeRead { write, read } | Self::WouldBeWritten { write, read } => {
                vec![write, read]
            }
            Self::Cancelled
            | Self::NoRegion
            | Self::OtherMemory { .. }
            | Self::TooLarge
            | Self::Name { .. }
            | Self::OtherType { .. } => Vec::new(),
        };
        for line in lines {
            if let Some(line) = outside(*line) {
                return TestcaseReason::InUse.at(line);
            }
            *line -= own.start;
        }
        self
    }

    /// The reason in a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Cancelled => message!("cancelled"),
            Self::NoRegion => message!("there is no operand with an address here"),
            Self::OtherMemory { memory } => message!(
                "regions of LM, GRF, L1BM, L2BM, PDM and DRAM, mask entries and tags can be renamed; this is in {memory}",
                memory = wording::memory(*memory)
            ),
            Self::TooLarge => message!("the region has too many accesses"),
            Self::Name { message } => message.clone(),
            Self::OtherType { name } => message!(
                "widths and strides stay as they are: give the new place of `{name}` without them, such as `$n32`",
                name
            ),
            Self::ByTestcase { line, reason } => reason.message(number(*line)),
            Self::WouldBeRead { write, read } => message!(
                "the new place is in use: line {read} would read what line {write} writes",
                read = number(*read),
                write = number(*write)
            ),
            Self::WouldBeWritten { write, read } => message!(
                "the new place is in use: line {read} would read what line {write} writes there",
                write = number(*write),
                read = number(*read)
            ),
            Self::AtLine { line, reason } => reason.message(number(*line)),
        }
    }
}

impl TestcaseReason {
    /// A refusal because of a line of the testcase, counted from 0.
    pub(super) fn at(self, line: usize) -> Refusal {
        Refusal::ByTestcase { line, reason: self }
    }

    /// The reason in a sentence that names a line of the testcase, counted from 1.
    fn message(&self, line: usize) -> Message {
        match self {
            Self::Accesses(Direction::Read) => message!(
                "line {line} of the testcase reads the region: its place is part of the task",
                line
            ),
            Self::Accesses(Direction::Write) => message!(
                "line {line} of the testcase sets the region: its place is part of the task",
                line
            ),
            Self::Error { message } => message!(
                "line {line} of the testcase has an error: {message}",
                line,
                message = message.clone()
            ),
            Self::InUse => message!(
                "the new place is in use: line {line} of the testcase needs it",
                line
            ),
        }
    }
}

impl Reason {
    /// A refusal because of a line, counted from 0.
    pub(super) fn at(self, line: usize) -> Refusal {
        Refusal::AtLine { line, reason: self }
    }

    /// The reason in a sentence that names a line, counted from 1.
    fn message(&self, line: usize) -> Message {
        match self {
            Self::Error { message } => message!(
                "the accesses of line {line} are not known: {message}",
                line,
                message = message.clone()
            ),
            Self::Indirect => message!(
                "line {line} accesses the region through the T-register: only a run shows where",
                line
            ),
            Self::ThroughDar => message!(
                "line {line} accesses the region through the DAR: only a run shows where",
                line
            ),
            Self::Host => message!(
                "line {line} is a host statement that accesses the region; host statements are not changed",
                line
            ),
            Self::ForHost { memory } => message!(
                "nothing in the program reads what line {line} writes to {memory}: the host may expect it there",
                line,
                memory = wording::memory(*memory)
            ),
            Self::TagOfHost => message!(
                "line {line} waits for a transfer of the host: no MV instruction before it carries the tag",
                line
            ),
            Self::TagInUse => message!(
                "the new tag is in use: line {line} would belong to other transfers than now",
                line
            ),
            Self::BaseRegister => message!(
                "line {line} accesses the region through a base address register",
                line
            ),
            Self::FromOutside => message!(
                "line {line} reads words that the program never writes: they come from outside and would stay where they are",
                line
            ),
            Self::Alignment {
                width,
                address_words,
            } => message!(
                "address {address} would not be aligned: line {line} accesses the region by {width} operands, which need a multiple of {words}",
                line,
                width = wording::width_adjective(*width),
                address = *address_words,
                words = width.single_words()
            ),
            Self::Wraps => message!(
                "an access of line {line} wraps around the end of its memory",
                line
            ),
            Self::Range { memory } => message!(
                "an access of line {line} would not be within {memory}",
                line,
                memory = wording::memory(*memory)
            ),
            Self::Mask { memory } => message!(
                "line {line} writes the region under a `mask` statement that treats {memory} differently",
                line,
                memory = wording::memory(*memory)
            ),
            Self::LeftThere => message!(
                "the new place is in use: the value that line {line} writes there stays until the end of the program",
                line
            ),
            Self::Assertion => message!(
                "the assertion in line {line} would see other values than now",
                line
            ),
            Self::Finding { id, message } => message!(
                "line {line} would be reported: {message} ({id})",
                line,
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
