//! What can be written at a place, and the operands of the instruction that is typed.

use mnc2_assembly::{Begin, Line, Source, Symbols};
use mnc2_text::{
    Completion, CompletionKind, Language, LineRange, Message, Parameter, Position, Signature,
};

use super::page;
use crate::base::{self, Base};
use crate::lower::{csr_operand, text_of};
use crate::options::Options;
use crate::register::{CSRS, INTEGER_NAMES, MATRIX_COUNT};
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
        for row in Row::all() {
            let title = language.template(row.family().title);
            let documentation = Some(page::of_row(row, None, options, language));
            list.add(
                row.mnemonic,
                CompletionKind::Instruction,
                title,
                documentation,
            );
        }
        let mut names: Vec<&String> = symbols.macros.keys().collect();
        names.sort();
        for name in names {
            list.add(name, CompletionKind::Macro, "", None);
        }
        return list.found;
    };
    if let Some(row) = Row::find(mnemonic) {
        match row.form.slots().get(typed.operand) {
            Some(Slot::Matrix(_)) => list.matrices(),
            Some(Slot::RowByRegister) if typed.is_index => list.scalars(),
            Some(Slot::RowByImmediate) if typed.is_index => {
                for number in 0..options.mlen.rows().min(8) {
                    list.add(&number.to_string(), CompletionKind::Constant, "", None);
                }
            }
            Some(Slot::RowByRegister | Slot::RowByImmediate) => list.matrices(),
            Some(Slot::Scalar) => list.scalars(),
            Some(Slot::Integer(_) | Slot::Address) => list.integers(),
            Some(Slot::Immediate7) | None => {}
        }
    } else if csr_operand(mnemonic).map(|(index, _)| index) == Some(typed.operand) {
        for csr in &CSRS {
            let documentation = Some(page::of_csr(csr, options, language));
            list.add(
                csr.name,
                CompletionKind::Register,
                language.template(csr.title),
                documentation,
            );
        }
    } else if let Some(
        Base::Branch(..) | Base::BranchZero(..) | Base::Jump | Base::JumpAndLink | Base::Call,
    ) = base::find(mnemonic)
    {
        let mut names: Vec<&String> = symbols.labels.keys().collect();
        names.sort();
        for name in names {
            list.add(name, CompletionKind::Label, "", None);
        }
        list.integers();
    } else if base::find(mnemonic).is_some() {
        list.integers();
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

    fn matrices(&mut self) {
        for number in 0..MATRIX_COUNT {
            self.add(&format!("m{number}"), CompletionKind::Register, "", None);
        }
    }

    fn scalars(&mut self) {
        for (number, name) in INTEGER_NAMES.iter().enumerate().skip(8).take(8) {
            self.add(name, CompletionKind::Register, &format!("x{number}"), None);
        }
    }

    fn integers(&mut self) {
        for (number, name) in INTEGER_NAMES.iter().enumerate() {
            self.add(name, CompletionKind::Register, &format!("x{number}"), None);
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
        documentation: Some(Message::of_table(row.family().doc).say(language)),
    })
}
