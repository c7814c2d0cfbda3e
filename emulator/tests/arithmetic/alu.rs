//! Floating-point operations of the ALU (manual 3.6.12.9-3.6.12.13, 3.6.12.18), halves exhaustively.

use std::cmp::Ordering;

use dashu_int::IBig;
use mnc2_emulator::alu::{DataPath, Operation};
use mnc2_isa::{AluOp, Precision};

use super::number::{
    DOUBLE, Fields, HALF, Layout, Number, SINGLE, floor_of_logarithm, power_of_two, signed,
};
use super::samples::{Random, boundary_values};

/// Random long words of each operation and precision.
const STATES: usize = 1000;

const FORMATS: [(Layout, Precision); 3] = [
    (HALF, Precision::Half),
    (SINGLE, Precision::Single),
    (DOUBLE, Precision::Double),
];

/// Result and flag of one element.
pub(crate) type Element = (u64, bool);

/// Runs pairs of elements through the ALU and compares each with what `expected` says.
pub(crate) fn compare_pairs(
    (bits, precision): (u32, Precision),
    (op, unsigned): (AluOp, bool),
    pairs: &[(u64, u64)],
    expected: impl Fn(u64, u64) -> Element,
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
    operation.execute(x.view(), y.view(), &mut output, &mut flags);
    assert_eq!(output.least, x.least, "{op:?} keeps the LSB side of x");
    for (index, &(a, b)) in pairs.iter().enumerate() {
        let pe = index / per_long_word;
        let result = output.most[pe] >> shift(index) & (u64::MAX >> (64 - bits));
        // An element has as many flag bits as it has half words.
        let width = bits / 16;
        let flag_mask = (1 << width) - 1;
        let element_flags =
            flags[pe] >> (4 - width * (index % per_long_word + 1) as u32) & flag_mask;
        let (value, flag) = expected(a, b);
        assert!(
            result == value && element_flags == if flag { flag_mask } else { 0 },
            "{op:?} {precision:?} unsigned {unsigned} of {a:#x} and {b:#x}: {result:#x} with flags \
             {element_flags:b}, not {value:#x} with {flag}"
        );
    }
}

/// One input: all halves, boundaries and random values.
fn compare_one_input(op: AluOp, unsigned: bool, expected: impl Fn(Layout, u64) -> Element) {
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
        compare_pairs(format, (op, unsigned), &pairs, |x, _| expected(layout, x));
    }
}

/// Two inputs: boundaries beside each other, random values, equal ones and close ones.
fn compare_two_inputs(op: AluOp, expected: impl Fn(Layout, u64, u64) -> Element) {
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
        compare_pairs(format, (op, false), &pairs, |x, y| expected(layout, x, y));
    }
}

fn is_negative(layout: Layout, x: u64) -> bool {
    layout.fields(x).negative
}

/// Bit `index` from the top is 0.
fn is_clear(layout: Layout, x: u64, index: u32) -> bool {
    (x >> (layout.bits() - 1 - index)).is_multiple_of(2)
}

#[test]
fn floor() {
    compare_one_input(AluOp::Floor, false, |layout, x| {
        let result = if layout.is_zero(x) || layout.is_infinite(x) {
            x
        } else {
            layout.round(&Number::from(layout.value(x).floor()))
        };
        (result, false)
    });
}

#[test]
fn conversion_to_integers() {
    for unsigned in [false, true] {
        compare_one_input(AluOp::Ftoi, unsigned, |layout, x| {
            let one = IBig::ONE;
            let bits = layout.bits() as usize;
            let (smallest, largest) = if unsigned {
                (IBig::ZERO, (one.clone() << bits) - &one)
            } else {
                let limit = one.clone() << (bits - 1);
                (-limit.clone(), limit - &one)
            };
            let integer = if layout.is_infinite(x) {
                // Beyond any integer.
                let beyond = one << 100;
                if is_negative(layout, x) {
                    -beyond
                } else {
                    beyond
                }
            } else {
                layout.value(x).trunc()
            };
            let integer = if unsigned && integer < IBig::ZERO {
                -integer
            } else {
                integer
            };
            let clipped = integer.max(smallest).min(largest);
            let result = i128::try_from(clipped).expect("at most 64 bits") as u64;
            (result & (u64::MAX >> (64 - bits)), false)
        });
    }
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
            let magnitude = signed(is_negative(layout, x), layout.value(x));
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
    operation.execute(path.view(), path.view(), &mut output, &mut flags);
    let results = output.most.iter().map(|long| long >> (64 - layout.bits()));
    for (flags, &x) in flags.iter().zip(values) {
        assert_eq!(flags >> 3 == 1, is_clear(layout, x, 0), "{x:#x}");
    }
    results.zip(values.iter().copied()).collect()
}

/// Manual 3.6.12.13: zeros are equal, infinities of one sign compare by mantissa.
fn compared(layout: Layout, x: u64, y: u64) -> Ordering {
    let (a, b) = (layout.fields(x), layout.fields(y));
    let infinite = layout.is_infinite(x) && layout.is_infinite(y);
    if infinite && a.negative == b.negative {
        let order = a.mantissa.cmp(&b.mantissa);
        return if a.negative { order.reverse() } else { order };
    }
    layout.value(x).cmp(&layout.value(y))
}

#[test]
fn maximum_and_minimum() {
    compare_two_inputs(AluOp::Max, |layout, x, y| {
        let is_first = compared(layout, x, y) != Ordering::Less;
        (if is_first { x } else { y }, is_first)
    });
    compare_two_inputs(AluOp::Min, |layout, x, y| {
        let is_first = compared(layout, x, y) != Ordering::Greater;
        (if is_first { x } else { y }, is_first)
    });
}

#[test]
fn relu() {
    let ops = [
        (AluOp::Relu, 0),
        (AluOp::Relu0, 0),
        (AluOp::Relu1, 1),
        (AluOp::Relu2, 2),
        (AluOp::Relu3, 3),
    ];
    for (op, index) in ops {
        compare_two_inputs(op, |layout, x, y| {
            let minus_zero = 1 << (layout.bits() - 1);
            let is_kept = is_clear(layout, x, index);
            (if is_kept { y } else { minus_zero }, is_kept)
        });
    }
}

#[test]
fn leaky_relu() {
    for (op, divisor_exponent) in [(AluOp::Lrelud, 1), (AluOp::Lreluo, 3)] {
        compare_two_inputs(op, |layout, x, y| {
            let divided = || {
                let quotient = layout.value(y) * power_of_two(-divisor_exponent);
                match layout.round(&quotient) {
                    _ if layout.is_infinite(y) => y,
                    0 => 1 << (layout.bits() - 1),
                    quotient => quotient,
                }
            };
            let is_kept = is_clear(layout, x, 0);
            (if is_kept { y } else { divided() }, is_kept)
        });
    }
}

#[test]
fn inverse_leaky_relu() {
    compare_two_inputs(AluOp::Ilrelud, |layout, x, y| {
        let fields = layout.fields(y);
        let raised = layout.bits_of(Fields {
            exponent: (fields.exponent + 1).min(layout.all_ones()),
            ..fields
        });
        let is_kept = is_clear(layout, x, 0);
        (if is_kept { y } else { raised }, is_kept)
    });
}
