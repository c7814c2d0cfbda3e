//! Matrix-vector multiply-add (manual 3.6.9.2-3.6.9.9, 4.5): dot products of block floats, exact, rounded once.
//!
//! The rows of the matrix are the same in all four cycles of a step, so they are unpacked once, into a [`Matrix`].

use std::iter;
use std::ops::{Neg, Range};

use mnc2_isa::Precision;
use mnc2_isa::geometry::PES_PER_MAB;
use mnc2_isa::spelling::ProductHalf;

use super::product::{mantissa_product, short_mantissa_product};
use super::sum::Sum;
use super::{Elements, Formats, MatrixCycle, element, matrix_simd, pair, put_out, sign_flags};
use crate::alu::{PathMut, PathView};
use crate::float::format::{DOUBLE, Format, HALF, SINGLE};
use crate::float::round_to_odd::OddSum;
use crate::float::{Exact, chip_choices};

/// How much lower the exponent of an element in the extended representation is.
const EXTENDED_SHIFT: u32 = 6;

/// Low mantissa bits that pseudo-single precision ignores.
const PSEUDO_SINGLE_UNUSED_BITS: u32 = 5;

/// One matrix-vector operation: `A · x + z`, with a missing z being 0.
#[derive(Clone, Copy, Debug)]
pub struct MatrixOperation {
    /// Precision of the operation.
    pub precision: Precision,
    /// `u` or `d`: the rows of a double-precision matrix that are used; the others give 0.
    pub half: Option<ProductHalf>,
    /// `r`: the output is one precision shorter.
    pub shortened: bool,
}

/// The matrices of all MABs, unpacked for the dot products of one precision.
#[derive(Clone, Debug)]
struct Matrix(Blocks);

#[derive(Clone, Debug)]
enum Blocks {
    Short(Vec<Block<i32>>),
    Double(Vec<Block<i64>>),
}

/// A row of the matrix, or the vector.
#[derive(Clone, Copy, Debug)]
struct Block<L> {
    /// Mantissas with their signs.
    mantissas: [L; 16],
    /// One bit for each negative element, zeros included.
    negative: u16,
    /// One bit for each element in the extended representation.
    small: u16,
    len: usize,
    /// Exponent field, the largest of the elements'; an element of another has no defined meaning.
    common: u64,
}

/// A mantissa with its sign.
trait Lane: Copy + Default {
    /// The type in which a dot product of such mantissas is summed.
    type Total: Sum;

    fn new(negative: bool, mantissa: u64) -> Self;

    fn is_nonzero(self) -> bool;

    /// The dot product of finite blocks, where the product of the lowest mantissa bits is `2^exponent`.
    fn dot(
        operation: &MatrixOperation,
        row: &Block<Self>,
        vector: &Block<Self>,
        exponent: i32,
    ) -> Self::Total;
}

/// A product with its sign, the exclusive or of the signs of its factors.
fn signed<P: Neg<Output = P>>(product: P, factors: i64) -> P {
    if factors.is_negative() {
        -product
    } else {
        product
    }
}

impl Lane for i32 {
    type Total = OddSum;

    fn new(negative: bool, mantissa: u64) -> Self {
        if negative {
            -(mantissa as Self)
        } else {
            mantissa as Self
        }
    }

    fn is_nonzero(self) -> bool {
        self != 0
    }

    fn dot(
        operation: &MatrixOperation,
        row: &Block<Self>,
        vector: &Block<Self>,
        exponent: i32,
    ) -> OddSum {
        let pairs = || row.mantissas[..row.len].iter().zip(&vector.mantissas);
        let total: i64 = if (row.small | vector.small) != 0 {
            pairs()
                .enumerate()
                .map(|(index, (&a, &b))| {
                    let is_small = |block: &Block<Self>| u32::from((block.small >> index) & 1);
                    let product = u64::from(a.unsigned_abs()) * u64::from(b.unsigned_abs());
                    let shift = (is_small(row) + is_small(vector)) * EXTENDED_SHIFT;
                    let product = chip_choices::extended_product(product, shift) as i64;
                    signed(product, i64::from(a ^ b))
                })
                .sum()
        } else if matches!(
            operation.precision,
            Precision::Single | Precision::SingleInteger
        ) {
            pairs()
                .map(|(&a, &b)| {
                    let (x, y) = (u64::from(a.unsigned_abs()), u64::from(b.unsigned_abs()));
                    let product = short_mantissa_product(23, x, y) as i64;
                    signed(product, i64::from(a ^ b))
                })
                .sum()
        } else if row.len == 16 {
            // Nine bits each: sixteen products fit in 32 bits.
            let products = row
                .mantissas
                .iter()
                .zip(&vector.mantissas)
                .map(|(a, b)| a * b);
            i64::from(products.sum::<Self>())
        } else {
            pairs().map(|(&a, &b)| i64::from(a) * i64::from(b)).sum()
        };
        OddSum::new(total, exponent)
    }
}

impl Lane for i64 {
    type Total = Exact;

