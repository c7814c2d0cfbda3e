//! Reductions whose results can be computed by hand.

use mnc2_isa::Precision::{Double, Half, HalfInteger, LongInteger, Single, SingleInteger};
use mnc2_isa::reduction::ReductionKind::{
    self, BitAnd, BitOr, FloatAdd, IntegerAdd, LogicalAnd, LogicalOr, Max, Min,
};
use mnc2_isa::{Precision, ReductionOp};

use super::{Circuit, identity, reduce, reduce_shortened};

#[track_caller]
fn check(kind: ReductionKind, precision: Precision, words: &[u64], expected: u64) {
    let result = reduce(Circuit::L2bm, ReductionOp { kind, precision }, words);
    assert_eq!(
        format!("{result:#018x}"),
        format!("{expected:#018x}"),
        "{kind:?} {precision:?}"
    );
}

#[test]
fn integers_by_lane() {
    check(
        IntegerAdd,
        HalfInteger,
        &[0x0001_ffff_7fff_0005, 0x0002_0001_0001_0005],
        0x0003_0000_8000_000a,
    );
    check(
        IntegerAdd,
        SingleInteger,
        &[0xffff_ffff_0000_0001, 0x0000_0002_ffff_ffff],
        0x0000_0001_0000_0000,
    );
    check(IntegerAdd, LongInteger, &[u64::MAX, 3], 2);
    check(BitAnd, LongInteger, &[0xff0f, 0x0fff], 0x0f0f);
    check(BitOr, HalfInteger, &[0xf000_0000, 0x000f_0001], 0xf00f_0001);
    check(LogicalOr, SingleInteger, &[0x0000_0000_0000_0008, 0], 1);
    check(
        LogicalAnd,
        SingleInteger,
        &[0x0000_0005_0000_0008, 0x0000_0001_0000_0000],
        0x0000_0001_0000_0000,
    );
    check(LogicalAnd, LongInteger, &[4, 8, 1 << 63], 1);
}

#[test]
fn maxima_compare_sign_and_magnitude_without_normalising() {
    check(
        Max,
        Double,
        &[1.0f64.to_bits(), (-2.0f64).to_bits()],
        1.0f64.to_bits(),
    );
    check(
        Min,
        Double,
        &[1.0f64.to_bits(), (-2.0f64).to_bits()],
        (-2.0f64).to_bits(),
    );
    // Plus zero is above minus zero, and mantissas of zeros count.
    check(
        Max,
        Single,
        &[0x8000_0000_0000_0041, 0x0000_0000_0000_0042],
        0x42,
    );
    check(
        Min,
        Single,
        &[0x8000_0000_8000_0041, 0x0000_0000_8000_0042],
        0x8000_0000_8000_0042,
    );
    check(
        Max,
        Half,
        &[0x7e01_fe00_3e00_be00, 0x7e00_fe01_4000_c000],
        0x7e01_fe00_4000_be00,
    );
}

#[test]
fn sums_round_once_in_a_stage() {
    let words =
        |values: &[f64]| -> Vec<u64> { values.iter().map(|value| value.to_bits()).collect() };
    check(
        FloatAdd,
        Double,
        &words(&[1.0, 2.0, -0.5, 8.0]),
        10.5f64.to_bits(),
    );
    check(FloatAdd, Double, &words(&[1.0, -1.0]), 0);
    check(FloatAdd, Double, &[1 << 63, 1 << 63], 0);
}

#[test]
fn sixteen_elements_are_four_times_four() {
    let operation = ReductionOp {
        kind: FloatAdd,
        precision: Double,
    };
    // In the first stage 2^53 swallows the ones beside it; the others add up before they meet it.
    let mut values = [0.0; 16];
    values[0] = 9_007_199_254_740_992.0;
    (values[1], values[4], values[5]) = (1.0, 1.0, 1.0);
    let words = values.map(f64::to_bits);
    assert_eq!(
        f64::from_bits(reduce(Circuit::L1bm16, operation, &words)),
        values[0] + 2.0
    );
    assert_eq!(
        f64::from_bits(reduce(Circuit::L2bm, operation, &words)),
        values[0] + 4.0
    );
}

#[test]
fn shortened_sums_round_directly_to_half() {
    let pair = |value: f32| {
        let bits = u64::from(value.to_bits());
        (bits << 32 | bits, bits << 32)
    };
    // 1 + 2^-10 is a tie for half precision; 2^-24 more decides it, where single precision would lose it.
    let pairs = [1.0, 2.0f32.powi(-10), 2.0f32.powi(-26), 0.0].map(pair);
    assert_eq!(
        reduce_shortened(Circuit::L1bm4, FloatAdd, &pairs),
        0x3e01_3e01_3e01_0000
    );
    assert_eq!(
        reduce_shortened(Circuit::L1bm4, Max, &pairs),
        0x3e00_3e00_3e00_0000
    );
}

fn operation(kind: ReductionKind, precision: Precision) -> ReductionOp {
    ReductionOp { kind, precision }
}

fn singles(values: &[f32]) -> Vec<u64> {
    values
        .iter()
        .map(|value| u64::from(value.to_bits()) << 32)
        .collect()
}

fn add_singles(circuit: Circuit, values: &[f32]) -> f32 {
    let operation = operation(ReductionKind::FloatAdd, Precision::Single);
    f32::from_bits((reduce(circuit, operation, &singles(values)) >> 32) as u32)
}

