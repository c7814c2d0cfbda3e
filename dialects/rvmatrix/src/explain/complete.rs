//! What can be written at a place, and the operands of the instruction that is typed.

use std::collections::BTreeMap;

use mnc2_assembly::{Begin, Line, Parsed, Source, Symbols, Unit};
use mnc2_text::{
    Completion, CompletionKind, Language, LineRange, Message, Parameter, Position, Signature,
};

use super::page;
use crate::base::{self, Base};
use crate::check::reserved;
use crate::lower::{Lowered, csr_operand, lower, text_of};
use crate::options::Options;
use crate::register::{self, CSRS, Csr, INTEGER_NAMES, MATRIX_COUNT};
use crate::syntax::SYNTAX;
use crate::table::{Row, Slot};

/// The statement before a place, as far as it is typed.
struct Typed<'a> {
    /// The word that is typed, up to the place.
    word: &'a str,
    /// Its range, which is replaced.
    replace: LineRange,
    /// The mnemonic before it; `None` where a mnemonic is typed.
    mnemonic: Option<&'a str>,
    /// The operand, counted from 0.
    operand: usize,
    /// Whether a bracket `[` of the operand is open.
    is_index: bool,
    /// Whether a parenthesis `(` of the operand is open.
    is_base: bool,
    /// What follows the mnemonic, up to the word.
    before: &'a str,
}

impl Typed<'_> {
    /// Whether a source is typed after a control and status register that is only read.
    fn writes_read_only(&self, mnemonic: &str) -> bool {
        let operand =
            csr_operand(mnemonic).filter(|(index, is_write)| *is_write && *index < self.operand);
        let name = operand.and_then(|(index, _)| self.before.split(',').nth(index));
        let csr = name.and_then(|name| Csr::find(name.trim()));
        csr.is_some_and(Csr::is_read_only)
    }
}

fn typed(line: &Line, byte: u32) -> Option<Typed<'_>> {
    if line.directive.is_some() || line.begins() == Begin::Comment {
        return None;
    }
    if line
        .comment
        .as_ref()
        .is_some_and(|comment| comment.start < byte)
    {
        return None;
    }
    let before = line.text().get(..byte as usize)?;
    let is_part = |character: char| {
        character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '$' | '\\')
    };
    let start = before
        .rfind(|character| !is_part(character))
        .map_or(0, |at| {
            at + before[at..].chars().next().map_or(1, char::len_utf8)
        });
    let end = line.text()[byte as usize..]
        .find(|character| !is_part(character))
        .map_or(line.text().len(), |length| byte as usize + length);
    // The statement begins after `;` and after its labels.
    let head = &before[..start];
    let statement = head.rfind(';').map_or(0, |at| at + 1);
    let statement = head[statement..]
        .rfind(':')
        .map_or(statement, |at| statement + at + 1);
    let rest = head[statement..].trim_start();
    let mut typed = Typed {
        word: &before[start..],
        replace: start as u32..end as u32,
        mnemonic: None,
        operand: 0,
        is_index: false,
        is_base: false,
        before: "",
    };
    if !rest.is_empty() {
        let length = rest
            .find(|character| !is_part(character))
            .unwrap_or(rest.len());
        let operands = &rest[length..];
        typed.mnemonic = Some(&rest[..length]);
        typed.operand = operands.matches(',').count();
        let last = operands.rsplit(',').next().unwrap_or(operands);
        typed.is_index = last.contains('[') && !last.contains(']');
        typed.is_base = last.contains('(') && !last.contains(')');
        typed.before = operands;
    }
    Some(typed)
}

