//! The page of an instruction, or of one of its spellings.

use std::fmt::Write as _;

use mnc2_isa::spelling::{self as spellings, ProductHalf, Spelling};
use mnc2_isa::{Mnemonic, Op, Precision, Source, assumption};

use crate::language::Language;
use crate::message::{Message, Value};
use crate::{message, wording};

/// What a spelling means: the rows it may stand for, and what its letters say.
#[must_use]
pub fn spelling(spelling: &Spelling, language: Language) -> String {
    let letters = letters(spelling);
    let pages: Vec<String> = spelling
        .ops
        .iter()
        .map(|&op| page(op, &spelling.text, &letters, language))
        .collect();
    pages.join("\n")
}

/// One of the rows that a spelling may stand for, when it is known which; what the letters say is in it.
#[must_use]
pub fn spelled_row(spelling: &Spelling, op: Op, language: Language) -> String {
    page(op, &spelling.text, &letters(spelling), language)
}

/// A row without a precision chosen.
#[must_use]
pub fn instruction(op: Op, language: Language) -> String {
    page(op, &names(op), &[], language)
}

/// The opcode without precision and options, where the row has more than one spelling.
pub(super) fn stem(op: Op) -> Option<&'static str> {
    match op.row().mnemonic {
        Mnemonic::Fixed(_) | Mnemonic::Immediate => None,
        Mnemonic::Alu { stem, .. } | Mnemonic::Mau { stem, .. } => Some(stem),
        Mnemonic::Reduction { prefix, .. } => Some(prefix),
    }
}

/// How a row is named in a heading or list: its spelling, or its stem with a place for the precision.
pub(super) fn names(op: Op) -> String {
    match op.row().mnemonic {
        Mnemonic::Fixed(text) => text.to_owned(),
        Mnemonic::Immediate => "imm".to_owned(),
        Mnemonic::Alu { stem, .. } | Mnemonic::Mau { stem, .. } => stem.to_owned(),
        Mnemonic::Reduction { prefix, .. } => prefix.to_owned(),
    }
}

fn page(op: Op, name: &str, letters: &[Message], language: Language) -> String {
    let row = op.row();
    let say = |message: Message| message.say(language);
    let mut out = format!("# {name}: {}\n\n", language.template(row.title));
    let _ = writeln!(out, "```text\n{}\n```\n", row.syntax.replace(" | ", "\n"));
    if !letters.is_empty() {
        let _ = writeln!(
            out,
            "{}\n",
            say(message!("{text}.", text = listed(letters)))
        );
    }
    let _ = writeln!(out, "{}\n", language.template(row.doc));
    let effect = say(message!("Effect:"));
    let _ = writeln!(out, "{effect}\n\n```text\n{}\n```\n", row.effect);
    let example = say(message!("Example:"));
    let _ = writeln!(out, "{example}\n\n```vsm\n{}\n```\n", row.example);
    let accessed: Vec<Message> = row
        .operands
        .iter()
        .filter(|spec| spec.words_per_cycle > 0)
        .map(|spec| {
            let (name, alignment, words) = (spec.name, spec.alignment, spec.words_per_cycle);
            match op {
                Op::Mv(_) => message!(
                    "`{name}` is a multiple of {alignment}, {words} in each unit operation",
                    name,
                    alignment,
                    words
                ),
                _ if alignment == 1 => {
                    message!("`{name}` may be any, {words} in each cycle", name, words)
                }
                Op::Alu(_) | Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Control(_) => message!(
                    "`{name}` is a multiple of {alignment}, {words} in each cycle",
                    name,
                    alignment,
                    words
                ),
            }
        })
        .collect();
    if !accessed.is_empty() {
        let addresses = listed(&accessed);
        let line = say(message!("Addresses in long words: {addresses}.", addresses));
        let _ = writeln!(out, "{line}\n");
    }
    let spelled = spelled(op);
    if spelled.len() > 1 {
        let spellings = spelled.join(" ");
        let line = say(message!("Spellings: {spellings}.", spellings));
        let _ = writeln!(out, "{line}\n");
    }
    for assumption in assumption::about(op) {
        let line = say(message!(
            "Assumed: {statement} {reason}",
            statement = Message::of_table(assumption.statement),
            reason = Message::of_table(assumption.reason)
        ));
        let _ = writeln!(out, "{line}\n");
    }
    let _ = writeln!(out, "{}", say(source(row.section, row.source)));
    out
}

/// Every spelling of a row.
pub(super) fn spelled(op: Op) -> Vec<String> {
    let of_row = spellings::all().iter().filter(|it| it.ops.contains(&op));
    of_row.map(|it| format!("`{}`", it.text)).collect()
}

/// Remarks one behind the other.
fn listed(remarks: &[Message]) -> Value {
    let two = |first, second| message!("{first}; {second}", first, second);
    let all = remarks.iter().cloned().reduce(two);
    all.map_or_else(|| Value::from(""), Value::from)
}

/// Where the row is stated, and how it is known where that is not the manual.
pub(super) fn source(section: &str, source: Source) -> Message {
    match source {
        Source::Manual(section) => message!("Manual {section}.", section),
        Source::Known(anchor) => {
            message!(
                "Known of the real tools: docs/known-behaviour.md#{anchor} (manual {section}).",
                anchor,
                section
            )
        }
        Source::Assumed(reason) => message!(
            "Assumed: {reason} (manual {section}).",
            reason = Message::of_table(reason),
            section
        ),
    }
}

/// What the letters around the stem say.
fn letters(spelling: &Spelling) -> Vec<Message> {
    let mut said = Vec::new();
    if let Some(precision) = spelling.precision {
        said.push(message!(
            "`{letter}`: {precision}, elements of {bits} bits",
            letter = precision.letter(),
            precision = wording::precision(precision),
            bits = precision.element_bits()
        ));
    }
    if let Some(reduction) = spelling.reduction {
        said.push(message!(
            "`{letters}`: {title}",
            letters = reduction.spelling(),
            title = Message::of_table(reduction.kind.title())
        ));
    }
    if spelling.unsigned {
        said.push(match spelling.precision {
            Some(_) => message!("`u`: unsigned"),
            None => message!("`u`: zeros in every other single word"),
        });
    }
    match spelling.half {
        Some(ProductHalf::Upper) => said.push(message!("`u`: rows or PEs 0 and 1")),
        Some(ProductHalf::Lower) => said.push(message!("`d`: rows or PEs 2 and 3")),
        None => {}
    }
    if spelling.shortened {
        let shorter = match spelling.precision {
            Some(Precision::Double) => message!("single precision"),
            Some(Precision::Single) => message!("half precision"),
            Some(
                Precision::PseudoSingle
                | Precision::Half
                | Precision::LongInteger
                | Precision::SingleInteger
                | Precision::HalfInteger,
            )
            | None => message!("one precision lower"),
        };
        said.push(message!(
            "`r`: the result is shortened to {shorter}",
            shorter
        ));
    }
    said
}
