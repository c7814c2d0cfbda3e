//! Floating-point addition and order of the reduction networks (manual 4.2.1, 4.2.2).

use crate::float::chip_choices::aligned_in_a_reduction;
use crate::float::exact::Exact;
use crate::float::format::{Class, Format};

/// Zeros appended to every mantissa before it is aligned.
const GUARD_BITS: u32 = 3;

/// The sum of one stage: every mantissa is aligned to the largest exponent with three bits to spare and
/// rounded there, then the sum is exact and rounded to the output format.
///
/// Zeros take no part. Infinity counts as 1.0 with its own exponent field, as in the sums of the MAU, so
/// that opposite ones cancel (assumed).
pub(super) fn sum(format: Format, output: Format, elements: &[u64]) -> u64 {
    let largest = elements
        .iter()
        .map(|&x| format.exponent(x))
        .max()
        .unwrap_or(0);
    let mut sum: i128 = 0;
    for &element in elements {
        let mantissa = match format.class(element) {
            Class::Zero => continue,
            Class::Normal => format.mantissa(element),
            Class::Infinity => 0,
        };
        let significand = ((1 << format.mantissa_bits) | mantissa) << GUARD_BITS;
        // An exponent field has at most 11 bits.
        let difference = (largest - format.exponent(element)) as u32;
        let aligned = i128::from(aligned_in_a_reduction(significand, difference));
        sum += if format.is_negative(element) {
            -aligned
        } else {
            aligned
        };
    }
    let lowest_bit = format.mantissa_bits + GUARD_BITS;
    let exponent = largest as i32 - format.bias() - lowest_bit as i32;
    let sum = Exact::new(sum.is_negative(), sum.unsigned_abs(), exponent);
    sum.round_to(output)
}

/// The order of `max` and `min`: sign-magnitude integers, plus zero above minus zero.
pub(super) const fn order(format: Format, value: u64) -> u64 {
    if format.is_negative(value) {
        !value & format.mask()
    } else {
        value | format.sign_mask()
    }
}
