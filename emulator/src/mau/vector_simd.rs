//! Vector multiply-add of single and half precision over whole planes, on the host's vector units.
//!
//! A plane is read as single words; which of the two of a long word comes first does not matter for an operation on each. A
//! plane is computed in chunks. All lanes of a chunk are computed together if it is *plain*: no input has the exponent of an
//! infinity. The general code computes the rest element by element.
//!
//! *Single precision.* On hosts that multiply and add in one rounding, the host's result is the chip's if the low bits of one
//! factor are zero in the whole chunk. Otherwise `fused` proves most results. About one chunk in twenty has a result without
//! that proof and is computed in doubles. In a double the product of two singles is exact, and so is the result of replacing
//! the product of the two low parts with the correction (manual 4.3). The sum with the addend is rounded once to a double and
//! once to a single. That equals one rounding unless the double is in the middle of two singles and was rounded itself: then
//! its error decides, as in `float::round_to_odd`.
//!
//! *Half precision.* The product of two halves is exact in a single, and the host's addition rounds it once.
//!
//! Results below the smallest normalised number are zero. In single precision a sum is rounded as if there were
//! smaller numbers (manual 4.3), so one that is at most half a step below the smallest number is not zero.

use std::ops::Range;

use super::fused;
use crate::float::round_to_odd::sum_rounded_to_odd;
use crate::simd::{Kernel, on_vectors};

/// PEs of the longest chunk.
pub(super) const SHORTEST: usize = 32;
/// Single words of a chunk.
const PIECE: usize = 2 * SHORTEST;
/// Low bits of a single whose mutual products are left out.
const LOW_BITS: u32 = 0b1_1111;
/// 2^-38: the correction, when both factors are 1.0.
const CORRECTION: f64 = 1.0 / (1_u64 << 38) as f64;
/// 2^-126 − 2^-151: the smallest value that rounds to the smallest normalised single.
const SMALLEST_ROUNDED: f64 = f32::MIN_POSITIVE as f64 * (1.0 - 1.0 / (1_u64 << 25) as f64);

/// Inputs and output of `x · y + z` on single words.
struct Singles<'a> {
    x: &'a [u32],
    y: &'a [u32],
    /// Empty if nothing is added.
    z: &'a [u32],
    output: &'a mut [u32],
    /// Whether the host multiplies and adds in one rounding.
    is_fused: bool,
    /// First words of the chunks that are not plain; their output is not computed.
    left: &'a mut Vec<usize>,
}

/// The single with a clean zero.
#[inline(always)]
pub(super) fn clean(bits: u32) -> f32 {
    let is_zero = bits & 0x7f80_0000 == 0;
    f32::from_bits(if is_zero { 0 } else { bits })
}

/// Whether no word has the exponent of an infinity.
#[inline(always)]
fn is_plain(words: &[u32]) -> bool {
    let infinite = words.iter().fold(0, |any, &word| {
        any | u32::from(word & 0x7f80_0000 == 0x7f80_0000)
    });
    infinite == 0
}

/// The product with the low parts' product replaced (manual 4.3), exactly.
#[inline(always)]
fn product(x: f32, y: f32) -> f64 {
    let low = |value: f32| {
        let kept = f64::from(f32::from_bits(value.to_bits() & !LOW_BITS));
        f64::from(value) - kept
    };
    // The power of two that a value begins with, or zero.
    let power = |value: f32| f64::from(f32::from_bits(value.to_bits() & 0xff80_0000));
    let left_out = low(x) * low(y);
    let correction = power(x) * power(y) * CORRECTION;
    let correction = if left_out == 0.0 { 0.0 } else { correction };
    f64::from(x) * f64::from(y) - left_out + correction
}

/// Whether rounding to a single depends on what the double lost.
#[inline(always)]
fn is_middle(sum: f64) -> bool {
    sum.to_bits() & 0x1fff_ffff == 0x1000_0000
}

/// The nearest single; zero when it is too small.
#[inline(always)]
fn rounded(sum: f64) -> u32 {
    let single = (sum as f32).to_bits();
    if sum.abs() < SMALLEST_ROUNDED {
        0
    } else {
        single
    }
}

/// The nearest single of a sum in a double, and whether that is in doubt: because the double is in the middle of two
/// singles, or because the sum is next to the smallest number, where the host rounds as if there were smaller ones, but
/// not infinitely many.
#[inline(always)]
pub(super) fn nearest(sum: f64) -> (u32, bool) {
    let single = sum as f32;
    let is_beside_zero = single.abs() == f32::MIN_POSITIVE;
    let is_small = single.abs() < f32::MIN_POSITIVE;
    let bits = if is_small { 0 } else { single.to_bits() };
    (bits, is_middle(sum) | is_beside_zero)
}

