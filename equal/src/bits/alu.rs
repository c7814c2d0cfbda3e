//! The operations of the ALU on one element, as circuits (manual 3.6.12): result and mask flag.

use mnc2_isa::AluOp;

use super::arithmetic::{self as numbers, Number, Shift};
use super::circuit::{Circuit, Signal};
use crate::terms::Order;

/// The result of an operation on one element; `None` if it is not computed bit by bit.
pub(super) struct Element {
    pub(super) result: Option<Number>,
    pub(super) flag: Option<Signal>,
}

/// Bits of the mantissa of a floating-point number (manual 1.3).
const fn mantissa_bits(bits: usize) -> usize {
    match bits {
        16 => 9,
        32 => 23,
        _ => 52,
    }
}

/// The parts of a floating-point number that decide what it is (manual 1.3).
struct Float<'a> {
    exponent: &'a [Signal],
    sign: Signal,
    is_zero: Signal,
    is_infinite: Signal,
}

impl<'a> Float<'a> {
    fn new(circuit: &mut Circuit, x: &'a [Signal]) -> Self {
        let top = x.len() - 1;
        let exponent = &x[mantissa_bits(x.len())..top];
        Self {
            exponent,
            sign: x[top],
            is_zero: numbers::is_zero(circuit, exponent),
            is_infinite: numbers::is_zero(circuit, &numbers::inverted(exponent)),
        }
    }
}

/// A number whose signed order is the order of floating-point numbers: all zeros are equal.
fn ordered(circuit: &mut Circuit, x: &[Signal]) -> Number {
    let Float { sign, is_zero, .. } = Float::new(circuit, x);
    let sign = circuit.and(sign, !is_zero);
    let mut number = Number::with_capacity(x.len());
    for &bit in &x[..x.len() - 1] {
        let magnitude = circuit.and(bit, !is_zero);
        number.push(circuit.xor(magnitude, sign));
    }
    number.push(sign);
    number
}

/// Whether a number is at least another one.
pub(super) fn is_at_least(
    circuit: &mut Circuit,
    order: Order,
    x: &[Signal],
    y: &[Signal],
) -> Signal {
    match order {
        Order::Signed => numbers::is_at_least(circuit, x, y, true),
        Order::Unsigned => numbers::is_at_least(circuit, x, y, false),
        Order::Float => {
            let (x, y) = (ordered(circuit, x), ordered(circuit, y));
            numbers::is_at_least(circuit, &x, &y, true)
        }
    }
}

/// The maximum or minimum of two numbers, the first one if they are equal, and whether it is the first one.
pub(super) fn extreme(
    circuit: &mut Circuit,
    (is_max, order): (bool, Order),
    x: &[Signal],
    y: &[Signal],
) -> (Number, Signal) {
    let is_first = match is_max {
        true => is_at_least(circuit, order, x, y),
        false => is_at_least(circuit, order, y, x),
    };
    (numbers::choose(circuit, is_first, x, y), is_first)
}

/// Minus zero of this many bits: the sign alone.
fn minus_zero(bits: usize) -> Number {
    numbers::constant(1 << (bits - 1), bits)
}

/// The number without, or with another exponent; the other bits stay.
fn with_exponent(y: &[Signal], exponent: &[Signal]) -> Number {
    let mut number = y.to_vec();
    let first = mantissa_bits(y.len());
    number[first..first + exponent.len()].copy_from_slice(exponent);
    number
}

/// A number divided by a power of two: its exponent is lowered, infinity stays, and what becomes too small is minus zero.
fn lowered(circuit: &mut Circuit, y: &[Signal], shift: u64) -> Number {
    let Float {
        exponent,
        is_infinite,
        ..
    } = Float::new(circuit, y);
    let shift = numbers::constant(shift, exponent.len());
    let is_small = numbers::is_at_least(circuit, &shift, exponent, false);
    let (lower, _) = numbers::difference(circuit, exponent, &shift);
    let number = with_exponent(y, &lower);
    let number = numbers::choose(circuit, is_small, &minus_zero(y.len()), &number);
    numbers::choose(circuit, is_infinite, y, &number)
}

/// A number with its exponent one higher, also of zero; infinity stays.
fn raised(circuit: &mut Circuit, y: &[Signal]) -> Number {
    let Float {
        exponent,
        is_infinite,
        ..
    } = Float::new(circuit, y);
    let one = numbers::constant(1, exponent.len());
    let (higher, _) = numbers::sum(circuit, exponent, &one, Signal::FALSE);
    numbers::choose(circuit, is_infinite, y, &with_exponent(y, &higher))
}

/// Whether the result of an operation is computed bit by bit from the elements at its place.
pub(super) const fn computes_bits(op: AluOp) -> bool {
    match op {
        AluOp::Zero
        | AluOp::Imm
        | AluOp::Msl
        | AluOp::Msr
        | AluOp::Bfe
        | AluOp::Bfn
        | AluOp::Rsqrt
        | AluOp::Floor
        | AluOp::Ftoi => false,
        AluOp::Passa
        | AluOp::Inc
        | AluOp::Dec
        | AluOp::Not
        | AluOp::Lnot
        | AluOp::Max
        | AluOp::Min
        | AluOp::Packbit
        | AluOp::And
        | AluOp::Or
        | AluOp::Xor
        | AluOp::Add
        | AluOp::Sub
        | AluOp::Lsl
        | AluOp::Lsr
        | AluOp::Bsl
        | AluOp::Bsr
        | AluOp::Relu
        | AluOp::Relu0
        | AluOp::Relu1
        | AluOp::Relu2
        | AluOp::Relu3
        | AluOp::Lrelud
        | AluOp::Lreluo
        | AluOp::Ilrelud => true,
    }
}

