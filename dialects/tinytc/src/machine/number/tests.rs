//! The arithmetic of each type at its edges.

use super::complex::Pair;
use super::*;

fn integer(operation: Binary, ty: Scalar, left: i64, right: i64) -> Option<i64> {
    let result = binary(
        operation,
        Some(ty),
        Number::Integer(left),
        Number::Integer(right),
    );
    result.ok().map(Number::integer)
}

fn float(operation: Binary, ty: Scalar, left: f64, right: f64) -> Number {
    binary(
        operation,
        Some(ty),
        Number::Float(left),
        Number::Float(right),
    )
    .expect("is defined")
}

#[test]
fn integers_wrap_at_their_width() {
    assert_eq!(integer(Binary::Add, Scalar::I8, 127, 1), Some(-128));
    assert_eq!(integer(Binary::Mul, Scalar::I16, 300, 300), Some(24464));
    assert_eq!(
        integer(Binary::Sub, Scalar::I32, i64::from(i32::MIN), 1),
        Some(i64::from(i32::MAX))
    );
    assert_eq!(
        integer(Binary::Add, Scalar::Index, i64::MAX, 1),
        Some(i64::MIN)
    );
    assert_eq!(integer(Binary::Div, Scalar::I8, -128, -1), Some(-128));
    assert_eq!(integer(Binary::Div, Scalar::I64, -7, 2), Some(-3));
    assert_eq!(integer(Binary::Rem, Scalar::I64, -7, 2), Some(-1));
    assert_eq!(integer(Binary::Div, Scalar::I64, 1, 0), None);
    assert_eq!(integer(Binary::Rem, Scalar::I8, 1, 0), None);
    assert_eq!(integer(Binary::Shr, Scalar::I8, -128, 3), Some(-16));
    assert_eq!(integer(Binary::Shl, Scalar::I8, 1, 9), Some(0));
    assert_eq!(
        integer(Binary::Shl, Scalar::I32, 1, 31),
        Some(i64::from(i32::MIN))
    );
    assert_eq!(integer(Binary::Shl, Scalar::I32, 1, 32), None);
    assert_eq!(integer(Binary::Shl, Scalar::I64, 1, 63), Some(i64::MIN));
    assert_eq!(integer(Binary::Shr, Scalar::I64, 1, -1), None);
}

#[test]
fn narrow_numbers_round_once_an_operation() {
    // 2049 is between two numbers of half precision.
    assert_eq!(
        float(Binary::Add, Scalar::F16, 2048.0, 1.0),
        Number::Float(2048.0)
    );
    assert_eq!(
        float(Binary::Add, Scalar::F16, 2048.0, 3.0),
        Number::Float(2052.0)
    );
    assert_eq!(
        float(Binary::Mul, Scalar::F16, 256.0, 256.0),
        Number::Float(f64::INFINITY)
    );
    assert_eq!(
        float(Binary::Add, Scalar::Bf16, 256.0, 1.0),
        Number::Float(256.0)
    );
    assert_eq!(
        float(Binary::Add, Scalar::F32, 16_777_216.0, 1.0),
        Number::Float(16_777_216.0)
    );
    assert_eq!(
        float(Binary::Add, Scalar::F64, 16_777_216.0, 1.0),
        Number::Float(16_777_217.0)
    );
    assert_eq!(
        float(Binary::Rem, Scalar::F32, -7.5, 2.0),
        Number::Float(-1.5)
    );
}

#[test]
fn extremes_keep_the_first_of_unordered_operands() {
    let nan = f64::NAN;
    assert_eq!(
        float(Binary::Min, Scalar::F32, 1.0, nan),
        Number::Float(1.0)
    );
    assert!(float(Binary::Max, Scalar::F32, nan, 1.0).is_same(Number::Float(nan)));
    assert!(float(Binary::Min, Scalar::F64, 0.0, -0.0).is_same(Number::Float(0.0)));
    assert!(float(Binary::Max, Scalar::F64, -0.0, 0.0).is_same(Number::Float(-0.0)));
}

