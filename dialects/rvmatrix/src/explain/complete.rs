//! What can be written at a place, and the operands of the instruction that is typed.

use std::collections::{BTreeMap, BTreeSet};

use mnc2_assembly::{Source, Symbols, Typed, Unit};
use mnc2_text::interface::Complete;
use mnc2_text::{Completion, CompletionKind, Completions, Language, Message, Position, Signature};

use super::page;
use crate::base::{self, Base};
use crate::check::reserved;
use crate::document::Document;
use crate::lower::{Lowered, csr_operand, lower};
use crate::names::Names;
use crate::options::Options;
use crate::register::{self, Csr, INTEGER_NAMES};
use crate::syntax::SYNTAX;
use crate::table::{Field, Row, Slot};
use crate::version::Version;

/// Whether a source is typed after a control and status register that is only read.
fn writes_read_only(typed: &Typed<'_>, mnemonic: &str, version: Version) -> bool {
    let operand =
        csr_operand(mnemonic).filter(|(index, is_write)| *is_write && *index < typed.operand());
    let name = operand.and_then(|(index, _)| typed.before().nth(index));
    name.and_then(|name| Csr::find(name, version))
        .is_some_and(Csr::is_read_only)
}

/// Whether a bracket `[` of the operand is open.
fn is_index(typed: &Typed<'_>) -> bool {
    typed.is_inside('[', ']')
}

/// Whether a parenthesis `(` of the operand is open.
fn is_base(typed: &Typed<'_>) -> bool {
    typed.is_inside('(', ')')
}

impl Complete for Document {
    fn completion(&self, at: Position, language: Language) -> Vec<Completion> {
        let Some(typed) = Typed::at(self.source(), at) else {
            return Vec::new();
        };
        let mut list = typed.completions();
        let Some(mnemonic) = typed.mnemonic else {
            self.mnemonics(&typed, &mut list, language);
            return list.found;
        };
        if let Some(row) = self.names().row(mnemonic) {
            self.operands(row, &typed, &mut list);
        } else if self.names().macros.contains_key(mnemonic) {
            // What its operands are is not known.
        } else if let Some((index, is_write)) = csr_operand(mnemonic)
            && index == typed.operand()
        {
            let version = self.names().version;
            for csr in Csr::all(version).filter(|csr| !is_write || !csr.is_read_only()) {
                let title = language.template(csr.title);
                let page = || page::csr_page(csr, version, language);
                list.add_explained(csr.name, CompletionKind::Register, title, page);
            }
        } else if let Some(base) = base::find(mnemonic) {
            self.base_operands(base, &typed, &mut list, at);
        }
        list.found
    }

    fn signature(&self, at: Position, language: Language) -> Option<Signature> {
        let typed = Typed::at(self.source(), at)?;
        let row = self.names().row(typed.mnemonic?)?;
        let slots = row.form.slots().iter();
        let operands =
            slots.map(|slot| (slot.text(), page::slot_meaning(row, *slot).say(language)));
        let (active, doc) = (
            Some(typed.operand()),
            Message::from_table(row.family(self.names().version).doc),
        );
        let doc = doc.say(language);
        Some(Signature::new(row.mnemonic, ", ", operands, active, doc))
    }
}

impl Document {
    fn mnemonics(&self, typed: &Typed<'_>, list: &mut Completions, language: Language) {
        let version = self.names().version;
        for row in Row::all(version).filter(|row| row.mnemonic.starts_with(typed.word)) {
            let title = language.template(row.family(version).title);
            let page = || page::row_page(row, None, (&self.options, version), language);
            list.add_explained(row.mnemonic, CompletionKind::Instruction, title, page);
        }
        for (name, base) in base::mnemonics() {
            let formula = base.formula().unwrap_or_default();
            list.add(name, CompletionKind::Instruction, &formula);
        }
        for name in self.names().macros.keys().collect::<BTreeSet<_>>() {
            list.add(name, CompletionKind::Macro, "");
        }
    }

