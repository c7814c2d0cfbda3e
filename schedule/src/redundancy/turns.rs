//! Words that go round the PEs of a MAB several times: the turns are one, or none. What is made of such words is in
//! [`super::turned_words`].

use mnc2_isa::geometry::PES_PER_MAB;
use mnc2_isa::l1bm::Order;
use mnc2_isa::{AluOp, Op};
use mnc2_program::{Expression, OperandKind};

use super::makers::{Edits, destinations, in_place_of, source, text};
use crate::draft::Draft;
use crate::planted::{Wrong, is_planted};

/// Maximum number of turns that follow each other: after these, a word is back.
const TURNS_MAX: usize = PES_PER_MAB;

/// What may be in place of turns that end in a line.
pub(super) fn ways(draft: &Draft, line: usize) -> Vec<Edits> {
    let mut ways = Vec::new();
    let Some(last) = turn(draft, line) else {
        return ways;
    };
    let (mut pes, mut first, mut gone) = (last, line, Vec::new());
    while let Some(before) = source(draft, first) {
        let is_alike = is_alike_in_mab(draft, before);
        match turn(draft, before) {
            Some(own) => pes += own,
            None if is_alike => pes = 0,
            None => break,
        }
        if is_alike {
            ways.extend(edits(draft, line, (pes, first), &gone));
            break;
        }
        (first, gone) = (before, [gone, vec![before]].concat());
        ways.extend(edits(draft, line, (pes, first), &gone));
        if gone.len() >= TURNS_MAX {
            break;
        }
    }
    ways
}

/// How many PEs further the words come from that a line brings, if it does nothing else.
pub(super) fn turn(draft: &Draft, line: usize) -> Option<usize> {
    let expression = draft.only(line)?;
    let is_plain = |it: &Expression| it.zero_flush.is_none() && it.inputs.len() == 1;
    if !is_plain(expression) {
        return None;
    }
    let is_op = |op: AluOp| expression.op == Op::Alu(op);
    if is_op(AluOp::Msr) || (is_op(AluOp::Msl) && is_planted(Wrong::Direction)) {
        return Some(1);
    }
    is_op(AluOp::Msl).then_some(PES_PER_MAB - 1)
}

/// The fewest turns after which words come from some PEs further.
pub(super) const fn opcodes(pes: usize) -> &'static [&'static str] {
    match pes % PES_PER_MAB {
        0 => &[],
        1 => &["msr"],
        2 => &["msr", "msr"],
        _ => &["msl"],
    }
}

/// Whether a line brings the same words to all PEs of a MAB, or a constant. That of `$subpeid` differs, and is refused by the proof.
pub(super) fn is_alike_in_mab(draft: &Draft, line: usize) -> bool {
    draft.only(line).is_some_and(|it| {
        let is_constant = || {
            let input = it.inputs.first().map(|it| &it.kind);
            matches!(input, Some(OperandKind::Constant(_)))
        };
        let is_alike = match it.op {
            Op::L1bm(op) => op.transfer().shape.order == Order::Pe,
            Op::Alu(AluOp::Imm | AluOp::Zero) => true,
            Op::Alu(AluOp::Passa) => is_constant(),
            Op::Alu(_) | Op::Mau(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => false,
        };
        is_alike && it.zero_flush.is_none()
    })
}

/// One turn of what the first line reads, or a copy, in place of the last one.
fn edits(
    draft: &Draft,
    line: usize,
    (pes, first): (usize, usize),
    gone: &[usize],
) -> Option<Edits> {
    let opcode = match opcodes(pes) {
        [] => "lpassa",
        [opcode] => opcode,
        _ => return None,
    };
    let input = draft.only(first)?.inputs.first()?;
    let is_place = matches!(
        input.kind,
        OperandKind::PeMemory(_) | OperandKind::Constant(_)
    );
    if !is_place {
        return None;
    }
    let from = text(draft, first, &input.range);
    let turned = format!("{opcode} {from} {}", destinations(draft, line)?);
    Some(in_place_of(line, vec![turned], gone))
}

/// Whether an expression adds or subtracts integers.
pub(super) fn is_sum(expression: &Expression) -> bool {
    let is_op = |op: AluOp| expression.op == Op::Alu(op);
    (is_op(AluOp::Add) || is_op(AluOp::Sub)) && expression.zero_flush.is_none()
}
