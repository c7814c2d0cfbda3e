//! The three floating-point formats (manual 1.3): where sign, exponent and mantissa are.
//!
//! There are no denormalised numbers and no NaN: an exponent field of all
//! zeros is zero and one of all ones is infinity, regardless of the mantissa.

/// A floating-point format with a hidden bit: one sign bit, then the exponent, then the mantissa.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// Bits of the exponent field.
    pub exponent_bits: u32,
    /// Bits of the mantissa field, without the hidden bit.
    pub mantissa_bits: u32,
}

/// Half precision: 1-6-9, bias 31. It is not IEEE's binary16.
pub const HALF: Format = Format {
    exponent_bits: 6,
    mantissa_bits: 9,
};
/// Single precision: 1-8-23, bias 127.
pub const SINGLE: Format = Format {
    exponent_bits: 8,
    mantissa_bits: 23,
};
/// Double precision: 1-11-52, bias 1023.
pub const DOUBLE: Format = Format {
    exponent_bits: 11,
    mantissa_bits: 52,
};

/// The format of values of 16, 32 or 64 bits.
#[must_use]
pub const fn format_for_bits(bits: u32) -> Format {
    match bits {
        16 => HALF,
        32 => SINGLE,
        _ => DOUBLE,
    }
}

/// The meaning of a bit pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Exponent field all zeros.
    Zero,
    /// Exponent field neither all zeros nor all ones.
    Normal,
    /// Exponent field all ones.
    Infinity,
}

impl Format {
    /// Bits of one value.
    #[must_use]
    pub const fn bits(self) -> u32 {
        1 + self.exponent_bits + self.mantissa_bits
    }

    /// All bits of one value set.
    #[must_use]
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The bias of the exponent field: 31, 127 or 1023.
    #[must_use]
    pub const fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The exponent field of infinity: all ones.
    #[must_use]
    pub const fn exponent_of_infinity(self) -> u64 {
        (1 << self.exponent_bits) - 1
    }

    /// All bits of the mantissa field set.
    #[must_use]
    pub const fn mantissa_mask(self) -> u64 {
        (1 << self.mantissa_bits) - 1
    }

    /// The sign bit alone.
    #[must_use]
    pub const fn sign_mask(self) -> u64 {
        1 << (self.bits() - 1)
    }

    /// Whether the sign bit is set.
    #[must_use]
    pub const fn is_negative(self, value: u64) -> bool {
        value & self.sign_mask() != 0
    }

    /// The exponent field, with its bias.
    #[must_use]
    pub const fn exponent(self, value: u64) -> u64 {
        (value >> self.mantissa_bits) & self.exponent_of_infinity()
    }

    /// The exponent, without its bias.
    #[must_use]
    pub const fn unbiased_exponent(self, value: u64) -> i32 {
        self.exponent(value) as i32 - self.bias()
    }

    /// The mantissa field, without the hidden bit.
    #[must_use]
    pub const fn mantissa(self, value: u64) -> u64 {
        value & self.mantissa_mask()
    }

    /// The meaning of the bit pattern.
    #[must_use]
    pub const fn class(self, value: u64) -> Class {
        let exponent = self.exponent(value);
        if exponent == 0 {
            Class::Zero
        } else if exponent == self.exponent_of_infinity() {
            Class::Infinity
        } else {
            Class::Normal
        }
    }

    /// Puts the fields together.
    #[must_use]
    pub const fn pack(self, negative: bool, exponent: u64, mantissa: u64) -> u64 {
        let sign = if negative { self.sign_mask() } else { 0 };
        sign | (exponent << self.mantissa_bits) | mantissa
    }

    /// Infinity with a mantissa of zero.
    #[must_use]
    pub const fn infinity(self, negative: bool) -> u64 {
        self.pack(negative, self.exponent_of_infinity(), 0)
    }

    /// Zero with a mantissa of zero.
    #[must_use]
    pub const fn zero(self, negative: bool) -> u64 {
        self.pack(negative, 0, 0)
    }

    /// Output normalisation (manual 4.1): infinity and zero lose their mantissa, zero its sign.
    #[must_use]
    pub const fn normalize_output(self, value: u64) -> u64 {
        match self.class(value) {
            Class::Zero => 0,
            Class::Normal => value,
            Class::Infinity => self.infinity(self.is_negative(value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, DOUBLE, Format, HALF, SINGLE};

    #[test]
    fn fields_match_the_manual() {
        assert_eq!((HALF.bits(), HALF.bias()), (16, 31));
        assert_eq!((SINGLE.bits(), SINGLE.bias()), (32, 127));
        assert_eq!((DOUBLE.bits(), DOUBLE.bias()), (64, 1023));
        assert_eq!(HALF.pack(false, 31, 0), 0x3e00, "half 1.0");
        assert_eq!(SINGLE.pack(true, 127, 0), 0xbf80_0000, "single -1.0");
        assert_eq!(
            DOUBLE.pack(false, 1023, 0),
            0x3ff0_0000_0000_0000,
            "double 1.0"
        );
    }

    #[test]
    fn the_exponent_alone_decides_zero_and_infinity() {
        for (format, value, class) in [
            (HALF, 0x01ff, Class::Zero),
            (HALF, 0x8001, Class::Zero),
            (HALF, 0x0200, Class::Normal),
            (HALF, 0x7dff, Class::Normal),
            (HALF, 0x7fff, Class::Infinity),
            (SINGLE, 0x007f_ffff, Class::Zero),
            (SINGLE, 0x0080_0000, Class::Normal),
            (SINGLE, 0xffc0_0000, Class::Infinity),
            (DOUBLE, 0x000f_ffff_ffff_ffff, Class::Zero),
            (DOUBLE, 0x7fef_ffff_ffff_ffff, Class::Normal),
            (DOUBLE, 0x7ff8_0000_0000_0000, Class::Infinity),
        ] {
            assert_eq!(format.class(value), class, "{format:?} {value:#x}");
        }
    }

    #[test]
    fn output_normalization() {
        fn check(format: Format, value: u64, expected: u64) {
            assert_eq!(
                format.normalize_output(value),
                expected,
                "{format:?} {value:#x}"
            );
        }
        check(SINGLE, 0x8000_0000, 0);
        check(SINGLE, 0x8000_0042, 0);
        check(SINGLE, 0xff80_0001, 0xff80_0000);
        check(SINGLE, 0xff7f_ffff, 0xff7f_ffff);
        check(HALF, 0x7fff, 0x7e00);
        check(DOUBLE, 0x800f_0000_0000_0000, 0);
    }
}
