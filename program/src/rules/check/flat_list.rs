//! Flat lists of addresses, which need the flat mode (manual 1.2).

use crate::code::Code;
use crate::finding::Diagnostic;
use crate::{Addressing, Expression, Line, Operand, OperandKind, PeMemory};
use mnc2_text::message;

/// The code of a flat list in auto-stride mode.
pub(super) const CODE: Code = Code::FlatListInAutoStride;

/// Operands of a line that are written as flat lists.
pub(super) fn flat_lists(line: &Line) -> impl Iterator<Item = (&Operand, &PeMemory)> {
    line.step()
        .into_iter()
        .flat_map(|step| &step.expressions)
        .flat_map(Expression::operands)
        .filter_map(|operand| match &operand.kind {
            OperandKind::PeMemory(memory) if matches!(memory.addressing, Addressing::Flat(_)) => {
                Some((operand, memory))
            }
            _ => None,
        })
}

/// A flat list makes an auto-stride program an error even if strides could express the same addresses (manual 1.2).
pub(super) fn in_auto_stride((operand, memory): (&Operand, &PeMemory)) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        CODE,
        memory.address_range.clone(),
        message!("a list of addresses needs the flat mode, but the program is assembled in auto-stride mode"),
    )
    .note(
        operand.range.clone(),
        message!("this operand gives each cycle its own address"),
    );
    match as_stride(memory) {
        Some(text) => diagnostic.fix(
            message!("Write it with a stride"),
            memory.address_range.clone(),
            text,
        ),
        None => diagnostic,
    }
}

/// The same addresses with a stride, if they advance evenly.
fn as_stride(memory: &PeMemory) -> Option<String> {
    let Addressing::Flat([first, second, third, fourth]) = memory.addressing else {
        return None;
    };
    let stride = second.checked_sub(first)?;
    if third.checked_sub(second)? != stride || fourth.checked_sub(third)? != stride {
        return None;
    }
    Some(match stride {
        0 => first.to_string(),
        _ if stride == memory.width.single_words() => format!("{first}v"),
        _ => format!("{first}v{stride}"),
    })
}