/// The nearest single of the sum of an exact number and a single, without doubt.
#[inline(always)]
pub(super) fn nearest_of_exact(exact: f64, addend: f32) -> u32 {
    rounded(sum_rounded_to_odd(exact, f64::from(addend)))
}

/// The smallest result, but zero, for which the host's rounding is the chip's.
const SMALLEST: f32 = f32::from_bits((127 - 90) << 23);

/// From this size on, `fused` can tell whether a result other than zero is the chip's: denormalised addends and what is
/// lost of numbers below the smallest are far less than half a step of it.
const SMALLEST_FUSED: f32 = f32::from_bits((127 - 60) << 23);

/// Whether all low bits are zero, so that the chip leaves out nothing of products with these factors.
#[inline(always)]
fn is_short(words: &[u32; PIECE]) -> bool {
    words.iter().fold(0, |any, &word| any | word) & LOW_BITS == 0
}

/// Computes a chunk without losses (see `is_short`) with the host's multiply-add. Returns whether all results are the chip's;
/// then no input is an infinity, because an infinity results in an infinity or NaN.
#[inline(always)]
fn short_piece(
    x: &[u32; PIECE],
    y: &[u32; PIECE],
    z: &[u32; PIECE],
    output: &mut [u32; PIECE],
) -> bool {
    let mut largest = 0;
    // One less than the smallest size but zero.
    let mut smallest = u32::MAX;
    for lane in 0..PIECE {
        let result = clean(x[lane]).mul_add(clean(y[lane]), clean(z[lane]));
        let size = result.abs().to_bits();
        largest = largest.max(size);
        smallest = smallest.min(size.wrapping_sub(1));
        // Minus zero becomes plus zero.
        output[lane] = (result + 0.0).to_bits();
    }
    smallest >= SMALLEST.to_bits() - 1 && largest <= f32::MAX.to_bits()
}

/// Computes a chunk by `fused`. Returns whether all results are known to be the chip's. Addends that are denormalised, zeros to
/// the chip, are not replaced: they are too small to change a result, and the sum of two minus zeros and an error of zero is
/// plus zero.
#[inline(always)]
fn fused_piece(
    x: &[u32; PIECE],
    y: &[u32; PIECE],
    z: &[u32; PIECE],
    output: &mut [u32; PIECE],
) -> bool {
    // One less than the smallest size but zero; zero with a doubt.
    let mut smallest = u32::MAX;
    for lane in 0..PIECE {
        let fused = fused::single(clean(x[lane]), clean(y[lane]), f32::from_bits(z[lane]));
        let size = fused.size.to_bits().wrapping_sub(1);
        smallest = smallest.min(if fused.is_sure { size } else { 0 });
        output[lane] = fused.result.to_bits();
    }
    smallest >= SMALLEST_FUSED.to_bits() - 1
}

/// Computes a plain chunk in doubles.
#[inline(always)]
fn exact_piece(x: &[u32; PIECE], y: &[u32; PIECE], z: &[u32; PIECE], output: &mut [u32; PIECE]) {
    let mut exact = [0.0; PIECE];
    let mut doubts = 0;
    for lane in 0..PIECE {
        exact[lane] = product(clean(x[lane]), clean(y[lane]));
        let is_in_doubt;
        (output[lane], is_in_doubt) = nearest(exact[lane] + f64::from(clean(z[lane])));
        doubts |= u32::from(is_in_doubt);
    }
    if doubts != 0 {
        for lane in 0..PIECE {
            output[lane] = nearest_of_exact(exact[lane], clean(z[lane]));
        }
    }
}

impl Kernel for Singles<'_> {
    #[inline(always)]
    fn run(self) {
        let (x, _) = self.x.as_chunks();
        let (y, _) = self.y.as_chunks();
        let (z, _) = self.z.as_chunks();
        let (outputs, _) = self.output.as_chunks_mut();
        for (piece, ((x, y), output)) in x.iter().zip(y).zip(outputs).enumerate() {
            let z = z.get(piece).unwrap_or(&[0; PIECE]);
            if self.is_fused {
                let is_done = if is_short(x) || is_short(y) {
                    short_piece(x, y, z, output)
                } else {
                    fused_piece(x, y, z, output)
                };
                if is_done {
                    continue;
                }
            }
            if is_plain(x) && is_plain(y) && is_plain(z) {
                exact_piece(x, y, z, output);
            } else {
                self.left.push(piece * PIECE);
            }
        }
    }
}

