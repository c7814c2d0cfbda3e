//! The explanation of an opcode: its row of the instruction table and the meaning of its letters.

use mnc2_assist::explain;
use mnc2_isa::spelling::Spelling;
use mnc2_isa::{ControlOp, Op, l1b_set};
use mnc2_program::TargetKind;
use mnc2_text::{Language, message};

/// An opcode as it is spelled here.
pub(super) fn page(spelling: &Spelling, op: Op, language: Language) -> String {
    small_heading(&explain::spelled_row(spelling, op, language))
}

/// A statement without operands of its own kind.
pub(super) fn control(op: ControlOp, language: Language) -> String {
    small_heading(&explain::instruction(Op::Control(op), language))
}

/// `@...` after an opcode.
pub(super) fn target(kind: TargetKind, language: Language) -> String {
    let message = match kind {
        TargetKind::L1bSet { l1badr, immode } => {
            let set = l1b_set::l1b_set(l1badr, immode);
            let numbers: Vec<String> = (0..=l1b_set::MAX)
                .filter(|l1b| set >> l1b & 1 == 1)
                .map(|l1b| l1b.to_string())
                .collect();
            message!(
                "**L1B {numbers}** (manual 3.6.7.1)\n\n\
                 Address {l1badr}, mask {immode}: an L1B takes part when its number agrees with the address in \
                 every bit that is 0 in the mask.",
                numbers = numbers.join(", "),
                l1badr,
                immode
            )
        }
        TargetKind::L1b(number) => {
            message!("L1B {number} takes part (manual 3.6.7.5).", number)
        }
        TargetKind::Mab(number) => {
            message!("MAB {number} takes part (manual 3.6.8.10).", number)
        }
    };
    message.say(language)
}

/// `+n` or `-n` of `l1bmd`.
pub(super) fn rotation(mabs: i8, language: Language) -> String {
    message!(
        "The data is rotated by {mabs:# MAB|# MABs} on its way (manual 3.6.8.20).",
        mabs = i32::from(mabs)
    )
    .say(language)
}

/// A page whose heading is no larger than the text around it in a pop-up.
pub(super) fn small_heading(page: &str) -> String {
    page.strip_prefix("# ")
        .map_or_else(|| page.to_owned(), |rest| format!("### {rest}"))
}
