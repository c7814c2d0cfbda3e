//! PE instruction expressions: opcode and operands brought together by the row (manual 3.6).

use mnc2_isa::{ControlOp, L1bmOp, Op, OperandClass, Role, Width};
use tree_sitter::Node;

use super::node_field::NodeField;
use super::opcode::{self, Opcode};
use super::{Context, context, number, operand, row};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::message;
use crate::program::{Expression, LineRange, Mask, Operand, OperandKind, Ranged};

mod conversion;
mod masks;
mod memory_rules;
pub(super) use memory_rules::aligned;
mod target;

/// Lowers an `expression` node; `None` when its opcode is unknown.
pub(super) fn expression(context: &mut Context<'_>, node: Node<'_>) -> Option<Expression> {
    let opcode_node = context::field(node, NodeField::Opcode)?;
    context::require_spaces(context, &context::children(node));
    let operand_nodes: Vec<Node<'_>> = context::children(node)
        .into_iter()
        .filter(|child| child.kind() != "opcode")
        .collect();
    let opcode = opcode::opcode(context, opcode_node);
    let operands: Vec<Option<Operand>> = operand_nodes
        .iter()
        .map(|&node| operand::operand(context, node))
        .collect();
    let opcode = opcode?;
    let op = row::choose(&opcode.spelling.ops, &operands, opcode.target.is_some());
    let range = context.range(node);
    let known: Option<Vec<Operand>> = operands.iter().cloned().collect();
    if let Some(known) = &known {
        check_operands(context, op, &opcode, &range, known);
    }
    let options = options(context, op, &opcode);
    let target = target::resolve(context, op, &opcode);
    let rotation = rotation(context, op, &opcode);
    let (inputs, outputs) = split(op, operands);
    let expression = Expression {
        range,
        opcode_range: opcode.range,
        mnemonic_range: opcode.mnemonic_range,
        spelling: opcode.spelling,
        op,
        target,
        rotation,
        repeat: options.repeat,
        mantissa_length: options.mantissa_length,
        zero_flush: options.zero_flush,
        inputs,
        outputs,
    };
    if known.is_some() {
        conversion::check(context, &expression);
        masks::check(context, &expression);
        memory_rules::check(context, &expression);
    }
    Some(expression)
}

/// Inputs and outputs; an operand that could not be understood leaves the others in their places.
fn split(op: Op, operands: Vec<Option<Operand>>) -> (Vec<Operand>, Vec<Operand>) {
    let specs = op.row().operands;
    let inputs = specs
        .iter()
        .filter(|spec| spec.role == Role::Input)
        .count()
        .min(operands.len());
    let mut operands = operands;
    let outputs = operands.split_off(inputs);
    let known = |operands: Vec<Option<Operand>>| operands.into_iter().flatten().collect();
    (known(operands), known(outputs))
}

fn check_operands(
    context: &mut Context<'_>,
    op: Op,
    opcode: &Opcode,
    range: &LineRange,
    operands: &[Operand],
) {
    let specs = op.row().operands;
    let name = &opcode.spelling.text;
    let open_ended = specs.last().is_some_and(|spec| spec.role == Role::Outputs);
    if operands.len() < specs.len() || (operands.len() > specs.len() && !open_ended) {
        let inputs = specs.iter().filter(|spec| spec.role == Role::Input).count();
        let input_count = |count: usize| match count {
            1 => message!("1 input"),
            _ => message!("{count} inputs", count),
        };
        let wanted = match (inputs, specs.len() - inputs, open_ended) {
            (0, 0, _) => message!("no operands"),
            (1, 0, _) => message!("1 operand"),
            (count, 0, _) => message!("{count} operands", count),
            (inputs, _, true) => {
                message!(
                    "{inputs} and at least one output",
                    inputs = input_count(inputs)
                )
            }
            (inputs, 1, false) => message!("{inputs} and 1 output", inputs = input_count(inputs)),
            (inputs, outputs, false) => message!(
                "{inputs} and {outputs} outputs",
                inputs = input_count(inputs),
                outputs
            ),
        };
        let at = match operands.get(specs.len()) {
            Some(surplus) => surplus.range.clone(),
            None => range.clone(),
        };
        let message = match operands.len() {
            0 => message!("`{name}` takes {wanted}, but none is given", name, wanted),
            1 => message!("`{name}` takes {wanted}, but 1 is given", name, wanted),
            count => message!(
                "`{name}` takes {wanted}, but {count} are given",
                name,
                wanted,
                count
            ),
        };
        context.report(
            Diagnostic::new(Code::OperandCount, at, message)
                .help(message!("syntax: `{syntax}`", syntax = op.row().syntax)),
        );
    }
    for (index, operand) in operands.iter().enumerate() {
        let Some(spec) = row::spec_at(specs, index) else {
            break;
        };
        if row::accepts(spec.class, &operand.kind) {
            continue;
        }
        let described = row::description(&operand.kind);
        let first_input_only = spec.class == OperandClass::PeInput
            && row::accepts(OperandClass::AluFirstInput, &operand.kind);
        let diagnostic = if is_double_long_reduction(op, &operand.kind) {
            Diagnostic::new(
                Code::DoubleLongReduction,
                operand.range.clone(),
                if opcode.spelling.shortened {
                    message!("a result shortened by `r` goes to L1BM by long words: `$lb`")
                } else {
                    message!("`{name}` does not exist for 2 long words", name)
                },
            )
            .help(message!(
                "with `$llb` a reduction is one of single-precision floating point or `bor`"
            ))
        } else if first_input_only {
            Diagnostic::new(
                Code::FirstInputOnly,
                operand.range.clone(),
                message!(
                    "{operand} can be read only by the first input of the ALU",
                    operand = described
                ),
            )
        } else {
            let message = match spec.role {
                Role::Input => message!(
                    "`{name}` cannot read {operand} here",
                    name,
                    operand = described
                ),
                Role::Output | Role::Outputs => {
                    message!(
                        "`{name}` cannot write {operand} here",
                        name,
                        operand = described
                    )
                }
            };
            Diagnostic::new(Code::OperandNotAllowed, operand.range.clone(), message).help(message!(
                "it takes {expected}",
                expected = row::expectation_of(op, spec.class)
            ))
        };
        context.report(diagnostic);
    }
}

