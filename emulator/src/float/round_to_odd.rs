//! Sums of half- and single-precision values in the host's doubles, rounded to odd so that nothing is lost.
//!
//! A double has more than twice the bits of single precision. If a sum that does not fit is rounded so that its last
//! bit is odd, rounding it again to a shorter format gives the same as rounding the exact sum: the odd bit represents
//! all bits below it, like a sticky bit. It is much faster than [`Exact`](super::Exact), which double precision needs.

use super::chip_choices;
use super::format::{Class, DOUBLE, Format};

/// A number that rounds to half or single precision as the exact one does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OddSum(f64);

impl OddSum {
    /// The sum without addends.
    pub const ZERO: Self = Self(0.0);

    /// The number `integer · 2^exponent`; the integer must be below 2^53 and the result within the
    /// normalised doubles, which products of single-precision values are.
    #[must_use]
    #[inline]
    pub fn new(integer: i64, exponent: i32) -> Self {
        Self(integer as f64 * power_of_two(exponent))
    }

    /// Reads a half- or single-precision value that takes part in a sum of a format.
    #[must_use]
    #[inline]
    pub fn from_bits_in(format: Format, sum: Format, value: u64) -> Self {
        let negative = format.is_negative(value);
        // The mantissas end at the same bit, and the exponents differ by their biases.
        let magnitude = (value & (format.sign_mask() - 1)) << extra_bits(format);
        let sign = if negative { DOUBLE.sign_mask() } else { 0 };
        let normal = f64::from_bits(sign | (magnitude + exponent_difference(format)));
        match format.class(value) {
            Class::Normal => Self(normal),
            Class::Zero => Self::ZERO,
            Class::Infinity => Self::infinity(sum, negative),
        }
    }

    /// Infinity as it counts in a sum.
    #[must_use]
    pub fn infinity(sum: Format, negative: bool) -> Self {
        let value = power_of_two(chip_choices::infinity_exponent_in_a_sum(sum));
        Self(if negative { -value } else { value })
    }

    /// The sum, rounded to odd if it needs more bits than a double has. One of the two may already be rounded like
    /// this.
    #[must_use]
    #[inline]
    pub fn plus(self, other: Self) -> Self {
        Self(sum_rounded_to_odd(self.0, other.0))
    }

    /// Rounds to the nearest value, ties to even, clips the exponent and normalises the output (manual 4.3).
    #[must_use]
    #[inline]
    pub fn round_to(self, format: Format) -> u64 {
        let bits = self.0.to_bits();
        let negative = DOUBLE.is_negative(bits);
        let magnitude = bits & !DOUBLE.sign_mask();
        let extra = extra_bits(format);
        // Half of the last kept bit, less one unless that bit is odd; a carry runs into the exponent.
        let half = (1 << (extra - 1)) - 1 + ((magnitude >> extra) & 1);
        let rounded = (magnitude + half) >> extra;
        let difference = exponent_difference(format) >> extra;
        let smallest = difference + (1 << format.mantissa_bits);
        let infinite = difference + format.infinity(false);
        if rounded < smallest {
            0
        } else if rounded >= infinite {
            format.infinity(negative)
        } else {
            (rounded - difference) | if negative { format.sign_mask() } else { 0 }
        }
    }
}

/// The sum of two numbers; if it is not exact, its last bit is odd.
#[inline(always)]
pub(crate) fn sum_rounded_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    // The part of the exact sum that the rounding lost (Knuth's two-sum).
    let b_part = sum - a;
    let lost = (a - (sum - b_part)) + (b - b_part);
    let bits = sum.to_bits();
    // An even sum next to the exact one: the odd neighbour is on the side of the lost part.
    let away_from_zero = lost.is_sign_negative() == sum.is_sign_negative();
    let odd = if away_from_zero {
        bits + 1
    } else {
        bits.wrapping_sub(1)
    };
    let is_odd_enough = lost == 0.0 || bits & 1 == 1;
    f64::from_bits(if is_odd_enough { bits } else { odd })
}

/// By how many bits a double's mantissa is longer.
#[inline]
const fn extra_bits(format: Format) -> u32 {
    DOUBLE.mantissa_bits - format.mantissa_bits
}

