//! What a step accesses in L1BM, L2BM and DAR: for each cycle a range, by the instruction (manual 3.6.7, 3.6.8).

use mnc2_isa::{L1bmOp, L2bmOp, Memory, Op, OperandSpec, TargetRule, Width, geometry};

use super::pe::{column, slot};
use super::{Column, Direction, MaskEffect, OperandExpansion, numbered, wrapped};
use crate::message::Message;
use crate::program::{Expression, Operand, OperandKind, TargetKind};
use crate::{message, wording};

pub(super) fn operand(
    expression: &Expression,
    operand: &Operand,
    spec: Option<&'static OperandSpec>,
    result: &mut OperandExpansion,
) {
    let words = spec.map_or(0, |spec| spec.words_per_cycle);
    match operand.kind {
        OperandKind::L1bm { address, .. } => {
            result.memory = Some(Memory::L1bm);
            result.title = message!(
                "L1BM, {words:# long word|# long words} in each cycle",
                words
            );
            result.unit = Memory::L1bm.address_unit();
            let place = l1b_place(expression, result.direction);
            result.columns = vec![if expression.op == Op::L1bm(L1bmOp::BroadcastPeDouble) {
                // The two long words of a cycle lie four apart (manual 3.6.8.7).
                column(place, |cycle| {
                    let first = address + cycle as u32;
                    let both = [first, first + 4]
                        .into_iter()
                        .flat_map(|at| wrapped(at, 1, geometry::L1BM_LONG_WORDS))
                        .collect();
                    slot(cycle, both, MaskEffect::Written)
                })
            } else {
                contiguous(place, address, words, geometry::L1BM_LONG_WORDS)
            }];
        }
        OperandKind::Turnaround(_) => {
            result.title = message!(
                "turnaround register, {words:# long word|# long words} in each cycle",
                words
            );
            result.remarks.push(match result.direction {
                Direction::Read => {
                    message!("as the last transfer from the PEs left it; L1BM is not accessed")
                }
                Direction::Write => message!("L1BM is not written"),
            });
        }
        OperandKind::L2bm { address, l2b, .. } => {
            result.memory = Some(Memory::L2bm);
            result.title = message!(
                "L2BM, {words:# long word|# long words} in each cycle",
                words
            );
            result.unit = Memory::L2bm.address_unit();
            let place = match expression.op {
                Op::L2bm(L2bmOp::Dars) => {
                    message!("L2B {l2b} of every group", l2b = l2b.unwrap_or(0))
                }
                Op::L2bm(_)
                | Op::L1bm(_)
                | Op::Alu(_)
                | Op::Mau(_)
                | Op::Mv(_)
                | Op::Control(_) => message!("every L2B"),
            };
            result.columns = vec![contiguous(place, address, words, geometry::L2BM_LONG_WORDS)];
        }
        OperandKind::Dar(entry) => {
            result.title = wording::memory(Memory::Dar);
            result.remarks.push(message!(
                "`l2bmdarw` continues at entry {entry}, one entry in each cycle, and wraps around at {entries}",
                entry,
                entries = geometry::DAR_ENTRIES
            ));
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
    if let OperandKind::L1bm { width, .. } | OperandKind::Turnaround(width) = operand.kind {
        result.remarks.extend(pe_layout(expression, width));
    }
    if let OperandKind::L2bm { .. } = operand.kind {
        result.remarks.extend(l1b_layout(expression.op));
    }
}

fn contiguous(place: Message, address: u32, words: u32, size: u32) -> Column {
    column(place, |cycle| {
        let first = address + cycle as u32 * words;
        slot(cycle, wrapped(first, words, size), MaskEffect::Written)
    })
}

/// The L1Bs whose L1BM is read or written (manual 3.6.7.1, 3.6.7.9).
fn l1b_place(expression: &Expression, direction: Direction) -> Message {
    const ALL: u8 = geometry::L1BS_PER_L2B as u8 - 1;
    let Some(target) = expression.target.as_ref().map(|target| target.kind) else {
        return message!("every L1B");
    };
    let (l1badr, immode) = match target {
        TargetKind::L1bSet { l1badr, immode } => (l1badr, immode),
        TargetKind::L1b(number) => return message!("L1B {number}", number),
        TargetKind::Mab(_) => return message!("every L1B"),
    };
    let compared_bits = ALL & !immode;
    let in_set = |l1b: u8| l1b & compared_bits == l1badr & compared_bits;
    let multicast = expression.op.target_rule() == TargetRule::MulticastL1bSet;
    if multicast && direction == Direction::Write {
        let receives = |l1b: u8| {
            (0..=ALL)
                .any(|source| in_set(source) && source != l1b && source & immode == l1b & immode)
        };
        return numbered("L1B", (0..=ALL).filter(|&l1b| receives(l1b)));
    }
    if immode & ALL == ALL {
        return message!("every L1B");
    }
    numbered("L1B", (0..=ALL).filter(|&l1b| in_set(l1b)))
}

/// How a cycle's long words of L1BM are distributed to the PEs.
fn pe_layout(expression: &Expression, width: Width) -> Option<Message> {
    let Op::L1bm(op) = expression.op else {
        return None;
    };
    let text = match op {
        L1bmOp::BroadcastPe | L1bmOp::BroadcastPeDouble => {
            message!("every PE gets the same")
        }
        L1bmOp::BroadcastMab | L1bmOp::Transfer | L1bmOp::Reduce => {
            message!("the n-th long word belongs to PE n")
        }
        L1bmOp::BroadcastMabDouble | L1bmOp::TransferDouble | L1bmOp::ReduceDouble => {
            message!("long words n and n + 4 belong to PE n")
        }
        L1bmOp::BroadcastMab4 | L1bmOp::Transfer4 | L1bmOp::Reduce4 => {
            message!("long word 4 × (MAB / 4) + n belongs to PE n")
        }
        L1bmOp::BroadcastMab4Double | L1bmOp::Transfer4Double | L1bmOp::Reduce4Double => {
            message!("long words 8 × (MAB / 4) + n and 4 further belong to PE n")
        }
        L1bmOp::Distribute | L1bmOp::Gather => {
            message!("long word 4 × MAB + n belongs to PE n")
        }
    };
    let rotation = expression
        .rotation
        .as_ref()
        .filter(|rotation| rotation.value != 0)
        .map(|rotation| format!("{:+}", rotation.value));
    let layout = match rotation {
        Some(mabs) => message!(
            "{layout}, with the MABs rotated by {mabs}",
            layout = text,
            mabs
        ),
        None => text,
    };
    Some(match width {
        Width::DoubleLong if op == L1bmOp::BroadcastPeDouble => {
            message!("{layout}; the lower address is the first long word", layout)
        }
        Width::Single | Width::Long | Width::DoubleLong => layout,
    })
}

/// How a cycle's long words of L2BM are distributed to the L1Bs.
fn l1b_layout(op: Op) -> Option<Message> {
    let Op::L2bm(op) = op else { return None };
    let text = match op {
        L2bmOp::DistributingBroadcast | L2bmOp::CombiningReduce => {
            message!("the n-th 16 long words belong to L1B 2n and 2n + 1")
        }
        L2bmOp::Distribute | L2bmOp::Gather => {
            message!("the n-th 8 long words belong to L1B n")
        }
        L2bmOp::Dars => {
            message!("each long word becomes two entries of DARBUF, the upper half first")
        }
        L2bmOp::Broadcast
        | L2bmOp::Transfer
        | L2bmOp::Reduce
        | L2bmOp::Multicast
        | L2bmOp::Darw => return None,
    };
    Some(text)
}
