//! Mask flags and second long words of results (manual tables 3.9 and 3.11, sections 3.6.9.26 and 3.6.12.1).

use crate::AluOp;

/// When the mask flag of an element becomes 1 (table 3.11); x is the first input, y the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlagCondition {
    /// Never.
    Never,
    /// All bits of the output element are 0; `passa` looks at the first long word only.
    OutputIsZero,
    /// The output element is not negative; with `u`, no overflow happened.
    NotNegativeOrNoOverflow,
    /// x was selected, or both are equal.
    FirstSelected,
    /// The bit of x at this place from the top is 0; 0 is the sign bit.
    BitOfFirstIsZero(u32),
    /// The sign bit of y is 0.
    SignOfSecondIsZero,
    /// The sign bit of the output element is 0 (MAU, manual 3.6.9.26).
    OutputSignIsZero,
}

impl FlagCondition {
    /// In words.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::OutputIsZero => "output is all 0",
            Self::NotNegativeOrNoOverflow => "output is not negative; with u: no overflow happened",
            Self::FirstSelected => "x is selected or x = y",
            Self::BitOfFirstIsZero(0) => "MSB of x is 0",
            Self::BitOfFirstIsZero(1) => "2nd MSB of x is 0",
            Self::BitOfFirstIsZero(2) => "3rd MSB of x is 0",
            Self::BitOfFirstIsZero(_) => "4th MSB of x is 0",
            Self::SignOfSecondIsZero => "MSB of y is 0",
            Self::OutputSignIsZero => "sign bit of the result is 0",
        }
    }
}

/// The condition of every MAU operation (manual 3.6.9.26).
pub const MAU: FlagCondition = FlagCondition::OutputSignIsZero;

/// What an ALU instruction does with the second long word (column "DLW Op." of table 3.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SecondLongWord {
    /// It computes on both long words.
    Computed,
    /// It passes the second long word of the first input; zeros where that input is shortened by `r`.
    OfFirstInput,
    /// Computed in half precision, passed in the others.
    ComputedInHalfPrecision,
}

impl AluOp {
    /// When its mask flags become 1.
    #[must_use]
    pub const fn flag_condition(self) -> FlagCondition {
        match self {
            Self::Zero
            | Self::Imm
            | Self::Msl
            | Self::Msr
            | Self::Floor
            | Self::Ftoi
            | Self::Bfe
            | Self::Bfn => FlagCondition::Never,
            Self::Passa
            | Self::Not
            | Self::Lnot
            | Self::And
            | Self::Or
            | Self::Xor
            | Self::Lsl
            | Self::Lsr
            | Self::Bsl
            | Self::Bsr => FlagCondition::OutputIsZero,
            Self::Inc | Self::Dec | Self::Add | Self::Sub => FlagCondition::NotNegativeOrNoOverflow,
            Self::Max | Self::Min => FlagCondition::FirstSelected,
            Self::Rsqrt
            | Self::Relu
            | Self::Relu0
            | Self::Lrelud
            | Self::Lreluo
            | Self::Ilrelud => FlagCondition::BitOfFirstIsZero(0),
            Self::Relu1 => FlagCondition::BitOfFirstIsZero(1),
            Self::Relu2 => FlagCondition::BitOfFirstIsZero(2),
            Self::Relu3 => FlagCondition::BitOfFirstIsZero(3),
            Self::Packbit => FlagCondition::SignOfSecondIsZero,
        }
    }

    /// What becomes of the second long word.
    #[must_use]
    pub const fn second_long_word(self) -> SecondLongWord {
        match self {
            Self::Zero | Self::Imm | Self::Passa | Self::Bfe => SecondLongWord::Computed,
            Self::Bfn => SecondLongWord::ComputedInHalfPrecision,
            Self::Msl
            | Self::Msr
            | Self::Inc
            | Self::Dec
            | Self::Not
            | Self::Lnot
            | Self::Rsqrt
            | Self::Floor
            | Self::Ftoi
            | Self::Max
            | Self::Min
            | Self::Packbit
            | Self::And
            | Self::Or
            | Self::Xor
            | Self::Add
            | Self::Sub
            | Self::Lsl
            | Self::Lsr
            | Self::Bsl
            | Self::Bsr
            | Self::Relu
            | Self::Relu0
            | Self::Relu1
            | Self::Relu2
            | Self::Relu3
            | Self::Lrelud
            | Self::Lreluo
            | Self::Ilrelud => SecondLongWord::OfFirstInput,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_agrees_with_the_tables() {
        for &op in AluOp::ALL {
            let doc = op.row().doc;
            let never = doc.contains("mask flags are always 0");
            assert_eq!(
                never,
                op.flag_condition() == FlagCondition::Never,
                "{op:?}: {doc}"
            );
            let passes = doc.contains("second long word of the output")
                || doc.contains("second long word of the input");
            let passed = op.second_long_word() != SecondLongWord::Computed;
            assert_eq!(passes, passed, "{op:?}: {doc}");
        }
    }
}
