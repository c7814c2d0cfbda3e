//! Candidates for findings on MV instructions.

use mnc2_isa::mv::{PRIORITY_MAX, UNIT_LONG_WORDS};

use super::expression::exchange;
use super::{Candidate, Problem};
use mnc2_program::code::Code;
use mnc2_program::{MvInstruction, OperandKind, Statement};

pub(super) fn candidates(place: &Problem<'_>) -> Vec<Candidate> {
    let own = &place.own;
    let Some(Statement::Mv(mv)) = place.statement else {
        return Vec::new();
    };
    match place.code {
        Code::SizeMissing => {
            let opcode = place.at(&mv.opcode_range);
            let option = if opcode.contains('/') {
                format!("n{UNIT_LONG_WORDS}")
            } else {
                format!("/n{UNIT_LONG_WORDS}")
            };
            vec![place.insert(mv.opcode_range.end, &option)]
        }
        Code::SizeNotMultiple => {
            let lower = mv.size_long_words - mv.size_long_words % UNIT_LONG_WORDS;
            let upper = lower.checked_add(UNIT_LONG_WORDS);
            let sizes = upper.into_iter().chain((lower > 0).then_some(lower));
            sizes
                .map(|size| place.write(own.clone(), format!("n{size}")))
                .collect()
        }
        Code::PriorityOutOfRange => vec![place.write(own.clone(), format!("p{PRIORITY_MAX}"))],
        Code::NoSuchTransfer => other_forms(place, mv),
        Code::IndirectionCount if place.word() == "nd0" => vec![place.write(own.clone(), "nd1")],
        Code::GroupsDiffer => same_group(place, mv).into_iter().collect(),
        // The whole statement is written in another form.
        _ if own.start <= mv.opcode_range.start => Vec::new(),
        // A parameter that is given twice, is unknown, has nothing to count, or is tag 0.
        _ => {
            let slash = own.start.saturating_sub(1)..own.start;
            let start = own.start - u32::from(place.at(&slash) == "/");
            vec![place.remove(own.clone()), place.remove(start..own.end)]
        }
    }
}

/// The operands exchanged, or with or without the groups that they name.
fn other_forms(place: &Problem<'_>, mv: &MvInstruction) -> Vec<Candidate> {
    let [source, destination] = mv.operands.as_slice() else {
        return Vec::new();
    };
    let mut found = vec![exchange(place, &source.range, &destination.range)];
    for operand in [source, destination] {
        let text = place.at(&operand.range);
        let bare = text.split('@').next().unwrap_or_default();
        let is_l2bm = matches!(operand.kind, OperandKind::L2bm { .. });
        let locations: &[&str] = match is_l2bm {
            true => &["@0.0", "@.0", "@0", ""],
            false => &["@0", ""],
        };
        let forms = locations.iter().map(|location| format!("{bare}{location}"));
        let others = forms.filter(|form| form != text);
        found.extend(others.map(|form| place.write(operand.range.clone(), form)));
    }
    found
}

/// The destination in the group of the source.
fn same_group(place: &Problem<'_>, mv: &MvInstruction) -> Option<Candidate> {
    let [source, destination] = mv.operands.as_slice() else {
        return None;
    };
    let group = source.kind.mv_place()?.group?;
    let text = place.at(&destination.range);
    let bare = text.split('@').next()?;
    Some(place.write(destination.range.clone(), format!("{bare}@{group}")))
}
