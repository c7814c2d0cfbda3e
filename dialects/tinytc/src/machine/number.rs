//! Scalars and their arithmetic: each operation rounds once to its type.
//!
//! Results are as in the compiler's constant folding, which computes with the types of C++: `f16` and `bf16` in single
//! precision with one rounding after it, integers in two's complement, complex numbers with the recovery of infinities
//! of C (annex G).

mod complex;

use half::{bf16, f16};
use mnc2_text::{Message, message};

use crate::ir::{Binary, Compare, Constant, Math, Unary};
use crate::types::{Numbers, Scalar};

/// A number of any scalar type, exactly: every type fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A value of the type `bool`.
    Boolean(bool),
    /// An integer of any width.
    Integer(i64),
    /// A floating point number of any precision.
    Float(f64),
    /// A complex number of any precision.
    Complex(f64, f64),
}

impl Number {
    /// 0 in a type.
    #[must_use]
    pub const fn zero(ty: Scalar) -> Self {
        match ty.numbers() {
            Numbers::Integer => Self::Integer(0),
            Numbers::Floating => Self::Float(0.0),
            Numbers::Complex => Self::Complex(0.0, 0.0),
        }
    }

    /// A constant of the text in a type; `None` for a truth value.
    #[must_use]
    pub fn from_constant(constant: Constant, ty: Option<Scalar>) -> Self {
        match (constant, ty) {
            (Constant::Boolean(truth), _) => Self::Boolean(truth),
            (Constant::Integer(number), Some(ty)) => Self::Integer(wrap(number, ty)),
            (Constant::Float(number), Some(ty)) => Self::Float(round(number, ty)),
            (Constant::Complex(re, im), Some(ty)) => Self::Complex(round(re, ty), round(im, ty)),
            (Constant::Integer(number), None) => Self::Integer(number),
            (Constant::Float(number), None) => Self::Float(number),
            (Constant::Complex(re, im), None) => Self::Complex(re, im),
        }
    }

    /// The integer; 0 of another number.
    #[must_use]
    pub const fn integer(self) -> i64 {
        match self {
            Self::Integer(number) => number,
            _ => 0,
        }
    }

    /// Whether it is `true`.
    #[must_use]
    pub const fn truth(self) -> bool {
        matches!(self, Self::Boolean(true))
    }

    /// Whether it has the same bits, NaN being equal to itself and the two zeros differing.
    #[must_use]
    pub fn is_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Float(left), Self::Float(right)) => left.to_bits() == right.to_bits(),
            (Self::Complex(re, im), Self::Complex(other_re, other_im)) => {
                re.to_bits() == other_re.to_bits() && im.to_bits() == other_im.to_bits()
            }
            _ => self == other,
        }
    }

    /// The parts of a number as a complex one.
    const fn parts(self) -> (f64, f64) {
        match self {
            Self::Float(re) => (re, 0.0),
            Self::Complex(re, im) => (re, im),
            Self::Boolean(_) | Self::Integer(_) => (0.0, 0.0),
        }
    }

    /// The number as the compiler prints constants: integers in decimal, floating point numbers in the hexadecimal notation of C.
    #[must_use]
    pub fn canonical(self) -> String {
        match self {
            Self::Boolean(truth) => truth.to_string(),
            Self::Integer(number) => number.to_string(),
            Self::Float(number) => hexadecimal(number),
            Self::Complex(re, im) => format!("[{},{}]", hexadecimal(re), hexadecimal(im)),
        }
    }

    /// The number as people read it.
    #[must_use]
    pub fn plain(self) -> String {
        match self {
            Self::Boolean(truth) => truth.to_string(),
            Self::Integer(number) => number.to_string(),
            Self::Float(number) => number.to_string(),
            Self::Complex(re, im) => format!("[{re}, {im}]"),
        }
    }
}

/// The hexadecimal notation of C for a number: `%a`.
fn hexadecimal(number: f64) -> String {
    let sign = if number.is_sign_negative() { "-" } else { "" };
    if number.is_nan() {
        return format!("{sign}nan");
    }
    if number.is_infinite() {
        return format!("{sign}inf");
    }
    if number == 0.0 {
        return format!("{sign}0x0p+0");
    }
    let bits = number.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let (first, exponent) = match bits >> 52 & 0x7ff {
        0 => (0, -1022),
        biased => (1, biased as i64 - 1023),
    };
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("{sign}0x{first}{point}{digits}p{exponent:+}")
}

/// The low bits of an integer in a type.
#[must_use]
pub const fn wrap(number: i64, ty: Scalar) -> i64 {
    match ty {
        Scalar::I8 => number as i8 as i64,
        Scalar::I16 => number as i16 as i64,
        Scalar::I32 => number as i32 as i64,
        _ => number,
    }
}

