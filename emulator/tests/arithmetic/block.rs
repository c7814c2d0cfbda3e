//! Block-float conversion, step by step (manual 3.6.12.12, 4.4), and where the elements of a block are.

use mnc2_emulator::alu::{DataPath, Operation};
use mnc2_emulator::float::block::BlockKind;
use mnc2_isa::{AluOp, Precision};

use super::number::{DOUBLE, Fields, HALF, Number, power_of_two, signed};
use super::oracle::block::{self, converted};
use super::samples::{Random, boundary_exponents, boundary_mantissas, boundary_values};

/// Random blocks of each kind.
const STATES: usize = 1000;

/// A conversion of the emulator, and the oracle's.
#[derive(Clone, Copy, Debug)]
struct Shape {
    kind: BlockKind,
    oracle: block::Shape,
}

fn shapes() -> Vec<Shape> {
    let shape = |kind, oracle| Shape { kind, oracle };
    let mut shapes = vec![
        shape(BlockKind::Double, block::DOUBLE_BLOCK),
        shape(BlockKind::Single, block::SINGLE_BLOCK),
        shape(BlockKind::PseudoSingle, block::PSEUDO_SINGLE_BLOCK),
    ];
    for mantissa_bits in 6..=9 {
        let (plain, extended) = (
            BlockKind::Half { mantissa_bits },
            BlockKind::HalfExtended { mantissa_bits },
        );
        shapes.push(shape(plain, block::half_block(mantissa_bits, false)));
        shapes.push(shape(extended, block::half_block(mantissa_bits, true)));
    }
    shapes
}

/// Elements of close exponents, with many that round up to the next power of two.
fn random_block(random: &mut Random, shape: Shape) -> Vec<u64> {
    let layout = shape.oracle.layout;
    let exponents = boundary_exponents(layout);
    let centre = match random.below(4) {
        0 => exponents[random.below(exponents.len() as u64) as usize],
        _ => layout.bias(),
    };
    let ones = boundary_mantissas(layout.mantissa_bits);
    let elements = (0..shape.oracle.elements).map(|_| {
        let span = [1, 4, 12, 24][random.below(4) as usize];
        let below = random.below(span) as i64;
        let exponent = match random.below(16) {
            0 => 0,
            _ => (centre - below).clamp(0, layout.all_ones()),
        };
        let low_bits = random.below(u64::from(layout.mantissa_bits) / 2);
        let mantissa = match random.below(3) {
            0 => ones[random.below(ones.len() as u64) as usize],
            1 => (1 << layout.mantissa_bits) - 1 - random.below(1 << low_bits),
            _ => random.mantissa(layout.mantissa_bits),
        };
        layout.bits_of(Fields {
            negative: random.flip(),
            exponent,
            mantissa,
        })
    });
    elements.collect()
}

/// The exact value of a finite `f64`, denormalised ones included.
fn exactly(value: f64) -> Number {
    let fields = DOUBLE.fields(value.to_bits());
    let hidden = u64::from(fields.exponent != 0);
    let significand = Number::from((hidden << 52) + fields.mantissa);
    let exponent = fields.exponent.max(1) - 1023 - 52;
    signed(fields.negative, significand * power_of_two(exponent))
}

fn compare_conversion(shape: Shape, elements: &[u64]) -> Vec<u64> {
    let mut block = elements.to_vec();
    shape.kind.convert(&mut block);
    assert_eq!(
        block,
        converted(shape.oracle, elements),
        "{shape:?} of {elements:#x?}"
    );
    block
}

fn compare(shape: Shape, elements: &[u64]) {
    let block = compare_conversion(shape, elements);
    // The value of the block (manual 4.4).
    let layout = shape.oracle.layout;
    let common = shape
        .kind
        .common_exponent(&block)
        .expect("a converted block is valid");
    for &element in &block {
        let fields = layout.fields(element);
        let value = shape.kind.value(element, common);
        if common as i64 == layout.all_ones() {
            assert!(value.is_infinite() && (value < 0.0) == fields.negative);
            continue;
        }
        let six_lower = if fields.exponent == 0 { 6 } else { 0 };
        let exponent = common as i64 - layout.bias() - six_lower;
        let unit = exponent + 1 - i64::from(layout.mantissa_bits);
        let expected = signed(
            fields.negative,
            Number::from(fields.mantissa) * power_of_two(unit),
        );
        assert_eq!(exactly(value), expected, "{shape:?} {element:#x}");
    }
}

