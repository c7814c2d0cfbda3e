//! Host statements `c`, `e`, `f`, `r`, which the assembler passes through to the emulator.
//!
//! No source states their syntax; the forms here are taken from public programs. Words after the required ones are accepted.

pub(super) mod fast_path;

use std::borrow::Cow;

use mnc2_isa::geometry::{DRAM_LONG_WORDS, GROUPS, PDM_LONG_WORDS};
use tree_sitter::Node;

use super::node_field::NodeField;
use super::unread::Part;
use super::{Context, context};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{HostAction, HostStatement};
use mnc2_text::{LineRange, Message, message};

/// A host statement as written.
struct HostParts<'a> {
    range: LineRange,
    command: &'a str,
    words: Vec<Part<'a>>,
}

/// Lowers a host statement.
pub(super) fn statement(context: &mut Context<'_>, node: Node<'_>) -> Option<HostStatement> {
    let command = context::field(node, NodeField::Command).map(|command| context.slice(command))?;
    let words = context::children(node)
        .into_iter()
        .filter(|child| child.kind() == "host_word")
        .map(|word| Part::new(context, word))
        .collect();
    let parts = HostParts {
        range: context.range(node),
        command,
        words,
    };
    statement_from(context, &parts)
}

fn statement_from(context: &mut Context<'_>, parts: &HostParts<'_>) -> Option<HostStatement> {
    let action = match parts.command {
        "c" => {
            let address = hexadecimal(context, parts, 5, Number::Address, PDM_LONG_WORDS)?;
            let length = hexadecimal(context, parts, 6, Number::Length, PDM_LONG_WORDS + 1)?;
            let payload = payload(context, parts, 7, length)?;
            HostAction::WritePdm {
                address,
                payload: payload.into(),
            }
        }
        "e" => {
            let address = hexadecimal(context, parts, 5, Number::Address, PDM_LONG_WORDS)?;
            let length = hexadecimal(context, parts, 6, Number::Length, PDM_LONG_WORDS + 1)?;
            HostAction::ReadPdm { address, length }
        }
        "r" => {
            let group = hexadecimal(context, parts, 0, Number::Group, GROUPS as u32)?;
            let address = hexadecimal(context, parts, 1, Number::Address, DRAM_LONG_WORDS)?;
            let length = hexadecimal(context, parts, 2, Number::Count, DRAM_LONG_WORDS)?;
            let payload = payload(context, parts, 3, length)?;
            HostAction::WriteDram {
                group: u8::try_from(group).ok()?,
                address,
                payload: payload.into(),
            }
        }
        _ => HostAction::Flush,
    };
    Some(HostStatement {
        range: parts.range.clone(),
        action,
    })
}

/// The meaning of a number in a host statement.
#[derive(Clone, Copy)]
enum Number {
    Address,
    Length,
    Group,
    Count,
}

impl Number {
    fn noun(self) -> Message {
        match self {
            Self::Address => message!("address"),
            Self::Length => message!("length"),
            Self::Group => message!("group"),
            Self::Count => message!("count"),
        }
    }
}

/// The hexadecimal number at a position, less than `limit`.
fn hexadecimal(
    context: &mut Context<'_>,
    parts: &HostParts<'_>,
    position: usize,
    what: Number,
    limit: u32,
) -> Option<u32> {
    let Some(word) = parts.words.get(position) else {
        context.error(
            Code::HostStatement,
            parts.range.clone(),
            message!("the {what} is missing", what = what.noun()),
        );
        return None;
    };
    let (text, range) = (word.text, word.range());
    match u64::from_str_radix(text, 16) {
        Ok(value) if value < u64::from(limit) => Some(value as u32),
        Ok(value) => {
            context.error(
                Code::HostStatement,
                range,
                message!(
                    "{what} {value} is out of range: it must be less than {limit}",
                    what = what.noun(),
                    value,
                    limit
                ),
            );
            None
        }
        Err(_) => {
            context.error(
                Code::HostStatement,
                range,
                message!(
                    "the {what} must be a hexadecimal number, not `{text}`",
                    what = what.noun(),
                    text
                ),
            );
            None
        }
    }
}

fn payload(
    context: &mut Context<'_>,
    parts: &HostParts<'_>,
    position: usize,
    length: u32,
) -> Option<Vec<u64>> {
    let words = parts.words.get(position..).unwrap_or_default();
    let digits: Cow<'_, str> = match words {
        [word] => word.text.into(),
        words => words.iter().map(|word| word.text).collect(),
    };
    let well_formed = digits.len() as u64 == u64::from(length) * 16
        && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !well_formed {
        let range = words.first().zip(words.last()).map_or_else(
            || parts.range.clone(),
            |(first, last)| first.start..last.range().end,
        );
        context.report(
            Diagnostic::new(
                Code::HostStatement,
                range,
                message!(
                    "the payload must be {length:# long word|# long words} of 16 hexadecimal digits",
                    length
                ),
            )
            .help(message!("it has {count:# character|# characters}", count = digits.len())),
        );
        return None;
    }
    // Each byte is a digit; those from `A` on have bit 6, and 9 less than their value in the low bits.
    let value = |digit: &u8| u64::from((digit & 0xf) + 9 * (digit >> 6));
    let long_word = |digits: &[u8]| digits.iter().fold(0, |all, digit| all << 4 | value(digit));
    Some(digits.as_bytes().chunks_exact(16).map(long_word).collect())
}
