//! Masks: `/1000`, `/$llimr1` after a destination or opcode, and the `mask` statement (manual 3.6.2).

use mnc2_isa::Width;
use mnc2_isa::geometry::{MASK_ENTRIES, MASK_FIRST_PATTERN_ENTRY, MASK_VARIABLE_ENTRIES};
use tree_sitter::Node;

use super::node_field::NodeField;
use super::{Context, context, number};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{Mask, MaskStatement, MaskSuffix, WriteMaskSetting, stops_writes};
use mnc2_text::{LineRange, message};

/// The width node's value; a missing node is the single word.
pub(super) fn width(context: &Context<'_>, node: Node<'_>) -> Width {
    match context::field(node, NodeField::Width).map(|width| context.slice(width)) {
        Some("l") => Width::Long,
        Some("ll") => Width::DoubleLong,
        _ => Width::Single,
    }
}

/// Lowers a `mask` node.
pub(super) fn mask(context: &mut Context<'_>, node: Node<'_>) -> Option<Mask> {
    let range = context.range(node);
    let suffix =
        context::field(node, NodeField::Suffix).map(|suffix| match context.slice(suffix) {
            "t" => MaskSuffix::Truncate,
            _ => MaskSuffix::Pad,
        });
    let inner = context::children(node).into_iter().next()?;
    let width = width(context, inner);
    if width == Width::Long {
        context.report(
            Diagnostic::new(
                Code::MaskPattern,
                range.clone(),
                message!(
                    "the mask application word length is written `ll`, or left out for a long word"
                ),
            )
            .note(range, message!("`l` is not part of a single-line mask")),
        );
        return None;
    }
    let entry = if inner.kind() == "mask_entry" {
        let entry_node = context::field(inner, NodeField::Entry)?;
        variable_entry(context, entry_node)?
    } else {
        let pattern_node = context::field(inner, NodeField::Pattern)?;
        pattern(
            context,
            context.slice(pattern_node),
            context.range(pattern_node),
        )?
    };
    Some(Mask {
        range,
        double_long: width == Width::DoubleLong,
        entry,
        suffix,
    })
}

/// The fixed entry of a pattern such as `1000`, first cycle first.
pub(super) fn pattern(context: &mut Context<'_>, text: &str, range: LineRange) -> Option<u8> {
    let entry = pattern_entry(text);
    if entry.is_none() {
        context.report(
            Diagnostic::new(
                Code::MaskPattern,
                range,
                message!("`{text}` is not a mask pattern", text),
            )
            .help(message!(
                "a pattern is four digits 0 or 1, one for each cycle, such as `/1000`"
            )),
        );
    }
    entry
}

/// The fixed entry for four binary digits.
pub(super) fn pattern_entry(text: &str) -> Option<u8> {
    let is_pattern = text.len() == 4 && text.bytes().all(|digit| matches!(digit, b'0' | b'1'));
    let value = is_pattern
        .then(|| u8::from_str_radix(text, 2).ok())
        .flatten()?;
    Some(MASK_FIRST_PATTERN_ENTRY as u8 + value)
}

fn variable_entry(context: &mut Context<'_>, node: Node<'_>) -> Option<u8> {
    let value = number::natural(context, node)?;
    let entry = u8::try_from(value)
        .ok()
        .filter(|entry| MASK_VARIABLE_ENTRIES.contains(&u32::from(*entry)));
    if entry.is_none() {
        let range = context.range(node);
        context.error(
            Code::MaskEntryOutOfRange,
            range,
            message!(
                "mask register {value} is not variable: `$imr` takes 1 to 15",
                value
            ),
        );
    }
    entry
}

/// Lowers a statement `mask[l|ll][r][s][t][m][n][k] <addr>`.
pub(super) fn statement(context: &mut Context<'_>, node: Node<'_>) -> Option<MaskStatement> {
    let range = context.range(node);
    let mut setting = WriteMaskSetting {
        double_long: width(context, node) == Width::DoubleLong,
        ..WriteMaskSetting::default()
    };
    let memories = context::field(node, NodeField::Memories);
    if let Some(memories) = memories {
        let start = memories.start_byte() as u32;
        for (offset, letter) in context.slice(memories).char_indices() {
            let flag = match letter {
                'r' => &mut setting.grf0,
                's' => &mut setting.grf1,
                't' => &mut setting.t,
                'm' => &mut setting.lm0,
                'n' => &mut setting.lm1,
                'k' => &mut setting.mask_register,
                _ => {
                    let at = start + offset as u32;
                    context.report(
                        Diagnostic::new(
                            Code::MaskStatement,
                            at..at + letter.len_utf8() as u32,
                            message!("`{letter}` names no memory that a mask can cover", letter),
                        )
                        .help(message!(
                            "the letters are r, s, t, m, n and k for the mask register"
                        )),
                    );
                    continue;
                }
            };
            *flag = true;
        }
    }
    let entry_node = context::field(node, NodeField::Entry)?;
    let entry_range = context.range(entry_node);
    let value = number::natural(context, entry_node)?;
    if value >= u64::from(MASK_ENTRIES) {
        let diagnostic = Diagnostic::new(
            Code::MaskEntryOutOfRange,
            entry_range.clone(),
            message!(
                "there is no mask register entry {value}: entries go from 0 to 31",
                value
            ),
        );
        let text = context.slice(entry_node);
        context.report(match pattern_entry(text) {
            Some(entry) => diagnostic
                .help(message!(
                    "the pattern `{text}` is entry {entry}",
                    text,
                    entry
                ))
                .suggest(
                    message!("Use entry {entry}", entry),
                    entry_range,
                    entry.to_string(),
                ),
            None => diagnostic,
        });
        return None;
    }
    setting.entry = u8::try_from(value).ok()?;
    if stops_writes(setting.entry) && memories.is_none() {
        context.report(
            Diagnostic::new(
                Code::MaskCoversNothing,
                range.clone(),
                message!("this setting covers no memory, so it masks nothing"),
            )
            .help(message!(
                "the letters r, s, t, m, n and k after `mask` name what it covers, such as `maskmn 1`"
            )),
        );
    }
    Some(MaskStatement {
        range,
        entry_range,
        setting,
    })
}
