//! The memories and formats of `d get` and `d set` (manual 3.4.3 and 3.4.4, tables 3.1-3.4).

use crate::{Memory, Precision, Width};

/// A row of table 3.1: how `d get<dtype>` shows the bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebugType {
    /// Letters after `get`; empty for none.
    pub letters: &'static str,
    /// Precision of the elements that are shown as numbers.
    pub precision: Precision,
    /// Whether the elements are block floats.
    pub is_block: bool,
    /// Bits of the integers that are shown next to the numbers.
    pub integer_bits: &'static [u32],
}

/// The data types of debug statements (manual table 3.1).
pub const DEBUG_TYPES: [DebugType; 8] = [
    debug_type("", Precision::Double, false, &[16, 64]),
    debug_type("d", Precision::Double, false, &[64]),
    debug_type("bd", Precision::Double, true, &[64]),
    debug_type("f", Precision::Single, false, &[32]),
    debug_type("bf", Precision::Single, true, &[32]),
    debug_type("bg", Precision::PseudoSingle, true, &[32]),
    debug_type("h", Precision::Half, false, &[16]),
    debug_type("bh", Precision::Half, true, &[16]),
];

const fn debug_type(
    letters: &'static str,
    precision: Precision,
    is_block: bool,
    integer_bits: &'static [u32],
) -> DebugType {
    DebugType {
        letters,
        precision,
        is_block,
        integer_bits,
    }
}

/// The unit of a debug statement's count (table 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugUnit {
    /// Words of a width.
    Words(Width),
    /// A row of the matrix register.
    Row,
    /// An entry of the mask register.
    Entry,
}

/// A row of tables 3.2 and 3.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebugMemoryRow {
    /// The memory that the statement reads or sets.
    pub memory: Memory,
    /// Width as written after `$`. `$t` counts as [`Width::Long`], and so does `$lt`.
    pub width: Width,
    /// The unit of the count.
    pub unit: DebugUnit,
    /// Long words of `d set`'s payload for each word of the count; `None` if `d set` is not possible.
    pub payload_long_words: Option<u32>,
}

/// The row of tables 3.2 and 3.3 for `$<width><memory>`; `None` if a debug statement cannot name it.
///
/// `$p`, `$d` and `$omr` are written without width; the T-register's width is
/// free and `$t` means `$lt`.
#[must_use]
pub fn debug_memory(memory: Memory, width: Width) -> Option<DebugMemoryRow> {
    let row = |width, unit, payload_long_words| {
        Some(DebugMemoryRow {
            memory,
            width,
            unit,
            payload_long_words,
        })
    };
    match (memory, width) {
        (Memory::Pdm | Memory::Dram, Width::Single) => {
            row(width, DebugUnit::Words(Width::Long), None)
        }
        (Memory::L2bm | Memory::L1bm, Width::Long) => row(width, DebugUnit::Words(width), Some(1)),
        (Memory::L1bm, Width::DoubleLong) => row(width, DebugUnit::Words(width), Some(2)),
        (
            Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1,
            Width::Single | Width::Long | Width::DoubleLong,
        ) => row(
            width,
            DebugUnit::Words(width),
            Some(payload_long_words(width)),
        ),
        (Memory::T, Width::Single | Width::Long) => {
            row(Width::Long, DebugUnit::Words(Width::Long), Some(1))
        }
        (Memory::T, Width::DoubleLong) => row(width, DebugUnit::Words(width), Some(2)),
        (Memory::MatrixX | Memory::MatrixY, Width::Long) => row(width, DebugUnit::Row, None),
        (Memory::MaskRegister, Width::Single) => row(width, DebugUnit::Entry, None),
        (Memory::Pdm | Memory::Dram | Memory::MaskRegister, Width::Long | Width::DoubleLong)
        | (Memory::L2bm | Memory::MatrixX | Memory::MatrixY, Width::Single | Width::DoubleLong)
        | (Memory::L1bm, Width::Single)
        | (
            Memory::BaseLm0 | Memory::BaseLm1 | Memory::Dar,
            Width::Single | Width::Long | Width::DoubleLong,
        ) => None,
    }
}

/// A single word takes a whole long word of payload, and its lower half is dropped (table 3.3).
const fn payload_long_words(width: Width) -> u32 {
    match width {
        Width::Single | Width::Long => 1,
        Width::DoubleLong => 2,
    }
}

/// A notation for the long words of `d set`'s payload (table 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayloadNotation {
    /// The letter before it; `None` for 16 digits without a letter.
    pub letter: Option<char>,
    /// Numbers joined by `_`.
    pub numbers: u32,
    /// Most hexadecimal digits of one number.
    pub max_digits: u32,
    /// The long word 0x0123456789abcdef.
    pub example: &'static str,
}

/// The notations of payload numbers (manual table 3.4).
pub const PAYLOAD_NOTATIONS: [PayloadNotation; 4] = [
    PayloadNotation {
        letter: None,
        numbers: 1,
        max_digits: 16,
        example: "0123456789abcdef",
    },
    PayloadNotation {
        letter: Some('l'),
        numbers: 1,
        max_digits: 16,
        example: "l123456789abcdef",
    },
    PayloadNotation {
        letter: Some('s'),
        numbers: 2,
        max_digits: 8,
        example: "s1234567_89abcdef",
    },
    PayloadNotation {
        letter: Some('h'),
        numbers: 4,
        max_digits: 4,
        example: "h123_4567_89ab_cdef",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_3_2_and_3_3_are_counted() {
        let widths = [Width::Single, Width::Long, Width::DoubleLong];
        let rows: Vec<_> = Memory::ALL
            .into_iter()
            .flat_map(|memory| widths.map(|width| debug_memory(memory, width)))
            .flatten()
            .collect();
        // p d lc lb llb, three widths of r s m n, t lt llt, lx ly, omr
        assert_eq!(rows.len(), 5 + 12 + 3 + 2 + 1);
        let settable = rows
            .iter()
            .filter(|row| row.payload_long_words.is_some())
            .count();
        assert_eq!(settable, 3 + 12 + 3);
    }

    #[test]
    fn a_single_word_takes_a_long_word_of_payload() {
        let payload =
            |width| debug_memory(Memory::Lm0, width).and_then(|row| row.payload_long_words);
        assert_eq!(payload(Width::Single), Some(1));
        assert_eq!(payload(Width::DoubleLong), Some(2));
    }

    #[test]
    fn payload_notations_hold_a_long_word() {
        for notation in PAYLOAD_NOTATIONS {
            assert_eq!(notation.numbers * notation.max_digits, 16, "{notation:?}");
        }
    }
}