/// Whether a long-word reduction is asked to write 2 long words, which is another row with fewer spellings.
fn is_double_long_reduction(op: Op, operand: &OperandKind) -> bool {
    matches!(op, Op::L1bm(L1bmOp::Reduce | L1bmOp::Reduce4))
        && matches!(
            operand,
            OperandKind::L1bm {
                width: Width::DoubleLong,
                ..
            } | OperandKind::Turnaround(Width::DoubleLong)
        )
}

#[derive(Default)]
struct Options {
    repeat: Option<u32>,
    mantissa_length: Option<Ranged<u8>>,
    zero_flush: Option<Mask>,
}

/// What the `/...` behind the mnemonic mean for this row.
fn options(context: &mut Context<'_>, op: Op, opcode: &Opcode) -> Options {
    let mut options = Options::default();
    let name = &opcode.spelling.text;
    let converts = conversion::is_half_block_conversion(op, opcode.spelling);
    let flushes = masks::takes_zero_flush(op);
    for digits in &opcode.numbers {
        let text = &digits.value;
        if op == Op::Control(ControlOp::Nop) {
            match number::parse(text).and_then(|count| u32::try_from(count).ok()) {
                Some(count) => options.repeat = Some(count),
                None => context.error(
                    Code::NumberTooLarge,
                    digits.range.clone(),
                    message!("`{text}` is too large a number of steps", text),
                ),
            }
        } else if converts && text.len() < 4 {
            match number::parse(text) {
                Some(length @ 6..=9) => {
                    options.mantissa_length = Some(Ranged {
                        range: digits.range.clone(),
                        value: length as u8,
                    });
                }
                _ => context.error(
                    Code::MantissaLength,
                    digits.range.clone(),
                    message!(
                        "the mantissa length of `{name}` is 6, 7, 8 or 9, not {text}",
                        name,
                        text
                    ),
                ),
            }
        } else if flushes {
            let range = digits.range.start.saturating_sub(1)..digits.range.end;
            if let Some(entry) = super::mask::pattern(context, text, digits.range.clone()) {
                let mask = Mask {
                    range,
                    double_long: false,
                    entry,
                    suffix: None,
                };
                masks::set_zero_flush(context, &mut options.zero_flush, mask);
            }
        } else {
            context.error(
                Code::OptionNotAllowed,
                digits.range.clone(),
                message!("`{name}` takes no `/{text}`", name, text),
            );
        }
    }
    for mask in &opcode.masks {
        if flushes {
            masks::set_zero_flush(context, &mut options.zero_flush, mask.clone());
        } else {
            context.error(
                Code::MaskNotAllowed,
                mask.range.clone(),
                message!(
                    "`{name}` has no output that a zero-flush mask could clear",
                    name
                ),
            );
        }
    }
    if converts
        && options.mantissa_length.is_none()
        && opcode.numbers.iter().all(|n| n.value.len() >= 4)
    {
        let range = opcode.mnemonic_range.clone();
        context.report(
            Diagnostic::new(
                Code::OptionMissing,
                range.clone(),
                message!(
                    "`{name}` needs the mantissa length after the conversion",
                    name
                ),
            )
            .help(message!(
                "write `{name}/9` for the full length, or 6, 7, 8",
                name
            ))
            .suggest(message!("Insert `/9`"), range.end..range.end, "/9"),
        );
    }
    options
}

fn rotation(context: &mut Context<'_>, op: Op, opcode: &Opcode) -> Option<Ranged<i8>> {
    let rotation = opcode.rotation.as_ref()?;
    let name = &opcode.spelling.text;
    let rotates = matches!(op, Op::L1bm(op) if op.rotates());
    let limit = i64::from(mnc2_isa::l1bm::ROTATION_MABS_MAX);
    if !rotates {
        context.error(
            Code::OptionNotAllowed,
            rotation.range.clone(),
            message!("`{name}` does not rotate MABs; only `l1bmd` does", name),
        );
        return None;
    }
    if rotation.value.abs() > limit {
        context.error(
            Code::RotationOutOfRange,
            rotation.range.clone(),
            message!("a rotation is at most {limit} MABs", limit),
        );
        return None;
    }
    Some(Ranged {
        range: rotation.range.clone(),
        value: rotation.value as i8,
    })
}
