//! The values of dump lines. Their text has numbers as `%g` and bits in hexadecimal.

use std::fmt;

use mnc2_program::DataType;
use mnc2_text::{Message, message};

use crate::float::block::{BlockKind, InvalidBlock};
use crate::float::convert::to_f64;
use crate::float::format::format_for_bits;
use crate::float::print::general;

/// A word that one access of a dump reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DumpWord {
    /// One single word: 32 bits.
    Single(u32),
    /// One long word: 64 bits.
    Long(u64),
    /// Two long words, the MSB side first.
    DoubleLong(u64, u64),
}

/// Why words have no interpretation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uninterpretable {
    /// The access is shorter than the number (manual 3.4.3, Errors).
    TooShort,
    /// The exponents of a block float do not agree (manual 4.4).
    InvalidBlock,
}

impl Uninterpretable {
    /// The reason, in a part of a sentence.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            Self::TooShort => {
                message!("the access is shorter than a number of this data type")
            }
            Self::InvalidBlock => {
                message!("this is not a block float: the exponents of the block differ")
            }
        }
    }
}

impl From<InvalidBlock> for Uninterpretable {
    fn from(InvalidBlock: InvalidBlock) -> Self {
        Self::InvalidBlock
    }
}

/// The bits of one number, and how to read a block of them.
const fn elements(data_type: DataType) -> (u32, Option<BlockKind>) {
    match data_type {
        DataType::Plain | DataType::Double => (64, None),
        DataType::Single => (32, None),
        DataType::Half => (16, None),
        DataType::BlockDouble => (64, Some(BlockKind::Double)),
        DataType::BlockSingle => (32, Some(BlockKind::Single)),
        DataType::BlockPseudoSingle => (32, Some(BlockKind::PseudoSingle)),
        DataType::BlockHalf => (16, Some(BlockKind::Half { mantissa_bits: 9 })),
    }
}

/// The value of a dump line. Its `Display` is what the line shows.
#[derive(Clone, Debug, PartialEq)]
pub enum DumpValue {
    /// A single or long word.
    Word(Interpreted),
    /// Two long words, the MSB side first, or a row of the matrix register: the long words of the four PEs.
    Words(Vec<Interpreted>),
    /// The flags of one cycle of a mask register entry.
    Mask(u8),
}

/// A single or long word with the numbers in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interpreted {
    data_type: DataType,
    word: u64,
    word_bits: u32,
    /// As many as the word holds, the most significant first.
    numbers: [f64; 4],
}

impl DumpValue {
    /// One access. `neighbours` are the words at the same address of all PEs of the MAB, which form the blocks of block
    /// floats; for other memories it is the word alone.
    ///
    /// # Errors
    /// If the words cannot be interpreted as `data_type`.
    pub fn from_word(
        data_type: DataType,
        word: DumpWord,
        neighbours: &[DumpWord],
    ) -> Result<Self, Uninterpretable> {
        let side =
            |side: fn(&DumpWord) -> u64| -> Vec<u64> { neighbours.iter().map(side).collect() };
        let most = |word: &DumpWord| match *word {
            DumpWord::Single(single) => u64::from(single),
            DumpWord::Long(long) | DumpWord::DoubleLong(long, _) => long,
        };
        let least = |word: &DumpWord| match *word {
            DumpWord::Single(_) | DumpWord::Long(_) => 0,
            DumpWord::DoubleLong(_, long) => long,
        };
        let interpreted =
            |word, bits, neighbours: &[u64]| Interpreted::new(data_type, word, bits, neighbours);
        Ok(match word {
            DumpWord::Single(single) => {
                Self::Word(interpreted(u64::from(single), 32, &side(most))?)
            }
            DumpWord::Long(long) => Self::Word(interpreted(long, 64, &side(most))?),
            DumpWord::DoubleLong(first, second) => Self::Words(vec![
                interpreted(first, 64, &side(most))?,
                interpreted(second, 64, &side(least))?,
            ]),
        })
    }

    /// One row of the matrix register: the long words of the four PEs.
    ///
    /// # Errors
    /// If the row cannot be interpreted as `data_type`.
    pub fn from_row(data_type: DataType, row: [u64; 4]) -> Result<Self, Uninterpretable> {
        let words = row
            .iter()
            .map(|&long| Interpreted::new(data_type, long, 64, &row));
        Ok(Self::Words(words.collect::<Result<_, _>>()?))
    }

    /// The words; none of a mask.
    #[must_use]
    pub fn words(&self) -> &[Interpreted] {
        match self {
            Self::Word(word) => std::slice::from_ref(word),
            Self::Words(words) => words,
            Self::Mask(_) => &[],
        }
    }
}

impl fmt::Display for DumpValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => word.fmt(f),
            Self::Words(words) => {
                for (index, word) in words.iter().enumerate() {
                    let separator = if index == 0 { "{" } else { ", " };
                    match word.is_plain() && index > 0 {
                        // The hexadecimal digits before it have switched the printer to capital letters.
                        true => word.write_plain(f, separator, &word.text().to_uppercase())?,
                        false => write!(f, "{separator}{word}")?,
                    }
                }
                f.write_str("}")
            }
            Self::Mask(flags) => write!(f, "Mask{{{flags}}}"),
        }
    }
}

