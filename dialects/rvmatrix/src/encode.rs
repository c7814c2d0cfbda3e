//! Words of instructions and back: `encode` and `decode` are inverse for every word of a version of the extension.
//!
//! Reserved forms are still encoded; only [`crate::check`] reports them.

use std::fmt;
use std::sync::LazyLock;

use crate::register::{INTEGER_NAMES, SCALAR_FIRST};
use crate::table::{Field, MRELEASE, ROWS, Row, Slot};
use crate::version::Version;

/// An instruction with the values of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The row of its mnemonic.
    pub row: &'static Row,
    /// The bits of each field, in the order of [`Field::ALL`].
    fields: [u8; Field::ALL.len()],
}

impl Instruction {
    /// An instruction whose operands are all 0.
    #[must_use]
    pub const fn new(row: &'static Row) -> Self {
        Self {
            row,
            fields: [0; Field::ALL.len()],
        }
    }

    /// Sets an operand: the number of a register (`x8` to `x15` for a scalar) or of an immediate. `None` if the field
    /// cannot hold it, or if the row has no such field.
    #[must_use]
    pub fn with(mut self, field: Field, value: u32) -> Option<Self> {
        let value = match field {
            Field::Scalar => value.checked_sub(u32::from(SCALAR_FIRST))?,
            _ => value,
        };
        if value >> field.width() != 0 || !self.row.form.fields().contains(&field) {
            return None;
        }
        self.fields[field as usize] = value as u8;
        Some(self)
    }

    /// The value of an operand, as [`with`](Self::with) takes it; 0 if the row has no such field.
    #[must_use]
    pub fn get(&self, field: Field) -> u32 {
        if !self.row.form.fields().contains(&field) {
            return 0;
        }
        let value = u32::from(self.fields[field as usize]);
        match field {
            Field::Scalar => value + u32::from(SCALAR_FIRST),
            _ => value,
        }
    }

    /// The word of 32 bits in a version; `None` if the version has no such instruction.
    #[must_use]
    pub fn encode(&self, version: Version) -> Option<u32> {
        let form = self.row.form;
        let fields = form.fields().iter();
        let operands = fields
            .map(|&field| u32::from(self.fields[field as usize]) << form.low_bit(field, version));
        Some(operands.fold(self.row.word(version)?, |word, bits| word | bits))
    }

    /// The instruction of a word in a version; `None` if it is none of the extension.
    #[must_use]
    pub fn decode(word: u32, version: Version) -> Option<Self> {
        /// Rows by version, and by bits 31:25 of their words, which are func and uop.
        static ROWS_BY_HIGH_BITS: LazyLock<[Vec<Vec<&'static Row>>; Version::ALL.len()]> =
            LazyLock::new(|| Version::ALL.map(by_high_bits));
        if MRELEASE.word(version) == Some(word) {
            return Some(Self::new(&MRELEASE));
        }
        let candidates = &ROWS_BY_HIGH_BITS[version as usize][(word >> 25) as usize];
        let row = candidates
            .iter()
            .find(|row| row.word(version) == Some(word & !row.form.mask(version)))?;
        let mut decoded = Self::new(row);
        for &field in row.form.fields() {
            let bits = word >> row.form.low_bit(field, version) & ((1 << field.width()) - 1);
            decoded.fields[field as usize] = bits as u8;
        }
        Some(decoded)
    }
}

/// The rows of a version by bits 31:25 of their words.
fn by_high_bits(version: Version) -> Vec<Vec<&'static Row>> {
    let mut rows = vec![Vec::new(); 128];
    for row in ROWS {
        if let Some(word) = row.word(version) {
            rows[(word >> 25) as usize].push(row);
        }
    }
    rows
}

