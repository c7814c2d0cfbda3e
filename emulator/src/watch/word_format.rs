//! How words are read where a place gives no format: in the format of the operand that they are compared or computed with.

use mnc2_program::{OverChip, WatchExpression, WatchFormat, WatchKind, WatchNumber, WatchPlace};
use mnc2_text::{Message, message};

use super::value::Number;

/// How the words of a place are read.
#[derive(Clone, Copy)]
pub(super) enum Reading {
    Format(WatchFormat),
    /// As an integer with a sign, as long as the word: next to a negative number.
    Signed,
}

impl Reading {
    /// The format of a place, if it has none itself.
    pub(super) fn or_format_of(self, place: &WatchPlace) -> Self {
        place.format.map_or(self, Self::Format)
    }

    /// The bits of one number in words of this many.
    pub(super) const fn bits(self, word_bits: u32) -> u32 {
        match self {
            Self::Format(format) => match format.bits() {
                Some(bits) => bits,
                None => word_bits,
            },
            Self::Signed => word_bits,
        }
    }

    /// The number in the low bits of a word.
    pub(super) fn number(self, word: u64, bits: u32) -> Number {
        match self {
            Self::Format(format) => Number::from_word(word, bits, format),
            Self::Signed => Number::signed(word & (u64::MAX >> (64 - bits)), bits),
        }
    }

    /// The format that reads words of this many bits like it.
    pub(super) const fn format(self, word_bits: u32) -> WatchFormat {
        match (self, word_bits) {
            (Self::Format(format), _) => format,
            (Self::Signed, 64) => WatchFormat::LongInteger,
            (Self::Signed, 32) => WatchFormat::SingleInteger,
            (Self::Signed, _) => WatchFormat::Unsigned,
        }
    }
}

/// As a number in hexadecimal.
pub(super) const HEXADECIMAL: Reading = Reading::Format(WatchFormat::Hexadecimal);

/// The reading that the two parts of an expression give to places in it without a format: the first format that one of them
/// has, or a sign.
pub(super) fn common_reading(expression: &WatchExpression) -> Option<Reading> {
    match explicit(expression) {
        Some(format) => Some(Reading::Format(format)),
        None => has_negative(expression).then_some(Reading::Signed),
    }
}

/// The reading of an expression: its own format, otherwise the reading of the expressions around it, otherwise the common
/// reading of its parts. A fraction needs a precision.
pub(super) fn joined_reading(
    expression: &WatchExpression,
    around: Option<Reading>,
) -> Result<Option<Reading>, Message> {
    let reading = match (explicit(expression), around) {
        (Some(format), _) => Some(Reading::Format(format)),
        (None, Some(around)) => Some(around),
        (None, None) => common_reading(expression),
    };
    let is_floating = matches!(reading, Some(Reading::Format(format)) if format.is_floating());
    if !is_floating && has_fraction(expression) && lacks_format(expression) {
        return Err(message!(
            "a place next to a number with a fraction needs a format, as in `$lr0,f`"
        ));
    }
    Ok(reading)
}

/// The first format in an expression.
fn explicit(expression: &WatchExpression) -> Option<WatchFormat> {
    match &expression.kind {
        WatchKind::Place(place) => place.format,
        WatchKind::Number(WatchNumber::Typed(format, _)) => Some(*format),
        WatchKind::OverChip(OverChip::Count, _) => None,
        _ => expression.parts().iter().find_map(explicit),
    }
}

fn has_negative(expression: &WatchExpression) -> bool {
    match &expression.kind {
        WatchKind::Number(WatchNumber::Integer(number)) => *number < 0,
        WatchKind::OverChip(..) => false,
        _ => expression.parts().iter().any(has_negative),
    }
}

fn has_fraction(expression: &WatchExpression) -> bool {
    match &expression.kind {
        WatchKind::Number(WatchNumber::Real(_)) => true,
        WatchKind::OverChip(..) => false,
        _ => expression.parts().iter().any(has_fraction),
    }
}

fn lacks_format(expression: &WatchExpression) -> bool {
    let mut places = expression.places_here().into_iter();
    places.any(|place| place.format.is_none())
}

/// How the numbers of an expression are shown: as the first place in it, or in decimal.
pub(super) fn shown(expression: &WatchExpression, reading: Option<Reading>) -> WatchFormat {
    match (explicit(expression), reading) {
        (Some(format), _) => format,
        (None, Some(reading)) => reading.format(64),
        (None, None) if reads_words(expression) => WatchFormat::Hexadecimal,
        (None, None) => WatchFormat::Unsigned,
    }
}

fn reads_words(expression: &WatchExpression) -> bool {
    match &expression.kind {
        WatchKind::Place(_) => true,
        WatchKind::OverChip(OverChip::Count, _) => false,
        _ => expression.parts().iter().any(reads_words),
    }
}
