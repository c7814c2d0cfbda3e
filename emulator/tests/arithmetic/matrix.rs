//! Matrix-vector multiply-add (manual 3.6.9.2-3.6.9.9, 4.5).

use mnc2_emulator::alu::DataPath;
use mnc2_emulator::mau::MatrixOperation;
use mnc2_isa::Precision;
use mnc2_isa::spelling::ProductHalf;

use super::number::{Fields, Layout, Number, SINGLE, nearest_even, power_of_two, signed};
use super::samples::{Random, boundary_exponents};
use super::vector::{
    DOUBLE_MODE, HALF_MODE, Mode, SINGLE_MODE, on_path, partial_products, sign_flags,
};

/// MABs in one run, with at least 1024 random dot products.
const MABS: usize = 256;

/// The shape of one precision (manual 3.6.9.2-3.6.9.9).
#[derive(Clone, Copy, Debug)]
struct Shape {
    mode: Mode,
    /// Of the matrix that is used, and of the result.
    rows: usize,
    /// Elements in a block.
    columns: usize,
    /// Mantissa digits of a block float: the manual's m.
    length: u32,
}

const DOUBLE_SHAPE: Shape = Shape {
    mode: DOUBLE_MODE,
    rows: 4,
    columns: 4,
    length: 52,
};
const SINGLE_SHAPE: Shape = Shape {
    mode: SINGLE_MODE,
    rows: 8,
    columns: 4,
    length: 23,
};
const PSEUDO_SINGLE_SHAPE: Shape = Shape {
    mode: Mode {
        precision: Precision::PseudoSingle,
        multiplier: None,
        ..SINGLE_MODE
    },
    rows: 8,
    columns: 8,
    length: 18,
};
const HALF_SHAPE: Shape = Shape {
    mode: HALF_MODE,
    rows: 16,
    columns: 16,
    length: 9,
};

/// A valid block: all of one exponent, or in half precision some of exponent zero.
fn block(random: &mut Random, shape: Shape) -> Vec<u64> {
    let layout = shape.mode.factor;
    let exponents = boundary_exponents(layout);
    let common = match random.below(8) {
        0 => exponents[random.below(exponents.len() as u64) as usize],
        1 => random.below(layout.all_ones() as u64 + 1) as i64,
        _ => layout.bias() + random.below(17) as i64 - 8,
    };
    let has_small = layout.bits() == 16 && random.flip();
    let elements = (0..shape.columns).map(|_| {
        let is_small = has_small && random.below(3) == 0;
        layout.bits_of(Fields {
            negative: random.flip(),
            exponent: if is_small { 0 } else { common },
            mantissa: if random.below(8) == 0 {
                0
            } else {
                random.mantissa(layout.mantissa_bits)
            },
        })
    });
    elements.collect()
}

fn common_exponent(layout: Layout, block: &[u64]) -> i64 {
    block
        .iter()
        .map(|&bits| layout.fields(bits).exponent)
        .max()
        .unwrap_or(0)
}

/// The dot product (4.12). Of an infinite block and the elements of the other one that are not zero, the
/// infinities are counted.
fn dot(shape: Shape, a: &[u64], b: &[u64]) -> Number {
    let layout = shape.mode.factor;
    let [common_a, common_b] = [a, b].map(|block| common_exponent(layout, block));
    if common_a == 0 || common_b == 0 {
        return Number::ZERO;
    }
    let unused = layout.mantissa_bits - shape.length;
    let mantissa = |bits| layout.fields(bits).mantissa >> unused;
    let is_infinite = |common: i64| common == layout.all_ones();
    let mut infinities = 0;
    let mut sum = Number::ZERO;
    for (&a, &b) in a.iter().zip(b) {
        let negative = layout.fields(a).negative != layout.fields(b).negative;
        if is_infinite(common_a) || is_infinite(common_b) {
            let a_counts = is_infinite(common_a) || mantissa(a) != 0;
            let b_counts = is_infinite(common_b) || mantissa(b) != 0;
            if a_counts && b_counts {
                infinities += if negative { -1 } else { 1 };
            }
            continue;
        }
        let mut p = partial_products(
            shape.length,
            shape.mode.multiplier,
            mantissa(a),
            mantissa(b),
        );
        // The extended representation: each factor of exponent zero is six exponents lower.
        let small = [a, b].into_iter().filter(|&bits| layout.is_zero(bits));
        let down = 6 * small.count() as i64;
        if layout.bits() == 16 && down > 0 {
            let last_digit = power_of_two(-2 * i64::from(shape.length));
            let in_units = p / &last_digit * power_of_two(-down);
            p = Number::from(nearest_even(in_units)) * last_digit;
        }
        sum += signed(negative, p);
    }
    match infinities {
        0 => sum * power_of_two(common_a + common_b - 2 * layout.bias() + 2),
        _ => shape.mode.sum.infinity(infinities < 0),
    }
}

/// What every MAB holds.
struct States {
    /// By row, for all PEs.
    matrix: Vec<Vec<u64>>,
    x: DataPath,
    z: DataPath,
    /// By MAB and row.
    dots: Vec<Vec<Number>>,
    addends: Vec<Vec<u64>>,
}

