//! The operands of a statement, one after the other.

use mnc2_text::{LineRange, Message, Value, message};

use super::{Diagnostic, number_of, old_spelling, register_of};
use crate::code::Code;
use crate::instruction::Address;
use crate::source::{Call, Item, ItemKind, Line, Statement};
use crate::table::{Memory, Mnemonic};

/// The operands that are still to be read.
pub(super) struct Operands<'a> {
    pub(super) line: &'a Line,
    statement: &'a Statement,
    rest: &'a [Item],
    mnemonic: Mnemonic,
    pub(super) found: &'a mut Vec<Diagnostic>,
}

impl<'a> Operands<'a> {
    pub(super) fn new(
        line: &'a Line,
        statement: &'a Statement,
        mnemonic: Mnemonic,
        found: &'a mut Vec<Diagnostic>,
    ) -> Self {
        Self {
            line,
            statement,
            rest: &statement.items,
            mnemonic,
            found,
        }
    }

    /// The place of the flags, or the place where they would be: after the mnemonic.
    pub(super) fn flags_range(&self) -> LineRange {
        let end = self.statement.mnemonic.end;
        let flags = self.statement.flags.as_ref();
        flags.map_or(end..end, |(_, range)| range.clone())
    }

    /// The next operand; a finding if there is none.
    pub(super) fn next(&mut self, expected: impl Into<Value>) -> Option<&'a Item> {
        let item = self.peek();
        match item {
            Some(_) => self.skip(),
            None => {
                let end = self.statement.range.end;
                let name = self.mnemonic.row().name;
                let expected: Value = expected.into();
                let message = message!("`{name}` needs {expected} here", name, expected);
                let diagnostic = Diagnostic::new(Code::OperandCount, end..end, message);
                self.found.push(diagnostic.help(self.form()));
            }
        }
        item
    }

    pub(super) fn peek(&self) -> Option<&'a Item> {
        self.rest.first()
    }

    pub(super) fn skip(&mut self) {
        self.rest = self.rest.get(1..).unwrap_or_default();
    }

    fn form(&self) -> Message {
        let row = self.mnemonic.row();
        let form = format!("{} {}", row.name, row.operands.join(" "));
        message!("it is written `{form}`", form = form.trim_end())
    }

    /// The finding that an operand is not what it should be.
    pub(super) fn wrong(&mut self, range: &LineRange, expected: impl Into<Value>) {
        let text = self.line.part(range);
        let expected: Value = expected.into();
        let message = message!("{expected} is expected here, not `{text}`", text, expected);
        let diagnostic = Diagnostic::new(Code::OperandKind, range.clone(), message);
        let form = self.form();
        self.found.push(diagnostic.help(form));
    }

    /// Reports operands that are left over.
    pub(super) fn end(&mut self) {
        if let (Some(first), Some(last)) = (self.rest.first(), self.rest.last()) {
            let range = first.range.start..last.range.end;
            let name = self.mnemonic.row().name;
            let message = message!("`{name}` has no operand here", name);
            let diagnostic = Diagnostic::new(Code::OperandCount, range.clone(), message);
            let form = self.form();
            let diagnostic = diagnostic.suggest(message!("remove it"), range, "");
            self.found.push(diagnostic.help(form));
        }
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let item = self.next(message!("a number"))?;
        if item.kind != ItemKind::Number {
            self.wrong(&item.range, message!("a number"));
            return None;
        }
        number_of(self.line, &item.range, self.found)
    }

    pub(super) fn register(&mut self) -> Option<u64> {
        let item = self.next(message!("a configuration register"))?;
        if !matches!(item.kind, ItemKind::Number | ItemKind::Word) {
            self.wrong(&item.range, message!("a configuration register"));
            return None;
        }
        register_of(self.line, item, self.found)
    }

    /// `2(+1)`, or nothing.
    pub(super) fn size(&mut self) -> Option<u64> {
        let Some(item) = self.peek() else {
            return Some(0);
        };
        match &item.kind {
            ItemKind::Size(value, more) => {
                self.skip();
                if self.line.part(more) != "1" {
                    self.wrong(more, message!("`1`"));
                    return None;
                }
                number_of(self.line, value, self.found)
            }
            ItemKind::Number => {
                self.skip();
                let value = number_of(self.line, &item.range, self.found)?;
                let message = message!(
                    "a size is written with what is added to it: `{value}(+1)`",
                    value
                );
                let diagnostic = Diagnostic::new(Code::OperandKind, item.range.clone(), message);
                let mut diagnostic =
                    diagnostic.help(message!("the field holds the number of vectors less one"));
                let title = message!("write `{value}(+1)`", value);
                diagnostic = diagnostic.suggest(title, item.range.clone(), format!("{value}(+1)"));
                if let Some(less) = value.checked_sub(1).filter(|less| *less > 0) {
                    let title = message!("write `{less}(+1)`", less);
                    let text = format!("{less}(+1)");
                    diagnostic = diagnostic.suggest(title, item.range.clone(), text);
                }
                self.found.push(diagnostic);
                None
            }
            // Reported as an operand that is left over.
            _ => Some(0),
        }
    }

    /// `Local(3)`, or `Zeroes`, which is `None`.
    pub(super) fn local_or_zeroes(&mut self) -> Option<Option<Address>> {
        if let Some(item) = self.peek()
            && item.kind == ItemKind::Word
            && self.line.part(&item.range) == "Zeroes"
        {
            self.skip();
            return Some(None);
        }
        let expected = Message::any_of(["`Local(…)`", "`Zeroes`"]);
        self.place_or(&[Memory::Local], expected)
            .map(|(_, address)| Some(address))
    }

    /// An address in one of some memories.
    pub(super) fn place(&mut self, memories: &[Memory]) -> Option<(Memory, Address)> {
        let names = memories.iter().map(|it| format!("`{}(…)`", it.name()));
        self.place_or(memories, Message::any_of(names))
    }

    /// An address in one of some memories, where another value is possible, too.
    fn place_or(&mut self, memories: &[Memory], expected: Value) -> Option<(Memory, Address)> {
        let item = self.next(expected.clone())?;
        let ItemKind::Call(call) = &item.kind else {
            self.wrong(&item.range, expected);
            return None;
        };
        let name = self.line.part(&call.name);
        let memory = Memory::find(name).filter(|it| memories.contains(it));
        let Some(memory) = memory else {
            self.wrong(&item.range, expected);
            return None;
        };
        if name != memory.name() {
            let hint = old_spelling(call.name.clone(), name, memory.name());
            self.found.push(hint);
        }
        let first = self.address(call, item)?;
        let stride = match &call.stride {
            None => 0,
            Some((base, exponent, range)) => {
                if self.line.part(base) != "2" {
                    self.wrong(range, message!("a power of 2 such as `@2^1`"));
                    return None;
                }
                number_of(self.line, exponent, self.found)?
            }
        };
        Some((memory, Address { first, stride }))
    }

    /// The number in the parentheses of a memory.
    pub(super) fn address(&mut self, call: &Call, item: &Item) -> Option<u64> {
        let [argument] = call.arguments.as_slice() else {
            self.wrong(&item.range, message!("one address in parentheses"));
            return None;
        };
        if !self
            .line
            .part(argument)
            .starts_with(|it: char| it.is_ascii_digit())
        {
            self.wrong(argument, message!("a number"));
            return None;
        }
        number_of(self.line, argument, self.found)
    }
}
