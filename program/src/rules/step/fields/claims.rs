//! The claims of an expression: the content that it needs in each field of the instruction word.

use std::borrow::Cow;

use mnc2_isa::alu::AluResult;
use mnc2_isa::field::observed_forms::{MANTISSA_LENGTH, l1bm_code};
use mnc2_isa::field::{DESTINATIONS, Field, IMMEDIATE_FIELDS, RegionFields, Selected};
use mnc2_isa::mau::Port;
use mnc2_isa::{AluOp, ControlOp, Forwarding, L2bmOp, MauOp, Memory, Op};

use super::{Claim, Content};
use crate::{
    Addressing, Conversion, Expression, Mask, Operand, OperandKind, PeMemory, Step, TargetKind,
};
use mnc2_text::LineRange;

/// The claims of a step, in the order of the text.
#[must_use]
pub fn claims(step: &Step) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (index, expression) in step.expressions.iter().enumerate() {
        let mut claim = |field, content, range: &LineRange| {
            claims.push(Claim {
                field,
                content,
                expression: index,
                range: range.clone(),
            });
        };
        unit(expression, step, &mut claim);
        if let Some(flush) = &expression.zero_flush {
            mask(flush, &mut claim);
            claim(
                Field::ZeroFlushAndMaskWrite,
                Content::Part("zero-flush"),
                &flush.range,
            );
        }
        for input in &expression.inputs {
            if let OperandKind::PeMemory(memory) = &input.kind {
                region(memory, false, &input.range, &mut claim);
            }
        }
        for output in &expression.outputs {
            destination(expression, output, &mut claim);
        }
    }
    claims
}

/// Claims the region of one access: of the reads, or of the writes.
fn region(
    memory: &PeMemory,
    is_write: bool,
    range: &LineRange,
    claim: &mut impl FnMut(Field, Content, &LineRange),
) {
    let Some(region) = RegionFields::for_memory(memory.memory, is_write) else {
        return;
    };
    let addresses = memory.addresses_words();
    let words = memory.width.single_words();
    claim(region.address, Content::Addresses(addresses), range);
    if let (Addressing::Stride { .. }, Some(size)) = (memory.addressing, memory.memory.size()) {
        let stride = (addresses[1] + size - addresses[0]) % size;
        claim(region.increment, Content::Bits(stride / words), range);
    }
    if let Some(mode) = region.mode {
        let content = match (memory.indirect, memory.madpe) {
            (true, _) => named("T-register added"),
            (false, Some(last)) => Content::Words(Cow::Owned(format!("j{last}"))),
            (false, None) => Content::Bits(0),
        };
        claim(mode, content, range);
    }
    claim(region.width, Content::Bits(words.ilog2()), range);
}

fn destination(
    expression: &Expression,
    output: &Operand,
    claim: &mut impl FnMut(Field, Content, &LineRange),
) {
    let range = &output.range;
    let source = || {
        let unit = expression.op.forwarding();
        match unit.and_then(Forwarding::source_code) {
            Some(code) => Content::Bits(code.into()),
            None if unit == Some(Forwarding::Lbf) => named("L1BM (2 or 3)"),
            None => named("transposed read (2 or 3)"),
        }
    };
    let written = match &output.kind {
        OperandKind::PeMemory(memory) => Some(memory.memory),
        OperandKind::T(_) => Some(Memory::T),
        _ => None,
    };
    let fields = written.and_then(|written| {
        let mut all = DESTINATIONS.into_iter();
        all.find(|(memory, ..)| *memory == written)
    });
    if let Some((_, write, from, _)) = fields {
        claim(write, Content::Bits(1), range);
        claim(from, source(), range);
    }
    let masked = match &output.kind {
        OperandKind::PeMemory(memory) => {
            region(memory, true, range, claim);
            fields.map(|(.., masked)| masked)
        }
        OperandKind::T(_) => fields.map(|(.., masked)| masked),
        OperandKind::MaskRegister(_) => {
            let part = Content::Part("mask register write");
            claim(Field::ZeroFlushAndMaskWrite, part, range);
            Some(Field::MaskMaskRegister)
        }
        OperandKind::BaseRegister(memory, _) => {
            let (place, masked) = base_register(*memory);
            claim(place, BASE_REGISTER, range);
            Some(masked)
        }
        _ => None,
    };
    if let (Some(written), Some(masked)) = (&output.mask, masked) {
        mask(written, claim);
        claim(masked, Content::Bits(1), &written.range);
    }
}

/// The claim of a write to a base address register. Its bits are not known; the only part of the LM's component left for it
/// holds how addresses are modified.
const BASE_REGISTER: Content = Content::Part("write of the base address register");

/// The field in which a write to a base address register is taken to lie, and the mask that it has in common with its LM.
const fn base_register(memory: Memory) -> (Field, Field) {
    match memory {
        Memory::BaseLm0 => (Field::Lm0Mode, Field::MaskLm0),
        _ => (Field::Lm1Mode, Field::MaskLm1),
    }
}

