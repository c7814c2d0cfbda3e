//! The explanation of host statements: what they do, and what each of their words means.

use mnc2_isa::ControlOp;
use mnc2_program::message::wording;
use mnc2_program::{HostAction, HostStatement};
use mnc2_text::line::part as text_of;
use mnc2_text::{Language, LineRange, Message, message};

use super::values::Bits;
use super::{Around, Part, opcode, part};

/// Maximum number of long words of a payload that are shown.
const SHOWN_LONG_WORDS: usize = 16;

/// What a word of a host statement means.
#[derive(Clone, Copy)]
enum Word {
    Group,
    Address,
    Length,
    Payload,
    /// The letter, and words whose meaning no source states.
    Other,
}

impl Word {
    /// The word at a position after the letter.
    fn at(action: &HostAction, position: usize) -> Self {
        let (first, words): (usize, &[Self]) = match action {
            HostAction::WritePdm { .. } => (5, &[Self::Address, Self::Length, Self::Payload]),
            HostAction::ReadPdm { .. } => (5, &[Self::Address, Self::Length]),
            HostAction::WriteDram { .. } => (
                0,
                &[Self::Group, Self::Address, Self::Length, Self::Payload],
            ),
            HostAction::Flush => return Self::Other,
        };
        let Some(index) = position.checked_sub(first) else {
            return Self::Other;
        };
        match words.get(index) {
            Some(word) => *word,
            // A payload can be split into several words.
            None => match words.last() {
                Some(Self::Payload) => Self::Payload,
                _ => Self::Other,
            },
        }
    }
}

/// The parts of a host statement.
pub(super) fn parts<'a>(
    text: &'a str,
    host: &'a HostStatement,
    around: Around<'a>,
) -> Vec<Part<'a>> {
    words(text, &host.range)
        .into_iter()
        .enumerate()
        .map(|(index, range)| {
            let word = match index.checked_sub(1) {
                Some(position) => Word::at(&host.action, position),
                None => Word::Other,
            };
            part(&range, move || explanation(host, word, around))
        })
        .collect()
}

/// The words of a range of a line.
fn words(text: &str, whole: &LineRange) -> Vec<LineRange> {
    let mut found = Vec::new();
    let mut end = 0;
    let text = text_of(text, whole);
    while let Some(blanks) = text[end..].find(|letter: char| !letter.is_whitespace()) {
        let start = end + blanks;
        end = text[start..]
            .find(char::is_whitespace)
            .map_or(text.len(), |length| start + length);
        found.push(whole.start + start as u32..whole.start + end as u32);
    }
    found
}

fn explanation(host: &HostStatement, word: Word, around: Around<'_>) -> String {
    let language = around.language;
    let connections = (around.connections)(&host.range).unwrap_or_default();
    let explained = match (word, &host.action) {
        (
            Word::Address,
            HostAction::WritePdm { address, .. }
            | HostAction::ReadPdm { address, .. }
            | HostAction::WriteDram { address, .. },
        ) => Some(message!(
            "**Address** {address}, hexadecimal in the text, in long words",
            address = *address
        )),
        (Word::Length, action) => Some(message!(
            "**Length**: {length}, hexadecimal in the text",
            length = wording::long_words(length(action))
        )),
        (Word::Group, HostAction::WriteDram { group, .. }) => {
            Some(message!("**Group** {group}", group = *group))
        }
        (
            Word::Payload,
            HostAction::WritePdm { address, payload }
            | HostAction::WriteDram {
                address, payload, ..
            },
        ) => return payload_table(*address, payload, language),
        _ => None,
    };
    if let Some(explained) = explained {
        return format!("{}\n{connections}", explained.say(language));
    }
    let op = match host.action {
        HostAction::WritePdm { .. } => ControlOp::HostWritePdm,
        HostAction::ReadPdm { .. } => ControlOp::HostReadPdm,
        HostAction::Flush => ControlOp::HostFlush,
        HostAction::WriteDram { .. } => ControlOp::HostWriteDram,
    };
    let page = opcode::control(op, language);
    match summary(&host.action) {
        Some(summary) => format!("{}\n{connections}\n---\n\n{page}", summary.say(language)),
        None => page,
    }
}

/// What a statement does, with its numbers.
fn summary(action: &HostAction) -> Option<Message> {
    let length = wording::long_words(length(action));
    Some(match action {
        HostAction::WritePdm { address, .. } => message!(
            "The host writes {length} to PDM of group 0, from address {address} on.",
            length,
            address = *address
        ),
        HostAction::ReadPdm { address, .. } => message!(
            "The host reads {length} back from PDM of group 0, from address {address} on.",
            length,
            address = *address
        ),
        HostAction::WriteDram { group, address, .. } => message!(
            "The host writes {length} to DRAM of group {group}, from address {address} on.",
            length,
            group = *group,
            address = *address
        ),
        HostAction::Flush => return None,
    })
}

/// Long words that a statement transfers.
fn length(action: &HostAction) -> u64 {
    match action {
        HostAction::WritePdm { payload, .. } | HostAction::WriteDram { payload, .. } => {
            payload.len() as u64
        }
        HostAction::ReadPdm { length, .. } => u64::from(*length),
        HostAction::Flush => 0,
    }
}

/// The payload word by word, in every precision.
fn payload_table(address: u32, payload: &[u64], language: Language) -> String {
    let mut out = message!(
        "**Payload** of {length}\n\n\
         | address | bits | double precision | single precision | half precision | signed integer |\n\
         | --- | --- | --- | --- | --- | --- |\n",
        length = wording::long_words(payload.len() as u64)
    )
    .say(language);
    for (&long_word, address) in payload.iter().take(SHOWN_LONG_WORDS).zip(address..) {
        let bits = Bits::long_word(long_word);
        out.push_str(&format!(
            "| {address} | `{}` | `{}` | `{}` | `{}` | `{}` |\n",
            bits.hexadecimal(),
            bits.double_precision(),
            bits.single_precision(),
            bits.half_precision(),
            bits.signed(64)
        ));
    }
    let more = payload.len().saturating_sub(SHOWN_LONG_WORDS);
    if more > 0 {
        out.push_str(&message!("\n… and {count} more.\n", count = more).say(language));
    }
    out
}
