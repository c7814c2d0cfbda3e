//! The accesses of a step above the PEs: L1BM, L2BM, DAR and DARBUF (manual 3.6.7, 3.6.8).

use mnc2_isa::geometry::{CYCLES_PER_STEP, DARBUF_ENTRIES};
use mnc2_isa::l1bm::Shape;
use mnc2_isa::{ChipLevel, L2bmOp, Memory, Op, l1b_set};

use super::{AccessRole, Accesses, Certainty, Direction, Elements, State, Store};
use crate::{Expression, Operand, OperandKind, Step};

/// Long words that each L1B has in a cycle of a distribution or gather (manual 3.6.7.4).
const SHARE_LONG_WORDS: u32 = 8;
/// Long words that each pair of L1Bs has in a cycle of a distributing broadcast (manual 3.6.7.3).
const PAIR_LONG_WORDS: u32 = 16;

/// The L1Bs whose L1BM an expression reads or writes. The sender of a multicast does not receive it (manual 3.6.7.9).
pub fn l1bs(expression: &Expression, direction: Direction) -> u8 {
    match (expression.op, direction) {
        (Op::L2bm(L2bmOp::Multicast), Direction::Write) => l1b_set::receivers(expression.l1bs()),
        _ => expression.l1bs(),
    }
}

/// An operand of L1BM, L2BM, DAR or the turnaround register.
pub(super) fn operand(
    index: usize,
    expression: &Expression,
    operand: &Operand,
    words_per_cycle: u32,
    direction: Direction,
    accesses: &mut Accesses,
) {
    match operand.kind {
        OperandKind::L1bm { address, .. } => {
            let store = Store::Memory(Memory::L1bm);
            accesses.begin(&operand.range, index, direction, AccessRole::Data, store);
            l1bm(expression, address, words_per_cycle, direction, accesses);
        }
        OperandKind::L2bm { address, l2b, .. } => {
            let store = Store::Memory(Memory::L2bm);
            accesses.begin(&operand.range, index, direction, AccessRole::Data, store);
            l2bm(expression, address, l2b, words_per_cycle, accesses);
        }
        OperandKind::Turnaround(_) => {
            let store = Store::Turnaround;
            accesses.begin(&operand.range, index, direction, AccessRole::Data, store);
            for cycle in 0..CYCLES_PER_STEP {
                accesses.always(cycle, cycle as u32, 1);
            }
        }
        OperandKind::Dar(_) => {
            // `l2bmdars` fills DARBUF; DAR itself is written by `l2bmdarw`.
            accesses.begin(
                &operand.range,
                index,
                direction,
                AccessRole::Data,
                Store::Darbuf,
            );
            let entries = DARBUF_ENTRIES / CYCLES_PER_STEP as u32;
            for cycle in 0..CYCLES_PER_STEP {
                accesses.always(cycle, cycle as u32 * entries, entries);
            }
        }
        OperandKind::PeMemory(_)
        | OperandKind::T(_)
        | OperandKind::BaseRegister(..)
        | OperandKind::MaskRegister(_)
        | OperandKind::MatrixSide(..)
        | OperandKind::MatrixRows { .. }
        | OperandKind::Forwarding(_)
        | OperandKind::Constant(_)
        | OperandKind::NoWrite
        | OperandKind::Pdm { .. }
        | OperandKind::Dram { .. }
        | OperandKind::Literal(_)
        | OperandKind::Tag(_) => {}
    }
}

fn l1bm(
    expression: &Expression,
    address: u32,
    words_per_cycle: u32,
    direction: Direction,
    accesses: &mut Accesses,
) {
    let elements = Elements::ALL.only(ChipLevel::L1b, l1bs(expression, direction).into());
    for (cycle, first, count) in l1bm_runs(expression.op, address, words_per_cycle) {
        accesses.push(cycle, first, count, elements, Certainty::Always);
    }
}

