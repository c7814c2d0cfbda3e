//! S-expressions as the unofficial SDK writes them: lists, words, numbers, texts in quotes; `;` begins a comment.
//!
//! The reader keeps the place of everything, and never goes deeper or further than its limits.

use mnc2_text::line::LineRange;
use mnc2_text::{Message, line, message};

/// The longest text that is read, in bytes. Files of the SDK have less than a thousand.
pub const TEXT_BYTES_MAX: usize = 1 << 20;

/// Lists within lists. Files of the SDK have three.
const DEPTH_MAX: usize = 32;

/// The most words and lists that are read.
const NODES_MAX: usize = 1 << 16;

/// A place in a text of several lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line, counted from 0.
    pub line: u32,
    /// Bytes of that line.
    pub range: LineRange,
}

/// A word, a text or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node<'a> {
    /// The position; of a list, the parenthesis that opens it.
    pub place: Place,
    /// The content of the node.
    pub kind: NodeKind<'a>,
}

/// The content of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind<'a> {
    /// A word or a number.
    Word(&'a str),
    /// A text, without its quotes.
    Text(&'a str),
    /// A list in parentheses.
    List(Vec<Node<'a>>),
}

impl<'a> Node<'a> {
    /// The word, if it is one.
    #[must_use]
    pub fn word(&self) -> Option<&'a str> {
        match self.kind {
            NodeKind::Word(word) => Some(word),
            NodeKind::Text(_) | NodeKind::List(_) => None,
        }
    }

    /// The elements, if it is a list.
    #[must_use]
    pub fn list(&self) -> Option<&[Self]> {
        match &self.kind {
            NodeKind::List(list) => Some(list),
            NodeKind::Word(_) | NodeKind::Text(_) => None,
        }
    }

    /// The number, if it is one: `16`, or `#x10` in hexadecimal.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        let word = self.word()?;
        let (digits, radix) = match word.get(..2) {
            Some("#x" | "#X") => (&word[2..], 16),
            _ => (word, 10),
        };
        let is_digit = |byte: u8| char::from(byte).is_digit(radix);
        (!digits.is_empty() && digits.bytes().all(is_digit))
            .then(|| u64::from_str_radix(digits, radix).ok())
            .flatten()
    }
}

/// An error of a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The place of the error.
    pub place: Place,
    /// The error as a sentence.
    pub message: Message,
}

/// The expressions that could be read, and the first error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expressions<'a> {
    /// The expressions of the outermost level.
    pub nodes: Vec<Node<'a>>,
    /// The first error of the text.
    pub trouble: Option<Trouble>,
}

/// Reads all expressions of a text.
#[must_use]
pub fn read(source: &str) -> Expressions<'_> {
    let mut reader = Reader::default();
    if source.len() > TEXT_BYTES_MAX {
        let first = source.chars().next().map_or(0, char::len_utf8);
        let max = TEXT_BYTES_MAX;
        let message = message!(
            "this file is longer than {max:# byte|# bytes} and is not read",
            max
        );
        reader.wrong(0, 0..first, message);
        return reader.done;
    }
    for (number, line) in (0..).zip(line::lines(source)) {
        if !reader.line(number, line) {
            break;
        }
    }
    reader.finish()
}

#[derive(Default)]
struct Reader<'a> {
    done: Expressions<'a>,
    /// The lists that are not closed yet, each with its parenthesis.
    open: Vec<(Place, Vec<Node<'a>>)>,
    nodes: usize,
}

impl<'a> Reader<'a> {
    fn wrong(&mut self, line: u32, range: std::ops::Range<usize>, message: Message) {
        let range = mnc2_text::line::range(range);
        let place = Place { line, range };
        self.done.trouble.get_or_insert(Trouble { place, message });
    }

    /// Adds a node to the innermost list.
    fn add(&mut self, node: Node<'a>) {
        match self.open.last_mut() {
            Some((_, list)) => list.push(node),
            None => self.done.nodes.push(node),
        }
    }

