//! Which addresses each operand of a line accesses, cycle by cycle.
//!
//! The result is plain data that hover and the `expand` command show. It contains what the text determines: strides,
//! flat lists, wrap-around, `j`, masks, what an instruction reads from the upper memories in each cycle. Values that
//! are known only in a run (base address registers, the T-register, variable masks, the DAR) are described in words,
//! never guessed.

mod debug;
mod mv;
mod pe;
mod render;
mod upper;

use std::ops::Range;

use mnc2_isa::Memory;

use crate::message::Message;
use crate::program::{Line, LineRange, Statement, WriteMaskSetting};

pub use render::{markdown, markdown_table, text};

/// What the operands of one line access, in the order written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// One entry for each operand.
    pub operands: Vec<OperandExpansion>,
}

/// What one operand accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperandExpansion {
    /// The operand's place in the line.
    pub range: LineRange,
    /// Read or written.
    pub direction: Direction,
    /// The memory whose addresses follow; `None` if the operand is not a memory.
    pub memory: Option<Memory>,
    /// What it is, such as `LM0, long words`.
    pub title: Message,
    /// What an address counts, such as `single words`; empty without addresses.
    pub unit: &'static str,
    /// The addresses; one column if they are the same everywhere, no column if there are none to show.
    pub columns: Vec<Column>,
    /// What the addresses do not say.
    pub remarks: Vec<Message>,
}

/// Whether an operand is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Read.
    Read,
    /// Written.
    Write,
}

impl Direction {
    /// The word for it in output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }
}

/// Addresses in one part of the chip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Which elements, such as `every PE` or `L1B 0, 4`.
    pub place: Message,
    /// The accesses, in order of time.
    pub slots: Vec<Slot>,
}

/// One access of an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// When.
    pub when: When,
    /// Addresses in the operand's unit, in the order of the data; wrapped around the memory's size.
    pub ranges: Vec<Range<u32>>,
    /// Whether the T-register's value of the cycle is added to them (manual 3.6.1.6).
    pub plus_t: bool,
    /// What a write mask does to the access.
    pub mask: MaskEffect,
}

/// When an access happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In this cycle of the step.
    Cycle(u8),
    /// In this unit operation of an MV instruction (manual 3.5.3).
    UnitOperation(u32),
    /// Over the whole transfer or statement.
    Whole,
}

/// What a write mask does to an access (manual 3.6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskEffect {
    /// No effect: it is written.
    Written,
    /// The fixed mask prevents the write.
    Skipped,
    /// The flags of this variable entry decide in a run.
    Variable(u8),
}

impl MaskEffect {
    /// The effect of an entry in a cycle.
    fn of_entry(entry: u8, cycle: usize) -> Self {
        match entry {
            0 => Self::Written,
            1..=15 => Self::Variable(entry),
            _ if entry & (8 >> cycle) != 0 => Self::Written,
            _ => Self::Skipped,
        }
    }
}

/// What the operands of a line access. `setting` is the `mask` statement in force, see
/// [`Program::mask_setting_at`](crate::Program::mask_setting_at).
#[must_use]
pub fn expand(line: &Line, setting: WriteMaskSetting) -> Expansion {
    let operands = match &line.statement {
        Some(Statement::Step(step)) => pe::step(step, setting),
        Some(Statement::Mv(mv)) => mv::instruction(mv),
        Some(Statement::DebugGet(get)) => {
            vec![debug::access(&get.memory, get.count, Direction::Read)]
        }
        Some(Statement::DebugSet(set)) => {
            vec![debug::access(&set.memory, set.count, Direction::Write)]
        }
        Some(Statement::Quit(_) | Statement::Mask(_) | Statement::Host(_)) | None => Vec::new(),
    };
    Expansion { operands }
}

/// `count` addresses from `first` on, wrapped around `size`: one range or two.
fn wrapped(first: u32, count: u32, size: u32) -> Vec<Range<u32>> {
    let first = first % size;
    let end = u64::from(first) + u64::from(count);
    if end <= u64::from(size) {
        only(first..end as u32)
    } else if count >= size {
        only(0..size)
    } else {
        vec![first..size, 0..(end - u64::from(size)) as u32]
    }
}

/// A list of one range.
fn only(range: Range<u32>) -> Vec<Range<u32>> {
    std::iter::once(range).collect()
}

/// `L1B 0, 1, 4`
fn numbered(name: &str, numbers: impl IntoIterator<Item = u8>) -> Message {
    let list: Vec<String> = numbers
        .into_iter()
        .map(|number| number.to_string())
        .collect();
    Message::verbatim(format!("{name} {}", list.join(", ")))
}

#[cfg(test)]
mod tests;
