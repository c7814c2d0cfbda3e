//! Matrix-vector products of block floats (manual 3.6.9.2-3.6.9.9, 4.5) with exact rational numbers.

use mnc2_isa::Precision;

use super::number::{Layout, Number, nearest_even, power_of_two, signed};
use super::vector::{DOUBLE_MODE, HALF_MODE, Mode, SINGLE_MODE, partial_products};

/// The shape of one precision (manual 3.6.9.2-3.6.9.9).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) mode: Mode,
    /// Of the matrix that is used, and of the result.
    pub(crate) rows: usize,
    /// Elements in a block.
    pub(crate) columns: usize,
    /// Mantissa digits of a block float: the manual's m.
    pub(crate) length: u32,
}

pub(crate) const DOUBLE_SHAPE: Shape = Shape {
    mode: DOUBLE_MODE,
    rows: 4,
    columns: 4,
    length: 52,
};
pub(crate) const SINGLE_SHAPE: Shape = Shape {
    mode: SINGLE_MODE,
    rows: 8,
    columns: 4,
    length: 23,
};
pub(crate) const PSEUDO_SINGLE_SHAPE: Shape = Shape {
    mode: Mode {
        precision: Precision::PseudoSingle,
        multiplier: None,
        ..SINGLE_MODE
    },
    rows: 8,
    columns: 8,
    length: 18,
};
pub(crate) const HALF_SHAPE: Shape = Shape {
    mode: HALF_MODE,
    rows: 16,
    columns: 16,
    length: 9,
};

fn common_exponent(layout: Layout, block: &[u64]) -> i64 {
    block
        .iter()
        .map(|&bits| layout.fields(bits).exponent)
        .max()
        .unwrap_or(0)
}

/// The dot product (4.12). Of an infinite block and the elements of the other one that are not zero, the
/// infinities are counted.
pub(crate) fn dot(shape: Shape, a: &[u64], b: &[u64]) -> Number {
    let layout = shape.mode.factor;
    let [common_a, common_b] = [a, b].map(|block| common_exponent(layout, block));
    if common_a == 0 || common_b == 0 {
        return Number::ZERO;
    }
    let unused = layout.mantissa_bits - shape.length;
    let mantissa = |bits| layout.fields(bits).mantissa >> unused;
    let is_infinite = |common: i64| common == layout.all_ones();
    let mut infinities = 0;
    let mut sum = Number::ZERO;
    for (&a, &b) in a.iter().zip(b) {
        let negative = layout.fields(a).negative != layout.fields(b).negative;
        if is_infinite(common_a) || is_infinite(common_b) {
            let a_counts = is_infinite(common_a) || mantissa(a) != 0;
            let b_counts = is_infinite(common_b) || mantissa(b) != 0;
            if a_counts && b_counts {
                infinities += if negative { -1 } else { 1 };
            }
            continue;
        }
        let mut p = partial_products(
            shape.length,
            shape.mode.multiplier,
            mantissa(a),
            mantissa(b),
        );
        // The extended representation: each factor of exponent zero is six exponents lower.
        let small = [a, b].into_iter().filter(|&bits| layout.is_zero(bits));
        let down = 6 * small.count() as i64;
        if layout.bits() == 16 && down > 0 {
            let last_digit = power_of_two(-2 * i64::from(shape.length));
            let in_units = p / &last_digit * power_of_two(-down);
            p = Number::from(nearest_even(in_units)) * last_digit;
        }
        sum += signed(negative, p);
    }
    match infinities {
        0 => sum * power_of_two(common_a + common_b - 2 * layout.bias() + 2),
        _ => shape.mode.sum.infinity(infinities < 0),
    }
}
