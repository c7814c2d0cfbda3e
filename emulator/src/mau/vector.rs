//! Vector multiply-add (manual 3.6.9.10-3.6.9.21, 4.3): element by element, exact, rounded once.

use std::iter;
use std::ops::Range;

use mnc2_isa::Precision;
use mnc2_isa::geometry::{PES, PES_PER_MAB};
use mnc2_isa::spelling::ProductHalf;

use super::sum::{Sum, product};
use super::vector_double_simd::doubles;
use super::{Elements, Formats, element, pair, put_out, sign_flags, vector_simd};
use crate::alu::{PathMut, PathView};
use crate::float::Exact;
use crate::float::round_to_odd::OddSum;

/// One vector operation: `x · y + z`, with a missing y being 1 and a missing z being 0.
#[derive(Clone, Copy, Debug)]
pub struct VectorOperation {
    /// Precision of the operation.
    pub precision: Precision,
    /// `u` or `d`: the PEs that have a product; the product of the others is 0.
    pub half: Option<ProductHalf>,
    /// `r`: the output is one precision shorter.
    pub shortened: bool,
}

impl VectorOperation {
    /// Whether the output has elements on the LSB side.
    #[must_use]
    pub const fn uses_least(&self) -> bool {
        self.precision.element_bits() == 16 && !self.shortened
    }

    /// Computes one cycle: outputs and mask flags of every PE.
    pub fn execute(
        &self,
        x: PathView<'_>,
        y: Option<PathView<'_>>,
        z: Option<PathView<'_>>,
        output: PathMut<'_>,
        flags: &mut [u8],
    ) {
        let mut output = output;
        for pes in self.by_vectors(x, y, z, &mut output, flags) {
            let y = y.map(|y| y.part(&pes));
            let z = z.map(|z| z.part(&pes));
            let (x, output) = (x.part(&pes), output.part(&pes));
            let flags = flags.get_mut(pes).unwrap_or_default();
            // Each call has a precision known to the compiler.
            match self.precision.element_bits() {
                64 => self.run::<Exact, 1>(Precision::Double, x, y, z, output, flags),
                32 => self.run::<OddSum, 2>(Precision::Single, x, y, z, output, flags),
                _ => self.run::<OddSum, 4>(Precision::Half, x, y, z, output, flags),
            }
        }
    }

    /// Computes what the host's vector units can; returns the PEs that are left.
    fn by_vectors(
        &self,
        x: PathView<'_>,
        y: Option<PathView<'_>>,
        z: Option<PathView<'_>>,
        output: &mut PathMut<'_>,
        flags: &mut [u8],
    ) -> Vec<Range<usize>> {
        static SINGLE_ONES: [u64; PES] = [0x3f80_0000_3f80_0000; PES];
        static HALF_ONES: [u64; PES] = [0x3e00_3e00_3e00_3e00; PES];
        static DOUBLE_ONES: [u64; PES] = [0x3ff0_0000_0000_0000; PES];
        let pes = output.most.len();
        let bits = self.precision.element_bits();
        // A single is not shortened.
        let is_short = self.shortened && bits != 32;
        if is_short || !(vector_simd::SHORTEST..=PES).contains(&pes) {
            return iter::once(0..pes).collect();
        }
        let whole = pes / vector_simd::SHORTEST * vector_simd::SHORTEST;
        let x = &x.most[..whole];
        let ones = match bits {
            64 => &DOUBLE_ONES,
            32 => &SINGLE_ONES,
            _ => &HALF_ONES,
        };
        let y = y.map_or(&ones[..whole], |y| &y.most[..whole]);
        let z_most = z.map_or(&[][..], |z| &z.most[..whole]);
        let most = &mut output.most[..whole];
        let left = match bits {
            64 => {
                let product =
                    std::array::from_fn(|pe| if self.has_product(pe) { u64::MAX } else { 0 });
                doubles(x, y, z_most, most, product)
            }
            32 if self.half.is_none() => Some(vector_simd::singles(x, y, z_most, most)),
            16 if self.half.is_none() => {
                let z_least = z.map_or(&[][..], |z| &z.least[..whole]);
                let least = &mut output.least[..whole];
                Some(vector_simd::halves(x, y, [z_most, z_least], [most, least]))
            }
            _ => None,
        };
        let Some(mut left) = left else {
            return iter::once(0..pes).collect();
        };
        if whole < pes {
            left.push(whole..pes);
        }
        if bits == 64 {
            for (flags, value) in flags.iter_mut().zip(&*output.most) {
                *flags = if value >> 63 == 0 { 0b1111 } else { 0 };
            }
        } else {
            let least = if bits == 16 {
                &mut *output.least
            } else {
                &mut []
            };
            let most = &mut *output.most;
            sign_flags(&PathMut { most, least }, flags);
        }
        if bits != 16 {
            output.least.fill(0);
        }
        left
    }

