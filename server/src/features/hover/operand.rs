//! The explanation of an operand: what it is, and which addresses it touches in each cycle.

use mnc2_asm::expand;
use mnc2_asm::program::WriteMaskSetting;
use mnc2_asm::{Line, LineRange};

/// The operand that stands at a range of a line.
pub(super) fn by_range(
    text: &str,
    line: &Line,
    setting: WriteMaskSetting,
    range: &LineRange,
) -> String {
    let spelled = text
        .get(range.start as usize..range.end as usize)
        .unwrap_or_default();
    expand::expand(line, setting)
        .operands
        .iter()
        .find(|operand| operand.range == *range)
        .map_or_else(String::new, |operand| expand::markdown(operand, spelled))
}

/// A tag (manual 3.2.3).
pub(super) fn tag(number: u8) -> String {
    format!(
        "**Tag {number}** (manual 3.2.3)\n\n\
         `wait i{number:02x}` beside an instruction holds it back until the MV instruction with this tag is done."
    )
}

/// The size of an MV instruction (manual 3.5.3).
pub(super) fn mv_size(long_words: u32) -> String {
    format!("**Size** (manual 3.5.3)\n\n{long_words} long words are transferred.")
}
