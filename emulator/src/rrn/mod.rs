//! The result reduction networks (manual 3.5.5, 4.2): what `fadd`, `max`, `iadd` and the others compute.
//!
//! L1BM, L2BM and MV instructions have circuits that differ in how many
//! elements they take at once and in how many stages ([`Circuit`]). Which words
//! meet in a circuit is the affair of those instructions.

mod float;

use mnc2_isa::ReductionOp;
use mnc2_isa::reduction::ReductionKind;

use crate::float::convert::narrow;
use crate::float::format::{Format, HALF, SINGLE, of_bits};

/// A circuit, with the elements of each of its stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Circuit {
    /// L1BM, 4x4: four elements.
    L1bm4,
    /// L1BM, 16x1: four times four elements, then the four results (manual 4.2).
    L1bm16,
    /// L2BM: all elements at once.
    L2bm,
    /// MV within a group: two elements.
    Mv2,
    /// MV between groups: four elements.
    Mv4,
    /// MV over the whole chip: two elements of each group, then the four results.
    Mv8,
}

impl Circuit {
    /// Elements that the first of two stages takes; `None` where there is only one. That neighbours meet
    /// first (MABs 0 to 3, the L2Bs of a group) is assumed.
    const fn first_stage(self) -> Option<usize> {
        match self {
            Self::L1bm16 => Some(4),
            Self::Mv8 => Some(2),
            Self::L1bm4 | Self::L2bm | Self::Mv2 | Self::Mv4 => None,
        }
    }
}

/// Reduces long words, each element of the operation's precision with those in the same place.
#[must_use]
pub fn reduce(circuit: Circuit, operation: ReductionOp, words: &[u64]) -> u64 {
    let bits = operation.precision.element_bits();
    let mut result = 0;
    let mut elements = [0; MAX_ELEMENTS];
    for shift in (0..64).step_by(bits as usize) {
        let count = words.len().min(MAX_ELEMENTS);
        for (element, word) in elements.iter_mut().zip(words) {
            *element = (word >> shift) & of_bits(bits).mask();
        }
        result |= in_stages(circuit, operation.kind, bits, None, &elements[..count]) << shift;
    }
    result
}

/// Reduces single-precision values, four in each pair of long words, and rounds the results to half
/// precision: once, from the exact sum of the last stage (manual 3.6.8.5, 4.2.1, 4.2.2).
#[must_use]
pub fn reduce_shortened(circuit: Circuit, kind: ReductionKind, pairs: &[(u64, u64)]) -> u64 {
    let mut result = 0;
    let mut elements = [0; MAX_ELEMENTS];
    for index in 0..4 {
        let count = pairs.len().min(MAX_ELEMENTS);
        for (element, &(most, least)) in elements.iter_mut().zip(pairs) {
            let long = if index < 2 { most } else { least };
            *element = (long >> (32 * (1 - index % 2))) & SINGLE.mask();
        }
        let half = in_stages(circuit, kind, SINGLE.bits(), Some(HALF), &elements[..count]);
        result |= half << (16 * (3 - index));
    }
    result
}

/// The most elements that meet: the MABs of an L1B.
const MAX_ELEMENTS: usize = 16;

/// Only the last stage shortens.
fn in_stages(
    circuit: Circuit,
    kind: ReductionKind,
    bits: u32,
    shortened: Option<Format>,
    elements: &[u64],
) -> u64 {
    match circuit.first_stage() {
        Some(count) if elements.len() > count => {
            let mut results = [0; MAX_ELEMENTS];
            let stages = elements.len().div_ceil(count);
            for (result, elements) in results.iter_mut().zip(elements.chunks(count)) {
                *result = at_once(kind, bits, None, elements);
            }
            at_once(kind, bits, shortened, &results[..stages])
        }
        Some(_) | None => at_once(kind, bits, shortened, elements),
    }
}

/// One stage, or all of the operations that give the same in any number of them.
fn at_once(kind: ReductionKind, bits: u32, shortened: Option<Format>, elements: &[u64]) -> u64 {
    let format = of_bits(bits);
    let values = elements.iter().copied();
    let chosen = |value: u64| match shortened {
        Some(to) => narrow(format, to, value),
        None => value,
    };
    match kind {
        ReductionKind::FloatAdd => float::sum(format, shortened.unwrap_or(format), elements),
        ReductionKind::Max => chosen(values.max_by_key(|&x| float::order(format, x)).unwrap_or(0)),
        ReductionKind::Min => chosen(values.min_by_key(|&x| float::order(format, x)).unwrap_or(0)),
        ReductionKind::IntegerAdd => values.fold(0, u64::wrapping_add) & format.mask(),
        ReductionKind::BitAnd => values.fold(format.mask(), |all, x| all & x),
        ReductionKind::BitOr => values.fold(0, |any, x| any | x),
        ReductionKind::LogicalAnd => u64::from(elements.iter().all(|&x| x != 0)),
        ReductionKind::LogicalOr => u64::from(elements.iter().any(|&x| x != 0)),
    }
}

