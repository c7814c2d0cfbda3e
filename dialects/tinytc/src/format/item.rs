//! What is printed: the tokens of a function, some of which become others.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use crate::code::Code;
use crate::ir::{Attribute, ByteRange, Dictionary, Function, Operation, ValueId};
use crate::lex::{self, Token, TokenKind};
use crate::parse::attributes::NAMES;
use crate::source::Piece;

/// A token, or several that became one.
#[derive(Debug)]
pub(super) struct Item {
    /// Where it is in the text of its [`Piece`].
    pub range: ByteRange,
    pub text: String,
    pub kind: TokenKind,
    /// How many lines end before it, after the token before it.
    pub line_ends: usize,
    /// Whether it is the first token of its [`Piece`].
    pub is_first: bool,
}

impl Item {
    /// Whether it is a comment alone in its line.
    pub(super) fn is_own_line(&self) -> bool {
        self.kind == TokenKind::Comment && (self.is_first || self.line_ends > 0)
    }
}

/// The tokens of a [`Piece`] as they are written.
pub(super) fn as_written(piece: &Piece) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut end = 0;
    for Token { kind, range } in lex::tokens(piece.text(), piece.version()) {
        let text = piece.part(&range).to_owned();
        items.push(Item {
            kind,
            line_ends: super::line_ends(piece.part(&(end..range.start))),
            is_first: items.is_empty(),
            text,
            range: range.clone(),
        });
        end = range.end;
    }
    items
}

/// The tokens of a [`Piece`] as the compiler prints them; `None` if a comment is inside of tokens that become one word.
pub(super) fn canonical(piece: &Piece, function: Option<&Function>) -> Option<Vec<Item>> {
    let written = as_written(piece);
    let Some(function) = function else {
        return Some(written);
    };
    let changes = Changes::new(piece, function, &written);
    let mut items: Vec<Item> = Vec::with_capacity(written.len());
    let mut end = 0;
    for mut item in written {
        if item.range.start < end {
            if item.kind == TokenKind::Comment {
                return None;
            }
            continue;
        }
        let change = changes.of.get(&item.range.start);
        if let Some((until, text)) = change {
            end = *until;
            if text.is_empty() {
                continue;
            }
            item.range.end = *until;
            item.text.clone_from(text);
        } else if item.kind == TokenKind::Integer
            && let Ok(number) = item.text.parse::<i64>()
        {
            item.text = number.to_string();
        }
        let typed = changes.untyped.contains(&item.range.end);
        let place = item.range.end..item.range.end;
        items.push(item);
        if typed {
            for (text, kind) in [(":", TokenKind::Sign), ("index", TokenKind::Word)] {
                items.push(Item {
                    range: place.clone(),
                    text: text.to_owned(),
                    kind,
                    line_ends: 0,
                    is_first: false,
                });
            }
        }
    }
    Some(items)
}

/// What a function has otherwise in its canonical text.
#[derive(Default)]
struct Changes {
    /// By its start: the end of a place, and its new text; an empty one if the place is removed.
    of: BTreeMap<u32, (u32, String)>,
    /// After which places the type `index` of loop variables is missing.
    untyped: Vec<u32>,
}

impl Changes {
    fn new(piece: &Piece, function: &Function, items: &[Item]) -> Self {
        let mut changes = Self::default();
        let has = |code| {
            piece
                .analysis()
                .issues
                .iter()
                .any(|issue| issue.code == code)
        };
        if !has(Code::Undefined) && !has(Code::Redefined) {
            changes.numbers(function);
        }
        let mut dictionaries = Vec::new();
        dictionaries.extend(&function.attributes);
        for parameter in &function.parameters {
            dictionaries.extend(&parameter.attributes);
            let ty = &function.value(parameter.value).ty;
            if let Some(ty) = ty {
                changes.set(&parameter.type_range, ty.to_string());
            }
        }
        for instruction in &function.instructions {
            dictionaries.extend(&instruction.attributes);
            for (ty, range) in &instruction.result_types {
                if let Some(ty) = ty {
                    changes.set(range, ty.to_string());
                }
            }
        }
        if !has(Code::DuplicateKey) {
            for dictionary in dictionaries {
                changes.set(&dictionary.range, dictionary_text(dictionary));
            }
        }
        changes.signs(function, items);
        changes
    }

    fn set(&mut self, range: &ByteRange, text: String) {
        self.of.insert(range.start, (range.end, text));
    }

