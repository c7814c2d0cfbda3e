//! Words as the dump shows them: numbers as `%g`, bits in hexadecimal.

use std::fmt::Write as _;

use mnc2_asm::program::DataType;

use crate::float::block::{BlockKind, InvalidBlock};
use crate::float::convert::to_f64;
use crate::float::format::of_bits;
use crate::float::print::general;

/// What one access of a dump reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// One single word.
    Single(u32),
    /// One long word.
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

/// Renders one access. `neighbours` are the words at the same address of all PEs of the MAB, which form the blocks of
/// block floats; for other memories it is the word alone.
///
/// # Errors
///
/// If the words cannot be interpreted as `data_type`.
pub fn render(
    data_type: DataType,
    word: Word,
    neighbours: &[Word],
) -> Result<String, Uninterpretable> {
    let side = |side: fn(&Word) -> u64| -> Vec<u64> { neighbours.iter().map(side).collect() };
    let most = |word: &Word| match *word {
        Word::Single(single) => u64::from(single),
        Word::Long(long) | Word::DoubleLong(long, _) => long,
    };
    let least = |word: &Word| match *word {
        Word::Single(_) | Word::Long(_) => 0,
        Word::DoubleLong(_, long) => long,
    };
    match word {
        Word::Single(single) => part(data_type, u64::from(single), 32, &side(most)),
        Word::Long(long) => part(data_type, long, 64, &side(most)),
        Word::DoubleLong(first, second) => {
            let first = part(data_type, first, 64, &side(most))?;
            let second = if data_type == DataType::Plain {
                // The hexadecimal digits before it have switched the printer to capital letters.
                plain(second, str::to_uppercase)
            } else {
                part(data_type, second, 64, &side(least))?
            };
            Ok(format!("{{{first}, {second}}}"))
        }
    }
}

/// Renders one row of the matrix register: the long words of the four PEs.
///
/// # Errors
///
/// If the row cannot be interpreted as `data_type`.
pub fn render_row(data_type: DataType, row: [u64; 4]) -> Result<String, Uninterpretable> {
    let parts: Result<Vec<_>, _> = row
        .iter()
        .map(|&long| part(data_type, long, 64, &row))
        .collect();
    Ok(format!("{{{}}}", parts?.join(", ")))
}

/// Renders the flags of one cycle of a mask register entry.
#[must_use]
pub fn render_mask(flags: u8) -> String {
    format!("Mask{{{flags}}}")
}

fn plain(long: u64, case: fn(&str) -> String) -> String {
    let [a, b, c, d] = [48, 32, 16, 0].map(|shift| (long >> shift) & 0xffff);
    let number = case(&general(to_f64(of_bits(64), long)));
    format!("(f:{number}, i:{{{{0x{a:X},0x{b:X}}},{{0x{c:X},0x{d:X}}}}}, v:0x{long:X})")
}