/// The text, as the assembler takes it.
impl fmt::Display for Instruction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.row.mnemonic)?;
        let integer = |field| INTEGER_NAMES[self.get(field) as usize % INTEGER_NAMES.len()];
        for (index, slot) in self.row.form.slots().iter().enumerate() {
            formatter.write_str(if index == 0 { " " } else { ", " })?;
            match *slot {
                Slot::Matrix(field) => write!(formatter, "m{}", self.get(field)),
                Slot::RowByRegister => write!(
                    formatter,
                    "m{}[{}]",
                    self.get(Field::Ms1),
                    integer(Field::Scalar)
                ),
                Slot::RowByImmediate => write!(
                    formatter,
                    "m{}[{}]",
                    self.get(Field::Ms1),
                    self.get(Field::Row)
                ),
                Slot::Scalar => formatter.write_str(integer(Field::Scalar)),
                Slot::Integer(field) => formatter.write_str(integer(field)),
                Slot::Address => write!(formatter, "({})", integer(Field::Rs1)),
                Slot::Immediate7 => write!(formatter, "{}", self.get(Field::Immediate7)),
            }?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_in(version: Version, word: u32, text: &str) {
        let decoded = Instruction::decode(word, version).map(|instruction| instruction.to_string());
        assert_eq!(decoded.as_deref(), Some(text), "{word:08x}");
    }

    fn check(word: u32, text: &str) {
        check_in(Version::V02, word, text);
    }

    /// Words of the tables of 0.3, put together by hand from their columns.
    #[test]
    #[expect(clippy::unusual_byte_groupings, reason = "the groups are the columns")]
    fn words_of_the_tables_of_0_3() {
        let check = |word, text| check_in(Version::V03, word, text);
        check(
            0b0000_000_0_000_001_010_000_00_001_0101011,
            "mmov.mm m2, m1",
        );
        check(
            0b0000_001_0_000_101_100_000_00_011_0101011,
            "mmov.mv.x m4, m5[a1]",
        );
        check(
            0b0001_000_0_010_100_001_000_01_000_0101011,
            "fmmacc.h m1, m2, m4",
        );
        check(
            0b0010_000_1_100_011_001_000_00_011_0101011,
            "pmmaqasu.b m1, m4, m3",
        );
        check(
            0b0111_010_0_000_010_110_000_11_100_0101011,
            "mn4clipu.d.mv.i m6, m0, m2[4]",
        );
        check(
            0b0000_100_10011_00101_000_00_011_0101011,
            "mldb m3, s3, (t0)",
        );
        check(0b1010_000_0_000_000_101_000_00_000_0101011, "mzero m5");
        check(0b0_111_111_00000_00000_000_00000_0101011, "mrelease");
        check(
            0b0000_110_1_011_1_00110_000_01010_0101011,
            "mmovd.x.m a0, m3, t1",
        );
        check(
            0b0001_110_00101_00000_000_10_100_0101011,
            "mdupw.m.x m4, t0",
        );
        check(
            0b0010_110_00101_11111_000_01_100_0101011,
            "mmovh.m.x m4, t0, t6",
        );
    }

    /// Words of the repaired tables of the specification, put together by hand from their columns.
    #[test]
    #[expect(clippy::unusual_byte_groupings, reason = "the groups are the columns")]
    fn words_of_the_repaired_tables() {
        check(
            0b0000_000_0_000_001_001_000_00_000_0101011,
            "mmov.mm m0, m1",
        );
        check(
            0b0000_001_0_000_101_000_000_00_100_0101011,
            "mmov.mv.x m4, m5[s0]",
        );
        check(
            0b0000_010_0_000_010_001_000_00_010_0101011,
            "mmov.mv.i m2, m2[1]",
        );
        check(
            0b0000_011_0_000_000_111_000_00_001_0101011,
            "mmov.mx m1, a5",
        );
        check(
            0b0001_000_0_010_100_000_000_01_001_0101011,
            "fmmacc.h m1, m2, m4",
        );
        check(
            0b0001_000_1_010_100_000_000_10_001_0101011,
            "fwmmacc.s m1, m2, m4",
        );
        check(
            0b0010_000_0_111_000_010_000_01_001_0101011,
            "mmaqaus.h m1, m7, m0",
        );
        check(
            0b0010_000_1_100_011_011_000_00_001_0101011,
            "pmmaqasu.b m1, m4, m3",
        );
        check(
            0b0011_011_0_011_000_010_000_10_100_0101011,
            "madd.s.mx m4, m3, a0",
        );
        check(
            0b1001_001_0_010_001_010_000_11_011_0101011,
            "mmulh.d.mv.x m3, m2, m1[a0]",
        );
        check(
            0b0111_010_0_000_010_100_000_11_110_0101011,
            "mn4clipu.d.mv.i m6, m0, m2[4]",
        );
        check(
            0b0000_100_10011_00101_000_00_000_0101011,
            "mldb m0, s3, (t0)",
        );
        check(
            0b0001_101_10011_00000_000_10_100_0101011,
            "msstw m4, s3, (zero)",
        );
        check(0b0010_101_00111_01101_000_11_000_0101011, "mst8md m0, (a3)");
        check(0b0_001_111_0001100_000_000_01010_0101011, "mcfgmi a0, 12");
        check(0b1_111_111_00000_00010_000_01010_0101011, "mcfg a0, sp");
        check(0x8021_5073, "mrelease");
    }

    #[test]
    fn words_that_are_none_have_no_text() {
        for word in [
            0,
            u32::MAX,
            0x13,
            // func3 is not 0.
            0x0004_902b,
            // A size that the family does not have.
            0x3000_042b,
            // Three registers together.
            0x2820_002b,
            // mmov.mv.x with bits in ms2.
            0x0234_022b,
        ] {
            for version in Version::ALL {
                assert_eq!(Instruction::decode(word, version), None, "{word:08x}");
            }
        }
        // `mmov.mx`, and `mrelease` of 0.2; then `mzero`.
        for word in [0x0600_00ab, 0x8021_5073] {
            assert_eq!(Instruction::decode(word, Version::V03), None, "{word:08x}");
        }
        assert_eq!(Instruction::decode(0xa001_002b, Version::V02), None);
    }

    /// Every word with major opcode custom-1 and func3 0, which are 4 million, in each version.
    #[test]
    fn decoding_and_encoding_are_inverse_for_all_words() {
        for version in Version::ALL {
            let mut known = 0_u32;
            for high in 0..1_u32 << 17 {
                for low in 0..1_u32 << 5 {
                    let word = high << 15 | low << 7 | 0x2b;
                    if let Some(instruction) = Instruction::decode(word, version) {
                        known += 1;
                        assert_eq!(instruction.encode(version), Some(word));
                    }
                }
            }
            let rows = ROWS.iter().filter(|row| row.word(version).is_some());
            let expected: u32 = rows
                .map(|row| 1 << row.form.mask(version).count_ones())
                .sum();
            assert_eq!(known, expected, "each word has one row at most");
        }
    }

    #[test]
    fn fields_refuse_what_they_cannot_hold() {
        let row = Row::find("mmov.mv.x", Version::V02).map(Instruction::new);
        assert_eq!(row.and_then(|row| row.with(Field::Scalar, 7)), None);
        assert_eq!(row.and_then(|row| row.with(Field::Scalar, 16)), None);
        assert_eq!(row.and_then(|row| row.with(Field::Md, 8)), None);
        assert_eq!(row.and_then(|row| row.with(Field::Rd, 1)), None);
        let set = row.and_then(|row| row.with(Field::Scalar, 15));
        assert_eq!(set.map(|set| set.get(Field::Scalar)), Some(15));
    }
}
