//! What the operands of a step access in the PEs (manual 3.6.1).

use mnc2_isa::{
    Constant, Forwarding, L1bmOp, MauOp, Memory, Op, OperandSpec, Precision, Role, Width, geometry,
};

use super::{
    Column, Direction, MaskEffect, OperandExpansion, Slot, When, numbered, only, upper, wrapped,
};
use crate::message::Message;
use crate::program::{
    Expression, Operand, OperandKind, PeMemory, Step, TargetKind, WriteMaskSetting,
};
use crate::{message, wording};

pub(super) fn step(step: &Step, setting: WriteMaskSetting) -> Vec<OperandExpansion> {
    // A single-line write mask cancels the setting for the whole step (manual 3.6.2.1).
    let setting = if step.has_single_line_mask() {
        WriteMaskSetting::default()
    } else {
        setting
    };
    let mut list = Vec::new();
    for expression in &step.expressions {
        let inputs = expression.inputs.iter().enumerate();
        list.extend(inputs.map(|(index, operand)| {
            let spec = specs(expression, Direction::Read).nth(index);
            one(expression, operand, spec, Direction::Read, setting)
        }));
        let outputs = expression.outputs.iter().enumerate();
        list.extend(outputs.map(|(index, operand)| {
            // The last position takes every further destination.
            let mut specs = specs(expression, Direction::Write);
            let spec = specs.clone().nth(index).or_else(|| specs.next_back());
            one(expression, operand, spec, Direction::Write, setting)
        }));
    }
    list
}

/// The positions of the inputs, or of the outputs.
fn specs(
    expression: &Expression,
    direction: Direction,
) -> impl DoubleEndedIterator<Item = &'static OperandSpec> + Clone {
    let operands = expression.op.row().operands;
    operands.iter().filter(move |spec| match spec.role {
        Role::Input => direction == Direction::Read,
        Role::Output | Role::Outputs => direction == Direction::Write,
    })
}

fn one(
    expression: &Expression,
    operand: &Operand,
    spec: Option<&'static OperandSpec>,
    direction: Direction,
    setting: WriteMaskSetting,
) -> OperandExpansion {
    let mut result = OperandExpansion {
        range: operand.range.clone(),
        direction,
        memory: None,
        title: Message::default(),
        unit: "",
        columns: Vec::new(),
        remarks: Vec::new(),
    };
    match &operand.kind {
        OperandKind::PeMemory(access) => {
            let effect = mask_effect(operand, access.memory, direction, setting);
            pe_memory(expression, access, effect, &mut result);
        }
        OperandKind::T(_) => {
            let effect = mask_effect(operand, Memory::T, direction, setting);
            result.memory = Some(Memory::T);
            result.title = message!("T-register, 2 long words in each cycle");
            result.unit = message!("T entries").template();
            result.columns = vec![column(pe_place(expression), |cycle| {
                slot(cycle, only(cycle as u32..cycle as u32 + 1), effect(cycle))
            })];
        }
        OperandKind::BaseRegister(memory, _) => {
            let effect = mask_effect(operand, *memory, direction, setting);
            result.memory = Some(*memory);
            result.title = message!("{memory}, 12 bits", memory = wording::memory(*memory));
            result.remarks.push(
                message!("takes the low 12 bits of the first single word; the last cycle that is written remains"),
            );
            for cycle in 0..geometry::CYCLES_PER_STEP {
                if let Some(remark) = mask_remark(cycle, effect(cycle)) {
                    result.remarks.push(remark);
                }
            }
        }
        OperandKind::MaskRegister(entry) => {
            let effect = mask_effect(operand, Memory::MaskRegister, direction, setting);
            let entry = u32::from(*entry);
            result.memory = Some(Memory::MaskRegister);
            result.title = message!("mask register, 4 flags in each cycle");
            result.unit = "entries";
            result.columns = vec![column(pe_place(expression), |cycle| {
                slot(cycle, only(entry..entry + 1), effect(cycle))
            })];
            let masked =
                (0..geometry::CYCLES_PER_STEP).any(|cycle| effect(cycle) != MaskEffect::Written);
            if masked {
                result.remarks.push(
                message!("a write mask here does not keep old flags: what is written is the new flags AND the mask"),
            );
            }
        }
        OperandKind::MatrixSide(side, _) => {
            let rows = logical_rows(expression.spelling.precision);
            result.memory = Some(*side);
            result.title = message!("{memory}, the whole side", memory = wording::memory(*side));
            result.unit = "rows";
            result.columns = vec![column(message!("every MAB"), |cycle| {
                slot(cycle, only(0..rows), MaskEffect::Written)
            })];
        }
        OperandKind::MatrixRows { side, width, row } => {
            matrix_rows(expression, *side, *width, *row, &mut result);
        }
        OperandKind::Forwarding(register) => {
            result.title = forwarding(*register);
            result.remarks.push(message!(
                "cycle by cycle, from the last step that is neither nop nor noforward"
            ));
        }
        OperandKind::Constant(constant) => {
            result.title = message!(
                "constant: {constant}",
                constant = Message::of_table(constant.doc())
            );
            if *constant != Constant::Msb1 {
                result.remarks.push(message!("the same in all four cycles"));
            }
        }
        OperandKind::NoWrite => {
            result.title = message!("no memory: the result can only be forwarded");
        }
        OperandKind::Literal(literal) => {
            result.title = message!(
                "immediate value 0x{bits}",
                bits = format!("{:08x}", literal.bits)
            );
        }
        OperandKind::Tag(tag) => {
            result.title = message!("tag {tag}", tag = *tag);
        }
        OperandKind::L1bm { .. }
        | OperandKind::Turnaround(_)
        | OperandKind::L2bm { .. }
        | OperandKind::Dar(_)
        | OperandKind::Pdm { .. }
        | OperandKind::Dram { .. } => {
            upper::operand(expression, operand, spec, &mut result);
        }
    }
    result
}

