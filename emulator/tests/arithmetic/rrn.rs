//! Reductions of the RRN (manual 3.3, 3.5.5, 3.6.8.4, 3.6.8.5, 4.2).

use mnc2_emulator::rrn::{Circuit, identity, reduce, reduce_shortened};
use mnc2_isa::Precision;
use mnc2_isa::reduction::{ReductionKind, ReductionOp};

use super::number::{DOUBLE, Fields, HALF, Layout, Number, SINGLE, nearest_even, power_of_two};
use super::samples::{Random, boundary_values};

/// Random long words per circuit and operation; each has one to four reductions.
const STATES: usize = 1000;

/// A circuit as manual 4.2 describes it: elements of each stage, and whether it has half precision.
#[derive(Clone, Copy, Debug)]
struct Shape {
    circuit: Circuit,
    stages: &'static [usize],
    has_half: bool,
}

const SHAPES: [Shape; 7] = [
    Shape {
        circuit: Circuit::L1bm4,
        stages: &[4],
        has_half: false,
    },
    Shape {
        circuit: Circuit::L1bm16,
        stages: &[4, 4],
        has_half: false,
    },
    Shape {
        circuit: Circuit::L2bm,
        stages: &[8],
        has_half: true,
    },
    Shape {
        circuit: Circuit::L2bm,
        stages: &[2],
        has_half: true,
    },
    Shape {
        circuit: Circuit::Mv2,
        stages: &[2],
        has_half: true,
    },
    Shape {
        circuit: Circuit::Mv4,
        stages: &[4],
        has_half: true,
    },
    Shape {
        circuit: Circuit::Mv8,
        stages: &[2, 4],
        has_half: true,
    },
];

