//! The contents of properties that a word can have.

use mnc2_isa::field::{Field, FieldPlace, Selected};
use mnc2_isa::{AluOp, Forwarding, Memory, Precision};

use super::super::encodings::{Digit, LearnedRow, RowContent, WordRows};
use super::super::operands::width;
use super::super::property::{BOTH, choice};
use super::super::{Bits, PropertyContent, Word};

/// A word, with rows that determine its contents.
pub(super) struct Contents<'a> {
    rows: &'a WordRows,
    word: &'a Bits,
    /// The word whose fields the table has.
    table: Option<&'a Word>,
    /// What digits without a bit are taken for.
    implied: bool,
}

impl<'a> Contents<'a> {
    pub(super) const fn new(rows: &'a WordRows, word: &'a Bits, table: Option<&'a Word>) -> Self {
        Self {
            rows,
            word,
            table,
            implied: false,
        }
    }

    /// The same with digits set that no bit encodes: a statement with 0 in their place can be an error.
    pub(super) const fn with_implied(mut self) -> Self {
        self.implied = true;
        self
    }

    /// The number that a property has, if it has one.
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        match self.rows.row(name).map(|row| &row.content) {
            Some(RowContent::Number(digits)) => {
                let set = digits.iter().enumerate().filter(|(_, digit)| match digit {
                    Digit::Bits(bits) => bits.first().is_some_and(|&bit| self.word.bit(bit)),
                    Digit::Always => true,
                    // What is taken for it is named as not known.
                    Digit::Implied => self.implied,
                    Digit::Unseen => false,
                });
                Some(set.fold(0, |all, (place, _)| all | 1 << place))
            }
            Some(RowContent::Choices(..)) => None,
            None => {
                let word = self.table?;
                Some(word.get(FieldPlace::find(name, word.mode())?).into())
            }
        }
    }

    /// Whether a property that is a flag is set.
    pub(super) fn is_set(&self, name: &str) -> bool {
        self.number(name) == Some(1)
    }

    /// The choices that a property can have: first from the table, then from its row.
    pub(super) fn choices(&self, name: &str) -> Vec<String> {
        let mut all = match (self.table, Field::find(name)) {
            (Some(word), Some(field)) => table_meanings(word, field),
            _ => Vec::new(),
        };
        if let Some(RowContent::Choices(places, choices)) =
            self.rows.row(name).map(|row| &row.content)
        {
            let fits = choices.iter().filter(|(_, choice)| {
                let mut bits = places.iter().zip(&choice.bits);
                bits.all(|(&bit, &is_set)| self.word.bit(bit) == is_set)
            });
            for (name, _) in fits {
                if !all.contains(name) {
                    all.push(name.clone());
                }
            }
        }
        all
    }

    /// Whether a row states a property.
    pub(super) fn is_listed(&self, name: &str) -> bool {
        self.rows.row(name).is_some()
    }

    /// Whether a property can have a choice, also next to another one; where no row states it, whether the table has a number.
    pub(super) fn can_say(&self, name: &str, part: &str, number: u64) -> bool {
        match self.rows.row(name) {
            Some(_) => {
                let choices = self.choices(name);
                choices.iter().any(|it| it.split(BOTH).any(|it| it == part))
            }
            None => self.number(name) == Some(number),
        }
    }

    /// Whether a property can have a choice.
    pub(super) fn can_be(&self, name: &str, choice: &str) -> bool {
        self.choices(name).iter().any(|it| it == choice)
    }

    /// Whether the bits of properties that begin with a name have another content than in an unused unit.
    pub(super) fn is_used(&self, prefixes: &[&str]) -> bool {
        let is_meant =
            |row: &&LearnedRow| prefixes.iter().any(|prefix| row.name.starts_with(prefix));
        let differs = |bit: u16| self.word.bit(bit) != self.rows.idle.bit(bit);
        let mut rows = self.rows.rows.iter().filter(is_meant);
        rows.any(|row| row.places().into_iter().any(differs))
    }
}

/// What the table states that a field can mean, named as the choices of properties are.
fn table_meanings(word: &Word, field: Field) -> Vec<String> {
    let number = word.get(field);
    let code = u16::try_from(number).unwrap_or(u16::MAX);
    let one = |name: Option<&str>| name.map(str::to_owned).into_iter().collect();
    match field {
        Field::TSource
        | Field::Grf0Source
        | Field::Grf1Source
        | Field::Lm0Source
        | Field::Lm1Source => one(Forwarding::from_source_code(code).map(Forwarding::name)),
        Field::Grf0ReadWidth
        | Field::Grf0WriteWidth
        | Field::Grf1ReadWidth
        | Field::Grf1WriteWidth
        | Field::Lm0Width
        | Field::Lm1Width => one(width(number).map(mnc2_isa::Width::name)),
        Field::MauPrecision | Field::AluPrecision => Precision::all_with_code(code)
            .map(|it| name_of(&it))
            .collect(),
        Field::MauSelectA
        | Field::MauSelectB
        | Field::MauSelectC
        | Field::AluInput1
        | Field::AluInput2
        | Field::L1bmPeSource => {
            let name = Selected::from_code(code, field).map(|selected| match selected {
                Selected::Memory(Memory::T) => "t",
                Selected::Memory(memory) => memory.letters(),
                Selected::Forwarding(register) => register.name(),
            });
            let mut all: Vec<String> = one(name);
            if field == Field::AluInput2 {
                all.push("no length".to_owned());
            }
            all
        }
        Field::AluOpcode => AluOp::from_code(code).iter().map(name_of).collect(),
        Field::MaskWidth | Field::Lm0Mode | Field::Lm1Mode => vec![number.to_string()],
        _ => Vec::new(),
    }
}

/// The name that a row or precision has as a choice.
pub(super) fn name_of(value: &impl std::fmt::Debug) -> String {
    match choice(value) {
        PropertyContent::Name(name) => name.into_owned(),
        PropertyContent::Number(number) => number.to_string(),
    }
}
