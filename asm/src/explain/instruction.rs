//! The page of an instruction, or of one of its spellings.

use std::fmt::Write as _;

use mnc2_isa::spelling::{self as spellings, ProductHalf, Spelling};
use mnc2_isa::{Mnemonic, Op, Precision, Source, assumption};

/// What a spelling means: the rows it may stand for, and what its letters say.
#[must_use]
pub fn spelling(spelling: &Spelling) -> String {
    let letters = letters(spelling);
    let pages: Vec<String> = spelling
        .ops
        .iter()
        .map(|&op| page(op, &spelling.text, &letters))
        .collect();
    pages.join("\n")
}

/// One of the rows that a spelling may stand for, when it is known which; what the letters say is in it.
#[must_use]
pub fn spelled_row(spelling: &Spelling, op: Op) -> String {
    page(op, &spelling.text, &letters(spelling))
}

/// A row without a precision chosen.
#[must_use]
pub fn instruction(op: Op) -> String {
    page(op, &names(op), &[])
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

fn page(op: Op, name: &str, letters: &[String]) -> String {
    let row = op.row();
    let mut out = format!("# {name}: {}\n\n", row.title);
    let _ = writeln!(out, "```text\n{}\n```\n", row.syntax.replace(" | ", "\n"));
    if !letters.is_empty() {
        let _ = writeln!(out, "{}.\n", letters.join("; "));
    }
    let _ = writeln!(out, "{}\n", row.doc);
    let _ = writeln!(out, "Effect:\n\n```text\n{}\n```\n", row.effect);
    let _ = writeln!(out, "Example:\n\n```vsm\n{}\n```\n", row.example);
    let accessed: Vec<String> = row
        .operands
        .iter()
        .filter(|spec| spec.words_per_cycle > 0)
        .map(|spec| {
            format!(
                "`{}` is a multiple of {}, {} in each {}",
                spec.name,
                spec.alignment,
                spec.words_per_cycle,
                match op {
                    Op::Mv(_) => "unit operation",
                    Op::Alu(_) | Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Control(_) => "cycle",
                }
            )
        })
        .collect();
    if !accessed.is_empty() {
        let _ = writeln!(out, "Addresses in long words: {}.\n", accessed.join("; "));
    }
    let spelled: Vec<String> = spellings::all()
        .iter()
        .filter(|spelling| spelling.ops.contains(&op))
        .map(|spelling| format!("`{}`", spelling.text))
        .collect();
    if spelled.len() > 1 {
        let _ = writeln!(out, "Spellings: {}.\n", spelled.join(" "));
    }
    for assumption in assumption::about(op) {
        let _ = writeln!(
            out,
            "Assumed: {} {}\n",
            assumption.statement, assumption.reason
        );
    }
    let _ = writeln!(out, "{}", source(row.section, row.source));
    out
}

/// Where the row is stated, and how it is known where that is not the manual.
pub(super) fn source(section: &str, source: Source) -> String {
    match source {
        Source::Manual(section) => format!("Manual {section}."),
        Source::Known(anchor) => {
            format!("Known of the real tools: docs/known-behaviour.md#{anchor} (manual {section}).")
        }
        Source::Assumed(reason) => format!("Assumed: {reason} (manual {section})."),
    }
}

/// What the letters around the stem say.
fn letters(spelling: &Spelling) -> Vec<String> {
    let mut said = Vec::new();
    if let Some(precision) = spelling.precision {
        said.push(format!(
            "`{}`: {}, elements of {} bits",
            precision.letter(),
            precision.name(),
            precision.element_bits()
        ));
    }
    if let Some(reduction) = spelling.reduction {
        said.push(format!(
            "`{}`: {}",
            reduction.spelling(),
            reduction.kind.title()
        ));
    }
    if spelling.unsigned {
        said.push(
            match spelling.precision {
                Some(_) => "`u`: unsigned",
                None => "`u`: zeros in every other single word",
            }
            .to_owned(),
        );
    }
    match spelling.half {
        Some(ProductHalf::Upper) => said.push("`u`: rows or PEs 0 and 1".to_owned()),
        Some(ProductHalf::Lower) => said.push("`d`: rows or PEs 2 and 3".to_owned()),
        None => {}
    }
    if spelling.shortened {
        let shorter = match spelling.precision {
            Some(Precision::Double) => "single precision",
            Some(Precision::Single) => "half precision",
            Some(
                Precision::PseudoSingle
                | Precision::Half
                | Precision::LongInteger
                | Precision::SingleInteger
                | Precision::HalfInteger,
            )
            | None => "one precision lower",
        };
        said.push(format!("`r`: the result is shortened to {shorter}"));
    }
    said
}