    /// What the operand that is typed can be so that the instruction has no finding.
    fn operands(&self, row: &Row, typed: &Typed<'_>, list: &mut Completions) {
        let slot = row.form.slots().get(typed.operand()).copied();
        let accepts = |text: &str| accepts(row, typed, text, (&self.options, self.names().version));
        for text in slot
            .map(|slot| texts(slot, typed, self.names().version))
            .unwrap_or_default()
        {
            if text.starts_with(typed.word) && accepts(&text) {
                list.add(&text, CompletionKind::Register, &detail(&text));
            }
        }
        let takes_number = matches!(slot, Some(Slot::Number(_)))
            || is_index(typed) && slot == Some(Slot::RowByImmediate);
        if takes_number {
            add_constants(list, &self.names(), &|name, value| {
                let value = value.map_or(name.to_owned(), |value| value.to_string());
                !register::is_any(name) && accepts(&value)
            });
        }
    }

    /// What the operand that is typed of a base instruction can be.
    fn base_operands(&self, base: Base, typed: &Typed<'_>, list: &mut Completions, at: Position) {
        match place(base, typed.operand()) {
            // Bits of a register that is only read are set or cleared with `x0`, which writes nothing.
            Some(Place::Register)
                if writes_read_only(
                    typed,
                    typed.mnemonic.unwrap_or_default(),
                    self.names().version,
                ) =>
            {
                list.add(INTEGER_NAMES[0], CompletionKind::Register, "x0");
            }
            Some(Place::Register) => add_integers(list, "", ""),
            Some(Place::Address) if is_base(typed) => add_integers(list, "", ""),
            Some(Place::Address) => add_integers(list, "(", ")"),
            Some(Place::Label) => {
                for name in self.names().label_names(at.line, at.byte) {
                    list.add(&name, CompletionKind::Label, "");
                }
            }
            Some(Place::Float) => {
                for number in 0..32 {
                    let name = register::float_name(number);
                    list.add(&name, CompletionKind::Register, &format!("f{number}"));
                }
            }
            Some(Place::Rounding) => {
                for name in base::ROUNDINGS.iter().filter(|name| !name.is_empty()) {
                    list.add(name, CompletionKind::Constant, "");
                }
            }
            Some(Place::Number) => add_constants(list, &self.names(), &|_, _| true),
            None => {}
        }
    }
}

/// What an operand of a base instruction is.
#[derive(Clone, Copy)]
enum Place {
    Register,
    Address,
    Label,
    Number,
    Float,
    Rounding,
}

/// What an operand of a base instruction is, counted from 0.
fn place(base: Base, operand: usize) -> Option<Place> {
    let operands = base.operands();
    let mut words = operands.split(", ");
    let Some(word) = words.nth(operand) else {
        let rounds = matches!(base, Base::Float(float) if float.rounds());
        let is_next = operands.split(", ").count() == operand;
        return (rounds && is_next).then_some(Place::Rounding);
    };
    match word {
        "rd" | "rs1" | "rs2" => Some(Place::Register),
        "fd" | "fs1" | "fs2" | "fs3" => Some(Place::Float),
        "number(rs1)" => Some(Place::Address),
        "label" | "symbol" => Some(Place::Label),
        "number" => Some(Place::Number),
        _ => None,
    }
}

/// What can be in a slot, as far as the slot alone decides that.
fn texts(slot: Slot, typed: &Typed<'_>, version: Version) -> Vec<String> {
    let matrices = register::matrix_names(version);
    let scalars = INTEGER_NAMES
        .iter()
        .skip(8)
        .take(8)
        .map(|&name| name.to_owned());
    match slot {
        Slot::RowByRegister if is_index(typed) => scalars.collect(),
        Slot::RowByImmediate if is_index(typed) => (0..8).map(|row| row.to_string()).collect(),
        Slot::Matrix(_) | Slot::RowByRegister | Slot::RowByImmediate => matrices.collect(),
        Slot::Address if !is_base(typed) => INTEGER_NAMES
            .iter()
            .map(|name| format!("({name})"))
            .collect(),
        Slot::Integer(_) | Slot::Address => {
            INTEGER_NAMES.iter().map(|&name| name.to_owned()).collect()
        }
        Slot::Scalar => scalars.collect(),
        Slot::Number(Field::Row) => (0..8).map(|number| number.to_string()).collect(),
        Slot::Number(_) => Vec::new(),
    }
}

