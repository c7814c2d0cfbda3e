//! The 292 bits of an instruction word in auto-stride mode.

use mnc2_isa::field::{Field, WORD_BITS};

use crate::message;
use crate::message::Message;

/// Bits that one element of the array holds.
const PART_BITS: u16 = 64;
const PARTS: usize = WORD_BITS.div_ceil(PART_BITS) as usize;

/// Hexadecimal digits of a word.
pub const WORD_DIGITS: usize = WORD_BITS.div_ceil(4) as usize;

const _: () = assert!(
    WORD_BITS.is_multiple_of(4),
    "a word is a whole number of digits"
);

/// An instruction word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word([u64; PARTS]);

/// Why a text is not a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordError {
    /// It has another number of bits.
    Length(usize),
    /// It has more bits than are read of a word whose width is not known.
    Wide {
        /// Its bits.
        bits: usize,
        /// The most that are read.
        limit: usize,
    },
    /// It has a character that is not 0 or 1, counted from 1.
    Character(char, usize),
}

impl WordError {
    /// For people.
    #[must_use]
    pub fn message(self) -> Message {
        let expected = u32::from(WORD_BITS);
        match self {
            Self::Length(bits) if bits < usize::from(WORD_BITS) => message!(
                "a word has {expected} bits, but this one is cut off after {bits}",
                expected,
                bits
            ),
            Self::Length(bits) => message!(
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
    /// The word in which nothing is used: that of `nop`.
    #[must_use]
    pub fn idle() -> Self {
        let mut word = Self([0; PARTS]);
        for &field in Field::ALL {
            word.set(field, field.row().idle.into());
        }
        word
    }

    /// The word of a text of 0 and 1, the highest bit first.
    ///
    /// # Errors
    /// If it has another length or other characters.
    pub fn parse(text: &str) -> Result<Self, WordError> {
        let is_digit = |character: char| matches!(character, '0' | '1');
        if let Some((place, other)) = text.chars().enumerate().find(|it| !is_digit(it.1)) {
            return Err(WordError::Character(other, place + 1));
        }
        if text.len() != usize::from(WORD_BITS) {
            return Err(WordError::Length(text.len()));
        }
        let mut word = Self([0; PARTS]);
        for (bit, digit) in (0..WORD_BITS).rev().zip(text.bytes()) {
            word.set_bit(bit, digit == b'1');
        }
        Ok(word)
    }

    /// The text of 0 and 1, the highest bit first.
    #[must_use]
    pub fn binary(&self) -> String {
        let bits = (0..WORD_BITS).rev();
        bits.map(|bit| if self.bit(bit) { '1' } else { '0' })
            .collect()
    }

    /// The 73 hexadecimal digits, the highest first.
    #[must_use]
    pub fn hexadecimal(&self) -> String {
        let digit = |low: u16| {
            let bits = (0..4).map(|bit| u32::from(self.bit(low + bit)) << bit);
            char::from_digit(bits.sum(), 16).unwrap_or('0')
        };
        (0..WORD_BITS).step_by(4).rev().map(digit).collect()
    }

    /// The word of 73 hexadecimal digits; `None` if they are not.
    #[must_use]
    pub fn from_hexadecimal(text: &str) -> Option<Self> {
        if text.len() != WORD_DIGITS {
            return None;
        }
        let mut word = Self([0; PARTS]);
        for (low, digit) in (0..WORD_BITS).step_by(4).rev().zip(text.chars()) {
            let digit = digit.to_digit(16)?;
            for bit in 0..4 {
                word.set_bit(low + bit, digit >> bit & 1 == 1);
            }
        }
        Some(word)
    }

    /// A bit; 0 is the lowest.
    #[must_use]
    pub const fn bit(&self, bit: u16) -> bool {
        self.0[(bit / PART_BITS) as usize] >> (bit % PART_BITS) & 1 == 1
    }

    /// Sets a bit.
    pub const fn set_bit(&mut self, bit: u16, is_set: bool) {
        let part = &mut self.0[(bit / PART_BITS) as usize];
        *part &= !(1 << (bit % PART_BITS));
        *part |= (is_set as u64) << (bit % PART_BITS);
    }

    /// The content of a field, which has at most 32 bits.
    #[must_use]
    pub fn get(&self, field: Field) -> u32 {
        let bits = field.row().bits.clone();
        let bits = bits.enumerate();
        bits.map(|(place, bit)| u32::from(self.bit(bit)) << place)
            .sum()
    }

    /// Sets a field. Bits of the content that the field does not have are dropped.
    pub fn set(&mut self, field: Field, content: u32) {
        for (place, bit) in field.row().bits.clone().enumerate() {
            self.set_bit(bit, content >> place & 1 == 1);
        }
    }

    /// Whether a field can hold a number.
    #[must_use]
    pub fn fits(field: Field, content: u32) -> bool {
        u64::from(content) < 1 << field.row().size_bits()
    }

    /// The fields that differ from another word's, from the highest bits down.
    pub fn differing(&self, other: &Self) -> impl Iterator<Item = Field> {
        let pair = (*self, *other);
        let all = Field::ALL.iter().copied();
        all.filter(move |&field| pair.0.get(field) != pair.1.get(field))
    }
}
