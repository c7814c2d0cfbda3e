//! Where reading continues after an error, and the text that was not read because of it.

use std::collections::{HashMap, HashSet};

use mnc2_text::Message;

use super::attributes::NAMES;
use super::{Parser, normal};
use crate::code::Code;
use crate::ir::ByteRange;
use crate::issue::Issue;
use crate::lex::TokenKind;
use crate::table::Row;

/// How many tokens the names of results and the sign after them may be, where an instruction is looked for after an error.
const RESULT_TOKENS_MAX: usize = 128;

/// What can follow a region.
#[derive(Clone, Copy, Default)]
pub(super) enum Follower {
    /// The next instruction.
    #[default]
    None,
    Else,
    /// The attributes of a loop.
    Attributes,
}

impl Parser<'_> {
    /// Compares how many braces there are of each kind. Attributes have as many of both, as far as they are whole.
    pub(super) fn count_braces(&mut self) {
        let count = |sign: &str| {
            let tokens = self.tokens.iter();
            tokens.filter(|it| self.part(&it.range) == sign).count()
        };
        let (opening, closing) = (count("{"), count("}"));
        self.closings = closing.saturating_sub(opening);
        self.function.is_balanced = opening == closing;
    }

    /// Whether the brace that is missing here has one that closes what it opens.
    pub(super) fn is_unopened(&mut self) -> bool {
        let is_unopened = self.closings > 0;
        self.closings -= usize::from(is_unopened);
        is_unopened
    }

    /// Whether the next token is in the line of the one before.
    pub(super) fn is_same_line(&self) -> bool {
        let gap = self.end_before() as usize..self.place().start as usize;
        self.text.get(gap).is_some_and(|gap| !gap.contains('\n'))
    }

    /// Whether the next token is the word of an instruction.
    pub(super) fn is_instruction(&self) -> bool {
        self.kind() == Some(TokenKind::Word)
            && Row::find(self.version, self.word()).is_some()
            && !self.is_attribute_name()
    }

    /// Whether the next token is the name of an attribute with its value, and no builtin.
    fn is_attribute_name(&self) -> bool {
        NAMES.contains(&self.word()) && self.second() == "="
    }

    /// Whether what is noted already is why a brace closes something that nothing opens.
    pub(super) fn is_torn(&self) -> bool {
        let is_why = |it: &Issue| matches!(it.code, Code::Syntax | Code::UnknownWord);
        self.closings > 0 && self.issues.iter().any(is_why)
    }

    /// Whether attributes are next, perhaps without their brace.
    pub(super) fn is_attributed(&self) -> bool {
        self.is_dictionary() || self.is_attribute_name()
    }

    /// Whether what is next is not a part of the header of a function.
    pub(super) fn is_header_end(&self) -> bool {
        let is_brace = self.is_sign("{") || self.is_sign("}");
        self.token().is_none() || is_brace || self.is_next_start()
    }

    /// Whether an instruction begins the next line.
    pub(super) fn is_next_start(&self) -> bool {
        self.is_start() && !self.is_same_line()
    }

    /// Notes what is missing where the next line begins with an instruction.
    pub(super) fn missing<T>(&mut self, message: Message) -> Option<T> {
        let end = self.end_before();
        let place = end.saturating_sub(1)..end;
        self.issues.push(Issue::new(Code::Syntax, place, message));
        None
    }

    /// Whether only the brace at the end of a region is missing before what is next.
    pub(super) fn is_after_region(&self) -> bool {
        match self.follower {
            Follower::None => false,
            Follower::Else => self.is_word("else"),
            Follower::Attributes => self.is_dictionary(),
        }
    }

    /// Whether the next brace opens a dictionary of attributes and no region.
    pub(super) fn is_dictionary(&self) -> bool {
        let text = |at: usize| {
            let token = self.tokens.get(self.at + at);
            token.map_or("", |token| self.part(&token.range))
        };
        let first = text(1);
        let is_entry = NAMES.contains(&first) || first.starts_with('"');
        let is_other = !first.starts_with(['%', '}']) && text(2) == "=";
        let is_empty = first == "}" && matches!(text(2), "," | ")" | "{");
        self.is_sign("{") && (is_entry || is_other || is_empty)
    }

    /// Moves to the place where the next instruction may begin. Braces in between are skipped with their content.
    pub(super) fn skip(&mut self) {
        let mut depth = 0_u32;
        while let Some(token) = self.token() {
            let word = self.part(&token.range);
            match word {
                "{" => depth += 1,
                "}" if depth == 0 => return,
                "}" => depth -= 1,
                _ if depth == 0 && self.is_start() => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Whether the next token begins an instruction: a word of one, or names with `=` after them, the first of which begins its line.
    pub(super) fn is_start(&self) -> bool {
        match self.kind() {
            Some(TokenKind::Word) => self.is_instruction(),
            Some(TokenKind::Local) => !self.is_same_line() && self.is_assigned(),
            _ => false,
        }
    }

    /// Whether the next tokens are names with commas between them, and `=`. Operands can continue in another line too.
    pub(super) fn is_assigned(&self) -> bool {
        let mut rest = self.tokens[self.at..].iter().take(RESULT_TOKENS_MAX);
        while rest
            .next()
            .is_some_and(|token| token.kind == TokenKind::Local)
        {
            match rest.next().map(|token| self.part(&token.range)) {
                Some(",") => {}
                other => return other == Some("="),
            }
        }
        false
    }

    /// Finds the names in what was not read: they are uses of the values that are known there, or may define values.
    pub(super) fn find_unread(&mut self) {
        if self.issues.is_empty() {
            return;
        }
        let values = self.function.values.iter();
        let known = values.flat_map(|value| std::iter::once(&value.range).chain(&value.uses));
        let unresolved = self.function.unresolved.iter();
        let known = known.chain(unresolved.map(|operand| &operand.range));
        let read: HashSet<u32> = known.map(|range| range.start).collect();
        let tokens = self.tokens.iter();
        let names = tokens.filter(|it| it.kind == TokenKind::Local);
        let unread = names.filter(|it| !read.contains(&it.range.start));
        let unread: Vec<ByteRange> = unread.map(|it| it.range.clone()).collect();
        let mut named: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, value) in self.function.values.iter().enumerate() {
            named.entry(value.name.clone()).or_default().push(index);
        }
        for range in unread {
            let name = normal(self.part(&range));
            let known = named.get(name).map(Vec::as_slice).unwrap_or_default();
            let is_known = |&&at: &&usize| self.function.values[at].scope.contains(&range.start);
            if let Some(&at) = known.iter().rev().find(is_known) {
                self.function.values[at].uses.push(range);
            }
            self.function.unread.insert(name.to_owned());
        }
        for value in &mut self.function.values {
            value.uses.sort_by_key(|range| range.start);
        }
    }
}
