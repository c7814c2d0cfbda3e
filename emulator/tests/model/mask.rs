//! Masks (manual 3.6.2): entries, `mask` statements, single-line masks and zero-flush masks.

use crate::operand::Width;
use crate::oracle::samples::Random;
use crate::state::{Mem, State};

/// An entry and how it is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    /// 0 to 31.
    pub(crate) entry: usize,
    /// Whether the mask application word length is 2 long words.
    pub(crate) double: bool,
}

/// A `mask` statement: the letters of the memories that it covers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setting {
    pub(crate) letters: String,
    pub(crate) mask: Option<Mask>,
}

impl Mask {
    /// A variable entry or a pattern of cycles; never 0 or 31 if it is written as a pattern.
    pub(crate) fn random(random: &mut Random) -> Self {
        let entry = if random.flip() {
            1 + random.below(15)
        } else {
            16 + random.below(16)
        };
        Self {
            entry: entry as usize,
            double: random.flip(),
        }
    }

    /// `/...` after an opcode, or after a destination before its suffix.
    pub(crate) fn text(self) -> String {
        let letters = if self.double { "ll" } else { "" };
        if self.entry < 16 {
            format!("/${letters}imr{}", self.entry)
        } else {
            format!("/{letters}{:04b}", self.entry - 16)
        }
    }

    /// The text after a destination of a word length.
    pub(crate) fn write_text(self, width: Width) -> String {
        let suffix = match (self.double, width == Width::Double) {
            (true, false) => "t",
            (false, true) => "p",
            (true, true) | (false, false) => "",
        };
        self.text() + suffix
    }

    /// The four flags in a cycle, MSB side first.
    pub(crate) fn flags(self, state: &State, pe: usize, cycle: usize) -> [bool; 4] {
        match self.entry {
            0 => [true; 4],
            16.. => {
                let pattern = format!("{:04b}", self.entry - 16);
                [pattern.as_bytes()[cycle] == b'1'; 4]
            }
            entry => {
                let flags = state.read(Mem::Mask, pe, entry * 4 + cycle);
                [8, 4, 2, 1].map(|bit| flags & bit != 0)
            }
        }
    }

    /// The bits of the four single words of the data path that pass.
    ///
    /// A long-word mask has a flag for each half word of the MSB side and does not interfere with the LSB
    /// side; a mask of 2 long words has one for each single word.
    pub(crate) fn bits(self, state: &State, pe: usize, cycle: usize) -> [u64; 4] {
        let flags = self.flags(state, pe, cycle);
        let part = |flag: bool, bits: u64| if flag { bits } else { 0 };
        if self.double {
            flags.map(|flag| part(flag, 0xffff_ffff))
        } else {
            [
                part(flags[0], 0xffff_0000) | part(flags[1], 0xffff),
                part(flags[2], 0xffff_0000) | part(flags[3], 0xffff),
                0xffff_ffff,
                0xffff_ffff,
            ]
        }
    }
}

impl Setting {
    pub(crate) fn random(random: &mut Random) -> Self {
        if random.below(4) == 0 {
            return Self::default();
        }
        let mut letters: String = "rstmnk".chars().filter(|_| random.flip()).collect();
        if random.flip() {
            letters = letters.chars().rev().collect();
        }
        Self {
            letters,
            mask: Some(Mask {
                entry: random.below(32) as usize,
                double: random.flip(),
            }),
        }
    }

    /// The text of the mask statement.
    pub(crate) fn text(&self) -> String {
        let Some(mask) = self.mask else {
            return "mask 0".into();
        };
        let word_length = if mask.double { "ll" } else { "" };
        format!("mask{word_length}{} {}", self.letters, mask.entry)
    }

    /// The mask of a memory.
    pub(crate) fn covering(&self, mem: Mem) -> Option<Mask> {
        let letter = match mem {
            Mem::Base0 => "m",
            Mem::Base1 => "n",
            Mem::Mask => "k",
            Mem::Lm0 | Mem::Lm1 | Mem::Grf0 | Mem::Grf1 | Mem::T => mem.letters(),
            _ => return None,
        };
        self.mask.filter(|_| self.letters.contains(letter))
    }
}
