//! MAU operations against the manual's examples, the host's arithmetic where both agree, and observed infinities.

use mnc2_isa::Precision::{self, Double, Half, PseudoSingle, Single};
use mnc2_isa::spelling::ProductHalf;

use super::{MatrixCycle, MatrixOperation, VectorOperation};
use crate::alu::DataPath;
use crate::float::block::BlockKind;
use crate::float::convert::{narrow, to_f64};
use crate::float::format::{DOUBLE, Format, HALF, SINGLE};
use crate::noise::advance;

fn vector(precision: Precision) -> VectorOperation {
    VectorOperation {
        precision,
        half: None,
        shortened: false,
    }
}

fn path(most: u64, least: u64) -> DataPath {
    DataPath {
        most: vec![most; 4],
        least: vec![least; 4],
    }
}

fn run(
    operation: VectorOperation,
    x: (u64, u64),
    y: Option<(u64, u64)>,
    z: Option<(u64, u64)>,
) -> (DataPath, Vec<u8>) {
    let [x, y, z] = [Some(x), y, z].map(|pair| pair.map(|(most, least)| path(most, least)));
    let mut output = path(u64::MAX, u64::MAX);
    let mut flags = vec![0xff; 4];
    let view = |path: &'_ Option<DataPath>| path.clone();
    let (x, y, z) = (view(&x).unwrap(), view(&y), view(&z));
    operation.execute(
        x.view(),
        y.as_ref().map(DataPath::view),
        z.as_ref().map(DataPath::view),
        output.view_mut(),
        &mut flags,
    );
    (output, flags)
}

fn single(value: f32) -> u64 {
    u64::from(value.to_bits())
}

/// `fvfma x y z` of the upper words.
fn fvfma(x: u64, y: u64, z: u64) -> u64 {
    run(
        vector(Single),
        (x << 32, 0),
        Some((y << 32, 0)),
        Some((z << 32, 0)),
    )
    .0
    .most[0]
        >> 32
}

#[test]
fn the_manuals_example_of_omitted_partial_products() {
    let (x, z) = (single(1_048_577.0), single(-1_099_511_627_776.0));
    assert_eq!(fvfma(x, x, z), 0x4a00_0010);
}

#[test]
fn infinities_cancel_and_zero_times_infinity_is_zero() {
    let (infinity, sign) = (0x7f80_0000_u64, 0x8000_0000);
    // -x · t - t with x read as -inf, and with x zero.
    assert_eq!(
        fvfma(0xff80_1234 ^ sign, infinity, infinity ^ sign) & sign,
        0
    );
    assert_eq!(fvfma(sign, infinity, infinity ^ sign), infinity | sign);
    assert_eq!(fvfma(infinity, single(0.5), 0), infinity);
    assert_eq!(fvfma(infinity, 0x42, single(3.0)), single(3.0));
    // Half infinities are infinite in single precision too.
    let (output, _) = run(vector(Half), (0x7e00_fe00_7e01_0000, 0), None, None);
    assert_eq!(
        (output.most[0], output.least[0]),
        (0x7f80_0000_ff80_0000, 0x7f80_0000_0000_0000)
    );
}

#[test]
fn copies_normalise() {
    let (output, flags) = run(vector(Single), (0x0000_0042_8000_0000, 7), None, None);
    assert_eq!((output.most[0], output.least[0], flags[0]), (0, 0, 0b1111));
    let (output, flags) = run(vector(Double), ((-0.5f64).to_bits(), 7), None, None);
    assert_eq!(
        (output.most[0], output.least[0], flags[0]),
        ((-0.5f64).to_bits(), 0, 0)
    );
}

#[test]
fn shortened_output_is_on_the_msb_side() {
    let shortened = VectorOperation {
        shortened: true,
        ..vector(Double)
    };
    let (output, flags) = run(shortened, ((-3.0f64).to_bits(), 0), None, None);
    assert_eq!(
        (output.most[0], output.least[0], flags[0]),
        (single(-3.0) << 32, 0, 0)
    );
    let shortened = VectorOperation {
        shortened: true,
        ..vector(Half)
    };
    let x = 0x3e00_4280_c440_4540;
    let y = 0x3e00_4440_4620_4720;
    let (output, flags) = run(shortened, (x, 0), Some((y, 0)), None);
    assert_eq!(
        (output.most[0], output.least[0], flags[0]),
        (0x3e00_48d0_cc64_4e8a, 0, 0b1101)
    );
}

