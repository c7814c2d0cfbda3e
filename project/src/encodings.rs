//! Files of learned rows (`encodings/*.toml`): what a user's own assembler showed of instruction words.
//!
//! Reading and writing are inverse, and neither does I/O.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use mnc2_isa::Mode;
use mnc2_text::{Message, message};
use mnc2_words::bits::BITS_MAX;
use mnc2_words::encodings::{Digit, LearnedChoice, LearnedRow, RowContent, WordRows};
use mnc2_words::{Bits, Encodings, WordForm};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::SettingProblem;

/// The number of the schema.
pub const FORMAT: i64 = 1;

/// The largest file that is read, in bytes.
pub const ENCODINGS_BYTES_MAX: u64 = 16 << 20;

/// The most rows of one kind of word.
pub const ROWS_MAX: usize = 4096;

/// The most choices of one row.
pub const CHOICES_MAX: usize = 1 << 16;

/// The mark of a digit of a number that no statement has.
const UNSEEN: i64 = -1;

/// The mark of a digit that needs no bit of its own, because the other parts of statements explain all bits.
const IMPLIED: i64 = -2;

/// The mark of a digit that every statement has.
const ALWAYS: i64 = -3;

type Value<'i> = Spanned<DeValue<'i>>;

/// Reads the text of a file.
///
/// # Errors
/// The first error in it.
pub fn read(text: &str) -> Result<Encodings, SettingProblem> {
    let document = DeTable::parse(text).map_err(|error| SettingProblem {
        range: error.span().unwrap_or(0..0),
        message: Message::verbatim(error.message().replace('\n', ", ")),
    })?;
    let table = document.get_ref();
    let whole = document.span();
    let format = table.get("format").and_then(integer);
    if format != Some(FORMAT) {
        let range = table.get("format").map_or(0..0, |value| value.span());
        let message = message!(
            "a file of encodings begins with `format = {format}`",
            format = FORMAT
        );
        return Err(SettingProblem { range, message });
    }
    let mut encodings = Encodings::default();
    for entry in array(table, "word", &whole)? {
        let words = word(entry)?;
        if encodings.rows_for(words.form).is_some() {
            return Err(wrong(&entry.span(), "word", "each letter once"));
        }
        encodings.words.push(words);
    }
    Ok(encodings)
}

/// The problem of an entry.
fn wrong(range: &Range<usize>, name: &'static str, expected: &'static str) -> SettingProblem {
    let message = message!("`{name}` must be {expected}", name, expected);
    SettingProblem {
        range: range.clone(),
        message,
    }
}

fn integer(value: &Value<'_>) -> Option<i64> {
    match value.get_ref() {
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
        _ => None,
    }
}

/// The entries of an array; none if there is no such array.
fn array<'a, 'i>(
    table: &'a DeTable<'i>,
    name: &'static str,
    _: &Range<usize>,
) -> Result<&'a [Value<'i>], SettingProblem> {
    match table.get(name) {
        None => Ok(&[]),
        Some(value) => match value.get_ref() {
            DeValue::Array(entries) => Ok(entries),
            _ => Err(wrong(&value.span(), name, "an array")),
        },
    }
}

fn count(
    table: &DeTable<'_>,
    name: &'static str,
    place: &Range<usize>,
) -> Result<u32, SettingProblem> {
    let value = table.get(name);
    let range = value.map_or(place.clone(), Spanned::span);
    let number = value
        .and_then(integer)
        .and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| wrong(&range, name, "a count"))
}

fn text<'a>(
    table: &'a DeTable<'_>,
    name: &'static str,
    place: &Range<usize>,
) -> Result<(&'a str, Range<usize>), SettingProblem> {
    let value = table.get(name);
    let range = value.map_or(place.clone(), Spanned::span);
    match value.and_then(|value| value.get_ref().as_str()) {
        Some(text) => Ok((text, range)),
        None => Err(wrong(&range, name, "a string")),
    }
}

fn word(entry: &Value<'_>) -> Result<WordRows, SettingProblem> {
    let place = entry.span();
    let Some(table) = entry.get_ref().as_table() else {
        return Err(wrong(&place, "word", "a table"));
    };
    let (letter, range) = text(table, "letter", &place)?;
    let mut letters = letter.chars();
    let form = letters
        .next()
        .and_then(WordForm::from_letter)
        .filter(|_| letters.next().is_none());
    let form = form.ok_or_else(|| wrong(&range, "letter", "`i`, `j` or `m`"))?;
    let (idle, range) = text(table, "idle", &place)?;
    let idle = Bits::parse(idle).map_err(|error| SettingProblem {
        range: range.clone(),
        message: error.message(),
    })?;
    match form.mode() {
        Some(mode) if idle.word(mode).is_none() => {
            let expected = match mode {
                Mode::AutoStride => "a word of 292 bits",
                Mode::Flat => "a word of 426 bits",
            };
            return Err(wrong(&range, "idle", expected));
        }
        Some(_) | None => {}
    }
    let mut rows = Vec::new();
    let entries = array(table, "row", &place)?;
    if entries.len() > ROWS_MAX {
        return Err(wrong(&place, "row", "at most 4096 rows"));
    }
    for entry in entries {
        rows.push(row(entry, idle.width())?);
    }
    rows.sort_by(|one, other| one.name.cmp(&other.name));
    if rows.windows(2).any(|pair| pair[0].name == pair[1].name) {
        return Err(wrong(&place, "name", "the name of one row only"));
    }
    Ok(WordRows {
        form,
        idle,
        statements: count(table, "statements", &place)?,
        rows,
    })
}

