//! PE instruction expressions: opcode and operands brought together by the row (manual 3.6).

use mnc2_isa::l1bm::TransferKind;
use mnc2_isa::spelling::Spelling;
use mnc2_isa::{AluOp, ControlOp, Op, OperandClass, OperandRole, Width};
use tree_sitter::Node;

use super::node_field::NodeField;
use super::opcode::{self, Opcode, unknown};
use super::{Context, context, number, operand, overload};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{Expression, Mask, Operand, OperandKind, Ranged};
use mnc2_text::{LineRange, message};

mod conversion;
mod masks;
mod memory_rules;
pub(super) use memory_rules::aligned;
mod target;

/// Lowers an `expression` node; `None` if its opcode is unknown.
pub(super) fn expression(context: &mut Context<'_>, node: Node<'_>) -> Option<Expression> {
    let opcode_node = context::field(node, NodeField::Opcode)?;
    let parts = context::children(node);
    let range = context.range(node);
    if let Some(suffixed) = with_suffix(context, &parts) {
        unknown::report(context, &suffixed, &range);
        return None;
    }
    context::require_spaces(context, &parts);
    let operand_nodes = parts.iter().filter(|child| child.kind() != "opcode");
    // The operands of an unknown opcode cannot be checked.
    let opcode = opcode::opcode(context, opcode_node, &range)?;
    let operands: Vec<Option<Operand>> = operand_nodes
        .map(|&node| operand::operand(context, node))
        .collect();
    let op = overload::choose(&opcode.spelling.ops, &operands, opcode.target.is_some());
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

/// The range of an opcode with a suffix after a full stop, such as `add.f32`, which other languages have.
fn with_suffix(context: &Context<'_>, parts: &[Node<'_>]) -> Option<LineRange> {
    let [opcode, suffix, ..] = parts else {
        return None;
    };
    let is_suffix = opcode.end_byte() == suffix.start_byte()
        && suffix.kind() == "bare_word"
        && context.slice(*suffix).starts_with('.')
        && context.slice(*suffix).len() > 1;
    is_suffix.then(|| mnc2_text::line::range(opcode.start_byte()..suffix.end_byte()))
}