#[test]
fn three_guard_bits_are_kept_while_aligning() {
    let unit = 2.0f32.powi(-23);
    // 1/4 + 1/4 of the last place is half of it: a tie to even. Another 1/8 decides it.
    assert_eq!(
        add_singles(Circuit::L2bm, &[1.0, unit / 4.0, unit / 4.0]),
        1.0
    );
    assert_eq!(
        add_singles(Circuit::L2bm, &[1.0, unit / 4.0, unit / 4.0, unit / 8.0]),
        1.0 + unit
    );
    // 1/16 is half of the lowest guard bit and goes to even, each one for itself; 3/16 is a quarter.
    assert_eq!(
        add_singles(Circuit::L2bm, &[1.0, unit / 2.0, unit / 16.0, unit / 16.0]),
        1.0
    );
    assert_eq!(
        add_singles(
            Circuit::L2bm,
            &[1.0, unit * 3.0 / 16.0, unit * 3.0 / 16.0, unit / 8.0]
        ),
        1.0 + unit
    );
}

#[test]
fn sixteen_elements_are_rounded_twice() {
    let unit = 2.0f32.powi(-23);
    // Each group of four is 1 + half a place, which goes to 1; at once it would be 4 + two places of 1.
    let group = [1.0, unit / 2.0, 0.0, 0.0];
    let values = group.repeat(4);
    assert_eq!(add_singles(Circuit::L1bm16, &values), 4.0);
    assert_eq!(add_singles(Circuit::L2bm, &values[..8]), 2.0 + unit);
    // The eight elements of MV go two by two.
    let values = [unit / 2.0, 1.0].repeat(4);
    assert_eq!(add_singles(Circuit::Mv8, &values), 4.0);
}

#[test]
fn sums_are_normalised_and_extremes_are_not() {
    assert_eq!(add_singles(Circuit::Mv2, &[-0.0, -0.0]).to_bits(), 0);
    assert_eq!(
        add_singles(Circuit::Mv2, &[f32::MAX, f32::MAX]),
        f32::INFINITY
    );
    assert_eq!(
        add_singles(Circuit::Mv2, &[f32::INFINITY, f32::NEG_INFINITY]).to_bits(),
        0
    );
    let word = |value: u32| u64::from(value) << 32;
    let max = operation(ReductionKind::Max, Precision::Single);
    let min = operation(ReductionKind::Min, Precision::Single);
    let zeros = [word(0x8000_0042), word(0x8000_0000), word(0)];
    assert_eq!(reduce(Circuit::L2bm, max, &zeros), 0);
    assert_eq!(reduce(Circuit::L2bm, min, &zeros), word(0x8000_0042));
    assert_eq!(reduce(Circuit::L2bm, max, &zeros[..2]), word(0x8000_0000));
    let infinities = [word(0x7f80_0001), word(0x7f80_0000), word(0xff80_0001)];
    assert_eq!(reduce(Circuit::L2bm, max, &infinities), word(0x7f80_0001));
    assert_eq!(reduce(Circuit::L2bm, min, &infinities), word(0xff80_0001));
}

#[test]
fn shortening_rounds_once() {
    // 1 + 2^-10 + 2^-24: rounded to single first, it would be a tie in half precision and go to 1.
    let single = |value: f32| u64::from(value.to_bits()) << 32;
    let pairs = [1.0, 2.0f32.powi(-10), 2.0f32.powi(-24)].map(|value| (single(value), 0));
    let sum = reduce_shortened(Circuit::L1bm4, ReductionKind::FloatAdd, &pairs);
    assert_eq!(sum, 0x3e01_0000_0000_0000);
    // The halves are in the order of the single words.
    let pair = (0x3f80_0000_4000_0000, 0x4040_0000_bf80_0000);
    let halves = 0x3e00_4000_4100_be00;
    for kind in [
        ReductionKind::FloatAdd,
        ReductionKind::Max,
        ReductionKind::Min,
    ] {
        for circuit in [Circuit::L1bm4, Circuit::L1bm16] {
            assert_eq!(reduce_shortened(circuit, kind, &[pair]), halves);
        }
    }
    // A negative maximum that underflows stays negative.
    let tiny = [(single(-1.0e-20), 0)];
    let max = reduce_shortened(Circuit::L1bm4, ReductionKind::Max, &tiny);
    assert_eq!(max >> 63, 1);
    assert_eq!(
        reduce_shortened(Circuit::L1bm4, ReductionKind::FloatAdd, &tiny),
        0
    );
}

/// An identity element changes nothing beside any other element, or nothing but what the operation itself
/// changes in every element.
#[test]
fn identities() {
    let word = 0x8000_0001_0000_7fff;
    for operation in ReductionOp::all() {
        for circuit in [Circuit::L2bm, Circuit::Mv2, Circuit::L1bm4] {
            let unit = identity(operation);
            assert_eq!(
                reduce(circuit, operation, &[unit, word]),
                reduce(circuit, operation, &[word]),
                "{operation:?}"
            );
            assert_eq!(reduce(circuit, operation, &[]), unit);
        }
    }
    let min = operation(ReductionKind::Min, Precision::Half);
    assert_eq!(identity(min), 0x7fff_7fff_7fff_7fff);
}