fn row(entry: &Value<'_>, width: u16) -> Result<LearnedRow, SettingProblem> {
    let place = entry.span();
    let Some(table) = entry.get_ref().as_table() else {
        return Err(wrong(&place, "row", "a table"));
    };
    let (name, _) = text(table, "name", &place)?;
    let entries = array(table, "bits", &place)?;
    let mut bits = Vec::new();
    let mut held = BTreeSet::new();
    let mut bit = |value: &Value<'_>| {
        let bit = integer(value).and_then(|bit| u16::try_from(bit).ok());
        let bit = bit.filter(|bit| *bit < width && held.insert(*bit));
        bit.ok_or_else(|| wrong(&value.span(), "bits", "bits of the word, each once"))
    };
    for entry in entries.iter().take(BITS_MAX + 1) {
        bits.push(match (integer(entry), entry.get_ref()) {
            (Some(UNSEEN), _) => Digit::Unseen,
            (Some(IMPLIED), _) => Digit::Implied,
            (Some(ALWAYS), _) => Digit::Always,
            (_, DeValue::Array(several)) if !several.is_empty() => {
                Digit::Bits(several.iter().map(&mut bit).collect::<Result<_, _>>()?)
            }
            _ => Digit::Bits(vec![bit(entry)?]),
        });
    }
    let content = match table.get("choices") {
        None if bits.len() > 64 => return Err(wrong(&place, "bits", "at most 64 bits")),
        None => {
            bits.reverse();
            RowContent::Number(bits)
        }
        Some(value) => {
            let bit = |digit| match digit {
                Digit::Bits(bits) => match bits[..] {
                    [bit] => Some(bit),
                    _ => None,
                },
                Digit::Implied | Digit::Always | Digit::Unseen => None,
            };
            let whole: Option<Vec<u16>> = bits.into_iter().map(bit).collect();
            let whole =
                whole.ok_or_else(|| wrong(&place, "bits", "bits of the word, each once"))?;
            let choices = choices(value, whole.len())?;
            RowContent::Choices(whole, choices)
        }
    };
    Ok(LearnedRow {
        name: Cow::Owned(name.to_owned()),
        content,
        statements: count(table, "statements", &place)?,
        distinct: count(table, "distinct", &place)?,
    })
}

fn choices(
    value: &Value<'_>,
    width: usize,
) -> Result<BTreeMap<String, LearnedChoice>, SettingProblem> {
    let Some(table) = value.get_ref().as_table() else {
        return Err(wrong(&value.span(), "choices", "a table"));
    };
    if table.len() > CHOICES_MAX {
        return Err(wrong(&value.span(), "choices", "at most 65536 choices"));
    }
    let mut choices = BTreeMap::new();
    for (name, value) in table {
        let place = value.span();
        let Some(table) = value.get_ref().as_table() else {
            return Err(wrong(&place, "choices", "a table of tables"));
        };
        let (content, range) = text(table, "content", &place)?;
        let is_digits = content.bytes().all(|digit| matches!(digit, b'0' | b'1'));
        if content.len() != width || !is_digits {
            return Err(wrong(
                &range,
                "content",
                "a digit 0 or 1 for each bit of the row",
            ));
        }
        let choice = LearnedChoice {
            bits: content.bytes().map(|digit| digit == b'1').collect(),
            statements: count(table, "statements", &place)?,
            first: text(table, "first", &place)?.0.to_owned(),
        };
        choices.insert(name.get_ref().to_string(), choice);
    }
    Ok(choices)
}

/// The text of a file.
#[must_use]
pub fn write(encodings: &Encodings) -> String {
    let mut out = String::from(
        "# What an assembler's output shows of instruction words, written by `mnc2 learn`.\n\
         # A row is a property of statements: the bits that hold it, the highest first (-1 where no statement has the digit,\n\
         # -3 where every one has it, -2 where others say it), and for a choice their content, with how many statements\n\
         # show it and the first of them.\n",
    );
    let _ = writeln!(out, "format = {FORMAT}");
    for words in &encodings.words {
        let _ = writeln!(
            out,
            "\n[[word]]\nletter = \"{}\"\nidle = \"{}\"\nstatements = {}",
            words.form.letter(),
            words.idle.binary(),
            words.statements
        );
        for row in &words.rows {
            write_row(&mut out, row);
        }
    }
    out
}

