//! A property among the examples: where it is used, and how it can explain a bit.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::super::encodings::{Digit, LearnedChoice, LearnedRow, RowContent};
use super::Example;

/// A set of examples, a bit for each.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Set(pub(super) Vec<u64>);

impl Set {
    pub(super) fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    pub(super) fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    pub(super) fn has(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    pub(super) fn or(&mut self, other: &Self) {
        for (part, other) in self.0.iter_mut().zip(&other.0) {
            *part |= other;
        }
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|part| part.count_ones() as usize).sum()
    }
}

/// A property with the examples that have it.
pub(super) struct Slot {
    pub(super) name: Cow<'static, str>,
    pub(super) is_number: bool,
    pub(super) used: Set,
    /// The examples, with their contents: the number, or the index of the choice.
    pub(super) uses: Vec<(usize, u64)>,
    pub(super) choices: Vec<String>,
}

/// How a property explains a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// It is this bit of the number.
    Digit(u32),
    /// It depends on the choice.
    Choice,
    /// It is the inverse of this bit of the number: known of bits, but no row states it.
    Inverse(u32),
}

impl Slot {
    /// The number of contents: a slot with fewer is simpler.
    pub(super) fn cost(&self) -> usize {
        if self.is_number {
            1
        } else {
            1 + self.choices.len()
        }
    }

    /// Whether the bit follows the content in every statement that has it.
    pub(super) fn follows(&self, value: &Set, how: How) -> bool {
        match how {
            How::Digit(digit) => {
                let mut uses = self.uses.iter();
                uses.all(|&(at, content)| value.has(at) == (content >> digit & 1 == 1))
            }
            How::Inverse(digit) => {
                let mut uses = self.uses.iter();
                uses.all(|&(at, content)| value.has(at) != (content >> digit & 1 == 1))
            }
            How::Choice => {
                let mut held: Vec<Option<bool>> = vec![None; self.choices.len()];
                self.uses.iter().all(|&(at, content)| {
                    let held = &mut held[content as usize];
                    *held.get_or_insert(value.has(at)) == value.has(at)
                })
            }
        }
    }

    /// The bit in every statement that has the property, if it is always the same.
    pub(super) fn constant(&self, value: &Set) -> Option<bool> {
        let mut held = self.uses.iter().map(|&(at, _)| value.has(at));
        let first = held.next()?;
        held.all(|it| it == first).then_some(first)
    }

    /// How it can explain a bit.
    pub(super) fn how(&self, value: &Set) -> Option<How> {
        if !self.is_number {
            return self.follows(value, How::Choice).then_some(How::Choice);
        }
        let mut digits = self.digits().map(How::Digit);
        digits.find(|&how| self.follows(value, how))
    }

    /// The digit of a number whose inverse a bit is.
    pub(super) fn inverse(&self, value: &Set) -> Option<How> {
        if !self.is_number {
            return None;
        }
        let mut digits = self.digits().map(How::Inverse);
        digits.find(|&how| self.follows(value, how))
    }

    /// The digits that are set in some content.
    fn digits(&self) -> impl Iterator<Item = u32> + use<> {
        let all = self.uses.iter().fold(0, |all, (_, content)| all | content);
        (0..64).filter(move |digit| all >> digit & 1 == 1)
    }

    /// The examples that do not follow the content as most do.
    pub(super) fn nearly(&self, value: &Set) -> Vec<(How, Vec<usize>)> {
        if self.is_number {
            return self
                .digits()
                .map(|digit| {
                    let is_wrong = |&&(at, content): &&(usize, u64)| {
                        value.has(at) != (content >> digit & 1 == 1)
                    };
                    let wrong = self.uses.iter().filter(is_wrong);
                    (How::Digit(digit), wrong.map(|(at, _)| *at).collect())
                })
                .collect();
        }
        let mut votes = vec![(0_usize, 0_usize); self.choices.len()];
        for &(at, content) in &self.uses {
            let (set, all) = &mut votes[content as usize];
            *set += usize::from(value.has(at));
            *all += 1;
        }
        let is_wrong = |&&(at, content): &&(usize, u64)| {
            let (set, all) = votes[content as usize];
            value.has(at) != (set * 2 > all)
        };
        let wrong = self.uses.iter().filter(is_wrong);
        vec![(How::Choice, wrong.map(|(at, _)| *at).collect())]
    }

    /// The row with bits.
    pub(super) fn row(&self, bits: &[(u16, How)], examples: &[Example]) -> LearnedRow {
        let count = |at: usize| examples[at].count;
        let statements = self.uses.iter().map(|(at, _)| count(*at)).sum();
        let content = if self.is_number {
            let all = self.uses.iter().fold(0, |all, (_, content)| all | content);
            let always = self
                .uses
                .iter()
                .fold(u64::MAX, |all, (_, content)| all & content);
            let owned = bits.iter().map(|(_, how)| match how {
                How::Digit(digit) => *digit + 1,
                How::Choice | How::Inverse(_) => 0,
            });
            let size = owned.max().unwrap_or(0).max(64 - all.leading_zeros());
            let digit = |digit: u32| {
                let own = bits
                    .iter()
                    .rev()
                    .filter(|(_, how)| *how == How::Digit(digit));
                let own: Vec<u16> = own.map(|(bit, _)| *bit).collect();
                match own.is_empty() {
                    false => Digit::Bits(own),
                    true if always >> digit & 1 == 1 => Digit::Always,
                    true if all >> digit & 1 == 1 => Digit::Implied,
                    true => Digit::Unseen,
                }
            };
            let places = (0..size).map(digit).collect();
            RowContent::Number(places)
        } else {
            let places: Vec<u16> = bits.iter().rev().map(|(bit, _)| *bit).collect();
            let mut choices: BTreeMap<String, LearnedChoice> = BTreeMap::new();
            for (index, name) in self.choices.iter().enumerate() {
                let of: Vec<usize> = self
                    .uses
                    .iter()
                    .filter(|(_, content)| *content == index as u64)
                    .map(|(at, _)| *at)
                    .collect();
                let most = |bit: u16| {
                    let set = of.iter().filter(|&&at| examples[at].word.bit(bit)).count();
                    set * 2 > of.len()
                };
                let choice = LearnedChoice {
                    bits: places.iter().map(|&bit| most(bit)).collect(),
                    statements: of.iter().map(|&at| count(at)).sum(),
                    first: of
                        .first()
                        .map(|&at| examples[at].place.clone())
                        .unwrap_or_default(),
                };
                choices.insert(name.clone(), choice);
            }
            RowContent::Choices(places, choices)
        };
        LearnedRow {
            name: self.name.clone(),
            content,
            statements,
            distinct: u32::try_from(self.uses.len()).unwrap_or(u32::MAX),
        }
    }
}
