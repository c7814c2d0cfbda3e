//! Every opcode on boundary values: result of PE 0 and its mask flags.

use mnc2_isa::Precision::{
    Double, Half, HalfInteger, LongInteger, PseudoSingle, Single, SingleInteger,
};
use mnc2_isa::geometry::{L1BS_PER_L2B, MABS_PER_L1B, PES, PES_PER_MAB};
use mnc2_isa::{AluOp, Constant, Precision};

use super::{DataPath, Operation, constant, constant_period};
use crate::lanes::Lanes;

fn operation(op: AluOp, precision: impl Into<Option<Precision>>) -> Operation {
    Operation {
        op,
        precision: precision.into(),
        unsigned: false,
        mantissa_bits: 9,
        immediate: 0,
    }
}

fn unsigned(op: AluOp, precision: Precision) -> Operation {
    Operation {
        unsigned: true,
        ..operation(op, precision)
    }
}

fn path(most: [u64; 4], least: [u64; 4]) -> DataPath {
    DataPath {
        most: most.to_vec(),
        least: least.to_vec(),
    }
}

fn run(operation: Operation, x: &DataPath, y: &DataPath) -> (DataPath, Vec<u8>) {
    let mut output = DataPath::zeroed(4);
    let mut flags = vec![0xff; 4];
    operation.execute(x.view(), y.view(), output.view_mut(), &mut flags);
    (output, flags)
}

/// Checks the MSB side and flags of PE 0; the LSB side must be x's.
#[track_caller]
fn check(operation: Operation, x: u64, y: u64, expected: u64, flags: u8) {
    let least = 0x0123_4567_89ab_cdef;
    let (output, all_flags) = run(
        operation,
        &path([x; 4], [least; 4]),
        &path([y; 4], [!least; 4]),
    );
    assert_eq!(
        (format!("{:#018x}", output.most[0]), all_flags[0]),
        (format!("{expected:#018x}"), flags),
        "{operation:?} {x:#x} {y:#x}"
    );
    assert_eq!(output.least[0], least);
}

#[test]
fn zero_and_immediate() {
    let x = path([7; 4], [8; 4]);
    let (output, flags) = run(operation(AluOp::Zero, None), &x, &x);
    assert_eq!((output, flags), (path([0; 4], [0; 4]), vec![0; 4]));
    let imm = Operation {
        immediate: 0x1234_5678,
        ..operation(AluOp::Imm, None)
    };
    let word = 0x1234_5678_1234_5678;
    assert_eq!(run(imm, &x, &x).0, path([word; 4], [word; 4]));
    let immu = Operation {
        unsigned: true,
        ..imm
    };
    let word = 0x1234_5678_0000_0000;
    assert_eq!(run(immu, &x, &x), (path([word; 4], [word; 4]), vec![0; 4]));
}

#[test]
fn shifts_between_pes() {
    let x = path([10, 11, 12, 13], [20, 21, 22, 23]);
    let (left, flags) = run(operation(AluOp::Msl, None), &x, &x);
    assert_eq!(
        (left, flags),
        (path([13, 10, 11, 12], [20, 21, 22, 23]), vec![0; 4])
    );
    let (right, _) = run(operation(AluOp::Msr, None), &x, &x);
    assert_eq!(right, path([11, 12, 13, 10], [20, 21, 22, 23]));
}

#[test]
fn copies_flag_zeros_of_their_precision() {
    let halves = 0x0000_1111_1111_0000;
    check(
        operation(AluOp::Passa, HalfInteger),
        halves,
        0,
        halves,
        0b1001,
    );
    check(operation(AluOp::Passa, Half), halves, 0, halves, 0b1001);
    check(operation(AluOp::Passa, SingleInteger), 0x1, 0, 0x1, 0b1100);
    check(
        operation(AluOp::Passa, Single),
        0x1 << 32,
        0,
        0x1 << 32,
        0b0011,
    );
    check(operation(AluOp::Passa, LongInteger), 0, 0, 0, 0b1111);
    check(operation(AluOp::Passa, Double), 1 << 63, 0, 1 << 63, 0);
}

