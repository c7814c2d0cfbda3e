//! Regions of Markdown: fenced code blocks whose first word names a language.

use mnc2_text::line;

use super::effort::look_at;
use super::language_named;
use super::region::{Certainty, Draft, Quoting};

/// Deepest indentation of a fence from the text around it.
const INDENT_MAX: usize = 3;

/// Characters of the shortest fence.
const FENCE_CHARACTERS: usize = 3;

/// A code block that is open.
struct Block {
    character: u8,
    length: usize,
    /// The quotes around it.
    quotes: usize,
    indent: usize,
    draft: Option<Draft>,
}

/// Finds the regions of a text.
pub(super) fn find(text: &str, found: &mut Vec<Draft>) {
    if !super::has_any(text, ["```", "~~~"]) {
        return;
    }
    let (mut open, mut list_indent, mut is_comment) = (None::<Block>, 0, false);
    let mut start = 0;
    for line in line::lines_with_ends(text) {
        let at = start;
        start += line.len();
        look_at(line.len());
        if let Some(block) = &mut open {
            if block.continues(text, at, line) {
                continue;
            }
            let is_closed = block.is_closed_by(line);
            found.extend(open.take().and_then(|block| block.finish(is_closed)));
            if is_closed {
                continue;
            }
        }
        let opens_comment = line.trim_start().starts_with("<!--");
        if is_comment || opens_comment {
            is_comment = !line.contains("-->");
            continue;
        }
        let (quotes, rest) = without_quotes(line, usize::MAX);
        let (indent, rest) = without_indent(rest);
        list_indent = match list_marker(rest) {
            Some(width) => indent + width,
            None if rest.trim().is_empty() || indent >= list_indent => list_indent,
            None => 0,
        };
        if indent <= INDENT_MAX
            || indent.saturating_sub(list_indent) <= INDENT_MAX && list_indent > 0
        {
            open = Block::opened(line, quotes, indent, rest);
        }
    }
    // Without an end the rest of the page would be code: what is being typed is not certain.
    found.extend(open.and_then(|block| block.finish(false)));
}

impl Block {
    /// The block that a line opens, after its quotes and its indentation.
    fn opened(line: &str, quotes: usize, indent: usize, rest: &str) -> Option<Self> {
        let character = *rest.as_bytes().first().filter(|it| b"`~".contains(it))?;
        let length = rest.bytes().take_while(|it| *it == character).count();
        let information = rest[length..].trim();
        let is_inline = character == b'`' && information.contains('`');
        if length < FENCE_CHARACTERS || is_inline {
            return None;
        }
        let word = information
            .split([' ', '\t', ',', '{'])
            .next()
            .unwrap_or_default();
        let draft = language_named(word).map(|language| {
            let mut draft = Draft::new(language, Quoting::Verbatim);
            draft.set_prefix(&line[..line.len() - rest.len()]);
            draft
        });
        Some(Self {
            character,
            length,
            quotes,
            indent,
            draft,
        })
    }

    /// Takes a line, if it is in the block.
    fn continues(&mut self, text: &str, at: usize, line: &str) -> bool {
        let (quotes, rest) = without_quotes(line, self.quotes);
        if quotes < self.quotes || self.is_closed_by(line) {
            return false;
        }
        let blanks = rest
            .bytes()
            .take(self.indent)
            .take_while(|it| *it == b' ')
            .count();
        if let Some(draft) = &mut self.draft {
            let rest = &rest[blanks..];
            let start = at + line.len() - rest.len();
            draft.push(text, start..at + line.len());
            // Authors leave something out.
            if matches!(rest.trim(), "..." | "…" | ". . .") {
                draft.lower(Certainty::Unfinished);
            }
        }
        true
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let (quotes, rest) = without_quotes(line, self.quotes);
        let (indent, rest) = without_indent(rest);
        let rest = rest.trim_end();
        quotes == self.quotes
            && indent <= self.indent + INDENT_MAX
            && rest.len() >= self.length
            && rest.bytes().all(|it| it == self.character)
    }

    fn finish(self, is_closed: bool) -> Option<Draft> {
        let mut draft = self.draft?;
        if !is_closed {
            draft.lower(Certainty::Unfinished);
        }
        (!draft.is_empty()).then_some(draft)
    }
}

/// A line without its quotes, up to a number of them, and how many there are.
fn without_quotes(line: &str, max: usize) -> (usize, &str) {
    let (mut count, mut rest) = (0, line);
    while count < max {
        let (indent, inner) = without_indent(rest);
        let Some(inner) = inner.strip_prefix('>').filter(|_| indent <= INDENT_MAX) else {
            break;
        };
        rest = inner.strip_prefix(' ').unwrap_or(inner);
        count += 1;
    }
    (count, rest)
}

/// A line without its indentation, and its width.
fn without_indent(line: &str) -> (usize, &str) {
    let rest = line.trim_start_matches(' ');
    (line.len() - rest.len(), rest)
}

/// The width of the marker of an item of a list, with the blank after it.
fn list_marker(rest: &str) -> Option<usize> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let width = match rest.as_bytes().get(digits)? {
        b'-' | b'*' | b'+' if digits == 0 => 1,
        b'.' | b')' if (1..=9).contains(&digits) => digits + 1,
        _ => return None,
    };
    let is_marker = rest[width..].starts_with([' ', '\t', '\n', '\r']);
    is_marker.then_some(width + 1)
}
