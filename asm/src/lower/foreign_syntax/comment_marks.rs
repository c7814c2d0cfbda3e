//! Comment marks of other languages.

use super::{Sure, fix_of};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_text::message;

/// Marks that begin a comment anywhere in a line.
const ANYWHERE: [&str; 2] = ["//", "/*"];

/// Marks that begin one after a blank, or at the start of a line, and before a blank.
const APART: [&str; 6] = ["--", "%", "@", "!", "*", "REM"];

/// Those that are operators too.
const OPERATORS: [&str; 2] = ["%", "*"];

/// The first comment of another language: where it begins, and the message about it.
pub(super) fn comment(code: &str) -> Option<(usize, Diagnostic)> {
    let (at, mark) = first_mark(code)?;
    let range = mnc2_text::line::range(at..at + mark.len());
    let diagnostic = Diagnostic::new(
        Code::UnreadableStatement,
        range.clone(),
        message!("a comment begins with `#`, not with `{mark}`", mark),
    )
    .help(message!("it goes to the end of the line"));
    let title = message!("Begin the comment with `#`");
    let body = &code[at + mark.len()..];
    let diagnostic = match (mark, body.find("*/")) {
        ("/*", Some(end)) if !body[end + 2..].trim().is_empty() => diagnostic,
        ("/*", Some(end)) => {
            let kept = body[..end].trim_end().len();
            let closing = mnc2_text::line::range(at + 2 + kept..at + 2 + end + 2);
            diagnostic.fixed(fix_of(Sure::Yes, title, [(range, "#"), (closing, "")]))
        }
        ("//", _) => diagnostic.fix(title, range, "#"),
        _ => diagnostic.suggest(title, range, "#"),
    };
    Some((at, diagnostic))
}

fn first_mark(code: &str) -> Option<(usize, &'static str)> {
    let mut in_quotes = false;
    for (at, letter) in code.char_indices() {
        if letter == '"' {
            in_quotes = !in_quotes;
        }
        if in_quotes {
            continue;
        }
        let rest = &code[at..];
        if let Some(mark) = ANYWHERE.into_iter().find(|mark| rest.starts_with(mark)) {
            return Some((at, mark));
        }
        let is_after_blank = code[..at]
            .chars()
            .next_back()
            .is_none_or(|c| c == ' ' || c == '\t');
        let is_mark = |mark: &&str| {
            rest.strip_prefix(*mark)
                .is_some_and(|rest| rest.starts_with([' ', '\t']))
        };
        // After `=` they are operators.
        let is_operator = |mark: &&str| OPERATORS.contains(mark) && code[..at].contains('=');
        let mark = APART.into_iter().find(is_mark);
        if is_after_blank && let Some(mark) = mark.filter(|mark| !is_operator(mark)) {
            return Some((at, mark));
        }
    }
    None
}