#[test]
fn increment_and_decrement() {
    check(operation(AluOp::Inc, LongInteger), u64::MAX, 0, 0, 0b1111);
    check(
        operation(AluOp::Inc, LongInteger),
        i64::MAX as u64,
        0,
        1 << 63,
        0,
    );
    check(unsigned(AluOp::Inc, LongInteger), u64::MAX, 0, 0, 0);
    check(
        unsigned(AluOp::Inc, LongInteger),
        u64::MAX - 1,
        0,
        u64::MAX,
        0b1111,
    );
    check(
        operation(AluOp::Inc, SingleInteger),
        0x7fff_ffff_ffff_fffe,
        0,
        0x8000_0000_ffff_ffff,
        0,
    );
    check(
        operation(AluOp::Dec, HalfInteger),
        0x0000_0001_8000_ffff,
        0,
        0xffff_0000_7fff_fffe,
        0b0110,
    );
    check(
        unsigned(AluOp::Dec, HalfInteger),
        0x0000_0001_8000_ffff,
        0,
        0xffff_0000_7fff_fffe,
        0b0111,
    );
    check(operation(AluOp::Dec, HalfInteger), 0, 0, u64::MAX, 0);
}

#[test]
fn complement_and_logical_not() {
    check(operation(AluOp::Not, LongInteger), 0, 0, u64::MAX, 0);
    check(
        operation(AluOp::Not, HalfInteger),
        0xffff_0000_ffff_ff00,
        0,
        0x0000_ffff_0000_00ff,
        0b1010,
    );
    check(
        operation(AluOp::Lnot, SingleInteger),
        0x0000_0001_0000_0000,
        0,
        1,
        0b1100,
    );
    check(operation(AluOp::Lnot, LongInteger), 0, 0, 1, 0);
    check(
        operation(AluOp::Lnot, HalfInteger),
        0x0000_0100_0000_8000,
        0,
        0x0001_0000_0001_0000,
        0b0101,
    );
}

#[test]
fn bitwise() {
    check(
        operation(AluOp::And, HalfInteger),
        0xff00_0f0f_00ff_1111,
        0x00ff_ffff_ff00_1111,
        0x0f0f_0000_1111,
        0b1010,
    );
    check(
        operation(AluOp::Or, SingleInteger),
        0x0f,
        0xf0,
        0xff,
        0b1100,
    );
    check(operation(AluOp::Xor, LongInteger), 0x55, 0x55, 0, 0b1111);
}

#[test]
fn sums_and_differences() {
    check(
        operation(AluOp::Add, SingleInteger),
        0x7fff_ffff_ffff_ffff,
        0x0000_0001_0000_0001,
        0x8000_0000_0000_0000,
        0b0011,
    );
    check(
        unsigned(AluOp::Add, SingleInteger),
        0x7fff_ffff_ffff_ffff,
        0x0000_0001_0000_0001,
        0x8000_0000_0000_0000,
        0b1100,
    );
    check(
        operation(AluOp::Sub, HalfInteger),
        0x0000_0001_8000_0005,
        0x0001_0001_0001_0003,
        0xffff_0000_7fff_0002,
        0b0111,
    );
    check(
        unsigned(AluOp::Sub, HalfInteger),
        0x0000_0001_8000_0005,
        0x0001_0001_0001_0003,
        0xffff_0000_7fff_0002,
        0b0111,
    );
    check(unsigned(AluOp::Sub, LongInteger), 1, 2, u64::MAX, 0);
    check(
        unsigned(AluOp::Sub, LongInteger),
        u64::MAX,
        2,
        u64::MAX - 2,
        0b1111,
    );
    check(
        operation(AluOp::Sub, LongInteger),
        u64::MAX,
        2,
        u64::MAX - 2,
        0,
    );
}

