//! The text of a word by learned rows: MV instructions, flat mode, and contents that are missing in the table of auto-stride
//! mode.
//!
//! Rows state which contents of properties a word can have; [`units`] makes expressions of them. What they make is read
//! again and encoded: it is the text of the word only if the encoding is this word. Therefore nothing here has to
//! decide whether a unit is used, for which rows have only the bits of its use.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::encodings::{LearnedRow, RowContent, WordRows};
use super::property::{field_properties, mv_properties, step_properties};
use super::{Bits, EncodedStep, Encodings, Property, Status, Word, WordForm, encode_with};
use mnc2_asm::LineParser;
use mnc2_isa::Mode;
use mnc2_program::{Statement, Step, WriteMaskSetting};
use mnc2_text::LineRange;

mod contents;
mod mv;
mod operands;
mod units;

use contents::Contents;

/// The most other texts with the same word that are compared with the first.
const OTHERS_MAX: usize = 64;

/// The most texts that are tried for a word.
const TRIES_MAX: usize = 512;

/// The text of a word of flat mode or of an MV instruction; `None` if nothing that rows state has this word.
pub(super) fn read_back(
    parser: &mut LineParser,
    form: WordForm,
    word: &Bits,
    learned: &Encodings,
) -> Option<String> {
    let rows = learned.rows_for(form)?;
    if rows.idle.width() != word.width() {
        return None;
    }
    let contents = [
        Contents::new(rows, word, None),
        Contents::new(rows, word, None).with_implied(),
    ];
    let with_word = |text: String| {
        let line = parser.parse(&text);
        let properties = match (line.has_error(), &line.statement) {
            (false, Some(Statement::Step(step))) => {
                step_properties(step, WriteMaskSetting::default(), Mode::Flat)
            }
            (false, Some(Statement::Mv(mv))) => mv_properties(mv),
            _ => return None,
        };
        (rows.encode(&properties).as_ref() == Ok(word)).then_some((text, properties))
    };
    match form {
        WordForm::Mv => {
            let texts = contents.iter().flat_map(|it| mv::texts(it).take(TRIES_MAX));
            told(rows, texts.filter_map(with_word))
        }
        WordForm::Flat | WordForm::AutoStride => {
            let [contents, _] = &contents;
            told(rows, texts(contents).filter_map(with_word))
        }
    }
}

/// The first of several statements with one word, with `?` and the name of a property in place of what the word does not
/// determine: where another statement has another content, and where no bit holds the content.
fn told(rows: &WordRows, mut all: impl Iterator<Item = (String, Vec<Property>)>) -> Option<String> {
    let (text, properties) = all.next()?;
    let row = |property: &Property| rows.row(&property.name);
    let is_told = |it: &Property| row(it).is_some_and(|row| row.tells(&it.key));
    let doubted: Vec<&Property> = properties.iter().filter(|it| !is_told(it)).collect();
    // The word does not show whether it uses a property that has no bits, either.
    let is_silent = |row: &LearnedRow| row.statements < rows.statements && row.places().is_empty();
    if doubted.is_empty() && !rows.rows.iter().any(is_silent) {
        return Some(text);
    }
    let is_number =
        |it: &&Property| row(it).is_some_and(|row| matches!(row.content, RowContent::Number(_)));
    let mut unknown: Vec<Property> = doubted.into_iter().filter(is_number).cloned().collect();
    let mut beside: Vec<Cow<'static, str>> = Vec::new();
    for (_, other) in all.take(OTHERS_MAX) {
        let is_new = |it: &&Property| {
            let is_known = properties.iter().any(|own| own.name == it.name);
            !is_known && !beside.contains(&it.name)
        };
        let found: Vec<_> = other
            .iter()
            .filter(is_new)
            .map(|it| it.name.clone())
            .collect();
        beside.extend(found);
        let differs = |property: &&Property| {
            let same = other.iter().find(|it| it.name == property.name);
            same.is_none_or(|it| it.key != property.key) && !unknown.contains(property)
        };
        let found: Vec<Property> = properties.iter().filter(differs).cloned().collect();
        unknown.extend(found);
    }
    let mut text = with_unknown(text, &unknown);
    for name in beside {
        let _ = write!(text, " ?{name}");
    }
    Some(text)
}

/// A statement with `?` and the names of properties in place of the words that express them.
fn with_unknown(mut text: String, unknown: &[Property]) -> String {
    let mut ranges: Vec<(LineRange, Vec<&str>)> = Vec::new();
    for property in unknown {
        let (start, end) = (property.range.start, property.range.end);
        let overlaps = |range: &LineRange| range.start < end && start < range.end;
        match ranges.iter_mut().find(|(range, _)| overlaps(range)) {
            Some((range, names)) => {
                *range = range.start.min(start)..range.end.max(end);
                names.push(&property.name);
            }
            None => ranges.push((property.range.clone(), vec![&property.name])),
        }
    }
    ranges.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    for (range, names) in ranges {
        let names: Vec<String> = names.iter().map(|name| format!("?{name}")).collect();
        text.replace_range(range.start as usize..range.end as usize, &names.join(" "));
    }
    text
}

/// The step of a word of auto-stride mode, if rows and the table together determine all of it.
pub(super) fn step_of(
    parser: &mut LineParser,
    word: &Word,
    learned: &Encodings,
) -> Option<(String, EncodedStep)> {
    let mode = word.mode();
    let rows = learned.rows_for(WordForm::from_mode(mode))?;
    if rows.idle.width() != mode.word_bits() {
        return None;
    }
    let bits = Bits::from(word);
    let contents = Contents::new(rows, &bits, Some(word));
    let mut found = texts(&contents)
        .filter_map(|text| {
            let step = accepted(parser, &text)?;
            let encoded = encode_with(&step, WriteMaskSetting::default(), learned, mode);
            let is_enough = |status: Status| match mode {
                Mode::AutoStride => status.is_certain(),
                Mode::Flat => status != Status::Unknown,
            };
            let is_whole = encoded.fields.iter().all(|known| is_enough(known.status));
            if encoded.word != *word || !is_whole {
                return None;
            }
            // The table gives each content a number of its own: only contents from rows can belong to two statements.
            let is_of_rows = |property: &Property| {
                let index = property.of;
                index.is_some_and(|index| encoded.fields[index].status == Status::Learned)
            };
            let properties = field_properties(&step, &encoded.fields).into_iter();
            let properties: Vec<Property> = properties.filter(is_of_rows).collect();
            Some((text, properties, encoded))
        })
        .peekable();
    let (.., encoded) = found.peek()?.clone();
    let statements = found.map(|(text, properties, _)| (text, properties));
    Some((told(rows, statements)?, encoded))
}

fn accepted(parser: &mut LineParser, text: &str) -> Option<Step> {
    let line = parser.parse(text);
    line.step().filter(|_| !line.has_error()).cloned()
}

/// The alternatives of a unit in a word: its expressions, and nothing, in the order of trial.
pub(super) struct Unit {
    pub(super) texts: Vec<Option<String>>,
}

/// The texts of a step that are tried.
fn texts(contents: &Contents<'_>) -> impl Iterator<Item = String> {
    let all = units::alternatives(contents).into_iter();
    all.flat_map(|units| Steps::new(units).take(TRIES_MAX))
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
