//! Matrix-vector multiply-add (manual 3.6.9.2-3.6.9.9, 4.5): dot products of block floats, exact, rounded once.

use mnc2_isa::Precision;
use mnc2_isa::geometry::PES_PER_MAB;
use mnc2_isa::spelling::ProductHalf;

use super::product::mantissa_product;
use super::{Elements, Formats, element, pair, put_out};
use crate::alu::{DataPath, PathView};
use crate::float::format::Format;
use crate::float::{Exact, chip_choices};

/// How much lower the exponent of an element in the extended representation is.
const EXTENDED_SHIFT: u32 = 6;

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

/// One block: sign, mantissa and, in half precision, whether it is in the extended representation.
#[derive(Clone, Copy, Debug, Default)]
struct Factor {
    negative: bool,
    mantissa: u64,
    small: bool,
}

/// A row of the matrix, or the vector.
#[derive(Clone, Copy, Debug)]
struct Block {
    factors: [Factor; 16],
    len: usize,
    /// Exponent field, the largest of the elements'; an element of another has no defined meaning.
    common: u64,
}

impl Block {
    fn new(format: Format, unused_bits: u32, elements: impl Iterator<Item = u64>) -> Self {
        let mut block = Self {
            factors: [Factor::default(); 16],
            len: 0,
            common: 0,
        };
        for (factor, value) in block.factors.iter_mut().zip(elements) {
            *factor = Factor {
                negative: format.is_negative(value),
                mantissa: format.mantissa(value) >> unused_bits,
                small: format.exponent(value) == 0,
            };
            block.common = block.common.max(format.exponent(value));
            block.len += 1;
        }
        block
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

    /// Computes one cycle. `rows` are the logical rows of the matrix, each the long words of all PEs.
    pub fn execute(
        &self,
        rows: &[&[u64]],
        x: PathView<'_>,
        z: Option<PathView<'_>>,
        output: &mut DataPath,
        flags: &mut [u8],
    ) {
        let formats = Formats::new(self.precision, self.shortened);
        let elements = Elements::new(self.precision, formats);
        for mab in 0..flags.len() / PES_PER_MAB {
            let first_pe = mab * PES_PER_MAB;
            let vector = self.block(formats.factor, &x.most[first_pe..first_pe + PES_PER_MAB]);
            for pe_in_mab in 0..PES_PER_MAB {
                let pe = first_pe + pe_in_mab;
                let mut sums = [Exact::ZERO; 4];
                let sums = &mut sums[..elements.count];
                for (index, sum) in sums.iter_mut().enumerate() {
                    let row = pe_in_mab * elements.count + index;
                    if self.uses(row) && row < self.size().0 {
                        let row = &rows[row][first_pe..first_pe + PES_PER_MAB];
                        *sum = self.dot(formats, &self.block(formats.factor, row), &vector);
                    }
                    if let Some(z) = z {
                        let addend = elements.addend((z.most[pe], z.least[pe]), index);
                        *sum = sum.plus(Exact::from_bits(formats.sum, addend));
                    }
                }
                flags[pe] = put_out(sums, formats, elements, pair(output, pe));
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
    fn block(&self, format: Format, long_words: &[u64]) -> Block {
        let bits = format.bits();
        let per_pe = self.size().1 / PES_PER_MAB;
        let elements = long_words
            .iter()
            .flat_map(|&long| (0..per_pe).map(move |index| element(long, 0, bits, index)));
        Block::new(format, self.unused_bits(), elements)
    }

    /// Mantissa bits that pseudo-single precision ignores.
    const fn unused_bits(&self) -> u32 {
        if matches!(self.precision, Precision::PseudoSingle) {
            5
        } else {
            0
        }
    }

    /// The exact dot product of a row and the vector (4.12), with the products of (4.13).
    fn dot(&self, formats: Formats, row: &Block, vector: &Block) -> Exact {
        let format = formats.factor;
        let infinity = format.exponent_of_infinity();
        if row.common == 0 || vector.common == 0 {
            return Exact::ZERO;
        }
        if row.common == infinity || vector.common == infinity {
            // Zero times infinity counts as zero; an infinite block has no mantissas and no zeros.
            let counts =
                |block: &Block, factor: &Factor| block.common == infinity || factor.mantissa != 0;
            let products = row.factors[..row.len]
                .iter()
                .zip(&vector.factors)
                .filter(|(a, b)| counts(row, a) && counts(vector, b));
            return chip_choices::dot_product_of_infinities(
                formats.sum,
                products.map(|(a, b)| a.negative != b.negative),
            );
        }
        let mantissa_bits = format.mantissa_bits - self.unused_bits();
        let is_half = format.bits() == 16;
        let mut sum: i128 = 0;
        for (a, b) in row.factors[..row.len].iter().zip(&vector.factors) {
            let mut product = mantissa_product(mantissa_bits, a.mantissa, b.mantissa);
            let small = u32::from(a.small) + u32::from(b.small);
            if is_half && small > 0 {
                product = chip_choices::extended_product(product, small * EXTENDED_SHIFT);
            }
            let product = product as i128;
            sum += if a.negative == b.negative {
                product
            } else {
                -product
            };
        }
        // A mantissa's top bit is 1.0, so that its lowest is 2^(1 - mantissa_bits).
        let unit = |block: &Block| block.common as i32 - format.bias() + 1 - mantissa_bits as i32;
        Exact::new(sum < 0, sum.unsigned_abs(), unit(row) + unit(vector))
    }
}
