//! What each expression of a step writes to the fields of the instruction word, and where two collide.
//!
//! The rules of simultaneous execution (manual 3.6.4) follow from this model, which is made to be shown: the checker
//! states the rules in words, and the workspace's tests compare both. Only rules that do not follow from the content
//! of fields are separate: `nop` alone, at most two expressions of the MAU, each side of the matrix register once, and
//! fields without published bits.

use mnc2_isa::field::{
    DESTINATIONS, Field, FlatField, IMMEDIATE_FIELDS, REGIONS, RegionFields, Selected,
};
use mnc2_isa::mau::Port;
use mnc2_isa::{AluOp, ControlOp, Forwarding, L2bmOp, MauOp, Memory, Op};

use crate::program::{
    Addressing, Expression, LineRange, Mask, Mode, Operand, OperandKind, PeMemory, PerCycle, Step,
};

/// What an expression needs of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The field.
    pub field: Field,
    /// The content that it needs.
    pub content: Content,
    /// The expression, counted from 0.
    pub expression: usize,
    /// The part of the line that needs it.
    pub range: LineRange,
}

/// The content of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A number.
    Bits(u32),
    /// The four addresses of an access, of which auto-stride mode holds the first.
    Addresses(PerCycle<u32>),
    /// Content whose number is not published.
    Words(String),
    /// A part of the field: parts of different kinds do not collide.
    Part(&'static str),
}

/// A field that two claims need with different content, or that only one expression can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision {
    /// The field.
    pub field: Field,
    /// Its claims, as indices, in the order of the text.
    pub claims: Vec<usize>,
}

impl Content {
    /// The content of the field in auto-stride mode, if it is a known number.
    #[must_use]
    pub const fn bits(&self) -> Option<u32> {
        match self {
            Self::Bits(bits) => Some(*bits),
            Self::Addresses([first, ..]) => Some(*first),
            Self::Words(_) | Self::Part(_) => None,
        }
    }
}

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
        unit(expression, &mut claim);
        for input in &expression.inputs {
            if let OperandKind::PeMemory(memory) = &input.kind {
                region(memory, false, &input.range, &mut claim);
            }
        }
        for output in &expression.outputs {
            destination(expression, output, &mut claim);
        }
        if let Some(flush) = &expression.zero_flush {
            mask(flush, &mut claim);
            claim(
                Field::ZeroFlushAndMaskWrite,
                Content::Part("zero-flush"),
                &flush.range,
            );
        }
    }
    claims
}

/// The collisions of claims, from the highest bits down.
#[must_use]
pub fn collisions(step: &Step, claims: &[Claim]) -> Vec<Collision> {
    let is_immediate = |claim: &Claim| step.expressions[claim.expression].op == Op::Alu(AluOp::Imm);
    let collide = |one: &Claim, other: &Claim| {
        let by_two = one.expression != other.expression;
        match (&one.content, &other.content) {
            (Content::Part(one), Content::Part(other)) => by_two && one == other,
            (one_content, other_content) => {
                one_content != other_content
                    || by_two && is_exclusive(one.field)
                    // The bits may be equal by chance; the manual forbids it outright (3.6.12.3).
                    || is_immediate(one) != is_immediate(other) && by_two
                    || one.range == step.expressions[one.expression].range
                        && is_immediate(one)
                        && one.range != other.range
            }
        }
    };
    Field::ALL
        .iter()
        .filter_map(|&field| {
            let of_field = || (0..claims.len()).filter(move |&index| claims[index].field == field);
            let collides = of_field().any(|one| {
                of_field().any(|other| one < other && collide(&claims[one], &claims[other]))
            });
            collides.then(|| Collision {
                field,
                claims: of_field().collect(),
            })
        })
        .collect()
}

/// The names of a field in a mode: in flat mode an address has four, an increment none.
#[must_use]
pub fn names(field: Field, mode: Mode) -> Vec<String> {
    match mode {
        Mode::AutoStride => vec![field.name()],
        Mode::Flat => FlatField::all()
            .filter(|flat| match flat {
                FlatField::Same(same) => *same == field,
                FlatField::Address { field: of, .. } => *of == field,
            })
            .map(FlatField::name)
            .collect(),
    }
}

