//! MV instructions of contents.

use mnc2_isa::OperandClass;

use super::contents::Contents;
use super::units::{Meaning, meanings};

/// The instructions that a word can be.
pub(super) fn texts<'a>(contents: &'a Contents<'a>) -> impl Iterator<Item = String> + use<'a> {
    let opcodes = contents.choices("mv_opcode").into_iter();
    opcodes
        .flat_map(|name| meanings(&name))
        .flat_map(move |meaning| meaning_texts(contents, &meaning))
}

fn meaning_texts(contents: &Contents<'_>, meaning: &Meaning) -> Vec<String> {
    let number = |name: &str| contents.number(name).unwrap_or(0);
    let mut opcode = meaning.mnemonic.clone();
    let mut options = Vec::new();
    for (letter, name) in [
        ("n", "mv_size"),
        ("p", "mv_priority"),
        ("nd", "mv_indirection"),
    ] {
        match number(name) {
            0 => {}
            content => options.push(format!("{letter}{content}")),
        }
    }
    match number("mv_tag") {
        0 => {}
        tag => options.insert(options.len().min(1), format!("i{tag:02x}")),
    }
    if !options.is_empty() {
        opcode = format!("{opcode}/{}", options.concat());
    }
    let mut all = vec![opcode];
    let sides = ["mv_source", "mv_destination"];
    for (spec, side) in meaning.op.row().operands.iter().zip(sides) {
        let memories = contents.choices(&format!("{side}_memory"));
        let part = |part: &str| number(&format!("{side}_{part}"));
        let (address, group, l2b) = (part("address"), part("group"), part("l2b"));
        let place = match spec.class {
            OperandClass::PdmOfGroup | OperandClass::DramOfGroup | OperandClass::L2bmOfGroup => {
                format!("@{group}")
            }
            OperandClass::L2bmOne => format!("@{group}.{l2b}"),
            OperandClass::L2bmOneInEveryGroup => format!("@.{l2b}"),
            _ => String::new(),
        };
        let mut places = vec![place];
        // The L2B of every group can be left out.
        if spec.class == OperandClass::L2bmOneInEveryGroup {
            let is_used = contents.is_used(&[&format!("{side}_l2b")]);
            places.insert(usize::from(is_used), String::new());
        }
        let mut next = Vec::new();
        for text in &all {
            for memory in &memories {
                let width = if memory == "c" { "l" } else { "" };
                for place in &places {
                    next.push(format!("{text} ${width}{memory}{address}{place}"));
                }
            }
        }
        all = next;
    }
    // Without an indirect operand there is no count of indirections, regardless of its bits.
    let plain = all.iter().map(|text| without_count(text));
    let plain: Vec<String> = plain.filter(|text| !all.contains(text)).collect();
    all.extend(plain);
    all
}

fn without_count(text: &str) -> String {
    let (opcode, rest) = text.split_once(' ').unwrap_or((text, ""));
    let opcode = opcode
        .rsplit_once("nd")
        .map_or(opcode, |(before, _)| before);
    format!("{opcode} {rest}").trim_end().to_owned()
}
