//! The instructions: families in the order of the specification, and a row for each encoding that a mnemonic has.
//!
//! One mnemonic has up to three rows, chosen by the classes of the operands. This module has no behaviour.

mod family;
mod form;
mod kind;

pub use family::{FAMILIES, Family};
pub use form::{Field, Form, Slot};
pub use kind::Kind;

use std::collections::HashMap;
use std::sync::LazyLock;

/// An encoding: a mnemonic with the classes of its operands.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// The mnemonic, in lower case.
    pub mnemonic: String,
    /// What the instruction computes, shared by the rows that differ in operands alone.
    pub family: &'static Family,
    /// The operands, with their fields of the word.
    pub form: Form,
    /// Whether it is spelled with `.m`: lanes whose bit of `rm` is 0 keep their value.
    pub is_masked: bool,
    /// Whether it uses the scratchpad and not main memory.
    pub is_scratchpad: bool,
    /// The bits of the word that no operand has.
    pub word: u32,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Computes an integer from two.
    Integer(Integer),
    /// Computes a float from two.
    Float(Float),
    /// Computes a value from one.
    Unary(Unary),
    /// Compares two integers, signed or unsigned.
    Compare(Comparison),
    /// Compares two floating-point numbers of 32 bits.
    CompareFloat(Relation),
    /// Takes the lanes of a vector in another order.
    Shuffle,
    /// Takes one lane of a vector.
    GetLane,
    /// Cross product, which the hardware's source does not have.
    CrossProduct,
    /// Copies a scalar or a vector register.
    Move,
    /// Collects bit 0 of each lane.
    CreateMask,
    /// Reads the mask register `rm`.
    ReadMask,
    /// Writes the mask register `rm`.
    WriteMask,
    /// Sets a part of a register to a constant.
    Constant(Half),
    /// Waits until a number of threads has reached the barrier.
    Barrier,
    /// The barrier for threads of one core.
    BarrierThread,
    /// Writes a line of the cache to memory.
    Flush,
    /// Drops a line of the cache.
    Invalidate,
    /// Reads a control register.
    ReadControl,
    /// Writes a control register.
    WriteControl,
    /// Jumps to an address.
    Jump,
    /// Jumps to an address, and sets `ra` to the address after the instruction.
    Call,
    /// Jumps to the return address.
    Return,
    /// Jumps to a label if a register is 0, or if it is not.
    Branch {
        /// Whether it is taken at 0.
        at_zero: bool,
    },
    /// Loads an element from an address.
    Load(Element),
    /// Stores an element to an address.
    Store(Element),
    /// Loads each lane from an address of its own.
    Gather,
    /// Stores each lane to an address of its own.
    Scatter,
    /// Both halves of an address.
    Address,
    /// Changes no register and no memory.
    Nothing,
}

/// What is computed from two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of the operations")]
pub enum Integer {
    Or,
    And,
    /// Bits of one alone.
    Xor,
    Add,
    Subtract,
    /// Low half of the product.
    Multiply,
    /// High half of the signed product.
    MultiplyHigh,
    /// High half of the unsigned product.
    MultiplyHighUnsigned,
    /// Shift right with the sign.
    ShiftRightSigned,
    /// Shift right with zeros.
    ShiftRight,
    /// Shift left with zeros.
    ShiftLeft,
}

/// What is computed from two floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of the operations")]
pub enum Float {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// What is computed from one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// Zeros before the highest bit.
    LeadingZeros,
    /// Zeros after the lowest bit.
    TrailingZeros,
    /// The low 8 bits with their sign.
    Extend8,
    /// The low 16 bits with their sign.
    Extend16,
    /// An integer as a float.
    ToFloat,
    /// A float as an integer.
    ToInteger,
}

/// A relation of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of the relations")]
pub enum Relation {
    Equal,
    Unequal,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

/// A relation of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// The operands are signed, in two's complement.
    Signed(Relation),
    /// The operands are unsigned.
    Unsigned(Relation),
}

/// The part of a register that a constant sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// The low half; the high one stays.
    Low,
    /// The high half; the low one stays.
    High,
    /// Both halves, with zeros in the high half.
    Zero,
}

/// The memory of one access; a vector has 16 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Element {
    /// Its bytes: 1, 2 or 4.
    pub bytes: u8,
    /// Whether a load extends its sign.
    pub is_signed: bool,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let mut rows = Vec::new();
    for family in FAMILIES {
        for is_scratchpad in [false, true] {
            let is_there = match family.operation {
                Operation::Load(_) | Operation::Store(_) => true,
                // Gather and scatter are in the scratchpad alone.
                Operation::Gather | Operation::Scatter => is_scratchpad,
                _ => !is_scratchpad,
            };
            for form in family.forms.iter().filter(|_| is_there) {
                for is_masked in [false, true] {
                    if is_masked && !(family.has_mask && form.is_maskable()) {
                        continue;
                    }
                    rows.push(Row {
                        mnemonic: [
                            family.name,
                            if is_scratchpad { "_scratchpad" } else { "" },
                            if is_masked { ".m" } else { "" },
                        ]
                        .concat(),
                        family,
                        form: *form,
                        is_masked,
                        is_scratchpad,
                        word: form.word(family.opcode)
                            | u32::from(is_masked)
                            | u32::from(is_scratchpad) << 1,
                    });
                }
            }
        }
    }
    rows
});