#[test]
fn half_precision_adds_in_single() {
    let halves = 0x3e00_4000_4100_4200;
    let singles = (
        single(0.25) << 32 | single(-8.0),
        single(1.0e6) << 32 | single(0.0),
    );
    let (output, flags) = run(vector(Half), (halves, 0), None, Some(singles));
    assert_eq!(output.most[0], single(1.25) << 32 | single(-6.0));
    assert_eq!(output.least[0], single(1_000_003.0) << 32 | single(4.0));
    assert_eq!(flags[0], 0b1011);
}

#[test]
fn double_products_cover_half_of_the_pes() {
    let two = 2.0f64.to_bits();
    let one = 1.0f64.to_bits();
    let upper = VectorOperation {
        half: Some(ProductHalf::Upper),
        ..vector(Double)
    };
    let (output, _) = run(upper, (two, 0), Some((two, 0)), Some((one, 0)));
    assert_eq!(
        output
            .most
            .iter()
            .map(|&bits| f64::from_bits(bits))
            .collect::<Vec<_>>(),
        [5.0, 5.0, 1.0, 1.0]
    );
    let lower = VectorOperation {
        half: Some(ProductHalf::Lower),
        ..vector(Double)
    };
    let (output, _) = run(lower, (two, 0), Some((two, 0)), None);
    assert_eq!(
        output
            .most
            .iter()
            .map(|&bits| f64::from_bits(bits))
            .collect::<Vec<_>>(),
        [0.0, 0.0, 4.0, 4.0]
    );
}

/// Where no partial products are omitted, the result is that of an exact multiply-add rounded once.
#[test]
fn multiply_adds_without_omitted_products_are_those_of_the_host() {
    let mut state = 99_u64;
    let mut next = || {
        advance(&mut state);
        state ^ (state >> 31)
    };
    for _ in 0..20_000 {
        let mut value = |format: Format, clear: u32, spread: u64| {
            let bits = next();
            let exponent = format.bias() as u64 - spread / 2 + (bits >> 50) % spread;
            format.pack(
                bits & 1 == 1,
                exponent,
                (next() & format.mantissa_mask()) >> clear << clear,
            )
        };
        let (x, y, z) = (
            value(SINGLE, 5, 40),
            value(SINGLE, 0, 40),
            value(SINGLE, 0, 80),
        );
        let host =
            f32::from_bits(x as u32).mul_add(f32::from_bits(y as u32), f32::from_bits(z as u32));
        assert_eq!(
            fvfma(x, y, z),
            single(if host == 0.0 { 0.0 } else { host }),
            "{x:#x} {y:#x} {z:#x}"
        );
        let (x, y, z) = (
            value(DOUBLE, 16, 40),
            value(DOUBLE, 0, 40),
            value(DOUBLE, 0, 200),
        );
        let host = f64::from_bits(x).mul_add(f64::from_bits(y), f64::from_bits(z));
        let (output, _) = run(vector(Double), (x, 0), Some((y, 0)), Some((z, 0)));
        assert_eq!(output.most[0], host.to_bits(), "{x:#x} {y:#x} {z:#x}");
    }
}

