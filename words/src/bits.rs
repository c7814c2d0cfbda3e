//! A word of any width, as the assembler prints it: words of MV instructions have an unknown width.

use mnc2_isa::Mode;

use super::{Word, WordError};

/// The widest word that is read, in bits: a packed block has 1024.
pub const BITS_MAX: usize = 1024;

/// The bits of a word; 0 is the lowest.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits(Vec<bool>);

impl Bits {
    /// The word of a text of 0 and 1, the highest bit first.
    ///
    /// # Errors
    /// If it is empty, too long, or has other characters.
    pub fn parse(text: &str) -> Result<Self, WordError> {
        let is_digit = |character: char| matches!(character, '0' | '1');
        if let Some((place, other)) = text.chars().enumerate().find(|it| !is_digit(it.1)) {
            return Err(WordError::Character(other, place + 1));
        }
        if text.is_empty() {
            let (bits, expected) = (0, 1);
            return Err(WordError::Length { bits, expected });
        }
        if text.len() > BITS_MAX {
            let (bits, limit) = (text.len(), BITS_MAX);
            return Err(WordError::Wide { bits, limit });
        }
        Ok(Self(
            text.bytes().rev().map(|digit| digit == b'1').collect(),
        ))
    }

    /// A word in which no bit is set.
    #[must_use]
    pub fn zeros(width: u16) -> Self {
        Self(vec![false; usize::from(width)])
    }

    /// The number of bits.
    #[must_use]
    pub fn width(&self) -> u16 {
        u16::try_from(self.0.len()).unwrap_or(u16::MAX)
    }

    /// A bit; those beyond the width are 0.
    #[must_use]
    pub fn bit(&self, bit: u16) -> bool {
        self.0.get(usize::from(bit)).copied().unwrap_or(false)
    }

    /// Sets a bit, if the word has it.
    pub fn set_bit(&mut self, bit: u16, is_set: bool) {
        if let Some(place) = self.0.get_mut(usize::from(bit)) {
            *place = is_set;
        }
    }

    /// The text of 0 and 1, the highest bit first.
    #[must_use]
    pub fn binary(&self) -> String {
        let bits = self.0.iter().rev();
        bits.map(|&bit| if bit { '1' } else { '0' }).collect()
    }

    /// The bits as the word of a step, if there are as many as it has.
    #[must_use]
    pub fn word(&self, mode: Mode) -> Option<Word> {
        (self.width() == mode.word_bits()).then(|| {
            let mut word = Word::idle(mode);
            (0..self.width()).for_each(|bit| word.set_bit(bit, self.bit(bit)));
            word
        })
    }
}

impl From<&Word> for Bits {
    fn from(word: &Word) -> Self {
        let bits = 0..word.mode().word_bits();
        Self(bits.map(|bit| word.bit(bit)).collect())
    }
}
