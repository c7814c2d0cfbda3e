//! Block floats (manual 4.4): conversion of a block to its common exponent, and what a block float means.
//!
//! A block float has the fields of its format but no hidden bit: a mantissa
//! with only its top bit set is 1.0. This file knows blocks, not where on the
//! chip their elements are.

use super::exact::round_nearest_even;
use super::format::{DOUBLE, Format, HALF, SINGLE};

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

    /// By how many bits a half mantissa gets shorter: the manual's b.
    const fn shortening(self) -> u32 {
        match self {
            Self::Half { mantissa_bits } | Self::HalfExtended { mantissa_bits } => {
                HALF.mantissa_bits.saturating_sub(mantissa_bits)
            }
            Self::Double | Self::Single | Self::PseudoSingle => 0,
        }
    }

    /// Low bits of the mantissa field that the format has and the block float leaves zero.
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

        // Step 3 (c): nothing but zeros.
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
        let shift = u32::try_from(down).unwrap_or(u32::MAX / 2) + 1 + unused;
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
    ///
    /// [`InvalidBlock`] when the exponents differ; in half precision an exponent field of zero is
    /// allowed beside any other.
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

    /// What one element of a valid block stands for; every such value is a `f64` exactly.
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

/// `value · 2^exponent` without an intermediate underflow; exact where the result is a `f64`.
fn scale(value: f64, exponent: i32) -> f64 {
    let power = |exponent: i32| f64::from_bits(((exponent + 1023) as u64) << 52);
    if exponent < -1000 {
        value * power(-1000) * power((exponent + 1000).max(-1022))
    } else {
        value * power(exponent.min(1023))
    }
}

#[cfg(test)]
mod tests {
    use super::super::convert::to_f64;
    use super::super::format::{Format, HALF};
    use super::{BlockKind, InvalidBlock};

    fn half(values: &[f64]) -> Vec<u64> {
        let narrow = |value: f64| {
            super::super::convert::narrow(super::super::format::DOUBLE, HALF, value.to_bits())
        };
        values.iter().map(|&value| narrow(value)).collect()
    }

    fn converted(kind: BlockKind, elements: &[u64]) -> Vec<u64> {
        let mut block = elements.to_vec();
        kind.convert(&mut block);
        block
    }

    fn check(kind: BlockKind, elements: &[u64], expected: &[u64]) {
        assert_eq!(
            converted(kind, elements),
            expected,
            "{kind:?} of {elements:#x?}"
        );
    }

    #[test]
    fn equal_doubles_keep_their_value() {
        for (value, expected) in [
            (1.0, 0x3ff8_0000_0000_0000),
            (2.0, 0x4008_0000_0000_0000),
            (3.0, 0x400c_0000_0000_0000),
            (4.0, 0x4018_0000_0000_0000_u64),
        ] {
            let value = f64::to_bits(value);
            check(BlockKind::Double, &[value; 4], &[expected; 4]);
        }
    }

    #[test]
    fn smaller_elements_shift_down_and_round_to_even() {
        let single = |value: f32| u64::from(value.to_bits());
        let one = 0x3fc0_0000;
        let kind = BlockKind::Single;
        check(
            kind,
            &[single(1.0), single(-0.5), single(0.25), 0x8000_0042],
            &[one, 0xbfa0_0000, 0x3f90_0000, 0xbf80_0000],
        );
        // 2^-23 is half of the last kept bit: a tie, to even, which is zero; 3·2^-23 rounds up to 2·2^-22.
        check(
            kind,
            &[
                single(1.0),
                single(2.0f32.powi(-23)),
                single(3.0 * 2.0f32.powi(-23)),
                single(2.0f32.powi(-22)),
            ],
            &[one, 0x3f80_0000, 0x3f80_0002, 0x3f80_0001],
        );
    }

    #[test]
    fn a_full_mantissa_raises_the_common_exponent() {
        let largest_below_two = 0x3fff_ffff;
        check(
            BlockKind::Single,
            &[largest_below_two, 0x3f80_0000, 0, 0],
            &[0x4040_0000, 0x4020_0000, 0x4000_0000, 0x4000_0000],
        );
        // One less does not carry.
        check(BlockKind::Single, &[0x3fff_fffe; 4], &[0x3fff_ffff; 4]);
        // In pseudo-single precision only the upper 18 bits count.
        check(
            BlockKind::PseudoSingle,
            &[0x3fff_ffe0; 8],
            &[0x4040_0000; 8],
        );
        check(
            BlockKind::PseudoSingle,
            &[0x3fff_ffdf; 8],
            &[0x3fff_ffe0; 8],
        );
        // The largest finite value becomes infinity.
        check(
            BlockKind::Single,
            &[0x7f7f_ffff, 0x8000_0000, 1, 0xbf80_0000],
            &[0x7f80_0000, 0xff80_0000, 0x7f80_0000, 0xff80_0000],
        );
    }

    #[test]
    fn zeros_only() {
        check(
            BlockKind::Double,
            &[0, 0x8000_0000_0000_0042, 1, 0],
            &[0, 1 << 63, 0, 0],
        );
        check(
            BlockKind::Half { mantissa_bits: 6 },
            &[0x01ff; 16],
            &[0; 16],
        );
    }