/// Multiplies an integer matrix with an integer vector and compares with integer arithmetic.
fn check_matrix(
    precision: Precision,
    kind: BlockKind,
    rows: usize,
    columns: usize,
    half: Option<ProductHalf>,
) {
    let format = kind.format();
    let to_bits = |value: i64| narrow_from(format, value as f64);
    let entry = |i: usize, j: usize| ((i * 7 + j * 3) % 11) as i64 - 5;
    let vector_entry = |j: usize| ((j * 5) % 9) as i64 - 4;
    let addend = |i: usize| i as i64 * 10 - 30;
    let per_pe = columns / 4;
    let block = |values: Vec<u64>| -> Vec<u64> {
        let mut values = values;
        kind.convert(&mut values);
        let place = |pe: usize| {
            (0..per_pe)
                .map(|index| {
                    values[pe * per_pe + index] << (64 - format.bits() * (index as u32 + 1))
                })
                .sum()
        };
        (0..4).map(place).collect()
    };
    let matrix: Vec<Vec<u64>> = (0..rows)
        .map(|i| block((0..columns).map(|j| to_bits(entry(i, j))).collect()))
        .collect();
    let x = DataPath {
        most: block((0..columns).map(|j| to_bits(vector_entry(j))).collect()),
        least: vec![0; 4],
    };
    let sum_format = if precision == Half { SINGLE } else { format };
    let per_pe_sums = rows / 4;
    let mut z = path(0, 0);
    for i in 0..rows {
        let at = sum_format.bits() * (i % per_pe_sums) as u32;
        let long = if at < 64 { &mut z.most } else { &mut z.least };
        long[i / per_pe_sums] |=
            narrow_from(sum_format, addend(i) as f64) << (64 - sum_format.bits() - at % 64);
    }
    let operation = MatrixOperation {
        precision,
        half,
        shortened: false,
    };
    let rows_of_matrix: Vec<&[u64]> = matrix.iter().map(Vec::as_slice).collect();
    let mut output = path(0, 0);
    let mut flags = vec![0; 4];
    operation.execute(
        &rows_of_matrix,
        &mut [MatrixCycle {
            x: &x.most,
            z: Some(z.view()),
            output: output.view_mut(),
            flags: &mut flags,
        }],
    );
    for i in 0..rows {
        let at = sum_format.bits() * (i % per_pe_sums) as u32;
        let pe = i / per_pe_sums;
        let long = if at < 64 {
            output.most[pe]
        } else {
            output.least[pe]
        };
        let value = to_f64(
            sum_format,
            (long >> (64 - sum_format.bits() - at % 64)) & sum_format.mask(),
        );
        let used = match half {
            None => true,
            Some(ProductHalf::Upper) => i < 2,
            Some(ProductHalf::Lower) => i >= 2,
        };
        let dot: i64 = if used {
            (0..columns).map(|j| entry(i, j) * vector_entry(j)).sum()
        } else {
            0
        };
        assert_eq!(value, (dot + addend(i)) as f64, "{precision:?} row {i}");
    }
}

fn narrow_from(format: Format, value: f64) -> u64 {
    if format == DOUBLE {
        value.to_bits()
    } else {
        narrow(DOUBLE, format, value.to_bits())
    }
}

#[test]
fn matrix_vector_products_of_small_integers_are_exact() {
    for half in [ProductHalf::Upper, ProductHalf::Lower] {
        check_matrix(Double, BlockKind::Double, 4, 4, Some(half));
    }
    check_matrix(Single, BlockKind::Single, 8, 4, None);
    check_matrix(PseudoSingle, BlockKind::PseudoSingle, 8, 8, None);
    for mantissa_bits in 8..=9 {
        check_matrix(Half, BlockKind::Half { mantissa_bits }, 16, 16, None);
        check_matrix(
            Half,
            BlockKind::HalfExtended { mantissa_bits },
            16,
            16,
            None,
        );
    }
}

/// The dot product of two blocks of halves with their small elements in the extended representation.
#[track_caller]
fn check_extended(row: [u64; 16], x: [u64; 16], expected: f32) {
    let kind = BlockKind::HalfExtended { mantissa_bits: 9 };
    let pack = |values: [u64; 16]| -> Vec<u64> {
        let mut values = values;
        kind.convert(&mut values);
        values
            .chunks(4)
            .map(|four| four.iter().fold(0, |long, &half| long << 16 | half))
            .collect()
    };
    let (row, x) = (pack(row), pack(x));
    assert_eq!(HALF.exponent(row[0] >> 32 & 0xffff), 0, "it is small");
    let mut output = path(0, 0);
    let operation = MatrixOperation {
        precision: Half,
        half: None,
        shortened: false,
    };
    operation.execute(
        &[row.as_slice(); 16],
        &mut [MatrixCycle {
            x: &x,
            z: None,
            output: output.view_mut(),
            flags: &mut [0; 4],
        }],
    );
    assert_eq!(output.most[0] >> 32, single(expected));
}

#[test]
fn the_extended_representation_keeps_small_products() {
    let block = |first, second| {
        let mut block = [0; 16];
        (block[0], block[1]) = (first, second);
        block
    };
    let (one, small, smaller) = (0x3e00, 0x3000, 0x2c00);
    // Small in the row alone, where the vector has nothing but this one element.
    check_extended(block(one, smaller), block(0, one), 2.0f32.powi(-9));
    // Small in both.
    let product = 2.0f32.powi(-14);
    check_extended(block(one, small), block(one, small), 1.0 + product);
    let opposite = small | 0x8000;
    check_extended(block(one, opposite), block(one, small), 1.0 - product);
}
