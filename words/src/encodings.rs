//! Facts that a user's own assembler showed: rows that state which bits of a word hold which property of a statement.
//!
//! [`learn`](super::learn()) makes them of pairs of programs and outputs; files of them are read and written by the
//! project crate. This is only the value: it has no text form of its own and does no I/O.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Bits, Property, PropertyContent, WordForm};

/// Learned rows, for each kind of word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encodings {
    /// At most one for each kind of word.
    pub words: Vec<WordRows>,
}

/// The rows of one kind of word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordRows {
    /// The kind of word.
    pub form: WordForm,
    /// The word in which nothing is used; bits that no pair shows unused have what most pairs have.
    pub idle: Bits,
    /// The pairs that the rows are made of.
    pub statements: u32,
    /// The rows, in the order of their names.
    pub rows: Vec<LearnedRow>,
}

/// Where a property of statements is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedRow {
    /// The property: the name of a field of the table, or of a part of one.
    pub name: Cow<'static, str>,
    /// The meaning of the bits.
    pub content: RowContent,
    /// The number of statements with the property.
    pub statements: u32,
    /// The number of their different words.
    pub distinct: u32,
}

/// How a property is written to its bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowContent {
    /// A number: where each of its digits is, the lowest first.
    Number(Vec<Digit>),
    /// A choice: the bits of the word, the highest first, and what they hold for each choice.
    Choices(Vec<u16>, BTreeMap<String, LearnedChoice>),
}

/// Where a binary digit of a number is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Digit {
    /// In these bits of the word, the highest first; mostly one.
    Bits(Vec<u16>),
    /// Some statements have it, but what else they have explains all bits.
    Implied,
    /// Every statement has it: nothing shows a word without it.
    Always,
    /// No statement has it: nothing shows a word with it.
    Unseen,
}

/// Why rows give a statement no word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotHeld {
    /// No row states a property's content: its place among those given.
    Content(usize),
    /// Every statement that is known has this property, and the given one does not.
    Unused(String),
}

/// A choice of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnedChoice {
    /// The content of the row's bits, in their order.
    pub bits: Vec<bool>,
    /// The number of statements with it.
    pub statements: u32,
    /// The first place that shows it, such as `probe.vsm:12`.
    pub first: String,
}

impl Encodings {
    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|words| words.rows.is_empty())
    }

    /// The rows of a kind of word.
    #[must_use]
    pub fn rows_for(&self, form: WordForm) -> Option<&WordRows> {
        self.words.iter().find(|words| words.form == form)
    }

    /// The bits of a property, with what they hold; `None` if no row states it.
    #[must_use]
    pub fn bits(&self, form: WordForm, property: &Property) -> Option<Vec<(u16, bool)>> {
        self.rows_for(form)?
            .row(&property.name)?
            .bits(&property.key)
    }
}

impl WordRows {
    /// The row of a property.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<&LearnedRow> {
        let at = self.rows.binary_search_by(|row| (*row.name).cmp(name));
        at.ok().map(|at| &self.rows[at])
    }

    /// The word of a statement, if rows state all of it.
    ///
    /// # Errors
    /// The first that none says.
    pub fn encode(&self, properties: &[Property]) -> Result<Bits, NotHeld> {
        let mut word = self.idle.clone();
        for (place, property) in properties.iter().enumerate() {
            let missing = || NotHeld::Content(place);
            let row = self.row(&property.name).ok_or_else(missing)?;
            for (bit, is_set) in row.bits(&property.key).ok_or_else(missing)? {
                word.set_bit(bit, is_set);
            }
        }
        let is_always_used =
            |row: &&LearnedRow| row.statements >= self.statements && self.statements > 0;
        let is_used = |row: &LearnedRow| properties.iter().any(|it| it.name == row.name);
        let mut always = self.rows.iter().filter(is_always_used);
        match always.find(|row| !is_used(row)) {
            Some(row) => Err(NotHeld::Unused(row.name.to_string())),
            None => Ok(word),
        }
    }
}

impl LearnedRow {
    /// Its bits, with what they hold for a content; `None` if no pair shows it.
    #[must_use]
    pub fn bits(&self, key: &PropertyContent) -> Option<Vec<(u16, bool)>> {
        match (&self.content, key) {
            (RowContent::Number(places), PropertyContent::Number(number)) => {
                let beyond = number.checked_shr(places.len() as u32).unwrap_or(0);
                let mut bits = Vec::with_capacity(places.len());
                for (k, place) in places.iter().enumerate() {
                    let is_set = number >> k & 1 == 1;
                    match place {
                        Digit::Bits(places) => {
                            bits.extend(places.iter().map(|&bit| (bit, is_set)));
                        }
                        Digit::Unseen if is_set => return None,
                        Digit::Always if !is_set => return None,
                        Digit::Unseen | Digit::Always | Digit::Implied => {}
                    }
                }
                (beyond == 0).then_some(bits)
            }
            (RowContent::Choices(places, choices), key) => {
                let choice = choices.get(key.text().as_ref())?;
                Some(
                    places
                        .iter()
                        .copied()
                        .zip(choice.bits.iter().copied())
                        .collect(),
                )
            }
            (RowContent::Number(_), PropertyContent::Name(_)) => None,
        }
    }

    /// The bits that it is in, the highest first.
    #[must_use]
    pub fn places(&self) -> Vec<u16> {
        match &self.content {
            RowContent::Number(places) => {
                let bits = places.iter().rev().filter_map(|place| match place {
                    Digit::Bits(bits) => Some(bits.iter().copied()),
                    Digit::Implied | Digit::Always | Digit::Unseen => None,
                });
                bits.flatten().collect()
            }
            RowContent::Choices(places, _) => places.clone(),
        }
    }

    /// Whether a word distinguishes a content from every other one of the row.
    #[must_use]
    pub fn tells(&self, key: &PropertyContent) -> bool {
        match &self.content {
            RowContent::Number(places) => !places.contains(&Digit::Implied),
            RowContent::Choices(_, choices) => {
                let own = choices.get(key.text().as_ref());
                let alike = choices
                    .values()
                    .filter(|it| Some(&it.bits) == own.map(|own| &own.bits));
                alike.count() == 1
            }
        }
    }
}
