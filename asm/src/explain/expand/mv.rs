//! What MV instructions access: the whole transfer and its unit operations (manual 3.5.3, 3.5.8).

use mnc2_isa::mv::{INDIRECTION_UNIT_LONG_WORDS, UNIT_LONG_WORDS};
use mnc2_isa::{Memory, Op, OperandClass, Role, geometry};

use super::{Column, Direction, MaskEffect, OperandExpansion, Slot, When, wrapped};
use crate::message::Message;
use crate::program::{MvInstruction, MvPlace, Operand};
use crate::{message, wording};

/// Unit operations that are listed one by one.
const LISTED_UNIT_OPERATIONS: u32 = 4;

pub(super) fn instruction(mv: &MvInstruction) -> Vec<OperandExpansion> {
    mv.operands
        .iter()
        .zip(mv.op.row().operands)
        .map(|(operand, spec)| {
            let direction = match spec.role {
                Role::Input => Direction::Read,
                Role::Output | Role::Outputs => Direction::Write,
            };
            one(mv, operand, spec.class, spec.words_per_cycle, direction)
        })
        .collect()
}

fn one(
    mv: &MvInstruction,
    operand: &Operand,
    class: OperandClass,
    words_per_unit: u32,
    direction: Direction,
) -> OperandExpansion {
    let units = mv.size_long_words / UNIT_LONG_WORDS;
    let mut result = OperandExpansion {
        range: operand.range.clone(),
        direction,
        memory: None,
        title: Message::default(),
        unit: "long words",
        columns: Vec::new(),
        remarks: Vec::new(),
    };
    let Some(at) = operand.kind.mv_place() else {
        return result;
    };
    if at.is_indirect {
        let words = units.saturating_mul(words_per_unit);
        indirect(mv, at, class, words, &mut result);
        return result;
    }
    let (memory, address) = (at.memory, at.address);
    let size = memory.size().unwrap_or(u32::MAX);
    let slot = |when, first: u64, count: u32| Slot {
        when,
        ranges: wrapped((first % u64::from(size)) as u32, count, size),
        plus_t: false,
        mask: MaskEffect::Written,
    };
    let mut slots = vec![slot(
        When::Whole,
        u64::from(address),
        units.saturating_mul(words_per_unit),
    )];
    if units > 1 {
        slots.extend((0..units.min(LISTED_UNIT_OPERATIONS)).map(|unit| {
            let offset = u64::from(unit) * u64::from(words_per_unit);
            slot(
                When::UnitOperation(unit),
                u64::from(address) + offset,
                words_per_unit,
            )
        }));
    }
    if units > LISTED_UNIT_OPERATIONS {
        result.remarks.push(message!(
            "{units:# unit operation|# unit operations} of {words:# long word|# long words}; the first {listed} are listed",
            units,
            words = words_per_unit,
            listed = LISTED_UNIT_OPERATIONS
        ));
    }
    result.memory = Some(memory);
    result.title = message!("{memory}, long words", memory = wording::memory(memory));
    result.columns = vec![Column {
        place: place(at, class),
        slots,
    }];
    result.remarks.extend(distribution(mv.op, memory));
    result
}

/// `$di`: the DAR entries used; they contain the DRAM addresses (manual 3.5.6).
fn indirect(
    mv: &MvInstruction,
    at: MvPlace,
    class: OperandClass,
    words: u32,
    result: &mut OperandExpansion,
) {
    let accesses = words / INDIRECTION_UNIT_LONG_WORDS;
    let (first_entry, entries) = (at.address, mv.dar_entries(words));
    result.memory = Some(Memory::Dar);
    result.title = message!("DRAM through the DAR");
    result.unit = message!("DAR entries").template();
    result.columns = vec![Column {
        place: place(at, class),
        slots: vec![Slot {
            when: When::Whole,
            ranges: wrapped(first_entry, entries, geometry::DAR_ENTRIES),
            plus_t: false,
            mask: MaskEffect::Written,
        }],
    }];
    result.remarks.push(match mv.indirection_count {
        Some(count) => message!(
            "access i of {accesses} goes to DRAM address 16 × (DAR[({entry} + i / {count}) % {entries}] + i % {count}), 16 long words each",
            accesses,
            entry = first_entry,
            count,
            entries = geometry::DAR_ENTRIES
        ),
        None => message!(
            "access i of {accesses} goes to DRAM address 16 × (DAR[{entry}] + i), 16 long words each",
            accesses,
            entry = first_entry
        ),
    });
    result
        .remarks
        .push(message!("the DAR's content is known only in a run"));
}

fn place(at: MvPlace, class: OperandClass) -> Message {
    let group = match at.group {
        Some(group) => message!("group {group}", group),
        None => message!("every group"),
    };
    match class {
        OperandClass::L2bmOne | OperandClass::L2bmOneInEveryGroup | OperandClass::L2bmOfL2b => {
            message!("L2B {l2b} of {group}", l2b = at.l2b.unwrap_or(0), group)
        }
        OperandClass::L2bmOfGroup => message!("both L2Bs of {group}", group),
        OperandClass::L2bmEvery => message!("every L2B"),
        OperandClass::PdmOfGroup
        | OperandClass::PdmOfEveryGroup
        | OperandClass::DramOfGroup
        | OperandClass::DramOfEveryGroup => group,
        OperandClass::AluFirstInput
        | OperandClass::PeInput
        | OperandClass::PeOutput
        | OperandClass::PeOutputOrMask
        | OperandClass::MatrixSide
        | OperandClass::MatrixRows
        | OperandClass::L1bmPe(_)
        | OperandClass::L1bm
        | OperandClass::L2bm
        | OperandClass::Dar
        | OperandClass::Literal
        | OperandClass::Tag => Message::default(),
    }
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