#[test]
fn complex_numbers_recover_infinities() {
    let complex = |operation, ty, left: Pair, right: Pair| {
        let number = |(re, im)| Number::Complex(re, im);
        binary(operation, Some(ty), number(left), number(right)).expect("is defined")
    };
    let check = |operation, left, right, expected: Pair| {
        let found = complex(operation, Scalar::C64, left, right);
        assert_eq!(
            found,
            Number::Complex(expected.0, expected.1),
            "{operation:?}"
        );
    };
    check(Binary::Mul, (1.0, 2.0), (3.0, -4.0), (11.0, 2.0));
    check(Binary::Div, (11.0, 2.0), (3.0, -4.0), (1.0, 2.0));
    check(Binary::Div, (1e300, 1e300), (1e300, 1e300), (1.0, 0.0));
    check(
        Binary::Div,
        (1.0, 1.0),
        (0.0, 0.0),
        (f64::INFINITY, f64::INFINITY),
    );
    let infinite = complex(
        Binary::Mul,
        Scalar::C64,
        (f64::INFINITY, 0.0),
        (1.0, f64::NAN),
    );
    assert!(
        matches!(infinite, Number::Complex(re, _) if re.is_infinite()),
        "{infinite:?}"
    );
    let small = complex(
        Binary::Mul,
        Scalar::C32,
        (1.0 + 2_f64.powi(-23), 0.0),
        (1.0 + 2_f64.powi(-23), 0.0),
    );
    assert_eq!(small, Number::Complex(1.0 + 2_f64.powi(-22), 0.0));
}

#[test]
fn casts_round_wrap_and_stop() {
    let check =
        |number, to, expected| assert_eq!(cast(number, to).ok(), expected, "{number:?} {to:?}");
    check(
        Number::Integer(32768),
        Scalar::I16,
        Some(Number::Integer(-32768)),
    );
    check(
        Number::Integer(32768),
        Scalar::C32,
        Some(Number::Complex(32768.0, 0.0)),
    );
    check(
        Number::Integer(2049),
        Scalar::F16,
        Some(Number::Float(2048.0)),
    );
    check(
        Number::Integer(i64::MAX),
        Scalar::F32,
        Some(Number::Float(9_223_372_036_854_775_808.0)),
    );
    check(Number::Float(-2.9), Scalar::I8, Some(Number::Integer(-2)));
    check(
        Number::Float(-128.9),
        Scalar::I8,
        Some(Number::Integer(-128)),
    );
    check(Number::Float(128.0), Scalar::I8, None);
    check(Number::Float(f64::NAN), Scalar::I64, None);
    check(Number::Float(1e19), Scalar::I64, None);
    check(
        Number::Float(0.1),
        Scalar::F32,
        Some(Number::Float(f64::from(0.1_f32))),
    );
    check(
        Number::Complex(3.0, -2.0),
        Scalar::C64,
        Some(Number::Complex(3.0, -2.0)),
    );
}

#[test]
fn numbers_are_printed_as_the_compiler_does() {
    let check = |number: f64, text: &str| assert_eq!(Number::Float(number).canonical(), text);
    check(0.0, "0x0p+0");
    check(-0.0, "-0x0p+0");
    check(0.5, "0x1p-1");
    check(-3.0, "-0x1.8p+1");
    check(f64::from(0.1_f32), "0x1.99999ap-4");
    check(f64::MIN_POSITIVE / 2.0, "0x0.8p-1022");
    check(f64::INFINITY, "inf");
    assert_eq!(
        Number::Complex(32768.0, 0.0).canonical(),
        "[0x1p+15,0x0p+0]"
    );
    assert_eq!(Number::Integer(-2).canonical(), "-2");
}

