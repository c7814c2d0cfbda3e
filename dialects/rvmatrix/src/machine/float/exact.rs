//! An independent oracle: results of exact arithmetic on whole numbers of any size, rounded by comparison with numbers of the format.
//!
//! A result is known by how numbers compare with it. Its neighbours in the format are found by halving, and the mode chooses one.

mod natural;

use std::cmp::Ordering;

use mnc2_text::random::Random;

use natural::Natural;

use super::tests::{MODES, patterns};
use super::*;
use crate::machine::csr::DIVIDE_BY_ZERO;

/// The exponent of the unit in which magnitudes are whole numbers: below the products of all numbers of double precision.
const UNIT: i32 = -2300;

/// A magnitude `significand * 2^exponent` in units.
fn units(significand: u128, exponent: i32) -> Natural {
    let shift = u32::try_from(exponent - UNIT).expect("a number of units");
    Natural::new(significand).shifted(shift)
}

/// The significand and the exponent of a number without its sign. Infinity is the power of two that would follow the numbers.
fn parts(bits: u64, format: Format) -> (u128, i32) {
    let biased = (bits >> format.fraction) as i32;
    let fraction = bits & ((1 << format.fraction) - 1);
    let significand = if biased == 0 {
        fraction
    } else {
        fraction | (1 << format.fraction)
    };
    let lowest = format.exponent_min() - format.fraction as i32;
    (significand.into(), lowest + (biased - 1).max(0))
}

/// The order of a magnitude and the exact result.
type Compare<'a> = &'a dyn Fn(u128, i32) -> Ordering;

/// The rounded magnitude and its flags, if the result is not 0.
fn rounded_result(
    compare: Compare<'_>,
    is_negative: bool,
    format: Format,
    mode: Rounding,
) -> (u64, u8) {
    let at = |bits: u64| {
        let (significand, exponent) = parts(bits, format);
        compare(significand, exponent)
    };
    let (mut low, mut end) = (0, format.infinity() + 1);
    while end - low > 1 {
        let middle = low + (end - low) / 2;
        match at(middle) {
            Ordering::Greater => end = middle,
            Ordering::Less | Ordering::Equal => low = middle,
        }
    }
    let is_up = match mode {
        Rounding::Down => is_negative,
        Rounding::Up => !is_negative,
        Rounding::NearestEven | Rounding::NearestAway | Rounding::ToZero => false,
    };
    let is_nearest = matches!(mode, Rounding::NearestEven | Rounding::NearestAway);
    if low == format.infinity() {
        let found = low - u64::from(!is_up && !is_nearest);
        return (found, OVERFLOW | INEXACT);
    }
    if at(low) == Ordering::Equal {
        return (low, 0);
    }
    let (significand, exponent) = parts(low, format);
    let rounds_up = match (is_nearest, compare(2 * significand + 1, exponent - 1)) {
        (false, _) => is_up,
        (true, Ordering::Equal) => mode == Rounding::NearestAway || low & 1 == 1,
        (true, order) => order == Ordering::Less,
    };
    let found = low + u64::from(rounds_up);
    let mut flags = INEXACT;
    if found == format.infinity() {
        flags |= OVERFLOW;
    }
    // Tiny if no mode with more exponents reaches the smallest normal number.
    let precision = format.fraction + 1;
    let last = format.exponent_min() - precision as i32;
    let below = (1_u128 << precision) - 1;
    let is_tiny = match (is_nearest, is_up) {
        (true, _) => compare(2 * below + 1, last - 1) == Ordering::Greater,
        (false, true) => compare(below, last) != Ordering::Less,
        (false, false) => compare(1, format.exponent_min()) == Ordering::Greater,
    };
    if is_tiny {
        flags |= UNDERFLOW;
    }
    (found, flags)
}

fn is_finite(bits: u64, format: Format) -> bool {
    bits & format.infinity() != format.infinity()
}

/// A magnitude and a sign, both exact.
fn exact(bits: u64, format: Format) -> (Natural, bool) {
    let (significand, exponent) = parts(bits & (format.sign_bit() - 1), format);
    (units(significand, exponent), bits & format.sign_bit() != 0)
}

/// The exact sum of numbers with signs.
fn signed_sum(left: (Natural, bool), right: (Natural, bool)) -> (Natural, bool) {
    match (left.1 == right.1, left.0.order(&right.0)) {
        (true, _) => (left.0.plus(&right.0), left.1),
        (false, Ordering::Less) => (right.0.minus(&left.0), right.1),
        (false, _) => (left.0.minus(&right.0), left.1),
    }
}

/// The exact product in units.
fn exact_product(left: u64, right: u64, format: Format) -> (Natural, bool) {
    let magnitude = |bits| parts(bits & (format.sign_bit() - 1), format);
    let ((left_part, left_exponent), (right_part, right_exponent)) =
        (magnitude(left), magnitude(right));
    let product = units(left_part * right_part, left_exponent + right_exponent);
    (product, (left ^ right) & format.sign_bit() != 0)
}