    fn new(negative: bool, mantissa: u64) -> Self {
        if negative {
            -(mantissa as Self)
        } else {
            mantissa as Self
        }
    }

    fn is_nonzero(self) -> bool {
        self != 0
    }

    fn dot(
        _operation: &MatrixOperation,
        row: &Block<Self>,
        vector: &Block<Self>,
        exponent: i32,
    ) -> Exact {
        let products = row.mantissas[..row.len]
            .iter()
            .zip(&vector.mantissas)
            .map(|(&a, &b)| {
                let product = mantissa_product(52, a.unsigned_abs(), b.unsigned_abs()) as i128;
                signed(product, a ^ b)
            });
        let total: i128 = products.sum();
        Exact::new(total.is_negative(), total.unsigned_abs(), exponent)
    }
}

impl MatrixOperation {
    /// Rows and elements of a row in the dot product.
    const fn size(&self) -> (usize, usize) {
        match self.precision {
            Precision::Double | Precision::LongInteger => (4, 4),
            Precision::Single | Precision::SingleInteger => (8, 4),
            Precision::PseudoSingle => (8, 8),
            Precision::Half | Precision::HalfInteger => (16, 16),
        }
    }

    /// Whether the output has elements on the LSB side.
    #[must_use]
    pub const fn uses_least(&self) -> bool {
        self.precision.element_bits() == 16 && !self.shortened
    }

    /// Unpacks the matrices. `rows` are their logical rows, each the long words of all PEs.
    fn prepare(&self, rows: &[&[u64]]) -> Matrix {
        if self.precision.element_bits() == 64 {
            Matrix(Blocks::Double(self.blocks(rows)))
        } else {
            Matrix(Blocks::Short(self.blocks(rows)))
        }
    }

