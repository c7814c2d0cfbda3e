//! Operations of one rounding on numbers of one format, conversions, and comparisons.

use std::cmp::Ordering;

use super::super::csr::{DIVIDE_BY_ZERO, INEXACT, INVALID};
use super::Number::{Infinite, Nan};
use super::{Finite, Format, Number, Rounding, not_a_number, round, rounded, signed, unpack};

/// Where the highest bit of a dividend and a divisor is put.
const QUOTIENT_TOP_BIT: u32 = 63;

/// Where the highest bit of a radicand is put, or one above it.
const RADICAND_TOP_BIT: u32 = 124;

/// The product of two numbers, rounded.
pub(in crate::machine) fn product(
    left: u64,
    right: u64,
    format: Format,
    rounding: Rounding,
    flags: &mut u8,
) -> u64 {
    let is_negative = (left ^ right) & format.sign_bit() != 0;
    let numbers = [unpack(left, format), unpack(right, format)];
    let is_invalid = numbers.iter().any(Number::is_infinite) && numbers.iter().any(Number::is_zero);
    if let Some(nan) = not_a_number(&numbers, is_invalid, format, flags) {
        return nan;
    }
    let [Number::Finite(left), Number::Finite(right)] = numbers else {
        return signed(format.infinity(), is_negative, format);
    };
    let product = Finite {
        is_negative,
        significand: left.significand * right.significand,
        exponent: left.exponent + right.exponent,
    };
    round(product, false, format, rounding, flags)
}

/// The quotient of two numbers, rounded.
pub(in crate::machine) fn quotient(
    left: u64,
    right: u64,
    format: Format,
    rounding: Rounding,
    flags: &mut u8,
) -> u64 {
    let is_negative = (left ^ right) & format.sign_bit() != 0;
    let numbers = [unpack(left, format), unpack(right, format)];
    let all = |test: fn(&Number) -> bool| numbers.iter().all(test);
    let is_invalid = all(Number::is_zero) || all(Number::is_infinite);
    if let Some(nan) = not_a_number(&numbers, is_invalid, format, flags) {
        return nan;
    }
    let (dividend, divisor) = match numbers {
        [Infinite { .. }, _] => return signed(format.infinity(), is_negative, format),
        [_, Infinite { .. }] => return signed(0, is_negative, format),
        [Number::Finite(dividend), Number::Finite(divisor)] => (dividend, divisor),
        [Nan { .. }, _] | [_, Nan { .. }] => return format.canonical_nan(),
    };
    if divisor.significand == 0 {
        *flags |= DIVIDE_BY_ZERO;
        return signed(format.infinity(), is_negative, format);
    }
    if dividend.significand == 0 {
        return signed(0, is_negative, format);
    }
    let (dividend, divisor) = (
        dividend.with_top_bit(QUOTIENT_TOP_BIT),
        divisor.with_top_bit(QUOTIENT_TOP_BIT),
    );
    let shifted = dividend.significand << (QUOTIENT_TOP_BIT + 1);
    let quotient = Finite {
        is_negative,
        significand: shifted / divisor.significand,
        exponent: dividend.exponent - divisor.exponent - QUOTIENT_TOP_BIT as i32 - 1,
    };
    let is_sticky = !shifted.is_multiple_of(divisor.significand);
    round(quotient, is_sticky, format, rounding, flags)
}

/// The square root of a number, rounded.
pub(in crate::machine) fn square_root(
    bits: u64,
    format: Format,
    rounding: Rounding,
    flags: &mut u8,
) -> u64 {
    let number = unpack(bits, format);
    let is_negative = bits & format.sign_bit() != 0;
    if let Some(nan) = not_a_number(&[number], is_negative && !number.is_zero(), format, flags) {
        return nan;
    }
    let radicand = match number {
        Number::Finite(radicand) if radicand.significand != 0 => radicand,
        _ => return bits,
    };
    let mut radicand = radicand.with_top_bit(RADICAND_TOP_BIT);
    if radicand.exponent % 2 != 0 {
        radicand.significand <<= 1;
        radicand.exponent -= 1;
    }
    let root = radicand.significand.isqrt();
    let is_sticky = root * root != radicand.significand;
    let root = Finite {
        is_negative,
        significand: root,
        exponent: radicand.exponent / 2,
    };
    round(root, is_sticky, format, rounding, flags)
}

