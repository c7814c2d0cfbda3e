//! Floating-point operations of the ALU (manual 3.6.12.9-3.6.12.13, 3.6.12.18), halves exhaustively.

use mnc2_emulator::alu::{DataPath, Operation};
use mnc2_isa::{AluOp, Precision};

use super::number::{
    DOUBLE, Fields, HALF, Layout, Number, SINGLE, floor_of_logarithm, power_of_two, signed,
};
use super::oracle::alu::element;
use super::samples::{Random, boundary_values};

/// Random long words of each operation and precision.
const STATES: usize = 1000;

const FORMATS: [(Layout, Precision); 3] = [
    (HALF, Precision::Half),
    (SINGLE, Precision::Single),
    (DOUBLE, Precision::Double),
];

/// Runs pairs of elements through the ALU and compares each with the oracle.
pub(crate) fn compare_pairs(
    (bits, precision): (u32, Precision),
    (op, unsigned): (AluOp, bool),
    pairs: &[(u64, u64)],
) {
    let per_long_word = 64 / bits as usize;
    let pes = pairs.len().div_ceil(per_long_word).next_multiple_of(4);
    let [mut x, mut y] = [(); 2].map(|()| DataPath::zeroed(pes));
    let shift = |index: usize| 64 - bits * (index % per_long_word + 1) as u32;
    for (index, &(a, b)) in pairs.iter().enumerate() {
        x.most[index / per_long_word] |= a << shift(index);
        y.most[index / per_long_word] |= b << shift(index);
    }
    for (pe, least) in x.least.iter_mut().enumerate() {
        *least = !(pe as u64);
    }
    let operation = Operation {
        op,
        precision: Some(precision),
        unsigned,
        mantissa_bits: 9,
        immediate: 0,
    };
    let mut output = DataPath::zeroed(pes);
    let mut flags = vec![0; pes];
    operation.execute(x.view(), y.view(), output.view_mut(), &mut flags);
    assert_eq!(output.least, x.least, "{op:?} keeps the LSB side of x");
    for (index, &(a, b)) in pairs.iter().enumerate() {
        let pe = index / per_long_word;
        let result = output.most[pe] >> shift(index) & (u64::MAX >> (64 - bits));
        // An element has as many flag bits as it has half words.
        let width = bits / 16;
        let flag_mask = (1 << width) - 1;
        let element_flags =
            flags[pe] >> (4 - width * (index % per_long_word + 1) as u32) & flag_mask;
        let (value, flag) = element(op, precision, unsigned, a, b).expect("works on elements");
        assert!(
            result == value && element_flags == if flag { flag_mask } else { 0 },
            "{op:?} {precision:?} unsigned {unsigned} of {a:#x} and {b:#x}: {result:#x} with flags \
             {element_flags:b}, not {value:#x} with {flag}"
        );
    }
}

/// One input: all halves, boundaries and random values.
fn compare_one_input(op: AluOp, unsigned: bool) {
    for (layout, precision) in FORMATS {
        let mut random = Random::new(op as u64);
        let mut values = boundary_values(layout);
        values.extend((0..4 * STATES).map(|_| random.value(layout)));
        // Values around those whose last fraction bit is just there, and around the largest integers.
        for whole in [8, 15, 16, 31, 32, 63, 64, i64::from(layout.mantissa_bits)] {
            values.extend((0..40).map(|_| random.near(layout, layout.bias() + whole)));
        }
        if layout == HALF {
            values.extend(0..=0xffff);
        }
        let pairs: Vec<_> = values.iter().map(|&x| (x, random.value(layout))).collect();
        let format = (layout.bits(), precision);
        compare_pairs(format, (op, unsigned), &pairs);
    }
}

