//! The meanings of bits: as numbers of each precision, as integers, as bits.

use mnc2_emulator::float::convert::to_f64;
use mnc2_emulator::float::format::{DOUBLE, Format, HALF, SINGLE};
use mnc2_emulator::float::print::general;
use mnc2_text::{Language, message};

const HALF_BITS: u32 = 16;
const SINGLE_BITS: u32 = 32;
const LONG_BITS: u32 = 64;

/// The lowest bits of a long word.
#[derive(Clone, Copy)]
pub(super) struct Bits {
    bits: u64,
    /// How many: 16, 32 or 64.
    length: u32,
}

impl Bits {
    pub(super) const fn single_word(bits: u32) -> Self {
        Self {
            bits: bits as u64,
            length: SINGLE_BITS,
        }
    }

    pub(super) const fn long_word(bits: u64) -> Self {
        Self {
            bits,
            length: LONG_BITS,
        }
    }

    /// Elements of this many bits, the most significant first.
    fn elements(self, length: u32) -> impl Iterator<Item = u64> {
        let mask = u64::MAX >> (LONG_BITS - length);
        let count = self.length / length;
        (0..count)
            .rev()
            .map(move |index| self.bits >> (index * length) & mask)
    }

    fn numbers(self, length: u32, format: Format) -> String {
        joined(
            self.elements(length)
                .map(|bits| general(to_f64(format, bits))),
        )
    }

    pub(super) fn hexadecimal(self) -> String {
        format!(
            "0x{:0digits$X}",
            self.bits,
            digits = (self.length / 4) as usize
        )
    }

    /// In groups of four, from the most significant bit on.
    pub(super) fn binary(self) -> String {
        let groups: Vec<String> = self.elements(4).map(|bits| format!("{bits:04b}")).collect();
        groups.join(" ")
    }

    pub(super) fn half_precision(self) -> String {
        self.numbers(HALF_BITS, HALF)
    }

    pub(super) fn single_precision(self) -> String {
        self.numbers(SINGLE_BITS, SINGLE)
    }

    pub(super) fn double_precision(self) -> String {
        self.numbers(LONG_BITS, DOUBLE)
    }

    pub(super) fn signed(self, length: u32) -> String {
        let unused = LONG_BITS - length;
        joined(
            self.elements(length)
                .map(|bits| ((bits << unused) as i64 >> unused).to_string()),
        )
    }

    pub(super) fn unsigned(self, length: u32) -> String {
        joined(self.elements(length).map(|bits| bits.to_string()))
    }
}

/// Rows of a table with every reading of a single word that fills a long word.
pub(super) fn single_word_rows(bits: u32, language: Language) -> String {
    let word = Bits::single_word(bits);
    let twice = Bits::long_word(u64::from(bits) << SINGLE_BITS | u64::from(bits));
    let heading = message!("bits").say(language);
    let mut out = format!("| {heading} | `{}` |\n| --- | --- |\n", word.hexadecimal());
    for (what, value) in [
        (message!("binary"), word.binary()),
        (message!("half precision"), word.half_precision()),
        (message!("single precision"), word.single_precision()),
        (
            message!("double precision, the word twice"),
            twice.double_precision(),
        ),
        (message!("signed half words"), word.signed(HALF_BITS)),
        (message!("unsigned half words"), word.unsigned(HALF_BITS)),
        (message!("signed single word"), word.signed(SINGLE_BITS)),
        (message!("unsigned single word"), word.unsigned(SINGLE_BITS)),
        (
            message!("signed long word, the word twice"),
            twice.signed(LONG_BITS),
        ),
        (
            message!("unsigned long word, the word twice"),
            twice.unsigned(LONG_BITS),
        ),
    ] {
        out.push_str(&format!("| {} | `{value}` |\n", what.say(language)));
    }
    out
}

/// The elements, or only one if all are the same.
fn joined(elements: impl Iterator<Item = String>) -> String {
    let mut elements: Vec<String> = elements.collect();
    if elements.iter().all(|element| *element == elements[0]) {
        elements.truncate(1);
    }
    elements.join(", ")
}
