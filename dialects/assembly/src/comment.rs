//! What of a line is code: comments, and lines of the C preprocessor.

use mnc2_text::LineRange;

/// What a line is the continuation of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Begin {
    /// Nothing: it begins with code.
    #[default]
    Code,
    /// Inside a block comment that an earlier line opened.
    Comment,
    /// A directive of the C preprocessor that ended with `\`.
    Directive,
}

/// The code of a line: comments are replaced by spaces, and a line comment is removed with the rest of the line.
pub(crate) struct Code {
    pub(crate) text: String,
    pub(crate) comment: Option<LineRange>,
    pub(crate) ends: Begin,
}

/// The code of a line, and where its comments are.
pub(crate) fn code_of(content: &str, begins: Begin) -> Code {
    let mut text = String::with_capacity(content.len());
    let mut comment: Option<LineRange> = None;
    let mut rest = content;
    let mut is_comment = begins == Begin::Comment;
    let mut ends = Begin::Code;
    loop {
        let at = (content.len() - rest.len()) as u32;
        if is_comment {
            let end = rest.find("*/").map(|end| end + 2);
            let length = end.unwrap_or(rest.len());
            let start = comment.as_ref().map_or(at, |range| range.start);
            comment = Some(start..at + length as u32);
            text.extend(std::iter::repeat_n(' ', length));
            rest = &rest[length..];
            is_comment = false;
            if end.is_none() {
                ends = Begin::Comment;
                break;
            }
            continue;
        }
        let Some(character) = rest.chars().next() else {
            break;
        };
        let length = match character {
            '#' => 0,
            '/' if rest.starts_with("//") => 0,
            '/' if rest.starts_with("/*") => {
                is_comment = true;
                // The sign itself cannot end the comment: `/*/` is open.
                text.push_str("  ");
                comment = Some(at..at + 2);
                rest = &rest[2..];
                continue;
            }
            '"' => string_length(rest),
            '\'' => character_length(rest),
            other => other.len_utf8(),
        };
        if length == 0 {
            comment = Some(at..content.len() as u32);
            break;
        }
        text.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    Code {
        text,
        comment,
        ends,
    }
}

/// The bytes of a string from its quote, up to the end of the line if it is not closed.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The bytes of a character from its quote; the closing one is optional.
fn character_length(text: &str) -> usize {
    let mut length = 1;
    let mut rest = text[1..].chars();
    let Some(first) = rest.next() else {
        return length;
    };
    length += first.len_utf8();
    if first == '\\'
        && let Some(second) = rest.next()
    {
        length += second.len_utf8();
    }
    length + usize::from(rest.next() == Some('\''))
}

/// The words with which the C preprocessor's lines begin after `#`.
const DIRECTIVES: &[&str] = &[
    "define", "undef", "include", "if", "ifdef", "ifndef", "elif", "else", "endif", "error",
    "warning", "pragma", "line",
];

/// Whether a line is one of the C preprocessor.
pub(crate) fn is_directive(content: &str) -> bool {
    content.trim_start().strip_prefix('#').is_some_and(|rest| {
        let rest = rest.trim_start();
        let end = rest
            .find(|character: char| !character.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        DIRECTIVES.contains(&&rest[..end])
    })
}

/// The first two words after `#`.
pub(crate) fn words_after_sign(content: &str) -> Vec<LineRange> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut words = Vec::new();
    let mut at = content.find('#').map_or(content.len(), |at| at + 1);
    while words.len() < 2 {
        let Some(start) = content[at..].find(is_word).map(|start| at + start) else {
            break;
        };
        let length = content[start..]
            .find(|character| !is_word(character))
            .unwrap_or(content.len() - start);
        words.push(mnc2_text::line::range(start..start + length));
        at = start + length;
    }
    words
}
