//! The preprocessor of 0.4: names for constants, types and attributes, and a calculator. What they name is resolved while parsing.

use mnc2_text::{Message, message};

use super::{Parsed, Parser};
use crate::code::Code;
use crate::ir::{Attribute, ByteRange};
use crate::issue::Issue;
use crate::lex::TokenKind;
use crate::types::Type;

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Float(f64),
    /// `None` if there is no such type.
    Type(Option<Type>),
    /// Booleans, integers and texts are attributes, too.
    Attribute(Attribute),
    /// A definition that could not be read.
    Unread,
}

/// A name with its meaning.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    /// The name, with `$`.
    name: String,
    /// Where it is defined; empty if that is in front of the function.
    range: ByteRange,
    /// How many regions are around it.
    depth: usize,
    meaning: Meaning,
}

/// The most numbers on the stack of the calculator.
const STACK_MAX: usize = 256;

impl Parser<'_> {
    pub(super) fn is_definition(&self) -> bool {
        self.kind() == Some(TokenKind::Definition)
    }

    /// Whether a name is next that is given a meaning.
    pub(super) fn is_defining(&self) -> bool {
        self.is_definition() && self.second() == "="
    }

    /// Definitions that are in front of the function.
    pub(super) fn know(&mut self, definitions: Vec<Definition>) {
        self.definitions = definitions;
        for known in &mut self.definitions {
            known.range = 0..0;
        }
    }

    /// Definitions up to something else.
    pub(super) fn definitions(&mut self) {
        while self.is_defining() {
            self.definition();
        }
    }

    /// A definition, whose name is next.
    pub(super) fn definition(&mut self) {
        let range = self.take();
        self.take();
        let name = self.part(&range).to_owned();
        let meaning = self.meaning();
        if meaning.is_none() {
            while self.token().is_some()
                && !(self.is_definition() || self.is_sign("}") || self.is_start())
            {
                self.at += 1;
            }
        }
        if let Some(first) = self.definitions.iter().find(|it| it.name == name) {
            let issue = Issue::new(
                Code::Redefined,
                range.clone(),
                message!(
                    "`{name}` is already defined here or around it",
                    name = &name
                ),
            );
            let first = first.range.clone();
            let has_place = !first.is_empty();
            self.issues.push(if has_place {
                issue.note(first, message!("the first definition"))
            } else {
                issue
            });
        }
        self.definitions.push(Definition {
            name,
            range,
            depth: self.depth,
            meaning: meaning.unwrap_or(Meaning::Unread),
        });
    }

    /// Forgets the definitions of a region that ends.
    pub(super) fn forget_definitions(&mut self) {
        let depth = self.depth;
        self.definitions.retain(|known| known.depth <= depth);
    }

    /// The meaning of the name that is next; `None` if it has none, which is noted.
    pub(super) fn meant(&mut self) -> Parsed<Meaning> {
        let range = self.take();
        let name = self.part(&range);
        let known = self.definitions.iter().rev().find(|it| it.name == name);
        if let Some(known) = known {
            return Some(known.meaning.clone());
        }
        let message = message!("`{name}` is not defined here", name = name.to_owned());
        let mut issue = Issue::new(Code::Undefined, range.clone(), message);
        let names = self.definitions.iter().map(|it| it.name.as_str());
        if let Some(meant) = mnc2_text::line::similar(name, names, 0.6) {
            let title = message!("write `{text}`", text = meant.to_owned());
            issue = issue.suggest(title, range, meant);
        }
        self.issues.push(issue);
        None
    }

    /// Notes that a name means something that is not expected there.
    pub(super) fn other_meaning<T>(
        &mut self,
        meaning: &Meaning,
        place: ByteRange,
        expected: Message,
    ) -> Parsed<T> {
        if !matches!(meaning, Meaning::Unread | Meaning::Type(None)) {
            let name = self.part(&place).to_owned();
            let message = message!(
                "{expected} is expected, and `{name}` has another kind",
                expected,
                name
            );
            self.issues.push(Issue::new(Code::Syntax, place, message));
        }
        None
    }

    /// What follows the equals sign.
    fn meaning(&mut self) -> Parsed<Meaning> {
        match self.kind() {
            Some(TokenKind::Float) => self.float().map(Meaning::Float),
            Some(TokenKind::Definition) => self.meant(),
            Some(TokenKind::Word) if self.accept("!calc") => {
                self.expect("(")?;
                let number = self.calculation()?;
                Some(Meaning::Attribute(Attribute::Integer(number)))
            }
            Some(TokenKind::Word) if !matches!(self.word(), "true" | "false") => {
                self.ty().map(|(ty, _)| Meaning::Type(ty))
            }
            _ => self.attribute().map(Meaning::Attribute),
        }
    }

    /// Integers and operators in the Polish notation, the operators last, up to the parenthesis.
    fn calculation(&mut self) -> Parsed<i64> {
        let start = self.place().start;
        let mut stack: Vec<i64> = Vec::new();
        while !self.is_sign(")") {
            if self.is_definition() || self.kind() == Some(TokenKind::Integer) {
                stack.push(self.integer()?);
            } else {
                let operator = self.word();
                let is_operator =
                    matches!(operator, "^" | "-" | "+" | "*" | "/" | "%" | "min" | "max");
                if !is_operator || self.token().is_none() {
                    return self.unexpected(message!("an integer or an operator"));
                }
                let (Some(right), Some(left)) = (stack.pop(), stack.pop()) else {
                    return self.unexpected(message!("an integer"));
                };
                let Some(result) = calculate(operator, left, right) else {
                    let place = self.take();
                    let message = message!("this calculation has no result");
                    self.issues
                        .push(Issue::new(Code::NumberRange, place, message));
                    return None;
                };
                self.take();
                stack.push(result);
            }
            if stack.len() > STACK_MAX {
                return self.unexpected(message!("an operator"));
            }
        }
        self.take();
        if let [number] = stack[..] {
            return Some(number);
        }
        let place = start..self.end_before();
        let message = message!("a calculation has one result: the operators follow their numbers");
        self.issues.push(Issue::new(Code::Syntax, place, message));
        None
    }
}

/// The result of an operator of the calculator; `None` if it has none.
fn calculate(operator: &str, left: i64, right: i64) -> Option<i64> {
    match operator {
        "^" => left.checked_pow(u32::try_from(right).ok()?),
        "-" => left.checked_sub(right),
        "+" => left.checked_add(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        "min" => Some(left.min(right)),
        _ => Some(left.max(right)),
    }
}
