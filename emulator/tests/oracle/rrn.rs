//! Reductions of the RRN (manual 3.3, 3.5.5, 3.6.8.4, 3.6.8.5, 4.2) with exact rational numbers.

use mnc2_isa::reduction::ReductionKind;

use super::number::{DOUBLE, Fields, HALF, Layout, Number, SINGLE, nearest_even, power_of_two};

/// Stages of a reduction in L1B, 4x4: elements of each (manual 4.2).
pub(crate) const L1BM_4: &[usize] = &[4];
/// Stages of a reduction in L1B, 16x1.
pub(crate) const L1BM_16: &[usize] = &[4, 4];
/// Stages of a reduction by MV instructions over all L2Bs: within the groups, then between them.
pub(crate) const MV_8: &[usize] = &[2, 4];

pub(crate) const fn layout_of(bits: u32) -> Layout {
    match bits {
        16 => HALF,
        32 => SINGLE,
        _ => DOUBLE,
    }
}

/// One stage of an addition (manual 4.2.1).
fn add(layout: Layout, output: Layout, elements: &[u64]) -> u64 {
    let largest = elements
        .iter()
        .map(|&x| layout.fields(x).exponent)
        .max()
        .unwrap_or(0);
    let unit = power_of_two(largest - layout.bias() - i64::from(layout.mantissa_bits) - 3);
    let mut sum = Number::ZERO;
    for &x in elements {
        sum += Number::from(nearest_even(layout.value(x) / &unit)) * &unit;
    }
    output.round(&sum)
}

/// Sign-magnitude integers, with plus zero above minus zero (manual 4.2.2).
fn comparable(layout: Layout, x: u64) -> (i128, bool) {
    let fields = layout.fields(x);
    let magnitude = i128::from(x % (1 << (layout.bits() - 1)));
    if fields.negative {
        (-magnitude, false)
    } else {
        (magnitude, true)
    }
}

/// A maximum or minimum rounded to half precision: every exponent belongs to a normalised number.
fn shortened_extreme(x: u64) -> u64 {
    let fields = SINGLE.fields(x);
    let mut exponent = fields.exponent - SINGLE.bias() + HALF.bias();
    let units = Number::from((1 << 23) + fields.mantissa) / power_of_two(23 - 9);
    let mut units = u64::try_from(nearest_even(units)).expect("a significand fits");
    if units == 1 << 10 {
        units /= 2;
        exponent += 1;
    }
    HALF.bits_of(Fields {
        negative: fields.negative,
        exponent: exponent.clamp(0, HALF.all_ones()),
        mantissa: units % (1 << 9),
    })
}

fn stage(kind: ReductionKind, bits: u32, is_shortened: bool, elements: &[u64]) -> u64 {
    let layout = layout_of(bits);
    let all = elements.iter().copied();
    let extreme = |chosen: Option<u64>| match (chosen, is_shortened) {
        (Some(x), true) => shortened_extreme(x),
        (Some(x), false) => x,
        (None, _) => unreachable!("there are elements"),
    };
    let modulus = 1_u128 << bits;
    match kind {
        ReductionKind::FloatAdd => add(layout, if is_shortened { HALF } else { layout }, elements),
        ReductionKind::Max => extreme(all.max_by_key(|&x| comparable(layout, x))),
        ReductionKind::Min => extreme(all.min_by_key(|&x| comparable(layout, x))),
        ReductionKind::IntegerAdd => (all.map(u128::from).sum::<u128>() % modulus) as u64,
        ReductionKind::BitAnd => all.reduce(|a, b| a & b).unwrap_or(0),
        ReductionKind::BitOr => all.reduce(|a, b| a | b).unwrap_or(0),
        ReductionKind::LogicalAnd => elements.iter().all(|&x| x != 0).into(),
        ReductionKind::LogicalOr => elements.iter().any(|&x| x != 0).into(),
    }
}

/// All stages; only the last one shortens.
pub(crate) fn expected(
    stages: &[usize],
    kind: ReductionKind,
    bits: u32,
    shortens: bool,
    elements: &[u64],
) -> u64 {
    let mut elements = elements.to_vec();
    for (index, &count) in stages.iter().enumerate() {
        let is_last = index + 1 == stages.len();
        elements = elements
            .chunks(count)
            .map(|chunk| stage(kind, bits, shortens && is_last, chunk))
            .collect();
    }
    elements[0]
}

/// The elements of a long word, MSB side first.
pub(crate) fn lanes(bits: u32, word: u64) -> Vec<u64> {
    (0..64 / bits)
        .rev()
        .map(|index| word >> (index * bits) & (u64::MAX >> (64 - bits)))
        .collect()
}

/// Extends a half; zero and infinity keep nothing but their sign (manual 3.6.8.4).
pub(crate) fn extended(half: u64) -> u64 {
    let negative = HALF.fields(half).negative;
    if HALF.is_infinite(half) {
        SINGLE.bits_of(Fields {
            negative,
            exponent: SINGLE.all_ones(),
            mantissa: 0,
        })
    } else {
        SINGLE.round_with_sign(&HALF.value(half), negative)
    }
}
