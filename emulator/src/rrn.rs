//! The result reduction networks (manual 3.5.5, 4.2): the operations `fadd`, `max`, `iadd` and others.
//!
//! L1BM, L2BM and MV instructions have circuits that differ in how many elements they take simultaneously and in
//! how many stages ([`Circuit`]). The instructions decide which words meet in a circuit.

mod float;
mod order;
pub mod sum_simd;

pub use order::{EXTENDED_ORDER, SHORTENED_ORDER, reordered};

use mnc2_isa::reduction::ReductionKind;
use mnc2_isa::{Precision, ReductionOp};

use crate::float::chip_choices::shortened_without_normalization;
use crate::float::convert::extend_from_half;
use crate::float::format::{Format, HALF, SINGLE, format_for_bits};

/// A circuit, with the elements of each of its stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Circuit {
    /// L1BM, 4x4: four elements.
    L1bm4,
    /// L1BM, 16x1: four times four elements, then the four results (manual 4.2).
    L1bm16,
    /// L2BM: all elements simultaneously.
    L2bm,
    /// MV within a group: two elements.
    Mv2,
    /// MV between groups: four elements.
    Mv4,
    /// MV over the whole chip: two elements of each group, then the four results.
    Mv8,
}

impl Circuit {
    /// The number of elements of the first of two stages; `None` if there is only one. That neighbours meet first
    /// (MABs 0 to 3, the L2Bs of a group) is assumed.
    const fn first_stage(self) -> Option<usize> {
        match self {
            Self::L1bm16 => Some(4),
            Self::Mv8 => Some(2),
            Self::L1bm4 | Self::L2bm | Self::Mv2 | Self::Mv4 => None,
        }
    }

    /// L1BM has no half-precision circuit (manual 4.2).
    const fn has_half_precision(self) -> bool {
        match self {
            Self::L1bm4 | Self::L1bm16 => false,
            Self::L2bm | Self::Mv2 | Self::Mv4 | Self::Mv8 => true,
        }
    }
}

/// The identity element of an operation, in every place of a long word (manual 3.3, `get_unit_value`).
#[must_use]
pub const fn identity(operation: ReductionOp) -> u64 {
    match operation.kind {
        ReductionKind::FloatAdd
        | ReductionKind::IntegerAdd
        | ReductionKind::BitOr
        | ReductionKind::LogicalOr => 0,
        ReductionKind::Max | ReductionKind::BitAnd | ReductionKind::LogicalAnd => u64::MAX,
        ReductionKind::Min => {
            let element = format_for_bits(operation.precision.element_bits()).mask();
            u64::MAX / element * (element >> 1)
        }
    }
}

/// Reduces at most 16 long words, each element of the operation's precision with those in the same place. Without
/// words the result is the identity element.
///
/// In half precision L1BM extends, reduces in single precision and shortens (manual 3.6.8.5); this does so too.
#[must_use]
pub fn reduce(circuit: Circuit, operation: ReductionOp, words: &[u64]) -> u64 {
    if words.is_empty() {
        return identity(operation);
    }
    if matches!(operation.precision, Precision::Half) && !circuit.has_half_precision() {
        let mut pairs = [(0, 0); ELEMENTS_MAX];
        for (pair, &word) in pairs.iter_mut().zip(words) {
            *pair = extend_from_half(word);
        }
        let pairs = &pairs[..words.len().min(ELEMENTS_MAX)];
        return reduce_shortened(circuit, operation.kind, pairs);
    }
    let bits = operation.precision.element_bits();
    let mut result = 0;
    let mut elements = [0; ELEMENTS_MAX];
    for shift in (0..64).step_by(bits as usize) {
        let count = words.len().min(ELEMENTS_MAX);
        for (element, word) in elements.iter_mut().zip(words) {
            *element = (word >> shift) & format_for_bits(bits).mask();
        }
        result |= in_stages(circuit, operation.kind, bits, None, &elements[..count]) << shift;
    }
    result
}

/// Reduces single-precision values, four in each pair of long words, and rounds the results to half
/// precision: once, from the exact sum of the last stage (manual 3.6.8.5, 4.2.1, 4.2.2).
///
/// A pair is the long word on the MSB side and the one on the LSB side; the halves keep the order of their
/// single words. There must be a pair, and at most 16.
#[must_use]
pub fn reduce_shortened(circuit: Circuit, kind: ReductionKind, pairs: &[(u64, u64)]) -> u64 {
    let mut result = 0;
    let mut elements = [0; ELEMENTS_MAX];
    for index in 0..4 {
        let count = pairs.len().min(ELEMENTS_MAX);
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
const ELEMENTS_MAX: usize = 16;

/// Only the last stage shortens.
fn in_stages(
    circuit: Circuit,
    kind: ReductionKind,
    bits: u32,
    shortened: Option<Format>,
    elements: &[u64],
) -> u64 {
    match circuit.first_stage() {
        Some(count) => {
            let mut results = [0; ELEMENTS_MAX];
            let stages = elements.len().div_ceil(count);
            for (result, elements) in results.iter_mut().zip(elements.chunks(count)) {
                *result = at_once(kind, bits, None, elements);
            }
            at_once(kind, bits, shortened, &results[..stages])
        }
        None => at_once(kind, bits, shortened, elements),
    }
}

/// One stage, or all stages of operations that give the same result in any number of them.
fn at_once(kind: ReductionKind, bits: u32, shortened: Option<Format>, elements: &[u64]) -> u64 {
    let format = format_for_bits(bits);
    let values = elements.iter().copied();
    let chosen = |value: u64| match shortened {
        Some(to) => shortened_without_normalization(format, to, value),
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
