//! In which cycles a destination is really written: write masks (manual 3.6.2.1).

use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY};
use mnc2_isa::{Memory, Width};

use crate::program::{Operand, OperandKind, PerCycle, WriteMaskSetting};

/// Whether a destination is written in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certainty {
    /// On every PE.
    Always,
    /// On every PE, but only the second long word: a mask for long words does not prevent that (assumed,
    /// `long-mask-second-long-word`).
    SecondLongWord,
    /// Data decides. The assembler's check leaves out such a write as a whole.
    Perhaps,
    /// On no PE.
    Never,
}

/// In which cycles a destination in `memory` is written, given its own mask or the `mask` setting.
pub(crate) fn written_cycles(
    output: &Operand,
    memory: Memory,
    setting: Option<WriteMaskSetting>,
) -> PerCycle<Certainty> {
    let (entry, is_double_long) = match (&output.mask, setting) {
        (Some(mask), _) => (mask.entry, mask.double_long),
        (None, Some(setting)) if setting.covers(memory) => (setting.entry, setting.double_long),
        (None, _) => (0, false),
    };
    let width = match &output.kind {
        OperandKind::PeMemory(memory) => memory.width,
        // The T-register is always accessed in 2 long words (manual 3.6.1.12).
        OperandKind::T(_) => Width::DoubleLong,
        _ => Width::Long,
    };
    let held_back = if width == Width::DoubleLong && !is_double_long {
        Certainty::SecondLongWord
    } else {
        Certainty::Never
    };
    match u32::from(entry) {
        0 => [Certainty::Always; CYCLES_PER_STEP],
        entry if entry < MASK_FIRST_PATTERN_ENTRY => [Certainty::Perhaps; CYCLES_PER_STEP],
        entry => std::array::from_fn(|cycle| {
            // The highest of the low four bits belongs to cycle 0.
            if entry >> (CYCLES_PER_STEP - 1 - cycle) & 1 == 1 {
                Certainty::Always
            } else {
                held_back
            }
        }),
    }
}
