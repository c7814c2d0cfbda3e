//! Floating-point operations of the ALU (manual 3.6.12.9-3.6.12.13, 3.6.12.18), halves exhaustively.

use mnc2_emulator::alu::{DataPath, Operation};
use mnc2_isa::{AluOp, Precision};

use super::number::{DOUBLE, Fields, HALF, Layout, Number, SINGLE, power_of_two};
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

/// Two inputs: boundaries next to each other, random values, equal ones and close ones.
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

#[test]
fn reciprocal_square_roots() {
    compare_one_input(AluOp::Rsqrt, false);
}

/// All entries of the table, at its smallest input and at its largest, with exponents of both parities from end to end: all of them
/// where there are at most 255 or `MNC2_ALL_EXPONENTS` is set, otherwise every seventh.
#[test]
fn reciprocal_square_roots_are_cut_by_the_table() {
    // In 64ths, for mantissas 1, 1 + 1/16, .. and an even exponent, then for an odd one.
    const ENTRIES: [[u32; 16]; 2] = [
        [
            63, 62, 60, 58, 57, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45,
        ],
        [
            45, 43, 42, 41, 40, 39, 38, 37, 36, 35, 35, 34, 33, 33, 32, 32,
        ],
    ];
    for (layout, precision) in FORMATS {
        let step = 1 << (layout.mantissa_bits - 4);
        let mut values = Vec::new();
        let exponents = 1..layout.all_ones();
        // Odd, so that both parities take turns.
        let is_all = layout.all_ones() <= 255 || std::env::var_os("MNC2_ALL_EXPONENTS").is_some();
        let apart = if is_all { 1 } else { 7 };
        let last = exponents.end - 1;
        for field in exponents.step_by(apart).chain([last]) {
            for index in 0..16 {
                for mantissa in [index * step, index * step + 1, (index + 1) * step - 1] {
                    values.extend([false, true].map(|negative| {
                        layout.bits_of(Fields {
                            negative,
                            exponent: field,
                            mantissa,
                        })
                    }));
                }
            }
        }
        let zeros = [0, 1, (1 << layout.mantissa_bits) - 1];
        for (field, expected) in [(0, layout.all_ones()), (layout.all_ones(), 0)] {
            for (mantissa, negative) in zeros.iter().flat_map(|&zero| [(zero, false), (zero, true)])
            {
                let bits = |negative, exponent, mantissa| {
                    layout.bits_of(Fields {
                        negative,
                        exponent,
                        mantissa,
                    })
                };
                let result = element(
                    AluOp::Rsqrt,
                    precision,
                    false,
                    bits(negative, field, mantissa),
                    0,
                );
                assert_eq!(result, Some((bits(false, expected, 0), !negative)));
                values.push(bits(negative, field, mantissa));
            }
        }
        let pairs: Vec<_> = values.iter().map(|&x| (x, 0)).collect();
        compare_pairs((layout.bits(), precision), (AluOp::Rsqrt, false), &pairs);
        for &x in &values {
            let fields = layout.fields(x);
            if layout.is_zero(x) || layout.is_infinite(x) {
                continue;
            }
            let exponent = fields.exponent - layout.bias();
            let entry = ENTRIES[exponent.rem_euclid(2) as usize][(fields.mantissa / step) as usize];
            let expected = Number::from(entry) * power_of_two(-6 - exponent.div_euclid(2));
            let (result, _) =
                element(AluOp::Rsqrt, precision, false, x, 0).expect("works on elements");
            assert_eq!(layout.value(result), expected, "{precision:?} {x:#x}");
        }
    }
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
