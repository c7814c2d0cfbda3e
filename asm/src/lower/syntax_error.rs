//! Lines that the grammar cannot read, and characters that only look like ASCII.

use tree_sitter::Node;

use super::Context;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::message;
use crate::message::Message;
use crate::program::LineRange;

/// How much of unreadable text a message repeats, in characters.
const SHOWN_CHARACTERS: usize = 24;

/// The ASCII character that a full-width one imitates.
fn ascii_of(character: char) -> Option<char> {
    match character {
        '\u{3000}' => Some(' '),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(character as u32 - 0xff01 + 0x21),
        _ => None,
    }
}

fn name_of(character: char) -> Message {
    match character {
        '\u{3000}' => message!("full-width space"),
        '；' => message!("full-width semicolon"),
        '０'..='９' => message!("full-width digit"),
        'Ａ'..='Ｚ' | 'ａ'..='ｚ' => message!("full-width letter"),
        _ => message!("full-width character"),
    }
}

/// Each run of full-width characters outside the comment, with the ASCII that was meant.
pub(super) fn full_width(context: &Context<'_>, comment: Option<&LineRange>) -> Vec<Diagnostic> {
    let text = context.text();
    // A comment mark inside a broken line is not a comment node, so the text decides.
    let end = comment.map_or_else(
        || text.find('#').unwrap_or(text.len()),
        |comment| comment.start as usize,
    );
    let code_text = text.get(..end).unwrap_or(text);
    if code_text.is_ascii() {
        return Vec::new();
    }
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut run: Option<(usize, usize, Message, String)> = None;
    let flush = |run: &mut Option<(usize, usize, Message, String)>,
                 findings: &mut Vec<Diagnostic>| {
        if let Some((start, end, name, ascii)) = run.take() {
            let range = start as u32..end as u32;
            let shown = if ascii.trim().is_empty() {
                message!("a space")
            } else {
                Message::verbatim(format!("`{ascii}`"))
            };
            findings.push(
                Diagnostic::new(
                    Code::FullWidthCharacter,
                    range.clone(),
                    message!("{name}: the assembler reads only the ASCII character", name),
                )
                .explained()
                .fix(
                    message!("Replace by {characters}", characters = shown),
                    range,
                    ascii,
                ),
            );
        }
    };
    for (offset, character) in code_text.char_indices() {
        match ascii_of(character) {
            Some(ascii) => {
                let name = name_of(character);
                let end = offset + character.len_utf8();
                match &mut run {
                    Some(open) if open.1 == offset && open.2 == name => {
                        open.1 = end;
                        open.3.push(ascii);
                    }
                    _ => {
                        flush(&mut run, &mut findings);
                        run = Some((offset, end, name, ascii.to_string()));
                    }
                }
            }
            None => flush(&mut run, &mut findings),
        }
    }
    flush(&mut run, &mut findings);
    findings
}

/// The first place that the grammar could not read.
pub(super) fn first(context: &Context<'_>, root: Node<'_>) -> Diagnostic {
    let node = first_error(root).unwrap_or(root);
    if node.is_missing() {
        let at = node.start_byte() as u32;
        let wanted = match node.kind() {
            "number" => message!("a number is missing here"),
            "payload" | "hex_run" => message!("the payload is missing here"),
            kind => message!("`{kind}` is missing here", kind),
        };
        return Diagnostic::new(Code::UnreadableStatement, widen(context, at..at), wanted);
    }
    let range = trim(context, context.range(node));
    let text = context.at(&range);
    let message = match text.chars().next() {
        None => message!("this line is not complete"),
        Some(_) if text.starts_with('"') => {
            message!("the closing `\"` of the immediate value is missing")
        }
        Some(first) if first.is_control() => {
            message!(
                "character U+{number} cannot stand here",
                number = format!("{:04X}", first as u32)
            )
        }
        Some(_) => {
            let mut shown: String = text.chars().take(SHOWN_CHARACTERS).collect();
            if shown.len() < text.len() {
                shown.push('…');
            }
            message!("cannot read `{shown}` here", shown)
        }
    };
    Diagnostic::new(Code::UnreadableStatement, widen(context, range), message)
}

fn first_error(node: Node<'_>) -> Option<Node<'_>> {
    let mut node = node;
    loop {
        if node.is_error() || node.is_missing() {
            return Some(node);
        }
        let mut cursor = node.walk();
        let next = node.children(&mut cursor).find(Node::has_error)?;
        node = next;
    }
}

/// Without the blanks around it; other characters that nobody sees are what cannot be read.
fn trim(context: &Context<'_>, range: LineRange) -> LineRange {
    const BLANKS: [char; 2] = [' ', '\t'];
    let text = context.at(&range);
    let start = range.start + (text.len() - text.trim_start_matches(BLANKS).len()) as u32;
    let end = range.end - (text.len() - text.trim_end_matches(BLANKS).len()) as u32;
    start..end.max(start)
}

/// An empty range cannot be underlined: it takes in the character before it, or the one after it.
fn widen(context: &Context<'_>, range: LineRange) -> LineRange {
    if !range.is_empty() {
        return range;
    }
    let text = context.text();
    let at = (range.start as usize).min(text.len());
    match text
        .get(..at)
        .and_then(|before| before.char_indices().next_back())
    {
        Some((start, _)) => start as u32..at as u32,
        None => {
            let first = text.chars().next().map_or(0, char::len_utf8);
            0..first as u32
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Program;
    use crate::text::part;

    #[test]
    fn what_cannot_be_read_is_pointed_at_without_the_blanks_around_it() {
        let check = |text: &str, place: &str, message: &str| {
            let program = Program::parse(text);
            let found = &program.line(0).expect("one line").diagnostics[0];
            assert_eq!(part(text, &found.range), place, "{text:?}");
            assert_eq!(found.message.to_string(), message, "{text:?}");
        };
        check(
            " $lc0@.0 $dar16; l2bmdarw",
            "$lc0@.0 $dar16",
            "cannot read `$lc0@.0 $dar16` here",
        );
        check(" $lr8v\t", "$lr8v", "cannot read `$lr8v` here");
        let control = "character U+000C cannot stand here";
        check("\u{c}e 0 0", "\u{c}e 0 0", control);
    }
}
