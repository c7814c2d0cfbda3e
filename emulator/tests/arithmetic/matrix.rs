//! Matrix-vector multiply-add (manual 3.6.9.2-3.6.9.9, 4.5).

use mnc2_emulator::alu::DataPath;
use mnc2_emulator::mau::{MatrixCycle, MatrixOperation};
use mnc2_isa::Precision;
use mnc2_isa::spelling::ProductHalf;

use super::number::{Fields, Number, SINGLE, power_of_two};
use super::oracle::matrix::{
    DOUBLE_SHAPE, HALF_SHAPE, PSEUDO_SINGLE_SHAPE, SINGLE_SHAPE, Shape, dot,
};
use super::oracle::vector::{on_path, sign_flags};
use super::samples::{Random, boundary_exponents};
use super::vector::on_all_vectors;

/// MABs in one run, with at least 1024 random dot products.
const MABS: usize = 256;

/// A valid block: all of one exponent, or in half precision some of exponent zero. A plain one is finite and all of
/// one exponent.
fn block(random: &mut Random, shape: Shape, is_plain: bool) -> Vec<u64> {
    let layout = shape.mode.factor;
    let exponents = boundary_exponents(layout);
    let common = match random.below(8) {
        _ if is_plain => layout.bias() + random.below(17) as i64 - 8,
        0 => exponents[random.below(exponents.len() as u64) as usize],
        1 => random.below(layout.all_ones() as u64 + 1) as i64,
        _ => layout.bias() + random.below(17) as i64 - 8,
    };
    let has_small = !is_plain && layout.bits() == 16 && random.flip();
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

/// The content of every MAB.
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
        // MABs whose blocks and addends are all plain ones have a faster way of their own.
        let is_plain = mab % 2 == 1;
        let x = block(&mut random, shape, is_plain);
        for pe in 0..4 {
            states.x.most[4 * mab + pe] = part(&x, pe, random.bits());
            states.x.least[4 * mab + pe] = random.bits();
        }
        let mut dots = Vec::new();
        let mut addends = Vec::new();
        for row in &mut states.matrix {
            let a = block(&mut random, shape, is_plain);
            for pe in 0..4 {
                row[4 * mab + pe] = part(&a, pe, random.bits());
            }
            let dot = dot(shape, &a, &x);
            let addend = random.addend(mode.sum, &dot);
            let is_infinite = mode.sum.fields(addend).exponent == mode.sum.all_ones();
            addends.push(if is_plain && is_infinite { 0 } else { addend });
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
                    &rows,
                    &mut [MatrixCycle {
                        x: &states.x.most,
                        z,
                        output: output.view_mut(),
                        flags: &mut flags,
                    }],
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
    on_all_vectors(|| compare(PSEUDO_SINGLE_SHAPE));
}

#[test]
fn half_precision() {
    on_all_vectors(|| compare(HALF_SHAPE));
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