    /// Computes cycles with one matrix for each MAB: `rows` are the logical rows, each the long words of the PEs.
    pub fn execute(&self, rows: &[&[u64]], cycles: &mut [MatrixCycle<'_>]) {
        for pes in self.by_vectors(rows, cycles) {
            self.execute_part(rows, cycles, &pes);
        }
    }

    /// Computes what the host's vector units can; returns the PEs that are left.
    fn by_vectors(&self, rows: &[&[u64]], cycles: &mut [MatrixCycle<'_>]) -> Vec<Range<usize>> {
        let is_plain = !self.shortened && self.half.is_none();
        let left = match self.precision {
            Precision::Half | Precision::HalfInteger if is_plain => {
                matrix_simd::run::<true>(&rows[..16], cycles)
            }
            Precision::PseudoSingle if is_plain => matrix_simd::run::<false>(&rows[..8], cycles),
            Precision::Double
            | Precision::LongInteger
            | Precision::Single
            | Precision::SingleInteger
            | Precision::PseudoSingle
            | Precision::Half
            | Precision::HalfInteger => {
                let pes = rows.first().map_or(0, |row| row.len());
                return iter::once(0..pes).collect();
            }
        };
        for cycle in cycles {
            if self.precision.element_bits() == 32 {
                cycle.output.least.fill(0);
                let most = &mut *cycle.output.most;
                sign_flags(
                    &PathMut {
                        most,
                        least: &mut [],
                    },
                    cycle.flags,
                );
            } else {
                sign_flags(&cycle.output, cycle.flags);
            }
        }
        let pes = |mab: usize| mab * PES_PER_MAB..(mab + 1) * PES_PER_MAB;
        left.into_iter().map(pes).collect()
    }

    /// Computes some MABs with the general code.
    fn execute_part(&self, rows: &[&[u64]], cycles: &mut [MatrixCycle<'_>], pes: &Range<usize>) {
        let rows: Vec<&[u64]> = rows.iter().map(|row| &row[pes.clone()]).collect();
        let matrix = self.prepare(&rows);
        for cycle in cycles {
            let x = &cycle.x[pes.clone()];
            let x = PathView {
                most: x,
                least: &[],
            };
            let z = cycle.z.map(|z| z.part(pes));
            let output = cycle.output.part(pes);
            let flags = cycle.flags.get_mut(pes.clone()).unwrap_or_default();
            match &matrix.0 {
                Blocks::Short(blocks) => self.run(blocks, x, z, output, flags),
                Blocks::Double(blocks) => self.run(blocks, x, z, output, flags),
            }
        }
    }

    fn blocks<L: Lane>(&self, rows: &[&[u64]]) -> Vec<Block<L>> {
        let mabs = rows.first().map_or(0, |row| row.len()) / PES_PER_MAB;
        let rows = &rows[..rows.len().min(self.size().0)];
        (0..mabs)
            .flat_map(|mab| {
                let pes = mab * PES_PER_MAB..(mab + 1) * PES_PER_MAB;
                rows.iter().map(move |row| self.block(&row[pes.clone()]))
            })
            .collect()
    }

    fn run<L: Lane>(
        &self,
        blocks: &[Block<L>],
        x: PathView<'_>,
        z: Option<PathView<'_>>,
        output: PathMut<'_>,
        flags: &mut [u8],
    ) {
        let formats = Formats::new(self.precision, self.shortened);
        let elements = Elements::new(self.precision, formats);
        let mut output = output;
        for (mab, matrix) in blocks.chunks_exact(self.size().0).enumerate() {
            let first_pe = mab * PES_PER_MAB;
            let vector = self.block(&x.most[first_pe..first_pe + PES_PER_MAB]);
            for pe_in_mab in 0..PES_PER_MAB {
                let pe = first_pe + pe_in_mab;
                let mut sums = [L::Total::ZERO; 4];
                let sums = &mut sums[..elements.count];
                for (index, sum) in sums.iter_mut().enumerate() {
                    let row = pe_in_mab * elements.count + index;
                    if self.uses(row) {
                        *sum = self.dot(formats, &matrix[row], &vector);
                    }
                    if let Some(z) = z {
                        let addend = elements.addend(pair(z, pe), index);
                        *sum = sum.plus(L::Total::read(formats.sum, formats.sum, addend));
                    }
                }
                let of_pe = put_out(sums, formats, elements, pe, &mut output);
                if let Some(flags) = flags.get_mut(pe) {
                    *flags = of_pe;
                }
            }
        }
    }

    const fn uses(&self, row: usize) -> bool {
        match self.half {
            None => true,
            Some(ProductHalf::Upper) => row < 2,
            Some(ProductHalf::Lower) => row >= 2,
        }
    }

    /// The block in the long words of a MAB. Single precision uses the word on the MSB side of each:
    /// columns 0, 2, 4 and 6 of the matrix.
    fn block<L: Lane>(&self, long_words: &[u64]) -> Block<L> {
        // Each call has numbers known to the compiler.
        match self.precision {
            Precision::Double | Precision::LongInteger => take_apart(DOUBLE, 1, 0, long_words),
            Precision::Single | Precision::SingleInteger => take_apart(SINGLE, 1, 0, long_words),
            Precision::PseudoSingle => take_apart(SINGLE, 2, PSEUDO_SINGLE_UNUSED_BITS, long_words),
            Precision::Half | Precision::HalfInteger => take_apart(HALF, 4, 0, long_words),
        }
    }

    /// Mantissa bits that pseudo-single precision ignores.
    const fn unused_bits(&self) -> u32 {
        if matches!(self.precision, Precision::PseudoSingle) {
            PSEUDO_SINGLE_UNUSED_BITS
        } else {
            0
        }
    }

    /// The exact dot product of a row and the vector (4.12), with the products of (4.13).
    fn dot<L: Lane>(&self, formats: Formats, row: &Block<L>, vector: &Block<L>) -> L::Total {
        let format = formats.factor;
        let infinity = format.exponent_of_infinity();
        if row.common == 0 || vector.common == 0 {
            return L::Total::ZERO;
        }
        if row.common == infinity || vector.common == infinity {
            return self.dot_of_infinities(formats, row, vector);
        }
        // A mantissa's top bit is 1.0, so that its lowest is 2^(1 - mantissa_bits).
        let mantissa_bits = (format.mantissa_bits - self.unused_bits()) as i32;
        let unit = |block: &Block<L>| block.common as i32 - format.bias() + 1 - mantissa_bits;
        L::dot(self, row, vector, unit(row) + unit(vector))
    }

    fn dot_of_infinities<L: Lane>(
        &self,
        formats: Formats,
        row: &Block<L>,
        vector: &Block<L>,
    ) -> L::Total {
        let infinity = formats.factor.exponent_of_infinity();
        // Zero times infinity counts as zero; an infinite block has no mantissas and no zeros.
        let counts = |block: &Block<L>, index: usize| {
            block.common == infinity || block.mantissas[index].is_nonzero()
        };
        let signs = (0..row.len)
            .filter(|&index| counts(row, index) && counts(vector, index))
            .map(|index| ((row.negative ^ vector.negative) >> index) & 1 == 1);
        match chip_choices::dot_product_of_infinities(signs) {
            Some(negative) => L::Total::infinity(formats.sum, negative),
            None => L::Total::ZERO,
        }
    }
}

/// The block of a MAB's long words, with this many elements of each used.
#[inline(always)]
fn take_apart<L: Lane>(
    format: Format,
    per_pe: usize,
    unused_bits: u32,
    long_words: &[u64],
) -> Block<L> {
    let mut block = Block {
        mantissas: [L::default(); 16],
        negative: 0,
        small: 0,
        len: PES_PER_MAB * per_pe,
        common: 0,
    };
    for (pe, &long) in long_words.iter().enumerate().take(PES_PER_MAB) {
        for index in 0..per_pe {
            let value = element(long, 0, format.bits(), index);
            let place = pe * per_pe + index;
            let negative = format.is_negative(value);
            block.mantissas[place] = L::new(negative, format.mantissa(value) >> unused_bits);
            block.negative |= u16::from(negative) << place;
            let is_small = format.bits() == 16 && format.exponent(value) == 0;
            block.small |= u16::from(is_small) << place;
            block.common = block.common.max(format.exponent(value));
        }
    }
    block
}

#[cfg(test)]
mod tests;
