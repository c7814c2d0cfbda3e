//! Complex arithmetic as the C++ library of the compiler does it, with the recovery of infinities of C (annex G).

use super::round;
use crate::ir::{Binary, Math};
use crate::types::Scalar;

/// The real and the imaginary part.
pub(super) type Pair = (f64, f64);

/// Addition, subtraction, multiplication or division in `c32` or `c64`, rounded after each operation on parts.
pub(super) fn binary(operation: Binary, ty: Scalar, (a, b): Pair, (c, d): Pair) -> Pair {
    let r = |number: f64| round(number, ty);
    match operation {
        Binary::Add => (r(a + c), r(b + d)),
        Binary::Sub => (r(a - c), r(b - d)),
        Binary::Div => quotient(r, (a, b), (c, d)),
        _ => product(r, (a, b), (c, d)),
    }
}

/// An infinite part becomes 1 and another one 0, with their signs.
fn boxed(number: f64) -> f64 {
    let magnitude = if number.is_infinite() { 1.0 } else { 0.0 };
    f64::copysign(magnitude, number)
}

/// A part that is not a number becomes 0, with its sign.
fn cleared(number: f64) -> f64 {
    if number.is_nan() {
        f64::copysign(0.0, number)
    } else {
        number
    }
}

fn product(r: impl Fn(f64) -> f64, (a, b): Pair, (c, d): Pair) -> Pair {
    let (ac, bd, ad, bc) = (r(a * c), r(b * d), r(a * d), r(b * c));
    let (re, im) = (r(ac - bd), r(ad + bc));
    if !re.is_nan() || !im.is_nan() {
        return (re, im);
    }
    let (mut a, mut b, mut c, mut d) = (a, b, c, d);
    let mut recalculates = false;
    if a.is_infinite() || b.is_infinite() {
        (a, b, c, d) = (boxed(a), boxed(b), cleared(c), cleared(d));
        recalculates = true;
    }
    if c.is_infinite() || d.is_infinite() {
        (a, b, c, d) = (cleared(a), cleared(b), boxed(c), boxed(d));
        recalculates = true;
    }
    let overflows = [ac, bd, ad, bc].into_iter().any(f64::is_infinite);
    if !recalculates && overflows {
        (a, b, c, d) = (cleared(a), cleared(b), cleared(c), cleared(d));
        recalculates = true;
    }
    if recalculates {
        let infinity = f64::INFINITY;
        return (infinity * (a * c - b * d), infinity * (a * d + b * c));
    }
    (re, im)
}

fn quotient(r: impl Fn(f64) -> f64, (a, b): Pair, (c, d): Pair) -> Pair {
    let scale = exponent(c.abs().max(d.abs()));
    let shift = scale.unwrap_or(0);
    let (scaled_c, scaled_d) = (r(scaled(c, -shift)), r(scaled(d, -shift)));
    let denominator = r(r(scaled_c * scaled_c) + r(scaled_d * scaled_d));
    let part = |numerator: f64| r(scaled(r(numerator / denominator), -shift));
    let re = part(r(r(a * scaled_c) + r(b * scaled_d)));
    let im = part(r(r(b * scaled_c) - r(a * scaled_d)));
    if !re.is_nan() || !im.is_nan() {
        return (re, im);
    }
    let infinity = f64::INFINITY;
    if denominator == 0.0 && (!a.is_nan() || !b.is_nan()) {
        let signed = f64::copysign(infinity, c);
        return (signed * a, signed * b);
    }
    if (a.is_infinite() || b.is_infinite()) && c.is_finite() && d.is_finite() {
        let (a, b) = (boxed(a), boxed(b));
        return (infinity * (a * c + b * d), infinity * (b * c - a * d));
    }
    if (c.is_infinite() || d.is_infinite()) && a.is_finite() && b.is_finite() {
        let (c, d) = (boxed(c), boxed(d));
        return (0.0 * (a * c + b * d), 0.0 * (b * c - a * d));
    }
    (re, im)
}

/// The binary exponent of a number; `None` of zero, infinity and what is not a number.
fn exponent(number: f64) -> Option<i32> {
    if number == 0.0 || !number.is_finite() {
        return None;
    }
    let biased = (number.to_bits() >> 52 & 0x7ff) as i32;
    if biased == 0 {
        let fraction = number.to_bits() & ((1 << 52) - 1);
        return Some(-1023 - (fraction.leading_zeros() as i32 - 12));
    }
    Some(biased - 1023)
}

/// A number times a power of two, in two steps so that neither factor overflows.
fn scaled(number: f64, power: i32) -> f64 {
    let half = power / 2;
    number * 2_f64.powi(half) * 2_f64.powi(power - half)
}

pub(super) fn exp(ty: Scalar, (re, im): Pair) -> Pair {
    let magnitude = super::function(Math::Exp, ty, re);
    if im == 0.0 {
        return (magnitude, im);
    }
    let mut angle = im;
    if re == f64::NEG_INFINITY && !im.is_finite() {
        angle = 1.0;
    } else if re == f64::INFINITY && !im.is_finite() {
        return (re, f64::NAN);
    }
    let part = |factor: f64| round(magnitude * round(factor, ty), ty);
    (part(angle.cos()), part(angle.sin()))
}