impl Row {
    /// Every row, in the order of families.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &ROWS
    }

    /// The rows with this mnemonic, in any case; none if there is no such mnemonic.
    #[must_use]
    pub fn find(mnemonic: &str) -> &'static [&'static Self] {
        static BY_MNEMONIC: LazyLock<HashMap<&'static str, Vec<&'static Row>>> =
            LazyLock::new(|| {
                let mut rows: HashMap<&'static str, Vec<&'static Row>> = HashMap::new();
                for row in ROWS.iter() {
                    rows.entry(row.mnemonic.as_str()).or_default().push(row);
                }
                rows
            });
        let found = match mnemonic.bytes().any(|byte| byte.is_ascii_uppercase()) {
            true => BY_MNEMONIC.get(mnemonic.to_ascii_lowercase().as_str()),
            false => BY_MNEMONIC.get(mnemonic),
        };
        found.map_or(&[], Vec::as_slice)
    }

    /// Whether one of its operands is a vector register.
    #[must_use]
    pub fn is_vector(&self) -> bool {
        let slots = self.form.slots();
        slots
            .iter()
            .any(|slot| matches!(slot, Slot::Vector(_) | Slot::VectorAddress))
    }

    /// Whether the register in the field `d` is written.
    #[must_use]
    pub fn writes(&self) -> bool {
        let has_destination =
            self.form.slots().first().is_some_and(|slot| {
                matches!(slot, Slot::Scalar(Field::D) | Slot::Vector(Field::D))
            });
        has_destination
            && !matches!(
                self.family.operation,
                Operation::Barrier
                    | Operation::BarrierThread
                    | Operation::Flush
                    | Operation::Invalidate
                    | Operation::WriteControl
                    | Operation::WriteMask
                    | Operation::Jump
                    | Operation::Call
                    | Operation::Branch { .. }
                    | Operation::Store(_)
                    | Operation::Scatter
            )
    }

    /// How many bytes its words have.
    #[must_use]
    pub const fn bytes(&self) -> u32 {
        match self.family.operation {
            Operation::Address => 8,
            _ => 4,
        }
    }

    /// The multiple that an address in memory has to be, in bytes: of all lanes together in main memory, of each in the
    /// scratchpad. 1 if it does not access memory.
    #[must_use]
    pub fn alignment(&self) -> u32 {
        let bytes = match self.family.operation {
            Operation::Load(element) | Operation::Store(element) => element.bytes,
            Operation::Gather | Operation::Scatter => 4,
            _ => 1,
        };
        match self.form {
            Form::VectorMemory if !self.is_scratchpad => 16 * u32::from(bytes),
            _ => u32::from(bytes),
        }
    }

    /// The mnemonic with its operands.
    #[must_use]
    pub fn text(&self) -> String {
        let slots: Vec<&str> = self.form.slots().iter().map(|slot| slot.text()).collect();
        match slots.is_empty() {
            true => self.mnemonic.clone(),
            false => format!("{} {}", self.mnemonic, slots.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_its_spelling() {
        for row in Row::all() {
            assert!(Row::find(&row.mnemonic).contains(&row));
            assert!(Row::find(&row.mnemonic.to_uppercase()).contains(&row));
        }
        assert!(Row::find("mullo_i32").is_empty());
        assert!(Row::find("loadg32").is_empty());
    }

    #[test]
    fn no_constant_bit_is_an_operand() {
        for row in Row::all() {
            if row.family.operation != Operation::Nothing {
                let fields = row.form.fields().iter();
                let mask = fields.fold(0, |bits, field| bits | field.mask());
                assert_eq!(row.word & mask, 0, "{}", row.mnemonic);
            }
        }
    }

    #[test]
    fn there_are_as_many_rows_as_the_reference_has_and_those_without_a_mnemonic_there() {
        let is_ours = |row: &&Row| {
            matches!(
                row.family.operation,
                Operation::BarrierThread | Operation::Invalidate
            )
        };
        let rows = || Row::all().iter().filter(|row| !is_ours(row));
        let mnemonics: std::collections::BTreeSet<&str> =
            rows().map(|row| row.mnemonic.as_str()).collect();
        // The reference has two forms of `move_i32` twice, and no encoding of `lea`, which is a macro there.
        const OF_REFERENCE: usize = 282 - 2;
        let encoded = rows().filter(|row| row.form != Form::SAddress).count();
        assert_eq!((encoded, mnemonics.len()), (OF_REFERENCE, 170));
    }
}
