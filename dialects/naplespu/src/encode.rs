//! Words of instructions and back.
//!
//! Every word that decodes encodes to itself. `read_mr`, `write_mr`, `leah`, `leal` and `_lea` are other names of words that decode as
//! `move_i32`, `moveih`, `moveil` and `addi`; `lea` is two words.

use std::fmt;
use std::sync::LazyLock;

use crate::register::{COUNTER, REGISTER_COUNT, Register};
use crate::table::{Field, Form, Half, Operation, Row, Slot};

/// An instruction with the values of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The row of its mnemonic and its operands.
    pub row: &'static Row,
    /// The bits of its operands, in the places of the word.
    operands: u32,
}

/// The text, as the assembler takes it.
impl fmt::Display for Instruction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match (self.row.form, self.row.family.operation) {
            // Without a label there are only these.
            (Form::SSymbol, Operation::Constant(Half::High)) => "moveih",
            (Form::SSymbol, _) => "moveil",
            _ => &self.row.mnemonic,
        })?;
        for (index, slot) in self.row.form.slots().iter().enumerate() {
            formatter.write_str(if index == 0 { " " } else { ", " })?;
            let scalar = |field| Register::Scalar(self.register(field)).name();
            let offset = || match self.signed(Field::Immediate9) {
                0 => String::new(),
                offset => offset.to_string(),
            };
            match *slot {
                Slot::Scalar(field) => formatter.write_str(&scalar(field)),
                Slot::Vector(field) => {
                    formatter.write_str(&Register::Vector(self.register(field)).name())
                }
                Slot::Immediate9 => write!(formatter, "{}", self.signed(Field::Immediate9)),
                Slot::Immediate16 | Slot::Symbol => {
                    write!(formatter, "{}", self.get(Field::Immediate16))
                }
                Slot::Address => write!(formatter, "{}({})", offset(), scalar(Field::A)),
                Slot::VectorAddress => {
                    let base = Register::Vector(self.register(Field::A)).name();
                    write!(formatter, "{}({base})", offset())
                }
                Slot::Target(_) => write!(formatter, "{}", self.distance().unwrap_or(0)),
            }?;
        }
        Ok(())
    }
}

impl Instruction {
    /// An instruction whose operands are all 0.
    #[must_use]
    pub const fn new(row: &'static Row) -> Self {
        Self { row, operands: 0 }
    }

    /// Sets an operand to the low bits of a number, as many as the field has; nothing if the row has no such field.
    #[must_use]
    pub fn with(mut self, field: Field, value: i64) -> Self {
        if self.row.form.fields().contains(&field) {
            let (low, _) = field.bits();
            self.operands = self.operands & !field.mask() | (value << low) as u32 & field.mask();
        }
        self
    }

    /// The bits of an operand; 0 if the row has no such field.
    #[must_use]
    pub fn get(&self, field: Field) -> u32 {
        if !self.row.form.fields().contains(&field) {
            return 0;
        }
        (self.operands & field.mask()) >> field.bits().0
    }

    /// The bits of an operand as a signed number.
    #[must_use]
    pub fn signed(&self, field: Field) -> i32 {
        let unused = 32 - field.bits().1;
        (self.get(field) << unused) as i32 >> unused
    }

    /// The number of a register.
    #[must_use]
    pub fn register(&self, field: Field) -> u8 {
        (self.get(field) % u32::from(REGISTER_COUNT)) as u8
    }

    /// The distance of a branch to a label, in bytes: 18 bits with a sign, also where the field has 24.
    #[must_use]
    pub fn distance(&self) -> Option<i32> {
        let field = match self.row.form {
            Form::Offset => Field::Offset24,
            Form::Conditional => Field::Offset18,
            _ => return None,
        };
        Some((self.get(field) << 14) as i32 >> 14)
    }

    /// The instruction of a word; `None` if it is none.
    #[must_use]
    pub fn decode(word: u32) -> Option<Self> {
        /// Rows by bits 31:24 of their words, which hold the format and the opcode.
        static ROWS_BY_HIGH_BITS: LazyLock<Vec<Vec<&'static Row>>> = LazyLock::new(|| {
            let mut rows = vec![Vec::new(); 256];
            for row in Row::all().iter().filter(|row| !row.form.is_another_name()) {
                rows[(row.word >> 24) as usize].push(row);
            }
            rows
        });
        let row = ROWS_BY_HIGH_BITS[(word >> 24) as usize]
            .iter()
            .find(|row| word & !mask_of(row) == row.word)?;
        let operands = row.form.fields().iter();
        let mask = operands.fold(0, |bits, field| bits | field.mask());
        Some(Self {
            row,
            operands: word & mask,
        })
    }

    /// The word; of `lea` the second one, which sets the low half.
    #[must_use]
    pub const fn encode(&self) -> u32 {
        self.row.word | self.operands
    }
}

