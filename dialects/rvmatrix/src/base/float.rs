//! The instructions of the extensions F and D: numbers of single and double precision.

use super::Base;

/// An instruction on numbers with a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Float {
    /// What it computes.
    pub operation: FloatOperation,
    /// The format of its numbers; of a conversion, the format of the result.
    pub precision: Precision,
}

/// The format of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 32 bits, in the low half of a register whose other bits are 1.
    Single,
    /// 64 bits in all of a register.
    Double,
}

impl Precision {
    /// The bytes of a number in memory.
    #[must_use]
    pub const fn bytes(self) -> u8 {
        match self {
            Self::Single => 4,
            Self::Double => 8,
        }
    }

    /// The format that is not this one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Single => Self::Double,
            Self::Double => Self::Single,
        }
    }
}

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOperation {
    /// Sum of both numbers.
    Add,
    /// Difference of both numbers.
    Subtract,
    /// Product of both numbers.
    Multiply,
    /// Quotient of both numbers.
    Divide,
    /// Square root.
    SquareRoot,
    /// The smaller number.
    Minimum,
    /// The larger number.
    Maximum,
    /// A product and a third number, rounded once; whether the product is negated, and whether the number is subtracted.
    Fused(bool, bool),
    /// The first number with a sign that depends on both.
    Sign(SignRule),
    /// A number with a sign that depends on itself.
    OwnSign(SignRule),
    /// 1 if both numbers compare so; with the flag, they change places.
    Compare(Comparison, bool),
    /// A whole number from a number with a fraction.
    ToInteger(Integer),
    /// A number from a whole number.
    FromInteger(Integer),
    /// A number from one of the other format.
    Convert,
    /// The class of a number, as a bit.
    Classify,
    /// The bits of a number.
    ToBits,
    /// A number from its bits.
    FromBits,
    /// A number from memory.
    Load,
    /// A number to memory.
    Store,
}

/// The sign of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignRule {
    /// The sign of the second number.
    Copy,
    /// The opposite of it.
    Invert,
    /// The sign of the product.
    Multiply,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the instructions")]
pub enum Comparison {
    Equal,
    Less,
    LessEqual,
}

/// A type of whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integer {
    /// 32 bits with a sign.
    Word,
    /// 32 bits without a sign; in a register, the highest one is extended.
    WordUnsigned,
    /// 64 bits with a sign.
    Long,
    /// 64 bits without a sign.
    LongUnsigned,
}

impl Integer {
    /// The smallest and the largest number.
    #[must_use]
    pub const fn range(self) -> (i128, i128) {
        match self {
            Self::Word => (i32::MIN as i128, i32::MAX as i128),
            Self::WordUnsigned => (0, u32::MAX as i128),
            Self::Long => (i64::MIN as i128, i64::MAX as i128),
            Self::LongUnsigned => (0, u64::MAX as i128),
        }
    }

    /// The number in a register.
    #[must_use]
    pub const fn from_register(self, value: u64) -> i128 {
        match self {
            Self::Word => value as i32 as i128,
            Self::WordUnsigned => value as u32 as i128,
            Self::Long => value as i64 as i128,
            Self::LongUnsigned => value as i128,
        }
    }

    /// A number of this type as a register has it.
    #[must_use]
    pub const fn to_register(self, value: i128) -> u64 {
        match self {
            Self::Word | Self::WordUnsigned => value as i32 as i64 as u64,
            Self::Long | Self::LongUnsigned => value as u64,
        }
    }

    /// Its name in formulas.
    const fn name(self) -> &'static str {
        match self {
            Self::Word => "i32",
            Self::WordUnsigned => "u32",
            Self::Long => "i64",
            Self::LongUnsigned => "u64",
        }
    }
}

/// The names of rounding modes, in the order of their numbers; `dyn` is the mode in `frm`.
pub const ROUNDINGS: [&str; 8] = ["rne", "rtz", "rdn", "rup", "rmm", "", "", "dyn"];

impl Float {
    /// Whether the result is in an integer register.
    #[must_use]
    pub const fn writes_integer(self) -> bool {
        use FloatOperation::{Classify, Compare, ToBits, ToInteger};
        matches!(
            self.operation,
            Compare(..) | ToInteger(_) | Classify | ToBits
        )
    }

