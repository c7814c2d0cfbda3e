//! Vector multiply-add of double precision over whole planes, on hosts that multiply and add in one rounding.
//!
//! If a result is not known to be the chip's ([`fused`]), or so large or small that the parts of the sum may not be
//! exact, the general code computes the chunk.

use std::ops::Range;

use mnc2_isa::geometry::PES_PER_MAB;

use super::fused;
use crate::simd::{Kernel, on_vectors};

/// Long words of a chunk.
const PIECE: usize = super::vector_simd::SHORTEST;
/// From this size on, [`fused`] can tell whether a result other than zero is the chip's: denormalised addends and what is
/// lost of numbers below the smallest double are far less than half a step of it.
const SMALLEST: f64 = f64::from_bits((1023 - 900) << 52);

struct Doubles<'a> {
    x: &'a [u64],
    y: &'a [u64],
    /// Empty if nothing is added.
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

/// Whether the host's sums of this size are exact in two parts.
#[inline(always)]
fn is_moderate(size: f64) -> bool {
    (size == 0.0) | (size >= SMALLEST)
}

/// Whether all low bits are zero, so that the chip leaves out nothing of products with these factors.
#[inline(always)]
fn is_short(words: &[u64; PIECE]) -> bool {
    words.iter().fold(0, |any, &word| any | word) & 0xffff == 0
}

impl Kernel for Doubles<'_> {
    #[inline(always)]
    fn run(self) {
        let (x, _) = self.x.as_chunks::<PIECE>();
        let (y, _) = self.y.as_chunks::<PIECE>();
        let (z, _) = self.z.as_chunks::<PIECE>();
        let (outputs, _) = self.output.as_chunks_mut::<PIECE>();
        let mut factors = [0; PIECE];
        for (pe, factor) in factors.iter_mut().enumerate() {
            *factor = self.product[pe % PES_PER_MAB];
        }
        for (piece, ((x, y), output)) in x.iter().zip(y).zip(outputs).enumerate() {
            let z = z.get(piece).unwrap_or(&[0; PIECE]);
            let mut unsure = 0_u64;
            if is_short(x) || is_short(y) {
                for pe in 0..PIECE {
                    let (x, y, z) = (clean(x[pe] & factors[pe]), clean(y[pe]), clean(z[pe]));
                    let value = x.mul_add(y, z);
                    let size = value.abs();
                    unsure |= u64::from(!(is_moderate(size) & (size <= f64::MAX)));
                    // Minus zero becomes plus zero.
                    output[pe] = (value + 0.0).to_bits();
                }
            } else {
                for pe in 0..PIECE {
                    // Addends that count as zero are too small to change a result.
                    let z = f64::from_bits(z[pe]);
                    let fused = fused::double(clean(x[pe] & factors[pe]), clean(y[pe]), z);
                    unsure |= u64::from(!(fused.is_sure & is_moderate(fused.size)));
                    output[pe] = fused.result.to_bits();
                }
            }
            if unsure != 0 {
                self.left.push(piece * PIECE);
            }
        }
    }
}

/// Runs `x · y + z`; returns the long words of the chunks that were left out. `product` has ones for the PEs of a MAB that have
/// a product. `None` if the host has no multiply-add.
pub(super) fn doubles(
    x: &[u64],
    y: &[u64],
    z: &[u64],
    output: &mut [u64],
    product: [u64; PES_PER_MAB],
) -> Option<Vec<Range<usize>>> {
    if !crate::simd::has_multiply_add() {
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
