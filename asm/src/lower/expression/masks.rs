//! Masks of one expression: where they are allowed, and the `t` and `p` after them (manual 3.6.2.1, 3.6.2.2).

use mnc2_isa::{Group, Op, Width};

use crate::lower::Context;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::message::wording;
use mnc2_program::{Expression, Mask, MaskSuffix, Operand, OperandKind};
use mnc2_text::message;

/// Whether an opcode's output can be cleared by a zero-flush mask (manual 3.6.2.2).
pub(super) fn takes_zero_flush(op: Op) -> bool {
    match op {
        Op::L1bm(op) => op.is_to_pe(),
        Op::Alu(_) | Op::Mau(_) => op.row().group != Group::MauMwrite,
        Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => false,
    }
}

/// Keeps the zero-flush mask of an opcode; a second one is an error.
pub(super) fn set_zero_flush(context: &mut Context<'_>, slot: &mut Option<Mask>, mask: Mask) {
    if let Some(first) = slot {
        context.report(
            Diagnostic::new(
                Code::ZeroFlushTwice,
                mask.range,
                message!("an opcode takes only one zero-flush mask"),
            )
            .note(first.range.clone(), message!("the first one is here")),
        );
        return;
    }
    if mask.suffix.is_some() {
        let at = mask.range.end.saturating_sub(1)..mask.range.end;
        context.report(
            Diagnostic::new(
                Code::MaskSuffixUnneeded,
                at.clone(),
                message!("a zero-flush mask takes no `t` or `p`: they belong to write masks"),
            )
            .fix(message!("Remove it"), at, ""),
        );
    }
    *slot = Some(mask);
}

pub(super) fn check(context: &mut Context<'_>, expression: &Expression) {
    for input in &expression.inputs {
        if let Some(mask) = &input.mask {
            context.error(
                Code::MaskNotAllowed,
                mask.range.clone(),
                message!("a write mask follows a destination, not an input"),
            );
        }
    }
    for output in &expression.outputs {
        if let Some(mask) = &output.mask {
            check_output(context, output, mask);
        }
    }
}

fn check_output(context: &mut Context<'_>, output: &Operand, mask: &Mask) {
    let width = match &output.kind {
        OperandKind::PeMemory(memory) => memory.width,
        OperandKind::BaseRegister(_, width) => *width,
        // The word length has no effect on mask register writes, and the T-register has a fixed word length.
        OperandKind::MaskRegister(_) | OperandKind::T(_) => return,
        _ => {
            context.error(
                Code::MaskNotAllowed,
                mask.range.clone(),
                message!("a write mask can be used only with PE memories and mask registers"),
            );
            return;
        }
    };
    let is_double_long = width == Width::DoubleLong;
    let needed = match (is_double_long, mask.double_long) {
        (true, false) => Some(MaskSuffix::Pad),
        (false, true) => Some(MaskSuffix::Truncate),
        (true, true) | (false, false) => None,
    };
    if needed == mask.suffix {
        return;
    }
    let end = mask.range.end;
    let written = end.saturating_sub(u32::from(mask.suffix.is_some()))..end;
    let letter = |suffix: MaskSuffix| match suffix {
        MaskSuffix::Truncate => 't',
        MaskSuffix::Pad => 'p',
    };
    match needed {
        Some(needed) => {
            let of_mask = if is_double_long {
                Width::Long
            } else {
                Width::DoubleLong
            };
            context.report(
                Diagnostic::new(
                    Code::MaskSuffixMissing,
                    mask.range.clone(),
                    message!(
                        "the word lengths of destination ({destination}) and mask ({mask}) differ: \
                         `{letter}` must follow the mask",
                        destination = wording::width(width),
                        mask = wording::width(of_mask),
                        letter = letter(needed)
                    ),
                )
                .fix(
                    message!("Write `{letter}`", letter = letter(needed)),
                    written,
                    letter(needed).to_string(),
                ),
            );
        }
        None => context.report(
            Diagnostic::new(
                Code::MaskSuffixUnneeded,
                written.clone(),
                message!(
                    "the word lengths of destination and mask are equal: `t` and `p` are not allowed"
                ),
            )
            .fix(message!("Remove it"), written, ""),
        ),
    }
}
