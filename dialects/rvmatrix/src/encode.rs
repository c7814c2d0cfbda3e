//! Words of instructions and back: `encode` and `decode` are inverse for every word of a version of the extension.
//!
//! Reserved forms are still encoded; only [`crate::check`] reports them.

use std::sync::LazyLock;

use crate::register::{self, Bank, INTEGER_NAMES, SCALAR_FIRST};
use crate::table::{Field, Row, Slot};
use crate::version::Version;

/// An instruction with the values of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The row of its mnemonic.
    pub row: &'static Row,
    /// The bits of each field, in the order of [`Field::ALL`].
    fields: [u16; Field::ALL.len()],
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
        self.fields[field as usize] = value as u16;
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

    /// The registers that a field takes in a version with tiles: those that its row has, or the kind of the destination.
    #[must_use]
    pub fn bank(&self, field: Field) -> Option<Bank> {
        let is_destination = || Bank::from_number(self.get(Field::Md) as u8);
        let like_destination = || self.row.has_one_bank().then(is_destination);
        self.row.bank(field).or_else(like_destination)
    }

    /// Whether a version has the instruction with these operands.
    fn is_in(&self, version: Version) -> bool {
        let is_taken = |&field: &Field| {
            let number = self.get(field) as u8;
            let is_matrix = matches!(field, Field::Md | Field::Ms1 | Field::Ms2);
            let bank = self.bank(field).filter(|_| is_matrix);
            bank.is_none_or(|bank| bank == Bank::from_number(number))
        };
        let fields = self.row.form.fields();
        !version.has_tiles()
            || self.get(Field::Row) <= self.row.row_last(version) && fields.iter().all(is_taken)
    }

    /// The word of 32 bits in a version; `None` if the version has no such instruction.
    #[must_use]
    pub fn encode(&self, version: Version) -> Option<u32> {
        let form = self.row.form;
        if !self.is_in(version) {
            return None;
        }
        let fields = form.fields().iter();
        let operands = fields
            .map(|&field| u32::from(self.fields[field as usize]) << form.low_bit(field, version));
        Some(operands.fold(self.row.word(version)?, |word, bits| word | bits))
    }

    /// The instruction of a word in a version; `None` if it is none of the extension.
    #[must_use]
    pub fn decode(word: u32, version: Version) -> Option<Self> {
        /// Rows by version, and by bits 31:26 of their words, which are func and uop.
        static ROWS_BY_HIGH_BITS: LazyLock<[Vec<Vec<&'static Row>>; Version::ALL.len()]> =
            LazyLock::new(|| Version::ALL.map(by_high_bits));
        let candidates = &ROWS_BY_HIGH_BITS[version as usize][(word >> 26) as usize];
        let mut rows = candidates.iter();
        rows.find_map(|row| Self::new(row).with_word(word, version))
    }

    /// The instruction of its row with the operands of a word; `None` if the word is of another row.
    fn with_word(mut self, word: u32, version: Version) -> Option<Self> {
        let row = self.row;
        if row.word(version) != Some(word & !row.form.mask(version)) {
            return None;
        }
        for &field in row.form.fields() {
            let bits = word >> row.form.low_bit(field, version) & ((1 << field.width()) - 1);
            self.fields[field as usize] = bits as u16;
        }
        self.is_in(version).then_some(self)
    }
}

/// The rows of a version by bits 31:26 of their words.
fn by_high_bits(version: Version) -> Vec<Vec<&'static Row>> {
    let mut rows = vec![Vec::new(); 64];
    for row in Row::all(version) {
        if let Some(word) = row.word(version) {
            rows[(word >> 26) as usize].push(row);
        }
    }
    rows
}

impl Instruction {
    /// The text in a version, as the assembler takes it.
    #[must_use]
    pub fn text(&self, version: Version) -> String {
        let slots = self.row.form.slots().iter();
        let operands: Vec<String> = slots.map(|slot| self.operand(*slot, version)).collect();
        let text = format!("{} {}", self.row.mnemonic, operands.join(", "));
        text.trim_end().to_owned()
    }

