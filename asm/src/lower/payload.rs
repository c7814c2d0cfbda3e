//! Payloads of `d set` (manual 3.4.4, table 3.4).

use tree_sitter::Node;

use super::{Context, context};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_text::{LineRange, message};

/// Hexadecimal digits of a long word.
const LONG_WORD_DIGITS: usize = 16;

/// How a part of a payload is written (manual table 3.4).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Notation {
    /// 16 hexadecimal digits for each long word.
    Digits,
    /// `l` and a number.
    Long,
    /// `s` and two numbers.
    Single,
    /// `h` and four numbers.
    Half,
}

/// A part of a payload as written.
pub(super) struct Part<'a> {
    pub(super) notation: Notation,
    pub(super) text: &'a str,
    pub(super) range: LineRange,
}

/// The parts of a payload's node.
pub(super) fn parts<'a>(context: &Context<'a>, node: Node<'_>) -> Vec<Part<'a>> {
    let part = |node: Node<'_>| Part {
        notation: match node.kind() {
            "hex_run" => Notation::Digits,
            "long_hex" => Notation::Long,
            "single_hex" => Notation::Single,
            _ => Notation::Half,
        },
        text: context.slice(node),
        range: context.range(node),
    };
    context::children(node).into_iter().map(part).collect()
}

/// The long words of a payload; `None` after a finding.
pub(super) fn payload(context: &mut Context<'_>, parts: &[Part<'_>]) -> Option<Vec<u64>> {
    let is_digits = |part: &Part<'_>| part.notation == Notation::Digits;
    if let Some(other) = parts.iter().find(|part| !is_digits(part))
        && parts.iter().any(is_digits)
    {
        context.report(
            Diagnostic::new(
                Code::PayloadNotation,
                other.range.clone(),
                message!("16-digit integers cannot be mixed with the other notations"),
            )
            .help(message!("write `l` in front of each 16-digit integer")),
        );
        return None;
    }
    let mut words = Vec::new();
    for part in parts {
        let (text, range) = (part.text, part.range.clone());
        match part.notation {
            Notation::Digits => run(context, text, range, &mut words)?,
            Notation::Long => words.push(joined(context, text, range, 1, 16)?),
            Notation::Single => words.push(joined(context, text, range, 2, 8)?),
            Notation::Half => words.push(joined(context, text, range, 4, 4)?),
        }
    }
    Some(words)
}

fn run(
    context: &mut Context<'_>,
    text: &str,
    range: LineRange,
    words: &mut Vec<u64>,
) -> Option<()> {
    if !text.len().is_multiple_of(LONG_WORD_DIGITS) {
        context.report(
            Diagnostic::new(
                Code::PayloadNotation,
                range,
                message!(
                    "{count} hexadecimal digits: each long word is written with exactly 16",
                    count = text.len()
                ),
            )
            .help(message!(
                "`l` in front of a number makes leading zeros unnecessary: `l1f`"
            )),
        );
        return None;
    }
    for digits in text.as_bytes().chunks(LONG_WORD_DIGITS) {
        let digits = std::str::from_utf8(digits).ok()?;
        words.push(u64::from_str_radix(digits, 16).ok()?);
    }
    Some(())
}

/// A letter and `count` numbers of at most `digits` digits joined by `_`.
fn joined(
    context: &mut Context<'_>,
    text: &str,
    range: LineRange,
    count: usize,
    digits: usize,
) -> Option<u64> {
    let numbers: Vec<&str> = text.get(1..)?.split('_').collect();
    if numbers.len() != count {
        context.error(
            Code::PayloadNotation,
            range,
            message!(
                "`{letter}` is followed by {count:# number|# numbers joined by `_`}, not {given}",
                letter = &text[..1],
                count,
                given = numbers.len()
            ),
        );
        return None;
    }
    let mut word = 0_u64;
    for number in numbers {
        if number.len() > digits {
            context.error(
                Code::PayloadDigits,
                range,
                message!(
                    "`{number}` has {count:# digit|# digits}; in this notation {digits} are possible",
                    number,
                    count = number.len(),
                    digits
                ),
            );
            return None;
        }
        let value = u64::from_str_radix(number, 16).ok()?;
        word = word.checked_shl(digits as u32 * 4).unwrap_or(0) | value;
    }
    Some(word)
}
