//! What can be written at a place, and the operands of the instruction that is typed.

use std::collections::BTreeSet;

use mnc2_assembly::Typed;
use mnc2_text::interface::Complete;
use mnc2_text::{Completion, CompletionKind, Completions, Language, Message, Position, Signature};

use super::page;
use crate::document::Document;
use crate::lower::DIRECTIVES;
use crate::register::{NAMED_FIRST, REGISTER_COUNT, Register};
use crate::table::{Row, Slot};

/// The rows of the mnemonic that have the operands before.
fn rows_of(typed: &Typed<'_>) -> Vec<&'static Row> {
    let is_other = |slot: &Slot, text: &str| match Register::find(text) {
        Some(Register::Vector(_)) => matches!(slot, Slot::Scalar(_)),
        Some(Register::Scalar(_)) => matches!(slot, Slot::Vector(_)),
        None => false,
    };
    let fits = |row: &&&'static Row| {
        let mut pairs = row.form.slots().iter().zip(typed.before());
        !pairs.any(|(slot, text)| is_other(slot, text))
    };
    let rows = Row::find(typed.mnemonic.unwrap_or_default());
    rows.iter().filter(fits).copied().collect()
}

impl Complete for Document {
    fn completion(&self, at: Position, language: Language) -> Vec<Completion> {
        let Some(typed) = Typed::at(self.source(), at) else {
            return Vec::new();
        };
        let mut list = typed.completions();
        match typed.mnemonic {
            None => self.mnemonics(&typed, &mut list, language),
            Some(_) => self.operands(&typed, &mut list, at),
        }
        list.found
    }

    /// The operands of the instruction that is typed: of the first of its rows that has those before.
    fn signature(&self, at: Position, language: Language) -> Option<Signature> {
        let typed = Typed::at(self.source(), at)?;
        let rows = rows_of(&typed);
        let operand = typed.operand();
        let is_long = |row: &&&'static Row| row.form.slots().len() > operand;
        let row = rows.iter().find(is_long).or(rows.first())?;
        let slots = row.form.slots().iter();
        let operands =
            slots.map(|slot| (slot.text(), page::slot_meaning(row, *slot).say(language)));
        let doc = Message::from_table(row.family.doc).say(language);
        Some(Signature::new(
            &row.mnemonic,
            ", ",
            operands,
            Some(operand),
            doc,
        ))
    }
}

impl Document {
    /// Instructions, macros and directives.
    fn mnemonics(&self, typed: &Typed<'_>, list: &mut Completions, language: Language) {
        // The rows of a mnemonic are one entry.
        let is_first = |row: &&Row| Row::find(&row.mnemonic).first() == Some(row);
        let rows = Row::all().iter();
        for row in rows.filter(|row| row.mnemonic.starts_with(typed.word)) {
            if is_first(&row) {
                let title = language.template(row.family.title);
                let page = || page::rows_page(Row::find(&row.mnemonic), language);
                list.add_explained(&row.mnemonic, CompletionKind::Instruction, title, page);
            }
        }
        for name in self.names().macros.keys().collect::<BTreeSet<_>>() {
            list.add(name, CompletionKind::Macro, "");
        }
        for name in DIRECTIVES {
            list.add(&format!(".{name}"), CompletionKind::Directive, "");
        }
    }

    /// What the operand that is typed can be in some row of the mnemonic.
    fn operands(&self, typed: &Typed<'_>, list: &mut Completions, at: Position) {
        let slots = rows_of(typed).into_iter();
        let slots = slots.filter_map(|row| row.form.slots().get(typed.operand()).copied());
        let slots: Vec<Slot> = slots.collect();
        let has = |wanted: fn(&Slot) -> bool| slots.iter().any(wanted);
        let has_address = has(|it| *it == Slot::Address);
        let has_vector_address = has(|it| *it == Slot::VectorAddress);
        if typed.is_inside('(', ')') {
            add_registers(list, has_address, Register::Scalar, "");
            add_registers(list, has_vector_address, Register::Vector, "");
            return;
        }
        // A register and an address are whole operands.
        if typed.own().is_empty() {
            let has_scalar = has(|slot| matches!(slot, Slot::Scalar(_)));
            let has_vector = has(|slot| matches!(slot, Slot::Vector(_)));
            add_registers(list, has_scalar, Register::Scalar, "");
            add_registers(list, has_vector, Register::Vector, "");
            add_registers(list, has_address, Register::Scalar, "(");
            add_registers(list, has_vector_address, Register::Vector, "(");
            // A sum can have one label, which is read as an address before an offset.
            if has_address || has(|slot| matches!(slot, Slot::Target(_) | Slot::Symbol)) {
                for name in self.names().label_names(at.line, at.byte) {
                    list.add(&name, CompletionKind::Label, "");
                }
            }
        }
        let has_number = has(|slot| matches!(slot, Slot::Immediate9 | Slot::Immediate16));
        if has_address || has_vector_address || has_number {
            let symbols = self.names();
            for name in symbols.constant_places.keys().collect::<BTreeSet<_>>() {
                let value = symbols.value(name).map(|value| value.to_string());
                list.add(name, CompletionKind::Constant, &value.unwrap_or_default());
            }
        }
    }
}

/// The registers of a class, or the addresses in them after `(`.
fn add_registers(list: &mut Completions, is_offered: bool, class: fn(u8) -> Register, open: &str) {
    for register in (0..REGISTER_COUNT).filter(|_| is_offered).map(class) {
        let name = register.name();
        match register {
            _ if open == "(" => list.add(&format!("({name})"), CompletionKind::Register, ""),
            Register::Scalar(number) if number >= NAMED_FIRST => {
                list.add(&name, CompletionKind::Register, &number.to_string())
            }
            _ => list.add(&name, CompletionKind::Register, ""),
        };
    }
}
