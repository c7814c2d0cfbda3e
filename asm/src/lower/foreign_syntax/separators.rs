//! Commas, parentheses, arrows and other marks between opcode and operands.

use super::{Segment, Sure, fix_of};
use crate::lower::Context;
use crate::lower::opcode::unknown;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_text::{LineRange, message};

/// Marks between inputs and outputs, the longer ones first.
const ARROWS: [(&str, Direction); 7] = [
    ("->", Direction::Right),
    ("=>", Direction::Right),
    (">", Direction::Right),
    ("<-", Direction::Left),
    (":=", Direction::Left),
    ("<", Direction::Left),
    ("=", Direction::Left),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Left,
    Right,
}

/// Marks between expressions, the longer ones first.
const BETWEEN: [&str; 4] = ["&&", "||", "|", "&"];

/// The places of the commas of a text, outside lists, quotes and the numbers after `@`.
pub(super) fn commas_of(text: &str) -> Vec<usize> {
    let (mut in_quotes, mut in_list, mut in_target) = (false, false, false);
    let mut found = Vec::new();
    for (at, letter) in text.char_indices() {
        in_target = match letter {
            '@' => true,
            '0'..='9' => in_target,
            ',' => in_target && text[at + 1..].starts_with(|next: char| next.is_ascii_digit()),
            _ => false,
        };
        match letter {
            '"' => in_quotes = !in_quotes,
            '[' if !in_quotes => in_list = true,
            ']' if !in_quotes => in_list = false,
            ',' if !in_quotes && !in_list && !in_target => found.push(at),
            _ => {}
        }
    }
    found
}

/// Whether an opcode follows a comma, so that it separates two expressions.
pub(super) fn is_before_opcode(text: &str, comma: usize) -> bool {
    let rest = text[comma + 1..].trim_start_matches([' ', '\t']);
    let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric());
    mnc2_isa::spelling::find(&rest[..end.unwrap_or(rest.len())])
        .as_ref()
        .is_some_and(crate::lower::opcode::is_opcode)
}

/// Commas between operands, if they are not the only reason that the line cannot be parsed.
pub(super) fn commas(_: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let commas = commas_of(segment.text);
    if commas.is_empty() || segment.text.contains(['(', ')']) {
        return None;
    }
    let range = |at: usize| segment.part(at, at + 1);
    Some(comma_finding(segment.text, &commas, range))
}

/// The finding about the commas of a text, with a fix that replaces them all.
pub(super) fn comma_finding(
    text: &str,
    commas: &[usize],
    range: impl Fn(usize) -> LineRange,
) -> Diagnostic {
    let bytes = text.as_bytes();
    let is_blank = |at: Option<usize>| {
        at.is_none_or(|at| {
            bytes
                .get(at)
                .is_none_or(|byte| matches!(byte, b' ' | b'\t' | b',' | b';'))
        })
    };
    let between = commas.iter().filter(|&&at| is_before_opcode(text, at));
    let between = between.count();
    let edits = commas.iter().map(|&at| {
        let is_apart = is_blank(at.checked_sub(1)) || is_blank(Some(at + 1));
        let replacement = match (is_before_opcode(text, at), is_apart) {
            (true, _) => ";",
            (false, true) => "",
            (false, false) => " ",
        };
        (range(at), replacement)
    });
    let first = commas.first().copied().unwrap_or_default();
    let (message, title) = if between == 0 {
        (
            message!("operands are separated by spaces, not by `,`"),
            message!(
                "{count:Remove the comma|Remove the # commas}",
                count = commas.len()
            ),
        )
    } else if between == commas.len() {
        (
            message!("the expressions of a step are separated by `;`, not by `,`"),
            message!(
                "{count:Replace the comma with `;`|Replace the # commas with `;`}",
                count = between
            ),
        )
    } else {
        (
            message!("operands are separated by spaces, and the expressions of a step by `;`"),
            message!("Replace the {count} commas", count = commas.len()),
        )
    };
    Diagnostic::new(Code::UnreadableStatement, range(first), message).fixed(fix_of(
        Sure::Yes,
        title,
        edits,
    ))
}

