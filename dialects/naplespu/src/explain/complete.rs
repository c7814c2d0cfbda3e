//! What can be written at a place, and the operands of the instruction that is typed.

use std::collections::BTreeSet;

use mnc2_assembly::{Begin, Line, Parsed, Source, Symbols};
use mnc2_text::{
    Completion, CompletionKind, Language, LineRange, Message, Parameter, Position, Signature,
};

use super::page;
use crate::lower::DIRECTIVES;
use crate::register::{NAMED_FIRST, REGISTER_COUNT, Register};
use crate::table::{Row, Slot};

/// The statement before a place, as far as it is typed.
struct Typed<'a> {
    /// The word that is typed, up to the place.
    word: &'a str,
    /// Its range, which is replaced.
    replace: LineRange,
    /// The mnemonic before it; `None` where a mnemonic is typed.
    mnemonic: Option<&'a str>,
    /// The operands before it.
    before: Vec<&'a str>,
    /// What is before the word in its own operand.
    own: &'a str,
}

fn typed(line: &Line, byte: u32) -> Option<Typed<'_>> {
    let comment = line.comment.as_ref();
    if line.begins() != Begin::Code || comment.is_some_and(|comment| comment.start < byte) {
        return None;
    }
    let before = line.text().get(..byte as usize)?;
    let is_part = |character: char| {
        character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '$' | '\\')
    };
    let start = before.trim_end_matches(is_part).len();
    let rest = &line.text()[byte as usize..];
    let end = line.text().len() - rest.trim_start_matches(is_part).len();
    // The statement begins after `;` and after its labels.
    let head = &before[..start];
    let statement = head.rfind([';', ':']).map_or(0, |at| at + 1);
    let rest = head[statement..].trim_start();
    let mut typed = Typed {
        word: &before[start..],
        replace: start as u32..end as u32,
        mnemonic: None,
        before: Vec::new(),
        own: "",
    };
    if !rest.is_empty() {
        let operands = rest.trim_start_matches(is_part);
        typed.mnemonic = Some(&rest[..rest.len() - operands.len()]);
        typed.before = operands.split(',').map(str::trim).collect();
        typed.own = typed.before.pop().unwrap_or_default();
    }
    Some(typed)
}

impl Typed<'_> {
    /// Whether a parenthesis of the operand is open.
    fn is_base(&self) -> bool {
        self.own.contains('(') && !self.own.contains(')')
    }

    /// The rows of the mnemonic that have the operands before.
    fn rows(&self) -> Vec<&'static Row> {
        let is_other = |slot: &Slot, text: &str| match Register::find(text) {
            Some(Register::Vector(_)) => matches!(slot, Slot::Scalar(_)),
            Some(Register::Scalar(_)) => matches!(slot, Slot::Vector(_)),
            None => false,
        };
        let fits = |row: &&&'static Row| {
            let mut pairs = row.form.slots().iter().zip(&self.before);
            !pairs.any(|(slot, text)| is_other(slot, text))
        };
        let rows = Row::find(self.mnemonic.unwrap_or_default());
        rows.iter().filter(fits).copied().collect()
    }
}