fn mask(mask: &Mask, claim: &mut impl FnMut(Field, Content, &LineRange)) {
    let entry = Content::Bits(u32::from(mask.entry));
    claim(Field::MaskEntry, entry, &mask.range);
    let width = Content::Bits(u32::from(mask.double_long));
    claim(Field::MaskWidth, width, &mask.range);
}

fn unit(expression: &Expression, step: &Step, claim: &mut impl FnMut(Field, Content, &LineRange)) {
    let opcode = &expression.mnemonic_range;
    let name = || named(&expression.spelling.text);
    match expression.op {
        Op::Alu(AluOp::Imm) => immediate(expression, claim),
        Op::Alu(op) => {
            claim(Field::AluPrecision, precision(expression), opcode);
            let code = op.columns().code;
            claim(
                Field::AluOpcode,
                code.map_or_else(name, |code| Content::Bits(code.into())),
                opcode,
            );
            let unsigned = Content::Bits(u32::from(expression.spelling.unsigned));
            claim(Field::AluUnsigned, unsigned, opcode);
            if op.columns().result == AluResult::BlockFloats {
                claim(Field::AluInput2, mantissa_length(expression), opcode);
            }
            let inputs = [
                (Field::AluInput1, Field::AluRound1),
                (Field::AluInput2, Field::AluRound2),
            ];
            for ((select, round), input) in inputs.into_iter().zip(&expression.inputs) {
                claim(select, selected(input, select), &input.range);
                claim(round, conversion(input), &input.range);
            }
        }
        Op::Mau(op) => mau(op, expression, step, claim),
        Op::L1bm(op) => {
            let turns = |operands: &[Operand]| {
                operands
                    .iter()
                    .any(|operand| matches!(operand.kind, OperandKind::Turnaround(_)))
            };
            if op.is_to_pe() && turns(&expression.inputs) {
                claim(Field::L1bmUnknown, name(), opcode);
                return;
            }
            let code = l1bm_code(op, expression.spelling.reduction);
            let code = code.filter(|_| !expression.spelling.shortened);
            let content = code.map_or_else(name, |code| Content::Bits(code.into()));
            claim(Field::L1bmOpcode, content, opcode);
            if code.is_some() {
                let mab = match expression.target.as_ref().map(|target| target.kind) {
                    Some(TargetKind::Mab(mab)) => mab.into(),
                    Some(TargetKind::L1bSet { .. } | TargetKind::L1b(_)) | None => 0,
                };
                claim(Field::L1bmMabOrReduction, Content::Bits(mab), opcode);
            }
            for operand in expression.operands() {
                if let OperandKind::L1bm { address, .. } = operand.kind {
                    claim(Field::L1bmAddress, Content::Bits(address), &operand.range);
                }
            }
            if let (false, Some(source)) = (op.is_to_pe(), expression.inputs.first()) {
                claim(
                    Field::L1bmPeSource,
                    selected(source, Field::L1bmPeSource),
                    &source.range,
                );
            }
        }
        Op::L2bm(L2bmOp::Darw) => claim(Field::DarWrite, Content::Bits(1), opcode),
        Op::L2bm(L2bmOp::Dars) => claim(Field::L2bmRest, Content::Part("l2bmdars"), opcode),
        Op::L2bm(_) => claim(Field::L2bmRest, Content::Part("l2bm"), opcode),
        Op::Control(ControlOp::Wait) => {
            for input in &expression.inputs {
                if let OperandKind::Tag(tag) = input.kind {
                    claim(Field::WaitTag, Content::Bits(u32::from(tag)), &input.range);
                }
            }
        }
        Op::Control(ControlOp::Nop | ControlOp::Noforward) => {
            claim(Field::Ll, Content::Bits(0), opcode);
        }
        Op::Control(_) | Op::Mv(_) => {}
    }
}

/// The value is in the fields of the ALU and of LM0.
fn immediate(expression: &Expression, claim: &mut impl FnMut(Field, Content, &LineRange)) {
    if let Some(code) = AluOp::Imm.columns().code {
        let opcode = &expression.mnemonic_range;
        claim(Field::AluOpcode, Content::Bits(code.into()), opcode);
    }
    let unsigned = Content::Bits(u32::from(expression.spelling.unsigned));
    claim(Field::AluUnsigned, unsigned, &expression.mnemonic_range);
    for input in &expression.inputs {
        if let OperandKind::Literal(literal) = &input.kind {
            for (bits, field) in IMMEDIATE_FIELDS {
                let width = bits.end() - bits.start() + 1;
                let part = literal.bits >> bits.start() & ((1 << width) - 1);
                // The range is the whole expression, so that an access of its own to LM0 collides too.
                claim(field, Content::Bits(part), &expression.range);
            }
        }
    }
}

