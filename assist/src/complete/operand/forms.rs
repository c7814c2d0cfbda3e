//! Every form of every operand: a spelling for each memory and width, each register, each constant and each kind of
//! literal.

use std::sync::LazyLock;

use mnc2_isa::operand::NOWRITE;
use mnc2_isa::{Constant, Forwarding, Memory, OperandClass, Width};

use super::{Word, kind_of, operand_kinds};
use crate::complete::context::CursorContext;
use crate::complete::{CandidateKind, Piece, pieces};
use mnc2_asm::LineParser;
use mnc2_asm::lower::overload;
use mnc2_program::OperandKind;

/// Whole operands that begin with what is typed.
pub(super) fn forms(
    classes: &[OperandClass],
    typed: &str,
    surroundings: &CursorContext,
) -> Vec<Word> {
    let (sign, body) = match typed.strip_prefix('-') {
        Some(body) => ("-", body),
        None => ("", typed),
    };
    let mut words = Vec::new();
    for form in FORMS.iter() {
        let is_accepted = classes
            .iter()
            .any(|&class| overload::accepts(class, &form.kind));
        let is_fed = match form.kind {
            OperandKind::Forwarding(register) => surroundings.is_fed(register),
            _ => true,
        };
        if !is_accepted || !is_fed || !form.text.starts_with(body) {
            continue;
        }
        let kind = kind_of(&form.kind);
        let is_list = form.text.contains('[');
        let rank = if surroundings.is_flat && is_list {
            1 + form.rank / 4
        } else {
            form.rank
        };
        let mut signed = pieces(&form.pattern);
        if !sign.is_empty() {
            signed.insert(0, Piece::Text(sign.to_owned()));
        }
        words.push((signed, kind, rank));
        // If nothing is typed, only the usual forms show that a sign is possible.
        let is_usual = form.rank <= 3 && kind != CandidateKind::Value;
        if typed.is_empty() && is_usual {
            let mut inverted = vec![Piece::Text("-".to_owned())];
            inverted.extend(pieces(&form.pattern));
            words.push((inverted, kind, form.rank + 8));
        }
    }
    words
}

/// A spelling of an operand, and the operand that it means.
pub(super) struct Form {
    /// With its examples between braces.
    pattern: String,
    pub(super) text: String,
    pub(super) kind: OperandKind,
    rank: u8,
}

/// Every form of every operand that the parser accepts.
pub(super) static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let mut parser = LineParser::without_suggestions();
    patterns()
        .into_iter()
        .filter_map(|(pattern, rank)| {
            let text: String = pieces(&pattern).iter().map(Piece::text).collect();
            let operand = operand_kinds(&mut parser, &format!("lpassa {text} $nowrite"));
            let kind = operand.into_iter().next()?.kind;
            let is_whole = kind != OperandKind::NoWrite || text == format!("${NOWRITE}");
            is_whole.then_some(Form {
                pattern,
                text,
                kind,
                rank,
            })
        })
        .collect()
});

/// Every possible operand, with a rank.
fn patterns() -> Vec<(String, u8)> {
    let mut patterns = Vec::new();
    let widths = [(Width::Long, 0), (Width::DoubleLong, 1), (Width::Single, 2)];
    for memory in Memory::ALL {
        for (width, less) in widths {
            let stem = format!("${}{}", width.prefix(), memory.letters());
            let step = width.single_words();
            for (tail, rank) in tails_of(memory, step) {
                patterns.push((format!("{stem}{tail}"), rank + less));
            }
        }
    }
    for forwarding in Forwarding::ALL {
        patterns.push((format!("${}", forwarding.name()), 2));
    }
    for constant in Constant::ALL {
        patterns.push((format!("${}", constant.name()), 7));
    }
    patterns.push((format!("${NOWRITE}"), 3));
    for (letters, value) in [
        ("f", "1.0"),
        ("h", "1.0"),
        ("i", "1"),
        ("ui", "1"),
        ("s", "1"),
        ("us", "1"),
    ] {
        patterns.push((format!("{letters}\"{{{value}}}\""), 3));
    }
    patterns
}

/// The texts that can follow the letters of a memory.
fn tails_of(memory: Memory, step: u32) -> Vec<(String, u8)> {
    let fixed = |tails: &[(&str, u8)]| {
        tails
            .iter()
            .map(|&(tail, rank)| (tail.to_owned(), rank))
            .collect()
    };
    match memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 => {
            let list = format!("[{{0}},{{{step}}},{{{}}},{{{}}}]", 2 * step, 3 * step);
            let mut tails: Vec<(String, u8)> = fixed(&[("{0}v", 3), ("{0}", 5)]);
            if memory == Memory::Lm0 {
                tails.extend(fixed(&[("t", 8), ("t{0}v", 9)]));
                tails.push((format!("t{list}"), 10));
            }
            tails.push((list, 9));
            tails
        }
        Memory::T => fixed(&[("", 4)]),
        Memory::BaseLm0 | Memory::BaseLm1 => fixed(&[("", 8)]),
        Memory::MaskRegister => fixed(&[("{1}", 5)]),
        Memory::MatrixX | Memory::MatrixY => fixed(&[("", 3), ("{0}", 3)]),
        Memory::L1bm => fixed(&[("{0}", 3), ("i", 4)]),
        Memory::L2bm => fixed(&[
            ("{0}", 3),
            ("{0}@.{0}", 4),
            ("{0}@{0}.{0}", 4),
            ("{0}@{0}", 5),
        ]),
        Memory::Pdm => fixed(&[("{0}@{0}", 3), ("{0}", 4)]),
        Memory::Dram => fixed(&[("{0}@{0}", 3), ("{0}", 4), ("i{0}@{0}", 6), ("i{0}", 6)]),
        Memory::Dar => fixed(&[("{0}", 3)]),
    }
}
