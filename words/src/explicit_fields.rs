//! `?field=0x..` after a step: the content of a field, where the text cannot express it.

use mnc2_isa::Mode;
use mnc2_isa::field::FieldPlace;

use super::Word;
use mnc2_text::{Message, message};

/// A field whose content is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The field in words of this mode.
    pub place: FieldPlace,
    /// The content, as a number of the field's width.
    pub content: u32,
}

impl Stated {
    /// The notation in a program, such as `?lm0_width=0x1`.
    #[must_use]
    pub fn text(self) -> String {
        format!("?{}={:#x}", self.place.name(), self.content)
    }
}

/// Why a word that begins with `?` states nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedError {
    /// The start in the line, in bytes.
    pub at: usize,
    /// The reason, as a sentence.
    pub message: Message,
}

/// What a line states after its step, and the step's text. A comment belongs to the text.
///
/// # Errors
/// If a field is unknown, its number is not a hexadecimal number, or the field is too small for it.
pub fn take_stated(line: &str, mode: Mode) -> Result<(String, Vec<Stated>), StatedError> {
    let code_end = line.find('#').unwrap_or(line.len());
    let code = &line[..code_end];
    let Some(start) = code.find('?') else {
        return Ok((line.to_owned(), Vec::new()));
    };
    let mut stated = Vec::new();
    let mut at = start;
    while at < code.len() {
        let rest = &code[at..];
        let word_end = rest.find([' ', '\t']).unwrap_or(rest.len());
        let word = &rest[..word_end];
        if !word.is_empty() {
            stated.push(parse(word, mode).map_err(|message| StatedError { at, message })?);
        }
        at += word_end + 1;
    }
    let text = format!("{}{}", &code[..start], &line[code_end..]);
    Ok((text, stated))
}

fn parse(word: &str, mode: Mode) -> Result<Stated, Message> {
    let Some((name, number)) = word.strip_prefix('?').and_then(|it| it.split_once('=')) else {
        return Err(message!(
            "`{word}` is not the content of a field, such as `?alu_opcode=0x1f`",
            word
        ));
    };
    let Some(place) = FieldPlace::find(name, mode) else {
        return Err(message!("the instruction word has no field `{name}`", name));
    };
    let digits = number.strip_prefix("0x").unwrap_or_default();
    let is_number = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let content = u32::from_str_radix(digits, 16).ok().filter(|_| is_number);
    let Some(content) = content else {
        return Err(message!(
            "`{number}` is not a hexadecimal number such as 0x1f",
            number
        ));
    };
    if !Word::fits(place, content) {
        let bits = u32::from(place.size_bits());
        return Err(message!(
            "the field `{name}` has {bits} bits, which cannot hold {number}",
            name,
            bits,
            number
        ));
    }
    Ok(Stated { place, content })
}