/// Parentheses, arrows, quotes, and marks at the end of a line.
pub(super) fn marks(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    quotes(context, segment)
        .or_else(|| arrow(context, segment))
        .or_else(|| between(context, segment))
        .or_else(|| parentheses(context, segment))
        .or_else(|| trailing(context, segment))
}

fn quotes(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let at = segment.text.find('\'')?;
    let diagnostic = segment.finding(
        segment.part(at, at + 1),
        message!("the quotes of an immediate value are `\"`, not `'`"),
    );
    let meant = segment.text.replace('\'', "\"");
    Some(segment.offer(context, diagnostic, Sure::Yes, &meant))
}

fn arrow(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let (at, mark, direction) = ARROWS
        .iter()
        .filter_map(|&(mark, direction)| Some((text.find(mark)?, mark, direction)))
        .min_by_key(|&(at, mark, _)| (at, std::cmp::Reverse(mark.len())))?;
    let (left, right) = (text[..at].trim(), text[at + mark.len()..].trim());
    let diagnostic = segment.finding(
        segment.part(at, at + mark.len()),
        message!(
            "`{mark}` is not part of the language: the opcode comes first, then its inputs, then its outputs, with \
             spaces between",
            mark
        ),
    );
    let plain = |text: &str| text.replace(',', " ");
    let meant = match direction {
        Direction::Right => format!("{} {}", plain(left), plain(right)),
        Direction::Left => match left.split_once([' ', '\t']) {
            Some((opcode, outputs)) => {
                format!("{opcode} {} {}", plain(right), plain(outputs.trim()))
            }
            None if right.contains([' ', '\t']) => format!("{} {}", plain(right), left),
            None => format!("lpassa {right} {left}"),
        },
    };
    Some(segment.offer(context, diagnostic, Sure::No, &meant))
}

fn between(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let (at, mark) = BETWEEN
        .iter()
        .filter_map(|&mark| Some((text.find(mark)?, mark)))
        .min_by_key(|&(at, mark)| (at, std::cmp::Reverse(mark.len())))?;
    let diagnostic = segment.finding(
        segment.part(at, at + mark.len()),
        message!("the expressions of a step are separated by `;`"),
    );
    let (left, right) = (text[..at].trim_end(), text[at + mark.len()..].trim_start());
    let meant = format!("{left}; {right}");
    Some(segment.offer(context, diagnostic, Sure::No, &meant))
}

fn parentheses(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let text = segment.text;
    let at = text.find(['(', ')'])?;
    let is_call = text[..at]
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let diagnostic = segment.finding(
        segment.part(at, at + 1),
        if is_call {
            message!("operands follow the opcode, separated by spaces, without parentheses")
        } else {
            message!("an operand has no parentheses")
        },
    );
    let (mut meant, mut is_first) = (String::new(), is_call);
    for letter in text.chars() {
        match letter {
            '(' if std::mem::take(&mut is_first) => meant.push(' '),
            '(' | ')' => {}
            ',' => meant.push(' '),
            other => meant.push(other),
        }
    }
    let meant = meant.split_whitespace().collect::<Vec<_>>().join(" ");
    let diagnostic = match unknown::answer(&text[..at]).filter(|_| is_call) {
        Some(answer) => diagnostic.help(answer),
        None => diagnostic,
    };
    Some(segment.offer(context, diagnostic, Sure::Yes, &meant))
}

/// A mark at the end of the line that ends or continues a statement in other languages.
fn trailing(context: &mut Context<'_>, segment: &Segment<'_>) -> Option<Diagnostic> {
    let kept = segment
        .text
        .trim_end_matches(|letter: char| " \t\\.:,!?)]}'\"&|+=-".contains(letter));
    if kept.len() == segment.text.len() || kept.is_empty() || !context.reads(kept) {
        return None;
    }
    let mark = segment.text[kept.len()..].trim_start();
    let diagnostic = segment.finding(
        segment.part(segment.text.len() - mark.len(), segment.text.len()),
        message!("`{mark}` cannot end a statement", mark),
    );
    Some(segment.offer(context, diagnostic, Sure::Yes, kept))
}
