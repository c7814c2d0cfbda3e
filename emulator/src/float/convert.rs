//! Conversions between formats: exact widening and rounding narrowing.
//!
//! These convert values, not results: a zero keeps its sign. [`Format::normalize_output`] then normalises what a unit
//! outputs if the manual states so.

use super::format::{Class, DOUBLE, Format, HALF, SINGLE};
use super::rounding::round_nearest_even;

/// Precision extension (manual 3.6.9.23): exact. Zero and infinity lose their mantissa and keep their sign.
#[must_use]
#[inline]
pub const fn widen(from: Format, to: Format, value: u64) -> u64 {
    let negative = from.is_negative(value);
    match from.class(value) {
        Class::Zero => to.zero(negative),
        Class::Infinity => to.infinity(negative),
        Class::Normal => {
            let exponent = from.unbiased_exponent(value) + to.bias();
            let mantissa = from.mantissa(value) << (to.mantissa_bits - from.mantissa_bits);
            to.pack(negative, exponent as u64, mantissa)
        }
    }
}

/// Precision shortening (manual 3.6.9.24, 3.6.12.19): rounds to the nearest value, ties to even.
/// Too small becomes zero and too large infinity, each with the sign of the input.
#[must_use]
#[inline]
pub const fn narrow(from: Format, to: Format, value: u64) -> u64 {
    let negative = from.is_negative(value);
    match from.class(value) {
        Class::Zero => to.zero(negative),
        Class::Infinity => to.infinity(negative),
        Class::Normal => {
            let significand = (1 << from.mantissa_bits) | from.mantissa(value);
            let rounded = round_nearest_even(significand, from.mantissa_bits - to.mantissa_bits);
            // A carry out of the mantissa makes it 2.0, whose fraction bits are all zero.
            let carry = rounded >> (to.mantissa_bits + 1);
            let exponent = from.unbiased_exponent(value) + carry as i32 + to.bias();
            if exponent <= 0 {
                to.zero(negative)
            } else if exponent >= to.exponent_of_infinity() as i32 {
                to.infinity(negative)
            } else {
                to.pack(negative, exponent as u64, rounded & to.mantissa_mask())
            }
        }
    }
}

/// The value as a `f64`; every value of every format is one exactly. Infinity is infinity.
#[must_use]
pub const fn to_f64(format: Format, value: u64) -> f64 {
    f64::from_bits(widen(format, DOUBLE, value))
}

/// Shortens the four single-precision values of two long words to the four halves of one (manual 3.6.12.19).
#[must_use]
pub const fn shorten_to_half(most: u64, least: u64) -> u64 {
    let a = narrow(SINGLE, HALF, most >> 32);
    let b = narrow(SINGLE, HALF, most & 0xffff_ffff);
    let c = narrow(SINGLE, HALF, least >> 32);
    let d = narrow(SINGLE, HALF, least & 0xffff_ffff);
    (a << 48) | (b << 32) | (c << 16) | d
}

/// Extends the four halves of one long word to the four single-precision values of two (manual 3.6.9.23).
#[must_use]
pub const fn extend_from_half(halves: u64) -> (u64, u64) {
    let a = widen(HALF, SINGLE, halves >> 48);
    let b = widen(HALF, SINGLE, (halves >> 32) & 0xffff);
    let c = widen(HALF, SINGLE, (halves >> 16) & 0xffff);
    let d = widen(HALF, SINGLE, halves & 0xffff);
    ((a << 32) | b, (c << 32) | d)
}

/// Sign inversion of an input (manual 3.6.9.22): of every element of a long word, zero and infinity included.
#[must_use]
pub const fn invert_signs(format: Format, long_word: u64) -> u64 {
    long_word ^ (format.sign_mask() * (u64::MAX / format.mask()))
}

#[cfg(test)]
mod tests {
    use super::super::format::{DOUBLE, Format, HALF, SINGLE};
    use super::{extend_from_half, invert_signs, narrow, shorten_to_half, to_f64, widen};
    use crate::test_random::advance;

