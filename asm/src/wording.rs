//! Nouns and counts that several messages have in common.

use mnc2_isa::timing::DistanceUnit;
use mnc2_isa::{Memory, Precision, Width};

use crate::message;
use crate::message::Message;

/// A memory by the manual's name.
#[must_use]
pub fn memory(memory: Memory) -> Message {
    Message::of_table(memory.name())
}

/// An access word length as a noun: `long word`.
#[must_use]
pub fn width(width: Width) -> Message {
    Message::of_table(width.name())
}

/// An access word length as an adjective: `long-word`.
#[must_use]
pub fn width_adjective(width: Width) -> Message {
    Message::of_table(width.adjective())
}

/// A precision by name.
#[must_use]
pub fn precision(precision: Precision) -> Message {
    Message::of_table(precision.name())
}

/// So many steps.
#[must_use]
pub fn steps(count: u64) -> Message {
    match count {
        1 => message!("1 step"),
        _ => message!("{count} steps", count),
    }
}

/// So many cycles.
#[must_use]
pub fn cycles(count: u64) -> Message {
    match count {
        1 => message!("1 cycle"),
        _ => message!("{count} cycles", count),
    }
}

/// So many long words.
#[must_use]
pub fn long_words(count: u64) -> Message {
    match count {
        1 => message!("1 long word"),
        _ => message!("{count} long words", count),
    }
}

/// A distance, counted as a rule counts it.
#[must_use]
pub fn distance(unit: DistanceUnit, count: u64) -> Message {
    match unit {
        DistanceUnit::Steps => steps(count),
        DistanceUnit::Cycles => cycles(count),
    }
}
