//! The explanation of a mask: which cycles it lets through, and which words of an access.

use mnc2_asm::program::{Mask, MaskSuffix, WriteMaskSetting};
use mnc2_asm::{Line, LineRange, expand};
use mnc2_isa::Memory;
use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY};

use super::Around;

/// The mask of a destination, which stands at a range (manual 3.6.2.1).
pub(super) fn write(
    mask: &Mask,
    line: &Line,
    around: Around<'_>,
    destination: &LineRange,
) -> String {
    let suffix = match mask.suffix {
        Some(MaskSuffix::Truncate) => {
            "\n`t`: the destination is shorter than the mask, whose further flags are left aside.\n"
        }
        Some(MaskSuffix::Pad) => {
            "\n`p`: the destination is longer than the mask, whose flags cover more than one word.\n"
        }
        None => "",
    };
    let words = expand::expand(line, around.setting)
        .operands
        .iter()
        .find(|operand| operand.range == *destination)
        .map(expand::markdown_table)
        .unwrap_or_default();
    let connections = (around.connections)(&mask.range).unwrap_or_default();
    format!(
        "**Write mask** of this destination, for this step (manual 3.6.2.1)\n\n{}{suffix}{words}{connections}",
        entry(mask.entry, mask.double_long)
    )
}

/// The mask of an opcode (manual 3.6.2.2).
pub(super) fn zero_flush(mask: &Mask, around: Around<'_>) -> String {
    let connections = (around.connections)(&mask.range).unwrap_or_default();
    format!(
        "**Zero-flush mask** (manual 3.6.2.2): the result is replaced by zero where the mask holds it back\n\n{}{connections}",
        entry(mask.entry, mask.double_long)
    )
}

/// A `mask` statement (manual 3.6.2.1).
pub(super) fn statement(setting: &WriteMaskSetting) -> String {
    let covered: Vec<&str> = [
        Memory::Grf0,
        Memory::Grf1,
        Memory::T,
        Memory::Lm0,
        Memory::Lm1,
        Memory::MaskRegister,
    ]
    .into_iter()
    .filter(|&memory| setting.covers(memory))
    .map(Memory::name)
    .collect();
    let what = if covered.is_empty() {
        "Writes of the following steps pass through no mask.".to_owned()
    } else {
        format!(
            "Writes of the following steps to {} pass through entry {}. A mask written at a destination \
             takes its place for the whole step.\n\n{}",
            covered.join(", "),
            setting.entry,
            entry(setting.entry, setting.double_long)
        )
    };
    format!("**Write mask for the following lines** (manual 3.6.2.1)\n\n{what}")
}

/// What an entry of the mask register selects.
pub(super) fn entry(entry: u8, double_long: bool) -> String {
    let word = if double_long {
        "each of the 2 long words"
    } else {
        "the long word"
    };
    if entry == 0 {
        return format!("Entry 0: everything passes; one flag for {word} of a cycle.\n");
    }
    let Some(pattern) = u32::from(entry).checked_sub(MASK_FIRST_PATTERN_ENTRY) else {
        return format!(
            "Entry {entry} of the mask register: in every cycle each PE's own flags for {word} decide, \
             as an instruction with `$omr{entry}` wrote them.\n"
        );
    };
    let mut head = String::from("| cycle |");
    let mut rule = String::from("| --- |");
    let mut body = String::from("| passes |");
    for cycle in 0..CYCLES_PER_STEP {
        let passes = pattern >> (CYCLES_PER_STEP - 1 - cycle) & 1 == 1;
        head.push_str(&format!(" {cycle} |"));
        rule.push_str(" --- |");
        body.push_str(if passes { " yes |" } else { " no |" });
    }
    format!("Fixed pattern `{pattern:04b}`, the same in every PE:\n\n{head}\n{rule}\n{body}\n")
}
