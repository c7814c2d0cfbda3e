//! Watch expressions: questions about the state of the chip, such as `$lr0v@n0c1b2m3p1,f == 1.5` or `max($lr0,f)`.
//!
//! Plain data. [`mnc2_asm::watch`] reads them, the emulator computes them.

use mnc2_isa::{ChipLevel, Memory, Precision};
use mnc2_text::LineRange;

use super::{OperandKind, Scope};

/// A watch expression. Ranges are bytes of its text. Places of the chip are [`WatchPlace`]s; other machines have their own.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchExpression<P = WatchPlace> {
    /// Its place in the text.
    pub range: LineRange,
    /// The place, operation or question.
    pub kind: WatchKind<P>,
}

/// The kinds of watch expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum WatchKind<P = WatchPlace> {
    /// The content of a place.
    Place(P),
    /// A number in the text.
    Number(WatchNumber),
    /// `-`: a negated number.
    Negated(Box<WatchExpression<P>>),
    /// `!`: a negated condition.
    Not(Box<WatchExpression<P>>),
    /// Two numbers that become one.
    Arithmetic(Arithmetic, Box<[WatchExpression<P>; 2]>),
    /// A comparison of two numbers. If a number has several values, for cycles or parts of a word, all of them must satisfy the
    /// comparison.
    Comparison(ComparisonOperator, Box<[WatchExpression<P>; 2]>),
    /// `&&`: both conditions hold.
    And(Box<[WatchExpression<P>; 2]>),
    /// `||`: at least one condition holds.
    Or(Box<[WatchExpression<P>; 2]>),
    /// A question about all elements of the chip.
    OverChip(OverChip, Box<WatchExpression<P>>),
}

/// The type of the value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchType {
    /// A condition, which holds or does not.
    Truth,
    /// One or several numbers.
    Numbers,
    /// Values or elements, to be read by people.
    List,
}

/// The arithmetic operators `+ - * /`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the operators")]
pub enum Arithmetic {
    Plus,
    Minus,
    Times,
    /// `/`; of integers towards zero.
    Divided,
}

/// The comparison operators `== != < <= > >=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the operators")]
pub enum ComparisonOperator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A question about all elements of the chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverChip {
    /// The different values of a place.
    Distinct,
    /// Whether a condition holds somewhere.
    Any,
    /// Whether it holds everywhere.
    All,
    /// On how many elements it holds.
    Count,
    /// The greatest of the numbers on all elements.
    Max,
    /// The least of the numbers on all elements.
    Min,
    /// The elements on which a condition holds.
    Where,
}

impl OverChip {
    /// All functions, each once.
    pub const ALL: [Self; 7] = [
        Self::Distinct,
        Self::Any,
        Self::All,
        Self::Count,
        Self::Max,
        Self::Min,
        Self::Where,
    ];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Distinct => "distinct",
            Self::Any => "any",
            Self::All => "all",
            Self::Count => "count",
            Self::Max => "max",
            Self::Min => "min",
            Self::Where => "where",
        }
    }
}

/// A number in the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WatchNumber {
    /// `0x1f`, `-3`: from −2⁶⁴ to 2⁶⁴.
    Integer(i128),
    /// A fraction, such as `1.5`.
    Real(f64),
    /// `f"1.5"`: the bits of one number, in the low end.
    Typed(WatchFormat, u64),
}

/// A place whose content a watch expression reads.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchPlace {
    /// From `$` to the end of the format.
    pub range: LineRange,
    /// The memory or register as an instruction names it. A base address register is not added.
    pub operand: OperandKind,
    /// The element as far as it is given. A missing level is taken from the focus; in a question over the chip, it is every
    /// element.
    pub scope: Scope,
    /// How to read the words, if it is given.
    pub format: Option<WatchFormat>,
}

impl WatchPlace {
    /// The level of its elements.
    #[must_use]
    pub const fn level(&self) -> ChipLevel {
        match self.operand.memory() {
            Some(Memory::L1bm) => ChipLevel::L1b,
            Some(memory) => ChipLevel::from_memory(memory),
            // A forwarding register or a constant.
            None => ChipLevel::Pe,
        }
    }
}

/// How words are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WatchFormat {
    /// `x`: the word in hexadecimal.
    Hexadecimal,
    /// `u`: the word as an unsigned integer.
    Unsigned,
    /// `d`: double precision.
    Double,
    /// `f`: single precision.
    Single,
    /// `g`: single precision without its five lowest bits.
    PseudoSingle,
    /// `h`: half precision.
    Half,
    /// `l`: signed, 64 bits.
    LongInteger,
    /// `i`: signed, 32 bits.
    SingleInteger,
    /// `s`: signed, 16 bits.
    HalfInteger,
    /// `ui`: unsigned, 32 bits.
    UnsignedSingleInteger,
    /// `us`: unsigned, 16 bits.
    UnsignedHalfInteger,
}

