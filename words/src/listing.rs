//! The assembler's output as text: a line for each word, and lines for the emulator.

use mnc2_isa::Mode;
use mnc2_isa::field::FieldPlace;

use super::{Bits, Status, Word, WordForm};
use mnc2_program::Statement;
use mnc2_text::line::{LineRange, part};
use mnc2_text::{Message, message};

/// What each word of a listing of mnc2 is followed by, and its first line begins with: it is not the vendor's output.
pub const MARK: &str = "#mnc2:";

/// Whether a text is a listing of mnc2: it shows the public knowledge of words, and nothing else about the vendor's assembler.
#[must_use]
pub fn is_marked(text: &str) -> bool {
    text.starts_with(MARK)
}

/// The content of a line of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    /// The word of a step.
    Word(Word),
    /// A line for the emulator: `d get`, `d set` or a host statement.
    Emulator(&'a str),
    /// Nothing, or a comment.
    Blank,
}

/// Why a line is none of the assembler's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingError {
    /// The part of the line that is wrong.
    pub range: LineRange,
    /// The reason, as a sentence.
    pub message: Message,
}

/// The line of a debug or host statement in the output. `d` statements are printed anew: `$t` in its canonical form `$lt`,
/// and the payload as digits in upper case (docs/known-behaviour.md#debug-statements). That this holds for payloads in
/// other notations too is assumed. Everything else is as written.
#[must_use]
pub fn emulator_line(statement: &Statement, line: &str) -> String {
    match statement {
        Statement::DebugGet(get) => get.echo.to_string(),
        Statement::DebugSet(set) => {
            let start = set.range.start;
            let before = part(line, &(start..set.payload_range.start));
            let mut text = set.memory.canonical_in(before, start);
            for word in set.payload.iter() {
                text.push_str(&format!("{word:016X}"));
            }
            text
        }
        Statement::Directive(_)
        | Statement::Host(_)
        | Statement::Mask(_)
        | Statement::Mv(_)
        | Statement::Quit(_)
        | Statement::Step(_) => part(line, &statement.range()).to_owned(),
    }
}

/// Reads a line of the output. Spaces between the letter and the word, and comments after it, mean nothing.
///
/// # Errors
/// If it is a word of another length, a word whose fields are not public, or no output of the assembler.
pub fn item(line: &str) -> Result<Item<'_>, ListingError> {
    let code = line.split('#').next().unwrap_or_default().trim_end();
    let text = code.trim_start();
    let start = code.len() - text.len();
    let fail = |from: usize, message| {
        Err(ListingError {
            range: mnc2_text::line::range(from..code.len()),
            message,
        })
    };
    let Some(letter) = text.chars().next() else {
        return Ok(Item::Blank);
    };
    let rest = text[letter.len_utf8()..].trim_start();
    let at = code.len() - rest.len();
    let is_parted = text.len() - rest.len() > letter.len_utf8();
    let has_digits = rest.starts_with(['0', '1']);
    let word = |mode| match Word::parse(rest, mode) {
        Ok(word) => Ok(Item::Word(word)),
        Err(error) => fail(at, error.message()),
    };
    match letter {
        'i' => word(Mode::AutoStride),
        'j' if has_digits => word(Mode::Flat),
        'm' if has_digits => fail(
            start,
            message!("this is a word of an MV instruction, whose fields are not public"),
        ),
        // The part for the emulator is separated from its letter.
        'd' | 'c' | 'e' | 'r' if is_parted => Ok(Item::Emulator(text)),
        'f' if rest.is_empty() => Ok(Item::Emulator(text)),
        _ => fail(
            start,
            message!("this is not a line of the assembler's output"),
        ),
    }
}

/// A line of the output with a word of any kind, regardless of its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loose {
    /// An instruction word of this kind.
    Word(WordForm, Bits),
    /// A line for the emulator.
    Emulator,
    /// Nothing, or a comment.
    Blank,
}

/// Reads a line of the output, in which a word of an MV instruction can have any width.
///
/// # Errors
/// As [`item`], but for words of MV instructions.
pub fn loose(line: &str) -> Result<Loose, ListingError> {
    let code = line.split('#').next().unwrap_or_default().trim();
    let mut letters = code.chars();
    let form = letters.next().and_then(WordForm::from_letter);
    let digits = letters.as_str().trim_start();
    if let (Some(form @ WordForm::Mv), true) = (form, digits.starts_with(['0', '1'])) {
        let at = line.find(digits).unwrap_or_default();
        return match Bits::parse(digits) {
            Ok(word) => Ok(Loose::Word(form, word)),
            Err(error) => Err(ListingError {
                range: mnc2_text::line::range(at..at + digits.len()),
                message: error.message(),
            }),
        };
    }
    Ok(match item(line)? {
        Item::Word(word) => Loose::Word(WordForm::from_mode(word.mode()), Bits::from(&word)),
        Item::Emulator(_) => Loose::Emulator,
        Item::Blank => Loose::Blank,
    })
}

/// The line of a word.
#[must_use]
pub fn line(word: &Word) -> String {
    format!(
        "{} {}",
        WordForm::from_mode(word.mode()).letter(),
        word.binary()
    )
}

/// `bit 3` or `bits 154:153`.
#[must_use]
pub fn bits(place: impl Into<FieldPlace>, mode: Mode) -> String {
    let Some(bits) = place.into().bits(mode) else {
        return "no bits".to_owned();
    };
    match (bits.start(), bits.end()) {
        (low, high) if low == high => format!("bit {low}"),
        (low, high) => format!("bits {high}:{low}"),
    }
}

/// Marks a word that has contents which are not observed.
#[must_use]
pub fn mark(fields: &[(FieldPlace, Status)]) -> String {
    let of = |(place, status): &(FieldPlace, Status)| format!("{} {}", status.name(), place.name());
    let all: Vec<String> = fields.iter().map(of).collect();
    format!("# {}", all.join(", "))
}
