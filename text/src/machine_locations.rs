//! The values that a machine lists for a debugger: locations, which hold a number or have parts.
//!
//! A location is named once, when a condition is set or a list is shown, and read as often as needed without a search and
//! without text. Its text in a list is read separately from its number, and in pages.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use crate::{Message, message};

/// Indices of a location, from the whole machine inward.
const DEPTH_MAX: usize = 6;

/// A location of one machine, which defines what each index means. A copy stays valid while the machine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    path: [u64; DEPTH_MAX],
    depth: u8,
}

impl Location {
    /// The location at the end of a path of at most six indices; further ones are left out.
    #[must_use]
    pub fn new(indices: &[u64]) -> Self {
        let mut path = [0; DEPTH_MAX];
        let depth = indices.len().min(DEPTH_MAX);
        path[..depth].copy_from_slice(&indices[..depth]);
        Self {
            path,
            depth: depth as u8,
        }
    }

    /// A part of it.
    #[must_use]
    pub fn part(mut self, index: u64) -> Self {
        if let Some(next) = self.path.get_mut(usize::from(self.depth)) {
            *next = index;
            self.depth += 1;
        }
        self
    }

    /// The indices, from the outermost level to the innermost.
    #[must_use]
    pub fn path(&self) -> &[u64] {
        &self.path[..usize::from(self.depth)]
    }
}

/// The entry of a location in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Described {
    /// Its name in the list that it is in.
    pub name: String,
    /// The expression for it; empty where none names it.
    pub expression: String,
    /// The text of its value; empty where its number, or its parts, show it.
    pub value: String,
    /// The number of its parts; 0 for a location with a number.
    pub parts: u64,
    /// Whether its parts are numbered from 0, so that they can be requested in pages.
    pub is_indexed: bool,
    /// Whether it can be changed.
    pub is_settable: bool,
    /// The memory that it is in, by its index in [`Locations::memories`], and the address of its first byte.
    pub memory: Option<(usize, u64)>,
}

impl Described {
    /// A location with its name, the expression for it, and how many parts it has.
    #[must_use]
    pub fn new(name: impl Into<String>, expression: impl Into<String>, parts: u64) -> Self {
        Self {
            name: name.into(),
            expression: expression.into(),
            parts,
            ..Self::default()
        }
    }
}

/// A memory of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryAbout {
    /// Its name, a word.
    pub name: &'static str,
    /// Its last address, in bytes.
    pub last: u64,
}

/// The locations of a machine, and their numbers.
///
/// The interface that a new machine provides for the debugger, in addition to steps. Threads are numbered from 0; a machine
/// with one ignores the number. Frames are counted from the innermost.
pub trait Locations {
    /// The lists of a frame, the nearest first.
    fn groups(&self, thread: usize, frame: usize) -> Vec<Location>;

    /// The entry of a location in a list.
    fn describe(&self, at: Location) -> Described;

    /// Some of the parts of a location, by their order in its list.
    fn parts(&self, at: Location, range: Range<u64>) -> Vec<Location>;

    /// The part with a number: of memory that is its address, otherwise the order in the list. `None` if there is none.
    fn element(&self, at: Location, number: u64) -> Option<Location> {
        self.parts(at, number..number.checked_add(1)?).pop()
    }

    /// The location that a name means in a thread, or where the run is; `None` for an unknown name.
    fn named(&self, name: &str, thread: Option<usize>) -> Option<Location>;

    /// Names for a list of completions.
    fn names(&self) -> Vec<String>;

    /// The number at a location; `None` if it has parts, or holds none now.
    fn number(&self, at: Location) -> Option<Number>;

    /// Changes the number at a location.
    ///
    /// # Errors
    /// With a sentence, if it does not hold one, or not this one.
    fn set(&mut self, at: Location, number: Number) -> Result<(), Message>;

    /// The memories of bytes.
    fn memories(&self) -> &'static [MemoryAbout] {
        &[]
    }

    /// Reads bytes of a memory, which has all of them.
    fn read_bytes(&self, _memory: usize, _address: u64, _bytes: &mut [u8]) {}

    /// Writes bytes of a memory, which has all of them.
    ///
    /// # Errors
    /// With a sentence, if that takes more memory than a run may have.
    fn write_bytes(&mut self, _memory: usize, _address: u64, _bytes: &[u8]) -> Result<(), Message> {
        Ok(())
    }

    /// The names of the threads; none if the machine has only one.
    fn threads(&self) -> Vec<String> {
        Vec::new()
    }

    /// The thread that runs next.
    fn thread(&self) -> usize {
        0
    }
}

/// A number of a machine, or of an expression.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// A machine word of this number of bits, at most 64: with a sign, unless what it is compared with needs none.
    Word(u64, u8),
    /// Bits as they are written in hexadecimal.
    Bits(u64),
    /// A number without a fraction.
    Whole(i128),
    /// A floating-point number of any format.
    Real(f64),
}

