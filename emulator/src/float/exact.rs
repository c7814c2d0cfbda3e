//! Numbers between an operation and its one rounding: a sign, an exponent and a wide significand.
//!
//! Sums align with a sticky bit, so that they round as if the mantissa were
//! infinitely long (manual 4.3 step 1) without being it.

use super::chip_choices;
use super::format::{Class, Format};
use super::rounding::{round_wide, shift_right_sticky};

/// Where the leading one of a normalised significand is kept: one bit of headroom for a carry and one for the sign.
const LEADING_BIT: u32 = 125;

/// A number `±significand · 2^(exponent − 125)`, its significand zero or with bit 125 as its leading one.
///
/// The lowest bit is sticky: it can represent any non-zero amount below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    negative: bool,
    exponent: i32,
    significand: u128,
}

impl Exact {
    /// Zero, with a positive sign.
    pub const ZERO: Self = Self {
        negative: false,
        exponent: 0,
        significand: 0,
    };

    /// The number `±significand · 2^exponent`; the significand must be below 2^126.
    #[must_use]
    pub const fn new(negative: bool, significand: u128, exponent: i32) -> Self {
        if significand == 0 {
            return Self {
                negative,
                exponent: 0,
                significand: 0,
            };
        }
        let shift = significand.leading_zeros() - (127 - LEADING_BIT);
        Self {
            negative,
            exponent: exponent + (LEADING_BIT - shift) as i32,
            significand: significand << shift,
        }
    }

    /// Infinity as it counts in a sum of a format.
    #[must_use]
    pub const fn infinity(sum: Format, negative: bool) -> Self {
        Self::new(negative, 1, chip_choices::infinity_exponent_in_a_sum(sum))
    }

    /// Reads a value; infinity becomes [`Exact::infinity`].
    #[must_use]
    pub const fn from_bits(format: Format, value: u64) -> Self {
        let negative = format.is_negative(value);
        match format.class(value) {
            Class::Zero => Self {
                negative,
                exponent: 0,
                significand: 0,
            },
            Class::Normal => {
                let hidden = 1 << format.mantissa_bits;
                let exponent = format.unbiased_exponent(value);
                Self {
                    negative,
                    exponent,
                    significand: ((hidden | format.mantissa(value)) as u128)
                        << (LEADING_BIT - format.mantissa_bits),
                }
            }
            Class::Infinity => Self::infinity(format, negative),
        }
    }

    /// Reads a value that takes part in a sum of a wider format, whose infinity is used.
    #[must_use]
    pub const fn from_bits_in(format: Format, sum: Format, value: u64) -> Self {
        match format.class(value) {
            Class::Zero | Class::Normal => Self::from_bits(format, value),
            Class::Infinity => Self::infinity(sum, format.is_negative(value)),
        }
    }

    /// Whether it is zero.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.significand == 0
    }

    /// The sum of two exact numbers. At least one of them must be without a sticky bit,
    /// and both must have at most 107 significant bits, for the rounded result to be right.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        if self.is_zero() {
            return other;
        }
        if other.is_zero() {
            return self;
        }
        let (large, small) = if self.exponent >= other.exponent {
            (self, other)
        } else {
            (other, self)
        };
        let shifted =
            shift_right_sticky(small.significand, large.exponent.abs_diff(small.exponent));
        // The value of bit 0 at the exponent of the larger one.
        let exponent = large.exponent - LEADING_BIT as i32;
        if large.negative == small.negative {
            // None of at most 107 bits is lost here, except those that the sticky bit represents anyway.
            let sum = shift_right_sticky(large.significand + shifted, 1);
            Self::new(large.negative, sum, exponent + 1)
        } else if large.significand >= shifted {
            Self::new(large.negative, large.significand - shifted, exponent)
        } else {
            Self::new(small.negative, shifted - large.significand, exponent)
        }
    }

    /// Rounds to the nearest value, ties to even, clips the exponent and normalises the output
    /// (manual 4.3, steps 2 to 4): too small becomes +0, too large becomes infinity.
    #[must_use]
    pub fn round_to(self, format: Format) -> u64 {
        format.normalize_output(self.round_keeping_sign(format))
    }

    /// Like [`Exact::round_to`], but a zero keeps its sign.
    #[must_use]
    pub fn round_keeping_sign(self, format: Format) -> u64 {
        if self.is_zero() {
            return format.zero(self.negative);
        }
        let rounded = round_wide(self.significand, LEADING_BIT - format.mantissa_bits);
        // A carry out of the mantissa makes it 2.0, whose fraction bits are all zero.
        let carry = (rounded >> (format.mantissa_bits + 1)) as i32;
        let exponent = self.exponent + carry + format.bias();
        if exponent <= 0 {
            format.zero(self.negative)
        } else if exponent >= format.exponent_of_infinity() as i32 {
            format.infinity(self.negative)
        } else {
            let mantissa = rounded as u64 & format.mantissa_mask();
            format.pack(self.negative, exponent as u64, mantissa)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::{DOUBLE, HALF, SINGLE};
    use super::Exact;

    #[test]
    fn sums_of_doubles_are_those_of_the_host() {
        let values = [
            1.0,
            -1.0,
            1.5,
            f64::EPSILON,
            -f64::EPSILON / 2.0,
            f64::EPSILON / 4.0,
            3.0e300,
            -3.0e300,
            1.0e-290,
            0.1,
            -0.1,
            1.0 - f64::EPSILON / 2.0,
            -(1.0 - f64::EPSILON / 2.0),
            9007199254740993.0,
            0.5,
        ];
        for a in values {
            for b in values {
                let sum = Exact::from_bits(DOUBLE, a.to_bits())
                    .plus(Exact::from_bits(DOUBLE, b.to_bits()))
                    .round_to(DOUBLE);
                assert_eq!(sum, (a + b).to_bits(), "{a} + {b}");
            }
        }
    }

    #[test]
    fn exponents_are_clipped_after_rounding() {
        // Just below the smallest half, 2^-30, but rounding reaches it.
        let smallest = Exact::new(false, 0xffff, -46).round_to(HALF);
        assert_eq!(smallest, 0x0200);
        assert_eq!(
            Exact::new(true, 1, -31).round_to(HALF),
            0,
            "underflow is plus zero"
        );
        assert_eq!(Exact::new(true, 1, -31).round_keeping_sign(HALF), 0x8000);
        assert_eq!(
            Exact::new(false, 0x1ff_ffff, 103).round_to(SINGLE),
            0x7f80_0000
        );
        assert_eq!(Exact::new(true, 1, 500).round_to(SINGLE), 0xff80_0000);
    }

    #[test]
    fn infinity_is_the_next_power_of_two_in_a_sum() {
        let infinity = Exact::from_bits(SINGLE, 0x7f80_0000);
        assert_eq!(infinity, Exact::new(false, 1, 128));
        let negative = Exact::from_bits(SINGLE, 0xff80_0000);
        assert_eq!(infinity.plus(negative).round_to(SINGLE), 0);
        assert_eq!(negative.plus(Exact::ZERO).round_to(SINGLE), 0xff80_0000);
    }
}
