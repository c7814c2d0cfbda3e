//! Alignment, word lengths and combinations that the row requires of its operands.

use mnc2_isa::l1bm::{BROADCAST_PE_DOUBLE_LOW_BITS_MAX, Order};
use mnc2_isa::{L1bmOp, MauOp, Memory, Op, OperandSpec, Precision, Width};

use crate::lower::{Context, overload};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::message::wording;
use mnc2_program::{Expression, Operand, OperandKind};
use mnc2_text::{LineRange, Message, message};

pub(super) fn check(context: &mut Context<'_>, expression: &Expression) {
    for (index, operand) in expression.operands().enumerate() {
        if let Some(spec) = overload::spec_at(expression.op.row().operands, index) {
            aligned(context, spec, operand);
        }
    }
    destinations(context, expression);
    match expression.op {
        Op::L1bm(op) => l1bm(context, expression, op),
        Op::Mau(op) => matrix(context, expression, op),
        Op::Alu(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => {}
    }
}

/// The alignment of L1BM, L2BM, PDM and DRAM addresses, which the instruction determines.
pub(in crate::lower) fn aligned(context: &mut Context<'_>, spec: &OperandSpec, operand: &Operand) {
    let (address, memory) = match operand.kind {
        OperandKind::L1bm { address, .. } => (address, Memory::L1bm),
        OperandKind::L2bm { address, .. } => (address, Memory::L2bm),
        OperandKind::Pdm { address, .. } => (address, Memory::Pdm),
        OperandKind::Dram {
            address,
            indirect: false,
            ..
        } => (address, Memory::Dram),
        _ => return,
    };
    if !overload::accepts(spec.class, &operand.kind) || address.is_multiple_of(spec.alignment) {
        return;
    }
    let lower = address - address % spec.alignment;
    let upper = lower + spec.alignment;
    let nearest = if memory.size().is_some_and(|size| upper >= size) {
        message!("the nearest is {lower}", lower)
    } else {
        message!("the nearest are {lower} and {upper}", lower, upper)
    };
    context.report(
        Diagnostic::new(
            Code::MisalignedAddress,
            operand.range.clone(),
            message!("{memory} address {address} is not a multiple of {alignment}, which this instruction needs", memory = wording::memory(memory), address, alignment = spec.alignment),
        )
        .help(nearest),
    );
}

fn destinations(context: &mut Context<'_>, expression: &Expression) {
    let outputs = &expression.outputs;
    if outputs.len() < 2 {
        return;
    }
    if let Some(nowrite) = outputs
        .iter()
        .find(|output| output.kind == OperandKind::NoWrite)
    {
        context.error(
            Code::NoWriteWithOthers,
            nowrite.range.clone(),
            message!("`$nowrite` must be the only output of its expression"),
        );
    }
    for (index, output) in outputs.iter().enumerate() {
        let Some(memory) = output.kind.memory() else {
            continue;
        };
        let earlier = outputs[..index]
            .iter()
            .find(|earlier| earlier.kind.memory() == Some(memory));
        if let Some(earlier) = earlier {
            context.report(
                Diagnostic::new(
                    Code::DestinationTwice,
                    output.range.clone(),
                    message!(
                        "{memory} can be written only once by an expression",
                        memory = wording::memory(memory)
                    ),
                )
                .note(
                    earlier.range.clone(),
                    message!("it is already written here"),
                ),
            );
        }
    }
}

fn l1bm(context: &mut Context<'_>, expression: &Expression, op: L1bmOp) {
    let shape = op.transfer().shape;
    if op.is_double_long() && op.is_to_pe() {
        for output in &expression.outputs {
            if let OperandKind::PeMemory(memory) = &output.kind
                && memory.width != Width::DoubleLong
            {
                context.report(
                    Diagnostic::new(
                        Code::DestinationTooShort,
                        output.range.clone(),
                        message!("`{expression}` from `$llb` delivers 2 long words, but this destination takes a {width}", expression = &expression.spelling.text, width = wording::width(memory.width)),
                    )
                    .help(message!("write `$ll{letters}`, or read `$lb`", letters = memory.memory.letters())),
                );
            }
        }
    }
    if let (
        true,
        Some(Operand {
            kind: OperandKind::L1bm { address, .. },
            range,
            ..
        }),
    ) = (shape.is_apart(), expression.inputs.first())
        && address & 63 > BROADCAST_PE_DOUBLE_LOW_BITS_MAX
    {
        context.report(
            Diagnostic::new(
                Code::BroadcastAddress,
                range.clone(),
                message!(
                    "the low six bits of address {address} are {bits}, more than 56",
                    address = *address,
                    bits = address & 63
                ),
            )
            .help(message!(
                "`l1bmp $llb<a>` reads a to a+7 within one block of 64 long words"
            )),
        );
    }
    if shape.order == Order::Pe
        && let Some(input) = expression.inputs.first()
        && matches!(input.kind, OperandKind::Turnaround(_))
    {
        context.report(
            Diagnostic::new(
                Code::TurnaroundType,
                input.range.clone(),
                message!("`l1bmp` cannot turn around: no transfer from the PEs is of its type"),
            )
            .help(message!(
                "a turnaround connects a transfer to L1BM with one from L1BM of the same speed"
            )),
        );
    }
}

fn rows_of(precision: Option<Precision>) -> u8 {
    match precision {
        Some(Precision::Double) => 4,
        Some(Precision::Single | Precision::PseudoSingle) => 8,
        _ => 16,
    }
}

fn matrix(context: &mut Context<'_>, expression: &Expression, op: MauOp) {
    let precision = expression.spelling.precision;
    let name = &expression.spelling.text;
    let error = |context: &mut Context<'_>, range: &LineRange, message: Message| {
        context.error(Code::MatrixWidth, range.clone(), message);
    };
    for operand in expression.operands() {
        match operand.kind {
            OperandKind::MatrixSide(side, Width::DoubleLong) => error(
                context,
                &operand.range,
                message!(
                    "a matrix operand is written `$l{letters}`",
                    letters = side.letters()
                ),
            ),
            OperandKind::MatrixRows { side, width, row } => {
                let half = precision == Some(Precision::Half);
                if width == Width::DoubleLong && !half {
                    error(
                        context,
                        &operand.range,
                        message!(
                            "`{name}` accesses the matrix register by long words: `$l{letters}{row}`",
                            name,
                            letters = side.letters(),
                            row
                        ),
                    );
                } else if op == MauOp::Mread && half && width != Width::DoubleLong {
                    error(
                        context,
                        &operand.range,
                        message!(
                            "`{name}` always reads two columns in a cycle: `$ll{letters}{row}`",
                            name,
                            letters = side.letters(),
                            row
                        ),
                    );
                } else if width == Width::DoubleLong && !row.is_multiple_of(2) {
                    context.error(
                        Code::MisalignedAddress,
                        operand.range.clone(),
                        message!(
                            "row {row} is not a multiple of 2, which an access to two rows needs",
                            row
                        ),
                    );
                }
                let rows = rows_of(precision);
                if row >= rows {
                    context.error(
                        Code::AddressOutOfRange,
                        operand.range.clone(),
                        message!(
                            "`{name}` sees {rows} rows and columns, 0 to {last}",
                            name,
                            rows,
                            last = rows - 1
                        ),
                    );
                }
            }
            _ => {}
        }
    }
    if op == MauOp::Mwrite && precision == Some(Precision::Half) {
        half_write(context, expression);
    }
}

/// The source of `hmwrite` is as long as the rows it writes, counted after a shortening `r` (manual 3.6.10.3).
fn half_write(context: &mut Context<'_>, expression: &Expression) {
    let (
        Some(source),
        Some(Operand {
            kind: OperandKind::MatrixRows { width, .. },
            range,
            ..
        }),
    ) = (expression.inputs.first(), expression.outputs.first())
    else {
        return;
    };
    let OperandKind::PeMemory(memory) = &source.kind else {
        return;
    };
    if source.conversion.is_none() && memory.width != *width {
        context.report(
            Diagnostic::new(
                Code::MatrixWidth,
                source.range.clone(),
                message!(
                    "a {source} source and {rows} rows: the access lengths must agree",
                    source = wording::width_adjective(memory.width),
                    rows = wording::width_adjective(*width)
                ),
            )
            .note(range.clone(), message!("rows written here")),
        );
    }
}