    /// Reads a line; returns whether to continue.
    fn line(&mut self, number: u32, line: &'a str) -> bool {
        let mut at = 0;
        while let Some(first) = line[at..].chars().next() {
            let end = at + first.len_utf8();
            let place = |range: std::ops::Range<usize>| Place {
                line: number,
                range: mnc2_text::line::range(range),
            };
            if !first.is_whitespace() && first != ';' {
                self.nodes += 1;
                if self.nodes > NODES_MAX {
                    let max = NODES_MAX;
                    let message = message!(
                        "this file has more than {max} words and lists; what follows is not read",
                        max
                    );
                    self.wrong(number, at..end, message);
                    return false;
                }
            }
            match first {
                ';' => return true,
                '(' if self.open.len() == DEPTH_MAX => {
                    let max = DEPTH_MAX;
                    let message = message!(
                        "lists are nested more than {max} deep; what follows is not read",
                        max
                    );
                    self.wrong(number, at..end, message);
                    return false;
                }
                '(' => {
                    self.open.push((place(at..end), Vec::new()));
                    at = end;
                }
                ')' => {
                    match self.open.pop() {
                        Some((place, list)) => self.add(Node {
                            place,
                            kind: NodeKind::List(list),
                        }),
                        None => {
                            let message = message!("this `)` closes nothing");
                            self.wrong(number, at..end, message);
                        }
                    }
                    at = end;
                }
                '"' => {
                    let Some(length) = line[end..].find('"') else {
                        let message = message!("the text in quotes does not end in its line");
                        self.wrong(number, at..line.len(), message);
                        return true;
                    };
                    self.add(Node {
                        place: place(at..end + length + 1),
                        kind: NodeKind::Text(&line[end..end + length]),
                    });
                    at = end + length + 1;
                }
                _ if first.is_whitespace() => at = end,
                _ => {
                    let is_end = |character: char| {
                        character.is_whitespace() || matches!(character, '(' | ')' | ';' | '"')
                    };
                    let length = line[at..].find(is_end).unwrap_or(line.len() - at);
                    self.add(Node {
                        place: place(at..at + length),
                        kind: NodeKind::Word(&line[at..at + length]),
                    });
                    at += length;
                }
            }
        }
        true
    }

    /// The expressions so far. Lists that are not closed end here.
    fn finish(mut self) -> Expressions<'a> {
        if let Some((place, _)) = self.open.last() {
            let message = message!("this `(` is not closed");
            let place = place.clone();
            self.done.trouble.get_or_insert(Trouble { place, message });
        }
        while let Some((place, list)) = self.open.pop() {
            self.add(Node {
                place,
                kind: NodeKind::List(list),
            });
        }
        self.done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An expression as text, with single spaces.
    fn shown(node: &Node<'_>) -> String {
        match &node.kind {
            NodeKind::Word(word) => (*word).to_owned(),
            NodeKind::Text(text) => format!("{text:?}"),
            NodeKind::List(list) => {
                let list: Vec<String> = list.iter().map(shown).collect();
                format!("({})", list.join(" "))
            }
        }
    }

    #[test]
    fn expressions_are_read_with_their_places() {
        let read = read("; comment (\n((:slot 8 :addr #x10) ; (\r\n (:id \"a b\"))\n");
        let shown: Vec<String> = read.nodes.iter().map(shown).collect();
        assert_eq!(shown, ["((:slot 8 :addr #x10) (:id \"a b\"))"]);
        assert_eq!(read.trouble, None);
        let slot = &read.nodes[0].list().expect("a list")[0]
            .list()
            .expect("a list")[3];
        assert_eq!(slot.number(), Some(16));
        assert_eq!((slot.place.line, slot.place.range.clone()), (1, 16..20));
    }

    #[test]
    fn what_is_cut_in_half_has_its_place() {
        let check = |source: &str, line: u32, range: LineRange, message: &str| {
            let trouble = read(source).trouble.expect(source);
            assert_eq!(
                (
                    trouble.place.line,
                    trouble.place.range,
                    trouble.message.to_string()
                ),
                (line, range, message.to_owned()),
                "{source}"
            );
        };
        check("((:slot 8)\n (:addr", 1, 1..2, "this `(` is not closed");
        check("(a))", 0, 3..4, "this `)` closes nothing");
        check(
            "(a \"b\n)",
            0,
            3..5,
            "the text in quotes does not end in its line",
        );
        let deep = "(".repeat(100_000);
        check(
            &deep,
            0,
            32..33,
            "lists are nested more than 32 deep; what follows is not read",
        );
        let wide = "a ".repeat(NODES_MAX + 1);
        let at = 2 * NODES_MAX as u32;
        check(
            &wide,
            0,
            at..at + 1,
            "this file has more than 65536 words and lists; what follows is not read",
        );
        let long = "a".repeat(TEXT_BYTES_MAX + 1);
        check(
            &long,
            0,
            0..1,
            "this file is longer than 1048576 bytes and is not read",
        );
    }

    #[test]
    fn numbers_are_decimal_or_hexadecimal() {
        let number = |text: &str| read(text).nodes[0].number();
        assert_eq!(number("16"), Some(16));
        assert_eq!(number("#x3f"), Some(63));
        for text in ["#x", "x10", "-1", "1.5", "+1", "99999999999999999999", "#é"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
