//! Products with powers of two as terms: a product that rounds nothing has the term of a sum.
//!
//! `(x + c) * k` is the multiply-add `x * k + c * k` if `k` is a power of two: both round the same number to the same digits,
//! unless the sum is so small or so large that its exponent matters. It is not if `c` is far from both ends: the sum is zero, or
//! has at least the last digit of `c`. `x * 2` is `x + x`. The tests compute both on all kinds of numbers, and on all numbers of
//! 32 bits on request.

use mnc2_isa::{MauOp, Op};

use super::halves;
use super::terms::{Kind, Part, Terms, Value};

/// The exponent field of 1.0 in single precision.
const ONE: i64 = 127;

/// Exponents of addends: not more than this far from that of 1.0.
const ADDEND_REACH: i64 = 64;

/// The largest exponent of a factor.
const FACTOR_REACH: i64 = 32;

/// Digits of a mantissa in single precision.
const DIGITS: u32 = 23;

/// A part of what a vector operation computes in single precision.
const fn single(op: MauOp, part: Part) -> Kind {
    let spelling = match op {
        MauOp::Vadd => "fvadd",
        MauOp::Vmul => "fvmul",
        MauOp::Vpassa => "fvpassa",
        MauOp::Vfma | MauOp::Mfma | MauOp::Mmul | MauOp::Mread | MauOp::Mwrite => "fvfma",
    };
    Kind::Unit {
        op: Op::Mau(op),
        spelling,
        mantissa_length: 0,
        part,
    }
}

/// What a vector operation computes in single precision.
pub(super) fn computed(terms: &mut Terms, op: MauOp, inputs: Vec<Value>) -> Value {
    part(terms, single(op, Part::Numbers(32)), inputs)
}

/// The flag of what a vector operation computes in single precision.
pub(super) fn flag(terms: &mut Terms, op: MauOp, inputs: Vec<Value>) -> Value {
    part(terms, single(op, Part::Flags), inputs)
}

/// A part of a result.
fn part(terms: &mut Terms, kind: Kind, mut inputs: Vec<Value>) -> Value {
    sort_inputs(kind, &mut inputs);
    terms.computed(kind, &inputs)
}

/// Puts what a vector operation reads in single precision in order, as factors and the numbers of a sum can change places.
pub(super) fn sort_inputs(kind: Kind, inputs: &mut [Value]) {
    if let Kind::Unit {
        op: Op::Mau(op),
        part,
        ..
    } = kind
        && kind == single(op, part)
        && let [one, other, ..] = inputs
        && *other < *one
    {
        std::mem::swap(one, other);
    }
}

/// The term of a product of single-precision numbers; `None` if it is a product like any other.
pub(super) fn product(terms: &mut Terms, one: Value, other: Value) -> Option<Value> {
    let (x, factor) = match (terms.bits(one), terms.bits(other)) {
        (None, Some(factor)) => (one, factor),
        (Some(factor), None) => (other, factor),
        _ => return None,
    };
    let exponent = (factor >> DIGITS) as i64 - ONE;
    let is_power = factor & ((1 << DIGITS) - 1) == 0 && (1..=FACTOR_REACH).contains(&exponent);
    if !is_power {
        return None;
    }
    if let Some((addend, constant)) = sum_with_constant(terms, x) {
        let of_constant = (constant >> DIGITS & 0xff) as i64 - ONE;
        if of_constant.abs() <= ADDEND_REACH {
            let scaled = constant + ((exponent as u64) << DIGITS);
            let inputs = vec![addend, terms.constant(factor), terms.constant(scaled)];
            return Some(computed(terms, MauOp::Vfma, inputs));
        }
    }
    (exponent == 1).then(|| computed(terms, MauOp::Vadd, vec![x, x]))
}

/// A value and a constant that a sum adds.
fn sum_with_constant(terms: &Terms, sum: Value) -> Option<(Value, u64)> {
    if terms.kind_of(sum) != single(MauOp::Vadd, Part::Numbers(32)) || !sum.is_first() {
        return None;
    }
    let [one, other] = terms.all_inputs(sum)[..] else {
        return None;
    };
    match (terms.bits(one), terms.bits(other)) {
        (None, Some(constant)) => Some((one, constant)),
        (Some(constant), None) => Some((other, constant)),
        _ => None,
    }
}

/// 2.0 in half precision, twice.
const HALF_TWOS: u64 = 0x4000_4000;

/// A word of a shortened product of half-precision numbers, from the paths of both factors, if one of them is 2.
pub(super) fn half_product(
    terms: &mut Terms,
    [one, other]: [&[Value; 4]; 2],
    word: usize,
) -> Option<Value> {
    let is_two = |path: &[Value; 4]| terms.bits(path[word]) == Some(HALF_TWOS);
    let x = match (is_two(one), is_two(other)) {
        (_, true) => one,
        (true, _) => other,
        _ => return None,
    };
    let [first, second] = [0, 1].map(|it| halves::extended(terms, x[word], it));
    let kind = Kind::Unit {
        op: Op::Mau(MauOp::Vadd),
        spelling: "hvaddr",
        mantissa_length: 0,
        part: Part::Numbers(16),
    };
    Some(terms.computed(kind, &[x[word], first, second]))
}

#[cfg(test)]
mod tests;
