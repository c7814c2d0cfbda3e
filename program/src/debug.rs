//! Typed debug statements and host statements (manual 3.4.3, 3.4.4).

use std::sync::Arc;

use mnc2_isa::{Memory, Precision, Width};
use mnc2_text::LineRange;

use super::Scope;

/// The memory part of a debug statement: `$lm0n0c0b0m0p0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugMemory {
    /// From `$` to the end of the scope.
    pub range: LineRange,
    /// The memory or register.
    pub memory: Memory,
    /// Access word length; `$t` counts as long (manual table 3.2).
    pub width: Width,
    /// First address in the memory's unit; 0 for the T-register.
    pub address: u32,
    /// The elements it is limited to.
    pub scope: Scope,
}

impl DebugMemory {
    /// A statement as written, which starts at this byte of its line, with `$t` in its canonical form `$lt`: as dumps
    /// repeat it and as the assembler prints it.
    #[must_use]
    pub fn canonical_in(&self, statement: &str, start: u32) -> String {
        let at = (self.range.start - start) as usize;
        match (self.memory, statement.get(at..)) {
            (Memory::T, Some(rest)) if rest.starts_with("$t") => {
                format!("{}$lt{}", &statement[..at], &rest[2..])
            }
            _ => statement.to_owned(),
        }
    }
}

/// How `d get` interprets the data (manual table 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataType {
    /// No letters: double precision, half words and the long word.
    Plain,
    /// `d`: double precision.
    Double,
    /// `bd`: double precision in block floating point.
    BlockDouble,
    /// `f`: single precision.
    Single,
    /// `bf`: single precision in block floating point.
    BlockSingle,
    /// `bg`: pseudo single precision in block floating point.
    BlockPseudoSingle,
    /// `h`: half precision.
    Half,
    /// `bh`: half precision in block floating point.
    BlockHalf,
}

impl DataType {
    /// The precision whose matrix rows it shows (manual 3.4.3).
    #[must_use]
    pub const fn matrix_precision(self) -> Precision {
        match self {
            Self::Plain | Self::Double | Self::BlockDouble => Precision::Double,
            Self::Single | Self::BlockSingle => Precision::Single,
            Self::BlockPseudoSingle => Precision::PseudoSingle,
            Self::Half | Self::BlockHalf => Precision::Half,
        }
    }
}

/// `d get` (manual 3.4.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugGet {
    /// Its bytes in the line.
    pub range: LineRange,
    /// How the data is interpreted.
    pub data_type: DataType,
    /// The memory that it reads.
    pub memory: DebugMemory,
    /// Words of the access word length.
    pub count: u32,
    /// The statement as the dump repeats it after `#`: canonical form, without its comment.
    pub echo: Arc<str>,
}

/// `d set` (manual 3.4.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugSet {
    /// Its bytes in the line.
    pub range: LineRange,
    /// The memory that it writes.
    pub memory: DebugMemory,
    /// Words of the access word length.
    pub count: u32,
    /// The payload in the statement.
    pub payload_range: LineRange,
    /// Its long words; `count` times the payload length of manual table 3.3.
    pub payload: Arc<[u64]>,
}

/// A statement for the host or the emulator: `c`, `e`, `f` or `r`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostStatement {
    /// Its bytes in the line.
    pub range: LineRange,
    /// The action with its payload.
    pub action: HostAction,
}

/// The action of a host statement. Addresses and lengths are long words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostAction {
    /// `c`: write PDM of group 0.
    WritePdm {
        /// First address in long words.
        address: u32,
        /// The long words to write.
        payload: Arc<[u64]>,
    },
    /// `e`: read PDM of group 0 back.
    ReadPdm {
        /// First address in long words.
        address: u32,
        /// Long words to read.
        length: u32,
    },
    /// `f`: flush; it writes no memory.
    Flush,
    /// `r`: write DRAM.
    WriteDram {
        /// The group of the DRAM.
        group: u8,
        /// First address in long words.
        address: u32,
        /// The long words to write.
        payload: Arc<[u64]>,
    },
}