/// The number of an integer register.
fn detail(text: &str) -> String {
    let name = text.trim_matches(['(', ')']);
    let number = INTEGER_NAMES.iter().position(|known| *known == name);
    number
        .map(|number| format!("x{number}"))
        .unwrap_or_default()
}

/// The machine and the version that a line is for.
type Machine<'a> = (&'a Options, Version);

/// Whether the instruction has no finding with a text in the place of what is typed, and something after it.
fn accepts(row: &Row, typed: &Typed<'_>, text: &str, machine: Machine<'_>) -> bool {
    let mut line = format!("{} {}{text}", row.mnemonic, typed.operands);
    if is_base(typed) {
        line.push(')');
    }
    if is_index(typed) {
        line.push(']');
    }
    let slots = row.form.slots();
    // A row has its bracket after it.
    match slots.get(typed.operand()) {
        Some(Slot::RowByRegister) if !is_index(typed) => line.push_str("[s0]"),
        Some(Slot::RowByImmediate) if !is_index(typed) => line.push_str("[0]"),
        _ => {}
    }
    let rest = slots.get(typed.operand() + 1..).unwrap_or_default();
    is_finished(&line, rest, machine)
}

/// Whether a line can be finished with something in each of some slots so that it has no finding of its own.
fn is_finished(line: &str, rest: &[Slot], machine: Machine<'_>) -> bool {
    let Some((slot, rest)) = rest.split_first() else {
        return is_right(line, machine);
    };
    let matrices = register::matrix_names(machine.1);
    let fills: Vec<String> = match slot {
        Slot::Matrix(_) => matrices.collect(),
        Slot::RowByRegister => matrices.map(|it| format!("{it}[s0]")).collect(),
        Slot::RowByImmediate => matrices.map(|it| format!("{it}[0]")).collect(),
        Slot::Scalar | Slot::Integer(_) => vec!["a0".to_owned()],
        Slot::Address => vec!["(a0)".to_owned()],
        Slot::Number(_) => vec!["1".to_owned()],
    };
    let mut lines = fills.iter().map(|fill| format!("{line}, {fill}"));
    lines.any(|line| is_finished(&line, rest, machine))
}

fn is_right(line: &str, machine: Machine<'_>) -> bool {
    let source = Source::with_syntax(&SYNTAX, line);
    let symbols = Symbols::new(&source);
    let Some(unit) = Unit::from_source(&source, 0, 0) else {
        return false;
    };
    let names = Names {
        symbols: &symbols,
        version: machine.1,
    };
    match lower(&unit, names) {
        Lowered::Instruction(instruction) => {
            reserved(unit.line, unit.statement(), &instruction, machine).is_empty()
        }
        // What a macro or the preprocessor fills in is not known.
        Lowered::Hidden(_) => true,
        Lowered::Other | Lowered::Wrong(..) => false,
    }
}

/// Constants whose value is accepted, where it is known.
fn add_constants(
    list: &mut Completions,
    symbols: &Symbols,
    accepts: &dyn Fn(&str, Option<i64>) -> bool,
) {
    let values = symbols.constant_places.keys();
    let values = values.map(|name| (name, symbols.value(name)));
    let defined = symbols.defined.iter().filter(|(_, value)| value.is_some());
    let defined = defined.map(|(name, value)| (name, *value));
    for (name, value) in values.chain(defined).collect::<BTreeMap<_, _>>() {
        if accepts(name, value) {
            let value = value.map(|value| value.to_string()).unwrap_or_default();
            list.add(name, CompletionKind::Constant, &value);
        }
    }
}

fn add_integers(list: &mut Completions, open: &str, close: &str) {
    for (number, name) in INTEGER_NAMES.iter().enumerate() {
        let text = format!("{open}{name}{close}");
        list.add(&text, CompletionKind::Register, &format!("x{number}"));
    }
}
