//! Formats and rounding (manual 1.3, 4.1, 4.3) with exact rational numbers.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::Relaxed;

pub(crate) type Number = Relaxed;

/// Where sign, exponent and mantissa of a format are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) exponent_bits: u32,
    pub(crate) mantissa_bits: u32,
}

pub(crate) const HALF: Layout = Layout {
    exponent_bits: 6,
    mantissa_bits: 9,
};
pub(crate) const SINGLE: Layout = Layout {
    exponent_bits: 8,
    mantissa_bits: 23,
};
pub(crate) const DOUBLE: Layout = Layout {
    exponent_bits: 11,
    mantissa_bits: 52,
};

/// A bit pattern split into its fields; the exponent is the field, with its bias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fields {
    pub(crate) negative: bool,
    pub(crate) exponent: i64,
    pub(crate) mantissa: u64,
}

impl Layout {
    pub(crate) const fn bits(self) -> u32 {
        1 + self.exponent_bits + self.mantissa_bits
    }

    pub(crate) const fn bias(self) -> i64 {
        2_i64.pow(self.exponent_bits - 1) - 1
    }

    /// The exponent field of infinity.
    pub(crate) const fn all_ones(self) -> i64 {
        2_i64.pow(self.exponent_bits) - 1
    }

    pub(crate) const fn fields(self, bits: u64) -> Fields {
        Fields {
            negative: (bits >> (self.bits() - 1)) % 2 == 1,
            exponent: (bits >> self.mantissa_bits) as i64 % (self.all_ones() + 1),
            mantissa: bits % (1 << self.mantissa_bits),
        }
    }

    pub(crate) const fn bits_of(self, fields: Fields) -> u64 {
        (fields.negative as u64) << (self.bits() - 1)
            | (fields.exponent as u64) << self.mantissa_bits
            | fields.mantissa
    }

    pub(crate) const fn is_zero(self, bits: u64) -> bool {
        self.fields(bits).exponent == 0
    }

    pub(crate) const fn is_infinite(self, bits: u64) -> bool {
        self.fields(bits).exponent == self.all_ones()
    }

    /// The value of infinity in a sum: 1.0 times two to the largest exponent plus one.
    pub(crate) fn infinity(self, negative: bool) -> Number {
        signed(negative, power_of_two(self.bias() + 1))
    }

    /// The value of a bit pattern; zero and infinity have no mantissa.
    pub(crate) fn value(self, bits: u64) -> Number {
        let fields = self.fields(bits);
        if self.is_zero(bits) {
            Number::ZERO
        } else if self.is_infinite(bits) {
            self.infinity(fields.negative)
        } else {
            let fraction = Number::from(fields.mantissa) / power_of_two(self.mantissa_bits.into());
            let scale = power_of_two(fields.exponent - self.bias());
            signed(fields.negative, (Number::ONE + fraction) * scale)
        }
    }

    /// Rounds to the nearest value, ties to even, clips the exponent after rounding, and leaves the sign on
    /// zero; `negative` is the sign of a value that is zero before rounding.
    pub(crate) fn round_with_sign(self, value: &Number, negative: bool) -> u64 {
        let is_zero = value.is_zero();
        let negative = if is_zero {
            negative
        } else {
            *value < Number::ZERO
        };
        let special = |exponent| {
            self.bits_of(Fields {
                negative,
                exponent,
                mantissa: 0,
            })
        };
        if is_zero {
            return special(0);
        }
        let magnitude = signed(negative, value.clone());
        let mut exponent = floor_of_logarithm(&magnitude);
        let in_units = magnitude / power_of_two(exponent - i64::from(self.mantissa_bits));
        let mut units = u64::try_from(nearest_even(in_units)).expect("a significand fits");
        if units == 2 << self.mantissa_bits {
            units /= 2;
            exponent += 1;
        }
        match exponent + self.bias() {
            ..=0 => special(0),
            field if field >= self.all_ones() => special(self.all_ones()),
            field => self.bits_of(Fields {
                negative,
                exponent: field,
                mantissa: units - (1 << self.mantissa_bits),
            }),
        }
    }

    /// Rounds like [`Layout::round_with_sign`] and normalises the output (manual 4.1).
    pub(crate) fn round(self, value: &Number) -> u64 {
        self.normalized(self.round_with_sign(value, false))
    }

    /// Output normalisation (manual 4.1).
    pub(crate) const fn normalized(self, bits: u64) -> u64 {
        let fields = self.fields(bits);
        if fields.exponent == 0 {
            0
        } else if fields.exponent == self.all_ones() {
            self.bits_of(Fields {
                mantissa: 0,
                ..fields
            })
        } else {
            bits
        }
    }
}

/// A value in another format; zero and infinity keep nothing but their sign (manual 3.6.9.23, 3.6.9.24).
pub(crate) fn converted(from: Layout, to: Layout, bits: u64) -> u64 {
    let negative = from.fields(bits).negative;
    if from.is_infinite(bits) {
        return to.bits_of(Fields {
            negative,
            exponent: to.all_ones(),
            mantissa: 0,
        });
    }
    to.round_with_sign(&from.value(bits), negative)
}

pub(crate) fn power_of_two(exponent: i64) -> Number {
    let power = UBig::ONE << exponent.unsigned_abs() as usize;
    if exponent < 0 {
        Number::from_parts(IBig::ONE, power)
    } else {
        Number::from(power)
    }
}

pub(crate) fn signed(negative: bool, value: Number) -> Number {
    if negative { -value } else { value }
}

/// The exponent e with 2^e ≤ value < 2^(e + 1), for a positive value.
pub(crate) fn floor_of_logarithm(value: &Number) -> i64 {
    let (numerator, denominator) = (value.numerator(), value.denominator());
    let guess = numerator.bit_len() as i64 - denominator.bit_len() as i64;
    if *value < power_of_two(guess) {
        guess - 1
    } else {
        guess
    }
}

/// The nearest integer, of two equally near ones the even one.
pub(crate) fn nearest_even(value: Number) -> IBig {
    let floor = value.floor();
    let rest = value - Number::from(floor.clone());
    let half = power_of_two(-1);
    let is_odd = floor.bit(0);
    if rest > half || (rest == half && is_odd) {
        floor + IBig::ONE
    } else {
        floor
    }
}

#[test]
fn rounding_is_that_of_the_host() {
    for value in [0.1f64, 1.0, -3.7e20, 16_777_217.0, 16_777_219.0, 1e-30] {
        let number = DOUBLE.value(value.to_bits());
        assert_eq!(DOUBLE.round(&number), value.to_bits());
        assert_eq!(
            SINGLE.round(&number),
            u64::from((value as f32).to_bits()),
            "{value}"
        );
    }
}
