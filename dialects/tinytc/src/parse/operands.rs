//! Operands: modifiers, constants, lists of values, and what is in brackets.

use mnc2_text::message;

use super::definitions::Meaning;
use super::{Parsed, Parser};
use crate::code::Code;
use crate::ir::{Attribute, Checked, Constant, Instruction, Operand, Operation, Slice, StoreFlag};
use crate::issue::{Elsewhere, Issue};
use crate::lex::TokenKind;
use crate::types::Extent;

impl Parser<'_> {
    /// Whether `.t` is next. 0.4 has `.n` without a word.
    pub(super) fn transpose(&mut self) -> Parsed<bool> {
        if self.accept(".n") {
            return Some(false);
        }
        if self.accept(".t") {
            return Some(true);
        }
        if self.version.is_04() {
            return Some(false);
        }
        let before = self.issues.len();
        let none = self.unexpected(message!("`.n` or `.t`"));
        for issue in &mut self.issues[before..] {
            if issue.elsewhere == Elsewhere::Wrong {
                issue.elsewhere = Elsewhere::PossiblyRight;
            }
        }
        none
    }

    /// The scope and the semantics of an atomic access. A run has one order of all of them.
    pub(super) fn scope_and_semantics(&mut self) {
        let scopes = [".cross_device", ".device", ".work_group", ".subgroup"];
        let _ = scopes.into_iter().any(|word| self.accept(word));
        let semantics = [
            ".relaxed",
            ".acquire",
            ".release",
            ".acquire_release",
            ".sequentially_consistent",
        ];
        let _ = semantics.into_iter().any(|word| self.accept(word));
    }

    pub(super) fn checked(&mut self) -> Checked {
        let known = [
            (".rows_checked", Checked::Rows),
            (".cols_checked", Checked::Columns),
            (".both_checked", Checked::Both),
        ];
        let found = known.into_iter().find(|(word, _)| self.accept(word));
        found.map_or(Checked::None, |(_, checked)| checked)
    }

    /// `.atomic` or `.atomic_add` of 2025-02.
    pub(super) fn store_flag(&mut self) -> StoreFlag {
        if self.version.is_04() {
            StoreFlag::Plain
        } else if self.accept(".atomic") {
            StoreFlag::Atomic
        } else if self.accept(".atomic_add") {
            StoreFlag::AtomicAdd
        } else {
            StoreFlag::Plain
        }
    }

    pub(super) fn constant(&mut self) -> Parsed<Constant> {
        match self.kind() {
            Some(TokenKind::Definition) => {
                let place = self.place();
                match self.meant()? {
                    Meaning::Attribute(Attribute::Integer(number)) => {
                        Some(Constant::Integer(number))
                    }
                    Meaning::Attribute(Attribute::Boolean(truth)) => Some(Constant::Boolean(truth)),
                    Meaning::Float(number) => Some(Constant::Float(number)),
                    other => self.other_meaning(&other, place, message!("a constant")),
                }
            }
            Some(TokenKind::Integer) => self.integer().map(Constant::Integer),
            Some(TokenKind::Float) => self.float().map(Constant::Float),
            Some(TokenKind::Word) if matches!(self.word(), "true" | "false") => {
                let is_true = self.is_word("true");
                self.take();
                Some(Constant::Boolean(is_true))
            }
            Some(TokenKind::Sign) if self.accept("[") => {
                let real = self.part_of_complex()?;
                self.expect(",")?;
                let imaginary = self.part_of_complex()?;
                self.expect("]")?;
                Some(Constant::Complex(real, imaginary))
            }
            _ => self.unexpected(message!("a constant")),
        }
    }

    fn part_of_complex(&mut self) -> Parsed<f64> {
        match self.kind() {
            Some(TokenKind::Float) => self.float(),
            Some(TokenKind::Integer) => {
                let place = self.take();
                let text = format!("{}.0", self.part(&place));
                let number = text.parse().ok();
                let issue = Issue::new(
                    Code::Syntax,
                    place.clone(),
                    message!("the parts of a complex constant are floating point numbers"),
                );
                let title = message!("write `{text}`", text = text.clone());
                self.issues.push(issue.fix(title, place, text));
                number
            }
            _ => self.unexpected(message!("a floating point number")),
        }
    }

    pub(super) fn float(&mut self) -> Parsed<f64> {
        let place = self.take();
        let (number, is_fine) = crate::number::parse(self.part(&place));
        if !is_fine {
            let message = message!("the number is out of the range of double precision");
            self.issues
                .push(Issue::new(Code::NumberRange, place, message));
        }
        Some(number)
    }

    /// Values in parentheses, which must be next.
    pub(super) fn list(&mut self, can_be_empty: bool) -> Parsed<Vec<Operand>> {
        self.expect("(")?;
        let mut found = Vec::new();
        if !(can_be_empty && self.is_sign(")")) {
            loop {
                found.push(self.operand()?);
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect(")")?;
        Some(found)
    }

    /// Indices in brackets.
    pub(super) fn indices(&mut self, into: &mut Instruction) -> Parsed<()> {
        self.expect("[")?;
        if !self.is_sign("]") {
            loop {
                let operand = self.operand()?;
                into.operands.push(operand);
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect("]")
    }

    /// Two indices in brackets.
    pub(super) fn position(&mut self, into: &mut Instruction) -> Parsed<()> {
        self.expect("[")?;
        self.operands(into, 2)?;
        self.expect("]")
    }

    /// A number, or a value that becomes the next operand.
    fn entry(&mut self, into: &mut Instruction) -> Parsed<Extent> {
        match self.kind() {
            Some(TokenKind::Local) => {
                let operand = self.operand()?;
                into.operands.push(operand);
                Some(Extent::Dynamic)
            }
            Some(TokenKind::Integer | TokenKind::Definition) => self.integer().map(Extent::Static),
            _ => self.unexpected(message!("an integer or a value")),
        }
    }

    pub(super) fn expand(&mut self, into: &mut Instruction) -> Parsed<()> {
        self.operands(into, 1)?;
        self.expect("[")?;
        let mode = self.integer()?;
        self.expect("->")?;
        let mut shape = vec![self.entry(into)?];
        loop {
            self.expect("x")?;
            shape.push(self.entry(into)?);
            if self.is_sign("]") {
                break;
            }
        }
        self.expect("]")?;
        into.operation = Operation::Expand { mode, shape };
        self.result(into)
    }

    pub(super) fn subview(&mut self, into: &mut Instruction) -> Parsed<()> {
        self.operands(into, 1)?;
        self.expect("[")?;
        let mut slices = Vec::new();
        if !self.is_sign("]") {
            loop {
                let offset = self.entry(into)?;
                let size = if self.accept(":") {
                    Some(self.entry(into)?)
                } else {
                    None
                };
                slices.push(Slice { offset, size });
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect("]")?;
        into.operation = Operation::Subview(slices);
        self.result(into)
    }
}