fn pe_memory(
    expression: &Expression,
    access: &PeMemory,
    effect: impl Fn(usize) -> MaskEffect,
    result: &mut OperandExpansion,
) {
    let words = access.width.single_words();
    let size_words = access.memory.size().unwrap_or(geometry::LM_SINGLE_WORDS);
    let addresses = access.addresses_words();
    let at = |cycle: usize, added_words: u32| Slot {
        plus_t: access.indirect,
        ..slot(
            cycle,
            wrapped(addresses[cycle] + added_words, words, size_words),
            effect(cycle),
        )
    };
    let place = pe_place(expression);
    let last_pe = geometry::PES_PER_MAB as u8 - 1;
    result.memory = Some(access.memory);
    result.title = message!(
        "{memory}, {width}",
        memory = wording::memory(access.memory),
        width = wording::width(access.width)
    );
    result.unit = access.memory.address_unit();
    result.columns = match access.madpe {
        None => vec![column(place, |cycle| at(cycle, 0))],
        Some(madpe) if madpe >= last_pe => vec![column(place, |cycle| at(cycle, words))],
        Some(madpe) => {
            let is_everywhere = place == message!("every PE");
            let of_place = |pes: std::ops::RangeInclusive<u8>| {
                let pes = numbered("PE", pes);
                if is_everywhere {
                    pes
                } else {
                    message!("{pes} ({place})", pes, place = place.clone())
                }
            };
            vec![
                column(of_place(0..=madpe), |cycle| at(cycle, words)),
                column(of_place(madpe + 1..=last_pe), |cycle| at(cycle, 0)),
            ]
        }
    };
    if access.indirect {
        result.remarks.push(
            message!("T is the first long word of the cycle's T entry, as single words; it is known only in a run"),
        );
    }
    match access.memory {
        Memory::Lm0 => result.remarks.push(base_remark("$mb")),
        Memory::Lm1 => result.remarks.push(base_remark("$nb")),
        Memory::Grf0
        | Memory::Grf1
        | Memory::T
        | Memory::MaskRegister
        | Memory::BaseLm0
        | Memory::BaseLm1
        | Memory::MatrixX
        | Memory::MatrixY
        | Memory::L1bm
        | Memory::L2bm
        | Memory::Pdm
        | Memory::Dram
        | Memory::Dar => {}
    }
}

fn base_remark(register: &str) -> Message {
    message!(
        "the base address register `{register}` is added in a run; it is 0 until written",
        register
    )
}

