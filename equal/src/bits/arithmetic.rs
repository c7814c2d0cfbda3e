//! Circuits of arithmetic on numbers, whose bits are listed from the least.

use super::circuit::{Circuit, Signal};

/// The bits of a number, from the least.
pub(super) type Number = Vec<Signal>;

/// A constant of this many bits.
pub(super) fn constant(value: u64, bits: usize) -> Number {
    let bit = |place: usize| Signal::constant(place < 64 && value >> place & 1 == 1);
    (0..bits).map(bit).collect()
}

/// The sum of two numbers and a carry, with the carry out of the highest bit.
pub(super) fn sum(
    circuit: &mut Circuit,
    x: &[Signal],
    y: &[Signal],
    mut carry: Signal,
) -> (Number, Signal) {
    let mut bits = Vec::with_capacity(x.len());
    for (&x, &y) in x.iter().zip(y) {
        let differs = circuit.xor(x, y);
        bits.push(circuit.xor(differs, carry));
        carry = circuit.choose(differs, carry, x);
    }
    (bits, carry)
}

pub(super) fn inverted(x: &[Signal]) -> Number {
    x.iter().map(|bit| !*bit).collect()
}

/// The difference of two numbers, and whether the first one is at least the second one, both unsigned.
pub(super) fn difference(circuit: &mut Circuit, x: &[Signal], y: &[Signal]) -> (Number, Signal) {
    sum(circuit, x, &inverted(y), Signal::TRUE)
}

/// Whether a number is at least another one.
pub(super) fn is_at_least(
    circuit: &mut Circuit,
    x: &[Signal],
    y: &[Signal],
    is_signed: bool,
) -> Signal {
    let moved = |number: &[Signal]| {
        let mut number = number.to_vec();
        if let Some(sign) = number.last_mut().filter(|_| is_signed) {
            *sign = !*sign;
        }
        number
    };
    difference(circuit, &moved(x), &moved(y)).1
}

/// The sum of a number and a multiple of another one, modulo the number of bits: sums and differences of shifted numbers.
pub(super) fn with_multiple(
    circuit: &mut Circuit,
    mut number: Number,
    x: &[Signal],
    mut factor: u64,
) -> Number {
    let bits = x.len();
    for place in 0..bits {
        if factor & 1 == 1 {
            let shifted = Shift::Left.by(x, place);
            // A row of ones is a difference of two powers.
            let is_row = factor & 2 != 0;
            (number, _) = if is_row {
                difference(circuit, &number, &shifted)
            } else {
                sum(circuit, &number, &shifted, Signal::FALSE)
            };
            factor = if is_row {
                factor.wrapping_add(1)
            } else {
                factor
            };
        }
        factor >>= 1;
    }
    number
}

pub(super) fn is_zero(circuit: &mut Circuit, x: &[Signal]) -> Signal {
    x.iter()
        .fold(Signal::TRUE, |all, bit| circuit.and(all, !*bit))
}

/// One number where a signal is set, otherwise another one.
pub(super) fn choose(circuit: &mut Circuit, by: Signal, x: &[Signal], y: &[Signal]) -> Number {
    let bits = x.iter().zip(y);
    bits.map(|(x, y)| circuit.choose(by, *x, *y)).collect()
}

/// How a number is shifted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shift {
    Left,
    /// To the right, with these bits from above.
    Right(Signal),
    RotateLeft,
    RotateRight,
}

impl Shift {
    /// The number shifted by a known amount, which is less than twice its bits.
    fn by(self, x: &[Signal], amount: usize) -> Number {
        let count = x.len();
        let bit = |place: usize| match self {
            Self::Left => place.checked_sub(amount).map_or(Signal::FALSE, |it| x[it]),
            Self::Right(above) => x.get(place + amount).copied().unwrap_or(above),
            Self::RotateLeft => x[(place + 2 * count - amount) % count],
            Self::RotateRight => x[(place + amount) % count],
        };
        (0..count).map(bit).collect()
    }
}

/// A number shifted by another one, whose bits above those that can express the word length are ignored (manual 3.6.12.17).
pub(super) fn shifted(
    circuit: &mut Circuit,
    way: Shift,
    x: &[Signal],
    amount: &[Signal],
) -> Number {
    let places = x.len().ilog2() as usize + 1;
    let mut number = x.to_vec();
    for (place, bit) in amount.iter().enumerate().take(places) {
        let moved = way.by(&number, 1 << place);
        number = choose(circuit, *bit, &moved, &number);
    }
    number
}
