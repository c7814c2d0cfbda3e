//! Reading the new name of a region.

use super::edit::Place;
use super::{Refusal, Target};
use crate::LineParser;
use crate::code::Code;
use crate::message;
use crate::message::Message;
use crate::program::{Addressing, OperandKind, PeMemory, Statement};

/// Longer names are none.
const NAME_BYTES_MAX: usize = 100;

/// Where a name leads: `$ln32`, `$n32`, `n32`, or `32` in the memory of the operand itself.
pub(super) fn target(name: &str, old: &Place) -> Result<Target, Refusal> {
    let name = name.trim();
    let written = match name.chars().next() {
        Some('$') => name.to_owned(),
        Some('0'..='9') => format!("${}{}{name}", old.width.prefix(), old.memory.letters()),
        _ => format!("${name}"),
    };
    let memory = parse(&written)?;
    let first = memory.addresses_words()[0];
    let distance = i64::from(first) - i64::from(old.address_words);
    // A width that is not said is that of the operand, and so is a stride.
    let says_width = !memory.width.prefix().is_empty();
    let has_width = !says_width || memory.width == old.width;
    let has_stride = match memory.addressing {
        Addressing::Stride {
            stride_words: 0, ..
        } => true,
        Addressing::Stride { stride_words, .. } => old.stride_words == Some(stride_words),
        Addressing::Flat(_) => old.is_list_of(&memory, distance),
    };
    if !has_width || !has_stride || memory.madpe.is_some() {
        return Err(Refusal::OtherType { name: old.name() });
    }
    Ok(Target {
        memory: memory.memory,
        distance,
    })
}

/// What a name says as an operand.
fn parse(written: &str) -> Result<PeMemory, Refusal> {
    let not_a_name = |message: Message| Refusal::Name { message };
    let is_one_word = written.len() <= NAME_BYTES_MAX
        && !written.contains(|c: char| c.is_whitespace() || matches!(c, ';' | '#' | '/'));
    let unreadable = || {
        let shown: String = written.chars().take(NAME_BYTES_MAX).collect();
        not_a_name(message!(
            "`{shown}` names no place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`",
            shown
        ))
    };
    if !is_one_word {
        return Err(unreadable());
    }
    let line = LineParser::without_suggestions().parse(&format!("lpassa {written} $nowrite"));
    let operand = match &line.statement {
        Some(Statement::Step(step)) => step
            .expressions
            .first()
            .and_then(|expression| expression.inputs.first()),
        _ => None,
    };
    let kind = operand.map(|operand| &operand.kind);
    match kind {
        Some(OperandKind::PeMemory(memory)) if memory.indirect => Err(unreadable()),
        Some(OperandKind::PeMemory(memory))
            if operand.is_some_and(|it| it.conversion.is_none()) =>
        {
            Ok(memory.clone())
        }
        _ => Err(line
            .diagnostics
            .iter()
            .find(|found| found.code == Code::AddressOutOfRange)
            .map_or_else(unreadable, |found| not_a_name(found.message.clone()))),
    }
}
