//! Conversions of boundary blocks, and the law that a converted value is the original rounded to the block's step.

use super::{BlockKind, InvalidBlock};
use crate::float::convert::to_f64;
use crate::float::format::{Format, HALF};
use crate::noise::advance;

fn half(values: &[f64]) -> Vec<u64> {
    let narrow = |value: f64| {
        crate::float::convert::narrow(crate::float::format::DOUBLE, HALF, value.to_bits())
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
        advance(&mut state);
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
