//! What is being typed at a place: a line is read up to there, whether or not it is an instruction yet.

use mnc2_text::LineRange;

use crate::source::Line;

/// What is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Typed<'a> {
    /// The part of it before the cursor.
    pub(super) word: &'a str,
    /// What is replaced: that, and what follows of the same word.
    pub(super) replace: LineRange,
    /// The mnemonic before it; empty where the mnemonic itself is typed.
    pub(super) mnemonic: &'a str,
    /// The flags before it, without the parentheses.
    pub(super) flags: &'a str,
    /// Where in the instruction it is.
    pub(super) part: Part,
    /// The operand, counted from 0, and its part before the cursor.
    pub(super) operand: Option<(usize, &'a str)>,
}

/// A part of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Mnemonic,
    /// The flags in parentheses.
    Flags,
    /// The first word of an operand.
    Operand,
    /// What is after `=`.
    Value,
    /// A source of an operation of the SIMD unit.
    Source,
    /// What is after `@`.
    Stride,
    /// A number, which has no candidates.
    Number,
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The rest of a text after a number in brackets and a thread.
fn after_numbers(text: &str) -> &str {
    let mut rest = text.trim_start();
    if rest.starts_with('[') {
        rest = rest.split_once(']').map_or("", |(_, rest)| rest);
        rest = rest.trim_start();
    }
    let digits = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if digits.len() < rest.len() && digits.starts_with(char::is_whitespace) {
        rest = digits.trim_start();
    }
    rest
}

/// The operands of a text, the last of which may be empty: spaces outside of parentheses separate them, but not before `@`.
fn operands(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_u32, None);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_space = letter.is_whitespace() && depth == 0;
        match start {
            Some(first) if is_space && !text[at..].trim_start().starts_with('@') => {
                found.push(&text[first..at]);
                start = None;
            }
            None if !is_space => start = Some(at),
            _ => {}
        }
    }
    found.push(start.map_or("", |first| &text[first..]));
    found
}

/// What is typed at a byte of a line; `None` in a comment and in brackets.
#[must_use]
pub(super) fn typed(line: &Line, byte: u32) -> Option<Typed<'_>> {
    let comment = line.comment.as_ref();
    if comment.is_some_and(|comment| comment.start < byte) || line.is_too_long {
        return None;
    }
    let (before, behind) = line.text().split_at_checked(byte as usize)?;
    // The number in brackets needs no explanation.
    if before.trim_start().starts_with('[') && !before.contains(']') {
        return None;
    }
    let rest = after_numbers(before);
    let rest_of_word = |is_part: &dyn Fn(char) -> bool| {
        let end = behind.find(|letter| !is_part(letter));
        end.unwrap_or(behind.len()) as u32
    };
    let new = |word: &str, more, part| {
        let word = &before[before.len() - word.len()..];
        let start = byte - word.len() as u32;
        Typed {
            word,
            replace: start..byte + more,
            mnemonic: "",
            flags: "",
            part,
            operand: None,
        }
    };
    let length = rest.find(|letter| !is_word(letter));
    let Some(length) = length else {
        return Some(new(rest, rest_of_word(&is_word), Part::Mnemonic));
    };
    let (mnemonic, mut after) = rest.split_at(length);
    let mut flags = "";
    if let Some(inner) = after.trim_start().strip_prefix('(') {
        let Some((inside, operands)) = inner.split_once(')') else {
            let more = rest_of_word(&|letter| "<->,AcRWA ".contains(letter));
            let is_closed = behind[more as usize..].starts_with(')');
            let more = if is_closed { more } else { 0 };
            let typed = new(inner.trim_start(), more, Part::Flags);
            return Some(Typed { mnemonic, ..typed });
        };
        (flags, after) = (inside.trim(), operands);
    }
    let operands = operands(after);
    let last = operands.last().copied().unwrap_or_default();
    let word = &last[last.trim_end_matches(is_word).len()..];
    let head = &last[..last.len() - word.len()];
    let more = rest_of_word(&is_word);
    let typed = match head.rsplit_once('@') {
        Some((_, base)) => {
            let word = &last[last.len() - base.len() - word.len()..];
            let is_part = |letter| is_word(letter) || letter == '^';
            new(word.trim_start(), rest_of_word(&is_part), Part::Stride)
        }
        None if head.is_empty() => new(word, more, Part::Operand),
        None if head.trim_end().ends_with('=') => new(word, more, Part::Value),
        None if head.contains('=') && head.contains('(') => new(word, more, Part::Source),
        None => new(word, more, Part::Number),
    };
    Some(Typed {
        mnemonic,
        flags,
        operand: Some((operands.len() - 1, last)),
        ..typed
    })
}