#[test]
fn integer_maximum_and_minimum() {
    check(operation(AluOp::Max, LongInteger), u64::MAX, 0, 0, 0);
    check(
        unsigned(AluOp::Max, LongInteger),
        u64::MAX,
        0,
        u64::MAX,
        0b1111,
    );
    check(
        operation(AluOp::Max, HalfInteger),
        0x8000_7fff_0001_0000,
        0x7fff_8000_0001_0000,
        0x7fff_7fff_0001_0000,
        0b0111,
    );
    check(
        unsigned(AluOp::Min, HalfInteger),
        0x8000_7fff_0001_0000,
        0x7fff_8000_0001_0000,
        0x7fff_7fff_0001_0000,
        0b0111,
    );
    check(
        operation(AluOp::Min, SingleInteger),
        0xffff_ffff_0000_0001,
        0x0000_0001_ffff_ffff,
        0xffff_ffff_ffff_ffff,
        0b1100,
    );
}

#[test]
fn packed_sign_bits() {
    check(
        operation(AluOp::Packbit, Half),
        0x8000_8000_0001_ffff,
        0x8000_7fff_8000_0000,
        0x0001_0000_0003_fffe,
        0b0101,
    );
    check(
        operation(AluOp::Packbit, LongInteger),
        1 << 63,
        1 << 63,
        1,
        0,
    );
}

#[test]
fn shifts_by_more_than_the_word() {
    let x = 0x8421_8421_8421_8421;
    check(
        operation(AluOp::Lsl, HalfInteger),
        x,
        0x0000_0001_000f_0010,
        0x8421_0842_8000_0000,
        0b0001,
    );
    check(
        operation(AluOp::Lsl, HalfInteger),
        x,
        0x001f_0020_0021_ffff,
        0x0000_8421_0842_0000,
        0b1001,
    );
    check(
        operation(AluOp::Lsr, HalfInteger),
        x,
        0x0000_0001_000f_0010,
        0x8421_c210_ffff_ffff,
        0,
    );
    check(
        unsigned(AluOp::Lsr, HalfInteger),
        x,
        0x0000_0001_000f_0010,
        0x8421_4210_0001_0000,
        0b0001,
    );
    check(operation(AluOp::Lsr, LongInteger), 1 << 63, 64, u64::MAX, 0);
    check(operation(AluOp::Lsr, LongInteger), 1 << 62, 127, 0, 0b1111);
    check(operation(AluOp::Lsr, LongInteger), 1 << 62, 128, 1 << 62, 0);
    check(unsigned(AluOp::Lsr, LongInteger), 1 << 63, 63, 1, 0);
    check(
        operation(AluOp::Bsl, HalfInteger),
        x,
        0x0000_0001_0010_0011,
        0x8421_0843_8421_0843,
        0,
    );
    check(
        operation(AluOp::Bsr, HalfInteger),
        x,
        0x0000_0001_0010_0011,
        0x8421_c210_8421_c210,
        0,
    );
    check(
        operation(AluOp::Bsl, SingleInteger),
        0x8000_0000_0000_0001,
        0x0000_0001_0000_0021,
        0x0000_0001_0000_0002,
        0,
    );
    check(operation(AluOp::Bsr, LongInteger), 1, 1, 1 << 63, 0);
    check(operation(AluOp::Bsr, LongInteger), 0, 64, 0, 0b1111);
}

fn singles(most: f32, least: f32) -> u64 {
    u64::from(most.to_bits()) << 32 | u64::from(least.to_bits())
}

