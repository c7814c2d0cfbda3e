//! Two regions of one memory: a GRF has one for reading, an LM one for reading and writing.

use mnc2_isa::Width;
use mnc2_isa::field::RegionFields;

use super::Party;
use crate::PeMemory;
use crate::access::Direction;
use crate::code::Code;
use crate::finding::Diagnostic;
use crate::message::wording;
use crate::rules::step::Checker;
use mnc2_text::{Message, message};

/// Two accesses, at least one of them a read, need different content of a field. Two writes have another finding.
pub(super) fn conflict(
    checker: &Checker<'_>,
    [first, second]: [Party<'_>; 2],
    fields: &RegionFields,
) -> Option<Diagnostic> {
    if !first.is_input() {
        return None;
    }
    let (region, other) = (first.pe_memory()?, second.pe_memory()?);
    let does = match second.is_input() {
        true => Direction::Read,
        false => Direction::Write,
    };
    let name = wording::memory(fields.memory);
    let (one, another) = (first.text(checker), second.text(checker));
    let is_own = std::ptr::eq(first.expression, second.expression);
    let who = match (is_own, does) {
        (true, Direction::Read) => message!(
            "`{first}` reads `{one}` and `{another}`",
            first = first.name(),
            one,
            another
        ),
        (true, Direction::Write) => message!(
            "`{first}` reads `{one}` and writes `{another}`",
            first = first.name(),
            one,
            another
        ),
        (false, Direction::Read) => message!(
            "`{first}` reads `{one}` and `{second}` reads `{another}`",
            first = first.name(),
            one,
            second = second.name(),
            another
        ),
        (false, Direction::Write) => message!(
            "`{first}` reads `{one}` and `{second}` writes `{another}`",
            first = first.name(),
            one,
            second = second.name(),
            another
        ),
    };
    let same_addresses = region.addresses_words() == other.addresses_words()
        && region.indirect == other.indirect
        && region.madpe == other.madpe;
    let compatible = if same_addresses {
        let wider = if region.width > other.width {
            one
        } else {
            another
        };
        let bare = wider
            .trim_start_matches('-')
            .split('/')
            .next()
            .unwrap_or_default();
        message!(
            "the addresses agree, the word lengths must too: both could be `{operand}`",
            operand = bare
        )
    } else if does == Direction::Read {
        message!(
            "both must be the same region, such as `{operand}`; or read one of the values a step earlier and forward it",
            operand = one.trim_start_matches('-')
        )
    } else {
        message!(
            "a step can read and write {memory} only in the same region: write to another memory, or a step later",
            memory = name.clone()
        )
    };
    let found = Diagnostic::new(
        Code::RegionConflict,
        second.range.clone(),
        message!(
            "{who}: two regions of {memory}, but the field `{field}` holds one",
            who,
            memory = name,
            field = fields.address.row().claim
        ),
    );
    let found = found
        .note(first.range.clone(), self::region(region))
        .note(second.range.clone(), self::region(other));
    Some(found.help(compatible))
}

/// The addresses of the four cycles with their word length: `0, 2, 4, 6 by long words`.
fn region(memory: &PeMemory) -> Message {
    let addresses = memory.addresses_words();
    let unit = match memory.width {
        Width::Single => message!("single words"),
        Width::Long => message!("long words"),
        Width::DoubleLong => message!("2 long words"),
    };
    let region = if addresses.iter().all(|&address| address == addresses[0]) {
        let address = addresses[0];
        message!("{address} in every cycle by {unit}", address, unit)
    } else {
        let addresses = addresses.map(|address| address.to_string()).join(", ");
        message!("{addresses} by {unit}", addresses, unit)
    };
    // No operand has both.
    match memory.madpe {
        Some(last) => message!("{region}, one further on PEs 0 to {last}", region, last),
        None if memory.indirect => message!("{region}, T added", region),
        None => region,
    }
}