impl Number {
    /// The integer; a word has a sign. `None` for a fraction.
    #[must_use]
    pub const fn whole(self) -> Option<i128> {
        match self {
            Self::Word(value, bits) => {
                let unused = 64 - bits as u32;
                Some(((value << unused) as i64 >> unused) as i128)
            }
            Self::Bits(value) => Some(value as i128),
            Self::Whole(value) => Some(value),
            Self::Real(_) => None,
        }
    }

    /// The number as the nearest `f64`.
    #[must_use]
    pub fn real(self) -> f64 {
        match self {
            Self::Real(value) => value,
            other => other.whole().unwrap_or(0) as f64,
        }
    }

    /// As a word of this number of bits; `None` if it does not fit, with or without a sign.
    #[must_use]
    pub fn word(self, bits: u32) -> Option<u64> {
        let whole = match self {
            Self::Real(value) if value.fract() == 0.0 && value.abs() < 1e18 => value as i128,
            other => other.whole()?,
        };
        let fits = whole >= -(1 << (bits - 1)) && whole < 1 << bits;
        fits.then_some(whole as u64 & (u64::MAX >> (64 - bits)))
    }

    /// The order of two numbers; `None` if one is not a number of its format.
    #[must_use]
    pub fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            // A number written as bits, or beyond the numbers with a sign, is compared with all bits of a word.
            (Self::Word(word, _), Self::Bits(bits)) => Some(word.cmp(&bits)),
            (Self::Bits(bits), Self::Word(word, _)) => Some(bits.cmp(&word)),
            (Self::Word(word, bits), Self::Whole(whole)) if whole >> (bits - 1) > 0 => {
                Some(i128::from(word).cmp(&whole))
            }
            (Self::Whole(whole), Self::Word(word, bits)) if whole >> (bits - 1) > 0 => {
                Some(whole.cmp(&i128::from(word)))
            }
            (left, right) => match (left.whole(), right.whole()) {
                (Some(left), Some(right)) => Some(left.cmp(&right)),
                _ => left.real().partial_cmp(&right.real()),
            },
        }
    }
}

/// Of the same kind and with the same bits, so that NaN equals itself.
impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Word(left, _), Self::Word(right, _)) | (Self::Bits(left), Self::Bits(right)) => {
                left == right
            }
            (Self::Whole(left), Self::Whole(right)) => left == right,
            (Self::Real(left), Self::Real(right)) => left.to_bits() == right.to_bits(),
            _ => false,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(value, _) | Self::Bits(value) => write!(f, "0x{value:x}"),
            Self::Whole(value) => write!(f, "{value}"),
            Self::Real(value) => write!(f, "{value}"),
        }
    }
}

/// A location cannot be changed.
#[must_use]
pub fn not_settable(name: &str) -> Message {
    message!("`{name}` cannot be changed", name)
}

/// A number does not fit into a location.
#[must_use]
pub fn not_fitting(number: Number, bits: u32) -> Message {
    let text = number.to_string();
    message!("`{text}` does not fit into {bits} bits", text, bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_with_or_without_a_sign() {
        let minus = Number::Word(0xffff_ffff, 32);
        for (other, expected) in [
            (Number::Whole(-1), Ordering::Equal),
            (Number::Whole(0), Ordering::Less),
            (Number::Bits(0xffff_ffff), Ordering::Equal),
            (Number::Bits(0x7fff_ffff), Ordering::Greater),
            (Number::Whole(0xffff_ffff), Ordering::Equal),
            (Number::Word(1, 32), Ordering::Less),
            (Number::Real(-0.5), Ordering::Less),
        ] {
            assert_eq!(minus.compare(other), Some(expected), "{other}");
            assert_eq!(other.compare(minus), Some(expected.reverse()), "{other}");
        }
        assert_eq!(Number::Real(f64::NAN).compare(minus), None);
        assert_eq!(Number::Word(u64::MAX, 64).whole(), Some(-1));
    }

    #[test]
    fn numbers_fit_into_words_with_or_without_a_sign() {
        assert_eq!(Number::Whole(-1).word(32), Some(0xffff_ffff));
        assert_eq!(Number::Whole(0xffff_ffff).word(32), Some(0xffff_ffff));
        assert_eq!(Number::Whole(1 << 32).word(32), None);
        assert_eq!(Number::Whole(-1).word(64), Some(u64::MAX));
        assert_eq!(Number::Real(2.0).word(32), Some(2));
        assert_eq!(Number::Real(2.5).word(32), None);
    }

    #[test]
    fn a_path_ends_at_its_depth() {
        let at = Location::new(&[1, 2]).part(3);
        assert_eq!(at.path(), [1, 2, 3]);
        let full = Location::new(&[1; DEPTH_MAX]);
        assert_eq!(full.part(7), full);
    }
}