#[test]
fn unary_operations_are_those_of_their_type() {
    let number = |operation, ty, number| unary(operation, Some(ty), number);
    assert_eq!(
        number(Unary::Abs, Scalar::I8, Number::Integer(-128)),
        Number::Integer(-128)
    );
    assert_eq!(
        number(Unary::Not, Scalar::I64, Number::Integer(1)),
        Number::Integer(-2)
    );
    assert_eq!(
        number(Unary::Abs, Scalar::C32, Number::Complex(3.0, -4.0)),
        Number::Float(5.0)
    );
    assert_eq!(
        number(Unary::Conj, Scalar::C32, Number::Complex(3.0, -4.0)),
        Number::Complex(3.0, 4.0)
    );
    assert_eq!(
        number(Unary::Im, Scalar::C64, Number::Complex(3.0, -4.0)),
        Number::Float(-4.0)
    );
    assert_eq!(
        unary(Unary::Not, None, Number::Boolean(false)),
        Number::Boolean(true)
    );
    assert_eq!(
        math(Math::Exp, Scalar::F32, Number::Float(0.0)),
        Number::Float(1.0)
    );
    let turn = math(
        Math::Exp,
        Scalar::C64,
        Number::Complex(0.0, std::f64::consts::PI),
    );
    assert!(
        matches!(turn, Number::Complex(re, im) if (re + 1.0).abs() < 1e-15 && im.abs() < 1e-15)
    );
}

/// 1 + 2⁻¹¹ is between two numbers of half precision, and a single-precision number is not far enough from it.
#[test]
fn numbers_round_once_to_narrow_types() {
    let half = |number| round(number, Scalar::F16);
    let tie = 1.0 + 2_f64.powi(-11);
    assert_eq!(half(tie), 1.0);
    assert_eq!(half(tie + 2_f64.powi(-30)), 1.0 + 2_f64.powi(-10));
    assert_eq!(half(-tie - 2_f64.powi(-52)), -1.0 - 2_f64.powi(-10));
    assert_eq!(half(tie - 2_f64.powi(-52)), 1.0);
    assert_eq!(half(65_520.0), f64::INFINITY);
    assert_eq!(half(65_519.999_999_999), 65_504.0);
    assert_eq!(half(1.0e300), f64::INFINITY);
    assert_eq!(half(2_f64.powi(-25)), 0.0);
    assert_eq!(
        half(2_f64.powi(-25) * (1.0 + 2_f64.powi(-52))),
        2_f64.powi(-24)
    );
    assert!(half(-1.0e-300).is_sign_negative() && half(-1.0e-300) == 0.0);
    assert!(half(f64::NAN).is_nan());
    assert_eq!(half(f64::NEG_INFINITY), f64::NEG_INFINITY);
    let brain = |number| round(number, Scalar::Bf16);
    let tie = 1.0 + 2_f64.powi(-8);
    assert_eq!(brain(tie), 1.0);
    assert_eq!(brain(tie + 2_f64.powi(-40)), 1.0 + 2_f64.powi(-7));
    assert_eq!(brain(f64::MAX), f64::INFINITY);
    assert_eq!(brain(f64::from(f32::MAX)), f64::INFINITY);
    // 2⁶² + 2⁵⁴ is between two numbers of `bf16`.
    let of_integer = |number| cast(Number::Integer(number), Scalar::Bf16).expect("a number");
    let (one, tie) = (1_i64 << 62, (1_i64 << 62) + (1 << 54));
    assert_eq!(of_integer(tie), Number::Float(one as f64));
    assert_eq!(of_integer(tie + 1), Number::Float((one + (1 << 55)) as f64));
    assert_eq!(
        of_integer(-tie - 1),
        Number::Float(-(one + (1 << 55)) as f64)
    );
    assert_eq!(of_integer(i64::MIN), Number::Float(-(2_f64.powi(63))));
    let literal = |text| Number::from_constant(Constant::Float(text), Some(Scalar::F16));
    assert_eq!(
        literal(1.000_488_282_181_322_6),
        Number::Float(1.000_976_562_5)
    );
}