/// The length of the mantissa takes the place of a second input.
fn mantissa_length(expression: &Expression) -> Content {
    let (known, code) = MANTISSA_LENGTH;
    match &expression.mantissa_length {
        Some(length) if length.value != known => {
            Content::Words(Cow::Owned(format!("mantissa length {}", length.value)))
        }
        _ => Content::Bits(code.into()),
    }
}

const fn named(name: &'static str) -> Content {
    Content::Words(Cow::Borrowed(name))
}

/// `e` and `r` share one bit; the precision determines its meaning.
fn conversion(operand: &Operand) -> Content {
    match operand.conversion.as_ref().map(|suffix| suffix.value) {
        None => Content::Bits(0),
        Some(Conversion::Extend) => Content::Meant(1, "e"),
        Some(Conversion::Shorten) => Content::Meant(1, "r"),
    }
}

fn precision(expression: &Expression) -> Content {
    match expression.spelling.precision {
        Some(precision) => Content::Bits(precision.code().into()),
        None => named("none"),
    }
}

/// The number of an operand in a selector.
fn selected(operand: &Operand, selector: Field) -> Content {
    let selected = match &operand.kind {
        OperandKind::PeMemory(memory) => Selected::Memory(memory.memory),
        OperandKind::T(_) => Selected::Memory(Memory::T),
        OperandKind::Forwarding(register) => Selected::Forwarding(*register),
        OperandKind::Constant(constant) => return named(constant.name()),
        _ => return named("unknown"),
    };
    match selected.code(selector) {
        Some(code) => Content::Bits(code.into()),
        None => named("unknown"),
    }
}

/// The side of a transposed read: next to a write it takes the side that the write leaves, alone 0 is y.
fn read_side_content(side: Memory, step: &Step) -> Content {
    let mut expressions = step.expressions.iter();
    let is_beside_write = expressions.any(|other| other.op == Op::Mau(MauOp::Mwrite));
    let is_x = side == Memory::MatrixX;
    let name = if is_x { "$x" } else { "$y" };
    Content::Meant(u32::from(is_x != is_beside_write), name)
}

/// 1 for a write to x; a product uses the other side then.
fn side_content(side: Memory, is_write: bool) -> Content {
    match (side, is_write) {
        (Memory::MatrixX, is_write) => Content::Meant(u32::from(is_write), "$x"),
        (_, is_write) => Content::Meant(u32::from(!is_write), "$y"),
    }
}

fn mau(
    op: MauOp,
    expression: &Expression,
    step: &Step,
    claim: &mut impl FnMut(Field, Content, &LineRange),
) {
    let opcode = &expression.mnemonic_range;
    claim(Field::MauPrecision, precision(expression), opcode);
    let bit = |set: bool| Content::Bits(u32::from(set));
    let (is_write, is_read) = (op == MauOp::Mwrite, op == MauOp::Mread);
    if is_write {
        claim(Field::MatrixWriteEnable, bit(true), opcode);
    } else if !is_read {
        claim(Field::MauCalcEnable, bit(true), opcode);
        claim(Field::MauMatrixMode, bit(op.multiplies_matrix()), opcode);
        claim(
            Field::MauOutputShortening,
            bit(expression.spelling.shortened),
            opcode,
        );
        // A product without a second factor or an addend has 1 or 0 there.
        let one = !op.multiplies_matrix() && !op.ports().contains(&Port::B);
        let zero = !op.ports().contains(&Port::C);
        claim(Field::MauMultiplierOne, bit(one), opcode);
        claim(Field::MauAddendZero, bit(zero), opcode);
    }
    for operand in expression.operands() {
        match operand.kind {
            OperandKind::MatrixRows { side, row, .. } => {
                let row = Content::Bits(u32::from(row));
                claim(Field::MatrixStart, row, &operand.range);
                let side = match is_write {
                    true => side_content(side, true),
                    false => read_side_content(side, step),
                };
                claim(Field::MatrixSide, side, &operand.range);
            }
            OperandKind::MatrixSide(side, _) => {
                claim(Field::MatrixSide, side_content(side, false), &operand.range);
            }
            _ => {}
        }
    }
    let vectors = expression
        .inputs
        .iter()
        .filter(|input| !matches!(input.kind, OperandKind::MatrixSide(..)));
    for (port, input) in op.ports().iter().zip(vectors) {
        let (negate, convert, select) = match port {
            Port::A => (Field::MauNegateA, Field::MauConvertA, Field::MauSelectA),
            Port::B => (Field::MauNegateB, Field::MauConvertB, Field::MauSelectB),
            Port::C => (Field::MauNegateC, Field::MauConvertC, Field::MauSelectC),
        };
        claim(negate, bit(input.negated), &input.range);
        claim(convert, conversion(input), &input.range);
        claim(select, selected(input, select), &input.range);
    }
}
