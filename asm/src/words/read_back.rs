//! The text of a word by learned rows: MV instructions, flat mode, and what the table of auto-stride mode does not know.
//!
//! Rows say which contents of properties a word can have; [`units`] makes expressions of them. What they make is read again
//! and encoded: it is the text of the word only if the word comes out, whatever led to it. So nothing here has to decide
//! whether a unit is used, of which rows know only what its use looks like.

use super::property::{of_mv, of_step};
use super::{Bits, Encoded, Encodings, Word, WordForm, encode_with};
use crate::LineParser;
use crate::program::{Mode, Statement, Step, WriteMaskSetting};

mod contents;
mod mv;
mod operands;
mod units;

use contents::Contents;

/// The most texts that are tried for a word.
const TRIES_MAX: usize = 512;

/// The text of a word of flat mode or of an MV instruction; `None` if nothing that rows say has this word.
pub(super) fn read_back(
    parser: &mut LineParser,
    form: WordForm,
    word: &Bits,
    learned: &Encodings,
) -> Option<String> {
    let rows = learned.of(form)?;
    if rows.idle.width() != word.width() {
        return None;
    }
    let contents = Contents::new(rows, word, None);
    let mut has_word = |text: &str| {
        let line = parser.parse(text);
        let properties = match (line.has_error(), &line.statement) {
            (false, Some(Statement::Step(step))) => {
                of_step(step, WriteMaskSetting::default(), Mode::Flat)
            }
            (false, Some(Statement::Mv(mv))) => of_mv(mv),
            _ => return false,
        };
        rows.encode(&properties).as_ref() == Ok(word)
    };
    match form {
        WordForm::Mv => {
            let mut texts = mv::texts(&contents).take(TRIES_MAX);
            texts.find(|text| has_word(text))
        }
        WordForm::Flat | WordForm::AutoStride => {
            let steps = Steps::new(units::texts(&contents));
            let mut texts = steps.take(TRIES_MAX);
            texts.find(|text| has_word(text))
        }
    }
}

/// The step of a word of auto-stride mode, if rows and the table together know all of it.
pub(super) fn step_of(
    parser: &mut LineParser,
    word: &Word,
    learned: &Encodings,
) -> Option<(String, Encoded)> {
    let rows = learned.of(WordForm::AutoStride)?;
    let bits = Bits::from(word);
    let contents = Contents::new(rows, &bits, Some(word));
    let mut steps = Steps::new(units::texts(&contents)).take(TRIES_MAX);
    steps.find_map(|text| {
        let step = accepted(parser, &text)?;
        let encoded = encode_with(&step, WriteMaskSetting::default(), learned);
        let is_whole = encoded.word == *word && encoded.doubts().next().is_none();
        is_whole.then_some((text, encoded))
    })
}

fn accepted(parser: &mut LineParser, text: &str) -> Option<Step> {
    let line = parser.parse(text);
    line.step().filter(|_| !line.has_error()).cloned()
}

/// What a unit can say in a word: its expressions, and nothing, in the order of trial.
pub(super) struct Unit {
    pub(super) texts: Vec<Option<String>>,
}

/// The steps of one choice for each unit; the last unit changes first.
struct Steps {
    units: Vec<Unit>,
    next: Option<Vec<usize>>,
}

impl Steps {
    fn new(units: Vec<Unit>) -> Self {
        let next = Some(vec![0; units.len()]);
        Self { units, next }
    }
}

impl Iterator for Steps {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let places = self.next.take()?;
        let chosen = self.units.iter().zip(&places);
        let texts: Vec<&str> = chosen
            .filter_map(|(unit, &place)| unit.texts[place].as_deref())
            .collect();
        let mut after = places.clone();
        for at in (0..after.len()).rev() {
            after[at] += 1;
            if after[at] < self.units[at].texts.len() {
                self.next = Some(after);
                break;
            }
            after[at] = 0;
        }
        Some(texts.join("; "))
    }
}