/// The bits of a word that operands have, or that are unused: the assembler leaves the number of the register in the
/// low bits of `jmp` and `jmpsr` with a register.
fn mask_of(row: &Row) -> u32 {
    let fields = row.form.fields().iter();
    let mask = fields.fold(0, |bits, field| bits | field.mask());
    match row.form {
        Form::Register => mask | Field::Offset18.mask(),
        _ => mask,
    }
}

impl Instruction {
    /// Whether it is a memory access relative to its own address.
    #[must_use]
    pub fn is_relative(&self) -> bool {
        self.row.form.slots().contains(&Slot::Address) && self.register(Field::A) == COUNTER
    }

    /// Whether the next instruction never runs after it.
    #[must_use]
    pub fn is_end(&self) -> bool {
        matches!(
            self.row.family.operation,
            Operation::Jump | Operation::Return
        )
    }
}

#[cfg(test)]
mod tests {
    use mnc2_text::random::Random;

    use super::*;

    /// Words put together by hand from the layouts of the facts, and those that the assembler was seen to print.
    #[test]
    #[expect(clippy::unusual_byte_groupings, reason = "the groups are the fields")]
    fn words_by_hand() {
        check(
            0b00_000100_000001_000010_000011_0_0_000_0,
            "add_i32 s1, s2, s3",
        );
        check(
            0b00_000100_000001_000010_000011_0_0_110_0,
            "add_i32 v1, v2, s3",
        );
        check(
            0b00_000100_000001_000010_000011_0_0_111_1,
            "add_i32.m v1, v2, v3",
        );
        check(0b00_001100_000001_000010_000000_0_0_110_0, "clz_i32 v1, v2");
        check(
            0b00_001110_000001_000010_000011_0_0_011_0,
            "cmpeq_i32 s1, v2, v3",
        );
        check(
            0b00_110010_000001_000010_000000_0_0_010_0,
            "crt_mask_i32 s1, v2",
        );
        check(0b010_00100_111101_111101_111111000_00_0, "addi sp, sp, -8");
        check(
            0b010_11001_000000_000001_000001111_01_0,
            "getlanei s0, v1, 15",
        );
        check(0b01100_001_111011_1111111111111111_0_0, "moveih rm, 65535");
        check(0b01101_100_000001_000010_000000000000, "write_cr s1, s2");
        check(0x7300_0000, "jret");
        check(0x7803_ffe8, "jmp -24");
        check(0x78ff_fff0, "jmp -16");
        check(0x70ec_003b, "jmp rm");
        check(0b0111_0_101_000011_000000000000001000, "beqz s3, 8");
        check(
            0b10_000010_000001_111101_000000100_0_0_0,
            "load32 s1, 4(sp)",
        );
        check(
            0b10_100110_000001_000010_000000000_0_1_1,
            "store_v16i32_scratchpad.m v1, (s2)",
        );
        check(
            0b10_010000_000001_000010_000000000_0_1_0,
            "loadg32_scratchpad v1, (v2)",
        );
        check(u32::MAX, "nop");
    }

    #[test]
    fn words_that_are_none_have_no_text() {
        for word in [
            0x0000_0000,
            // A long operation.
            0x0404_2010,
            // A masked scalar.
            0x0404_2001,
            // Gather in main memory.
            0x9004_2000,
            // The fourth operation of MOVEI.
            0x6300_0000,
            // An exception return.
            0x7400_0000,
        ] {
            assert_eq!(Instruction::decode(word), None, "{word:08x}");
        }
    }

    fn check(word: u32, text: &str) {
        let decoded = Instruction::decode(word).map(|instruction| instruction.to_string());
        assert_eq!(decoded.as_deref(), Some(text), "{word:08x}");
    }

    /// Every row with many values of its operands, both ways.
    #[test]
    fn decoding_and_encoding_are_inverse() {
        let mut random = Random::new(7);
        let mut count = 0;
        for row in Row::all() {
            for _ in 0..64 {
                let mut instruction = Instruction::new(row);
                for field in row.form.fields() {
                    let number = random.bits() as i32;
                    instruction = instruction.with(*field, i64::from(number));
                }
                let word = instruction.encode();
                let decoded = Instruction::decode(word);
                let decoded = decoded.unwrap_or_else(|| panic!("{word:08x} {instruction}"));
                assert_eq!(decoded.encode(), word, "{instruction}");
                assert!(
                    row.form.is_another_name() || decoded == instruction,
                    "{instruction}"
                );
                count += 1;
            }
        }
        assert_eq!(count, 64 * Row::all().len());
    }

    #[test]
    fn no_two_rows_share_a_word_unless_one_is_another_name() {
        let rows: Vec<&Row> = Row::all()
            .iter()
            .filter(|row| !row.form.is_another_name())
            .collect();
        for (index, row) in rows.iter().enumerate() {
            for other in &rows[index + 1..] {
                let shared = !mask_of(row) & !mask_of(other);
                assert_ne!(
                    row.word & shared,
                    other.word & shared,
                    "{} {}",
                    row.mnemonic,
                    other.mnemonic
                );
            }
        }
    }
}
