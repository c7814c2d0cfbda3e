//! Reductions of the RRN (manual 3.3, 3.5.5, 3.6.8.4, 3.6.8.5, 4.2).

use mnc2_emulator::rrn::sum_simd::{Singles, WIDTH, sums};
use mnc2_emulator::rrn::{Circuit, identity, reduce, reduce_shortened};
use mnc2_isa::Precision;
use mnc2_isa::reduction::{ReductionKind, ReductionOp};

use super::number::{Fields, Layout};
use super::oracle::rrn::{L1BM_4, L1BM_16, MV_8, expected, extended, lanes, layout_of};
use super::samples::{Random, boundary_values};
use super::vector::on_all_vectors;

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
        stages: L1BM_4,
        has_half: false,
    },
    Shape {
        circuit: Circuit::L1bm16,
        stages: L1BM_16,
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
        stages: MV_8,
        has_half: true,
    },
];

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

/// Long words; each holds one element of each of several reductions.
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

fn compare(shape: Shape, operation: ReductionOp, words: &[u64]) {
    let bits = operation.precision.element_bits();
    let result = reduce(shape.circuit, operation, words);
    let in_single = operation.precision == Precision::Half && !shape.has_half;
    for (index, result) in lanes(bits, result).into_iter().enumerate() {
        let elements: Vec<u64> = words.iter().map(|&word| lanes(bits, word)[index]).collect();
        let expected = if in_single {
            let extended: Vec<u64> = elements.iter().map(|&half| extended(half)).collect();
            expected(shape.stages, operation.kind, 32, true, &extended)
        } else {
            expected(shape.stages, operation.kind, bits, false, &elements)
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

/// Every boundary value next to another, in the three formats.
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
                    let expected = expected(shape.stages, kind, 32, true, &elements);
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

/// Single-precision sums on the vector units: finite values that overflow, that are denormalised or zero, that are on
/// ties of the lowest guard bit, and infinities next to them.
#[test]
fn single_sums_on_vector_units() {
    on_all_vectors(|| {
        let single = layout_of(32);
        let mut random = Random::new(6);
        for round in 0..3000 {
            let [lowest, span] =
                [[251, 4], [0, 3], [0, 40], [100, 1], [100, 28], [200, 56]][round % 6];
            let mut element = || {
                let mantissa = match random.below(3) {
                    // After alignment half of the lowest guard bit is left.
                    0 => 1 << random.below(23),
                    1 => 0,
                    _ => random.mantissa(23),
                };
                single.bits_of(Fields {
                    negative: round % 5 != 0 && random.flip(),
                    exponent: lowest + random.below(span as u64) as i64,
                    mantissa,
                }) as u32
            };
            let mabs: [Singles; 16] = std::array::from_fn(|_| std::array::from_fn(|_| element()));
            let (mut of_16, mut of_4) = ([Singles::default()], [Singles::default(); 4]);
            sums(&mabs, &mut of_16);
            sums(&mabs, &mut of_4);
            for lane in 0..WIDTH {
                let elements: Vec<u64> = mabs.iter().map(|mab| mab[lane].into()).collect();
                let sum = |stages: &[usize], elements: &[u64]| {
                    expected(stages, ReductionKind::FloatAdd, 32, false, elements) as u32
                };
                assert_eq!(of_16[0][lane], sum(L1BM_16, &elements), "{elements:x?}");
                for (four, sums) in elements.chunks(4).zip(of_4) {
                    assert_eq!(sums[lane], sum(L1BM_4, four), "{four:x?}");
                }
            }
        }
    });
}
