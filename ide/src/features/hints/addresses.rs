//! The addresses that a stride, a base or a transfer's size means, if the text does not list them.

use mnc2_assist::explain::expand::{self, MaskEffect, OperandExpansion, Slot, When};
use mnc2_isa::Width;
use mnc2_program::{Addressing, Operand, OperandKind, Statement};
use mnc2_text::LineRange;

use super::{Hint, HintKind, HintedLine};

/// A cycle in which a fixed mask prevents the write.
const SKIPPED: &str = "–";

/// Single words before the second long word of an access.
const SECOND_LONG_WORD: usize = Width::Long.single_words() as usize;

pub(super) fn hints(at: &HintedLine<'_>, hints: &mut Vec<Hint>) {
    let operands: Vec<&Operand> = match &at.line.statement {
        Some(Statement::Step(step)) => step
            .expressions
            .iter()
            .flat_map(|expression| expression.operands())
            .collect(),
        Some(Statement::Mv(mv)) => mv.operands.iter().collect(),
        Some(
            Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Mask(_)
            | Statement::Host(_)
            | Statement::Directive(_)
            | Statement::Quit(_),
        )
        | None => return,
    };
    if operands.is_empty() {
        return;
    }
    let expansion = expand::expand(at.line, at.setting);
    for expanded in &expansion.operands {
        let Some(operand) = operands
            .iter()
            .find(|operand| operand.range == expanded.range)
        else {
            continue;
        };
        if let Some(label) = label(operand, expanded) {
            hints.push(Hint {
                line: at.number,
                byte: end(operand),
                label,
                kind: HintKind::Addresses,
            });
        }
    }
}

/// The hint is placed before the mask, which is not part of the address.
fn end(operand: &Operand) -> u32 {
    operand
        .mask
        .as_ref()
        .map_or(operand.range.end, |mask| mask.range.start)
}

fn label(operand: &Operand, expanded: &OperandExpansion) -> Option<String> {
    let slots = &expanded.columns.first()?.slots;
    // The other elements access other addresses, which one line cannot show.
    if expanded.columns.len() > 1 {
        return None;
    }
    match &operand.kind {
        OperandKind::PeMemory(memory) => {
            let Addressing::Stride { stride_words, .. } = memory.addressing else {
                return None;
            };
            (stride_words > 0).then(|| cycle_addresses(slots))
        }
        OperandKind::L1bm { .. }
        | OperandKind::L2bm { .. }
        | OperandKind::Dar(_)
        | OperandKind::Pdm { .. }
        | OperandKind::Dram { .. } => address_range(slots),
        OperandKind::T(_)
        | OperandKind::BaseRegister(..)
        | OperandKind::MaskRegister(_)
        | OperandKind::MatrixSide(..)
        | OperandKind::MatrixRows { .. }
        | OperandKind::Forwarding(_)
        | OperandKind::Constant(_)
        | OperandKind::NoWrite
        | OperandKind::Turnaround(_)
        | OperandKind::Literal(_)
        | OperandKind::Tag(_) => None,
    }
}

/// As a flat list: the first address of each cycle that is written.
fn cycle_addresses(slots: &[Slot]) -> String {
    let list: Vec<String> = slots
        .iter()
        .map(|slot| {
            let mut addresses = slot.ranges.iter().cloned().flatten();
            let first = match slot.mask {
                MaskEffect::Skipped => None,
                MaskEffect::SecondLongWord => addresses.nth(SECOND_LONG_WORD),
                MaskEffect::Written
                | MaskEffect::Cleared
                | MaskEffect::Variable(_)
                | MaskEffect::VariableFirst(_) => addresses.next(),
            };
            first.map_or_else(|| SKIPPED.to_owned(), |first| first.to_string())
        })
        .collect();
    let plus_t = if slots.iter().any(|slot| slot.plus_t) {
        "+T"
    } else {
        ""
    };
    format!("[{}]{plus_t}", list.join(","))
}

/// First and last address of an access that runs through a memory; `None` if it jumps.
fn address_range(slots: &[Slot]) -> Option<String> {
    // The first slot of a transfer covers all of it; its unit operations, which follow, access the same words again.
    let slots = match slots {
        [whole, ..] if whole.when == When::Whole => std::slice::from_ref(whole),
        slots => slots,
    };
    let mut ranges = slots.iter().flat_map(|slot| &slot.ranges).cloned();
    let mut whole: LineRange = ranges.next()?;
    for range in ranges {
        if range.start != whole.end {
            return None;
        }
        whole.end = range.end;
    }
    (whole.end - whole.start > 1).then(|| format!("{}–{}", whole.start, whole.end - 1))
}

pub(super) fn tooltip(at: &HintedLine<'_>, byte: u32) -> Option<String> {
    let text = at.snapshot.line_text(at.number as usize);
    let expansion = expand::expand(at.line, at.setting);
    let expanded = expansion
        .operands
        .iter()
        .filter(|operand| operand.range.start < byte)
        .max_by_key(|operand| operand.range.start)?;
    let spelled = text.get(expanded.range.start as usize..expanded.range.end as usize)?;
    Some(expand::markdown(expanded, spelled, at.language))
}
