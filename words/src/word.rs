//! The bits of an instruction word: 292 in auto-stride mode, 426 in flat mode.

use mnc2_isa::Mode;
use mnc2_isa::field::{FLAT_WORD_BITS, FieldPlace};

use mnc2_text::{Message, message};

/// Bits that one element of the array holds.
const PART_BITS: u16 = 64;
const PARTS: usize = FLAT_WORD_BITS.div_ceil(PART_BITS) as usize;

/// Hexadecimal digits of a word.
#[must_use]
pub const fn word_digits(mode: Mode) -> usize {
    mode.word_bits().div_ceil(4) as usize
}

/// The bits of an instruction word in one mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    mode: Mode,
    bits: [u64; PARTS],
}

/// Why a text is not a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordError {
    /// It has another number of bits than a word of the mode.
    Length {
        /// The number of bits of the text.
        bits: usize,
        /// The bits of a word; 1 where words of any width are read.
        expected: usize,
    },
    /// It has more bits than are read of a word whose width is not known.
    Wide {
        /// The number of bits of the text.
        bits: usize,
        /// The most that are read.
        limit: usize,
    },
    /// It has a character that is not 0 or 1, counted from 1.
    Character(char, usize),
}

impl WordError {
    /// The error as a sentence.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            Self::Length { bits, expected } if bits < expected => message!(
                "a word has {expected} bits, but this one is cut off after {bits}",
                expected,
                bits
            ),
            Self::Length { bits, expected } => message!(
                "a word has {expected} bits, but this one has {bits}",
                expected,
                bits
            ),
            Self::Wide { bits, limit } => message!(
                "a word of more than {limit} bits is not read, and this one has {bits}",
                limit,
                bits
            ),
            Self::Character(character, place) => message!(
                "a word has only the digits 0 and 1, but its character {place} is `{character}`",
                place,
                character = character.escape_debug().to_string()
            ),
        }
    }
}

impl Word {
    /// A word without bits that are set.
    const fn zeros(mode: Mode) -> Self {
        Self {
            mode,
            bits: [0; PARTS],
        }
    }

    /// The word in which nothing is used; in auto-stride mode that of `nop`.
    #[must_use]
    pub fn idle(mode: Mode) -> Self {
        let mut word = Self::zeros(mode);
        for place in FieldPlace::all(mode) {
            word.set(place, place.idle().into());
        }
        word
    }

    /// The word of a text of 0 and 1, the highest bit first.
    ///
    /// # Errors
    /// If it has another length or other characters.
    pub fn parse(text: &str, mode: Mode) -> Result<Self, WordError> {
        let is_digit = |character: char| matches!(character, '0' | '1');
        if let Some((place, other)) = text.chars().enumerate().find(|it| !is_digit(it.1)) {
            return Err(WordError::Character(other, place + 1));
        }
        let (bits, expected) = (text.len(), usize::from(mode.word_bits()));
        if bits != expected {
            return Err(WordError::Length { bits, expected });
        }
        let mut word = Self::zeros(mode);
        for (bit, digit) in (0..mode.word_bits()).rev().zip(text.bytes()) {
            word.set_bit(bit, digit == b'1');
        }
        Ok(word)
    }

    /// The mode of its step.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// The text of 0 and 1, the highest bit first.
    #[must_use]
    pub fn binary(&self) -> String {
        let bits = (0..self.mode.word_bits()).rev();
        bits.map(|bit| if self.bit(bit) { '1' } else { '0' })
            .collect()
    }

    /// The hexadecimal digits, the highest first: 73, or 107 in flat mode.
    #[must_use]
    pub fn hexadecimal(&self) -> String {
        let digit = |low: u16| {
            let bits = (low..low + 4).filter(|bit| *bit < self.mode.word_bits());
            let bits = bits.map(|bit| u32::from(self.bit(bit)) << (bit - low));
            char::from_digit(bits.sum(), 16).unwrap_or('0')
        };
        let lows = (0..self.mode.word_bits()).step_by(4).rev();
        lows.map(digit).collect()
    }

    /// The word of hexadecimal digits; `None` if they are not a word.
    #[must_use]
    pub fn from_hexadecimal(text: &str, mode: Mode) -> Option<Self> {
        if text.len() != word_digits(mode) {
            return None;
        }
        let mut word = Self::zeros(mode);
        let lows = (0..mode.word_bits()).step_by(4).rev();
        for (low, digit) in lows.zip(text.chars()) {
            let digit = digit.to_digit(16)?;
            for bit in 0..4 {
                let is_set = digit >> bit & 1 == 1;
                if low + bit >= mode.word_bits() {
                    if is_set {
                        return None;
                    }
                    continue;
                }
                word.set_bit(low + bit, is_set);
            }
        }
        Some(word)
    }

    /// A bit; 0 is the lowest.
    #[must_use]
    pub const fn bit(&self, bit: u16) -> bool {
        self.bits[(bit / PART_BITS) as usize] >> (bit % PART_BITS) & 1 == 1
    }

    /// Sets or clears a bit, counted from the least significant one.
    pub const fn set_bit(&mut self, bit: u16, is_set: bool) {
        let part = &mut self.bits[(bit / PART_BITS) as usize];
        *part &= !(1 << (bit % PART_BITS));
        *part |= (is_set as u64) << (bit % PART_BITS);
    }

    /// The content of a field, which has at most 32 bits; 0 if the word does not have it.
    #[must_use]
    pub fn get(&self, place: impl Into<FieldPlace>) -> u32 {
        let bits = place.into().bits(self.mode).into_iter().flatten();
        bits.enumerate()
            .map(|(at, bit)| u32::from(self.bit(bit)) << at)
            .sum()
    }

    /// Sets a field, if the word has it. Bits of the content that the field does not have are dropped.
    pub fn set(&mut self, place: impl Into<FieldPlace>, content: u32) {
        let bits = place.into().bits(self.mode).into_iter().flatten();
        for (at, bit) in bits.enumerate() {
            self.set_bit(bit, content >> at & 1 == 1);
        }
    }

    /// Whether a field can hold a number.
    #[must_use]
    pub fn fits(place: impl Into<FieldPlace>, content: u32) -> bool {
        u64::from(content) < 1 << place.into().size_bits()
    }

    /// The fields whose contents differ between this word and another of the same mode, from the highest bits down.
    pub fn differing(&self, other: &Self) -> impl Iterator<Item = FieldPlace> {
        let pair = (*self, *other);
        let all = FieldPlace::all(self.mode);
        all.filter(move |&place| pair.0.get(place) != pair.1.get(place))
    }
}