/// The long words of L1BM that an operand at `address` accesses, not wrapped around: the cycle, the first one and how
/// many.
pub fn l1bm_runs(
    op: Op,
    address: u32,
    words_per_cycle: u32,
) -> impl Iterator<Item = (usize, u32, u32)> {
    let shape = match op {
        Op::L1bm(op) => Some(op.transfer().shape),
        Op::L2bm(_) | Op::Alu(_) | Op::Mau(_) | Op::Mv(_) | Op::Control(_) => None,
    };
    let advance = shape.map_or(words_per_cycle, Shape::advance);
    (0..CYCLES_PER_STEP).flat_map(move |cycle| {
        let side_by_side = shape.is_none().then_some((0, words_per_cycle));
        let runs = shape.into_iter().flat_map(Shape::runs).chain(side_by_side);
        let at = address.wrapping_add(cycle as u32 * advance);
        runs.map(move |(offset, count)| (cycle, at.wrapping_add(offset), count))
    })
}

fn l2bm(
    expression: &Expression,
    address: u32,
    l2b: Option<u8>,
    words_per_cycle: u32,
    accesses: &mut Accesses,
) {
    let elements = match expression.op {
        Op::L2bm(L2bmOp::Dars) => Elements::ALL.number(ChipLevel::L2b, l2b.unwrap_or(0)),
        _ => Elements::ALL,
    };
    for (cycle, first, count) in
        l2bm_runs(expression.op, expression.l1bs(), address, words_per_cycle)
    {
        accesses.push(cycle, first, count, elements, Certainty::Always);
    }
}

/// The long words of L2BM that an operand at `address` accesses for some L1Bs, not wrapped around: the cycle, the first
/// one and how many. What belongs to other L1Bs is discarded (manual 3.6.7.3, 3.6.7.4), so the step does not need it.
pub fn l2bm_runs(
    op: Op,
    l1bs: u8,
    address: u32,
    words_per_cycle: u32,
) -> impl Iterator<Item = (usize, u32, u32)> {
    let (share, wanted): (u32, u8) = match op {
        _ if l1bs == l1b_set::ALL => (words_per_cycle, 1),
        Op::L2bm(L2bmOp::Distribute) => (SHARE_LONG_WORDS, l1bs),
        Op::L2bm(L2bmOp::DistributingBroadcast) => {
            let pairs = (0..4).filter(|pair| l1bs >> (2 * pair) & 0b11 != 0);
            let wanted = pairs.fold(0, |bits, pair| bits | 1 << pair);
            (PAIR_LONG_WORDS, wanted)
        }
        Op::L2bm(_) | Op::L1bm(_) | Op::Alu(_) | Op::Mau(_) | Op::Mv(_) | Op::Control(_) => {
            (words_per_cycle, 1)
        }
    };
    (0..CYCLES_PER_STEP).flat_map(move |cycle| {
        let first = address.wrapping_add(cycle as u32 * words_per_cycle);
        let parts = l1b_set::members(wanted);
        parts.map(move |part| (cycle, first.wrapping_add(share * u32::from(part)), share))
    })
}

/// `l2bmdarw`: an entry in each cycle from DARBUF to DAR (manual 3.6.7.10).
pub(super) fn drain_darbuf(
    index: usize,
    expression: &Expression,
    step: &Step,
    state: &State,
    accesses: &mut Accesses,
) {
    let filled = step
        .expressions
        .iter()
        .filter(|expression| expression.op == Op::L2bm(L2bmOp::Dars))
        .find_map(|expression| match expression.outputs.first()?.kind {
            OperandKind::Dar(entry) => Some(entry),
            _ => None,
        });
    let (dar, darbuf) = match filled {
        Some(entry) => (entry, 0),
        None => (state.dar_entry, state.darbuf_entry),
    };
    let range = &expression.opcode_range;
    for (direction, store, first) in [
        (Direction::Read, Store::Darbuf, darbuf),
        (Direction::Write, Store::Memory(Memory::Dar), dar),
    ] {
        accesses.begin(range, index, direction, AccessRole::Data, store);
        for cycle in 0..CYCLES_PER_STEP {
            accesses.always(cycle, first.wrapping_add(cycle as u32), 1);
        }
    }
}
