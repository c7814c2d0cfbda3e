//! Nouns and counts that several messages have in common.

use mnc2_isa::timing::DistanceUnit;
use mnc2_isa::{Memory, Precision, Width};

use mnc2_text::{Message, message};

/// A memory by the manual's name.
#[must_use]
pub fn memory(memory: Memory) -> Message {
    Message::from_table(memory.name())
}

/// An access word length as a noun: `long word`.
#[must_use]
pub fn width(width: Width) -> Message {
    Message::from_table(width.name())
}

/// An access word length as an adjective: `long-word`.
#[must_use]
pub fn width_adjective(width: Width) -> Message {
    Message::from_table(width.adjective())
}

/// A precision by name.
#[must_use]
pub fn precision(precision: Precision) -> Message {
    Message::from_table(precision.name())
}

/// The note for an assumption, where nothing public decides.
#[must_use]
pub fn assumed(statement: &'static str) -> Message {
    message!("assumed: {reason}", reason = Message::remark(statement))
}

/// A number of steps.
#[must_use]
pub fn steps(count: u64) -> Message {
    message!("{count:# step|# steps}", count)
}

/// A number of cycles.
#[must_use]
pub fn cycles(count: u64) -> Message {
    message!("{count:# cycle|# cycles}", count)
}

/// A number of long words.
#[must_use]
pub fn long_words(count: u64) -> Message {
    message!("{count:# long word|# long words}", count)
}

/// A distance, counted as a rule counts it.
#[must_use]
pub fn distance(unit: DistanceUnit, count: u64) -> Message {
    match unit {
        DistanceUnit::Steps => steps(count),
        DistanceUnit::Cycles => cycles(count),
    }
}