    #[test]
    fn shorter_half_mantissas_raise_the_common_exponent() {
        let ones = [0x3e00; 16];
        check(BlockKind::Half { mantissa_bits: 9 }, &ones, &[0x3f00; 16]);
        check(BlockKind::Half { mantissa_bits: 8 }, &ones, &[0x4080; 16]);
        check(BlockKind::Half { mantissa_bits: 6 }, &ones, &[0x4420; 16]);
        // 1.111111111 in binary: with six bits the low three do not matter for the carry.
        check(
            BlockKind::Half { mantissa_bits: 6 },
            &[0x3ff8; 16],
            &[0x4620; 16],
        );
        check(
            BlockKind::Half { mantissa_bits: 6 },
            &[0x3ff0; 16],
            &[0x443f_u64 - 1 + 1; 16],
        );
    }

    #[test]
    fn the_extended_representation_keeps_small_elements() {
        let mut values = [0.0; 16];
        values[0] = 1.0;
        values[1] = 2.0f64.powi(-5);
        values[2] = -(2.0f64.powi(-6));
        values[3] = 2.0f64.powi(-9);
        values[4] = 2.0f64.powi(-14);
        values[5] = -(2.0f64.powi(-16));
        values[6] = (2.0 - 2.0f64.powi(-9)) * 2.0f64.powi(-6);
        let elements = half(&values);
        let plain = converted(BlockKind::Half { mantissa_bits: 9 }, &elements);
        assert_eq!(
            plain[..7],
            [0x3f00, 0x3e08, 0xbe04, 0x3e00, 0x3e00, 0xbe00, 0x3e08]
        );
        let extended = converted(BlockKind::HalfExtended { mantissa_bits: 9 }, &elements);
        assert_eq!(
            extended[..7],
            [0x3f00, 0x3e08, 0x8100, 0x0020, 0x0001, 0x8000, 0x3e08]
        );
        assert_eq!(extended[7], 0x3e00, "a zero takes the common exponent");
        let kind = BlockKind::HalfExtended { mantissa_bits: 9 };
        let common = kind.common_exponent(&extended).unwrap();
        assert_eq!(common, 31);
        for (index, expected) in [
            (0, 1.0),
            (1, values[1]),
            (2, values[2]),
            (3, values[3]),
            (4, values[4]),
            (5, -0.0),
        ] {
            assert_eq!(
                kind.value(extended[index], common),
                expected,
                "element {index}"
            );
        }
    }

    /// The value of every converted element is the original one rounded to the step of the block.
    #[test]
    fn values_are_the_originals_rounded_to_the_step_of_the_block() {
        fn check_block(kind: BlockKind, format: Format, elements: &[u64]) {
            let block = converted(kind, elements);
            let common = kind.common_exponent(&block).unwrap();
            if common == format.exponent_of_infinity() {
                return;
            }
            let used = format.mantissa_bits - kind.unused_bits();
            for (&before, &after) in elements.iter().zip(&block) {
                let original = to_f64(format, before);
                let small = kind.is_extended() && format.exponent(after) == 0;
                let step_exponent =
                    common as i32 - format.bias() - (used as i32 - 1) - if small { 6 } else { 0 };
                let step = 2.0f64.powi(step_exponent);
                let expected = (original / step).round_ties_even() * step;
                assert_eq!(
                    kind.value(after, common),
                    expected,
                    "{kind:?} {before:#x} -> {after:#x}"
                );
            }
        }
        let mut state = 1_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        for round in 0..4000_u64 {
            let spread = 1 + round % 24;
            let mut pick = |format: Format, count: usize| -> Vec<u64> {
                let center = round % 40 + format.exponent_of_infinity() / 4;
                (0..count)
                    .map(|_| {
                        let mantissa = match next() % 4 {
                            0 => format.mantissa_mask(),
                            1 => 0,
                            _ => ((next() << 30) ^ next()) & format.mantissa_mask(),
                        };
                        let exponent =
                            (center + next() % spread).min(format.exponent_of_infinity() - 1);
                        format.pack(next() % 2 == 1, exponent, mantissa)
                    })
                    .collect()
            };
            for kind in [
                BlockKind::Double,
                BlockKind::Single,
                BlockKind::PseudoSingle,
            ] {
                let elements = pick(kind.format(), kind.elements());
                check_block(kind, kind.format(), &elements);
            }
            for mantissa_bits in 6..=9 {
                let elements = pick(HALF, 16);
                check_block(BlockKind::Half { mantissa_bits }, HALF, &elements);
                check_block(BlockKind::HalfExtended { mantissa_bits }, HALF, &elements);
            }
        }
    }

    #[test]
    fn exponents_that_differ_are_no_block() {
        assert_eq!(
            BlockKind::Single.common_exponent(&[0x3f80_0000, 0, 0, 0]),
            Err(InvalidBlock)
        );
        assert_eq!(
            BlockKind::Half { mantissa_bits: 9 }.common_exponent(&[0x3f00, 0, 0x3e01]),
            Ok(31)
        );
        assert_eq!(
            BlockKind::Half { mantissa_bits: 9 }.common_exponent(&[0x3f00, 0x4000]),
            Err(InvalidBlock)
        );
    }

    #[test]
    fn the_smallest_double_block_float_is_exact() {
        let value = BlockKind::Double.value(0x0010_0000_0000_0001, 1);
        assert_eq!(value, f64::from_bits(2));
    }
}