impl Interpreted {
    fn new(
        data_type: DataType,
        word: u64,
        word_bits: u32,
        neighbours: &[u64],
    ) -> Result<Self, Uninterpretable> {
        let (bits, block) = elements(data_type);
        if bits > word_bits {
            return Err(Uninterpretable::TooShort);
        }
        let mut interpreted = Self {
            data_type,
            word,
            word_bits,
            numbers: [0.0; 4],
        };
        let count = interpreted.count();
        let element = |word: u64, index: usize| {
            (word >> (bits as usize * (count - 1 - index))) & format_for_bits(bits).mask()
        };
        for (index, number) in interpreted.numbers[..count].iter_mut().enumerate() {
            let this = element(word, index);
            *number = match block {
                None => to_f64(format_for_bits(bits), this),
                Some(kind) => {
                    let others: Vec<u64> = match kind {
                        BlockKind::Single => neighbours
                            .iter()
                            .map(|&other| element(other, index))
                            .collect(),
                        BlockKind::Double
                        | BlockKind::PseudoSingle
                        | BlockKind::Half { .. }
                        | BlockKind::HalfExtended { .. } => neighbours
                            .iter()
                            .flat_map(|&other| (0..count).map(move |index| element(other, index)))
                            .collect(),
                    };
                    kind.value(this, kind.common_exponent(&others)?)
                }
            };
        }
        Ok(interpreted)
    }

    /// The number of numbers in the word.
    const fn count(&self) -> usize {
        (self.word_bits / elements(self.data_type).0) as usize
    }

    /// Whether the `d get` has no data type: the word is shown as a double and as integers.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        matches!(self.data_type, DataType::Plain)
    }

    /// The bits; a single word is in the low half.
    #[must_use]
    pub const fn word(&self) -> u64 {
        self.word
    }

    /// The bits of the word: 32 or 64.
    #[must_use]
    pub const fn word_bits(&self) -> u32 {
        self.word_bits
    }

    /// The numbers, the most significant first.
    #[must_use]
    pub fn numbers(&self) -> &[f64] {
        &self.numbers[..self.count()]
    }

    /// The numbers as text, with commas.
    #[must_use]
    pub fn text(&self) -> String {
        let numbers: Vec<String> = self.numbers().iter().map(|&it| general(it)).collect();
        numbers.join(", ")
    }

    fn write_plain(&self, f: &mut fmt::Formatter<'_>, before: &str, number: &str) -> fmt::Result {
        let long = self.word;
        let [a, b, c, d] = [48, 32, 16, 0].map(|shift| (long >> shift) & 0xffff);
        write!(
            f,
            "{before}(f:{number}, i:{{{{0x{a:X},0x{b:X}}},{{0x{c:X},0x{d:X}}}}}, v:0x{long:X})"
        )
    }
}