/// A number rounded once to a floating point type, or to the parts of a complex one. (The compiler's constant folding rounds a number for
/// `f16` or `bf16` to single precision first; the specification does not.)
#[must_use]
pub fn round(number: f64, ty: Scalar) -> f64 {
    match ty {
        Scalar::F16 => f16::from_f32(to_odd(number)).to_f64(),
        Scalar::Bf16 => bf16::from_f32(to_odd(number)).to_f64(),
        Scalar::F32 | Scalar::C32 => f64::from(number as f32),
        _ => number,
    }
}

/// A number in single precision, truncated, with the last bit set if it is inexact: rounding the result to fewer bits is then the same as
/// rounding the number.
fn to_odd(number: f64) -> f32 {
    let near = number as f32;
    let back = f64::from(near);
    if back == number || number.is_nan() {
        return near;
    }
    let truncated = near.to_bits() - u32::from(back.abs() > number.abs());
    f32::from_bits(truncated | 1)
}

/// An integer rounded once to a floating point type, or to the real part of a complex one.
fn round_integer(number: i64, ty: Scalar) -> f64 {
    /// The bits that a `f64` lacks for a `u64`.
    const REST: u64 = (1 << (u64::BITS - f64::MANTISSA_DIGITS)) - 1;
    match ty {
        Scalar::F64 | Scalar::C64 => number as f64,
        Scalar::F32 | Scalar::C32 => f64::from(number as f32),
        _ => {
            // As in `to_odd`: a bit for everything that does not fit.
            let magnitude = number.unsigned_abs();
            let inexact = magnitude >> f64::MANTISSA_DIGITS != 0 && magnitude & REST != 0;
            let odd = if inexact {
                magnitude & !REST | (REST + 1)
            } else {
                magnitude
            };
            round((odd as f64).copysign(number as f64), ty)
        }
    }
}

/// `a op b` in a type; `None` is the type of truth values.
///
/// # Errors
/// With a sentence, if the result is not defined.
pub fn binary(
    operation: Binary,
    ty: Option<Scalar>,
    left: Number,
    right: Number,
) -> Result<Number, Message> {
    match (left, right, ty) {
        (Number::Boolean(left), Number::Boolean(right), _) => {
            Ok(Number::Boolean(match operation {
                Binary::And => left && right,
                Binary::Or => left || right,
                _ => left != right,
            }))
        }
        (Number::Integer(left), Number::Integer(right), Some(ty)) => {
            integers(operation, ty, left, right).map(Number::Integer)
        }
        (Number::Float(left), Number::Float(right), Some(ty)) => {
            Ok(Number::Float(floats(operation, ty, left, right)))
        }
        (left, right, ty) => {
            let ty = ty.unwrap_or(Scalar::C64);
            let (re, im) = complex::binary(operation, ty, left.parts(), right.parts());
            Ok(Number::Complex(re, im))
        }
    }
}

fn integers(operation: Binary, ty: Scalar, left: i64, right: i64) -> Result<i64, Message> {
    let result = match operation {
        Binary::Add => left.wrapping_add(right),
        Binary::Sub => left.wrapping_sub(right),
        Binary::Mul => left.wrapping_mul(right),
        Binary::Div | Binary::Rem if right == 0 => {
            return Err(message!("an integer is divided by zero"));
        }
        Binary::Div => left.wrapping_div(right),
        Binary::Rem => left.wrapping_rem(right),
        Binary::Min => left.min(right),
        Binary::Max => left.max(right),
        Binary::And => left & right,
        Binary::Or => left | right,
        Binary::Xor => left ^ right,
        Binary::Shl | Binary::Shr => {
            // C computes in 32 bits at least.
            let bits = i64::from(ty.size_bytes() * 8).max(32);
            if !(0..bits).contains(&right) {
                let ty = ty.name();
                return Err(message!(
                    "a shift of `{ty}` by {right} is not defined",
                    ty,
                    right
                ));
            }
            match operation {
                Binary::Shl => left.wrapping_shl(right as u32),
                _ => left >> right,
            }
        }
    };
    Ok(wrap(result, ty))
}

fn floats(operation: Binary, ty: Scalar, left: f64, right: f64) -> f64 {
    match operation {
        // `std::min` and `std::max`: the first one, unless the second one is really smaller or greater.
        Binary::Min => return if right < left { right } else { left },
        Binary::Max => return if left < right { right } else { left },
        _ => {}
    }
    if ty == Scalar::F64 {
        return match operation {
            Binary::Add => left + right,
            Binary::Sub => left - right,
            Binary::Mul => left * right,
            Binary::Div => left / right,
            _ => left % right,
        };
    }
    let (left, right) = (left as f32, right as f32);
    let result = match operation {
        Binary::Add => left + right,
        Binary::Sub => left - right,
        Binary::Mul => left * right,
        Binary::Div => left / right,
        _ => left % right,
    };
    round(f64::from(result), ty)
}