#[test]
fn float_maximum_and_minimum() {
    let max = operation(AluOp::Max, Single);
    let min = operation(AluOp::Min, Single);
    check(
        max,
        singles(-1.0, 2.0),
        singles(-2.0, 3.0),
        singles(-1.0, 3.0),
        0b1100,
    );
    check(
        min,
        singles(-1.0, 2.0),
        singles(-2.0, 3.0),
        singles(-2.0, 2.0),
        0b0011,
    );
    // All zeros are equal: x is taken.
    check(
        max,
        0x8000_0001_0000_0000,
        0x0000_0000_8000_0042,
        0x8000_0001_0000_0000,
        0b1111,
    );
    check(
        min,
        0x0000_0001_0000_0000,
        0x8000_0000_8000_0042,
        0x0000_0001_0000_0000,
        0b1111,
    );
    // A zero with a mantissa is not greater than the smallest number.
    check(
        max,
        0x007f_ffff_807f_ffff,
        0x0080_0000_8080_0000,
        0x0080_0000_807f_ffff,
        0b0011,
    );
    // Infinities of one sign compare by mantissa.
    check(
        max,
        0x7f80_0000_ff80_0000,
        0x7f80_0001_ff80_0001,
        0x7f80_0001_ff80_0000,
        0b0011,
    );
    check(
        operation(AluOp::Max, Double),
        1.0f64.to_bits(),
        (-1.0f64).to_bits(),
        1.0f64.to_bits(),
        0b1111,
    );
    check(
        operation(AluOp::Min, Half),
        0x3e00_be00_7e00_fe00,
        0x4000_c000_3e00_be00,
        0x3e00_c000_3e00_fe00,
        0b1001,
    );
}

#[test]
fn floors() {
    let floor = |x: f32| {
        let (result, _) = run(
            operation(AluOp::Floor, Single),
            &path([singles(x, 0.0); 4], [0; 4]),
            &path([0; 4], [0; 4]),
        );
        f32::from_bits((result.most[0] >> 32) as u32)
    };
    for x in [
        0.5,
        -0.5,
        1.0,
        -1.0,
        1.5,
        -1.5,
        2.999_999_8,
        -2.999_999_8,
        -3.0,
        8388607.5,
        -8388607.5,
        8388608.0,
        -1.0e30,
        1.0e-30,
        -1.0e-30,
        -1.999_999_9,
    ] {
        assert_eq!(floor(x).to_bits(), x.floor().to_bits(), "{x}");
    }
    check(
        operation(AluOp::Floor, Single),
        0x8000_0042_ff80_0001,
        0,
        0x8000_0042_ff80_0001,
        0,
    );
    check(
        operation(AluOp::Floor, Half),
        0x3d00_bd00_4180_c180,
        0,
        0x0000_be00_4100_c200,
        0,
    );
}

#[test]
fn conversions_to_integer() {
    let ftoi = operation(AluOp::Ftoi, Single);
    check(ftoi, singles(1.9, -1.9), 0, 0x0000_0001_ffff_ffff, 0);
    check(
        ftoi,
        singles(2147483648.0, -2147483648.0),
        0,
        0x7fff_ffff_8000_0000,
        0,
    );
    check(
        ftoi,
        singles(2147483520.0, -4.0e9),
        0,
        0x7fff_ff80_8000_0000,
        0,
    );
    check(
        ftoi,
        singles(f32::INFINITY, f32::NEG_INFINITY),
        0,
        0x7fff_ffff_8000_0000,
        0,
    );
    check(ftoi, 0x0000_0042_3f7f_ffff, 0, 0, 0);
    let uftoi = unsigned(AluOp::Ftoi, Single);
    check(
        uftoi,
        singles(-3.99, 4294967040.0),
        0,
        0x0000_0003_ffff_ff00,
        0,
    );
    check(
        uftoi,
        singles(4294967296.0, f32::NEG_INFINITY),
        0,
        u64::MAX,
        0,
    );
    check(
        operation(AluOp::Ftoi, Half),
        0x4200_c200_7dff_fdff,
        0,
        0x0004_fffc_7fff_8000,
        0,
    );
    check(
        operation(AluOp::Ftoi, Double),
        (-1.0e18f64).to_bits(),
        0,
        (-1_000_000_000_000_000_000_i64) as u64,
        0,
    );
    check(
        operation(AluOp::Ftoi, Double),
        1.0e300f64.to_bits(),
        0,
        i64::MAX as u64,
        0,
    );
    check(
        unsigned(AluOp::Ftoi, Double),
        1.8e19f64.to_bits(),
        0,
        18_000_000_000_000_000_000,
        0,
    );
}

