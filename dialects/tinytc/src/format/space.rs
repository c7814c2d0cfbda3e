//! The white space before each token.

use std::collections::HashSet;

use super::item::Item;
use crate::ir::Function;
use crate::lex::TokenKind;

/// The columns of a level.
const INDENT: u32 = 2;

/// The columns by which what continues in another line is further right.
const CONTINUATION: u32 = 4;

/// The white space between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    None,
    Space,
    Line,
}

/// The white space before a token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub separator: Separator,
    /// The columns before it, if a line begins with it.
    pub indent: u32,
}

/// What is open at a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Region,
    Dictionary,
    Angle,
    Bracket,
    Parameters,
    Yield,
    List,
}

struct Printer<'f> {
    items: &'f [Item],
    /// Where instructions begin.
    starts: HashSet<u32>,
    /// Where regions begin.
    opens: HashSet<u32>,
    /// The positions of the braces at the ends of regions.
    closes: HashSet<u32>,
    open: Vec<Open>,
    /// How many regions are open.
    depth: u32,
    /// The word of the instruction.
    head: &'f str,
    /// Whether the names of results are being read.
    is_results: bool,
    /// The column of parameters.
    column: u32,
}

/// The white space before each item of a function.
pub(super) fn gaps(function: &Function, items: &[Item]) -> Vec<Gap> {
    let instructions = function.instructions.iter();
    let definitions = items.windows(2).filter_map(|pair| {
        let is_defined = pair[0].kind == TokenKind::Definition && pair[1].text == "=";
        is_defined.then_some(pair[0].range.start)
    });
    let regions = || function.regions.iter().map(|region| &region.range);
    let mut printer = Printer {
        items,
        starts: instructions
            .map(|found| found.range.start)
            .chain(definitions)
            .collect(),
        opens: regions().map(|range| range.start).collect(),
        closes: regions().map(|range| range.end.saturating_sub(1)).collect(),
        open: Vec::new(),
        depth: 0,
        head: "func",
        is_results: false,
        // `func @name(`
        column: function.name.chars().count() as u32 + 7,
    };
    (0..items.len()).map(|index| printer.next(index)).collect()
}

impl<'f> Printer<'f> {
    /// Whether a region begins or ends there, or an instruction begins, or the text of the function is over.
    fn is_boundary(&self, item: Option<&Item>) -> bool {
        item.is_none_or(|item| {
            self.starts.contains(&item.range.start) || self.closes.contains(&item.range.start)
        })
    }

    fn next(&mut self, index: usize) -> Gap {
        let items = self.items;
        let item = &items[index];
        let before = index.checked_sub(1).map(|before| &items[before]);
        let is_comment = item.kind == TokenKind::Comment;
        let is_start = self.starts.contains(&item.range.start);
        let is_close = self.closes.contains(&item.range.start) && item.text == "}";
        let follows_region = before
            .is_some_and(|before| before.text == "}" && self.closes.contains(&before.range.start));
        let following = items[index..]
            .iter()
            .find(|other| other.kind != TokenKind::Comment);
        let level = self.depth * INDENT;
        let indent = if is_close {
            level.saturating_sub(INDENT)
        } else if is_start || item.text == "else" || (is_comment && self.is_boundary(following)) {
            level
        } else if self.depth == 0 && self.open.is_empty() {
            0
        } else if self.open.last() == Some(&Open::Parameters) {
            self.column
        } else {
            level + CONTINUATION
        };
        let separator = match before {
            None => Separator::None,
            Some(before) if before.kind == TokenKind::Comment => Separator::Line,
            Some(_) if is_comment && item.is_own_line() => Separator::Line,
            Some(_) if is_comment => Separator::Space,
            Some(_) if is_start || is_close => Separator::Line,
            Some(_) if follows_region => Separator::Space,
            Some(before) => self.between(before, item),
        };
        if !is_comment {
            self.step(before, item, is_start, is_close);
        }
        Gap { separator, indent }
    }

    /// Moves past an item.
    fn step(&mut self, before: Option<&Item>, item: &'f Item, is_start: bool, is_close: bool) {
        let is_sign = item.kind == TokenKind::Sign;
        if is_start {
            self.is_results = matches!(item.kind, TokenKind::Local | TokenKind::Definition);
        }
        if item.kind == TokenKind::Word && (is_start || self.is_results) {
            self.head = &item.text;
            self.is_results = false;
        }
        let before = before.map_or("", |before| before.text.as_str());
        match item.text.as_str() {
            "{" if self.opens.contains(&item.range.start) => {
                self.open.push(Open::Region);
                self.depth += 1;
            }
            "{" => self.open.push(Open::Dictionary),
            "<" => self.open.push(Open::Angle),
            "[" => self.open.push(Open::Bracket),
            "(" if self.head == "func" => self.open.push(Open::Parameters),
            "(" if before == "yield" => self.open.push(Open::Yield),
            "(" => self.open.push(Open::List),
            ">" | "]" | ")" | "}" if is_sign => {
                self.open.pop();
                self.depth -= u32::from(is_close && self.depth > 0);
            }
            _ => {}
        }
    }

    /// The white space between two tokens of an instruction or of the head of a function.
    fn between(&self, before: &Item, item: &Item) -> Separator {
        use Separator::{Line, None, Space};
        let open = self.open.last().copied().unwrap_or(Open::Region);
        let is_loop = matches!(self.head, "for" | "foreach" | "foreach_tile");
        let (left, right) = (before.text.as_str(), item.text.as_str());
        let is_modifier = item.kind == TokenKind::Word && right.starts_with('.');
        match right {
            "," | ")" | "]" | ">" | "<" | "}" => return None,
            _ if is_modifier => return None,
            "(" if !matches!(
                left,
                "yield" | "foreach" | "foreach_tile" | "cooperative_matrix_apply" | "->" | "as"
            ) =>
            {
                return None;
            }
            "<=" => return None,
            "[" if before.kind == TokenKind::Local => return None,
            ":" if open != Open::Region || is_loop => return None,
            "=" if !self.is_results => return None,
            "->" if open == Open::Bracket => return None,
            _ => {}
        }
        match (left, open) {
            ("attributes", _) if right.starts_with('{') => None,
            ("(" | "[" | "<" | "{", _) => None,
            (",", Open::Parameters) => Line,
            (",", Open::Angle) if right == "offset" => Space,
            (":", Open::Angle) => Space,
            // `$typex4` is one name.
            (_, Open::Angle) if before.kind == TokenKind::Definition => match right {
                ">" | "," => None,
                _ => Space,
            },
            (_, Open::Angle) => None,
            (",", Open::Dictionary | Open::Yield) => Space,
            (",", Open::Bracket | Open::List) => None,
            (",", Open::Region) if is_loop || self.is_results => None,
            (":", Open::Bracket | Open::List) => None,
            (":", Open::Region) if is_loop => None,
            ("=", _) if !self.is_results => None,
            ("<=", _) => None,
            ("->", Open::Bracket) => None,
            _ => Space,
        }
    }
}
