//! Which contents of fields are choices, and their names.

use std::borrow::Cow;

use mnc2_isa::field::Field;

use super::{PropertyContent, UsedField};
use mnc2_program::{Expression, OperandKind};

/// The name of a row or suffix, in lower case.
pub(crate) fn choice(value: &impl std::fmt::Debug) -> PropertyContent {
    let mut name = String::new();
    for letter in format!("{value:?}").chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    PropertyContent::Name(name.into())
}

/// Whether the content of a field is a choice: the bits of the number have no meaning one by one.
pub(crate) fn is_choice(field: Field) -> bool {
    matches!(
        field,
        Field::Ll
            | Field::MaskWidth
            | Field::TSource
            | Field::Grf0Source
            | Field::Grf0ReadWidth
            | Field::Grf0WriteWidth
            | Field::Grf1Source
            | Field::Grf1ReadWidth
            | Field::Grf1WriteWidth
            | Field::Lm0Source
            | Field::Lm0Mode
            | Field::Lm0Width
            | Field::Lm1Source
            | Field::Lm1Mode
            | Field::Lm1Width
            | Field::MauPrecision
            | Field::MauSelectA
            | Field::MauSelectB
            | Field::MauSelectC
            | Field::AluPrecision
            | Field::AluOpcode
            | Field::AluInput1
            | Field::AluInput2
            | Field::L1bmOpcode
            | Field::L1bmPeSource
            | Field::L1bmRest
            | Field::L2bmRest
    )
}

/// The name of a choice where the text has one.
pub(super) fn chosen(
    field: Field,
    known: &UsedField,
    expression: &Expression,
) -> Option<Cow<'static, str>> {
    let operand = || {
        let mut operands = expression.operands();
        operands.find(|operand| operand.range == known.range)
    };
    match field {
        Field::TSource
        | Field::Grf0Source
        | Field::Grf1Source
        | Field::Lm0Source
        | Field::Lm1Source => {
            let unit = expression.op.forwarding()?;
            Some(unit.name().into())
        }
        Field::MauPrecision | Field::AluPrecision => {
            let precision = expression.spelling.precision;
            Some(
                precision.map_or("none".into(), |precision| match choice(&precision) {
                    PropertyContent::Name(name) => name,
                    PropertyContent::Number(_) => "none".into(),
                }),
            )
        }
        Field::Grf0ReadWidth
        | Field::Grf0WriteWidth
        | Field::Grf1ReadWidth
        | Field::Grf1WriteWidth
        | Field::Lm0Width
        | Field::Lm1Width => match &operand()?.kind {
            OperandKind::PeMemory(memory) => Some(memory.width.name().into()),
            _ => None,
        },
        Field::AluInput2 if operand().is_none() => {
            let length = expression.mantissa_length.as_ref();
            Some(length.map_or("no length".into(), |length| {
                format!("length {}", length.value).into()
            }))
        }
        Field::MauSelectA
        | Field::MauSelectB
        | Field::MauSelectC
        | Field::AluInput1
        | Field::AluInput2
        | Field::L1bmPeSource => match &operand()?.kind {
            OperandKind::PeMemory(memory) => Some(memory.memory.letters().into()),
            OperandKind::T(_) => Some("t".into()),
            OperandKind::Forwarding(register) => Some(register.name().into()),
            OperandKind::Constant(constant) => Some(constant.name().into()),
            OperandKind::Turnaround(_) => Some("lbi".into()),
            _ => None,
        },
        _ => None,
    }
}