/// An operation on an element of each input: of an operation with one input, the second is empty.
pub(super) fn element(
    circuit: &mut Circuit,
    op: AluOp,
    order: Order,
    x: &[Signal],
    y: &[Signal],
) -> Element {
    let bits = x.len();
    let top = bits - 1;
    let joined = |circuit: &mut Circuit, join: fn(&mut Circuit, Signal, Signal) -> Signal| {
        let bits = x.iter().zip(y);
        bits.map(|(x, y)| join(circuit, *x, *y)).collect::<Number>()
    };
    let one = || numbers::constant(1, bits);
    match op {
        AluOp::Zero | AluOp::Imm | AluOp::Msl | AluOp::Msr | AluOp::Bfe | AluOp::Bfn => Element {
            result: None,
            flag: None,
        },
        // Their flags are never set (manual table 3.11).
        AluOp::Floor | AluOp::Ftoi => Element {
            result: None,
            flag: Some(Signal::FALSE),
        },
        AluOp::Rsqrt => Element {
            result: None,
            flag: Some(!x[top]),
        },
        AluOp::Passa => with_zero_flag(circuit, x.to_vec()),
        AluOp::Not => with_zero_flag(circuit, numbers::inverted(x)),
        AluOp::Lnot => {
            let mut result = numbers::constant(0, bits);
            result[0] = numbers::is_zero(circuit, x);
            with_zero_flag(circuit, result)
        }
        AluOp::And => {
            let result = joined(circuit, Circuit::and);
            with_zero_flag(circuit, result)
        }
        AluOp::Or => {
            let result = joined(circuit, Circuit::or);
            with_zero_flag(circuit, result)
        }
        AluOp::Xor => {
            let result = joined(circuit, Circuit::xor);
            with_zero_flag(circuit, result)
        }
        AluOp::Add => added(circuit, order, x, y),
        AluOp::Inc => added(circuit, order, x, &one()),
        AluOp::Sub => subtracted(circuit, order, x, y),
        AluOp::Dec => subtracted(circuit, order, x, &one()),
        AluOp::Lsl => shifted(circuit, Shift::Left, x, y),
        AluOp::Lsr => {
            let above = match order {
                Order::Unsigned => Signal::FALSE,
                Order::Signed | Order::Float => x[top],
            };
            shifted(circuit, Shift::Right(above), x, y)
        }
        AluOp::Bsl => shifted(circuit, Shift::RotateLeft, x, y),
        AluOp::Bsr => shifted(circuit, Shift::RotateRight, x, y),
        AluOp::Max | AluOp::Min => {
            let (result, is_first) = extreme(circuit, (op == AluOp::Max, order), x, y);
            flagged(result, is_first)
        }
        AluOp::Packbit => {
            let result = y[top..].iter().chain(&x[..top]).copied().collect();
            flagged(result, !y[top])
        }
        AluOp::Relu | AluOp::Relu0 => relu(circuit, x[top], y, minus_zero),
        AluOp::Relu1 => relu(circuit, x[top - 1], y, minus_zero),
        AluOp::Relu2 => relu(circuit, x[top - 2], y, minus_zero),
        AluOp::Relu3 => relu(circuit, x[top - 3], y, minus_zero),
        AluOp::Lrelud => {
            let otherwise = lowered(circuit, y, 1);
            relu(circuit, x[top], y, |_| otherwise)
        }
        AluOp::Lreluo => {
            let otherwise = lowered(circuit, y, 3);
            relu(circuit, x[top], y, |_| otherwise)
        }
        AluOp::Ilrelud => {
            let otherwise = raised(circuit, y);
            relu(circuit, x[top], y, |_| otherwise)
        }
    }
}

fn flagged(result: Number, flag: Signal) -> Element {
    Element {
        result: Some(result),
        flag: Some(flag),
    }
}

fn with_zero_flag(circuit: &mut Circuit, result: Number) -> Element {
    let flag = numbers::is_zero(circuit, &result);
    flagged(result, flag)
}

fn shifted(circuit: &mut Circuit, way: Shift, x: &[Signal], amount: &[Signal]) -> Element {
    let result = numbers::shifted(circuit, way, x, amount);
    with_zero_flag(circuit, result)
}

/// A sum: unsigned, the flag is set if it does not overflow; signed, if the result is not negative.
fn added(circuit: &mut Circuit, order: Order, x: &[Signal], y: &[Signal]) -> Element {
    let (result, carry) = numbers::sum(circuit, x, y, Signal::FALSE);
    let flag = match order {
        Order::Unsigned => !carry,
        Order::Signed | Order::Float => !result[x.len() - 1],
    };
    flagged(result, flag)
}

/// A difference, with the flags of a sum.
fn subtracted(circuit: &mut Circuit, order: Order, x: &[Signal], y: &[Signal]) -> Element {
    let (result, is_at_least) = numbers::difference(circuit, x, y);
    let flag = match order {
        Order::Unsigned => is_at_least,
        Order::Signed | Order::Float => !result[x.len() - 1],
    };
    flagged(result, flag)
}

/// The number where a bit is not set, otherwise another one.
fn relu(
    circuit: &mut Circuit,
    bit: Signal,
    y: &[Signal],
    otherwise: impl FnOnce(usize) -> Number,
) -> Element {
    let result = numbers::choose(circuit, bit, &otherwise(y.len()), y);
    flagged(result, !bit)
}
