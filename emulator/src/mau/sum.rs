//! The number types of sums: wide integers for double precision, doubles rounded to odd for the others.

use super::product::{mantissa_product, short_mantissa_product};
use crate::float::Exact;
use crate::float::format::{Class, Format};
use crate::float::round_to_odd::OddSum;

/// A number in a multiply-add, before its one rounding.
pub(super) trait Sum: Copy {
    /// The sum without addends.
    const ZERO: Self;

    /// A value of a format that takes part in a sum of another.
    fn read(format: Format, sum: Format, value: u64) -> Self;

    /// Infinity as it counts in a sum.
    fn infinity(sum: Format, negative: bool) -> Self;

    /// The product of two mantissas as (4.3)-(4.9) have it, times a power of two.
    fn product(negative: bool, mantissa_bits: u32, a: u64, b: u64, exponent: i32) -> Self;

    /// The sum of both.
    fn plus(self, other: Self) -> Self;

    /// Rounded, clipped and normalised.
    fn round_to(self, format: Format) -> u64;
}

impl Sum for Exact {
    const ZERO: Self = Self::ZERO;

    fn read(format: Format, sum: Format, value: u64) -> Self {
        Self::from_bits_in(format, sum, value)
    }

    fn infinity(sum: Format, negative: bool) -> Self {
        Self::infinity(sum, negative)
    }

    fn product(negative: bool, mantissa_bits: u32, a: u64, b: u64, exponent: i32) -> Self {
        Self::new(negative, mantissa_product(mantissa_bits, a, b), exponent)
    }

    fn plus(self, other: Self) -> Self {
        self.plus(other)
    }

    fn round_to(self, format: Format) -> u64 {
        self.round_to(format)
    }
}

impl Sum for OddSum {
    const ZERO: Self = Self::ZERO;

    #[inline]
    fn read(format: Format, sum: Format, value: u64) -> Self {
        Self::from_bits_in(format, sum, value)
    }

    #[inline]
    fn infinity(sum: Format, negative: bool) -> Self {
        Self::infinity(sum, negative)
    }

    #[inline]
    fn product(negative: bool, mantissa_bits: u32, a: u64, b: u64, exponent: i32) -> Self {
        let product = short_mantissa_product(mantissa_bits, a, b) as i64;
        Self::new(if negative { -product } else { product }, exponent)
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        self.plus(other)
    }

    #[inline]
    fn round_to(self, format: Format) -> u64 {
        self.round_to(format)
    }
}

/// The product of two values. Zero times anything is zero (observed); otherwise an infinite factor makes
/// it infinite.
#[inline]
pub(super) fn product<S: Sum>(factor: Format, sum: Format, a: u64, b: u64) -> S {
    let negative = factor.is_negative(a) != factor.is_negative(b);
    match (factor.class(a), factor.class(b)) {
        (Class::Normal, Class::Normal) => {
            let bits = factor.mantissa_bits;
            let significand = |value| (1 << bits) | factor.mantissa(value);
            let exponent = |value| factor.unbiased_exponent(value) - bits as i32;
            S::product(
                negative,
                bits,
                significand(a),
                significand(b),
                exponent(a) + exponent(b),
            )
        }
        (Class::Zero, _) | (_, Class::Zero) => S::ZERO,
        (Class::Infinity, _) | (_, Class::Infinity) => S::infinity(sum, negative),
    }
}
