//! Host statements `c`, `e`, `f`, `r`, which the assembler passes through to the emulator.
//!
//! No source states their syntax; the forms here are taken from public programs. Words after the required ones are accepted.

use mnc2_isa::geometry::{DRAM_LONG_WORDS, GROUPS, PDM_LONG_WORDS};
use tree_sitter::Node;

use super::node_field::NodeField;
use super::{Context, context};
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{HostAction, HostStatement};
use mnc2_text::{Message, message};

/// Lowers a host statement.
pub(super) fn statement(context: &mut Context<'_>, node: Node<'_>) -> Option<HostStatement> {
    let command = context::field(node, NodeField::Command).map(|command| context.slice(command))?;
    let words: Vec<Node<'_>> = context::children(node)
        .into_iter()
        .filter(|child| child.kind() == "host_word")
        .collect();
    let action = match command {
        "c" => {
            let address = hexadecimal(context, node, &words, 5, Number::Address, PDM_LONG_WORDS)?;
            let length = hexadecimal(context, node, &words, 6, Number::Length, PDM_LONG_WORDS + 1)?;
            let payload = payload(context, node, &words[7..], length)?;
            HostAction::WritePdm {
                address,
                payload: payload.into(),
            }
        }
        "e" => {
            let address = hexadecimal(context, node, &words, 5, Number::Address, PDM_LONG_WORDS)?;
            let length = hexadecimal(context, node, &words, 6, Number::Length, PDM_LONG_WORDS + 1)?;
            HostAction::ReadPdm { address, length }
        }
        "r" => {
            let group = hexadecimal(context, node, &words, 0, Number::Group, GROUPS as u32)?;
            let address = hexadecimal(context, node, &words, 1, Number::Address, DRAM_LONG_WORDS)?;
            let length = hexadecimal(context, node, &words, 2, Number::Count, DRAM_LONG_WORDS)?;
            let payload = payload(context, node, &words[3..], length)?;
            HostAction::WriteDram {
                group: u8::try_from(group).ok()?,
                address,
                payload: payload.into(),
            }
        }
        _ => HostAction::Flush,
    };
    Some(HostStatement {
        range: context.range(node),
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
    node: Node<'_>,
    words: &[Node<'_>],
    position: usize,
    what: Number,
    limit: u32,
) -> Option<u32> {
    let Some(&word) = words.get(position) else {
        let range = context.range(node);
        context.error(
            Code::HostStatement,
            range,
            message!("the {what} is missing", what = what.noun()),
        );
        return None;
    };
    let (text, range) = (context.slice(word), context.range(word));
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
    node: Node<'_>,
    words: &[Node<'_>],
    length: u32,
) -> Option<Vec<u64>> {
    let digits: String = words.iter().map(|&word| context.slice(word)).collect();
    let well_formed = digits.len() as u64 == u64::from(length) * 16
        && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !well_formed {
        let range = words.first().zip(words.last()).map_or_else(
            || context.range(node),
            |(first, last)| mnc2_text::line::range(first.start_byte()..last.end_byte()),
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
    digits
        .as_bytes()
        .chunks(16)
        .map(|digits| {
            std::str::from_utf8(digits)
                .ok()
                .and_then(|d| u64::from_str_radix(d, 16).ok())
        })
        .collect()
}
