//! Facts from pairs of programs and outputs of a real assembler: they are compared with the table, and rows are made of them.
//!
//! [`align()`] finds the statement of each word, `solve` the bits of each property. The table's fields come first: a bit is
//! taken for what the table states of it as long as every pair agrees.

use std::borrow::Cow;
use std::collections::HashMap;

use mnc2_isa::Mode;
use mnc2_isa::field::{FieldPlace, IMMEDIATE_FIELDS};

use super::assembler_output::other_width;
use super::property::is_choice;
use super::{Bits, Encodings, Property, Status, WordForm};

pub mod align;
mod slot;
mod solve;
mod table_check;

pub use align::{Aligned, Alignment, Misaligned, align};
use solve::{Prior, solve};
use table_check::{Tallied, Tallies};

/// The most contradictions that are kept.
pub const CONTRADICTIONS_MAX: usize = 10_000;

/// A program and the output that a real assembler made of it.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The name of the program, for evidence.
    pub name: &'a str,
    /// The text of the program.
    pub program: &'a str,
    /// The text of the assembler's output.
    pub output: &'a str,
}

/// A statement with its word.
#[derive(Clone, Debug)]
struct Example {
    properties: Vec<Property>,
    word: Bits,
    /// How often it occurs.
    count: u32,
    /// The first place, for evidence.
    place: String,
    at: WordOrigin,
}

/// Where a word and its statement are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordOrigin {
    /// The index of the pair among those that were given.
    pub pair: usize,
    /// The line of the program, counted from 0.
    pub line: usize,
    /// The line of the output, counted from 0.
    pub output_line: usize,
}

/// How pairs contradict the table or each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// A field has another content than the table states.
    Field {
        /// The word and its statement.
        at: WordOrigin,
        /// The field that differs.
        place: FieldPlace,
        /// The mode of the word.
        mode: Mode,
        /// How well the content is known that the table states.
        status: Status,
        /// The content that the table states.
        expected: u32,
        /// The content in the word.
        found: u32,
    },
    /// Equal statements have different words.
    Words {
        /// The word that was read first.
        first: WordOrigin,
        /// The word that contradicts it.
        at: WordOrigin,
        /// The bits that differ, the highest first.
        bits: Vec<u16>,
    },
    /// Most words have another content in a field than the table states: the words fit together, and the table does not fit
    /// them.
    Row {
        /// The first word that differs.
        at: WordOrigin,
        /// The field of the table's row.
        place: FieldPlace,
        /// The mode of the words.
        mode: Mode,
        /// The number of words that differ.
        differing: u64,
        /// The number of words with the field in such a use.
        words: u64,
        /// Whether all that differ have the content inverted.
        is_inverted: bool,
    },
    /// Words hold a number inverted; no row states it.
    Inverted {
        /// The kind of word.
        form: WordForm,
        /// The name of the property that holds the number.
        name: String,
        /// The bits, the highest first.
        bits: Vec<u16>,
    },
    /// A word has another content than what nearly all others show.
    Outlier {
        /// The word and its statement.
        at: WordOrigin,
        /// The kind of word.
        form: WordForm,
        /// The bits, the highest first.
        bits: Vec<u16>,
    },
    /// No property of the statements explains bits.
    Unexplained {
        /// The kind of word.
        form: WordForm,
        /// The bits, the highest first.
        bits: Vec<u16>,
    },
}

/// The result of learning from pairs.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    /// The rows that the words determine.
    pub encodings: Encodings,
    /// The contradictions between pairs and the table, or among pairs.
    pub contradictions: Vec<Contradiction>,
    /// Lines of pairs that do not fit; nothing is learned from them, but from all others.
    pub misaligned: Vec<(usize, Misaligned)>,
    /// Bits that more than one property explains, with those that do: more programs are needed.
    pub ambiguous: Vec<(WordForm, u16, Vec<String>)>,
    /// Words that were used, of each kind.
    pub words: [u64; 3],
    /// Words of lines with an error here, which are not used.
    pub skipped: u64,
    /// Fields of words that have what the table states: observed ones, and others.
    pub confirmed: [u64; 2],
}