    #[test]
    fn every_half_survives_widening_and_narrowing() {
        for half in 0..=0xffff_u64 {
            let clean = match HALF.exponent(half) {
                0 | 63 => half & !HALF.mantissa_mask(),
                _ => half,
            };
            let single = widen(HALF, SINGLE, half);
            assert_eq!(narrow(SINGLE, HALF, single), clean, "{half:#x}");
            assert_eq!(
                narrow(DOUBLE, HALF, widen(SINGLE, DOUBLE, single)),
                clean,
                "{half:#x}"
            );
        }
    }

    #[test]
    fn narrowing_rounds_to_the_nearest_even_value() {
        fn check(from: Format, to: Format, value: u64, expected: u64) {
            assert_eq!(narrow(from, to, value), expected, "{value:#x}");
        }
        let single = |value: f32| u64::from(value.to_bits());
        check(SINGLE, HALF, single(1.0), 0x3e00);
        check(SINGLE, HALF, single(-1.5), 0xbf00);
        check(SINGLE, HALF, single(1.0 + 1.0 / 1024.0), 0x3e00);
        check(SINGLE, HALF, single(1.0 + 3.0 / 1024.0), 0x3e02);
        check(SINGLE, HALF, single(1.0 + 1.5 / 1024.0), 0x3e01);
        check(SINGLE, HALF, single(1.999_999_9), 0x4000);
        // 2^-30 is the smallest half; a value that rounds to less is zero.
        check(SINGLE, HALF, single(2.0f32.powi(-30)), 0x0200);
        check(SINGLE, HALF, single(2.0f32.powi(-31) * 1.998), 0x0000);
        check(SINGLE, HALF, single(-(2.0f32.powi(-31)) * 1.999_9), 0x8200);
        check(SINGLE, HALF, single(-(2.0f32.powi(-31))), 0x8000);
        // 2^32 is out of range, the largest half is (2 - 2^-9) * 2^31.
        check(SINGLE, HALF, single(2.0f32.powi(32)), 0x7e00);
        check(
            SINGLE,
            HALF,
            single((2.0 - 2.0f32.powi(-9)) * 2.0f32.powi(31)),
            0x7dff,
        );
        check(
            SINGLE,
            HALF,
            single((2.0 - 2.0f32.powi(-10)) * 2.0f32.powi(31)),
            0x7e00,
        );
        check(SINGLE, HALF, 0x8000_0042, 0x8000);
        check(SINGLE, HALF, 0xffff_ffff, 0xfe00);
        check(DOUBLE, SINGLE, 0.1f64.to_bits(), single(0.1));
        check(DOUBLE, SINGLE, 1.0e-40f64.to_bits(), 0);
    }

    #[test]
    fn narrowing_doubles_is_that_of_the_host_in_the_normal_range() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..20_000 {
            advance(&mut bits);
            let exponent = 1023 - 120 + (bits >> 56) % 240;
            let value = DOUBLE.pack(bits & 1 == 1, exponent, bits >> 12);
            let host = f64::from_bits(value) as f32;
            assert_eq!(
                narrow(DOUBLE, SINGLE, value),
                u64::from(host.to_bits()),
                "{value:#x}"
            );
        }
    }

    #[test]
    fn sign_inversion_reaches_every_element() {
        assert_eq!(invert_signs(HALF, 0x8000_0001), 0x8000_8000_0000_8001);
        assert_eq!(invert_signs(SINGLE, 0x8000_0001), 0x8000_0000_0000_0001);
        assert_eq!(invert_signs(DOUBLE, 0x8000_0001), 0x8000_0000_8000_0001);
    }

    #[test]
    fn four_halves_and_four_singles() {
        let halves = 0x3e00_4000_4100_be00;
        let (most, least) = extend_from_half(halves);
        assert_eq!(
            (most, least),
            (0x3f80_0000_4000_0000, 0x4040_0000_bf80_0000)
        );
        assert_eq!(shorten_to_half(most, least), halves);
        assert_eq!(to_f64(HALF, 0x4100), 3.0);
    }
}