/// What can be written at a place.
#[must_use]
pub fn completion(
    source: &Source,
    symbols: &Symbols,
    options: &Options,
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
    let Some(mnemonic) = typed.mnemonic else {
        for row in Row::all().filter(|row| row.mnemonic.starts_with(typed.word)) {
            let title = language.template(row.family().title);
            let documentation = Some(page::of_row(row, None, options, language));
            list.add(
                row.mnemonic,
                CompletionKind::Instruction,
                title,
                documentation,
            );
        }
        for (name, base) in base::mnemonics() {
            let formula = base.formula().unwrap_or_default();
            list.add(name, CompletionKind::Instruction, &formula, None);
        }
        let mut names: Vec<&String> = symbols.macros.keys().collect();
        names.sort();
        for name in names {
            list.add(name, CompletionKind::Macro, "", None);
        }
        return list.found;
    };
    if let Some(row) = Row::find(mnemonic) {
        let slot = row.form.slots().get(typed.operand).copied();
        for text in slot.map(|slot| texts(slot, &typed)).unwrap_or_default() {
            let is_accepted = text.starts_with(typed.word) && accepts(row, &typed, &text, options);
            if is_accepted {
                list.add(
                    &text,
                    CompletionKind::Register,
                    detail(&text).as_str(),
                    None,
                );
            }
        }
        let takes_number = matches!(slot, Some(Slot::Immediate7))
            || typed.is_index && slot == Some(Slot::RowByImmediate);
        if takes_number {
            list.constants(symbols, &|name, value| {
                let value = value.map_or(name.to_owned(), |value| value.to_string());
                !register::is_any(name) && accepts(row, &typed, &value, options)
            });
        }
    } else if symbols.macros.contains_key(mnemonic) {
        // What its operands are is not known.
    } else if let Some((index, is_write)) = csr_operand(mnemonic)
        && index == typed.operand
    {
        for csr in CSRS.iter().filter(|csr| !is_write || !csr.is_read_only()) {
            let documentation = Some(page::of_csr(csr, options, language));
            list.add(
                csr.name,
                CompletionKind::Register,
                language.template(csr.title),
                documentation,
            );
        }
    } else if let Some(base) = base::find(mnemonic) {
        match place(base, typed.operand) {
            // Bits of a register that is only read are set or cleared with `x0`, which writes nothing.
            Some(Place::Register) if typed.writes_read_only(mnemonic) => {
                list.add(INTEGER_NAMES[0], CompletionKind::Register, "x0", None);
            }
            Some(Place::Register) => list.integers("", ""),
            Some(Place::Address) if typed.is_base => list.integers("", ""),
            Some(Place::Address) => list.integers("(", ")"),
            Some(Place::Label) => list.labels(symbols, at),
            Some(Place::Number) => list.constants(symbols, &|_, _| true),
            None => {}
        }
    }
    list.found
}

/// What an operand of a base instruction is.
#[derive(Clone, Copy)]
enum Place {
    Register,
    Address,
    Label,
    Number,
}

/// What an operand of a base instruction is, counted from 0.
fn place(base: Base, operand: usize) -> Option<Place> {
    let operands = base.operands();
    match operands.split(", ").nth(operand)? {
        "rd" | "rs1" | "rs2" => Some(Place::Register),
        "number(rs1)" => Some(Place::Address),
        "label" | "symbol" => Some(Place::Label),
        "number" => Some(Place::Number),
        _ => None,
    }
}