/// Learns from pairs. If `is_blank`, as if nothing were known of any field.
#[must_use]
pub fn learn(pairs: &[Pair<'_>], is_blank: bool) -> Learned {
    let mut learned = Learned::default();
    let mut kinds: [Kind; 3] = Default::default();
    let mut widths: [Option<u16>; 3] = [None; 3];
    let mut tallies = Tallies::default();
    for (pair, given) in pairs.iter().enumerate() {
        let Alignment {
            aligned,
            misaligned,
        } = align(given.program, given.output);
        let misaligned = misaligned.into_iter().map(|error| (pair, error));
        learned.misaligned.extend(misaligned);
        if !is_blank {
            tallies.check(pair, given.program, &aligned);
        }
        for each in aligned {
            let width = each.word.width();
            let first = *widths[each.form as usize].get_or_insert(width);
            if first != width {
                let error = Misaligned {
                    is_output: true,
                    line: each.output_line,
                    at: 0,
                    message: other_width(width, first),
                };
                learned.misaligned.push((pair, error));
                continue;
            }
            match each.properties {
                None => learned.skipped += 1,
                Some(properties) => {
                    learned.words[each.form as usize] += 1;
                    let at = WordOrigin {
                        pair,
                        line: each.line,
                        output_line: each.output_line,
                    };
                    let place = || format!("{}:{}", given.name, each.line + 1);
                    let wrong = kinds[each.form as usize].add(properties, each.word, at, place);
                    learned.contradict(wrong);
                }
            }
        }
    }
    let Tallied {
        confirmed,
        contradictions,
    } = tallies.result();
    learned.confirmed = confirmed;
    for contradiction in contradictions {
        learned.contradict(Some(contradiction));
    }
    for (form, kind) in WordForm::ALL.into_iter().zip(kinds) {
        if !kind.examples.is_empty() {
            learned.solve(form, &kind.examples, is_blank);
        }
    }
    learned
}

/// The examples of a kind of word, without those that repeat others.
#[derive(Default)]
struct Kind {
    examples: Vec<Example>,
    places: HashMap<Vec<(Cow<'static, str>, super::PropertyContent)>, usize>,
}

impl Kind {
    fn add(
        &mut self,
        properties: Vec<Property>,
        word: Bits,
        at: WordOrigin,
        place: impl Fn() -> String,
    ) -> Option<Contradiction> {
        let mut meaning: Vec<_> = properties
            .iter()
            .map(|it| (it.name.clone(), it.key.clone()))
            .collect();
        meaning.sort();
        let next = self.examples.len();
        let known = *self.places.entry(meaning).or_insert(next);
        if known == next {
            let place = place();
            self.examples.push(Example {
                properties,
                word,
                count: 1,
                place,
                at,
            });
            return None;
        }
        let example = &mut self.examples[known];
        example.count += 1;
        let width = word.width();
        let bits: Vec<u16> = (0..width)
            .rev()
            .filter(|&bit| word.bit(bit) != example.word.bit(bit))
            .collect();
        (!bits.is_empty()).then_some(Contradiction::Words {
            first: example.at,
            at,
            bits,
        })
    }
}

impl Learned {
    fn contradict(&mut self, found: Option<Contradiction>) {
        if self.contradictions.len() < CONTRADICTIONS_MAX {
            self.contradictions.extend(found);
        }
    }

    fn solve(&mut self, form: WordForm, examples: &[Example], is_blank: bool) {
        let solved = match form.mode().filter(|_| !is_blank) {
            Some(mode) => solve(form, examples, &Table(mode)),
            None => solve(form, examples, &Nothing),
        };
        // A wrong row of the table is reported once, not for each word.
        let of_rows = self.contradictions.iter().filter_map(|it| match it {
            Contradiction::Row { place, mode, .. } if Some(*mode) == form.mode() => Some(*place),
            _ => None,
        });
        let of_rows: Vec<FieldPlace> = of_rows.collect();
        let is_of_row = |bit: u16| {
            let place = form.mode().and_then(|mode| FieldPlace::at(bit, mode));
            place.is_some_and(|place| of_rows.contains(&place))
        };
        for (name, bits) in solved.inverted {
            if !of_rows.iter().any(|place| place.name() == name) {
                self.contradict(Some(Contradiction::Inverted { form, name, bits }));
            }
        }
        let mut outliers: Vec<(usize, Vec<u16>)> = Vec::new();
        for (at, bit) in solved
            .outliers
            .into_iter()
            .filter(|(_, bit)| !is_of_row(*bit))
        {
            match outliers.iter_mut().find(|(known, _)| *known == at) {
                Some((_, bits)) => bits.insert(0, bit),
                None => outliers.push((at, vec![bit])),
            }
        }
        for (at, bits) in outliers {
            let at = examples[at].at;
            self.contradict(Some(Contradiction::Outlier { at, form, bits }));
        }
        let unexplained = solved.unexplained.into_iter().rev();
        let bits: Vec<u16> = unexplained.filter(|&bit| !is_of_row(bit)).collect();
        if !bits.is_empty() {
            self.contradict(Some(Contradiction::Unexplained { form, bits }));
        }
        let ambiguous = solved.ambiguous.into_iter();
        self.ambiguous
            .extend(ambiguous.map(|(bit, names)| (form, bit, names)));
        self.encodings.words.push(solved.rows);
    }
}

/// Nothing is known before.
struct Nothing;

impl Prior for Nothing {
    fn properties(&self, _: u16) -> Vec<(Cow<'static, str>, Option<u32>)> {
        Vec::new()
    }
}

/// The fields of a mode.
struct Table(Mode);

impl Prior for Table {
    fn properties(&self, bit: u16) -> Vec<(Cow<'static, str>, Option<u32>)> {
        let Some(place) = FieldPlace::at(bit, self.0) else {
            return Vec::new();
        };
        let (Some(field), Some(bits)) = (place.field(), place.bits(self.0)) else {
            return Vec::new();
        };
        let digit = u32::from(bit - bits.start());
        let own = (place.name().into(), (!is_choice(field)).then_some(digit));
        let value = IMMEDIATE_FIELDS.iter().find(|(_, it)| *it == field);
        let value =
            value.map(|(bits, _)| ("immediate".into(), Some(u32::from(*bits.start()) + digit)));
        std::iter::once(own).chain(value).collect()
    }
}