    fn operand(&self, slot: Slot, version: Version) -> String {
        let integer = |field| INTEGER_NAMES[self.get(field) as usize % INTEGER_NAMES.len()];
        let matrix = |field| register::matrix_name(self.get(field) as u8, version);
        match slot {
            Slot::Matrix(field) => matrix(field),
            Slot::RowByRegister => format!("{}[{}]", matrix(Field::Ms1), integer(Field::Scalar)),
            Slot::RowByImmediate => format!("{}[{}]", matrix(Field::Ms1), self.get(Field::Row)),
            Slot::Scalar => integer(Field::Scalar).to_owned(),
            Slot::Integer(field) => integer(field).to_owned(),
            Slot::Address => format!("({})", integer(Field::Rs1)),
            Slot::Number(field) => self.get(field).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_in(version: Version, word: u32, text: &str) {
        let decoded =
            Instruction::decode(word, version).map(|instruction| instruction.text(version));
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

    /// Words of the list of 0.6, put together by hand from its columns, with 10 for the uop of multiplications.
    #[test]
    #[expect(clippy::unusual_byte_groupings, reason = "the groups are the columns")]
    fn words_of_the_list_of_0_6() {
        let check = |word, text| check_in(Version::V06, word, text);
        check(0b0000_00_0_0000000000_000_00000_0101011, "mrelease");
        check(0b0001_00_0_0000010000_000_00000_0101011, "msettileki 16");
        check(0b0010_00_1_00000_00101_000_00000_0101011, "msettilem t0");
        check(
            0b0000_10_000_001_01_000_000_01_100_0101011,
            "mfmacc.h acc0, tr1, tr0",
        );
        check(
            0b0000_01_0_00101_01010_000_01_011_0101011,
            "mlae16 tr3, (a0), t0",
        );
        check(
            0b0110_01_1_00101_01010_000_10_111_0101011,
            "mscte32 acc3, (a0), t0",
        );
        check(
            0b0001_10_101_011_00_010_000_10_101_0101011,
            "pmmaccus.w.b acc1, tr3, tr2",
        );
        check(0b0000_11_011_000_00_000_000_00_100_0101011, "mzero4r acc0");
        check(
            0b0010_11_0_10_101_00110_000_01010_0101011,
            "mmovw.x.m a0, acc1, t1",
        );
        check(
            0b0011_11_1_00101_11111_000_11_010_0101011,
            "mmovd.m.x tr2, t0, t6",
        );
        check(
            0b0111_11_101_000_10_001_000_10_000_0101011,
            "mcslidedown.w tr0, tr1, 5",
        );
        check(
            0b1001_11_111_000_00_110_000_00_101_0101011,
            "mrbca.mv.i acc1, acc2[7]",
        );
        check(
            0b0100_10_111_110_01_101_001_01_100_0101011,
            "mfmin.h.mm acc0, acc2, acc1",
        );
        check(
            0b0100_10_110_110_10_101_001_10_100_0101011,
            "mfmin.s.mv.i acc0, acc2, acc1[6]",
        );
        check(
            0b0000_00_110_000_10_101_001_01_100_0101011,
            "mfcvth.bf16.s acc0, acc1",
        );
        // Tiles of a wrong kind; the word of `mfmacc.s.bf16` in the list, and by the formats.
        for word in [
            0b0000_10_000_001_01_000_000_01_000_0101011,
            0b0000_01_0_00101_01010_000_01_111_0101011,
            0b0000_10_001_001_01_000_000_10_100_0101011,
            0b0000_10_100_001_01_000_000_10_100_0101011,
        ] {
            assert_eq!(Instruction::decode(word, Version::V06), None, "{word:08x}");
        }
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

    /// Every word with major opcode custom-1 and func3 0 or 1, which are 8 million, in each version: `decode` takes the
    /// words that rows make, and no two rows make the same one.
    #[test]
    fn decoding_and_encoding_are_inverse_for_all_words() {
        for version in Version::ALL {
            let mut known = 0_u32;
            for bits in 0..1_u32 << 23 {
                let word = (bits >> 6) << 15 | (bits >> 5 & 1) << 12 | (bits & 0x1f) << 7 | 0x2b;
                if let Some(instruction) = Instruction::decode(word, version) {
                    known += 1;
                    assert_eq!(instruction.encode(version), Some(word));
                }
            }
            let rows = Row::all(version).filter(|row| row.word(version) != Some(0x8021_5073));
            let expected: u32 = rows.map(|row| count(row, version)).sum();
            assert_eq!(known, expected, "each word has one row at most");
        }
    }

    /// How many words a row has: those that its operands make, which are all different.
    fn count(row: &'static Row, version: Version) -> u32 {
        let mask = row.form.mask(version);
        let mut found = 0;
        // The subsets of the bits of the mask.
        let mut bits = mask;
        loop {
            let word = row.word(version).unwrap_or_default() | bits;
            found += u32::from(Instruction::new(row).with_word(word, version).is_some());
            if bits == 0 {
                return found;
            }
            bits = (bits - 1) & mask;
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