    #[inline(always)]
    fn run<S: Sum, const COUNT: usize>(
        &self,
        precision: Precision,
        x: PathView<'_>,
        y: Option<PathView<'_>>,
        z: Option<PathView<'_>>,
        output: PathMut<'_>,
        flags: &mut [u8],
    ) {
        let formats = Formats::new(precision, self.shortened);
        let elements = Elements::new(precision, formats);
        let factor_bits = formats.factor.bits();
        let mut output = output;
        for pe in 0..output.most.len() {
            let mut sums = [S::ZERO; COUNT];
            for (index, sum) in sums.iter_mut().enumerate() {
                let factor = |path: PathView<'_>| element(path.most[pe], 0, factor_bits, index);
                let addend = |path: PathView<'_>| elements.addend(pair(path, pe), index);
                let x = self.has_product(pe).then(|| factor(x));
                *sum = multiply_add(formats, x, y.map(factor), z.map(addend));
            }
            let of_pe = put_out(&sums, formats, elements, pe, &mut output);
            if let Some(flags) = flags.get_mut(pe) {
                *flags = of_pe;
            }
        }
    }

    fn has_product(&self, pe: usize) -> bool {
        let upper = pe % PES_PER_MAB < PES_PER_MAB / 2;
        match self.half {
            None => true,
            Some(ProductHalf::Upper) => upper,
            Some(ProductHalf::Lower) => !upper,
        }
    }
}

/// `x · y + z` before rounding: without x the product is 0, a missing y is 1 and a missing z is 0.
#[inline(always)]
fn multiply_add<S: Sum>(formats: Formats, x: Option<u64>, y: Option<u64>, z: Option<u64>) -> S {
    let product = match (x, y) {
        (None, _) => S::ZERO,
        (Some(x), Some(y)) => product(formats.factor, formats.sum, x, y),
        (Some(x), None) => S::read(formats.factor, formats.sum, x),
    };
    match z {
        Some(z) => product.plus(S::read(formats.sum, formats.sum, z)),
        None => product,
    }
}

fn one_element<S: Sum>(precision: Precision, x: u64, y: u64, z: u64) -> u64 {
    let formats = Formats::new(precision, false);
    multiply_add::<S>(formats, Some(x), Some(y), Some(z)).round_to(formats.output)
}

/// `x · y + z` of one element in double precision.
#[must_use]
pub fn fma_double(x: u64, y: u64, z: u64) -> u64 {
    one_element::<Exact>(Precision::Double, x, y, z)
}

/// `x · y + z` of one element in single precision.
#[must_use]
pub fn fma_single(x: u32, y: u32, z: u32) -> u32 {
    one_element::<OddSum>(Precision::Single, x.into(), y.into(), z.into()) as u32
}

/// `x · y + z` of one element in half precision: factors are halves, addend and result singles.
#[must_use]
pub fn fma_half(x: u16, y: u16, z: u32) -> u32 {
    one_element::<OddSum>(Precision::Half, x.into(), y.into(), z.into()) as u32
}

#[cfg(test)]
mod tests;