fn states(shape: Shape) -> States {
    let pes = 4 * MABS;
    let mode = shape.mode;
    let mut states = States {
        matrix: vec![vec![0; pes]; shape.rows],
        x: DataPath::zeroed(pes),
        z: DataPath::zeroed(pes),
        dots: Vec::new(),
        addends: Vec::new(),
    };
    let mut random = Random::new(shape.columns as u64);
    // A PE's part of a block; the word that single precision does not use is garbage.
    let part = |block: &[u64], pe: usize, garbage: u64| {
        let per_pe = shape.columns / 4;
        let elements = &block[pe * per_pe..(pe + 1) * per_pe];
        let used = elements.len() as u32 * mode.factor.bits();
        let garbage = if used == 64 { 0 } else { garbage >> used };
        on_path(elements, mode.factor.bits()).0 | garbage
    };
    for mab in 0..MABS {
        let x = block(&mut random, shape);
        for pe in 0..4 {
            states.x.most[4 * mab + pe] = part(&x, pe, random.bits());
            states.x.least[4 * mab + pe] = random.bits();
        }
        let mut dots = Vec::new();
        let mut addends = Vec::new();
        for row in &mut states.matrix {
            let a = block(&mut random, shape);
            for pe in 0..4 {
                row[4 * mab + pe] = part(&a, pe, random.bits());
            }
            let dot = dot(shape, &a, &x);
            addends.push(random.addend(mode.sum, &dot));
            dots.push(dot);
        }
        for (pe, elements) in addends.chunks(shape.rows / 4).enumerate() {
            let pe = 4 * mab + pe;
            (states.z.most[pe], states.z.least[pe]) = on_path(elements, mode.sum.bits());
        }
        states.dots.push(dots);
        states.addends.push(addends);
    }
    states
}

fn compare(shape: Shape) {
    let states = states(shape);
    let mode = shape.mode;
    let rows: Vec<&[u64]> = states.matrix.iter().map(Vec::as_slice).collect();
    let halves: &[Option<ProductHalf>] = if mode.precision == Precision::Double {
        &[Some(ProductHalf::Upper), Some(ProductHalf::Lower)]
    } else {
        &[None]
    };
    for &half in halves {
        for output_layout in [Some(mode.sum), mode.shortened].into_iter().flatten() {
            for has_z in [true, false] {
                let operation = MatrixOperation {
                    precision: mode.precision,
                    half,
                    shortened: output_layout != mode.sum,
                };
                let mut output = DataPath {
                    most: vec![u64::MAX; 4 * MABS],
                    least: vec![u64::MAX; 4 * MABS],
                };
                let mut flags = vec![0xff; 4 * MABS];
                let z = has_z.then(|| states.z.view());
                operation.execute(
                    &operation.prepare(&rows),
                    states.x.view(),
                    z,
                    &mut output,
                    &mut flags,
                );
                for mab in 0..MABS {
                    let result = |row: usize| {
                        let is_used = match half {
                            None => true,
                            Some(ProductHalf::Upper) => row < 2,
                            Some(ProductHalf::Lower) => row >= 2,
                        };
                        let mut sum = Number::ZERO;
                        if is_used {
                            sum += &states.dots[mab][row];
                        }
                        if has_z {
                            sum += mode.sum.value(states.addends[mab][row]);
                        }
                        output_layout.round(&sum)
                    };
                    let results: Vec<u64> = (0..shape.rows).map(result).collect();
                    for (pe, results) in results.chunks(shape.rows / 4).enumerate() {
                        let (most, least) = on_path(results, output_layout.bits());
                        let pe = 4 * mab + pe;
                        assert!(
                            (output.most[pe], output.least[pe], flags[pe])
                                == (most, least, sign_flags(results, output_layout)),
                            "{operation:?} with z {has_z}, PE {pe}: {:016x} {:016x} flags {:04b}, not {results:x?}",
                            output.most[pe],
                            output.least[pe],
                            flags[pe],
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn double_precision() {
    compare(DOUBLE_SHAPE);
}

#[test]
fn single_precision() {
    compare(SINGLE_SHAPE);
}

#[test]
fn pseudo_single_precision() {
    compare(PSEUDO_SINGLE_SHAPE);
}

#[test]
fn half_precision() {
    compare(HALF_SHAPE);
}

/// 1.0 · 1.0 as block floats, and the manual's 2^-14 of the extended representation.
#[test]
fn the_oracle_reads_block_floats() {
    let one = SINGLE.bits_of(Fields {
        negative: false,
        exponent: 127,
        mantissa: 1 << 22,
    });
    let zeros = [127 << 23; 3];
    let block = [[one].as_slice(), &zeros].concat();
    assert_eq!(dot(SINGLE_SHAPE, &block, &block), Number::ONE);
    let mut small = [0x1f << 9; 16];
    small[3] = 1;
    let mut ones = [0x1f << 9; 16];
    ones[3] = 0x3f00;
    // 2^-8 · 2^-6 · 1.0; half a unit of the product's last digit away from being lost.
    assert_eq!(dot(HALF_SHAPE, &small, &ones), power_of_two(-14));
}
