//! A plane computed as a whole equals its MABs computed one by one, and only chunks with a number that is not plain are left
//! out.

use mnc2_isa::Precision::{self, Double, Half, Single};
use mnc2_isa::geometry::PES_PER_MAB;
use mnc2_isa::spelling::ProductHalf;

use super::VectorOperation;
use crate::alu::DataPath;
use crate::float::format::{DOUBLE, Format, format_for_bits};
use crate::mau::vector_simd::SHORTEST;
use crate::test_random::advance;

/// Two chunks, and a MAB that is not part of a chunk.
const PES: usize = 2 * SHORTEST + PES_PER_MAB;

/// The formats of factors and of addends.
fn formats(precision: Precision) -> [Format; 2] {
    let factor = precision.element_bits();
    [format_for_bits(factor), format_for_bits(factor.max(32))]
}

/// Numbers about 1.0, with no bits whose products are left out.
fn plain(format: Format, seed: u64) -> DataPath {
    let mut state = seed;
    let mut long = || {
        let mut long = 0;
        for shift in (0..64).step_by(format.bits() as usize) {
            advance(&mut state);
            let exponent = format.bias() as u64 + (state >> 60);
            let mantissa = (state >> 8) & format.mantissa_mask() & !0xffff;
            long |= format.pack(state >> 59 & 1 == 1, exponent, mantissa) << shift;
        }
        long
    };
    DataPath {
        most: (0..PES).map(|_| long()).collect(),
        least: (0..PES).map(|_| long()).collect(),
    }
}

/// Puts a number into elements of the second chunk.
fn put(path: &mut DataPath, format: Format, value: u64, pes: &[usize]) {
    for &pe in pes {
        path.most[pe] = path.most[pe] & !format.mask() | value;
        path.least[pe] = path.least[pe] & !format.mask() | value;
    }
}

/// Computes inputs as a whole plane and MAB by MAB; `is_plain` is the expectation for the second chunk.
fn check(
    operation: &VectorOperation,
    x: &DataPath,
    y: Option<&DataPath>,
    z: Option<&DataPath>,
    is_plain: bool,
) {
    let (x, y, z) = (x.view(), y.map(DataPath::view), z.map(DataPath::view));
    let new = || (DataPath::zeroed(PES), vec![0xff_u8; PES]);
    let (mut expected, mut expected_flags) = new();
    for mab in 0..PES / PES_PER_MAB {
        let pes = mab * PES_PER_MAB..(mab + 1) * PES_PER_MAB;
        let [y, z] = [y, z].map(|path| path.map(|path| path.part(&pes)));
        let flags = &mut expected_flags[pes.clone()];
        operation.execute(x.part(&pes), y, z, expected.view_mut().part(&pes), flags);
    }
    let (mut output, mut flags) = new();
    output.least.fill(u64::MAX);
    operation.execute(x, y, z, output.view_mut(), &mut flags);
    for pe in 0..PES {
        let [output, expected] = [&output, &expected].map(|path| (path.most[pe], path.least[pe]));
        assert_eq!(output, expected, "{operation:?} of PE {pe}");
    }
    assert_eq!(flags, expected_flags, "{operation:?}");
    let uses_least = output.least.iter().any(|&long| long != 0);
    assert_eq!(uses_least, operation.uses_least(), "{operation:?}");

    // Complete chunks alone, and with a rest that is not a chunk.
    let is_double = operation.precision == Double;
    let is_general = if is_double {
        operation.shortened || !crate::simd::has_multiply_add()
    } else {
        operation.half.is_some() || operation.shortened && operation.precision == Half
    };
    for pes in [2 * SHORTEST, PES] {
        let mut left = Vec::new();
        if is_general {
            left.push(0..pes);
        } else {
            left.extend((!is_plain).then_some(SHORTEST..2 * SHORTEST));
            left.extend((pes == PES).then_some(2 * SHORTEST..PES));
        }
        let (mut output, mut flags) = new();
        let mut output = output.view_mut();
        let part = 0..pes;
        let actual = operation.by_vectors(
            x.part(&part),
            y.map(|y| y.part(&part)),
            z.map(|z| z.part(&part)),
            &mut output.part(&part),
            &mut flags[part],
        );
        assert_eq!(actual, left, "{operation:?}");
    }
}

fn operations() -> impl Iterator<Item = VectorOperation> {
    let halves = [None, Some(ProductHalf::Upper), Some(ProductHalf::Lower)];
    [Double, Single, Half]
        .into_iter()
        .flat_map(move |precision| {
            halves.into_iter().flat_map(move |half| {
                [false, true].map(|shortened| VectorOperation {
                    precision,
                    half,
                    shortened,
                })
            })
        })
}

#[test]
fn planes_of_plain_numbers_are_computed_at_once() {
    for operation in operations() {
        let [factor, sum] = formats(operation.precision);
        let (x, y, z) = (plain(factor, 1), plain(factor, 2), plain(sum, 3));
        for y in [Some(&y), None] {
            for z in [Some(&z), None] {
                check(&operation, &x, y, z, true);
            }
        }
    }
}

#[test]
fn pieces_with_infinities_are_left_and_those_with_zeros_are_not() {
    for operation in operations() {
        let [factor, sum] = formats(operation.precision);
        for input in 0..3 {
            let format = if input == 2 { sum } else { factor };
            for (value, is_plain) in [
                (format.infinity(false), false),
                (format.infinity(true) | format.mantissa_mask(), false),
                (format.zero(true), true),
                (format.zero(true) | format.mantissa_mask(), true),
            ] {
                for pes in [&[SHORTEST + 5][..], &[SHORTEST, 2 * SHORTEST - 1]] {
                    let mut inputs = [plain(factor, 4), plain(factor, 5), plain(sum, 6)];
                    put(&mut inputs[input], format, value, pes);
                    let [x, y, z] = &inputs;
                    // An x without a product does not count.
                    let is_used = input != 0 || pes.iter().any(|&pe| operation.has_product(pe));
                    check(&operation, x, Some(y), Some(z), is_plain || !is_used);
                }
            }
        }
    }
}

/// All zeros are plus zero, in every way of computing the sum.
#[test]
fn sums_of_minus_zeros_are_zero() {
    for operation in operations() {
        let [factor, sum] = formats(operation.precision);
        let [mut x, mut z] = [plain(factor, 7), plain(sum, 8)];
        let all: Vec<usize> = (0..PES).collect();
        put(&mut x, factor, factor.zero(true), &all);
        put(&mut z, sum, sum.zero(true), &all);
        check(&operation, &x, None, Some(&z), true);
    }
}

/// The size of the result decides, not the size of the factors.
#[test]
fn pieces_with_very_small_and_very_large_doubles_are_left() {
    let operation = VectorOperation {
        precision: Double,
        half: None,
        shortened: false,
    };
    // Whether the kernel computes a square, and whether it computes the sum of the square with a number about 1.0.
    for (exponent, is_square_plain, is_sum_plain) in [
        (-450, true, true),
        (-451, false, true),
        (-520, false, true),
        // Zero.
        (-600, true, true),
        (511, true, true),
        (512, false, false),
    ] {
        let value = 2.0_f64.powi(exponent).to_bits();
        let mut x = plain(DOUBLE, 9);
        put(&mut x, DOUBLE, value, &[SHORTEST + 1]);
        check(&operation, &x, Some(&x), None, is_square_plain);
        let z = plain(DOUBLE, 10);
        check(&operation, &x, Some(&x), Some(&z), is_sum_plain);
        check(&operation, &plain(DOUBLE, 11), None, Some(&x), true);
    }
}
