//! Reduction operations of the RRN (`<rrn_opcode>`, manual 3.5.5).

use crate::Precision;

/// The operation of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReductionKind {
    /// `fadd`: floating-point sum.
    FloatAdd,
    /// `max`: maximum of floating-point values.
    Max,
    /// `min`: minimum of floating-point values.
    Min,
    /// `iadd`: integer sum.
    IntegerAdd,
    /// `band`: bitwise and.
    BitAnd,
    /// `and`: logical and, 0 or 1.
    LogicalAnd,
    /// `bor`: bitwise or.
    BitOr,
    /// `or`: logical or, 0 or 1.
    LogicalOr,
}

impl ReductionKind {
    /// Every kind, in the manual's order.
    pub const ALL: [Self; 8] = [
        Self::FloatAdd,
        Self::Max,
        Self::Min,
        Self::IntegerAdd,
        Self::BitAnd,
        Self::LogicalAnd,
        Self::BitOr,
        Self::LogicalOr,
    ];

    /// The letters after the precision.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FloatAdd => "fadd",
            Self::Max => "max",
            Self::Min => "min",
            Self::IntegerAdd => "iadd",
            Self::BitAnd => "band",
            Self::LogicalAnd => "and",
            Self::BitOr => "bor",
            Self::LogicalOr => "or",
        }
    }

    /// The name of the operation in words, such as `bitwise and`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::FloatAdd => "floating-point sum",
            Self::Max => "floating-point maximum",
            Self::Min => "floating-point minimum",
            Self::IntegerAdd => "integer sum",
            Self::BitAnd => "bitwise and",
            Self::LogicalAnd => "logical and",
            Self::BitOr => "bitwise or",
            Self::LogicalOr => "logical or",
        }
    }

    /// The precisions that it can have.
    #[must_use]
    pub const fn precisions(self) -> &'static [Precision] {
        match self {
            Self::FloatAdd | Self::Max | Self::Min => {
                &[Precision::Double, Precision::Single, Precision::Half]
            }
            Self::IntegerAdd | Self::BitAnd | Self::LogicalAnd | Self::BitOr | Self::LogicalOr => {
                &[
                    Precision::LongInteger,
                    Precision::SingleInteger,
                    Precision::HalfInteger,
                ]
            }
        }
    }
}

/// A reduction operation with its precision, such as `dfadd`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReductionOp {
    /// The kind of reduction, such as a sum.
    pub kind: ReductionKind,
    /// The precision of the elements.
    pub precision: Precision,
}

impl ReductionOp {
    /// All reduction operations, kind by kind.
    pub fn all() -> impl Iterator<Item = Self> {
        ReductionKind::ALL.into_iter().flat_map(|kind| {
            kind.precisions()
                .iter()
                .map(move |&precision| Self { kind, precision })
        })
    }

    /// The spelling, such as `dfadd` or `land`.
    #[must_use]
    pub fn spelling(self) -> String {
        format!("{}{}", self.precision.letter(), self.kind.name())
    }
}
