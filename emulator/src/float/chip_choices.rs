//! Choices that only the chip makes and that are not published: each is the plainest interpretation, with its reason.
//!
//! Every function here is *assumed*. Change a choice here, and the whole
//! emulator follows.

use super::format::{Class, Format};
use super::rounding::round_nearest_even;

/// Infinity in the sum of a multiply-add is 1.0 times two to the power one above the largest exponent; this is that power.
///
/// Observed: `fvfma -x t -t` with t = +inf gives a non-negative result if x is −inf and a negative one if x is zero,
/// so infinities of opposite sign cancel instead of giving a NaN. This value does that without a special case; that it
/// is the chip's own is assumed.
#[must_use]
pub const fn infinity_exponent_in_a_sum(format: Format) -> i32 {
    format.bias() + 1
}

/// A dot product in which one of the blocks is infinite, by the signs of its products that are not zero: infinity with
/// the sign that most of them have (`Some(negative)`), and zero if they balance.
///
/// The conversion leaves infinite blocks without mantissas (manual 4.4), so their elements can only count as equal
/// infinities. That a zero of the other block contributes nothing is the same as in a vector multiply-add, where it
/// was observed.
#[must_use]
pub fn dot_product_of_infinities(negative: impl Iterator<Item = bool>) -> Option<bool> {
    let balance: i32 = negative.map(|negative| if negative { -1 } else { 1 }).sum();
    if balance == 0 {
        None
    } else {
        Some(balance.is_negative())
    }
}

/// A product of half-precision mantissas with one or both in the extended representation, shifted right by
/// 6 or 12 bits: rounded to the nearest value, ties to even.
///
/// By manual 4.5 it is shifted and rounded, without details.
#[must_use]
pub const fn extended_product(product: u64, shift: u32) -> u64 {
    round_nearest_even(product, shift)
}

/// A mantissa with its guard bits, moved down to the largest exponent of a reduction: rounded to the nearest
/// value, ties to even, as soon as a bit is lost.
///
/// Manual 4.2.1 rounds when the difference "exceeds 4"; with three guard bits a difference of 4 already loses one bit,
/// and is assumed to be included.
#[must_use]
pub const fn aligned_in_a_reduction(significand: u64, difference: u32) -> u64 {
    round_nearest_even(significand, difference)
}

/// The shortened result of a maximum or minimum reduction: mantissa rounded, exponent clipped, nothing else.
///
/// Manual 4.2.2: inputs count as normalised numbers, including infinity and zero, and the result is not normalised
/// even if it is shortened. Taken literally, infinities and zeros keep the upper bits of their mantissa and their
/// sign.
#[must_use]
pub fn shortened_without_normalization(from: Format, to: Format, value: u64) -> u64 {
    let significand = (1 << from.mantissa_bits) | from.mantissa(value);
    let rounded = round_nearest_even(significand, from.mantissa_bits - to.mantissa_bits);
    // A carry leaves a mantissa of zeros.
    let carry = (rounded >> (to.mantissa_bits + 1)) as i32;
    let exponent = from.unbiased_exponent(value) + to.bias() + carry;
    let exponent = exponent.clamp(0, to.exponent_of_infinity() as i32);
    let mantissa = rounded & to.mantissa_mask();
    to.pack(from.is_negative(value), exponent as u64, mantissa)
}

/// Signed conversion of a negative value below the smallest integer: the smallest integer.
///
/// Manual 3.6.12.11 names only the maximum as the value to clip to.
#[must_use]
pub const fn smallest_integer(bits: u32) -> u64 {
    1 << (bits - 1)
}

/// `y / 2^shift` as `lrelud` and `lreluo` return it (manual 3.6.12.18): the exponent is lowered.
///
/// Manual: underflow gives minus zero. Assumed: dividing a zero counts as
/// underflow, as its exponent cannot be lowered either; and infinity stays
/// infinity, although a circuit that only lowers the exponent would make it finite.
#[must_use]
pub const fn lower_exponent(format: Format, y: u64, shift: u64) -> u64 {
    match format.class(y) {
        Class::Infinity => y,
        Class::Zero => format.zero(true),
        Class::Normal => {
            if format.exponent(y) > shift {
                y - (shift << format.mantissa_bits)
            } else {
                format.zero(true)
            }
        }
    }
}