    /// Whether its source is in an integer register.
    #[must_use]
    pub const fn reads_integer(self) -> bool {
        use FloatOperation::{FromBits, FromInteger};
        matches!(self.operation, FromInteger(_) | FromBits)
    }

    /// The number of its sources, except for the address of a load or a store.
    #[must_use]
    pub const fn sources(self) -> usize {
        use FloatOperation::{
            Add, Classify, Compare, Convert, Divide, FromBits, FromInteger, Fused, Load, Maximum,
            Minimum, Multiply, OwnSign, Sign, SquareRoot, Store, Subtract, ToBits, ToInteger,
        };
        match self.operation {
            Fused(..) => 3,
            Add | Subtract | Multiply | Divide | Minimum | Maximum | Sign(_) | Compare(..) => 2,
            SquareRoot | OwnSign(_) | ToInteger(_) | FromInteger(_) | Convert | Classify
            | ToBits | FromBits => 1,
            Load | Store => 0,
        }
    }

    /// Whether a rounding mode can follow its sources.
    #[must_use]
    pub const fn rounds(self) -> bool {
        use FloatOperation::{
            Add, Convert, Divide, FromInteger, Fused, Multiply, SquareRoot, Subtract, ToInteger,
        };
        matches!(
            self.operation,
            Add | Subtract
                | Multiply
                | Divide
                | SquareRoot
                | Fused(..)
                | ToInteger(_)
                | FromInteger(_)
                | Convert
        )
    }

    /// Its operands, as they are written.
    pub(super) const fn operands(self) -> &'static str {
        match (self.operation, self.sources()) {
            (FloatOperation::Load, _) => "fd, number(rs1)",
            (FloatOperation::Store, _) => "fs2, number(rs1)",
            (_, 3) => "fd, fs1, fs2, fs3",
            (_, 2) if self.writes_integer() => "rd, fs1, fs2",
            (_, 2) => "fd, fs1, fs2",
            _ if self.writes_integer() => "rd, fs1",
            _ if self.reads_integer() => "fd, rs1",
            _ => "fd, fs1",
        }
    }

    /// What it computes.
    pub(super) fn formula(self) -> String {
        use FloatOperation::{
            Add, Classify, Compare, Convert, Divide, FromBits, FromInteger, Fused, Load, Maximum,
            Minimum, Multiply, OwnSign, Sign, SquareRoot, Store, Subtract, ToBits, ToInteger,
        };
        let bits = self.precision.bytes() * 8;
        let value = match self.operation {
            Add => "fs1 + fs2".to_owned(),
            Subtract => "fs1 - fs2".to_owned(),
            Multiply => "fs1 * fs2".to_owned(),
            Divide => "fs1 / fs2".to_owned(),
            SquareRoot => "sqrt(fs1)".to_owned(),
            Minimum => "min(fs1, fs2)".to_owned(),
            Maximum => "max(fs1, fs2)".to_owned(),
            Fused(is_negated, is_subtracted) => {
                let product = if is_negated {
                    "-(fs1 * fs2)"
                } else {
                    "fs1 * fs2"
                };
                let sign = if is_subtracted { '-' } else { '+' };
                format!("{product} {sign} fs3")
            }
            Sign(SignRule::Copy) => "copysign(fs1, fs2)".to_owned(),
            Sign(SignRule::Invert) => "copysign(fs1, -fs2)".to_owned(),
            Sign(SignRule::Multiply) => "sign(fs2) * fs1".to_owned(),
            OwnSign(SignRule::Copy) | Convert => "fs1".to_owned(),
            OwnSign(SignRule::Invert) => "-fs1".to_owned(),
            OwnSign(SignRule::Multiply) => "|fs1|".to_owned(),
            Compare(comparison, is_swapped) => {
                let (left, right) = if is_swapped {
                    ("fs2", "fs1")
                } else {
                    ("fs1", "fs2")
                };
                let sign = match comparison {
                    Comparison::Equal => "==",
                    Comparison::Less => "<",
                    Comparison::LessEqual => "<=",
                };
                format!("{left} {sign} {right}")
            }
            ToInteger(Integer::WordUnsigned) => "i32(u32(round(fs1)))".to_owned(),
            ToInteger(integer) => format!("{}(round(fs1))", integer.name()),
            FromInteger(integer) => format!("{}(rs1)", integer.name()),
            Classify => "class(fs1)".to_owned(),
            ToBits => format!("i{bits}(bits(fs1))"),
            FromBits => format!("f{bits}(bits(rs1))"),
            Load => format!("f{bits}[rs1 + number]"),
            Store => return format!("f{bits}[rs1 + number] = fs2"),
        };
        let result = if self.writes_integer() { "rd" } else { "fd" };
        format!("{result} = {value}")
    }
}