fn write_row(out: &mut String, row: &LearnedRow) {
    let bits: Vec<String> = match &row.content {
        RowContent::Number(places) => {
            let places = places.iter().rev();
            places
                .map(|place| match place {
                    Digit::Bits(bits) => match bits[..] {
                        [bit] => bit.to_string(),
                        _ => format!("{bits:?}"),
                    },
                    Digit::Implied => IMPLIED.to_string(),
                    Digit::Always => ALWAYS.to_string(),
                    Digit::Unseen => UNSEEN.to_string(),
                })
                .collect()
        }
        RowContent::Choices(places, _) => places.iter().map(u16::to_string).collect(),
    };
    let _ = writeln!(
        out,
        "\n[[word.row]]\nname = {}\nbits = [{}]\nstatements = {}\ndistinct = {}",
        quoted(&row.name),
        bits.join(", "),
        row.statements,
        row.distinct
    );
    let RowContent::Choices(_, choices) = &row.content else {
        return;
    };
    out.push_str("[word.row.choices]\n");
    for (name, choice) in choices {
        let content: String = choice
            .bits
            .iter()
            .map(|&bit| if bit { '1' } else { '0' })
            .collect();
        let _ = writeln!(
            out,
            "{} = {{ content = \"{content}\", statements = {}, first = {} }}",
            quoted(name),
            choice.statements,
            quoted(&choice.first)
        );
    }
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            _ if character.is_control() => {
                let _ = write!(out, "\\u{:04X}", character as u32);
            }
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made() -> Encodings {
        let choice = |bits: &str, statements| LearnedChoice {
            bits: bits.bytes().map(|digit| digit == b'1').collect(),
            statements,
            first: "a \"b\"\\\u{7}.vsm:3".to_owned(),
        };
        let row = |name: &str, content| LearnedRow {
            name: Cow::Owned(name.to_owned()),
            content,
            statements: 7,
            distinct: 5,
        };
        let choices = [
            ("add".to_owned(), choice("01", 3)),
            ("x y\n".to_owned(), choice("11", 1)),
        ];
        Encodings {
            words: vec![WordRows {
                form: WordForm::Mv,
                idle: Bits::parse("0110").expect("bits"),
                statements: 9,
                rows: vec![
                    row("mv_opcode", RowContent::Choices(vec![3, 0], choices.into())),
                    row(
                        "mv_size",
                        RowContent::Number(vec![
                            Digit::Bits(vec![1]),
                            Digit::Implied,
                            Digit::Always,
                            Digit::Unseen,
                            Digit::Bits(vec![3, 2]),
                        ]),
                    ),
                    row("mv_tag", RowContent::Number(Vec::new())),
                ],
            }],
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let made = made();
        assert_eq!(read(&write(&made)), Ok(made));
        assert_eq!(
            read(&write(&Encodings::default())),
            Ok(Encodings::default())
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        let text = write(&made());
        for (from, to, expected) in [
            (
                "format = 1",
                "format = 2",
                "a file of encodings begins with `format = 1`",
            ),
            ("\"m\"", "\"k\"", "`letter` must be `i`, `j` or `m`"),
            ("\"m\"", "\"i\"", "`idle` must be a word of 292 bits"),
            (
                "0110",
                "0120",
                "a word has only the digits 0 and 1, but its character 3 is `2`",
            ),
            (
                "[3, 0]",
                "[4, 0]",
                "`bits` must be bits of the word, each once",
            ),
            (
                "[3, 0]",
                "[3, 3]",
                "`bits` must be bits of the word, each once",
            ),
            (
                "[3, 0]",
                "[3, -1]",
                "`bits` must be bits of the word, each once",
            ),
            (
                "\"01\"",
                "\"011\"",
                "`content` must be a digit 0 or 1 for each bit of the row",
            ),
            (
                "statements = 7",
                "statements = -7",
                "`statements` must be a count",
            ),
            (
                "\"mv_size\"",
                "\"mv_tag\"",
                "`name` must be the name of one row only",
            ),
            ("[[word]]", "[word]", "`word` must be an array"),
        ] {
            let text = text.replacen(from, to, 1);
            let problem = read(&text).expect_err(to);
            assert_eq!(problem.message.to_string(), expected, "{to}");
            assert!(text.get(problem.range).is_some(), "{to}");
        }
        assert!(read("format = 1\n[[word").is_err());
    }
}
