//! The table of `rsqrt` (manual 3.6.12.9, docs/known-behaviour.md#reciprocal-square-root).

use super::format::{Class, Format};

/// Bits of the input's mantissa that select an entry.
const INDEX_BITS: u32 = 4;
/// Bits of the result's mantissa that an entry decides.
const ENTRY_BITS: u32 = 5;

/// In 64ths, by the input's mantissa cut to four bits: 1, 1 + 1/16, .. The first row is for even exponents, the second for
/// odd ones.
const ENTRIES: [[u64; 1 << INDEX_BITS]; 2] = [
    [
        63, 62, 60, 58, 57, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45,
    ],
    [
        45, 43, 42, 41, 40, 39, 38, 37, 36, 35, 35, 34, 33, 33, 32, 32,
    ],
];

/// The approximate reciprocal square root of the absolute value; zero gives infinity, and infinity zero.
///
/// The results for single and double precision are observed; those for half precision and for infinity are assumed.
#[must_use]
pub const fn reciprocal_square_root(format: Format, value: u64) -> u64 {
    match format.class(value) {
        Class::Zero => format.infinity(false),
        Class::Infinity => format.zero(false),
        Class::Normal => {
            let exponent = format.unbiased_exponent(value);
            // The value is v · 4^half with v = 1 .. 4, the result entry / 64 · 2^-half, and entry / 32 = 1 .. 2.
            let (half, is_odd) = (exponent.div_euclid(2), exponent.rem_euclid(2));
            let index = format.mantissa(value) >> (format.mantissa_bits - INDEX_BITS);
            let fraction = ENTRIES[is_odd as usize][index as usize] - (1 << ENTRY_BITS);
            // Half the exponent is far from both ends, so nothing is clipped.
            format.pack(
                false,
                (format.bias() - half - 1) as u64,
                fraction << (format.mantissa_bits - ENTRY_BITS),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::{DOUBLE, Format, HALF, SINGLE};
    use super::reciprocal_square_root;

    #[track_caller]
    fn check(format: Format, value: u64, expected: u64) {
        let result = reciprocal_square_root(format, value);
        assert_eq!(result, expected, "{value:#x}: {result:#x}");
    }

    #[test]
    fn published_examples() {
        // 3.0 gives 36/64, 1.0 gives 63/64, 0.5 gives 45/32, 1.3 gives 57/64.
        check(DOUBLE, 3.0_f64.to_bits(), 0x3fe2_0000_0000_0000);
        check(SINGLE, 3.0_f32.to_bits().into(), 0x3f10_0000);
        for (value, expected) in [(1.0, 63.0 / 64.0), (0.5, 45.0 / 32.0), (1.3, 57.0 / 64.0)] {
            check(DOUBLE, f64::to_bits(value), f64::to_bits(expected));
        }
    }

    #[test]
    fn zero_infinity_and_sign() {
        check(SINGLE, 0x8000_0042, 0x7f80_0000);
        check(SINGLE, 0xff80_0042, 0);
        check(HALF, 0x3e00, 0x3df0);
        check(HALF, 0xbe00, 0x3df0);
        let smallest = 2.0_f64.powi(-1022);
        check(
            DOUBLE,
            smallest.to_bits(),
            (63.0 / 64.0 / smallest.sqrt()).to_bits(),
        );
        check(DOUBLE, (smallest / 2.0).to_bits(), 0x7ff0_0000_0000_0000);
    }
}