const fn float(precision: Precision, operation: FloatOperation) -> Base {
    Base::Float(Float {
        operation,
        precision,
    })
}

use Comparison::{Equal, Less, LessEqual};
use FloatOperation::{
    Add, Classify, Compare, Convert, Divide, FromBits, FromInteger, Fused, Load, Maximum, Minimum,
    Multiply, OwnSign, Sign, SquareRoot, Store, Subtract, ToBits, ToInteger,
};
use Integer::{Long, LongUnsigned, Word, WordUnsigned};
use Precision::{Double, Single};

macro_rules! both {
    ($($stem:literal $operation:expr;)*) => {
        &[$(
            (concat!($stem, ".s"), float(Single, $operation)),
            (concat!($stem, ".d"), float(Double, $operation)),
        )*]
    };
}

/// The mnemonics that end with the format.
pub(super) const MNEMONICS: &[(&str, Base)] = both! {
    "fadd" Add;
    "fsub" Subtract;
    "fmul" Multiply;
    "fdiv" Divide;
    "fsqrt" SquareRoot;
    "fmin" Minimum;
    "fmax" Maximum;
    "fmadd" Fused(false, false);
    "fmsub" Fused(false, true);
    "fnmsub" Fused(true, false);
    "fnmadd" Fused(true, true);
    "fsgnj" Sign(SignRule::Copy);
    "fsgnjn" Sign(SignRule::Invert);
    "fsgnjx" Sign(SignRule::Multiply);
    "fmv" OwnSign(SignRule::Copy);
    "fneg" OwnSign(SignRule::Invert);
    "fabs" OwnSign(SignRule::Multiply);
    "feq" Compare(Equal, false);
    "flt" Compare(Less, false);
    "fle" Compare(LessEqual, false);
    "fgt" Compare(Less, true);
    "fge" Compare(LessEqual, true);
    "fcvt.w" ToInteger(Word);
    "fcvt.wu" ToInteger(WordUnsigned);
    "fcvt.l" ToInteger(Long);
    "fcvt.lu" ToInteger(LongUnsigned);
    "fclass" Classify;
};

/// The other mnemonics.
#[rustfmt::skip]
pub(super) const OTHERS: &[(&str, Base)] = &[
    ("fcvt.s.w", float(Single, FromInteger(Word))), ("fcvt.s.wu", float(Single, FromInteger(WordUnsigned))),
    ("fcvt.s.l", float(Single, FromInteger(Long))), ("fcvt.s.lu", float(Single, FromInteger(LongUnsigned))),
    ("fcvt.d.w", float(Double, FromInteger(Word))), ("fcvt.d.wu", float(Double, FromInteger(WordUnsigned))),
    ("fcvt.d.l", float(Double, FromInteger(Long))), ("fcvt.d.lu", float(Double, FromInteger(LongUnsigned))),
    ("fcvt.s.d", float(Single, Convert)), ("fcvt.d.s", float(Double, Convert)),
    ("fmv.x.w", float(Single, ToBits)), ("fmv.x.s", float(Single, ToBits)), ("fmv.x.d", float(Double, ToBits)),
    ("fmv.w.x", float(Single, FromBits)), ("fmv.s.x", float(Single, FromBits)), ("fmv.d.x", float(Double, FromBits)),
    ("flw", float(Single, Load)), ("fld", float(Double, Load)),
    ("fsw", float(Single, Store)), ("fsd", float(Double, Store)),
];