#[cfg(test)]
mod tests {
    use mnc2_isa::Precision::{Double, Half, HalfInteger, LongInteger, Single, SingleInteger};
    use mnc2_isa::reduction::ReductionKind::{
        self, BitAnd, BitOr, FloatAdd, IntegerAdd, LogicalAnd, LogicalOr, Max, Min,
    };
    use mnc2_isa::{Precision, ReductionOp};

    use super::{Circuit, reduce, reduce_shortened};

    #[track_caller]
    fn check(kind: ReductionKind, precision: Precision, words: &[u64], expected: u64) {
        let result = reduce(Circuit::L2bm, ReductionOp { kind, precision }, words);
        assert_eq!(
            format!("{result:#018x}"),
            format!("{expected:#018x}"),
            "{kind:?} {precision:?}"
        );
    }

    #[test]
    fn integers_by_lane() {
        check(
            IntegerAdd,
            HalfInteger,
            &[0x0001_ffff_7fff_0005, 0x0002_0001_0001_0005],
            0x0003_0000_8000_000a,
        );
        check(
            IntegerAdd,
            SingleInteger,
            &[0xffff_ffff_0000_0001, 0x0000_0002_ffff_ffff],
            0x0000_0001_0000_0000,
        );
        check(IntegerAdd, LongInteger, &[u64::MAX, 3], 2);
        check(BitAnd, LongInteger, &[0xff0f, 0x0fff], 0x0f0f);
        check(BitOr, HalfInteger, &[0xf000_0000, 0x000f_0001], 0xf00f_0001);
        check(LogicalOr, SingleInteger, &[0x0000_0000_0000_0008, 0], 1);
        check(
            LogicalAnd,
            SingleInteger,
            &[0x0000_0005_0000_0008, 0x0000_0001_0000_0000],
            0x0000_0001_0000_0000,
        );
        check(LogicalAnd, LongInteger, &[4, 8, 1 << 63], 1);
    }

    #[test]
    fn maxima_compare_sign_and_magnitude_without_normalising() {
        check(
            Max,
            Double,
            &[1.0f64.to_bits(), (-2.0f64).to_bits()],
            1.0f64.to_bits(),
        );
        check(
            Min,
            Double,
            &[1.0f64.to_bits(), (-2.0f64).to_bits()],
            (-2.0f64).to_bits(),
        );
        // Plus zero is above minus zero, and mantissas of zeros count.
        check(
            Max,
            Single,
            &[0x8000_0000_0000_0041, 0x0000_0000_0000_0042],
            0x42,
        );
        check(
            Min,
            Single,
            &[0x8000_0000_8000_0041, 0x0000_0000_8000_0042],
            0x8000_0000_8000_0042,
        );
        check(
            Max,
            Half,
            &[0x7e01_fe00_3e00_be00, 0x7e00_fe01_4000_c000],
            0x7e01_fe00_4000_be00,
        );
    }

    #[test]
    fn sums_round_once_in_a_stage() {
        let words =
            |values: &[f64]| -> Vec<u64> { values.iter().map(|value| value.to_bits()).collect() };
        check(
            FloatAdd,
            Double,
            &words(&[1.0, 2.0, -0.5, 8.0]),
            10.5f64.to_bits(),
        );
        check(FloatAdd, Double, &words(&[1.0, -1.0]), 0);
        check(FloatAdd, Double, &[1 << 63, 1 << 63], 0);
    }

    #[test]
    fn sixteen_elements_are_four_times_four() {
        let operation = ReductionOp {
            kind: FloatAdd,
            precision: Double,
        };
        // In the first stage 2^53 swallows the ones beside it; the others add up before they meet it.
        let mut values = [0.0; 16];
        values[0] = 9_007_199_254_740_992.0;
        (values[1], values[4], values[5]) = (1.0, 1.0, 1.0);
        let words = values.map(f64::to_bits);
        assert_eq!(
            f64::from_bits(reduce(Circuit::L1bm16, operation, &words)),
            values[0] + 2.0
        );
        assert_eq!(
            f64::from_bits(reduce(Circuit::L2bm, operation, &words)),
            values[0] + 4.0
        );
    }

    #[test]
    fn shortened_sums_round_directly_to_half() {
        let pair = |value: f32| {
            let bits = u64::from(value.to_bits());
            (bits << 32 | bits, bits << 32)
        };
        // 1 + 2^-10 is a tie for half precision; 2^-24 more decides it, where single precision would lose it.
        let pairs = [1.0, 2.0f32.powi(-10), 2.0f32.powi(-26), 0.0].map(pair);
        assert_eq!(
            reduce_shortened(Circuit::L1bm4, FloatAdd, &pairs),
            0x3e01_3e01_3e01_0000
        );
        assert_eq!(
            reduce_shortened(Circuit::L1bm4, Max, &pairs),
            0x3e00_3e00_3e00_0000
        );
    }
}
