//! Values of watch expressions, and their text.

use std::cmp::Ordering;
use std::fmt;

use mnc2_isa::ChipLevel;
use mnc2_program::WatchFormat;

use crate::float::convert::to_f64;
use crate::float::format::format_for_bits;
use crate::float::print::general;

/// Maximum number of elements that `where` lists.
pub const ELEMENTS_MAX: usize = 64;

/// Maximum number of values that `distinct` lists.
pub const VALUES_MAX: usize = 16;

/// Low bits that pseudo-single precision ignores.
const PSEUDO_SINGLE_UNUSED: u64 = 0x1f;

/// The value of a watch expression. Its `Display` is for people.
#[derive(Clone, Debug, PartialEq)]
pub enum WatchValue {
    /// Whether a condition holds.
    Truth(bool),
    /// Numbers that were computed.
    Numbers {
        /// Of each cycle and each part of a word.
        numbers: Vec<Number>,
        /// The format in which they are shown.
        format: WatchFormat,
    },
    /// The content of a place.
    Words(ElementWords),
    /// The result of `distinct`.
    Distinct(Distinct),
    /// The result of `where`.
    Elements(FoundElements),
}

impl WatchValue {
    /// Whether a condition holds; `None` if it is not a condition.
    #[must_use]
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Truth(truth) => Some(*truth),
            Self::Numbers { .. } | Self::Words(_) | Self::Distinct(_) | Self::Elements(_) => None,
        }
    }
}

impl fmt::Display for WatchValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(truth) => write!(f, "{truth}"),
            Self::Numbers { numbers, format } => {
                let numbers: Vec<_> = numbers.iter().map(|it| it.text(*format)).collect();
                f.write_str(&numbers.join(", "))
            }
            Self::Words(words) => words.fmt(f),
            Self::Distinct(distinct) => distinct.fmt(f),
            Self::Elements(elements) => elements.fmt(f),
        }
    }
}

/// The content of a place on one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementWords {
    /// The level of the element.
    pub level: ChipLevel,
    /// Its index in the chip.
    pub element: usize,
    /// The bits of one word: 64, 32, or 4 for the flags of a mask.
    pub word_bits: u32,
    /// Words of one cycle.
    pub words_per_cycle: usize,
    /// The words, the first cycle first; a word in the low bits.
    pub words: Vec<u64>,
    /// The format in which they are read.
    pub format: WatchFormat,
}

impl ElementWords {
    /// The numbers in the words.
    pub fn numbers(&self) -> impl Iterator<Item = Number> {
        let words = self.words.iter();
        words.flat_map(|&word| parts(word, self.word_bits, self.format))
    }

    /// The name of the element in the hierarchy, as the dump shows it.
    #[must_use]
    pub fn element_name(&self) -> String {
        self.level.name(self.element)
    }
}

impl fmt::Display for ElementWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cycles = self.words.chunks(self.words_per_cycle.max(1));
        let is_only = cycles.len() == 1;
        for (index, cycle) in cycles.enumerate() {
            let words = cycle.iter();
            let numbers: Vec<_> = words
                .flat_map(|&word| parts(word, self.word_bits, self.format))
                .map(|number| number.text(self.format))
                .collect();
            let numbers = numbers.join(", ");
            match (is_only, index) {
                (true, _) => f.write_str(&numbers)?,
                (false, 0) => write!(f, "{{{numbers}}}")?,
                (false, _) => write!(f, " {{{numbers}}}")?,
            }
        }
        Ok(())
    }
}

/// The numbers in a word, the most significant first.
fn parts(word: u64, word_bits: u32, format: WatchFormat) -> impl Iterator<Item = Number> {
    let bits = format.bits().unwrap_or(word_bits);
    let count = word_bits / bits;
    (0..count)
        .map(move |index| Number::from_word(word >> (bits * (count - 1 - index)), bits, format))
}

/// The value of a number in a watch expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer, computed without rounding.
    Integer(i128),
    /// A number in a floating-point format, as `f64`.
    Real(f64),
}

impl Number {
    /// The number in the low bits of a word.
    pub(super) fn from_word(word: u64, bits: u32, format: WatchFormat) -> Self {
        let word = word & (u64::MAX >> (64 - bits));
        match format {
            WatchFormat::PseudoSingle => {
                Self::Real(to_f64(format_for_bits(bits), word & !PSEUDO_SINGLE_UNUSED))
            }
            WatchFormat::Double | WatchFormat::Single | WatchFormat::Half => {
                Self::Real(to_f64(format_for_bits(bits), word))
            }
            WatchFormat::LongInteger | WatchFormat::SingleInteger | WatchFormat::HalfInteger => {
                Self::signed(word, bits)
            }
            WatchFormat::Hexadecimal
            | WatchFormat::Unsigned
            | WatchFormat::UnsignedSingleInteger
            | WatchFormat::UnsignedHalfInteger => Self::Integer(i128::from(word)),
        }
    }

