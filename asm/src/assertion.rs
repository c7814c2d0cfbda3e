//! Assertions in comments: `#! assert $lr0 == 0`, `#! log $lr0v,f, "sums"`, `#! budget 120`.
//!
//! An assertion begins the comment of its line and ends at the next `#` outside of quotes. A comment that begins with
//! `#!` and another word is prose, unless the word is similar to one of the three.

use super::LineParser;
use super::watch::{Reader, WatchError};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{ASSERTION_MARK, Assertion, AssertionKind, Line, WatchType};
use mnc2_text::line::{SIMILARITY_MIN, similar};
use mnc2_text::message;

/// Adds the assertion of a line, or what is wrong with it.
pub(super) fn add(lines: &mut LineParser, text: &str, line: &mut Line) {
    let start = match &line.comment {
        Some(comment) => comment.start as usize,
        None => return,
    };
    let Some(body) = text
        .get(start..)
        .and_then(|comment| comment.strip_prefix(ASSERTION_MARK))
    else {
        return;
    };
    let end = start + ASSERTION_MARK.len() + end_of(body);
    let text = &text[..end];
    let at = start + ASSERTION_MARK.len();
    let word_start = end - text[at..].trim_start().len();
    let word_end = text[word_start..]
        .find(|character: char| !character.is_ascii_alphanumeric())
        .map_or(end, |length| word_start + length);
    let word = &text[word_start..word_end];
    if !Assertion::WORDS.contains(&word) {
        let Some(near) = similar(word, Assertion::WORDS, SIMILARITY_MIN) else {
            return;
        };
        let range = mnc2_text::line::range(word_start..word_end);
        let message = message!("there is no assertion `{word}`", word);
        line.diagnostics.push(
            Diagnostic::new(Code::AssertionUnclear, range.clone(), message)
                .help(message!("did you mean `{near}`?", near))
                .suggest(message!("Replace with `{near}`", near), range, near),
        );
        return;
    }
    let mut reader = Reader::new(text, word_end, lines);
    match kind(&mut reader, word) {
        Ok(kind) => {
            line.assertion = Some(Box::new(Assertion {
                range: mnc2_text::line::range(start..text.trim_end().len()),
                word_range: mnc2_text::line::range(word_start..word_end),
                kind,
            }));
        }
        Err(WatchError { range, message }) => {
            let range = if range.is_empty() {
                mnc2_text::line::range(word_start..text.trim_end().len())
            } else {
                range
            };
            line.diagnostics
                .push(Diagnostic::new(Code::AssertionUnclear, range, message).explained());
        }
    }
}

fn kind(reader: &mut Reader<'_>, word: &str) -> Result<AssertionKind, WatchError> {
    let kind = match word {
        "assert" => {
            let condition = reader.expression()?;
            reader.has_type(&condition, WatchType::Truth)?;
            AssertionKind::Assert(condition)
        }
        "log" => {
            let value = reader.expression()?;
            let text = if reader.takes(",") {
                Some(reader.quoted()?.into())
            } else {
                None
            };
            AssertionKind::Log { value, text }
        }
        _ => AssertionKind::Budget(reader.count()?),
    };
    reader.end()?;
    Ok(kind)
}

/// Where an assertion ends: before a `#` outside of quotes.
fn end_of(body: &str) -> usize {
    let mut is_quoted = false;
    let end = body.find(|character| {
        is_quoted ^= character == '"';
        character == '#' && !is_quoted
    });
    end.unwrap_or(body.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Line {
        LineParser::new().parse(text)
    }

    #[test]
    fn assertions_begin_a_comment() {
        let check = |text: &str, part: &str| {
            let line = read(text);
            let assertion = line.assertion.expect(text);
            let range = assertion.range.start as usize..assertion.range.end as usize;
            assert_eq!((&text[range], line.diagnostics.len()), (part, 0), "{text}");
        };
        check("#! assert $lr0 == 0", "#! assert $lr0 == 0");
        check("nop #!budget 12  # all", "#!budget 12");
        check("d set $lr0n0c0b0m0p0 1 l1 #! log $lr0", "#! log $lr0");
        check("  #! log $lr0,f, \"# 1\" # x", "#! log $lr0,f, \"# 1\"");
        let kind = |text: &str| read(text).assertion.expect(text).kind;
        assert_eq!(kind("#! budget 12"), AssertionKind::Budget(12));
        let AssertionKind::Log { value, text } = kind("#! log $lr0 == 0, \"sum\"") else {
            panic!("a log");
        };
        assert_eq!((value.range, text.as_deref()), (7..16, Some("sum")));
    }

    #[test]
    fn other_comments_are_prose() {
        for text in [
            "",
            "#",
            "#!",
            "#! /bin/sh",
            "# ! assert x",
            "nop # assert x",
            "nop # x #! assert $lr0 == 0",
            "#! é",
        ] {
            let line = read(text);
            assert!(
                line.assertion.is_none() && line.diagnostics.is_empty(),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_wrong_is_a_warning_at_its_place() {
        let check = |text: &str, part: &str, message: &str| {
            let line = read(text);
            let found = line.diagnostics.first().expect(text);
            let range = found.range.start as usize..found.range.end as usize;
            assert_eq!(
                (&text[range], found.message.to_string().as_str(), found.code),
                (part, message, Code::AssertionUnclear),
                "{text}"
            );
            assert!(line.assertion.is_none() && !line.has_error(), "{text}");
        };
        check(
            "#! asert $lr0 == 0",
            "asert",
            "there is no assertion `asert`",
        );
        check("nop #! assert", "assert", "the expression is not complete");
        check(
            "nop #! assert # x",
            "assert",
            "the expression is not complete",
        );
        check(
            "#! assert $lr0",
            "$lr0",
            "this is a number; a condition compares it, as in `$lr0 == 0`",
        );
        check(
            "#! assert $lr0 == 0, \"x\"",
            ", \"x\"",
            "the expression ends before `, \"x\"`",
        );
        check(
            "#! log $lr0,f, 3",
            "3",
            "a text in quotes is missing, such as `\"sum\"`",
        );
        check(
            "#! budget",
            "budget",
            "a budget is a number of steps, such as `120`",
        );
        check(
            "#! budget x",
            "x",
            "a budget is a number of steps, such as `120`",
        );
        check("#! budget 5 6", "6", "the expression ends before `6`");
        check("nop #! log $lr0 é", "é", "the expression ends before `é`");
    }
}
