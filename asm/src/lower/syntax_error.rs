//! Lines that the grammar cannot parse.

use tree_sitter::Node;

use super::Context;
use mnc2_program::code::Code;
use mnc2_program::directive::DirectiveName;
use mnc2_program::finding::Diagnostic;
use mnc2_text::{LineRange, Message, message};

/// How much of an unparsable text a message repeats, in characters.
const SHOWN_CHARACTERS: usize = 24;

/// The first place that the grammar could not parse.
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
        Some(_) if text.starts_with('"') && text[1..].contains('"') => {
            message!(
                "text in quotes is not an operand: an immediate value has its type before the quotes, as in `i\"3\"`"
            )
        }
        Some(_) if text.starts_with('"') => {
            message!("the closing `\"` of the immediate value is missing")
        }
        Some(first) if first.is_control() => {
            message!(
                "character U+{number} is not allowed here",
                number = format!("{:04X}", first as u32)
            )
        }
        Some(_) => unreadable(text),
    };
    Diagnostic::new(Code::UnreadableStatement, widen(context, range), message)
}

fn unreadable(text: &str) -> Message {
    let mut shown: String = text.chars().take(SHOWN_CHARACTERS).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    message!("cannot read `{shown}` here", shown)
}

/// A directive in a program for the assembler.
pub(super) fn directive(context: &Context<'_>, node: Node<'_>) -> Diagnostic {
    let range = trim(context, context.range(node));
    let text = context.at(&range);
    let name = text.split_ascii_whitespace().next().unwrap_or_default();
    let message = match DirectiveName::find(name) {
        Some(_) => message!(
            "`{name}` is a directive for the linker, which only `._vsm` files have",
            name
        ),
        None => unreadable(text),
    };
    Diagnostic::new(Code::UnreadableStatement, range, message).explained()
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

/// The range without the blanks around it; other invisible characters remain, as they are what cannot be parsed.
fn trim(context: &Context<'_>, range: LineRange) -> LineRange {
    const BLANKS: [char; 2] = [' ', '\t'];
    let text = context.at(&range);
    let start = range.start + (text.len() - text.trim_start_matches(BLANKS).len()) as u32;
    let end = range.end - (text.len() - text.trim_end_matches(BLANKS).len()) as u32;
    start..end.max(start)
}

/// An empty range cannot be underlined: it is extended to the character before it, or the one after it.
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
        Some((start, _)) => mnc2_text::line::range(start..at),
        None => {
            let first = text.chars().next().map_or(0, char::len_utf8);
            0..first as u32
        }
    }
}

#[cfg(test)]
mod tests {

    use mnc2_text::line::part;

    #[test]
    fn what_cannot_be_read_is_pointed_at_without_the_blanks_around_it() {
        let check = |text: &str, place: &str, message: &str| {
            let program = crate::parse(text);
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
        let control = "character U+000C is not allowed here";
        check("\u{c}e 0 0", "\u{c}e 0 0", control);
    }
}