/// Rows that are written or columns that are read, with their physical rows (manual 3.6.1.14).
fn matrix_rows(
    expression: &Expression,
    side: Memory,
    width: Width,
    first: u8,
    result: &mut OperandExpansion,
) {
    let rows = logical_rows(expression.spelling.precision);
    let rows_per_cycle = match width {
        Width::Single | Width::Long => 1,
        Width::DoubleLong => 2,
    };
    let reads_columns = expression.op == Op::Mau(MauOp::Mread);
    result.memory = Some(side);
    result.title = message!(
        "{memory}, {width}",
        memory = wording::memory(side),
        width = wording::width(width)
    );
    result.unit = if reads_columns {
        message!("columns").template()
    } else {
        message!("rows").template()
    };
    result.columns = vec![column(message!("every MAB"), |cycle| {
        let row = u32::from(first) + cycle as u32 * rows_per_cycle;
        slot(
            cycle,
            wrapped(row, rows_per_cycle, rows),
            MaskEffect::Written,
        )
    })];
    let physical_step = geometry::MATRIX_PHYSICAL_ROWS / rows;
    if physical_step > 1 && !reads_columns {
        result.remarks.push(message!(
            "row n of {rows} is physical row {step} × n of {physical}",
            rows,
            step = physical_step,
            physical = geometry::MATRIX_PHYSICAL_ROWS
        ));
    }
}

/// Rows of a matrix register side in a precision (manual 3.6.1.14).
fn logical_rows(precision: Option<Precision>) -> u32 {
    match precision {
        Some(Precision::Double | Precision::LongInteger) => 4,
        Some(Precision::Single | Precision::PseudoSingle | Precision::SingleInteger) => 8,
        Some(Precision::Half | Precision::HalfInteger) | None => 16,
    }
}

fn forwarding(register: Forwarding) -> Message {
    match register {
        Forwarding::Mauf => {
            message!("forwarding: the MAU's output in the previous step")
        }
        Forwarding::Aluf => {
            message!("forwarding: the ALU's output in the previous step")
        }
        Forwarding::Lbf => {
            message!("forwarding: the data that came from L1BM in the previous step")
        }
        Forwarding::Mreadf => {
            message!("forwarding: the transposed read of the matrix register in the previous step")
        }
    }
}

/// The PEs that take part: all of them, unless a transfer names a MAB.
fn pe_place(expression: &Expression) -> Message {
    let Some(TargetKind::Mab(mab)) = expression.target.as_ref().map(|target| target.kind) else {
        return message!("every PE");
    };
    match expression.op {
        Op::L1bm(L1bmOp::Transfer4 | L1bmOp::Transfer4Double) => {
            let mabs = (0..4).map(|outer| outer * 4 + mab);
            message!("every PE of {mabs}", mabs = numbered("MAB", mabs))
        }
        Op::L1bm(_) | Op::Alu(_) | Op::Mau(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => {
            message!("every PE of MAB {mab}", mab)
        }
    }
}

/// The effect of the write masks on a destination: its own, or the setting if it covers the memory.
fn mask_effect(
    operand: &Operand,
    memory: Memory,
    direction: Direction,
    setting: WriteMaskSetting,
) -> impl Fn(usize) -> MaskEffect + use<> {
    let entry = match (direction, &operand.mask) {
        (Direction::Read, _) => 0,
        (Direction::Write, Some(mask)) => mask.entry,
        (Direction::Write, None) if setting.covers(memory) => setting.entry,
        (Direction::Write, None) => 0,
    };
    move |cycle| MaskEffect::of_entry(entry, cycle)
}

fn mask_remark(cycle: usize, effect: MaskEffect) -> Option<Message> {
    match effect {
        MaskEffect::Written => None,
        MaskEffect::Skipped => Some(message!("cycle {cycle} is masked", cycle)),
        MaskEffect::Variable(entry) => Some(message!(
            "cycle {cycle} is written where `$imr{entry}` has its flag",
            cycle,
            entry
        )),
    }
}

pub(super) fn column(place: Message, slot_of: impl Fn(usize) -> Slot) -> Column {
    Column {
        place,
        slots: (0..geometry::CYCLES_PER_STEP).map(slot_of).collect(),
    }
}

pub(super) fn slot(cycle: usize, ranges: Vec<std::ops::Range<u32>>, mask: MaskEffect) -> Slot {
    Slot {
        when: When::Cycle(cycle as u8),
        ranges,
        plus_t: false,
        mask,
    }
}