/// What can be in a slot, as far as the slot alone decides that.
fn texts(slot: Slot, typed: &Typed<'_>) -> Vec<String> {
    let matrices = (0..MATRIX_COUNT).map(|number| format!("m{number}"));
    let scalars = INTEGER_NAMES
        .iter()
        .skip(8)
        .take(8)
        .map(|&name| name.to_owned());
    match slot {
        Slot::RowByRegister if typed.is_index => scalars.collect(),
        Slot::RowByImmediate if typed.is_index => (0..8).map(|row| row.to_string()).collect(),
        Slot::Matrix(_) | Slot::RowByRegister | Slot::RowByImmediate => matrices.collect(),
        Slot::Address if !typed.is_base => INTEGER_NAMES
            .iter()
            .map(|name| format!("({name})"))
            .collect(),
        Slot::Integer(_) | Slot::Address => {
            INTEGER_NAMES.iter().map(|&name| name.to_owned()).collect()
        }
        Slot::Scalar => scalars.collect(),
        Slot::Immediate7 => Vec::new(),
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

/// Whether the instruction has no finding with a text in the place of what is typed, and something after it.
fn accepts(row: &Row, typed: &Typed<'_>, text: &str, options: &Options) -> bool {
    let mut line = format!("{} {}", row.mnemonic, typed.before);
    line.push_str(text);
    if typed.is_base {
        line.push(')');
    }
    if typed.is_index {
        line.push(']');
    }
    let slots = row.form.slots();
    // A row has its bracket after it.
    match slots.get(typed.operand) {
        Some(Slot::RowByRegister) if !typed.is_index => line.push_str("[s0]"),
        Some(Slot::RowByImmediate) if !typed.is_index => line.push_str("[0]"),
        _ => {}
    }
    let rest = slots.get(typed.operand + 1..).unwrap_or_default();
    is_finished(&line, rest, options)
}

/// Whether a line can be finished with something in each of some slots so that it has no finding of its own.
fn is_finished(line: &str, rest: &[Slot], options: &Options) -> bool {
    let Some((slot, rest)) = rest.split_first() else {
        return is_right(line, options);
    };
    let fills: Vec<String> = match slot {
        Slot::Matrix(_) => (0..MATRIX_COUNT).map(|it| format!("m{it}")).collect(),
        Slot::RowByRegister => (0..MATRIX_COUNT).map(|it| format!("m{it}[s0]")).collect(),
        Slot::RowByImmediate => (0..MATRIX_COUNT).map(|it| format!("m{it}[0]")).collect(),
        Slot::Scalar | Slot::Integer(_) => vec!["a0".to_owned()],
        Slot::Address => vec!["(a0)".to_owned()],
        Slot::Immediate7 => vec!["1".to_owned()],
    };
    let mut lines = fills.iter().map(|fill| format!("{line}, {fill}"));
    lines.any(|line| is_finished(&line, rest, options))
}

fn is_right(line: &str, options: &Options) -> bool {
    let source = Source::of(&SYNTAX, line);
    let symbols = Symbols::new(&source);
    let Some(unit) = Unit::of_source(&source, 0, 0) else {
        return false;
    };
    match lower(&unit, &symbols) {
        Lowered::Instruction(instruction) => {
            reserved(unit.line, unit.statement(), &instruction, options).is_empty()
        }
        // What a macro or the preprocessor fills in is not known.
        Lowered::Hidden(_) => true,
        Lowered::Other | Lowered::Wrong(..) => false,
    }
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

    fn labels(&mut self, symbols: &Symbols, at: Position) {
        for name in symbols.label_names(at.line, at.byte) {
            self.add(&name, CompletionKind::Label, "", None);
        }
    }

    /// Constants whose value is accepted, where it is known.
    fn constants(&mut self, symbols: &Symbols, accepts: &dyn Fn(&str, Option<i64>) -> bool) {
        let values = symbols.constant_places.keys();
        let values = values.map(|name| (name, symbols.value(name)));
        let defined = symbols.defined.iter().filter(|(_, value)| value.is_some());
        let defined = defined.map(|(name, value)| (name, *value));
        for (name, value) in values.chain(defined).collect::<BTreeMap<_, _>>() {
            if accepts(name, value) {
                let value = value.map(|value| value.to_string()).unwrap_or_default();
                self.add(name, CompletionKind::Constant, &value, None);
            }
        }
    }

    fn integers(&mut self, open: &str, close: &str) {
        for (number, name) in INTEGER_NAMES.iter().enumerate() {
            let text = format!("{open}{name}{close}");
            self.add(&text, CompletionKind::Register, &format!("x{number}"), None);
        }
    }
}

/// The operands of the instruction that is typed.
#[must_use]
pub fn signature(source: &Source, at: Position, language: Language) -> Option<Signature> {
    let typed = typed(source.line(at.line)?, at.byte)?;
    let row = Row::find(typed.mnemonic?)?;
    let mut label = row.mnemonic.to_owned();
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
    debug_assert!(label.ends_with(&text_of(row.form)));
    let active = u32::try_from(typed.operand).ok();
    Some(Signature {
        label,
        active: active.filter(|&active| (active as usize) < parameters.len()),
        parameters,
        documentation: Some(Message::from_table(row.family().doc).say(language)),
    })
}