/// Whether a field says that a unit is used or a memory written, which only one expression can say.
const fn is_exclusive(field: Field) -> bool {
    matches!(
        field,
        Field::AluOpcode
            | Field::MauCalcEnable
            | Field::MatrixWriteEnable
            | Field::L1bmOpcode
            | Field::DarWrite
            | Field::WaitTag
            | Field::TWrite
            | Field::Grf0Write
            | Field::Grf1Write
            | Field::Lm0Write
            | Field::Lm1Write
    )
}

/// Claims the region of one access: of the reads, or of the writes.
fn region(
    memory: &PeMemory,
    is_write: bool,
    range: &LineRange,
    claim: &mut impl FnMut(Field, Content, &LineRange),
) {
    let is_meant = |region: &&RegionFields| {
        let matches = if is_write {
            region.is_written
        } else {
            region.is_read
        };
        region.memory == memory.memory && matches
    };
    let Some(region) = REGIONS.iter().find(is_meant) else {
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
            (true, _) => Content::Words("T-register added".to_owned()),
            (false, Some(last)) => Content::Words(format!("j{last}")),
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
            None if unit == Some(Forwarding::Lbf) => Content::Words("L1BM (2 or 3)".to_owned()),
            None => Content::Words("transposed read (2 or 3)".to_owned()),
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
        OperandKind::BaseRegister(Memory::BaseLm0, _) => Some(Field::MaskLm0),
        OperandKind::BaseRegister(..) => Some(Field::MaskLm1),
        _ => None,
    };
    if let (Some(written), Some(masked)) = (&output.mask, masked) {
        mask(written, claim);
        claim(masked, Content::Bits(1), &written.range);
    }
}

fn mask(mask: &Mask, claim: &mut impl FnMut(Field, Content, &LineRange)) {
    let entry = Content::Bits(u32::from(mask.entry));
    claim(Field::MaskEntry, entry, &mask.range);
    let width = Content::Bits(u32::from(mask.double_long));
    claim(Field::MaskWidth, width, &mask.range);
}

fn unit(expression: &Expression, claim: &mut impl FnMut(Field, Content, &LineRange)) {
    let opcode = &expression.mnemonic_range;
    let name = || Content::Words(expression.spelling.text.clone());
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
            let inputs = [
                (Field::AluInput1, Field::AluRound1),
                (Field::AluInput2, Field::AluRound2),
            ];
            for ((select, round), input) in inputs.into_iter().zip(&expression.inputs) {
                claim(select, selected(input, select), &input.range);
                let rounds = u32::from(input.conversion.is_some());
                claim(round, Content::Bits(rounds), &input.range);
            }
        }
        Op::Mau(op) => mau(op, expression, claim),
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
            claim(Field::L1bmOpcode, name(), opcode);
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

/// The value lies in the fields of the ALU and of LM0.
fn immediate(expression: &Expression, claim: &mut impl FnMut(Field, Content, &LineRange)) {
    if let Some(code) = AluOp::Imm.columns().code {
        let opcode = &expression.mnemonic_range;
        claim(Field::AluOpcode, Content::Bits(code.into()), opcode);
    }
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

fn precision(expression: &Expression) -> Content {
    match expression.spelling.precision {
        Some(precision) => Content::Bits(precision.code().into()),
        None => Content::Words("none".to_owned()),
    }
}

/// The number of an operand in a selector.
fn selected(operand: &Operand, selector: Field) -> Content {
    let selected = match &operand.kind {
        OperandKind::PeMemory(memory) => Selected::Memory(memory.memory),
        OperandKind::T(_) => Selected::Memory(Memory::T),
        OperandKind::Forwarding(register) => Selected::Forwarding(*register),
        OperandKind::Constant(constant) => return Content::Words(constant.name().to_owned()),
        _ => return Content::Words("unknown".to_owned()),
    };
    match selected.code(selector) {
        Some(code) => Content::Bits(code.into()),
        None => Content::Words("unknown".to_owned()),
    }
}

fn mau(op: MauOp, expression: &Expression, claim: &mut impl FnMut(Field, Content, &LineRange)) {
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
                let writes_x = (side == Memory::MatrixX) == is_write;
                claim(Field::MatrixSide, bit(writes_x), &operand.range);
            }
            OperandKind::MatrixSide(side, _) => {
                let other = side == Memory::MatrixY;
                claim(Field::MatrixSide, bit(other), &operand.range);
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
        claim(convert, bit(input.conversion.is_some()), &input.range);
        claim(select, selected(input, select), &input.range);
    }
}