const fn layout_of(bits: u32) -> Layout {
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

/// A maximum or minimum rounded to half precision: every exponent is that of a normalised number.
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
fn expected(shape: Shape, kind: ReductionKind, bits: u32, shortens: bool, elements: &[u64]) -> u64 {
    let mut elements = elements.to_vec();
    for (index, &count) in shape.stages.iter().enumerate() {
        let is_last = index + 1 == shape.stages.len();
        elements = elements
            .chunks(count)
            .map(|chunk| stage(kind, bits, shortens && is_last, chunk))
            .collect();
    }
    elements[0]
}

/// Elements that belong together: of close exponents, of exponents that lose guard bits, opposite to one
/// another but for a few units, or anything.
fn elements(random: &mut Random, layout: Layout, count: usize) -> Vec<u64> {
    let sign = 1_u64 << (layout.bits() - 1);
    let centre = match random.below(4) {
        0 => random.below(layout.all_ones() as u64 + 1) as i64,
        1 => [0, 1, 2, layout.all_ones() - 2, layout.all_ones()][random.below(5) as usize],
        _ => layout.bias(),
    };
    let manner = random.below(4);
    let mut elements: Vec<u64> = Vec::new();
    for index in 0..count {
        let element = match manner {
            0 => random.value(layout),
            1 => random.near(layout, centre),
            2 if index > 0 && random.flip() => {
                let opposite = elements[index - 1] ^ sign;
                let units = random.below(5) as i64 - 2;
                opposite.wrapping_add_signed(units) & (sign | (sign - 1))
            }
            2 => random.near(layout, centre),
            _ => {
                let span = u64::from(layout.mantissa_bits) + 8;
                let lower = centre - random.below(span) as i64;
                layout.bits_of(Fields {
                    negative: random.flip(),
                    exponent: lower.max(0),
                    mantissa: random.mantissa(layout.mantissa_bits),
                })
            }
        };
        elements.push(element);
    }
    elements
}

/// Long words, of which each holds one element of each of several reductions.
fn words(random: &mut Random, operation: ReductionOp, count: usize) -> Vec<u64> {
    let bits = operation.precision.element_bits();
    let mut words = vec![0_u128; count];
    for _ in 0..64 / bits {
        let lane = if operation.precision.is_float() {
            elements(random, layout_of(bits), count)
        } else {
            let zeros = random.below(3);
            let mut integer = || match zeros {
                0 if random.below(4) != 0 => 0,
                1 => (random.bits() | random.bits() | random.bits()) >> (64 - bits),
                _ => random.bits() >> (64 - bits),
            };
            (0..count).map(|_| integer()).collect()
        };
        for (word, element) in words.iter_mut().zip(lane) {
            *word = *word << bits | u128::from(element);
        }
    }
    words.into_iter().map(|word| word as u64).collect()
}

fn lanes(bits: u32, word: u64) -> Vec<u64> {
    (0..64 / bits)
        .rev()
        .map(|index| word >> (index * bits) & (u64::MAX >> (64 - bits)))
        .collect()
}

/// Extends a half; zero and infinity keep nothing but their sign (manual 3.6.8.4).
fn extended(half: u64) -> u64 {
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

fn compare(shape: Shape, operation: ReductionOp, words: &[u64]) {
    let bits = operation.precision.element_bits();
    let result = reduce(shape.circuit, operation, words);
    let in_single = operation.precision == Precision::Half && !shape.has_half;
    for (index, result) in lanes(bits, result).into_iter().enumerate() {
        let elements: Vec<u64> = words.iter().map(|&word| lanes(bits, word)[index]).collect();
        let expected = if in_single {
            let extended: Vec<u64> = elements.iter().map(|&half| extended(half)).collect();
            expected(shape, operation.kind, 32, true, &extended)
        } else {
            expected(shape, operation.kind, bits, false, &elements)
        };
        assert_eq!(
            result, expected,
            "{shape:?} {operation:?} of {elements:#x?}: {result:#x}, not {expected:#x}"
        );
    }
}

fn compare_kind(kind: ReductionKind) {
    let mut random = Random::new(kind as u64);
    for shape in SHAPES {
        let count = shape.stages.iter().product();
        for &precision in kind.precisions() {
            let operation = ReductionOp { kind, precision };
            for _ in 0..STATES / (64 / precision.element_bits()) as usize + 1 {
                compare(shape, operation, &words(&mut random, operation, count));
            }
        }
    }
}

#[test]
fn additions() {
    compare_kind(ReductionKind::FloatAdd);
}

#[test]
fn extremes() {
    compare_kind(ReductionKind::Max);
    compare_kind(ReductionKind::Min);
}

#[test]
fn integers() {
    for kind in ReductionKind::ALL {
        if !kind.precisions()[0].is_float() {
            compare_kind(kind);
        }
    }
}

/// Every boundary value beside another, in the three formats.
#[test]
fn boundaries() {
    for kind in [
        ReductionKind::FloatAdd,
        ReductionKind::Max,
        ReductionKind::Min,
    ] {
        let mut random = Random::new(9);
        for &precision in kind.precisions() {
            let bits = precision.element_bits();
            let values = boundary_values(layout_of(bits));
            let operation = ReductionOp { kind, precision };
            for shape in &SHAPES[..5] {
                let count: usize = shape.stages.iter().product();
                for &value in &values {
                    let mut any = || values[random.below(values.len() as u64) as usize];
                    let mut words: Vec<u64> = (0..count).map(|_| any()).collect();
                    words[any() as usize % count] = value;
                    compare(*shape, operation, &words);
                }
            }
        }
    }
}

/// Single precision with `r`: four values of two long words, rounded once, in place.
#[test]
fn shortened() {
    let mut random = Random::new(11);
    for shape in &SHAPES[..2] {
        let count: usize = shape.stages.iter().product();
        for kind in [
            ReductionKind::FloatAdd,
            ReductionKind::Max,
            ReductionKind::Min,
        ] {
            let precision = Precision::Single;
            let operation = ReductionOp { kind, precision };
            for _ in 0..STATES / 4 {
                let [most, least] = [(); 2].map(|()| words(&mut random, operation, count));
                let pairs: Vec<_> = most.into_iter().zip(least).collect();
                let result = reduce_shortened(shape.circuit, kind, &pairs);
                for index in 0..4 {
                    let elements: Vec<u64> = pairs
                        .iter()
                        .map(|&(most, least)| [lanes(32, most), lanes(32, least)].concat()[index])
                        .collect();
                    let expected = expected(*shape, kind, 32, true, &elements);
                    let result = lanes(16, result)[index];
                    assert_eq!(
                        result, expected,
                        "{shape:?} {kind:?} of {elements:#x?}: {result:#x}, not {expected:#x}"
                    );
                }
            }
        }
    }
}

/// Manual 3.3: zeros for sums and or, ones for max and and, the largest signed integer for min.
#[test]
fn identities() {
    for operation in ReductionOp::all() {
        let bits = operation.precision.element_bits();
        let element = match operation.kind {
            ReductionKind::FloatAdd
            | ReductionKind::IntegerAdd
            | ReductionKind::BitOr
            | ReductionKind::LogicalOr => 0,
            ReductionKind::Max | ReductionKind::BitAnd | ReductionKind::LogicalAnd => {
                ((1_u128 << bits) - 1) as u64
            }
            ReductionKind::Min => (1 << (bits - 1)) - 1,
        };
        for lane in lanes(bits, identity(operation)) {
            assert_eq!(lane, element, "{operation:?}");
        }
    }
}