#[test]
fn random_blocks() {
    for (seed, shape) in shapes().into_iter().enumerate() {
        let mut random = Random::new(seed as u64);
        for _ in 0..STATES {
            compare(shape, &random_block(&mut random, shape));
        }
    }
}

#[test]
fn boundary_blocks() {
    for shape in shapes() {
        let mut random = Random::new(77);
        let values = boundary_values(shape.oracle.layout);
        for &value in &values {
            let mut elements = vec![value; shape.oracle.elements];
            compare(shape, &elements);
            for element in &mut elements[1..] {
                *element = values[random.below(values.len() as u64) as usize];
            }
            compare(shape, &elements);
        }
    }
}

/// Every half next to one of each exponent.
#[test]
fn every_half() {
    for shape in shapes()
        .into_iter()
        .filter(|shape| shape.oracle.layout == HALF)
    {
        let mut random = Random::new(5);
        for first in (0..=0xffff_u64).step_by(15) {
            let mut elements: Vec<u64> = (first..first + 15).map(|half| half & 0xffff).collect();
            let largest = HALF.fields(first).exponent + random.below(12) as i64;
            elements.push(HALF.bits_of(Fields {
                negative: random.flip(),
                exponent: largest.min(HALF.all_ones() - 1),
                mantissa: random.mantissa(9),
            }));
            compare_conversion(shape, &elements);
        }
    }
}

/// The blocks of a MAB (manual 3.6.12.12): one element of each PE, two or four, from which long words.
#[test]
fn blocks_lie_across_the_pes_of_a_mab() {
    const MABS: usize = 50;
    for shape in shapes() {
        let bits = shape.oracle.layout.bits();
        let per_long_word = 64 / bits as usize;
        let (op, precision, mantissa_bits) = match shape.kind {
            BlockKind::Double => (AluOp::Bfn, Precision::Double, 9),
            BlockKind::Single => (AluOp::Bfn, Precision::Single, 9),
            BlockKind::PseudoSingle => (AluOp::Bfn, Precision::PseudoSingle, 9),
            BlockKind::Half { mantissa_bits } => (AluOp::Bfn, Precision::Half, mantissa_bits),
            BlockKind::HalfExtended { mantissa_bits } => {
                (AluOp::Bfe, Precision::Half, mantissa_bits)
            }
        };
        let mut random = Random::new(3);
        let [mut x, mut expected] = [(); 2].map(|()| DataPath::zeroed(4 * MABS));
        // Puts elements of the block beginning at `first` of a long word into all PEs.
        let put = |longs: &mut [u64], mab: usize, first: usize, elements: &[u64]| {
            let per_pe = elements.len() / 4;
            for (index, element) in elements.iter().enumerate() {
                let place = first + index % per_pe;
                longs[4 * mab + index / per_pe] |= element << (64 - bits * (place as u32 + 1));
            }
        };
        for mab in 0..MABS {
            let firsts = 0..per_long_word / (shape.oracle.elements / 4);
            for first in firsts {
                let elements = random_block(&mut random, shape);
                put(&mut x.most, mab, first, &elements);
                put(
                    &mut expected.most,
                    mab,
                    first,
                    &converted(shape.oracle, &elements),
                );
            }
            if bits == 16 {
                let elements = random_block(&mut random, shape);
                put(&mut x.least, mab, 0, &elements);
                put(
                    &mut expected.least,
                    mab,
                    0,
                    &converted(shape.oracle, &elements),
                );
            } else {
                for pe in 4 * mab..4 * mab + 4 {
                    x.least[pe] = random.bits();
                    expected.least[pe] = x.least[pe];
                }
            }
        }
        let operation = Operation {
            op,
            precision: Some(precision),
            unsigned: false,
            mantissa_bits,
            immediate: 0,
        };
        let mut output = DataPath::zeroed(4 * MABS);
        let mut flags = vec![0xff; 4 * MABS];
        operation.execute(x.view(), x.view(), output.view_mut(), &mut flags);
        assert!(output == expected, "{shape:?}");
        assert!(flags.iter().all(|&flags| flags == 0), "{shape:?}");
    }
}
