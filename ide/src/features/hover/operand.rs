//! The explanation of an operand: what it is, and which addresses it touches in each cycle.

use mnc2_assist::explain;
use mnc2_assist::explain::expand;
use mnc2_isa::operand_doc;
use mnc2_program::Line;
use mnc2_text::line::part;
use mnc2_text::{Language, LineRange, message};

use super::{Around, opcode};

/// The operand at a range of a line.
pub(super) fn by_range(text: &str, line: &Line, around: Around<'_>, range: &LineRange) -> String {
    let spelled = part(text, range);
    let table = expand::expand(line, around.setting)
        .operands
        .iter()
        .find(|operand| operand.range == *range)
        .map(|operand| {
            let page = expand::markdown(operand, spelled, around.language);
            // The sources and uses of the data are needed most often, so they come before the table.
            let connections = (around.connections)(range).unwrap_or_default();
            below_heading(&page, &connections)
        });
    let page = operand_doc::find(spelled)
        .map(|entry| opcode::small_heading(&explain::operand(entry, around.language)));
    table
        .into_iter()
        .chain(page)
        .collect::<Vec<_>>()
        .join("\n---\n\n")
}

/// A page with something more below its first line.
pub(super) fn below_heading(page: &str, more: &str) -> String {
    let (heading, rest) = page.split_once('\n').unwrap_or((page, ""));
    format!("{heading}\n{more}{rest}")
}

/// A tag at a range (manual 3.2.3).
pub(super) fn tag(number: u8, range: &LineRange, around: Around<'_>) -> String {
    let page = message!(
        "**Tag {number}** (manual 3.2.3)\n\n\
         `wait i{tag}` with an instruction delays it until the MV instruction with this tag is done.",
        number,
        tag = format!("{number:02x}")
    )
    .say(around.language);
    let waits = (around.waits)(range).unwrap_or_default();
    below_heading(&page, &waits)
}

/// The size of an MV instruction (manual 3.5.3).
pub(super) fn mv_size(long_words: u32, language: Language) -> String {
    message!(
        "**Size** (manual 3.5.3)\n\n{count:# long word is|# long words are} transferred.",
        count = long_words
    )
    .say(language)
}
