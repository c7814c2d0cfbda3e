//! In which cycles a destination is really written: write masks (manual 3.6.2.1).

use mnc2_isa::Memory;
use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY};

use crate::program::{Operand, PerCycle, WriteMaskSetting};

/// Whether a destination is written in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certainty {
    /// On every PE.
    Always,
    /// As the data decides.
    Perhaps,
    /// On no PE.
    Never,
}

/// In which cycles a destination in `memory` is written, its own mask or the `mask` setting considered.
pub(crate) fn written_cycles(
    output: &Operand,
    memory: Memory,
    setting: Option<WriteMaskSetting>,
) -> PerCycle<Certainty> {
    let entry = match (&output.mask, setting) {
        (Some(mask), _) => u32::from(mask.entry),
        (None, Some(setting)) if setting.covers(memory) => u32::from(setting.entry),
        (None, _) => 0,
    };
    match entry {
        0 => [Certainty::Always; CYCLES_PER_STEP],
        entry if entry < MASK_FIRST_PATTERN_ENTRY => [Certainty::Perhaps; CYCLES_PER_STEP],
        entry => std::array::from_fn(|cycle| {
            // The highest of the low four bits belongs to cycle 0.
            if entry >> (CYCLES_PER_STEP - 1 - cycle) & 1 == 1 {
                Certainty::Always
            } else {
                Certainty::Never
            }
        }),
    }
}
