//! Vector multiply-add (manual 3.6.9.10-3.6.9.21, 4.3): element by element, exact, rounded once.

use mnc2_isa::Precision;
use mnc2_isa::geometry::PES_PER_MAB;
use mnc2_isa::spelling::ProductHalf;

use super::product::product;
use super::{Elements, Formats, pair, put_out};
use crate::alu::{DataPath, PathView};
use crate::float::Exact;

/// One vector operation: `x · y + z`, with a missing y being 1 and a missing z being 0.
#[derive(Clone, Copy, Debug)]
pub struct VectorOperation {
    /// Precision of the operation.
    pub precision: Precision,
    /// `u` or `d`: the PEs that have a product; the others have 0.
    pub half: Option<ProductHalf>,
    /// `r`: the output is one precision shorter.
    pub shortened: bool,
}

impl VectorOperation {
    /// Computes one cycle: outputs and mask flags of every PE.
    pub fn execute(
        &self,
        x: PathView<'_>,
        y: Option<PathView<'_>>,
        z: Option<PathView<'_>>,
        output: &mut DataPath,
        flags: &mut [u8],
    ) {
        let formats = Formats::new(self.precision, self.shortened);
        let elements = Elements::new(self.precision, formats);
        let factor_bits = formats.factor.bits();
        for (pe, flags) in flags.iter_mut().enumerate() {
            let mut sums = [Exact::ZERO; 4];
            let sums = &mut sums[..elements.count];
            for (index, sum) in sums.iter_mut().enumerate() {
                let factor =
                    |path: PathView<'_>| super::element(path.most[pe], 0, factor_bits, index);
                if self.has_product(pe) {
                    *sum = match y {
                        Some(y) => product(formats.factor, formats.sum, factor(x), factor(y)),
                        None => Exact::from_bits_in(formats.factor, formats.sum, factor(x)),
                    };
                }
                if let Some(z) = z {
                    let addend = elements.addend((z.most[pe], z.least[pe]), index);
                    *sum = sum.plus(Exact::from_bits(formats.sum, addend));
                }
            }
            *flags = put_out(sums, formats, elements, pair(output, pe));
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
