//! Block floats (manual 4.4): conversion of a block to its common exponent, and the value of a block float.
//!
//! A block float has the fields of its format but no hidden bit: a mantissa with only its top bit
//! set is 1.0. This file is about blocks, not about where on the chip their elements are.

use super::format::{DOUBLE, Format, HALF, SINGLE};
use super::rounding::round_nearest_even;

/// How far below the common exponent an element of the extended representation is.
const EXTENDED_STEP: u64 = 6;

/// A kind of block float and, for the half ones, the length of the converted mantissa.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockKind {
    /// `dbfn`: blocks of 4.
    Double,
    /// `fbfn`: blocks of 4.
    Single,
    /// `gbfn`: blocks of 8; the low five mantissa bits are not used.
    PseudoSingle,
    /// `hbfn/n`: blocks of 16.
    Half {
        /// 6 to 9 bits.
        mantissa_bits: u32,
    },
    /// `hbfe/n`: blocks of 16 in which small elements have an exponent field of zero.
    HalfExtended {
        /// 6 to 9 bits.
        mantissa_bits: u32,
    },
}

/// A block whose exponents do not agree has no meaning (manual 4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidBlock;

impl BlockKind {
    /// The format of the elements, before and after the conversion.
    #[must_use]
    pub const fn format(self) -> Format {
        match self {
            Self::Double => DOUBLE,
            Self::Single | Self::PseudoSingle => SINGLE,
            Self::Half { .. } | Self::HalfExtended { .. } => HALF,
        }
    }

    /// Elements in one block (manual table 4.1).
    #[must_use]
    pub const fn elements(self) -> usize {
        match self {
            Self::Double | Self::Single => 4,
            Self::PseudoSingle => 8,
            Self::Half { .. } | Self::HalfExtended { .. } => 16,
        }
    }

    const fn is_extended(self) -> bool {
        matches!(self, Self::HalfExtended { .. })
    }

    /// The number of bits that a half mantissa loses: the manual's b.
    const fn shortening(self) -> u32 {
        match self {
            Self::Half { mantissa_bits } | Self::HalfExtended { mantissa_bits } => {
                HALF.mantissa_bits.saturating_sub(mantissa_bits)
            }
            Self::Double | Self::Single | Self::PseudoSingle => 0,
        }
    }

    /// Low bits of the mantissa field that the block float leaves zero.
    const fn unused_bits(self) -> u32 {
        match self {
            Self::PseudoSingle => 5,
            Self::Double | Self::Single | Self::Half { .. } | Self::HalfExtended { .. } => 0,
        }
    }

    /// Whether rounding the mantissa to the kept bits carries out of it: all bits but the ones dropped are set.
    /// For pseudo-single precision the five unused bits do not count, since rounding drops them.
    const fn rounds_up_to_two(self, mantissa: u64) -> bool {
        let dropped = (1 << (self.shortening() + self.unused_bits())) - 1;
        mantissa | dropped == self.format().mantissa_mask()
    }

    /// Converts one block in place, step by step as the manual has it.
    #[inline]
    pub fn convert(self, elements: &mut [u64]) {
        let format = self.format();
        let shortening = self.shortening();

        // Steps 1 and 2: the largest exponent, one more where its rounding carries.
        let largest = elements
            .iter()
            .map(|&x| format.exponent(x))
            .max()
            .unwrap_or(0);
        let carry = elements
            .iter()
            .any(|&x| format.exponent(x) == largest && self.rounds_up_to_two(format.mantissa(x)));

        // Step 3 (c): only zeros.
        if largest == 0 {
            for element in elements {
                *element = format.zero(format.is_negative(*element));
            }
            return;
        }
        let common = largest + u64::from(carry) + u64::from(shortening);
        // Step 3 (a).
        if common >= format.exponent_of_infinity() {
            for element in elements {
                *element = format.infinity(format.is_negative(*element));
            }
            return;
        }
        for element in elements {
            *element = self.convert_element(*element, common);
        }
    }

    #[inline]
    fn convert_element(self, element: u64, common: u64) -> u64 {
        let format = self.format();
        let negative = format.is_negative(element);
        let exponent = format.exponent(element);
        // Step 3 (b).
        if exponent == 0 {
            return format.pack(negative, common, 0);
        }
        // Steps 4 and 5; a difference of zero puts the hidden bit at the mantissa's top.
        let difference = common - exponent;
        let small = self.is_extended() && self.is_small(difference, format.mantissa(element));
        let down = if small {
            difference - EXTENDED_STEP
        } else {
            difference
        };
        let significand = (1 << format.mantissa_bits) | format.mantissa(element);
        let unused = self.unused_bits();
        let shift = down as u32 + 1 + unused;
        let mantissa = round_nearest_even(significand, shift) << unused;
        // Steps 6 and 7.
        let exponent_field = match (mantissa, self.is_extended()) {
            (0, true) => 0,
            (0, false) => common,
            (_, _) if small => 0,
            (_, _) => common,
        };
        format.pack(negative, exponent_field, mantissa)
    }

    /// The flag of the extended representation: the element is kept six exponents below the common one.
    const fn is_small(self, difference: u64, mantissa: u64) -> bool {
        let limit = EXTENDED_STEP + self.shortening() as u64;
        difference > limit || (difference == limit && !self.rounds_up_to_two(mantissa))
    }

    /// The common exponent field of a converted block.
    ///
    /// # Errors
    /// [`InvalidBlock`] if the exponents differ; in half precision an exponent field of zero is allowed with any
    /// other.
    pub fn common_exponent(self, elements: &[u64]) -> Result<u64, InvalidBlock> {
        let format = self.format();
        let half = matches!(self, Self::Half { .. } | Self::HalfExtended { .. });
        let common = elements
            .iter()
            .map(|&x| format.exponent(x))
            .max()
            .unwrap_or(0);
        let agrees = |exponent| exponent == common || (half && exponent == 0);
        if elements.iter().all(|&x| agrees(format.exponent(x))) {
            Ok(common)
        } else {
            Err(InvalidBlock)
        }
    }

    /// The value of one element of a valid block, which a `f64` holds exactly.
    #[must_use]
    pub fn value(self, element: u64, common: u64) -> f64 {
        let format = self.format();
        let sign = if format.is_negative(element) {
            -1.0
        } else {
            1.0
        };
        if common == format.exponent_of_infinity() {
            return sign * f64::INFINITY;
        }
        if common == 0 {
            return sign * 0.0;
        }
        let small = format.exponent(element) == 0;
        let mantissa = format.mantissa(element) >> self.unused_bits() << self.unused_bits();
        let exponent = common as i32
            - format.bias()
            - (format.mantissa_bits as i32 - 1)
            - if small { EXTENDED_STEP as i32 } else { 0 };
        sign * scale(mantissa as f64, exponent)
    }
}

/// `value · 2^exponent`, in two halves so that neither power is too small; exact where the result is a `f64`.
fn scale(value: f64, exponent: i32) -> f64 {
    let power = |exponent: i32| f64::from_bits(((exponent + 1023) as u64) << 52);
    let half = exponent / 2;
    value * power(half) * power(exponent - half)
}

#[cfg(test)]
mod tests;