/// Inputs and outputs; an operand that could not be parsed leaves the others in their places.
fn split(op: Op, operands: Vec<Option<Operand>>) -> (Vec<Operand>, Vec<Operand>) {
    let specs = op.row().operands;
    let inputs = specs
        .iter()
        .filter(|spec| spec.role == OperandRole::Input)
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
    let open_ended = specs
        .last()
        .is_some_and(|spec| spec.role == OperandRole::Outputs);
    if operands.len() < specs.len() || (operands.len() > specs.len() && !open_ended) {
        let spelling = opcode.spelling;
        let diagnostic = wrong_count(context, op, spelling, range, operands, open_ended);
        context.report(diagnostic);
    }
    for (index, operand) in operands.iter().enumerate() {
        let Some(spec) = overload::spec_at(specs, index) else {
            break;
        };
        if overload::accepts(spec.class, &operand.kind) {
            continue;
        }
        let described = overload::description(&operand.kind);
        let first_input_only = spec.class == OperandClass::PeInput
            && overload::accepts(OperandClass::AluFirstInput, &operand.kind);
        let diagnostic = if is_double_long_reduction(op, &operand.kind) {
            Diagnostic::new(
                Code::DoubleLongReduction,
                operand.range.clone(),
                if opcode.spelling.shortened {
                    message!("a result shortened with `r` is written to L1BM by long words: `$lb`")
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
                OperandRole::Input => message!(
                    "`{name}` cannot read {operand} here",
                    name,
                    operand = described
                ),
                OperandRole::Output | OperandRole::Outputs => {
                    message!(
                        "`{name}` cannot write {operand} here",
                        name,
                        operand = described
                    )
                }
            };
            let diagnostic =
                Diagnostic::new(Code::OperandNotAllowed, operand.range.clone(), message);
            match (&operand.kind, spec.class, op.forwarding()) {
                (
                    OperandKind::Forwarding(written),
                    OperandClass::PeOutput | OperandClass::PeOutputOrMask,
                    Some(forwarding),
                ) if *written == forwarding => diagnostic
                    .help(message!(
                        "every result of `{name}` can be read from `${register}` in the next step: `$nowrite` writes it \
                         nowhere else",
                        name,
                        register = forwarding.name()
                    ))
                    .suggest(
                        message!("Replace with `{near}`", near = "$nowrite"),
                        operand.range.clone(),
                        "$nowrite",
                    ),
                _ => diagnostic.help(message!(
                    "it takes {expected}",
                    expected = overload::expectation_of(op, spec.class)
                )),
            }
        };
        context.report(diagnostic);
    }
}

/// Reports that an expression has too few or too many operands.
fn wrong_count(
    context: &Context<'_>,
    op: Op,
    spelling: &Spelling,
    range: &LineRange,
    operands: &[Operand],
    open_ended: bool,
) -> Diagnostic {
    let name = &spelling.text;
    let specs = op.row().operands;
    let inputs = specs
        .iter()
        .filter(|spec| spec.role == OperandRole::Input)
        .count();
    let outputs = specs.len() - inputs;
    let count = operands.len();
    let wanted = match (inputs, outputs, open_ended) {
        (0, 0, _) => message!("no operands"),
        (inputs, 0, _) => message!("{inputs:# operand|# operands}", inputs),
        (0, _, _) => message!("at least 1 output"),
        (inputs, _, true) => message!("{inputs:# input|# inputs} and at least 1 output", inputs),
        (inputs, outputs, false) => message!(
            "{inputs:# input|# inputs} and {outputs:# output|# outputs}",
            inputs,
            outputs
        ),
    };
    let (at, message) = match operands.get(specs.len()) {
        Some(surplus) => {
            let message = message!(
                "`{name}` takes {wanted}: this operand is one too many",
                name,
                wanted
            );
            (surplus.range.clone(), message)
        }
        None if count == 0 => {
            let message = message!("`{name}` takes {wanted}, but has no operands", name, wanted);
            (range.clone(), message)
        }
        None if count <= inputs && outputs > 0 => {
            let message = if count < inputs {
                message!(
                    "`{name}` takes {wanted}, but has only {count:# operand|# operands}",
                    name,
                    wanted,
                    count
                )
            } else {
                message!(
                    "`{name}` takes {wanted}: {count:the operand is its input|the # operands are its inputs}, and the \
                     output is missing",
                    name,
                    wanted,
                    count
                )
            };
            (range.clone(), message)
        }
        None => {
            let message = message!(
                "`{name}` takes {wanted}, but has only {count:# operand|# operands}",
                name,
                wanted,
                count
            );
            (range.clone(), message)
        }
    };
    let syntax = op.syntax_of(spelling);
    let diagnostic = Diagnostic::new(Code::OperandCount, at, message)
        .help(message!("syntax: `{syntax}`", syntax));
    // `#3` is a number elsewhere.
    let after = context.text().get(range.end as usize..).unwrap_or_default();
    let is_number = |text: &str| {
        text.trim_start_matches('-')
            .starts_with(|letter: char| letter.is_ascii_digit())
    };
    if count < specs.len() && after.trim_start().strip_prefix('#').is_some_and(is_number) {
        return diagnostic.help(message!("the text after `#` is a comment"));
    }
    relu(context, op, diagnostic, operands)
}

/// ReLU of one value names it twice.
fn relu(context: &Context<'_>, op: Op, diagnostic: Diagnostic, operands: &[Operand]) -> Diagnostic {
    let is_relu = matches!(
        op,
        Op::Alu(AluOp::Relu | AluOp::Relu0 | AluOp::Lrelud | AluOp::Lreluo)
    );
    let [value, _] = operands else {
        return diagnostic;
    };
    if !is_relu {
        return diagnostic;
    }
    let text = context.at(&value.range);
    let at = value.range.start..value.range.start;
    diagnostic
        .help(message!(
            "it passes the second input if the first is not negative: for ReLU of one value, write the value twice"
        ))
        .suggest(message!("Repeat `{text}`", text), at, format!("{text} "))
}

/// Whether a long-word reduction should write 2 long words, which is another row with fewer spellings.
fn is_double_long_reduction(op: Op, operand: &OperandKind) -> bool {
    matches!(op, Op::L1bm(op) if op.transfer().motion == TransferKind::Reduce && !op.is_double_long())
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

/// The meaning of the `/...` after the mnemonic for this row.
fn options(context: &mut Context<'_>, op: Op, opcode: &Opcode) -> Options {
    let mut options = Options::default();
    let name = &opcode.spelling.text;
    let mut count: Option<LineRange> = None;
    let converts = conversion::takes_mantissa_length(op, opcode.spelling);
    let flushes = masks::takes_zero_flush(op);
    for digits in &opcode.numbers {
        let text = &digits.value;
        if op == Op::Control(ControlOp::Nop) {
            if let Some(first) = count.replace(digits.range.clone()) {
                given_twice(context, name, first, digits.range.clone());
                continue;
            }
            match number::parse(text).and_then(|count| u32::try_from(count).ok()) {
                Some(count) => {
                    // Characters directly after the digits belong to the number.
                    let after = context.text().get(digits.range.end as usize..);
                    let is_whole = !after.is_some_and(|it| it.starts_with(char::is_alphanumeric));
                    if count == 0 && is_whole {
                        context.report(
                            Diagnostic::new(
                                Code::CountZero,
                                digits.range.clone(),
                                message!("`nop/0` is not a step"),
                            )
                            .help(message!("`nop` alone is one step, `nop/2` is two")),
                        );
                    }
                    options.repeat = Some(count);
                }
                None => context.error(
                    Code::NumberTooLarge,
                    digits.range.clone(),
                    message!("the number of steps `{text}` is too large", text),
                ),
            }
        } else if converts && text.len() < 4 {
            if let Some(first) = count.replace(digits.range.clone()) {
                given_twice(context, name, first, digits.range.clone());
                continue;
            }
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

/// Reports a second count or mantissa length.
fn given_twice(context: &mut Context<'_>, name: &str, first: LineRange, second: LineRange) {
    let text = context.at(&second).to_owned();
    context.report(
        Diagnostic::new(
            Code::OptionNotAllowed,
            second,
            message!(
                "`{name}` takes one number: `/{text}` is a second one",
                name,
                text
            ),
        )
        .note(first, message!("the first one is here")),
    );
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
            message!("a rotation is at most {limit:# MAB|# MABs}", limit),
        );
        return None;
    }
    Some(Ranged {
        range: rotation.range.clone(),
        value: i8::try_from(rotation.value).ok()?,
    })
}