    /// Counts values that have numbers as names: parameters first, then what each instruction defines inside, then its results.
    fn numbers(&mut self, function: &Function) {
        let mut order: Vec<ValueId> = Vec::new();
        order.extend(function.parameters.iter().map(|parameter| parameter.value));
        for instruction in &function.instructions {
            match &instruction.operation {
                Operation::For {
                    variable, carried, ..
                } => {
                    order.extend(variable);
                    order.extend(carried);
                }
                Operation::Foreach {
                    variables, tile, ..
                } => {
                    order.extend(variables);
                    order.extend(tile.iter().flat_map(|tile| &tile.sizes));
                }
                Operation::MatrixApply(variables) => order.extend(variables),
                _ => {}
            }
            order.extend(&instruction.results);
        }
        let numbered = order
            .into_iter()
            .map(|id| function.value(id))
            .filter(|value| value.name.starts_with(|first: char| first.is_ascii_digit()));
        for (number, value) in numbered.enumerate() {
            for range in std::iter::once(&value.range).chain(&value.uses) {
                self.set(range, format!("%{number}"));
            }
        }
    }

    /// Modifiers of 0.4 that the canonical text lacks because they are the default.
    fn modifiers(&mut self, items: &[Item]) {
        let modifiers: Vec<&Item> = items[1..]
            .iter()
            .take_while(|item| item.text.starts_with('.'))
            .collect();
        let last = modifiers.iter().rposition(|item| item.text == ".t");
        for (index, item) in modifiers.iter().enumerate() {
            let is_default = match item.text.as_str() {
                // `.n.t` has both.
                ".n" => last.is_none_or(|last| last < index),
                text => matches!(text, ".work_group" | ".relaxed"),
            };
            if is_default {
                self.set(&item.range, String::new());
            }
        }
    }

    /// Signs that the canonical text lacks or has in addition.
    fn signs(&mut self, function: &Function, items: &[Item]) {
        let index: HashMap<u32, usize> = items
            .iter()
            .enumerate()
            .map(|(index, item)| (item.range.start, index))
            .collect();
        let text = |at: usize| items.get(at).map_or("", |item| item.text.as_str());
        for instruction in &function.instructions {
            let Some(&word) = index.get(&instruction.word.start) else {
                continue;
            };
            if function.version.is_04() {
                self.modifiers(&items[word..]);
            }
            match &instruction.operation {
                Operation::For { .. } | Operation::Foreach { .. } if function.version.is_04() => {}
                Operation::For { .. } if text(word + 2) == "=" => {
                    self.untyped.push(items[word + 1].range.end);
                }
                Operation::Foreach { .. } => {
                    let is_end = |at: &usize| text(*at) == ")" && text(at + 1) == "=";
                    let until = items.partition_point(|item| {
                        instruction.regions.first().is_some_and(|&body| {
                            item.range.start < function.region(body).range.start
                        })
                    });
                    let first = (word..until).find(|&at| text(at) == ")");
                    if let Some(at) = first.filter(is_end) {
                        self.untyped.push(items[at].range.end);
                    }
                }
                Operation::If if instruction.result_types.is_empty() => {
                    if (text(word + 2), text(word + 3), text(word + 4)) == ("->", "(", ")") {
                        self.set(
                            &(items[word + 2].range.start..items[word + 4].range.end),
                            String::new(),
                        );
                    }
                    let other = instruction.regions.get(1);
                    let at =
                        other.and_then(|&other| index.get(&function.region(other).range.start));
                    if let Some(&at) =
                        at.filter(|&&at| text(at + 1) == "}" && text(at - 1) == "else")
                    {
                        self.set(
                            &(items[at - 1].range.start..items[at + 1].range.end),
                            String::new(),
                        );
                    }
                }
                Operation::Subview(_) => {
                    let end =
                        items.partition_point(|item| item.range.start < instruction.range.end);
                    for at in word..end {
                        let is_zero = text(at) == ":"
                            && items[at + 1].kind == TokenKind::Integer
                            && text(at + 1).parse() == Ok(0_i64);
                        if is_zero {
                            self.set(
                                &(items[at].range.start..items[at + 1].range.end),
                                String::new(),
                            );
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

fn dictionary_text(dictionary: &Dictionary) -> String {
    let mut entries: Vec<_> = dictionary.entries.iter().collect();
    entries.sort_by_key(|entry| &entry.name);
    let mut text = "{".to_owned();
    for (index, entry) in entries.into_iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        let quote = if NAMES.contains(&entry.name.as_str()) {
            ""
        } else {
            "\""
        };
        let value = entry.value.as_ref().map(attribute_text).unwrap_or_default();
        let _ = write!(text, "{comma}{quote}{}{quote}={value}", entry.name);
    }
    text + "}"
}

fn attribute_text(attribute: &Attribute) -> String {
    match attribute {
        Attribute::Array(items) => {
            let items: Vec<String> = items.iter().map(attribute_text).collect();
            format!("[{}]", items.join(","))
        }
        Attribute::Boolean(value) => value.to_string(),
        Attribute::Dictionary(dictionary) => dictionary_text(dictionary),
        Attribute::Integer(number) => number.to_string(),
        Attribute::Text(text) => format!("\"{text}\""),
    }
}
