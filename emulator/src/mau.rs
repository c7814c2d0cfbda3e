//! The MAU (manual 3.6.9, 4.3, 4.5): vector and matrix-vector multiply-add on all MABs simultaneously.
//!
//! Inputs are on the data path, already extended, shortened and negated. Sums are exact and rounded once; `product` is
//! the multiplier, `vector` and `matrix` use it. Matrix register writes and reads only move bits and are part of the
//! machine.
//!
//! On the data path of a PE, elements begin at the MSB side. Factors use the first long word. Addends and results use
//! it too, but in half precision, where they are four single-precision values, both long words. With `r` a result is
//! half as long: one single word, or one long word of four halves. The rest is output as zero; a side of the data path
//! without elements can be left out, and so can the flags.

mod fused;
mod matrix;
mod matrix_simd;
mod product;
mod sum;
mod vector;
mod vector_double_simd;
mod vector_simd;

pub use matrix::MatrixOperation;
pub use vector::{VectorOperation, fma_double, fma_half, fma_single};

use mnc2_isa::Precision;

use crate::alu::{PathMut, PathView};
use crate::float::format::{DOUBLE, Format, HALF, SINGLE};

use self::sum::Sum;

/// One cycle of a [`MatrixOperation`]; the matrix is the same in all.
#[derive(Debug)]
pub struct MatrixCycle<'a> {
    /// The vector of every MAB.
    pub x: &'a [u64],
    /// The addends; `None` for zero.
    pub z: Option<PathView<'a>>,
    /// The results; the LSB side can be left out if it has none.
    pub output: PathMut<'a>,
    /// The mask flags, or none.
    pub flags: &'a mut [u8],
}

/// The formats of an operation: of the product, of the sum, of the output.
#[derive(Clone, Copy, Debug)]
struct Formats {
    factor: Format,
    sum: Format,
    output: Format,
}

impl Formats {
    /// Half precision accumulates in single; `r` on the opcode rounds directly to one precision less
    /// (manual 3.6.9.1, 3.6.9.25, 4.3).
    const fn new(precision: Precision, shortened: bool) -> Self {
        let (factor, sum) = match precision.element_bits() {
            64 => (DOUBLE, DOUBLE),
            32 => (SINGLE, SINGLE),
            _ => (HALF, SINGLE),
        };
        let output = match (shortened, precision.element_bits()) {
            (true, 64) => SINGLE,
            (true, 16) => HALF,
            (_, _) => sum,
        };
        Self {
            factor,
            sum,
            output,
        }
    }
}

/// The places of the sum's elements: how many a PE has, and the place of each on the data path.
#[derive(Clone, Copy, Debug)]
struct Elements {
    /// 1, 2 or 4 per PE.
    count: usize,
    /// Bits of an addend.
    sum_bits: u32,
    /// Bits of an output element.
    output_bits: u32,
}

impl Elements {
    const fn new(precision: Precision, formats: Formats) -> Self {
        let count = 64 / precision.element_bits() as usize;
        Self {
            count,
            sum_bits: formats.sum.bits(),
            output_bits: formats.output.bits(),
        }
    }

    /// An addend of a PE.
    #[inline]
    fn addend(self, (most, least): (u64, u64), index: usize) -> u64 {
        element(most, least, self.sum_bits, index)
    }
}

/// Element `index` of two long words, counted from the MSB side.
#[inline]
const fn element(most: u64, least: u64, bits: u32, index: usize) -> u64 {
    let at = bits * index as u32;
    let long = if at < 64 { most } else { least };
    (long >> (64 - bits - at % 64)) & (u64::MAX >> (64 - bits))
}

/// Rounds the sums of one PE and puts them on the data path; returns its mask flags, which mark non-negative results (manual
/// 3.6.9.26).
#[inline]
fn put_out(
    sums: &[impl Sum],
    formats: Formats,
    elements: Elements,
    pe: usize,
    output: &mut PathMut<'_>,
) -> u8 {
    let (mut most, mut least) = (0, 0);
    let mut flags = 0;
    let flags_each = 4 / elements.count;
    for (index, sum) in sums.iter().enumerate() {
        let value = sum.round_to(formats.output);
        let at = elements.output_bits * index as u32;
        let long = if at < 64 { &mut most } else { &mut least };
        *long |= value << (64 - elements.output_bits - at % 64);
        if !formats.output.is_negative(value) {
            flags |= ((1 << flags_each) - 1) << (4 - flags_each * (index + 1));
        }
    }
    output.most[pe] = most;
    if let Some(place) = output.least.get_mut(pe) {
        *place = least;
    }
    flags
}

/// The mask flags of single-precision results: two for each of two, or one for each of four where they take both
/// sides.
fn sign_flags(output: &PathMut<'_>, flags: &mut [u8]) {
    const SIGN: u64 = 1 << 31;
    for (pe, flags) in flags.iter_mut().enumerate() {
        let is_positive = |word: u64| u8::from(word & SIGN == 0);
        let most = output.most[pe];
        let of_most = [is_positive(most >> 32), is_positive(most)];
        *flags = match output.least.get(pe) {
            Some(&least) => {
                let of_least = [is_positive(least >> 32), is_positive(least)];
                let bits = of_most.into_iter().chain(of_least);
                bits.fold(0, |flags, bit| flags << 1 | bit)
            }
            None => (of_most[0] * 0b1100) | (of_most[1] * 0b0011),
        };
    }
}

/// The two long words of a PE; an absent side is zero.
#[inline]
fn pair(path: PathView<'_>, pe: usize) -> (u64, u64) {
    (path.most[pe], path.least.get(pe).copied().unwrap_or(0))
}