fn check(
    name: &str,
    operands: &[u64],
    (compare, is_negative): (Compare<'_>, bool),
    (format, mode): (Format, Rounding),
    found: (u64, u8),
) {
    let (magnitude, flags) = rounded_result(compare, is_negative, format, mode);
    let expected = (
        magnitude | (u64::from(is_negative) * format.sign_bit()),
        flags,
    );
    assert_eq!(found, expected, "{name} {operands:x?} {mode:?} {format:?}");
}

/// The flags of a computation, with its result.
fn run(compute: impl FnOnce(&mut u8) -> u64) -> (u64, u8) {
    let mut flags = 0;
    let result = compute(&mut flags);
    (result, flags)
}

/// Sums, products and fused operations of finite numbers whose exact result is not 0.
fn check_sums(operands: [u64; 3], format: Format, mode: Rounding) {
    let [a, b, c] = operands;
    let product = exact_product(a, b, format);
    let sums = [
        ("+", signed_sum(exact(a, format), exact(b, format))),
        ("*", product.clone()),
        ("* +", signed_sum(product, exact(c, format))),
    ];
    for (name, (magnitude, is_negative)) in sums {
        if magnitude.0.is_empty() {
            continue;
        }
        let compare = |significand, exponent| units(significand, exponent).order(&magnitude);
        let found = run(|flags| match name {
            "+" => sum(a, b, format, mode, flags),
            "*" => product_of(a, b, format, mode, flags),
            _ => multiply_add((a, b), c, format, mode, flags),
        });
        check(
            name,
            &operands,
            (&compare, is_negative),
            (format, mode),
            found,
        );
    }
}

use super::product as product_of;

/// A quotient and a square root of finite numbers that are not 0.
fn check_roots(a: u64, b: u64, format: Format, mode: Rounding) {
    let (dividend, divisor) = (exact(a, format), exact(b, format));
    if dividend.0.0.is_empty() || divisor.0.0.is_empty() {
        return;
    }
    // In units, the product of a candidate and the divisor is compared with the dividend.
    let dividend_units = dividend.0.shifted((-UNIT) as u32);
    let compare = |significand, exponent| {
        units(significand, exponent)
            .times(&divisor.0)
            .order(&dividend_units)
    };
    let found = run(|flags| quotient(a, b, format, mode, flags));
    let is_negative = dividend.1 != divisor.1;
    check("/", &[a, b], (&compare, is_negative), (format, mode), found);
    if !dividend.1 {
        let compare = |significand, exponent| {
            let candidate = units(significand, exponent);
            candidate.times(&candidate).order(&dividend_units)
        };
        let found = run(|flags| square_root(a, format, mode, flags));
        check("sqrt", &[a], (&compare, false), (format, mode), found);
    }
}

#[test]
fn results_are_exact_ones_rounded_once() {
    let mut random = Random::new(0x5eed_0f0f_1234_4321);
    for round in 0..1500 {
        for format in [HALF, SINGLE, DOUBLE] {
            let operands = [(); 3].map(|()| patterns(format, &mut random));
            if operands.iter().any(|bits| !is_finite(*bits, format)) {
                continue;
            }
            let mode = MODES[round % MODES.len()];
            check_sums(operands, format, mode);
            check_roots(operands[0], operands[1], format, mode);
        }
    }
}

#[test]
fn conversions_are_exact_numbers_rounded_once() {
    let mut random = Random::new(0x0bad_cafe_1234_0001);
    for round in 0..4000 {
        let mode = MODES[round % MODES.len()];
        let bits = patterns(DOUBLE, &mut random);
        // The exponents of single precision, where rounding is not only overflow.
        let near = bits & !(0x7ff << 52) | (0x36a + random.below(0x120)) << 52;
        for bits in [bits, near] {
            let (magnitude, is_negative) = exact(bits, DOUBLE);
            if !is_finite(bits, DOUBLE) || magnitude.0.is_empty() {
                continue;
            }
            let compare = |significand, exponent| units(significand, exponent).order(&magnitude);
            let found = run(|flags| convert(bits, (DOUBLE, SINGLE), mode, flags));
            check(
                "narrow",
                &[bits],
                (&compare, is_negative),
                (SINGLE, mode),
                found,
            );
        }
        let value = i128::from(random.bits() as i64 >> random.below(64));
        for (value, format) in [
            (value, SINGLE),
            (value, DOUBLE),
            (value & i128::from(u64::MAX), SINGLE),
        ] {
            if value != 0 {
                let magnitude = units(value.unsigned_abs(), 0);
                let compare =
                    |significand, exponent| units(significand, exponent).order(&magnitude);
                let found = run(|flags| from_integer(value, format, mode, flags));
                check(
                    "integer",
                    &[value as u64],
                    (&compare, value < 0),
                    (format, mode),
                    found,
                );
            }
        }
        check_whole(near, mode);
        check_whole(bits, mode);
    }
}

/// A whole number against the two whole numbers around the exact one.
fn check_whole(bits: u64, mode: Rounding) {
    for range in [
        (i32::MIN.into(), i32::MAX.into()),
        (0, u32::MAX.into()),
        (i64::MIN.into(), i64::MAX.into()),
        (0_i128, u64::MAX.into()),
    ] {
        let mut flags = 0;
        let found = to_integer(bits, DOUBLE, range, mode, &mut flags);
        let number = f64::from_bits(bits);
        // Every double of this size and more is whole, and a cast from the host saturates beyond it.
        let floor = number.floor();
        let rest = number - floor;
        let goes_up = match mode {
            Rounding::NearestEven => rest > 0.5 || rest == 0.5 && floor % 2.0 != 0.0,
            Rounding::NearestAway => rest > 0.5 || rest == 0.5 && number > 0.0,
            Rounding::ToZero => rest > 0.0 && number < 0.0,
            Rounding::Down => false,
            Rounding::Up => rest > 0.0,
        };
        let whole = match number.is_nan() {
            true => i128::MAX,
            false => (floor as i128).saturating_add(goes_up.into()),
        };
        let is_inside = (range.0..=range.1).contains(&whole);
        let expected = match (is_inside, rest == 0.0) {
            (false, _) => INVALID,
            (true, true) => 0,
            (true, false) => INEXACT,
        };
        let clamped = whole.clamp(range.0, range.1);
        assert_eq!(
            (found, flags),
            (clamped, expected),
            "{bits:x} {mode:?} {range:?}"
        );
    }
}

#[test]
fn zeros_infinities_and_nans() {
    let (zero, one, infinity) = (0, SINGLE.one(), SINGLE.infinity());
    let (minus, nan) = (SINGLE.sign_bit(), SINGLE.canonical_nan());
    let signaling = infinity | 1;
    let binary: [(&str, u64, u64, u64, u8); 18] = [
        ("*", minus, one, minus, 0),
        ("*", infinity, minus, nan, INVALID),
        ("*", infinity, minus | one, infinity | minus, 0),
        ("*", nan | minus, one, nan, 0),
        ("*", signaling, one, nan, INVALID),
        ("/", one, zero, infinity, DIVIDE_BY_ZERO),
        ("/", one, minus, infinity | minus, DIVIDE_BY_ZERO),
        ("/", zero, minus, nan, INVALID),
        ("/", infinity, infinity, nan, INVALID),
        ("/", infinity, zero, infinity, 0),
        ("/", minus | one, infinity, minus, 0),
        ("/", minus, one, minus, 0),
        ("+", infinity, infinity | minus, nan, INVALID),
        ("+", minus, minus, minus, 0),
        ("min", zero, minus, minus, 0),
        ("max", minus, zero, zero, 0),
        ("min", nan, one, one, 0),
        ("max", signaling, nan, nan, INVALID),
    ];
    for (name, left, right, expected, flags) in binary {
        let mode = Rounding::NearestEven;
        let found = run(|flags| match name {
            "*" => product_of(left, right, SINGLE, mode, flags),
            "/" => quotient(left, right, SINGLE, mode, flags),
            "+" => sum(left, right, SINGLE, mode, flags),
            _ => extreme((left, right), name == "max", SINGLE, flags),
        });
        assert_eq!(found, (expected, flags), "{left:x} {name} {right:x}");
    }
    for mode in MODES {
        let expected = if mode == Rounding::Down { minus } else { zero };
        assert_eq!(
            run(|flags| sum(one, one | minus, SINGLE, mode, flags)),
            (expected, 0)
        );
        for (number, expected) in [
            (minus, (minus, 0)),
            (infinity, (infinity, 0)),
            (minus | one, (nan, INVALID)),
            (minus | infinity, (nan, INVALID)),
            (signaling, (nan, INVALID)),
        ] {
            assert_eq!(
                run(|flags| square_root(number, SINGLE, mode, flags)),
                expected
            );
        }
    }
    let classes = [
        (minus | infinity, 0),
        (minus | one, 1),
        (minus | 1, 2),
        (minus, 3),
        (zero, 4),
        (1, 5),
        (one, 6),
        (infinity, 7),
        (signaling, 8),
        (nan, 9),
    ];
    for (number, bit) in classes {
        assert_eq!(class(number, SINGLE), 1 << bit, "{number:x}");
    }
    let order = |left, right| {
        let mut flags = 0;
        (order(left, right, SINGLE, &mut flags), flags)
    };
    assert_eq!(order(zero, minus), (Some(Ordering::Equal), 0));
    assert_eq!(order(minus | one, minus), (Some(Ordering::Less), 0));
    assert_eq!(order(nan, one), (None, 0));
    assert_eq!(order(one, signaling), (None, INVALID));
}