/// What can be written at a place.
#[must_use]
pub fn completion(
    source: &Source,
    symbols: &Symbols,
    at: Position,
    language: Language,
) -> Vec<Completion> {
    let Some(typed) = source.line(at.line).and_then(|line| typed(line, at.byte)) else {
        return Vec::new();
    };
    let mut list = List {
        typed: &typed,
        found: Vec::new(),
    };
    if typed.mnemonic.is_none() {
        for row in Row::all() {
            // The rows of a mnemonic are one entry.
            let is_first = Row::find(&row.mnemonic).first() == Some(&row);
            if is_first && row.mnemonic.starts_with(typed.word) {
                let title = language.template(row.family.title);
                let page = page::of_rows(Row::find(&row.mnemonic), language);
                list.add(
                    &row.mnemonic,
                    CompletionKind::Instruction,
                    title,
                    Some(page),
                );
            }
        }
        for name in symbols.macros.keys().collect::<BTreeSet<_>>() {
            list.add(name, CompletionKind::Macro, "", None);
        }
        for name in DIRECTIVES {
            list.add(&format!(".{name}"), CompletionKind::Directive, "", None);
        }
        return list.found;
    }
    let slots = typed.rows().into_iter();
    let slots = slots.filter_map(|row| row.form.slots().get(typed.before.len()).copied());
    let slots: Vec<Slot> = slots.collect();
    let has = |wanted: fn(&Slot) -> bool| slots.iter().any(wanted);
    if typed.is_base() {
        if has(|it| *it == Slot::Address) {
            list.registers(Register::Scalar);
        }
        if has(|it| *it == Slot::VectorAddress) {
            list.registers(Register::Vector);
        }
        return list.found;
    }
    // A register and an address are whole operands.
    if typed.own.is_empty() {
        if has(|slot| matches!(slot, Slot::Scalar(_))) {
            list.registers(Register::Scalar);
        }
        if has(|slot| matches!(slot, Slot::Vector(_))) {
            list.registers(Register::Vector);
        }
        if has(|it| *it == Slot::Address) {
            list.addresses(Register::Scalar);
        }
        if has(|it| *it == Slot::VectorAddress) {
            list.addresses(Register::Vector);
        }
    }
    // A sum can have one label, which is read as an address before an offset.
    let is_label = |slot: &Slot| matches!(slot, Slot::Target(_) | Slot::Symbol | Slot::Address);
    if has(is_label) && typed.own.is_empty() {
        for name in symbols.label_names(at.line, at.byte) {
            list.add(&name, CompletionKind::Label, "", None);
        }
    }
    let is_number = |slot: &Slot| {
        matches!(
            slot,
            Slot::Immediate9 | Slot::Immediate16 | Slot::Address | Slot::VectorAddress
        )
    };
    if has(is_number) {
        for name in symbols.constant_places.keys().collect::<BTreeSet<_>>() {
            let value = symbols.value(name).map(|value| value.to_string());
            let value = value.unwrap_or_default();
            list.add(name, CompletionKind::Constant, &value, None);
        }
    }
    list.found
}

struct List<'a> {
    typed: &'a Typed<'a>,
    found: Vec<Completion>,
}

impl List<'_> {
    fn add(
        &mut self,
        label: &str,
        kind: CompletionKind,
        detail: &str,
        documentation: Option<String>,
    ) {
        if label.starts_with(self.typed.word) {
            self.found.push(Completion {
                label: label.to_owned(),
                kind,
                detail: detail.to_owned(),
                documentation,
                replace: self.typed.replace.clone(),
                insert: label.to_owned(),
            });
        }
    }

    fn addresses(&mut self, register: fn(u8) -> Register) {
        for number in 0..REGISTER_COUNT {
            let name = register(number).name();
            self.add(&format!("({name})"), CompletionKind::Register, "", None);
        }
    }

    fn registers(&mut self, register: fn(u8) -> Register) {
        for number in 0..REGISTER_COUNT {
            let register = register(number);
            let detail = match register {
                Register::Scalar(number) if number >= NAMED_FIRST => number.to_string(),
                _ => String::new(),
            };
            self.add(&register.name(), CompletionKind::Register, &detail, None);
        }
    }
}

/// The operands of the instruction that is typed: of the first of its rows that has those before.
#[must_use]
pub fn signature(source: &Source, at: Position, language: Language) -> Option<Signature> {
    let typed = typed(source.line(at.line)?, at.byte)?;
    let rows = typed.rows();
    let operand = typed.before.len();
    let is_long = |row: &&&'static Row| row.form.slots().len() > operand;
    let row = rows.iter().find(is_long).or(rows.first())?;
    let mut label = row.mnemonic.clone();
    let mut parameters = Vec::new();
    for (index, slot) in row.form.slots().iter().enumerate() {
        label.push_str(if index == 0 { " " } else { ", " });
        let start = label.len() as u32;
        label.push_str(slot.text());
        parameters.push(Parameter {
            label: start..label.len() as u32,
            documentation: page::of_slot(row, *slot).say(language),
        });
    }
    debug_assert_eq!(label, row.text());
    let active = (operand < parameters.len()).then_some(operand as u32);
    Some(Signature {
        label,
        active,
        parameters,
        documentation: Some(Message::from_table(row.family.doc).say(language)),
    })
}