impl fmt::Display for Interpreted {
    /// The numbers, then the bits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text();
        if self.is_plain() {
            return self.write_plain(f, "", &text);
        }
        let (bits, _) = elements(self.data_type);
        let digits = bits as usize / 4;
        write!(f, "({text}) (")?;
        for index in (0..self.count()).rev() {
            let element = self.word >> (bits as usize * index) & format_for_bits(bits).mask();
            write!(f, "0x{element:0digits$x}")?;
            if index > 0 {
                f.write_str(", ")?;
            }
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use mnc2_program::DataType::{
        BlockDouble, BlockHalf, BlockPseudoSingle, BlockSingle, Double, Half, Plain, Single,
    };

    use super::{DumpValue, DumpWord, Uninterpretable};

    #[track_caller]
    fn check(data_type: super::DataType, word: DumpWord, expected: &str) {
        let value = DumpValue::from_word(data_type, word, &[word; 4]);
        assert_eq!(
            value.map(|value| value.to_string()).as_deref(),
            Ok(expected)
        );
    }

    #[test]
    fn plain_long_words() {
        check(
            Plain,
            DumpWord::Long(0),
            "(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0)",
        );
        check(
            Plain,
            DumpWord::Long(0x0042_0042_0000_0042),
            "(f:2.00268e-307, i:{{0x42,0x42},{0x0,0x42}}, v:0x42004200000042)",
        );
        check(
            Plain,
            DumpWord::Long(0xaabb),
            "(f:0, i:{{0x0,0x0},{0x0,0xAABB}}, v:0xAABB)",
        );
        check(
            Plain,
            DumpWord::Long(1 << 63),
            "(f:-0, i:{{0x8000,0x0},{0x0,0x0}}, v:0x8000000000000000)",
        );
        check(
            Plain,
            DumpWord::Long(0x7ff0_0000_0000_0001),
            "(f:inf, i:{{0x7FF0,0x0},{0x0,0x1}}, v:0x7FF0000000000001)",
        );
    }

    #[test]
    fn the_second_long_word_has_a_capital_exponent() {
        check(
            Plain,
            DumpWord::DoubleLong(0x9999_aaaa_bbbb_cccc, 0xdddd_eeee_ffff_0000),
            "{(f:-2.35957e-185, i:{{0x9999,0xAAAA},{0xBBBB,0xCCCC}}, v:0x9999AAAABBBBCCCC), \
             (f:-1.46007E+144, i:{{0xDDDD,0xEEEE},{0xFFFF,0x0}}, v:0xDDDDEEEEFFFF0000)}",
        );
        check(
            Double,
            DumpWord::DoubleLong(0x9999_aaaa_bbbb_cccc, 0xdddd_eeee_ffff_0000),
            "{(-2.35957e-185) (0x9999aaaabbbbcccc), (-1.46007e+144) (0xddddeeeeffff0000)}",
        );
    }

    #[test]
    fn values_of_each_precision() {
        check(
            Double,
            DumpWord::Long(0x3ff0_0000_0000_0000),
            "(1) (0x3ff0000000000000)",
        );
        check(
            Single,
            DumpWord::Long(0x3f80_0000_40a0_0000),
            "(1, 5) (0x3f800000, 0x40a00000)",
        );
        check(
            Single,
            DumpWord::Long(0x0000_0042_8000_0000),
            "(0, -0) (0x00000042, 0x80000000)",
        );
        check(
            Half,
            DumpWord::Long(0x3f90_07c0_4234_803e),
            "(1.78125, 6.98492e-09, 4.40625, -0) (0x3f90, 0x07c0, 0x4234, 0x803e)",
        );
        check(Single, DumpWord::Single(0x3f80_0000), "(1) (0x3f800000)");
        check(
            Half,
            DumpWord::Single(0x3e00_7e00),
            "(1, inf) (0x3e00, 0x7e00)",
        );
    }

    #[test]
    fn a_single_word_is_too_short_for_a_double() {
        let word = DumpWord::Single(0);
        for data_type in [Plain, Double, BlockDouble] {
            assert_eq!(
                DumpValue::from_word(data_type, word, &[word]),
                Err(Uninterpretable::TooShort)
            );
        }
    }

    #[test]
    fn rows_of_the_matrix_register() {
        assert_eq!(
            DumpValue::from_row(Single, [0x3fc0_0000_3fc0_0000; 4])
                .unwrap()
                .to_string(),
            "{(1.5, 1.5) (0x3fc00000, 0x3fc00000), (1.5, 1.5) (0x3fc00000, 0x3fc00000), \
             (1.5, 1.5) (0x3fc00000, 0x3fc00000), (1.5, 1.5) (0x3fc00000, 0x3fc00000)}"
        );
        assert_eq!(
            DumpValue::from_row(BlockDouble, [0x400c_0000_0000_0000; 4])
                .unwrap()
                .to_string(),
            "{(3) (0x400c000000000000), (3) (0x400c000000000000), (3) (0x400c000000000000), \
             (3) (0x400c000000000000)}"
        );
        let mut row = [0x400c_0000_0000_0000; 4];
        row[2] = 0x4018_0000_0000_0000;
        assert_eq!(
            DumpValue::from_row(BlockDouble, row),
            Err(Uninterpretable::InvalidBlock)
        );
    }

    #[test]
    fn block_floats_take_their_exponent_from_the_mab() {
        // The extended representation: an exponent of zero is six below the others'.
        let words = [
            DumpWord::Long(0x3f00_0100_0001_8000),
            DumpWord::Long(0x3e00_3e01_0000_0000),
        ];
        assert_eq!(
            DumpValue::from_word(BlockHalf, words[0], &words)
                .unwrap()
                .to_string(),
            "(1, 0.015625, 6.10352e-05, -0) (0x3f00, 0x0100, 0x0001, 0x8000)"
        );
        // Single precision has one block on each side of the long word.
        let words = [
            DumpWord::Long(0x3fc0_0000_40c0_0000),
            DumpWord::Long(0x3fa0_0000_4080_0001),
        ];
        assert_eq!(
            DumpValue::from_word(BlockSingle, words[1], &words)
                .unwrap()
                .to_string(),
            "(0.5, 9.53674e-07) (0x3fa00000, 0x40800001)"
        );
        assert_eq!(
            DumpValue::from_word(BlockPseudoSingle, words[1], &words),
            Err(Uninterpretable::InvalidBlock)
        );
        // Pseudo-single precision ignores the low five bits.
        let word = DumpWord::Long(0x3fc0_001f_3fc0_0020);
        assert_eq!(
            DumpValue::from_word(BlockPseudoSingle, word, &[word])
                .unwrap()
                .to_string(),
            "(1, 1.00001) (0x3fc0001f, 0x3fc00020)"
        );
    }

    #[test]
    fn masks() {
        assert_eq!(DumpValue::Mask(9).to_string(), "Mask{9}");
    }
}
