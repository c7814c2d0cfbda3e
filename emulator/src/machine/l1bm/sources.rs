//! Which words decide what an L1BM instruction writes.

use mnc2_isa::geometry::{
    CYCLES_PER_STEP, L1BM_LONG_WORDS, MABS_PER_L1B, PES_PER_L1B, PES_PER_MAB,
};
use mnc2_isa::l1bm::TransferKind;
use mnc2_isa::{ChipLevel, L1bmOp, Memory, Precision};
use mnc2_program::access::{AccessRole, Store};
use mnc2_program::{Expression, OperandKind, TargetKind};

use super::layout::Layout;
use super::rotation;
use crate::chip_place::ChipPlace;
use crate::machine::chip::Chip;
use crate::machine::sources::{Search, Sides, WordSource, Write, add, source, wrapped};
use crate::machine::unit::input_sources;

/// The sources of some sides of the word that a PE gets in a cycle.
pub(in crate::machine) fn sources(
    op: L1bmOp,
    expression: &Expression,
    sides: Sides,
    cycle: usize,
    pe: usize,
) -> Vec<WordSource> {
    let layout = Layout::from_op(op);
    let Some(operand) = expression.inputs.first() else {
        return Vec::new();
    };
    let l1b = ChipLevel::L1b.containing(pe);
    let address = match operand.kind {
        OperandKind::L1bm { address, .. } => address,
        OperandKind::Turnaround(_) => {
            let word = cycle as u32;
            let place = ChipPlace::from_pe(Store::Turnaround, word..word + 1, pe);
            let is_there = sides.most || sides.least && layout.sides() == 2;
            return is_there
                .then(|| source(AccessRole::Data, &operand.range, place))
                .into_iter()
                .collect();
        }
        _ => return Vec::new(),
    };
    let mab = pe / PES_PER_MAB % MABS_PER_L1B;
    let from = (mab + MABS_PER_L1B - rotation(expression)) % MABS_PER_L1B;
    let first = address.wrapping_add((cycle * layout.long_words()) as u32);
    let meant = (0..layout.sides()).filter(|side| match side {
        0 => sides.most,
        _ => sides.least,
    });
    let store = Store::Memory(Memory::L1bm);
    let words = meant.flat_map(|side| {
        let offset = layout.offset(from, pe % PES_PER_MAB, side) as u32;
        wrapped(store, l1b, first.wrapping_add(offset), 1)
    });
    words
        .map(|place| source(AccessRole::Data, &operand.range, place))
        .collect()
}

/// A long word that a PE sends.
struct Sent {
    /// The PE in the L1B.
    pe: usize,
    /// The sides of its data that are in the long word.
    sides: Sides,
    /// The place of the long word in the cycle.
    offset: usize,
}

/// The writes to L1BM and to the turnaround registers.
pub(in crate::machine) fn writes(
    chip: &Chip,
    op: L1bmOp,
    (index, expression): (usize, &Expression),
    forwards: bool,
    search: &mut Search<'_>,
) {
    let output = expression.outputs.first();
    let address = output.and_then(|operand| match operand.kind {
        OperandKind::L1bm { address, .. } => Some(address),
        _ => None,
    });
    let layout = Layout::from_op(op);
    let sent = sent(op, layout, expression);
    let l1b = search.place.element;
    let from = |cycle: usize, offset: Option<usize>| {
        let mut sources = Vec::new();
        let meant = sent.iter();
        for sent in meant.filter(|sent| offset.is_none_or(|offset| sent.offset == offset)) {
            let pe = l1b * PES_PER_L1B + sent.pe;
            for source in input_sources(chip, expression, (cycle, pe), sent.sides) {
                add(&mut sources, source);
            }
        }
        sources
    };
    let is_memory = search.place.store == Store::Memory(Memory::L1bm);
    let is_register = search.place.store == Store::Turnaround && forwards;
    for cycle in 0..CYCLES_PER_STEP {
        let offsets = 0..if is_memory { layout.long_words() } else { 0 };
        let of_memory = offsets.flat_map(|offset| {
            let at = (cycle * layout.long_words() + offset) as u32;
            let word = address.map(|address| address.wrapping_add(at) % L1BM_LONG_WORDS);
            word.map(|word| (word, Some(offset)))
        });
        let of_register = is_register.then_some((cycle as u32, None));
        let all: Vec<(u32, Option<usize>)> = of_memory.chain(of_register).collect();
        for (word, offset) in all {
            let named = output.filter(|_| offset.is_some());
            let range = named.map_or(&expression.opcode_range, |operand| &operand.range);
            for words in search.within(word, 1) {
                search.writes.push(Write {
                    expression: index,
                    cycle,
                    range: range.clone(),
                    words,
                    is_masked: false,
                    sources: from(cycle, offset),
                });
            }
        }
    }
}

/// The long words that the PEs of an L1B send in a cycle.
fn sent(op: L1bmOp, layout: Layout, expression: &Expression) -> Vec<Sent> {
    let motion = op.transfer().motion;
    let target = match expression.target.as_ref().map(|target| target.kind) {
        Some(TargetKind::Mab(mab)) => usize::from(mab),
        Some(TargetKind::L1bSet { .. } | TargetKind::L1b(_)) | None => 0,
    };
    let (mabs, _) = layout.reduced_mabs();
    let rotation = rotation(expression);
    let mut all = Vec::new();
    for mab in 0..MABS_PER_L1B {
        let to = match motion {
            TransferKind::FromMab if mab % mabs != target % mabs => continue,
            TransferKind::FromMab => mab,
            TransferKind::Gather => (mab + rotation) % MABS_PER_L1B,
            TransferKind::Reduce => mab / mabs * mabs,
            TransferKind::ToPe => continue,
        };
        for pe in 0..PES_PER_MAB {
            for side in 0..layout.sides() {
                all.push(Sent {
                    pe: mab * PES_PER_MAB + pe,
                    sides: sent_sides(motion, expression, side),
                    offset: layout.offset(to, pe, side),
                });
            }
        }
    }
    all
}

/// The sides of a PE's data that are in one of its long words.
fn sent_sides(motion: TransferKind, expression: &Expression, side: usize) -> Sides {
    let operation = expression.spelling.reduction;
    let is_half = operation.is_some_and(|it| it.precision == Precision::Half);
    match motion {
        TransferKind::Reduce if is_half => Sides::MOST,
        TransferKind::Reduce if expression.spelling.shortened => Sides::BOTH,
        TransferKind::Reduce
        | TransferKind::FromMab
        | TransferKind::Gather
        | TransferKind::ToPe => Sides::from_side(side),
    }
}