/// A unary operation on an operand of a type. Only `abs`, `im` and `re` of complex numbers have a result of another type.
#[must_use]
pub fn unary(operation: Unary, ty: Option<Scalar>, operand: Number) -> Number {
    match operand {
        Number::Boolean(truth) => Number::Boolean(!truth),
        Number::Integer(number) => {
            let result = match operation {
                Unary::Abs => number.wrapping_abs(),
                Unary::Neg => number.wrapping_neg(),
                _ => !number,
            };
            Number::Integer(ty.map_or(result, |ty| wrap(result, ty)))
        }
        // As in the compiler, the absolute value of -0 is -0.
        Number::Float(number) => Number::Float(match operation {
            Unary::Abs if number < 0.0 => -number,
            Unary::Neg => -number,
            _ => number,
        }),
        Number::Complex(re, im) => match operation {
            Unary::Abs if ty == Some(Scalar::C32) => {
                Number::Float(f64::from((re as f32).hypot(im as f32)))
            }
            Unary::Abs => Number::Float(re.hypot(im)),
            Unary::Im => Number::Float(im),
            Unary::Re => Number::Float(re),
            Unary::Neg => Number::Complex(-re, -im),
            Unary::Conj | Unary::Not => Number::Complex(re, -im),
        },
    }
}

/// Whether a comparison of two numbers holds.
#[must_use]
pub fn compare(compare: Compare, left: Number, right: Number) -> bool {
    fn holds<T: PartialOrd>(compare: Compare, left: T, right: T) -> bool {
        match compare {
            Compare::Eq => left == right,
            Compare::Ne => left != right,
            Compare::Gt => left > right,
            Compare::Ge => left >= right,
            Compare::Lt => left < right,
            Compare::Le => left <= right,
        }
    }
    match (left, right) {
        (Number::Integer(left), Number::Integer(right)) => holds(compare, left, right),
        (Number::Float(left), Number::Float(right)) => holds(compare, left, right),
        _ if compare == Compare::Ne => left != right,
        _ => left == right,
    }
}

/// A number in another type.
///
/// # Errors
/// With a sentence, if an integer type does not hold it.
pub fn cast(number: Number, to: Scalar) -> Result<Number, Message> {
    Ok(match (to.numbers(), number) {
        (Numbers::Integer, Number::Integer(number)) => Number::Integer(wrap(number, to)),
        (Numbers::Integer, Number::Float(number)) => Number::Integer(truncate(number, to)?),
        (Numbers::Floating, Number::Integer(number)) => Number::Float(round_integer(number, to)),
        (Numbers::Floating, Number::Float(number)) => Number::Float(round(number, to)),
        (Numbers::Complex, Number::Integer(number)) => {
            Number::Complex(round_integer(number, to), 0.0)
        }
        (Numbers::Complex, Number::Float(number)) => Number::Complex(round(number, to), 0.0),
        (_, Number::Complex(re, im)) => Number::Complex(round(re, to), round(im, to)),
        (_, Number::Boolean(_)) => number,
    })
}

fn truncate(number: f64, to: Scalar) -> Result<i64, Message> {
    let whole = number.trunc();
    // The least integer is exact in double precision, and the greatest one plus 1.
    let (least, _) = to.integer_range().unwrap_or((i64::MIN, i64::MAX));
    let least = least as f64;
    if whole >= least && whole < -least {
        return Ok(whole as i64);
    }
    let ty = to.name();
    let number = number.to_string();
    Err(message!("`{ty}` does not hold {number}", ty, number))
}

/// A function of a floating-point number; exponentials of complex numbers, too.
#[must_use]
pub fn math(math: Math, ty: Scalar, number: Number) -> Number {
    match number {
        Number::Float(number) => Number::Float(function(math, ty, number)),
        Number::Complex(re, im) => {
            let scaled = match math {
                Math::Exp2 | Math::NativeExp2 => {
                    let factor = std::f64::consts::LN_2;
                    (round(re * factor, ty), round(im * factor, ty))
                }
                _ => (re, im),
            };
            let (re, im) = complex::exp(ty, scaled);
            Number::Complex(re, im)
        }
        other => other,
    }
}

/// In double precision, and rounded to single precision before anything narrower.
fn function(math: Math, ty: Scalar, number: f64) -> f64 {
    let result = match math {
        Math::Cos | Math::NativeCos => number.cos(),
        Math::Sin | Math::NativeSin => number.sin(),
        Math::Exp | Math::NativeExp => number.exp(),
        Math::Exp2 | Math::NativeExp2 => number.exp2(),
        Math::Log | Math::NativeLog => number.ln(),
        Math::Log2 | Math::NativeLog2 => number.log2(),
    };
    match ty {
        Scalar::F64 | Scalar::C64 => result,
        _ => round(f64::from(result as f32), ty),
    }
}

#[cfg(test)]
mod tests;
