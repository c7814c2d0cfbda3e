//! The explanation of an opcode: its row of the instruction table with what its letters say.

use mnc2_asm::explain;
use mnc2_asm::program::TargetKind;
use mnc2_isa::spelling::Spelling;
use mnc2_isa::{ControlOp, Op};

/// An opcode as it is spelled here.
pub(super) fn page(spelling: &Spelling, op: Op) -> String {
    small_heading(&explain::spelled_row(spelling, op))
}

/// A statement without operands of its own kind.
pub(super) fn control(op: ControlOp) -> String {
    small_heading(&explain::instruction(Op::Control(op)))
}

/// `@...` after an opcode.
pub(super) fn target(kind: TargetKind) -> String {
    match kind {
        TargetKind::L1bSet { l1badr, immode } => format!(
            "The L1Bs that take part: address {l1badr}, mask {immode} (manual 3.6.7.1).\n\n\
             An L1B takes part when its number agrees with the address in every bit that the mask leaves."
        ),
        TargetKind::L1b(number) => format!("L1B {number} takes part (manual 3.6.7.5)."),
        TargetKind::Mab(number) => format!("MAB {number} takes part (manual 3.6.8.10)."),
    }
}

/// `+n` or `-n` of `l1bmd`.
pub(super) fn rotation(mabs: i8) -> String {
    format!("The data is rotated by {mabs} MABs on its way (manual 3.6.8.20).")
}

/// A page whose heading is no larger than what stands around it in a pop-up.
pub(super) fn small_heading(page: &str) -> String {
    page.strip_prefix("# ")
        .map_or_else(|| page.to_owned(), |rest| format!("### {rest}"))
}
