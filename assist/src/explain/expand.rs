//! Which addresses each operand of a line accesses, cycle by cycle.
//!
//! The result is plain data that hover and the `expand` command show: the ranges of [`mnc2_program::access`] as tables, in
//! the units that programs use. Values that are known only in a run (base address registers, the T-register, variable
//! masks, the DAR) are described in words, never guessed.

mod elements;
mod mv;
mod operand;
mod render;

use std::ops::Range;

use mnc2_isa::{ChipLevel, Memory, geometry};

use mnc2_program::access::{Accesses, Elements, Piece, State};
use mnc2_program::{Line, Statement, WriteMaskSetting};
use mnc2_text::{LineRange, Message};

pub use mnc2_program::access::Direction;
pub use render::{markdown, markdown_table, text};

/// The accesses of the operands of one line, in the order written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// One entry for each operand.
    pub operands: Vec<OperandExpansion>,
}

/// The accesses of one operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperandExpansion {
    /// The operand's place in the line.
    pub range: LineRange,
    /// Whether the statement reads or writes the operand.
    pub direction: Direction,
    /// The memory whose addresses follow; `None` if the operand is not a memory.
    pub memory: Option<Memory>,
    /// The name of the memory or register, such as `LM0, long words`.
    pub title: Message,
    /// The unit of an address, such as `single words`; empty without addresses.
    pub unit: &'static str,
    /// The addresses; one column if they are the same everywhere, no column if there are none to show.
    pub columns: Vec<Column>,
    /// Facts that the addresses do not show.
    pub remarks: Vec<Message>,
}

/// Addresses in one part of the chip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The elements that access these addresses.
    pub elements: Elements,
    /// The elements in words, such as `every PE` or `L1B 0, 4`.
    pub place: Message,
    /// The accesses, in order of time.
    pub slots: Vec<Slot>,
}

/// One access of an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The cycle or unit operation.
    pub when: When,
    /// Addresses in the operand's unit, in the order of the data; wrapped around the memory's size.
    pub ranges: Vec<Range<u32>>,
    /// Whether the T-register's value of the cycle is added to them (manual 3.6.1.6).
    pub plus_t: bool,
    /// The effect of a write mask on the access.
    pub mask: MaskEffect,
}

impl Slot {
    /// An access without addresses and masks.
    const fn empty(when: When) -> Self {
        Self {
            when,
            ranges: Vec::new(),
            plus_t: false,
            mask: MaskEffect::Written,
        }
    }
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

/// The effect of a write mask on an access (manual 3.6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskEffect {
    /// No effect: it is written.
    Written,
    /// The fixed mask prevents the write.
    Skipped,
    /// The fixed mask prevents the write of the first long word; the second is written.
    SecondLongWord,
    /// The fixed mask clears what is written, which is an entry of the mask register.
    Cleared,
    /// The flags of this variable entry decide in a run.
    Variable(u8),
    /// The flags of this variable entry decide in a run about the first long word; the second is written.
    VariableFirst(u8),
}

/// The accesses of a line's operands. `setting` is the `mask` statement in force, see
/// [`Program::mask_setting_at`](mnc2_program::Program::mask_setting_at).
#[must_use]
pub fn expand(line: &Line, setting: WriteMaskSetting) -> Expansion {
    let Some(statement) = &line.statement else {
        return Expansion::default();
    };
    let accesses = Accesses::from_statement(statement, &State::text_only());
    let operands = match statement {
        Statement::Step(step) => operand::step(step, setting, &accesses),
        Statement::Mv(mv) => mv::instruction(mv, &accesses),
        Statement::DebugGet(get) => {
            let rows = get.data_type.matrix_precision().matrix_rows();
            vec![operand::debug(&get.memory, rows, &accesses)]
        }
        Statement::DebugSet(set) => {
            // No debug statement writes a matrix register.
            vec![operand::debug(
                &set.memory,
                geometry::MATRIX_PHYSICAL_ROWS,
                &accesses,
            )]
        }
        Statement::Quit(_) | Statement::Mask(_) | Statement::Host(_) | Statement::Directive(_) => {
            Vec::new()
        }
    };
    Expansion { operands }
}

/// The ranges of an access as columns, one for each set of elements. `words` is how many words of the ranges an address
/// counts, `slot` a slot without addresses.
fn columns(
    pieces: &[Piece],
    level: ChipLevel,
    words: u32,
    slot: impl Fn(u8) -> Slot,
) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for piece in pieces {
        let elements = piece.elements;
        let index = columns
            .iter()
            .position(|column| column.elements == elements);
        let index = index.unwrap_or_else(|| {
            let place = elements::describe_elements(elements, level);
            let slots = Vec::new();
            columns.push(Column {
                elements,
                place,
                slots,
            });
            columns.len() - 1
        });
        let slots = &mut columns[index].slots;
        let mut own = slot(piece.cycle);
        if let Some(last) = slots.pop_if(|last| last.when == own.when) {
            own = last;
        }
        let addresses = piece.first / words..(piece.first + piece.count).div_ceil(words);
        match own.ranges.last_mut() {
            Some(last) if last.end == addresses.start => last.end = addresses.end,
            _ => own.ranges.push(addresses),
        }
        slots.push(own);
    }
    columns.sort_by_key(|column| column.elements.numbers(ChipLevel::Pe).trailing_zeros());
    columns
}

#[cfg(test)]
mod tests;