#[test]
fn reciprocal_square_roots_ignore_the_sign_but_flag_it() {
    check(
        operation(AluOp::Rsqrt, Single),
        singles(4.0, -4.0),
        0,
        singles(0.5, 0.5),
        0b1100,
    );
    check(
        operation(AluOp::Rsqrt, Half),
        0x3e00_be00_0000_7e00,
        0,
        0x3e00_3e00_7e00_0000,
        0b1011,
    );
    check(
        operation(AluOp::Rsqrt, Double),
        16.0f64.to_bits(),
        0,
        0.25f64.to_bits(),
        0b1111,
    );
}

#[test]
fn rectifiers() {
    let y = 0x3e00_3e01_3e02_3e03;
    check(
        operation(AluOp::Relu, Half),
        0x8000_4000_2000_1000,
        y,
        0x8000_3e01_3e02_3e03,
        0b0111,
    );
    check(
        operation(AluOp::Relu0, Half),
        0x8000_4000_2000_1000,
        y,
        0x8000_3e01_3e02_3e03,
        0b0111,
    );
    check(
        operation(AluOp::Relu1, Half),
        0x8000_4000_2000_1000,
        y,
        0x3e00_8000_3e02_3e03,
        0b1011,
    );
    check(
        operation(AluOp::Relu2, Half),
        0x8000_4000_2000_1000,
        y,
        0x3e00_3e01_8000_3e03,
        0b1101,
    );
    check(
        operation(AluOp::Relu3, Half),
        0x8000_4000_2000_1000,
        y,
        0x3e00_3e01_3e02_8000,
        0b1110,
    );
    check(operation(AluOp::Relu, Double), 1 << 63, 5, 1 << 63, 0);
}

#[test]
fn leaky_rectifiers() {
    let negative = singles(-1.0, 1.0);
    check(
        operation(AluOp::Lrelud, Single),
        negative,
        singles(3.0, 3.0),
        singles(1.5, 3.0),
        0b0011,
    );
    check(
        operation(AluOp::Lreluo, Single),
        negative,
        singles(-8.0, 3.0),
        singles(-1.0, 3.0),
        0b0011,
    );
    check(
        operation(AluOp::Ilrelud, Single),
        negative,
        singles(3.0, 3.0),
        singles(6.0, 3.0),
        0b0011,
    );
    // Underflow is minus zero, whatever the sign; overflow keeps sign and mantissa; zero gets an exponent.
    check(
        operation(AluOp::Lrelud, Half),
        u64::MAX,
        0x03ff_0200_0000_7e00,
        0x8000_8000_8000_7e00,
        0,
    );
    check(
        operation(AluOp::Lreluo, Half),
        u64::MAX,
        0x07ff_8801_0800_09ff,
        0x8000_8201_0200_03ff,
        0,
    );
    check(
        operation(AluOp::Ilrelud, Half),
        u64::MAX,
        0x7dff_0000_8001_fe42,
        0x7fff_0200_8201_fe42,
        0,
    );
}

