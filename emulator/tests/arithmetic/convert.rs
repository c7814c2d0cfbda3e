//! Conversions between formats (manual 3.6.9.23, 3.6.9.24, 3.6.12.19): all halves, boundaries and random values.

use mnc2_emulator::float::convert::{narrow, widen};
use mnc2_emulator::float::format::{self, Format};

use super::number::{DOUBLE, HALF, Layout, SINGLE, converted};
use super::samples::{Random, boundary_values};

const PAIRS: [((Layout, Format), (Layout, Format)); 3] = [
    ((HALF, format::HALF), (SINGLE, format::SINGLE)),
    ((HALF, format::HALF), (DOUBLE, format::DOUBLE)),
    ((SINGLE, format::SINGLE), (DOUBLE, format::DOUBLE)),
];

#[test]
fn extension_is_exact() {
    for ((short, short_format), (long, long_format)) in PAIRS {
        let check = |bits| {
            let result = widen(short_format, long_format, bits);
            assert_eq!(result, converted(short, long, bits), "{bits:#x}");
        };
        boundary_values(short).into_iter().for_each(check);
        let mut random = Random::new(1);
        (0..5000).for_each(|_| check(random.value(short)));
        if short == HALF {
            (0..=0xffff).for_each(check);
        }
    }
}

#[test]
fn shortening_rounds() {
    for ((short, short_format), (long, long_format)) in PAIRS {
        let check = |bits| {
            let result = narrow(long_format, short_format, bits);
            assert_eq!(result, converted(long, short, bits), "{bits:#x}");
        };
        boundary_values(long).into_iter().for_each(check);
        let mut random = Random::new(2);
        (0..5000).for_each(|_| check(random.value(long)));
        // Values of the shorter format, those half way between two of them, and their neighbours.
        let half_unit = 1 << (long.mantissa_bits - short.mantissa_bits - 1);
        for bits in boundary_values(short) {
            let exact = converted(short, long, bits);
            for middle in [exact, exact + half_unit] {
                [middle, middle.wrapping_sub(1), middle + 1]
                    .into_iter()
                    .map(|bits| bits & (u64::MAX >> (64 - long.bits())))
                    .for_each(check);
            }
        }
    }
}
