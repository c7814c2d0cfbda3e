//! The explanation of a mask: which cycles it lets through, and which words of an access.

use mnc2_assist::explain::expand;
use mnc2_isa::Memory;
use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY};
use mnc2_program::message::wording;
use mnc2_program::{Line, Mask, MaskSuffix, WriteMaskSetting};
use mnc2_text::{Language, LineRange, Message, Value, message};

use super::Around;

/// The mask of a destination at a range (manual 3.6.2.1).
pub(super) fn write(
    mask: &Mask,
    line: &Line,
    around: Around<'_>,
    destination: &LineRange,
) -> String {
    let language = around.language;
    let suffix = match mask.suffix {
        Some(MaskSuffix::Truncate) => {
            message!("\n`t`: the destination is shorter than the mask, whose other flags are ignored.\n")
                .say(language)
        }
        Some(MaskSuffix::Pad) => {
            message!("\n`p`: the destination is longer than the mask, whose flags cover more than one word.\n")
                .say(language)
        }
        None => String::new(),
    };
    let words = expand::expand(line, around.setting)
        .operands
        .iter()
        .find(|operand| operand.range == *destination)
        .map(|operand| expand::markdown_table(operand, language))
        .unwrap_or_default();
    let connections = (around.connections)(&mask.range).unwrap_or_default();
    let heading = message!("**Write mask** of this destination, for this step (manual 3.6.2.1)");
    format!(
        "{}\n{connections}\n{}{suffix}{words}",
        heading.say(language),
        entry(mask.entry, mask.double_long, language)
    )
}

/// The mask of an opcode (manual 3.6.2.2).
pub(super) fn zero_flush(mask: &Mask, around: Around<'_>) -> String {
    let connections = (around.connections)(&mask.range).unwrap_or_default();
    let language = around.language;
    let heading = message!(
        "**Zero-flush mask** (manual 3.6.2.2): the result is replaced with zero where the mask is 0"
    );
    format!(
        "{}\n{connections}\n{}",
        heading.say(language),
        entry(mask.entry, mask.double_long, language)
    )
}

/// A `mask` statement (manual 3.6.2.1).
pub(super) fn statement(setting: &WriteMaskSetting, language: Language) -> String {
    let covered: Vec<Message> = [
        Memory::Grf0,
        Memory::Grf1,
        Memory::T,
        Memory::Lm0,
        Memory::Lm1,
        Memory::MaskRegister,
    ]
    .into_iter()
    .filter(|&memory| setting.covers(memory))
    .map(wording::memory)
    .collect();
    let what = if covered.is_empty() {
        message!("Writes of the following steps are not masked.").say(language)
    } else {
        let covered = covered
            .into_iter()
            .reduce(|first, second| message!("{first}, {second}", first, second));
        let what = message!(
            "Writes of the following steps to {memories} pass through entry {entry}. A mask written at a \
             destination takes its place for the whole step.",
            memories = covered.map_or_else(|| Value::from(""), Value::from),
            entry = setting.entry
        );
        let entry = entry(setting.entry, setting.double_long, language);
        format!("{}\n\n{entry}", what.say(language))
    };
    let heading = message!("**Write mask for the following lines** (manual 3.6.2.1)");
    format!("{}\n\n{what}", heading.say(language))
}

/// What an entry of the mask register selects.
pub(super) fn entry(entry: u8, double_long: bool, language: Language) -> String {
    let word = if double_long {
        message!("each of the 2 long words")
    } else {
        message!("the long word")
    };
    if entry == 0 {
        return message!(
            "Entry 0: everything passes; one flag for {word} of a cycle.\n",
            word
        )
        .say(language);
    }
    let Some(pattern) = u32::from(entry).checked_sub(MASK_FIRST_PATTERN_ENTRY) else {
        return message!(
            "Entry {entry} of the mask register: in every cycle each PE's own flags for {word} decide, \
             as an instruction with `$omr{entry}` wrote them.\n",
            entry,
            word
        )
        .say(language);
    };
    let say = |message: Message| message.say(language);
    let (yes, no) = (say(message!("yes")), say(message!("no")));
    let mut head = format!("| {} |", say(message!("cycle")));
    let mut rule = String::from("| --- |");
    let mut body = format!("| {} |", say(message!("passes")));
    for cycle in 0..CYCLES_PER_STEP {
        let passes = pattern >> (CYCLES_PER_STEP - 1 - cycle) & 1 == 1;
        head.push_str(&format!(" {cycle} |"));
        rule.push_str(" --- |");
        body.push_str(&format!(" {} |", if passes { &yes } else { &no }));
    }
    let heading = message!(
        "Fixed pattern `{pattern}`, the same in every PE:",
        pattern = format!("{pattern:04b}")
    );
    format!("{}\n\n{head}\n{rule}\n{body}\n", say(heading))
}
