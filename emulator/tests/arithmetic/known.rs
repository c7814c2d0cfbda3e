//! Numbers that the manual and the vendor's emulator tutorial print.

use mnc2_emulator::alu::DataPath;
use mnc2_emulator::float::block::BlockKind;
use mnc2_emulator::mau::{MatrixCycle, MatrixOperation, VectorOperation, fma_single};
use mnc2_isa::Precision;
use mnc2_isa::spelling::ProductHalf;

fn path(most: [u64; 4], least: [u64; 4]) -> DataPath {
    DataPath {
        most: most.to_vec(),
        least: least.to_vec(),
    }
}

fn doubles(values: [f64; 4]) -> DataPath {
    path(values.map(f64::to_bits), [0; 4])
}

/// A vector operation on the four PEs of a MAB.
fn vector(
    precision: Precision,
    half: Option<ProductHalf>,
    shortened: bool,
    [x, y, z]: [Option<&DataPath>; 3],
) -> DataPath {
    let operation = VectorOperation {
        precision,
        half,
        shortened,
    };
    let mut output = DataPath::zeroed(4);
    let x = x.expect("there is a first input").view();
    let (y, z) = (y.map(DataPath::view), z.map(DataPath::view));
    operation.execute(x, y, z, output.view_mut(), &mut [0; 4]);
    output
}

/// The omitted products of manual 4.3.
#[test]
fn omitted_partial_products_are_seen_after_cancellation() {
    let [power, near] = [1_099_511_627_776.0f32, 1_048_577.0].map(f32::to_bits);
    assert_eq!(fma_single(near, near, power | 1 << 31), 0x4a00_0010);
}

#[test]
fn double_products_take_two_instructions() {
    let (x, y) = (doubles([1.0, 2.0, 3.0, 4.0]), doubles([1.0, 3.0, 5.0, 7.0]));
    let upper = Some(ProductHalf::Upper);
    let lower = Some(ProductHalf::Lower);
    let first = vector(Precision::Double, upper, false, [Some(&x), Some(&y), None]);
    let inputs = [Some(&x), Some(&y), Some(&first)];
    let both = vector(Precision::Double, lower, false, inputs);
    assert_eq!(both, doubles([1.0, 6.0, 15.0, 28.0]));
}

const HALVES_X: [u64; 4] = [
    0x3e00_4280_4440_4540,
    0x4000_4300_4480_4580,
    0x4100_4380_44c0_45c0,
    0x4200_4400_4500_4600,
];
const HALVES_Y: [u64; 4] = [
    0x3e00_4440_4620_4720,
    0x4100_44c0_4660_4760,
    0x4280_4540_46a0_47a0,
    0x4380_45c0_46e0_47e0,
];

#[test]
fn half_products_are_added_in_single_precision() {
    let (x, y) = (path(HALVES_X, [0; 4]), path(HALVES_Y, [0; 4]));
    let products = vector(Precision::Half, None, true, [Some(&x), Some(&y), None]);
    let expected = [
        0x3e00_48d0_4c64_4e8a,
        0x4300_4a10_4cf8_4ef4,
        0x45c0_4ad8_4d9c_4f66,
        0x4780_4bc0_4e28_4fe0,
    ];
    assert_eq!(products, path(expected, [0; 4]));

    let ones = path([0x3f80_0000_3f80_0000; 4], [0x3f80_0000_3f80_0000; 4]);
    let inputs = [Some(&x), Some(&y), Some(&ones)];
    let expected = [
        0x4000_48e0_4c68_4e8c,
        0x4380_4a18_4cfc_4ef6,
        0x4600_4ae0_4da0_4f68,
        0x47a0_4bc8_4e2a_4fe2,
    ];
    let sums = vector(Precision::Half, None, true, inputs);
    assert_eq!(sums, path(expected, [0; 4]));

    // Without extension the addend's halves are read as single-precision values.
    let halves = path([0x3e00_3e00_3e00_3e00; 4], [0; 4]);
    let inputs = [Some(&x), Some(&y), Some(&halves)];
    let sums = vector(Precision::Half, None, false, inputs);
    let expected = [
        0x3f90_07c0_4234_803e,
        0x40c4_01f0_4284_401f,
        0x4172_00f8_42b6_401f,
        0x41e1_007c_42f0_401f,
    ];
    assert_eq!(sums.most, expected);
}

#[test]
fn copies_normalise_and_change_precision() {
    let x = path([0x0000_0042_8000_0000; 4], [0; 4]);
    let copy = vector(Precision::Single, None, false, [Some(&x), None, None]);
    assert_eq!(copy, DataPath::zeroed(4));
    let x = doubles([1.0, 2.0, 3.0, 4.0]);
    let copy = vector(Precision::Double, None, true, [Some(&x), None, None]);
    let singles = [0x3f80_0000, 0x4000_0000, 0x4040_0000, 0x4080_0000];
    assert_eq!(copy, path(singles.map(|single: u64| single << 32), [0; 4]));
    let x = path(HALVES_X, [0; 4]);
    let copy = vector(Precision::Half, None, false, [Some(&x), None, None]);
    assert_eq!(copy.most[0], 0x3f80_0000_40a0_0000);
    assert_eq!(copy.least[0], 0x4110_0000_4150_0000);
}

#[test]
fn a_product_of_double_matrices() {
    // By cycle, which is the row of the matrix or the number of the vector, and PE.
    let a = [
        [-0.0, 0.0, 2.0, -1.0],
        [0.0, 4.0, -1.0, -4.0],
        [-1.0, 1.0, -1.0, -1.0],
        [-1.0, -1.0, 1.0, -1.0],
    ];
    let b = [
        [-0.0, 1.0, -1.0, -4.0],
        [1.0, -1.0, 3.0, 1.0],
        [1.0, 1.0, 1.0, -3.0],
        [-1.0, 1.0, 1.0, -1.0],
    ];
    let product = [
        [2.0, 21.0, 6.0, 2.0],
        [5.0, -11.0, -6.0, 2.0],
        [5.0, 15.0, 2.0, 2.0],
        [3.0, 7.0, 2.0, 2.0],
    ];
    let block = |values: [f64; 4]| {
        let mut block = values.map(f64::to_bits);
        BlockKind::Double.convert(&mut block);
        block
    };
    let matrix = a.map(block);
    let rows: Vec<&[u64]> = matrix.iter().map(<[u64; 4]>::as_slice).collect();
    for (x, expected) in b.into_iter().zip(product) {
        let x = path(block(x), [0; 4]);
        let half = |half, z: Option<&DataPath>| {
            let operation = MatrixOperation {
                precision: Precision::Double,
                half: Some(half),
                shortened: false,
            };
            let mut output = DataPath::zeroed(4);
            let z = z.map(DataPath::view);
            operation.execute(
                &rows,
                &mut [MatrixCycle {
                    x: &x.most,
                    z,
                    output: output.view_mut(),
                    flags: &mut [0; 4],
                }],
            );
            output
        };
        let upper = half(ProductHalf::Upper, None);
        let both = half(ProductHalf::Lower, Some(&upper));
        assert_eq!(both, doubles(expected));
    }
}
