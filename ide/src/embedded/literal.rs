//! The characters of string literals of C and Python, as the compiler reads them.

use std::ops::Range;

use super::effort::look_at;
use super::region::{Certainty, Draft, Quoting};

/// The escape sequences and holes of a literal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Syntax {
    /// Backslashes begin escape sequences.
    pub(super) has_escapes: bool,
    /// An unknown escape sequence is a backslash and a character.
    pub(super) keeps_unknown: bool,
    /// Braces surround holes, and two of them are one.
    pub(super) has_fields: bool,
    /// `%` begins an operand, and two of them are one.
    pub(super) has_operands: bool,
}

/// A literal in a host.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    /// Its content, without quotes.
    pub(super) content: Range<usize>,
    pub(super) syntax: Syntax,
    /// Whether it may have line ends.
    pub(super) is_multiline: bool,
    pub(super) is_closed: bool,
}

impl Literal {
    /// Adds its content to a region.
    pub(super) fn add(&self, host: &str, to: &mut Draft) {
        let Syntax {
            has_escapes,
            has_fields,
            has_operands,
            ..
        } = self.syntax;
        if has_escapes || has_fields || has_operands || !self.is_multiline {
            to.restrict(if self.is_multiline {
                Quoting::Quoted
            } else {
                Quoting::QuotedLine
            });
        }
        if !self.is_closed {
            to.lower(Certainty::Unfinished);
        }
        let Range { start, end } = self.content;
        let is_special = |byte: u8| match byte {
            b'\\' => has_escapes,
            b'{' | b'}' => has_fields,
            b'%' => has_operands,
            _ => false,
        };
        let mut at = start;
        // The empty literal is a piece, too, so that something can be written in it.
        to.push(host, start..start);
        while at < end {
            let rest = &host.as_bytes()[at..end];
            let plain = rest.iter().position(|byte| is_special(*byte));
            let plain = plain.unwrap_or(rest.len());
            look_at(plain + 1);
            to.push(host, at..at + plain);
            at += plain;
            if at < end {
                at = self.add_special(host, at, to);
            }
        }
    }

    /// Adds what begins at a special character; where it ends.
    fn add_special(&self, host: &str, at: usize, to: &mut Draft) -> usize {
        let rest = &host[at..self.content.end];
        let bytes = rest.as_bytes();
        let (length, text) = match bytes[0] {
            b'\\' => escape(rest, self.syntax.keeps_unknown),
            first if bytes.get(1) == Some(&first) => (2, Some(char::from(first).to_string())),
            b'%' => (operand(bytes), None),
            b'{' => match field(bytes) {
                Some(length) => (length, None),
                None => {
                    to.lower(Certainty::Unfinished);
                    (rest.len(), None)
                }
            },
            _ => {
                to.lower(Certainty::Unfinished);
                (1, None)
            }
        };
        let range = at..at + length;
        match text {
            Some(text) if text == host[range.clone()] => to.push(host, range.clone()),
            Some(text) => to.replace(range.clone(), &text),
            None => to.hole(range.clone()),
        }
        range.end
    }
}

/// The length of the escape sequence at the start of a text, and what it is.
fn escape(rest: &str, keeps_unknown: bool) -> (usize, Option<String>) {
    let mut characters = rest[1..].chars();
    let Some(second) = characters.next() else {
        return (1, Some("\\".to_owned()));
    };
    let length = 1 + second.len_utf8();
    let simple = |text: &str| (length, Some(text.to_owned()));
    match second {
        '\r' if rest[2..].starts_with('\n') => (3, Some(String::new())),
        '\n' | '\r' => simple(""),
        'n' => simple("\n"),
        't' => simple("\t"),
        'r' => simple("\r"),
        'a' => simple("\u{7}"),
        'b' => simple("\u{8}"),
        'f' => simple("\u{c}"),
        'v' => simple("\u{b}"),
        '\\' | '\'' | '"' => simple(second.encode_utf8(&mut [0; 4])),
        '0'..='7' => number(rest, 1, 8, 3),
        'x' if keeps_unknown => number(rest, 2, 16, 2),
        'x' => number(rest, 2, 16, usize::MAX),
        'u' => number(rest, 2, 16, 4),
        'U' => number(rest, 2, 16, 8),
        'N' if keeps_unknown => {
            let end = name_end(&rest.as_bytes()[length..]).map_or(length, |name| length + name);
            (end, Some(char::REPLACEMENT_CHARACTER.to_string()))
        }
        _ if keeps_unknown => (length, Some(rest[..length].to_owned())),
        _ => simple(second.encode_utf8(&mut [0; 4])),
    }
}

/// The length of the name of a character in braces: letters, digits, spaces and hyphens.
fn name_end(bytes: &[u8]) -> Option<usize> {
    let name = bytes.strip_prefix(b"{")?;
    let is_of_name = |it: &u8| it.is_ascii_alphanumeric() || matches!(it, b' ' | b'-');
    let length = name.iter().take_while(|it| is_of_name(it)).count();
    look_at(length);
    (name.get(length) == Some(&b'}')).then_some(length + 2)
}

/// The character whose number is at a byte of an escape sequence.
fn number(rest: &str, start: usize, radix: u32, digits_max: usize) -> (usize, Option<String>) {
    let digits = rest[start..].bytes().take(digits_max);
    let count = digits
        .take_while(|it| char::from(*it).is_digit(radix))
        .count();
    look_at(count);
    let value = u32::from_str_radix(&rest[start..start + count], radix).ok();
    let character = value.and_then(char::from_u32);
    let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
    (start + count, Some(character.to_string()))
}

/// The length of an operand of `asm`: `%0`, `%z1`, `%[name]`, `%=`.
fn operand(bytes: &[u8]) -> usize {
    let modifier = bytes.get(1).is_some_and(u8::is_ascii_alphabetic);
    let at = 1 + usize::from(modifier);
    let digits = bytes[at..]
        .iter()
        .take_while(|it| it.is_ascii_digit())
        .count();
    match bytes.get(at) {
        Some(b'[') => {
            let end = bytes.iter().position(|it| *it == b']');
            look_at(end.unwrap_or(bytes.len()));
            end.map_or(bytes.len(), |end| end + 1)
        }
        Some(b'=') => at + 1,
        _ => at + digits,
    }
}

/// The length of a hole in braces; `None` if it has no end.
fn field(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut quote) = (0_usize, None);
    for (index, &byte) in bytes.iter().enumerate() {
        look_at(1);
        match (byte, quote) {
            (b'\'' | b'"', None) => quote = Some(byte),
            (_, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => {}
            (b'{' | b'(' | b'[', None) => depth += 1,
            (b'}' | b')' | b']', None) => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(index + 1);
                }
            }
            _ => {}
        }
    }
    None
}
