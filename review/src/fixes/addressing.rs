//! Rewrites addresses with a stride as lists, and lists that advance evenly as strides.

use std::ops::Range;

use super::checked_program::Subject;
use mnc2_isa::Mode;
use mnc2_program::{Addressing, Expression, ModeChoice, OperandKind, PeMemory, Step};
use mnc2_text::{Applicability, Edit, Fix, Message, message};

/// Every stride in some lines as a list (manual 1.2, 3.6.1.6).
pub(super) fn to_lists(subject: &Subject<'_>, lines: Range<u32>) -> Option<Fix> {
    if subject.mode == ModeChoice::Given(Mode::AutoStride) {
        return None;
    }
    rewrite(
        subject,
        lines,
        message!("Write the addresses as lists"),
        |memory| {
            let has_address = !memory.address_range.is_empty();
            matches!(memory.addressing, Addressing::Stride { .. })
                .then(|| memory.addresses_words())
                .filter(|_| has_address)
                .map(|[first, second, third, fourth]| {
                    format!("[{first},{second},{third},{fourth}]")
                })
        },
    )
}

/// Every list in some lines as a stride, if it advances evenly.
pub(super) fn to_strides(subject: &Subject<'_>, lines: Range<u32>) -> Option<Fix> {
    let title = message!("Write the addresses with a stride");
    rewrite(subject, lines, title, as_stride)
}

/// A list as an address and a stride; `None` if it does not advance evenly, also around the end of the memory.
pub(super) fn as_stride(memory: &PeMemory) -> Option<String> {
    let Addressing::Flat([first, second, third, fourth]) = memory.addressing else {
        return None;
    };
    let size_words = memory.memory.size()?;
    let step = |from: u32, to: u32| (to + size_words - from) % size_words;
    let stride = step(first, second);
    if step(second, third) != stride || step(third, fourth) != stride {
        return None;
    }
    Some(match stride {
        0 => first.to_string(),
        _ if stride == memory.width.single_words() => format!("{first}v"),
        _ => format!("{first}v{stride}"),
    })
}

fn rewrite(
    subject: &Subject<'_>,
    lines: Range<u32>,
    title: Message,
    new_text: impl Fn(&PeMemory) -> Option<String>,
) -> Option<Fix> {
    let mut fix = Fix::new(Applicability::Safe, title);
    for line in lines.clone() {
        let Some(content) = subject.line(line) else {
            break;
        };
        if content.has_error() {
            continue;
        }
        for memory in content.step().into_iter().flat_map(pe_memories) {
            if let Some(text) = new_text(memory) {
                let offset = mnc2_text::fix::lines_below(lines.start, line);
                fix = fix.with(Edit::replace(offset, memory.address_range.clone(), text));
            }
        }
    }
    (!fix.edits.is_empty()).then_some(fix)
}

fn pe_memories(step: &Step) -> impl Iterator<Item = &PeMemory> {
    step.expressions
        .iter()
        .flat_map(Expression::operands)
        .filter_map(|operand| match &operand.kind {
            OperandKind::PeMemory(memory) => Some(memory),
            _ => None,
        })
}