/// Inputs and output of `x · y + z` on halves, four in a long word; addends and results are singles, the upper
/// two of a long word on the MSB side.
struct Halves<'a> {
    x: &'a [u64],
    y: &'a [u64],
    /// MSB and LSB side; none for zero.
    z: [&'a [u64]; 2],
    output: [&'a mut [u64]; 2],
    /// First long words of the chunks that are not plain.
    left: &'a mut Vec<usize>,
}

/// Long words of a chunk of halves.
const HALVES_PIECE: usize = SHORTEST;

/// Whether none of the four halves is an infinity.
#[inline(always)]
fn halves_are_plain(words: &[u64]) -> bool {
    const EXPONENTS: u64 = 0x7e00_7e00_7e00_7e00;
    const LOWEST: u64 = 0x0200_0200_0200_0200;
    let infinite = words.iter().fold(0, |any, &word| {
        // A carry out of an exponent of all ones reaches the bit above it.
        any | ((word & EXPONENTS) + LOWEST) & 0x8000_8000_8000_8000
    });
    infinite == 0
}

#[inline(always)]
fn longs_are_plain(words: &[u64]) -> bool {
    const EXPONENTS: u64 = 0x7f80_0000_7f80_0000;
    const LOWEST: u64 = 0x0080_0000_0080_0000;
    let infinite = words.iter().fold(0, |any, &word| {
        any | ((word & EXPONENTS) + LOWEST) & 0x8000_0000_8000_0000
    });
    infinite == 0
}

/// The value of a half in the low bits; zero with its mantissa cleared.
#[inline(always)]
fn half(bits: u32) -> f32 {
    const BIAS: u32 = (127 - 31) << 23;
    let magnitude = bits & 0x7fff;
    let is_zero = magnitude & 0x7e00 == 0;
    let value = (bits & 0x8000) << 16 | ((magnitude << 14) + BIAS);
    f32::from_bits(if is_zero { 0 } else { value })
}

/// The nearest single of the sum of two, which is the host's, without denormalised ones.
#[inline(always)]
pub(super) fn half_sum(exact: f32, addend: f32) -> u32 {
    let sum = exact + addend;
    if sum.abs() < f32::MIN_POSITIVE {
        0
    } else {
        sum.to_bits()
    }
}

impl Kernel for Halves<'_> {
    #[inline(always)]
    fn run(self) {
        const ZEROS: [u64; HALVES_PIECE] = [0; HALVES_PIECE];
        let [most, least] = self.output;
        let outputs = most
            .chunks_exact_mut(HALVES_PIECE)
            .zip(least.chunks_exact_mut(HALVES_PIECE));
        for (piece, (x, (most, least))) in
            self.x.chunks_exact(HALVES_PIECE).zip(outputs).enumerate()
        {
            let first = piece * HALVES_PIECE;
            let y = &self.y[first..first + HALVES_PIECE];
            let part = first..first + HALVES_PIECE;
            let [z_most, z_least] = self.z.map(|z| z.get(part.clone()).unwrap_or(&ZEROS));
            let is_plain = halves_are_plain(x)
                && halves_are_plain(y)
                && longs_are_plain(z_most)
                && longs_are_plain(z_least);
            if !is_plain {
                self.left.push(first);
                continue;
            }
            let sum = |x: u64, y: u64, z: u64, shift: u32| {
                let factor = |word: u64, shift: u32| half((word >> shift) as u32 & 0xffff);
                let product = |shift: u32| factor(x, shift) * factor(y, shift);
                let upper = half_sum(product(shift + 16), clean((z >> 32) as u32));
                let lower = half_sum(product(shift), clean(z as u32));
                u64::from(upper) << 32 | u64::from(lower)
            };
            for ((place, (&x, &y)), &z) in most.iter_mut().zip(x.iter().zip(y)).zip(z_most) {
                *place = sum(x, y, z, 32);
            }
            for ((place, (&x, &y)), &z) in least.iter_mut().zip(x.iter().zip(y)).zip(z_least) {
                *place = sum(x, y, z, 0);
            }
        }
    }
}

/// Runs `x · y + z` on single words; returns the words of the chunks that were left out.
pub(super) fn singles(x: &[u64], y: &[u64], z: &[u64], output: &mut [u64]) -> Vec<Range<usize>> {
    let mut left = Vec::new();
    on_vectors(Singles {
        x: bytemuck::cast_slice(x),
        y: bytemuck::cast_slice(y),
        z: bytemuck::cast_slice(z),
        output: bytemuck::cast_slice_mut(output),
        is_fused: crate::simd::has_multiply_add(),
        left: &mut left,
    });
    left.into_iter()
        .map(|word| word / 2..(word + PIECE) / 2)
        .collect()
}

/// Runs `x · y + z` on halves; returns the long words of the chunks that were left out.
pub(super) fn halves(
    x: &[u64],
    y: &[u64],
    z: [&[u64]; 2],
    output: [&mut [u64]; 2],
) -> Vec<Range<usize>> {
    let mut left = Vec::new();
    let left_out = &mut left;
    on_vectors(Halves {
        x,
        y,
        z,
        output,
        left: left_out,
    });
    left.into_iter()
        .map(|word| word..word + HALVES_PIECE)
        .collect()
}

#[cfg(test)]
mod tests;
