//! A text in another version of the extension, where that is exact.
//!
//! Mnemonics and names of control registers are changed; then the result is read, and must have the same instructions.

use std::ops::Range;

use mnc2_assembly::{Shape, Unit, Within, evaluate};
use mnc2_text::{LineRange, Place};

use super::Document;
use crate::base;
use crate::encode::Instruction;
use crate::lower::{Lowered, csr_operand, lower};
use crate::names::Names;
use crate::options::Options;
use crate::register::SCALAR_FIRST;
use crate::table::{Field, Row};
use crate::version::Version;

/// Bytes of the text that become another text.
type Change = (Range<usize>, String);

/// The most lines of a text that is translated: translating reads it twice, after each edit.
pub(crate) const LINES_MAX: u32 = 10_000;

/// The instructions with other names, in 0.2 and in 0.3.
const MNEMONICS: [(&str, &str); 1] = [("mmov.mx", "mdupd.m.x")];

/// The control registers with equal content, by their names in 0.2 and in 0.3. Rounding, saturation and the state have
/// no equivalent.
const REGISTERS: [(&str, &str); 4] = [
    ("xmrstart", "xmrstart"),
    ("xmregsize", "xmlenb"),
    ("xmlenb", "xrlenb"),
    ("xmisa", "xmisa"),
];

/// What changes in a text of a version so that it is of the other one; `None` if that has no equivalent, or another file may have a
/// part of the text.
pub(crate) fn edits(document: &Document, from: Version) -> Option<Vec<Change>> {
    let source = document.source();
    // Registers of another number of bits, and sizes in other units, have no equivalent.
    let to = match (from, document.names().version) {
        (_, Version::V06) | (Version::V06, _) => return None,
        (_, to) => to,
    };
    let names = Names {
        version: from,
        ..document.names()
    };
    if names.has_includes || names.trouble.is_some() || source.count() > LINES_MAX {
        return None;
    }
    let mut changes = Vec::new();
    for (number, line) in source.lines_from(0) {
        for index in 0..line.statements.len() {
            if names.within(number, index) == Within::Untaken {
                continue;
            }
            let unit = Unit::from_source(source, number, index)?;
            if let Some((range, by)) = statement(&unit, names, to)? {
                let place = Place {
                    line: number,
                    range,
                };
                changes.push((source.bytes_of(&place), by));
            }
        }
    }
    let mut text = document.content();
    for (range, by) in changes.iter().rev() {
        text.replace_range(range.clone(), by);
    }
    let options = Options {
        version: Some(to),
        ..document.options().clone()
    };
    let translated = Document::new(&text, &options);
    let is_same = instructions(document, names) == instructions(&translated, translated.names());
    is_same.then_some(changes)
}

/// What changes in a statement; `None` if the other version has no equivalent.
fn statement(
    unit: &Unit<'_>,
    names: Names<'_>,
    to: Version,
) -> Option<Option<(LineRange, String)>> {
    let word = unit.mnemonic();
    match lower(unit, names) {
        Lowered::Wrong(..) => None,
        Lowered::Instruction(instruction) => {
            let name = renamed(&instruction, to)?;
            let mnemonic = unit.statement().mnemonic.clone()?;
            Some((name != word).then(|| (mnemonic, name.to_owned())))
        }
        Lowered::Hidden(row) => Row::find(row.mnemonic, to).map(|_| None),
        Lowered::Other => other(unit, names, to),
    }
}

/// The mnemonic of an instruction in the other version.
fn renamed(instruction: &Instruction, to: Version) -> Option<&'static str> {
    let name = instruction.row.mnemonic;
    if Row::find(name, to).is_some() {
        return Some(name);
    }
    let scalars = SCALAR_FIRST.into()..u32::from(SCALAR_FIRST) + 8;
    let pair = MNEMONICS
        .iter()
        .find(|(older, newer)| [older, newer].contains(&&name))?;
    match to == Version::V03 {
        true => Some(pair.1),
        // The field of 0.2 has 3 bits.
        false => scalars
            .contains(&instruction.get(Field::Rs2))
            .then_some(pair.0),
    }
}

/// A statement that is not an instruction of the extension: a control register can have another name, and words of instructions
/// have other fields.
fn other(unit: &Unit<'_>, names: Names<'_>, to: Version) -> Option<Option<(LineRange, String)>> {
    let (line, statement, word) = (unit.line, unit.statement(), unit.mnemonic());
    let is_shown = !word.contains('\\') && !names.defined.contains_key(word);
    if !is_shown || matches!(word, ".insn" | ".incbin") {
        return None;
    }
    if base::number_bytes(word) == Some(4) {
        let mut words = statement.operands.iter().map(|operand| {
            let value = evaluate(line, &operand.pieces, &|name| names.value(name))?;
            Some(
                u32::try_from(value)
                    .ok()
                    .and_then(|it| Instruction::decode(it, names.version)),
            )
        });
        return words.all(|word| word == Some(None)).then_some(None);
    }
    let Some((index, _)) = csr_operand(word) else {
        return Some(None);
    };
    let Shape::Word(operand) = statement.operands.get(index)?.shape(line) else {
        return None;
    };
    let name = line.part(&operand.range);
    if names.may_mean_another(name) {
        return None;
    }
    if names.csr(name).is_none() {
        return Some(None);
    }
    let (_, by) = REGISTERS
        .map(|(older, newer)| {
            if to == Version::V03 {
                (older, newer)
            } else {
                (newer, older)
            }
        })
        .into_iter()
        .find(|(own, _)| *own == name)?;
    Some((by != name).then(|| (operand.range.clone(), by.to_owned())))
}

/// The instructions of a text, with the operands in the order in which they are written.
fn instructions(document: &Document, names: Names<'_>) -> Vec<(&'static str, Vec<u32>)> {
    let units = names.symbols.units(document.source());
    let found = units.filter_map(|unit| match lower(&unit, names) {
        Lowered::Instruction(it) => {
            let fields = it.row.form.fields().iter();
            let name = it.row.mnemonic;
            let pair = MNEMONICS.iter().find(|pair| pair.1 == name);
            Some((
                pair.map_or(name, |pair| pair.0),
                fields.map(|&field| it.get(field)).collect(),
            ))
        }
        Lowered::Hidden(row) => Some((row.mnemonic, Vec::new())),
        Lowered::Wrong(..) => Some(("", Vec::new())),
        Lowered::Other => None,
    });
    found.collect()
}