#[test]
fn block_floats_across_the_mab() {
    // One double in each PE, with 1.0 the largest.
    let x = path([1.0f64, -0.5, 0.25, 0.0].map(f64::to_bits), [1, 2, 3, 4]);
    let (output, flags) = run(operation(AluOp::Bfn, Double), &x, &x);
    let most = [
        0x3ff8_0000_0000_0000,
        0xbff4_0000_0000_0000,
        0x3ff2_0000_0000_0000,
        0x3ff0_0000_0000_0000,
    ];
    assert_eq!((output, flags), (path(most, [1, 2, 3, 4]), vec![0; 4]));
    // Single precision: the two sides are blocks of their own; pseudo-single: they are one.
    let x = path([singles(1.0, 4.0); 4], [7; 4]);
    assert_eq!(
        run(operation(AluOp::Bfn, Single), &x, &x).0,
        path([0x3fc0_0000_40c0_0000; 4], [7; 4])
    );
    assert_eq!(
        run(operation(AluOp::Bfn, PseudoSingle), &x, &x).0,
        path([0x4090_0000_40c0_0000; 4], [7; 4])
    );
    // Half precision: each of the two long words is a block.
    let x = path([0x3e00_3e00_3e00_3e00, 0, 0, 0], [0x4000_3e00_0000_0000; 4]);
    let (output, _) = run(operation(AluOp::Bfn, Half), &x, &x);
    let zeros = 0x3e00_3e00_3e00_3e00;
    assert_eq!(output.most, [0x3f00_3f00_3f00_3f00, zeros, zeros, zeros]);
    assert_eq!(output.least, [0x4100_4080_4000_4000; 4]);
    // The extended representation keeps 2^-9 beside 1.0.
    let small = 0x2c00;
    let x = path([0x3e00_0000_0000_0000 | small, 0, 0, 0], [0; 4]);
    let (output, _) = run(operation(AluOp::Bfe, Half), &x, &x);
    assert_eq!(output.most[0], 0x3f00_3e00_3e00_0020);
    assert_eq!(output.least, [0; 4]);
    let six = Operation {
        mantissa_bits: 6,
        ..operation(AluOp::Bfn, Half)
    };
    assert_eq!(run(six, &x, &x).0.most[0], 0x4420_4400_4400_4400);
}

#[test]
fn constants() {
    let value = |name, precision: Option<Precision>, index: usize| {
        let lanes = Lanes::from_fn(constant_period(name), |pe| constant(name, precision, pe));
        let value = constant(name, precision, index);
        assert_eq!(lanes[index], value, "it repeats");
        value
    };
    let pe = ((5 * 8 + 3) * 16 + 9) * 4 + 2;
    assert_eq!(value(Constant::L2bId, Some(LongInteger), pe), 5);
    assert_eq!(value(Constant::L1bId, Some(LongInteger), pe), 3);
    assert_eq!(
        value(Constant::MabId, Some(SingleInteger), pe),
        0x9_0000_0009
    );
    assert_eq!(value(Constant::PeId, Some(LongInteger), pe), 38);
    assert_eq!(
        value(Constant::SubPeId, Some(HalfInteger), pe),
        0x2_0002_0002_0002
    );
    assert_eq!(
        value(Constant::Msb1, Some(SingleInteger), pe),
        0x8000_0000_8000_0000
    );
    assert_eq!(value(Constant::Msb1, Some(Half), pe), 0x8000_8000_8000_8000);
    assert_eq!(value(Constant::PeId, None, pe), 38);
}

#[test]
fn identifiers_are_the_digits_of_the_number_of_a_pe() {
    for pe in 0..PES {
        let digit = |name| constant(name, None, pe) as usize;
        let mab = digit(Constant::L2bId) * L1BS_PER_L2B + digit(Constant::L1bId);
        let mab = mab * MABS_PER_L1B + digit(Constant::MabId);
        assert_eq!(mab * PES_PER_MAB + digit(Constant::SubPeId), pe);
        let in_l1b = pe % (MABS_PER_L1B * PES_PER_MAB);
        assert_eq!(digit(Constant::PeId), in_l1b);
    }
}

/// An operation keeps the LSB side if its output is x's there and nothing of it comes from another PE.
#[test]
fn operations_on_one_long_word_keep_the_least_one() {
    let numbers = [1.5_f64, -3.0, 700.0, 0.0625].map(f64::to_bits);
    let path = |pe_0: u64| path([pe_0, numbers[1], numbers[2], numbers[3]], numbers);
    for &op in AluOp::ALL {
        for precision in [Half, Single, Double] {
            let operation = operation(op, precision);
            let of_pe_0 = [1.5_f64, 1.0e300].map(f64::to_bits);
            let outputs = of_pe_0.map(|pe_0| run(operation, &path(pe_0), &path(pe_0)).0);
            let is_alone = outputs
                .iter()
                .all(|output| output.most[1..] == outputs[0].most[1..]);
            let is_kept = outputs.iter().all(|output| output.least == numbers);
            assert_eq!(
                operation.keeps_least(),
                is_alone && is_kept,
                "{operation:?}"
            );
        }
    }
}