/// How much higher the exponent of a double is, at its place in a double.
#[inline]
const fn exponent_difference(format: Format) -> u64 {
    ((DOUBLE.bias() - format.bias()) as u64) << DOUBLE.mantissa_bits
}

/// A power of two within the normalised doubles.
#[inline]
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + DOUBLE.bias()) as u64) << DOUBLE.mantissa_bits)
}

#[cfg(test)]
mod tests {
    use super::super::Exact;
    use super::super::format::{Format, HALF, SINGLE};
    use super::OddSum;
    use crate::test_random::advance;

    /// Sums of products and values, compared with the wide integers.
    #[test]
    fn sums_round_as_the_exact_ones() {
        let mut state = 5_u64;
        let mut next = || {
            advance(&mut state);
            state ^ (state >> 32)
        };
        for round in 0..60_000 {
            let spread = [3, 30, 60, 120, 250][round % 5];
            let integer = (next() >> (16 + next() % 40)) as i64;
            let integer = if next() & 1 == 1 { -integer } else { integer };
            let exponent = (next() % spread) as i32 - spread as i32 / 2 - 24;
            let value = {
                let bits = next();
                let exponent = 127 - spread / 2 + (bits >> 40) % spread;
                let mantissa = if round % 3 == 0 {
                    bits & 0x7f_0000
                } else {
                    bits & 0x7f_ffff
                };
                SINGLE.pack(bits >> 63 == 1, exponent, mantissa)
            };
            let exact = Exact::new(integer < 0, u128::from(integer.unsigned_abs()), exponent)
                .plus(Exact::from_bits(SINGLE, value));
            let odd =
                OddSum::new(integer, exponent).plus(OddSum::from_bits_in(SINGLE, SINGLE, value));
            for format in [SINGLE, HALF] {
                assert_eq!(
                    odd.round_to(format),
                    exact.round_to(format),
                    "{integer} · 2^{exponent} + {value:#x}"
                );
            }
        }
    }

    #[test]
    fn a_tie_that_is_none_goes_the_right_way() {
        fn check(format: Format, integer: i64, exponent: i32, value: u64, expected: u64) {
            let sum =
                OddSum::new(integer, exponent).plus(OddSum::from_bits_in(SINGLE, SINGLE, value));
            assert_eq!(
                sum.round_to(format),
                expected,
                "{integer} · 2^{exponent} + {value:#x}"
            );
        }
        // 1 + 2^-24 is a tie in single precision; 2^-100 more or less decides it.
        let (one_and_half_ulp, tiny) = ((1 << 24) + 1, 0x0d80_0000);
        check(SINGLE, one_and_half_ulp, -24, 0, 0x3f80_0000);
        check(SINGLE, one_and_half_ulp, -24, tiny, 0x3f80_0001);
        check(
            SINGLE,
            one_and_half_ulp + 2,
            -24,
            tiny | 0x8000_0000,
            0x3f80_0001,
        );
        check(SINGLE, one_and_half_ulp + 2, -24, 0, 0x3f80_0002);
        check(
            SINGLE,
            -one_and_half_ulp,
            -24,
            tiny | 0x8000_0000,
            0xbf80_0001,
        );
        // The double nearest to a sum just below a tie is already odd: it stays on its side.
        let below_a_tie = (1 << 52) + (1 << 29) + (1 << 28) - 1;
        check(SINGLE, below_a_tie, -52, tiny, 0x3f80_0001);
        check(SINGLE, -below_a_tie, -52, tiny | 0x8000_0000, 0xbf80_0001);
    }

    #[test]
    fn infinities_and_zeros() {
        let infinity = OddSum::from_bits_in(HALF, SINGLE, 0xfe00);
        assert_eq!(infinity.round_to(SINGLE), 0xff80_0000);
        assert_eq!(
            infinity
                .plus(OddSum::from_bits_in(SINGLE, SINGLE, 0x7f80_0000))
                .round_to(SINGLE),
            0
        );
        assert_eq!(
            OddSum::from_bits_in(SINGLE, SINGLE, 0x8000_0042).round_to(SINGLE),
            0
        );
        assert_eq!(
            OddSum::new(-1, -200).round_to(SINGLE),
            0,
            "underflow is plus zero"
        );
    }
}
