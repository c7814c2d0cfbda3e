use mnc2_text::message;

use super::definitions::Meaning;
use super::{DEPTH_MAX, Parsed, Parser};
use crate::code::Code;
use crate::ir::{Attribute, Dictionary, Entry};
use crate::issue::Issue;
use crate::lex::TokenKind;

/// The names of attributes that need no quotes.
pub(crate) const NAMES: &[&str] = &[
    "alignment",
    "shape_gcd",
    "stride_gcd",
    "subgroup_size",
    "unroll",
    "work_group_size",
];

impl Parser<'_> {
    /// A dictionary, whose brace must be next; `None` if its end cannot be found.
    pub(super) fn dictionary(&mut self) -> Parsed<Dictionary> {
        if self.is_definition() {
            let place = self.place();
            return match self.meant()? {
                Meaning::Attribute(Attribute::Dictionary(dictionary)) => Some(Dictionary {
                    range: place,
                    ..dictionary
                }),
                other => self.other_meaning(&other, place, message!("a dictionary of attributes")),
            };
        }
        let start = self.place().start;
        let is_unopened = !self.is_sign("{") && self.is_attributed();
        if self.expect("{").is_none() && !is_unopened {
            return None;
        }
        let mut entries: Vec<Entry> = Vec::new();
        if self.entries(&mut entries).is_none() {
            // What is here may belong to the value before it.
            entries.pop();
            // What follows does not depend on what is wrong in here, if the end can be found.
            let failed = self.at;
            while self.token().is_some() && !matches!(self.word(), "{" | "}") && !self.is_start() {
                self.at += 1;
            }
            if !self.accept("}") {
                self.at = failed;
                // The brace that closes the dictionary closes another construct.
                self.closings += usize::from(!is_unopened);
                return None;
            }
        }
        Some(Dictionary {
            range: start..self.end_before(),
            entries,
        })
    }

    /// The entries of a dictionary up to its brace.
    fn entries(&mut self, entries: &mut Vec<Entry>) -> Parsed<()> {
        if !self.is_sign("}") {
            loop {
                let entry = self.named()?;
                if let Some(first) = entries.iter().find(|first| first.name == entry.name) {
                    let name = entry.name.clone();
                    let issue = Issue::new(
                        Code::DuplicateKey,
                        entry.name_range.clone(),
                        message!("the dictionary has `{name}` twice", name),
                    );
                    self.issues
                        .push(issue.note(first.name_range.clone(), message!("the first one")));
                }
                entries.push(entry);
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect("}")
    }

    fn named(&mut self) -> Parsed<Entry> {
        let is_known = self.kind() == Some(TokenKind::Word) && NAMES.contains(&self.word());
        if !is_known && self.kind() != Some(TokenKind::Text) {
            return self.unexpected(message!("the name of an attribute"));
        }
        let name_range = self.take();
        let name = self.part(&name_range).trim_matches('"').to_owned();
        self.expect("=")?;
        let start = self.place().start;
        let value = self.attribute()?;
        let value_range = start..self.end_before();
        Some(Entry {
            name,
            name_range,
            value: Some(value),
            value_range,
        })
    }

    pub(super) fn attribute(&mut self) -> Parsed<Attribute> {
        if self.is_definition() {
            let place = self.place();
            return match self.meant()? {
                Meaning::Attribute(attribute) => Some(attribute),
                other => self.other_meaning(&other, place, message!("the value of an attribute")),
            };
        }
        if self.depth > DEPTH_MAX {
            let place = self.place();
            let message = message!(
                "attributes are read up to a depth of {count}",
                count = DEPTH_MAX
            );
            self.issues.push(Issue::new(Code::TooDeep, place, message));
            self.at = self.tokens.len();
            return None;
        }
        match self.kind() {
            Some(TokenKind::Integer) => self.integer().map(Attribute::Integer),
            Some(TokenKind::Text) => {
                let range = self.take();
                Some(Attribute::Text(
                    self.part(&range).trim_matches('"').to_owned(),
                ))
            }
            Some(TokenKind::Word) if matches!(self.word(), "true" | "false") => {
                let value = self.is_word("true");
                self.take();
                Some(Attribute::Boolean(value))
            }
            Some(TokenKind::Sign) if self.is_sign("{") => {
                self.depth += 1;
                let dictionary = self.dictionary();
                self.depth -= 1;
                dictionary.map(Attribute::Dictionary)
            }
            Some(TokenKind::Sign) if self.accept("[") => {
                self.depth += 1;
                let items = self.items();
                self.depth -= 1;
                items.map(Attribute::Array)
            }
            _ => self.unexpected(message!("the value of an attribute")),
        }
    }

    /// The items of a list up to its bracket.
    fn items(&mut self) -> Parsed<Vec<Attribute>> {
        let mut items = Vec::new();
        if !self.is_sign("]") {
            loop {
                items.push(self.attribute()?);
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect("]")?;
        Some(items)
    }
}
