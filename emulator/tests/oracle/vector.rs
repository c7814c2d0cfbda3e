//! Vector multiply-add (manual 3.6.9.10-3.6.9.21, 4.3) with exact rational numbers, and the output of the MAU.

use mnc2_isa::Precision;

use super::number::{DOUBLE, HALF, Layout, Number, SINGLE, power_of_two, signed};

/// One precision of the MAU as manual 3.6.9.1 and 4.3 have it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    pub(crate) precision: Precision,
    /// Of the factors.
    pub(crate) factor: Layout,
    /// Of the addend and the result.
    pub(crate) sum: Layout,
    /// Of the result with `r`.
    pub(crate) shortened: Option<Layout>,
    /// Mantissa digits whose partial products are all added (4.6), (4.8), and the exponent of r (4.7), (4.9).
    pub(crate) multiplier: Option<(u32, i64)>,
}

pub(crate) const DOUBLE_MODE: Mode = Mode {
    precision: Precision::Double,
    factor: DOUBLE,
    sum: DOUBLE,
    shortened: Some(SINGLE),
    multiplier: Some((36, -74)),
};
pub(crate) const SINGLE_MODE: Mode = Mode {
    precision: Precision::Single,
    factor: SINGLE,
    sum: SINGLE,
    shortened: None,
    multiplier: Some((18, -38)),
};
pub(crate) const HALF_MODE: Mode = Mode {
    precision: Precision::Half,
    factor: HALF,
    sum: SINGLE,
    shortened: Some(HALF),
    multiplier: None,
};

/// P of (4.4) or P' for mantissas of `length` digits, whose first digit is 2^-1.
pub(crate) fn partial_products(
    length: u32,
    multiplier: Option<(u32, i64)>,
    a: u64,
    b: u64,
) -> Number {
    let digit = |mantissa: u64, index: u32| (mantissa >> (length - index)) % 2 == 1;
    let in_units = |j: u32, k: u32| 1_u128 << (2 * length - j - k);
    let (kept, correction) = multiplier.unwrap_or((length, 0));
    let (mut added, mut omitted) = (0, 0);
    for j in (1..=length).filter(|&j| digit(a, j)) {
        for k in (1..=length).filter(|&k| digit(b, k)) {
            if j <= kept || k <= kept {
                added += in_units(j, k);
            } else {
                omitted += in_units(j, k);
            }
        }
    }
    let sum = Number::from(added) * power_of_two(-2 * i64::from(length));
    if omitted == 0 {
        sum
    } else {
        sum + power_of_two(correction)
    }
}

/// The product (4.3). Zero times anything is zero, and an infinite factor makes the rest infinite.
pub(crate) fn product(mode: Mode, x: u64, y: u64) -> Number {
    let layout = mode.factor;
    let (a, b) = (layout.fields(x), layout.fields(y));
    let negative = a.negative != b.negative;
    if layout.is_zero(x) || layout.is_zero(y) {
        return Number::ZERO;
    }
    if layout.is_infinite(x) || layout.is_infinite(y) {
        return mode.sum.infinity(negative);
    }
    let length = layout.mantissa_bits;
    let fraction = |mantissa: u64| Number::from(mantissa) * power_of_two(-i64::from(length));
    let significand = Number::ONE
        + fraction(a.mantissa)
        + fraction(b.mantissa)
        + partial_products(length, mode.multiplier, a.mantissa, b.mantissa);
    let exponent = a.exponent + b.exponent - 2 * layout.bias();
    signed(negative, significand * power_of_two(exponent))
}

/// The part of the sum that is not the addend: x · y, or x if y is left out.
pub(crate) fn factors(mode: Mode, x: u64, y: Option<u64>) -> Number {
    match y {
        Some(y) => product(mode, x, y),
        None if mode.factor.is_infinite(x) => mode.sum.infinity(mode.factor.fields(x).negative),
        None => mode.factor.value(x),
    }
}

/// Puts elements of `bits` bits on two long words, from the MSB side.
pub(crate) fn on_path(elements: &[u64], bits: u32) -> (u64, u64) {
    let mut both = 0_u128;
    for (index, &element) in elements.iter().enumerate() {
        both |= u128::from(element) << (128 - bits * (index as u32 + 1));
    }
    ((both >> 64) as u64, both as u64)
}

/// The four flag bits of a PE: the inverted signs of the results (manual 3.6.9.26).
pub(crate) fn sign_flags(results: &[u64], layout: Layout) -> u8 {
    let each = 4 / results.len();
    let mut flags = 0;
    for &result in results {
        for _ in 0..each {
            flags = flags * 2 + u8::from(!layout.fields(result).negative);
        }
    }
    flags
}