impl WatchFormat {
    /// All of them with their letters.
    pub const ALL: [(&'static str, Self); 11] = [
        ("x", Self::Hexadecimal),
        ("u", Self::Unsigned),
        ("d", Self::Double),
        ("f", Self::Single),
        ("g", Self::PseudoSingle),
        ("h", Self::Half),
        ("l", Self::LongInteger),
        ("i", Self::SingleInteger),
        ("s", Self::HalfInteger),
        ("ui", Self::UnsignedSingleInteger),
        ("us", Self::UnsignedHalfInteger),
    ];

    /// The format of some letters.
    #[must_use]
    pub fn from_letters(letters: &str) -> Option<Self> {
        let mut all = Self::ALL.iter();
        all.find(|(own, _)| *own == letters)
            .map(|(_, format)| *format)
    }

    /// The letters in an expression.
    #[must_use]
    pub fn letters(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(_, format)| *format == self)
            .map_or("", |(letters, _)| letters)
    }

    /// The bits of one number; `None` if it is as long as the word.
    #[must_use]
    pub const fn bits(self) -> Option<u32> {
        match self {
            Self::Hexadecimal | Self::Unsigned => None,
            Self::Double | Self::LongInteger => Some(64),
            Self::Single
            | Self::PseudoSingle
            | Self::SingleInteger
            | Self::UnsignedSingleInteger => Some(32),
            Self::Half | Self::HalfInteger | Self::UnsignedHalfInteger => Some(16),
        }
    }

    /// The precision of its numbers; `None` if it has none of its own, or is unsigned.
    #[must_use]
    pub const fn precision(self) -> Option<Precision> {
        match self {
            Self::Hexadecimal
            | Self::Unsigned
            | Self::UnsignedSingleInteger
            | Self::UnsignedHalfInteger => None,
            Self::Double => Some(Precision::Double),
            Self::Single => Some(Precision::Single),
            Self::PseudoSingle => Some(Precision::PseudoSingle),
            Self::Half => Some(Precision::Half),
            Self::LongInteger => Some(Precision::LongInteger),
            Self::SingleInteger => Some(Precision::SingleInteger),
            Self::HalfInteger => Some(Precision::HalfInteger),
        }
    }

    /// The format of a precision.
    #[must_use]
    pub const fn from_precision(precision: Precision) -> Self {
        match precision {
            Precision::Double => Self::Double,
            Precision::Single => Self::Single,
            Precision::PseudoSingle => Self::PseudoSingle,
            Precision::Half => Self::Half,
            Precision::LongInteger => Self::LongInteger,
            Precision::SingleInteger => Self::SingleInteger,
            Precision::HalfInteger => Self::HalfInteger,
        }
    }

    /// Whether its numbers are floating point.
    #[must_use]
    pub const fn is_floating(self) -> bool {
        matches!(
            self,
            Self::Double | Self::Single | Self::PseudoSingle | Self::Half
        )
    }
}

impl<P> WatchExpression<P> {
    /// The type of its value.
    #[must_use]
    pub const fn value_type(&self) -> WatchType {
        match &self.kind {
            WatchKind::Place(_)
            | WatchKind::Number(_)
            | WatchKind::Negated(_)
            | WatchKind::Arithmetic(..)
            | WatchKind::OverChip(OverChip::Count | OverChip::Max | OverChip::Min, _) => {
                WatchType::Numbers
            }
            WatchKind::Not(_)
            | WatchKind::Comparison(..)
            | WatchKind::And(_)
            | WatchKind::Or(_)
            | WatchKind::OverChip(OverChip::Any | OverChip::All, _) => WatchType::Truth,
            WatchKind::OverChip(OverChip::Distinct | OverChip::Where, _) => WatchType::List,
        }
    }

    /// The expressions directly in it.
    #[must_use]
    pub fn parts(&self) -> &[Self] {
        match &self.kind {
            WatchKind::Place(_) | WatchKind::Number(_) => &[],
            WatchKind::Negated(part) | WatchKind::Not(part) | WatchKind::OverChip(_, part) => {
                std::slice::from_ref(part)
            }
            WatchKind::Arithmetic(_, parts)
            | WatchKind::Comparison(_, parts)
            | WatchKind::And(parts)
            | WatchKind::Or(parts) => &**parts,
        }
    }

    /// The places that it reads, in the order of the text.
    #[must_use]
    pub fn places(&self) -> Vec<&P> {
        let mut places = Vec::new();
        self.add_places(&mut places);
        places
    }

    /// The places whose element depends on the focus: the places outside of questions about the chip.
    #[must_use]
    pub fn places_here(&self) -> Vec<&P> {
        match &self.kind {
            WatchKind::OverChip(..) => Vec::new(),
            WatchKind::Place(place) => vec![place],
            _ => self.parts().iter().flat_map(Self::places_here).collect(),
        }
    }

    fn add_places<'a>(&'a self, places: &mut Vec<&'a P>) {
        if let WatchKind::Place(place) = &self.kind {
            places.push(place);
        }
        for part in self.parts() {
            part.add_places(places);
        }
    }
}
