//! Reductions of what the PEs send.

use mnc2_isa::geometry::{MABS_PER_L1B, PES_PER_L1B, PES_PER_MAB};
use mnc2_isa::reduction::ReductionKind;
use mnc2_isa::{Precision, ReductionOp};

use super::layout::Layout;
use crate::alu::PathView;
use crate::machine::block::Block;
use crate::rrn;

/// Reduces the long words of the MABs that meet in one place.
///
/// Shortened results are four halves of the PE's two long words, in one long word; half precision is computed as
/// single precision, extended and shortened (manual 3.6.8.5).
pub(super) fn reduce(
    layout: Layout,
    operation: ReductionOp,
    shortened: bool,
    view: PathView<'_>,
    words: &mut Block,
) {
    let count = words.count;
    let (mabs, circuit) = layout.reduced_mabs();
    let is_float_half = operation.precision == Precision::Half;
    let is_sum = operation.kind == ReductionKind::FloatAdd;
    if is_sum && operation.precision == Precision::Single && !shortened {
        return add_singles(layout, mabs, view, words);
    }
    for (l1b, words) in words.words.chunks_exact_mut(count).enumerate() {
        for first_mab in (0..MABS_PER_L1B).step_by(mabs) {
            for pe in 0..PES_PER_MAB {
                let index = |mab: usize| l1b * PES_PER_L1B + (first_mab + mab) * PES_PER_MAB + pe;
                let mut most = [0; MABS_PER_L1B];
                let mut pairs = [(0, 0); MABS_PER_L1B];
                if is_float_half || shortened {
                    for (mab, pair) in pairs[..mabs].iter_mut().enumerate() {
                        let (most, least) = (view.most[index(mab)], view.least[index(mab)]);
                        *pair = if is_float_half {
                            crate::float::convert::extend_from_half(most)
                        } else {
                            (most, least)
                        };
                    }
                    words[layout.offset(first_mab, pe, 0)] =
                        rrn::reduce_shortened(circuit, operation.kind, &pairs[..mabs]);
                    continue;
                }
                for side in 0..layout.sides() {
                    let values = if side == 0 { view.most } else { view.least };
                    for (mab, value) in most[..mabs].iter_mut().enumerate() {
                        *value = values[index(mab)];
                    }
                    words[layout.offset(first_mab, pe, side)] =
                        rrn::reduce(circuit, operation, &most[..mabs]);
                }
            }
        }
    }
}

/// The sums of single-precision values over this many MABs each.
fn add_singles(layout: Layout, mabs: usize, view: PathView<'_>, words: &mut Block) {
    let count = words.count;
    for side in 0..layout.sides() {
        let values = if side == 0 { view.most } else { view.least };
        let values: &[rrn::sum_simd::Singles] = bytemuck::cast_slice(values);
        let mut sums = vec![rrn::sum_simd::Singles::default(); values.len() / mabs];
        rrn::sum_simd::sums(values, &mut sums);
        let sums: &[[u64; PES_PER_MAB]] = bytemuck::cast_slice(&sums);
        let of_l1bs = sums.chunks_exact(MABS_PER_L1B / mabs);
        for (words, sums) in words.words.chunks_exact_mut(count).zip(of_l1bs) {
            for (number, sums) in sums.iter().enumerate() {
                for (pe, &sum) in sums.iter().enumerate() {
                    words[layout.offset(number * mabs, pe, side)] = sum;
                }
            }
        }
    }
}