/// A number in another format, rounded.
pub(in crate::machine) fn convert(
    bits: u64,
    (from, to): (Format, Format),
    rounding: Rounding,
    flags: &mut u8,
) -> u64 {
    let number = unpack(bits, from);
    if let Some(nan) = not_a_number(&[number], false, to, flags) {
        return nan;
    }
    match number {
        Number::Finite(finite) => round(finite, false, to, rounding, flags),
        _ => signed(to.infinity(), bits & from.sign_bit() != 0, to),
    }
}

/// A whole number as a number of a format, rounded.
pub(in crate::machine) fn from_integer(
    value: i128,
    format: Format,
    rounding: Rounding,
    flags: &mut u8,
) -> u64 {
    let number = Finite {
        is_negative: value < 0,
        significand: value.unsigned_abs(),
        exponent: 0,
    };
    round(number, false, format, rounding, flags)
}

/// A number as a whole number from the smallest to the largest one; what is outside is invalid, and the nearest of these. NaN is the
/// largest one.
pub(in crate::machine) fn to_integer(
    bits: u64,
    format: Format,
    (smallest, largest): (i128, i128),
    rounding: Rounding,
    flags: &mut u8,
) -> i128 {
    /// An exponent with which a number that is not 0 is outside.
    const EXPONENT_LARGE: u32 = 64;
    let is_negative = bits & format.sign_bit() != 0;
    let outside = if is_negative { i128::MIN } else { i128::MAX };
    let (value, is_exact) = match unpack(bits, format) {
        Nan { .. } => (i128::MAX, true),
        Infinite { .. } => (outside, true),
        Number::Finite(finite) => {
            let (magnitude, is_exact) = match u32::try_from(finite.exponent) {
                Ok(_) if finite.significand == 0 => (0, true),
                Ok(exponent) if exponent >= EXPONENT_LARGE => (i128::MAX as u128, true),
                Ok(exponent) => (finite.significand << exponent, true),
                Err(_) => rounded(&finite, finite.exponent.unsigned_abs(), false, rounding),
            };
            let magnitude = magnitude as i128;
            (if is_negative { -magnitude } else { magnitude }, is_exact)
        }
    };
    if !(smallest..=largest).contains(&value) {
        *flags |= INVALID;
    } else if !is_exact {
        *flags |= INEXACT;
    }
    value.clamp(smallest, largest)
}

/// The order of two numbers, in which both zeros are equal; `None` with a NaN, which is invalid if it signals.
pub(in crate::machine) fn order(
    left: u64,
    right: u64,
    format: Format,
    flags: &mut u8,
) -> Option<Ordering> {
    let numbers = [unpack(left, format), unpack(right, format)];
    if not_a_number(&numbers, false, format, flags).is_some() {
        return None;
    }
    Some(key(left, format).cmp(&key(right, format)))
}

/// A whole number with the order of the numbers.
fn key(bits: u64, format: Format) -> i64 {
    let magnitude = (bits & (format.sign_bit() - 1)) as i64;
    match bits & format.sign_bit() {
        0 => magnitude,
        _ => -magnitude,
    }
}

/// The smaller or the larger of two numbers; -0 is smaller than +0, and a NaN is the result only if both are NaN.
pub(in crate::machine) fn extreme(
    (left, right): (u64, u64),
    is_larger: bool,
    format: Format,
    flags: &mut u8,
) -> u64 {
    let is_nan = [left, right].map(|bits| matches!(unpack(bits, format), Nan { .. }));
    let order = order(left, right, format, flags);
    let is_negative = left & format.sign_bit() != 0;
    match (is_nan, order) {
        ([true, true], _) => format.canonical_nan(),
        ([true, false], _) => right,
        ([false, true], _) => left,
        (_, Some(Ordering::Equal)) if is_negative == is_larger => right,
        (_, Some(Ordering::Less)) if is_larger => right,
        (_, Some(Ordering::Greater)) if !is_larger => right,
        _ => left,
    }
}

/// The class of a number, as one of ten bits.
pub(in crate::machine) fn class(bits: u64, format: Format) -> u64 {
    let is_negative = bits & format.sign_bit() != 0;
    let is_normal = key(bits, format).unsigned_abs() >> format.fraction != 0;
    let (negative, positive) = match unpack(bits, format) {
        Nan { is_signaling: true } => return 1 << 8,
        Nan {
            is_signaling: false,
        } => return 1 << 9,
        Infinite { .. } => (0, 7),
        Number::Finite(finite) if finite.significand == 0 => (3, 4),
        Number::Finite(_) if is_normal => (1, 6),
        Number::Finite(_) => (2, 5),
    };
    1 << if is_negative { negative } else { positive }
}
