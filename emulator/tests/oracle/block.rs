//! Block-float conversion, step by step (manual 3.6.12.12, 4.4), with exact rational numbers.

use super::number::{DOUBLE, Fields, HALF, Layout, Number, SINGLE, nearest_even, power_of_two};

/// A conversion as manual 4.4 and its table 4.1 have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) layout: Layout,
    /// The manual's n.
    pub(crate) elements: usize,
    /// Bits of the mantissa field that are used.
    pub(crate) used_bits: u32,
    /// The manual's b.
    pub(crate) shorter_by: i64,
    pub(crate) is_extended: bool,
}

const fn plain(layout: Layout, elements: usize, used_bits: u32) -> Shape {
    Shape {
        layout,
        elements,
        used_bits,
        shorter_by: 0,
        is_extended: false,
    }
}

pub(crate) const DOUBLE_BLOCK: Shape = plain(DOUBLE, 4, 52);
pub(crate) const SINGLE_BLOCK: Shape = plain(SINGLE, 4, 23);
pub(crate) const PSEUDO_SINGLE_BLOCK: Shape = plain(SINGLE, 8, 18);

/// Half precision with mantissas of this many bits, 6 to 9.
pub(crate) const fn half_block(mantissa_bits: u32, is_extended: bool) -> Shape {
    Shape {
        shorter_by: 9 - mantissa_bits as i64,
        is_extended,
        ..plain(HALF, 16, 9)
    }
}

/// Whether the mantissa is all ones but for the bits that the conversion drops anyway.
fn is_all_ones(shape: Shape, mantissa: u64) -> bool {
    let unused = shape.layout.mantissa_bits - shape.used_bits;
    let kept = mantissa >> unused >> shape.shorter_by;
    kept == (1 << (i64::from(shape.used_bits) - shape.shorter_by)) - 1
}

/// The elements of a block converted.
pub(crate) fn converted(shape: Shape, elements: &[u64]) -> Vec<u64> {
    let layout = shape.layout;
    let fields: Vec<Fields> = elements.iter().map(|&x| layout.fields(x)).collect();
    let with = |of: &Fields, exponent, mantissa| {
        layout.bits_of(Fields {
            negative: of.negative,
            exponent,
            mantissa,
        })
    };
    // Steps 1 to 3.
    let largest = fields.iter().map(|f| f.exponent).max().unwrap_or(0);
    let mut common = largest;
    if fields
        .iter()
        .any(|f| f.exponent == largest && is_all_ones(shape, f.mantissa))
    {
        common += 1;
    }
    common += shape.shorter_by;
    if largest == 0 {
        return fields.iter().map(|f| with(f, 0, 0)).collect();
    }
    if common >= layout.all_ones() {
        return fields
            .iter()
            .map(|f| with(f, layout.all_ones(), 0))
            .collect();
    }
    let element = |f: &Fields| {
        if f.exponent == 0 {
            return with(f, common, 0);
        }
        let difference = common - f.exponent;
        let limit = 6 + shape.shorter_by;
        let is_small = shape.is_extended
            && difference >= limit
            && !(difference == limit && is_all_ones(shape, f.mantissa));
        let down = if is_small { difference - 6 } else { difference };
        // With the hidden bit, moved down; the field's top bit is 1.0.
        let value =
            Number::ONE + Number::from(f.mantissa) / power_of_two(layout.mantissa_bits.into());
        let top = i64::from(shape.used_bits) - 1;
        let rounded = nearest_even(value * power_of_two(top - down));
        let mantissa = u64::try_from(rounded).expect("a mantissa fits");
        let field = mantissa << (layout.mantissa_bits - shape.used_bits);
        match (mantissa, shape.is_extended) {
            (0, true) => with(f, 0, 0),
            (_, _) if is_small => with(f, 0, field),
            (_, _) => with(f, common, field),
        }
    };
    fields.iter().map(element).collect()
}