/// Two inputs: boundaries beside each other, random values, equal ones and close ones.
fn compare_two_inputs(op: AluOp) {
    for (layout, precision) in FORMATS {
        let mut random = Random::new(op as u64);
        let values = boundary_values(layout);
        let mut pairs = Vec::new();
        for &x in &values {
            pairs.push((x, x));
            for _ in 0..4 {
                pairs.push((x, values[random.below(values.len() as u64) as usize]));
            }
        }
        for _ in 0..4 * STATES {
            let x = random.value(layout);
            let y = match random.below(3) {
                0 => x ^ (1 << random.below(layout.bits().into())),
                1 => layout.bits_of(Fields {
                    mantissa: random.mantissa(layout.mantissa_bits),
                    ..layout.fields(x)
                }),
                _ => random.value(layout),
            };
            pairs.push((x, y));
        }
        // Every y with an x that lets it through and one that does not.
        if layout == HALF && matches!(op, AluOp::Lrelud | AluOp::Lreluo | AluOp::Ilrelud) {
            pairs.extend((0..=0xffff).flat_map(|y| [(0, y), (0x8000, y)]));
        }
        let format = (layout.bits(), precision);
        compare_pairs(format, (op, false), &pairs);
    }
}

#[test]
fn floor() {
    compare_one_input(AluOp::Floor, false);
}

#[test]
fn conversion_to_integers() {
    compare_one_input(AluOp::Ftoi, false);
    compare_one_input(AluOp::Ftoi, true);
}

/// The five bits that are assumed: the result is the number of six significant bits next to the exact one.
#[test]
fn reciprocal_square_roots() {
    for (layout, precision) in FORMATS {
        let mut random = Random::new(6);
        let mut values = boundary_values(layout);
        values.extend((0..STATES).map(|_| random.value(layout)));
        if layout == HALF {
            values.extend(0..=0xffff);
        }
        for (result, x) in results_of_one_input((layout, precision), AluOp::Rsqrt, &values) {
            if layout.is_zero(x) || layout.is_infinite(x) {
                let exponent = if layout.is_zero(x) {
                    layout.all_ones()
                } else {
                    0
                };
                let limit = Fields {
                    negative: false,
                    exponent,
                    mantissa: 0,
                };
                assert_eq!(layout.fields(result), limit, "{x:#x}");
                continue;
            }
            let fields = layout.fields(result);
            assert!(!fields.negative);
            assert_eq!(
                fields.mantissa % (1 << (layout.mantissa_bits - 5)),
                0,
                "{x:#x}"
            );
            let root = layout.value(result);
            let magnitude = signed(layout.fields(x).negative, layout.value(x));
            let half_step = power_of_two(floor_of_logarithm(&root) - 6);
            let below = if fields.mantissa == 0 {
                &half_step * power_of_two(-1)
            } else {
                half_step.clone()
            };
            let product = |root: Number| &root * &root * &magnitude;
            assert!(
                product(&root - below) <= Number::ONE && product(root + half_step) >= Number::ONE,
                "{precision:?} {x:#x}: {result:#x}"
            );
        }
    }
}

fn results_of_one_input(
    (layout, precision): (Layout, Precision),
    op: AluOp,
    values: &[u64],
) -> Vec<(u64, u64)> {
    let mut path = DataPath::zeroed(values.len().next_multiple_of(4));
    for (most, value) in path.most.iter_mut().zip(values) {
        *most = value << (64 - layout.bits());
    }
    let operation = Operation {
        op,
        precision: Some(precision),
        unsigned: false,
        mantissa_bits: 9,
        immediate: 0,
    };
    let mut output = DataPath::zeroed(path.most.len());
    let mut flags = vec![0; path.most.len()];
    operation.execute(path.view(), path.view(), output.view_mut(), &mut flags);
    let results = output.most.iter().map(|long| long >> (64 - layout.bits()));
    for (result, &x) in results.clone().zip(values) {
        let expected = element(op, precision, false, x, 0).map(|(result, _)| result);
        assert_eq!(Some(result), expected, "{x:#x}");
    }
    for (flags, &x) in flags.iter().zip(values) {
        assert_eq!(flags >> 3 == 0, layout.fields(x).negative, "{x:#x}");
    }
    results.zip(values.iter().copied()).collect()
}

#[test]
fn maximum_and_minimum() {
    compare_two_inputs(AluOp::Max);
    compare_two_inputs(AluOp::Min);
}

#[test]
fn relu() {
    for op in [
        AluOp::Relu,
        AluOp::Relu0,
        AluOp::Relu1,
        AluOp::Relu2,
        AluOp::Relu3,
    ] {
        compare_two_inputs(op);
    }
}

#[test]
fn leaky_relu() {
    compare_two_inputs(AluOp::Lrelud);
    compare_two_inputs(AluOp::Lreluo);
    compare_two_inputs(AluOp::Ilrelud);
}
