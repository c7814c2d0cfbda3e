//! Vector multiply-add of double precision over whole planes, on hosts that multiply and add in one rounding.
//!
//! The host rounds `x · y + z` with the full product. The chip leaves out the mutual products of the low 16 bits and
//! adds a correction for them (manual 4.3), together less than 2^-72 of the product. The rounding error of the host
//! tells whether that can change the result: if it is further than that from half a step, it cannot. If it can, or if
//! a number is so large or small that the parts of the sum would not be exact, the general code computes the piece.

use std::ops::Range;

use mnc2_isa::geometry::PES_PER_MAB;

use crate::vectors::{Kernel, on_vectors};

/// Long words of a piece.
const PIECE: usize = super::lanes::SHORTEST;
/// Low bits of a double whose mutual products are left out.
const LOW_BITS: u64 = 0xffff;
/// Factors and addends that are not zero lie between these.
const LARGEST: f64 = f64::from_bits((1023 + 300) << 52);
const SMALLEST: f64 = f64::from_bits((1023 - 300) << 52);
/// 2^-72: the left out and added parts are less, if both factors are at least 1.0 and less than 2.0.
const LEFT_OUT: f64 = f64::from_bits((1023 - 72) << 52);
/// A little less than half a step of a result of 1.0.
const HALF_A_STEP: f64 = f64::from_bits((1023 - 53) << 52) * (1.0 - 1.0 / (1_u64 << 30) as f64);

struct Doubles<'a> {
    x: &'a [u64],
    y: &'a [u64],
    /// None for zero.
    z: &'a [u64],
    output: &'a mut [u64],
    /// All ones for PEs of a MAB that have a product.
    product: [u64; PES_PER_MAB],
    left: &'a mut Vec<usize>,
}

/// The double with a clean zero.
#[inline(always)]
fn clean(bits: u64) -> f64 {
    let is_zero = bits & 0x7ff0_0000_0000_0000 == 0;
    f64::from_bits(if is_zero { 0 } else { bits })
}

#[inline(always)]
fn is_moderate(value: f64) -> bool {
    let size = value.abs();
    (size == 0.0) | (size == size.clamp(SMALLEST, LARGEST))
}

/// The power of two that a value begins with, without its sign, or zero.
#[inline(always)]
fn power(value: f64) -> f64 {
    f64::from_bits(value.to_bits() & 0x7ff0_0000_0000_0000)
}

/// The host's result, and whether it is the chip's.
#[inline(always)]
fn multiply_add(x: f64, y: f64, z: f64) -> (f64, bool) {
    let result = x.mul_add(y, z);
    // The exact sum is `sum + sum_error + product_error`.
    let product = x * y;
    let product_error = x.mul_add(y, -product);
    let sum = product + z;
    let z_part = sum - product;
    let sum_error = (product - (sum - z_part)) + (z - z_part);
    let lost = (sum - result) + sum_error + product_error;
    let low = |value: f64| value - f64::from_bits(value.to_bits() & !LOW_BITS);
    let is_full = (low(x) == 0.0) | (low(y) == 0.0);
    let left_out = power(x) * power(y) * LEFT_OUT;
    // Below a power of two steps are half as long.
    let is_power = result.to_bits() & 0x000f_ffff_ffff_ffff == 0;
    let step = power(result)
        * if is_power {
            0.5 * HALF_A_STEP
        } else {
            HALF_A_STEP
        };
    // The left out part is less than a step, so the product is less than 2^21 results. So its error and that of the
    // sum are far below the sum, whose difference from the result is therefore exact.
    let is_far = lost.abs() + left_out < step;
    let is_sure = is_full | is_far;
    (
        result,
        is_sure & is_moderate(x) & is_moderate(y) & is_moderate(z),
    )
}

impl Kernel for Doubles<'_> {
    #[inline(always)]
    fn run(self) {
        let inputs = self.x.chunks_exact(PIECE).zip(self.y.chunks_exact(PIECE));
        let outputs = self.output.chunks_exact_mut(PIECE);
        for (piece, ((x, y), output)) in inputs.zip(outputs).enumerate() {
            let first = piece * PIECE;
            let mut addends = [0; PIECE];
            if let Some(z) = self.z.get(first..first + PIECE) {
                addends.copy_from_slice(z);
            }
            let factors: [u64; PIECE] =
                std::array::from_fn(|pe| x[pe] & self.product[pe % PES_PER_MAB]);
            let mut unsure = 0_u64;
            for (((place, x), &y), z) in output.iter_mut().zip(factors).zip(y).zip(addends) {
                let (value, is_sure) = multiply_add(clean(x), clean(y), clean(z));
                unsure |= u64::from(!is_sure);
                *place = value.to_bits();
            }
            if unsure != 0 {
                self.left.push(first);
            }
        }
    }
}

/// Runs `x · y + z`; returns the long words of the pieces that were left out. `product` has ones for the PEs of a MAB
/// that have a product. `None` if the host has no multiply-add.
pub(super) fn doubles(
    x: &[u64],
    y: &[u64],
    z: &[u64],
    output: &mut [u64],
    product: [u64; PES_PER_MAB],
) -> Option<Vec<Range<usize>>> {
    if !crate::vectors::has_multiply_add() {
        return None;
    }
    let mut left = Vec::new();
    on_vectors(Doubles {
        x,
        y,
        z,
        output,
        product,
        left: &mut left,
    });
    Some(left.into_iter().map(|word| word..word + PIECE).collect())
}
