//! Words that a transfer sends to L1BM, and that are read there before another one is sent: the turnaround register has them, without
//! a wait for L1BM (manual 3.6.8.2).

use mnc2_isa::{Op, Width};
use mnc2_program::{Expression, OperandKind};

use super::makers::{Edits, maker, text};
use crate::draft::Draft;
use crate::planted::{Wrong, is_planted};

/// Readers of the words of one transfer.
const READERS_MAX: usize = 64;

/// What may be in place of a transfer that a line reads the words of.
pub(super) fn ways(draft: &Draft, line: usize) -> Option<Edits> {
    let down = draft.only(line).filter(|it| is_transfer(it, true))?;
    let from = down.inputs.first()?;
    let OperandKind::L1bm { width, .. } = from.kind else {
        return None;
    };
    let up = maker(draft, line, from)?;
    let sent = draft.only(up).filter(|it| is_transfer(it, false))?;
    let [to] = sent.outputs.as_slice() else {
        return None;
    };
    if to.mask.is_some() {
        return None;
    }
    let register = match width {
        Width::DoubleLong => "$llbi",
        Width::Single | Width::Long => "$lbi",
    };
    let with = |line: usize, range: &mnc2_text::LineRange| {
        let expression = draft.only(line)?;
        let (all, part) = (&expression.range, range);
        let mut text = text(draft, line, all);
        let own = (part.start - all.start) as usize..(part.end - all.start) as usize;
        text.replace_range(own, register);
        Some(vec![text])
    };
    let mut edits = Edits::from([(up, with(up, &to.range)?)]);
    let is_sent = |it: &usize| draft.only(*it).is_some_and(|it| is_transfer(it, false));
    let end = (line..draft.end()).find(is_sent).unwrap_or(draft.end());
    let is_early = is_planted(Wrong::OtherSent);
    if !is_early && (up + 1..line).any(|it| is_sent(&it)) {
        return None;
    }
    for reader in line..end {
        let input = draft.only(reader).and_then(|it| it.inputs.first());
        if let Some(input) = input.filter(|it| it.kind == from.kind) {
            edits.insert(reader, with(reader, &input.range)?);
        }
        if edits.len() > READERS_MAX {
            return None;
        }
    }
    Some(edits)
}

/// Whether an expression is a transfer between L1BM and the PEs, in a direction.
fn is_transfer(expression: &Expression, is_to_pe: bool) -> bool {
    matches!(expression.op, Op::L1bm(op) if op.is_to_pe() == is_to_pe)
}