/// One single or long word: the values, then the bits.
fn part(
    data_type: DataType,
    word: u64,
    word_bits: u32,
    neighbours: &[u64],
) -> Result<String, Uninterpretable> {
    let (bits, block) = elements(data_type);
    if bits > word_bits {
        return Err(Uninterpretable::TooShort);
    }
    if data_type == DataType::Plain {
        return Ok(plain(word, str::to_owned));
    }
    let count = word_bits / bits;
    let mask = of_bits(bits).mask();
    let element = |word: u64, index: u32| (word >> (bits * (count - 1 - index))) & mask;
    let mut values = String::new();
    let mut hexadecimal = String::new();
    for index in 0..count {
        let separator = if index == 0 { "" } else { ", " };
        let this = element(word, index);
        let value = match block {
            None => to_f64(of_bits(bits), this),
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
        let digits = bits as usize / 4;
        let number = general(value);
        // Writing to a string cannot fail.
        let _ = write!(values, "{separator}{number}");
        let _ = write!(hexadecimal, "{separator}0x{this:0digits$x}");
    }
    Ok(format!("({values}) ({hexadecimal})"))
}

#[cfg(test)]
mod tests {
    use mnc2_asm::program::DataType::{
        BlockDouble, BlockHalf, BlockPseudoSingle, BlockSingle, Double, Half, Plain, Single,
    };

    use super::{Uninterpretable, Word, render, render_mask, render_row};

    #[track_caller]
    fn check(data_type: super::DataType, word: Word, expected: &str) {
        assert_eq!(render(data_type, word, &[word; 4]).as_deref(), Ok(expected));
    }

    #[test]
    fn plain_long_words() {
        check(
            Plain,
            Word::Long(0),
            "(f:0, i:{{0x0,0x0},{0x0,0x0}}, v:0x0)",
        );
        check(
            Plain,
            Word::Long(0x0042_0042_0000_0042),
            "(f:2.00268e-307, i:{{0x42,0x42},{0x0,0x42}}, v:0x42004200000042)",
        );
        check(
            Plain,
            Word::Long(0xaabb),
            "(f:0, i:{{0x0,0x0},{0x0,0xAABB}}, v:0xAABB)",
        );
        check(
            Plain,
            Word::Long(1 << 63),
            "(f:-0, i:{{0x8000,0x0},{0x0,0x0}}, v:0x8000000000000000)",
        );
        check(
            Plain,
            Word::Long(0x7ff0_0000_0000_0001),
            "(f:inf, i:{{0x7FF0,0x0},{0x0,0x1}}, v:0x7FF0000000000001)",
        );
    }

    #[test]
    fn the_second_long_word_has_a_capital_exponent() {
        check(
            Plain,
            Word::DoubleLong(0x9999_aaaa_bbbb_cccc, 0xdddd_eeee_ffff_0000),
            "{(f:-2.35957e-185, i:{{0x9999,0xAAAA},{0xBBBB,0xCCCC}}, v:0x9999AAAABBBBCCCC), \
             (f:-1.46007E+144, i:{{0xDDDD,0xEEEE},{0xFFFF,0x0}}, v:0xDDDDEEEEFFFF0000)}",
        );
        check(
            Double,
            Word::DoubleLong(0x9999_aaaa_bbbb_cccc, 0xdddd_eeee_ffff_0000),
            "{(-2.35957e-185) (0x9999aaaabbbbcccc), (-1.46007e+144) (0xddddeeeeffff0000)}",
        );
    }

    #[test]
    fn values_of_each_precision() {
        check(
            Double,
            Word::Long(0x3ff0_0000_0000_0000),
            "(1) (0x3ff0000000000000)",
        );
        check(
            Single,
            Word::Long(0x3f80_0000_40a0_0000),
            "(1, 5) (0x3f800000, 0x40a00000)",
        );
        check(
            Single,
            Word::Long(0x0000_0042_8000_0000),
            "(0, -0) (0x00000042, 0x80000000)",
        );
        check(
            Half,
            Word::Long(0x3f90_07c0_4234_803e),
            "(1.78125, 6.98492e-09, 4.40625, -0) (0x3f90, 0x07c0, 0x4234, 0x803e)",
        );
        check(Single, Word::Single(0x3f80_0000), "(1) (0x3f800000)");
        check(Half, Word::Single(0x3e00_7e00), "(1, inf) (0x3e00, 0x7e00)");
    }

    #[test]
    fn a_single_word_is_too_short_for_a_double() {
        let word = Word::Single(0);
        for data_type in [Plain, Double, BlockDouble] {
            assert_eq!(
                render(data_type, word, &[word]),
                Err(Uninterpretable::TooShort)
            );
        }
    }

    #[test]
    fn rows_of_the_matrix_register() {
        assert_eq!(
            render_row(Single, [0x3fc0_0000_3fc0_0000; 4]).unwrap(),
            "{(1.5, 1.5) (0x3fc00000, 0x3fc00000), (1.5, 1.5) (0x3fc00000, 0x3fc00000), \
             (1.5, 1.5) (0x3fc00000, 0x3fc00000), (1.5, 1.5) (0x3fc00000, 0x3fc00000)}"
        );
        assert_eq!(
            render_row(BlockDouble, [0x400c_0000_0000_0000; 4]).unwrap(),
            "{(3) (0x400c000000000000), (3) (0x400c000000000000), (3) (0x400c000000000000), \
             (3) (0x400c000000000000)}"
        );
        let mut row = [0x400c_0000_0000_0000; 4];
        row[2] = 0x4018_0000_0000_0000;
        assert_eq!(
            render_row(BlockDouble, row),
            Err(Uninterpretable::InvalidBlock)
        );
    }

    #[test]
    fn block_floats_take_their_exponent_from_the_mab() {
        // The extended representation: an exponent of zero is six below the others'.
        let words = [
            Word::Long(0x3f00_0100_0001_8000),
            Word::Long(0x3e00_3e01_0000_0000),
        ];
        assert_eq!(
            render(BlockHalf, words[0], &words).unwrap(),
            "(1, 0.015625, 6.10352e-05, -0) (0x3f00, 0x0100, 0x0001, 0x8000)"
        );
        // Single precision has one block on each side of the long word.
        let words = [
            Word::Long(0x3fc0_0000_40c0_0000),
            Word::Long(0x3fa0_0000_4080_0001),
        ];
        assert_eq!(
            render(BlockSingle, words[1], &words).unwrap(),
            "(0.5, 9.53674e-07) (0x3fa00000, 0x40800001)"
        );
        assert_eq!(
            render(BlockPseudoSingle, words[1], &words),
            Err(Uninterpretable::InvalidBlock)
        );
        // Pseudo-single precision ignores the low five bits.
        let word = Word::Long(0x3fc0_001f_3fc0_0020);
        assert_eq!(
            render(BlockPseudoSingle, word, &[word]).unwrap(),
            "(1, 1.00001) (0x3fc0001f, 0x3fc00020)"
        );
    }

    #[test]
    fn masks() {
        assert_eq!(render_mask(9), "Mask{9}");
    }
}