    /// The integer with a sign in the low bits of a word.
    pub(super) fn signed(word: u64, bits: u32) -> Self {
        let unused = 64 - bits;
        Self::Integer(i128::from((word << unused).cast_signed() >> unused))
    }

    /// Whether it is less, equal or greater, exactly; `None` if one is not a number.
    pub(super) fn compared(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Integer(own), Self::Integer(other)) => Some(own.cmp(&other)),
            (Self::Real(own), Self::Real(other)) => own.partial_cmp(&other),
            (Self::Integer(own), Self::Real(other)) => integer_and_real(own, other),
            (Self::Real(own), Self::Integer(other)) => {
                integer_and_real(other, own).map(Ordering::reverse)
            }
        }
    }

    /// As a floating-point number, rounded if it is a large integer.
    #[must_use]
    pub const fn as_f64(self) -> f64 {
        match self {
            Self::Integer(number) => number as f64,
            Self::Real(number) => number,
        }
    }

    /// Its text in a format.
    #[must_use]
    pub fn text(self, format: WatchFormat) -> String {
        match (self, format) {
            (Self::Integer(number), WatchFormat::Hexadecimal) => {
                let sign = if number < 0 { "-" } else { "" };
                format!("{sign}0x{:x}", number.unsigned_abs())
            }
            (Self::Integer(number), _) => number.to_string(),
            (Self::Real(number), _) => real_text(number, format),
        }
    }
}

fn integer_and_real(integer: i128, real: f64) -> Option<Ordering> {
    if real.is_nan() {
        return None;
    }
    // The cast of a number beyond all integers gives the last one, which no word reaches.
    let whole = real.trunc();
    match integer.cmp(&(whole as i128)) {
        Ordering::Equal => whole.partial_cmp(&real),
        order @ (Ordering::Less | Ordering::Greater) => Some(order),
    }
}

/// A number with six digits as `d get` shows it, or with as many digits as distinguish it from its neighbours.
fn real_text(number: f64, format: WatchFormat) -> String {
    let short = general(number);
    let is_exact = match format {
        WatchFormat::Single | WatchFormat::PseudoSingle | WatchFormat::Half => {
            short.parse::<f32>().ok() == Some(number as f32)
        }
        _ => short.parse::<f64>().ok() == Some(number),
    };
    if is_exact || !number.is_finite() {
        return short;
    }
    match format {
        WatchFormat::Single | WatchFormat::PseudoSingle | WatchFormat::Half => {
            let number = number as f32;
            shorter(number.to_string(), format!("{number:e}"))
        }
        _ => shorter(number.to_string(), format!("{number:e}")),
    }
}

/// A number in digits, or with an exponent if that is shorter.
fn shorter(digits: String, with_exponent: String) -> String {
    if with_exponent.len() < digits.len() {
        with_exponent
    } else {
        digits
    }
}

/// The different values of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distinct {
    /// The most frequent ones, at most [`VALUES_MAX`].
    pub values: Vec<DistinctValue>,
    /// The number of other values.
    pub others: usize,
}

/// A value that elements have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctValue {
    /// The value, on the first of its elements.
    pub words: ElementWords,
    /// The number of elements with the value.
    pub count: usize,
}

impl fmt::Display for Distinct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, value) in self.values.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            let (words, count) = (&value.words, value.count);
            let name = words.element_name();
            match count {
                1 => write!(f, "{separator}{words}: {name}")?,
                _ => write!(f, "{separator}{words}: {name} +{}", count - 1)?,
            }
        }
        match self.others {
            0 => Ok(()),
            others => write!(f, "; … +{others}"),
        }
    }
}

/// Elements on which a condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundElements {
    /// The level of the elements.
    pub level: ChipLevel,
    /// The indices of the first ones in the chip, at most [`ELEMENTS_MAX`].
    pub first: Vec<usize>,
    /// The number of other elements.
    pub others: usize,
    /// The number of elements on which the condition was evaluated.
    pub asked: usize,
}

impl FoundElements {
    /// The number of all elements.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.first.len() + self.others
    }
}

impl fmt::Display for FoundElements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.first.iter().map(|&index| self.level.name(index));
        let names: Vec<_> = names.collect();
        match (names.is_empty(), self.others) {
            (true, _) => f.write_str("-"),
            (false, 0) => f.write_str(&names.join(" ")),
            (false, others) => write!(f, "{} … +{others}", names.join(" ")),
        }
    }
}
