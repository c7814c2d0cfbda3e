//! The masks of a step: one entry and word length for all (manual 3.6.2.1), one zero-flush mask (3.6.2.2).

use mnc2_isa::field::Field;

use super::Checker;
use crate::code::Code;
use crate::finding::diagnostic::Diagnostic;
use crate::message;
use crate::program::{Expression, Mask, Step};

/// One mask entry and word length for a step; one zero-flush mask (manual 3.6.2.1, 3.6.2.2).
pub(super) fn check(checker: &mut Checker<'_>, step: &Step) {
    let mut first: Option<(&Mask, &Expression)> = None;
    let mut first_flush: Option<(&Mask, &Expression)> = None;
    for expression in &step.expressions {
        let writes = expression
            .outputs
            .iter()
            .filter_map(|output| output.mask.as_ref());
        for mask in expression.zero_flush.iter().chain(writes) {
            let Some((earlier, first)) = first else {
                first = Some((mask, expression));
                continue;
            };
            if (earlier.entry, earlier.double_long) == (mask.entry, mask.double_long) {
                continue;
            }
            let what = if earlier.entry == mask.entry {
                message!("word length")
            } else {
                message!("entry")
            };
            checker.report(
                Diagnostic::new(
                    Code::MaskConflict,
                    mask.range.clone(),
                    message!("`{first}` under `{mask}` and `{second}` under `{other}`: the field `{field}` holds one mask, but this one has another {what}", first = &first.spelling.text, mask = checker.at(&earlier.range), second = &expression.spelling.text, other = checker.at(&mask.range), field = Field::MaskEntry.row().claim, what),
                )
                .note(earlier.range.clone(), message!("the first mask of the step"))
                .help(message!("all masks of a step must agree in entry and word length, zero-flush masks included")),
            );
        }
        let Some(flush) = &expression.zero_flush else {
            continue;
        };
        match first_flush {
            Some((earlier, first)) => checker.report(
                Diagnostic::new(
                    Code::ZeroFlushTwice,
                    flush.range.clone(),
                    message!("`{first}` and `{second}` have zero-flush masks, but only one expression of a step can: the field `{field}` names one output", first = &first.spelling.text, second = &expression.spelling.text, field = Field::ZeroFlushAndMaskWrite.row().claim),
                )
                .note(earlier.range.clone(), message!("the first one is here"))
                .help(message!("give one of them a step of its own")),
            ),
            None => first_flush = Some((flush, expression)),
        }
    }
}
