//! The accesses of MV instructions: the whole transfer and its unit operations (manual 3.5.3, 3.5.8).

use std::ops::Range;

use mnc2_isa::mv::INDIRECTION_UNIT_LONG_WORDS;
use mnc2_isa::{ChipLevel, Memory, Op, OperandSpec, geometry};

use super::{Direction, OperandExpansion, Slot, When, columns, operand};
use mnc2_program::MvInstruction;
use mnc2_program::access::{AccessRole, Accesses, Store};
use mnc2_program::message::wording;
use mnc2_text::{Message, message};

/// Unit operations that are listed one by one.
const LISTED_UNIT_OPERATIONS: u32 = 4;

pub(super) fn instruction(mv: &MvInstruction, accesses: &Accesses) -> Vec<OperandExpansion> {
    mv.operands
        .iter()
        .zip(mv.op.row().operands)
        .map(|(operand, spec)| {
            let direction = Direction::from_role(spec.role);
            let mut result = OperandExpansion {
                range: operand.range.clone(),
                direction,
                memory: None,
                title: Message::default(),
                unit: "long words",
                columns: Vec::new(),
                remarks: Vec::new(),
            };
            match operand.kind.mv_place() {
                Some(place) if place.is_indirect => {
                    indirect(mv, place.address, spec, accesses, &mut result);
                }
                Some(place) => direct(mv, place.memory, spec, accesses, &mut result),
                None => {}
            }
            result
        })
        .collect()
}

fn direct(
    mv: &MvInstruction,
    memory: Memory,
    spec: &OperandSpec,
    accesses: &Accesses,
    result: &mut OperandExpansion,
) {
    let units = mv.unit_operations();
    let words = spec.words_per_cycle;
    let pieces = operand::pieces(accesses, &result.range, result.direction);
    result.columns = columns(pieces, ChipLevel::from_memory(memory), 1, |_| {
        Slot::empty(When::Whole)
    });
    if let (Some(first), [column]) = (pieces.first(), result.columns.as_mut_slice())
        && units > 1
    {
        let size = Store::Memory(memory).words();
        let unit_operation = |unit: u32| Slot {
            ranges: wrapped(first.first.wrapping_add(unit * words) % size, words, size),
            ..Slot::empty(When::UnitOperation(unit))
        };
        let listed = 0..units.min(LISTED_UNIT_OPERATIONS);
        column.slots.extend(listed.map(unit_operation));
    }
    if units > LISTED_UNIT_OPERATIONS {
        result.remarks.push(message!(
            "{units:# unit operation|# unit operations} of {words:# long word|# long words}; the first {listed} are listed",
            units,
            words,
            listed = LISTED_UNIT_OPERATIONS
        ));
    }
    result.memory = Some(memory);
    result.title = message!("{memory}, long words", memory = wording::memory(memory));
    result.remarks.extend(distribution(mv.op, memory));
}

/// `count` addresses from `first` on, wrapped around `size`: one range or two.
fn wrapped(first: u32, count: u32, size: u32) -> Vec<Range<u32>> {
    let until_end = count.min(size - first);
    let ranges = [first..first + until_end, 0..count - until_end];
    ranges
        .into_iter()
        .filter(|range| !range.is_empty())
        .collect()
}

/// `$di`: the DAR entries used; they contain the DRAM addresses (manual 3.5.6).
fn indirect(
    mv: &MvInstruction,
    entry: u32,
    spec: &OperandSpec,
    accesses: &Accesses,
    result: &mut OperandExpansion,
) {
    let blocks =
        mv.unit_operations().saturating_mul(spec.words_per_cycle) / INDIRECTION_UNIT_LONG_WORDS;
    result.memory = Some(Memory::Dar);
    result.title = message!("DRAM through the DAR");
    result.unit = message!("DAR entries").template();
    let entries = accesses
        .list()
        .iter()
        .find(|access| access.role == AccessRole::Address);
    let entries = entries.map_or(&[][..], |access| accesses.pieces(access));
    result.columns = columns(entries, ChipLevel::Group, 1, |_| Slot::empty(When::Whole));
    result.remarks.push(match mv.indirection_count {
        Some(count) => message!(
            "access i of {accesses} goes to DRAM address 16 × (DAR[({entry} + i / {count}) % {entries}] + i % {count}), 16 long words each",
            accesses = blocks,
            entry,
            count,
            entries = geometry::DAR_ENTRIES
        ),
        None => message!(
            "access i of {accesses} goes to DRAM address 16 × (DAR[{entry}] + i), 16 long words each",
            accesses = blocks,
            entry
        ),
    });
    result
        .remarks
        .push(message!("the DAR's content is known only in a run"));
}

/// How the data of a unit operation is distributed, if it is not a plain copy.
fn distribution(op: Op, memory: Memory) -> Option<Message> {
    use mnc2_isa::MvOp;
    let Op::Mv(op) = op else { return None };
    let text = match (op, memory) {
        (MvOp::DramToL2bmGather4, Memory::Dram) | (MvOp::L2bmToDramReduce4, Memory::Dram) => {
            message!(
                "in each unit operation the first 16 long words belong to the L2Bs 0, the next 16 to the L2Bs 1"
            )
        }
        (MvOp::DramToL2bmGather4, _)
        | (MvOp::L2bmToDramReduce4, _)
        | (MvOp::DramToL2bmBroadcast, Memory::L2bm)
        | (MvOp::L2bmToDramReduce, Memory::L2bm)
        | (MvOp::PdmToDramScatter, Memory::Pdm)
        | (MvOp::DramToPdmGather, Memory::Pdm) => {
            message!("in each unit operation the n-th 16 long words belong to the DRAM of group n")
        }
        (MvOp::PdmToL2bmScatter, Memory::Pdm) | (MvOp::L2bmToPdmGather, Memory::Pdm) => {
            message!(
                "blocks of 16 long words go to the 8 L2Bs in turn: group 0 L2B 0, group 0 L2B 1, group 1 L2B 0, ..."
            )
        }
        (
            MvOp::DramToL2bmBroadcast
            | MvOp::L2bmToDramReduce
            | MvOp::PdmToDramScatter
            | MvOp::DramToPdmGather
            | MvOp::PdmToL2bmScatter
            | MvOp::L2bmToPdmGather
            | MvOp::Nop
            | MvOp::PdmToDram
            | MvOp::DramToPdm
            | MvOp::PdmToL2bm
            | MvOp::L2bmToPdm
            | MvOp::DramToL2bm
            | MvOp::L2bmToDram
            | MvOp::PdmToPdm
            | MvOp::PdmToL2bmParallel
            | MvOp::L2bmToPdmParallel
            | MvOp::DramToL2bmParallel
            | MvOp::L2bmToDramParallel
            | MvOp::DramToL2bmInGroup
            | MvOp::L2bmToDramInGroup
            | MvOp::L2bmToPdmInGroup
            | MvOp::PdmToL2bmBroadcast
            | MvOp::L2bmToPdmReduce,
            _,
        ) => return None,
    };
    Some(text)
}
