//! Integer operations of the ALU (manual 3.6.12.5-3.6.12.8, 3.6.12.13-3.6.12.17 and table 3.11) in wide integers.

use mnc2_isa::{AluOp, Precision};

use super::alu::{Element, compare_pairs};
use super::samples::Random;

/// Random pairs of elements of each operation and precision.
const STATES: usize = 1000;

const PRECISIONS: [Precision; 3] = [
    Precision::HalfInteger,
    Precision::SingleInteger,
    Precision::LongInteger,
];

/// A pair of elements as integers: with a sign, or without one in unsigned mode.
#[derive(Clone, Copy)]
struct Inputs {
    bits: u32,
    unsigned: bool,
    x: i128,
    y: i128,
}

impl Inputs {
    const fn modulus(self) -> i128 {
        1 << self.bits
    }

    /// The inputs as bit patterns.
    const fn patterns(self) -> (i128, i128) {
        (
            self.x.rem_euclid(self.modulus()),
            self.y.rem_euclid(self.modulus()),
        )
    }

    const fn wrapped(self, result: i128) -> u64 {
        result.rem_euclid(self.modulus()) as u64
    }

    /// A sum or difference: non-negative after wrapping, or in unsigned mode not wrapped.
    const fn sum(self, result: i128) -> Element {
        let wrapped = self.wrapped(result);
        let flag = if self.unsigned {
            wrapped as i128 == result
        } else {
            (wrapped as i128) < self.modulus() / 2
        };
        (wrapped, flag)
    }

    /// A result whose flag says that it is zero.
    const fn bitwise(self, result: i128) -> Element {
        let wrapped = self.wrapped(result);
        (wrapped, wrapped == 0)
    }

    fn choice(self, is_first: bool) -> Element {
        let chosen = if is_first { self.x } else { self.y };
        (self.wrapped(chosen), is_first)
    }

    /// The shift amount: modulo 2n, beyond n it is n.
    fn shift(self) -> u32 {
        (self.patterns().1 % i128::from(2 * self.bits)) as u32
    }

    /// Rotated to the left one place at a time.
    fn rotated_left(self, places: u32) -> Element {
        let top = self.modulus() / 2;
        let rotated = (0..places).fold(self.patterns().0, |x, _| {
            x * 2 % self.modulus() + i128::from(x >= top)
        });
        self.bitwise(rotated)
    }
}

fn compare(op: AluOp, has_unsigned: bool, expected: impl Fn(Inputs) -> Element) {
    for unsigned in [false, true] {
        if unsigned && !has_unsigned {
            continue;
        }
        for precision in PRECISIONS {
            let bits = precision.element_bits();
            let mask = u64::MAX >> (64 - bits);
            let mut random = Random::new(op as u64);
            let boundaries = [0, 1, 2, mask / 2, mask / 2 + 1, mask - 1, mask];
            let mut pairs: Vec<(u64, u64)> = boundaries
                .iter()
                .flat_map(|&x| boundaries.map(|y| (x, y)))
                .collect();
            for _ in 0..STATES {
                let x = random.bits() & mask;
                let y = match random.below(4) {
                    0 => x,
                    1 => random.below(3 * u64::from(bits)),
                    2 => x.wrapping_neg() & mask,
                    _ => random.bits() & mask,
                };
                pairs.push((x, y));
            }
            if bits == 16 {
                pairs.extend((0..=0xffff).map(|x| (x, 1)));
            }
            let integer = |pattern: u64| {
                let is_negative = !unsigned && pattern > mask / 2;
                i128::from(pattern) - if is_negative { 1 << bits } else { 0 }
            };
            compare_pairs((bits, precision), (op, unsigned), &pairs, |x, y| {
                expected(Inputs {
                    bits,
                    unsigned,
                    x: integer(x),
                    y: integer(y),
                })
            });
        }
    }
}

#[test]
fn sums() {
    compare(AluOp::Inc, true, |i| i.sum(i.x + 1));
    compare(AluOp::Dec, true, |i| i.sum(i.x - 1));
    compare(AluOp::Add, true, |i| i.sum(i.x + i.y));
    compare(AluOp::Sub, true, |i| i.sum(i.x - i.y));
}

#[test]
fn bitwise() {
    compare(AluOp::Passa, false, |i| i.bitwise(i.x));
    compare(AluOp::Not, false, |i| i.bitwise(-1 - i.x));
    compare(AluOp::Lnot, false, |i| i.bitwise(i128::from(i.x == 0)));
    compare(AluOp::And, false, |i| i.bitwise(i.x & i.y));
    compare(AluOp::Or, false, |i| i.bitwise(i.x | i.y));
    compare(AluOp::Xor, false, |i| i.bitwise(i.x ^ i.y));
    compare(AluOp::Packbit, false, |i| {
        let is_set = i.y < 0;
        (i.wrapped(2 * i.x + i128::from(is_set)), !is_set)
    });
}

#[test]
fn extremes() {
    compare(AluOp::Max, true, |i| i.choice(i.x >= i.y));
    compare(AluOp::Min, true, |i| i.choice(i.x <= i.y));
}

#[test]
fn shifts() {
    let power = |places: u32| 1_i128 << places;
    compare(AluOp::Lsl, false, |i| {
        i.bitwise(i.patterns().0 * (power(i.shift().min(i.bits)) % i.modulus()))
    });
    // In signed mode x has its sign, so that dividing shifts it in.
    compare(AluOp::Lsr, true, |i| {
        i.bitwise(i.x.div_euclid(power(i.shift().min(i.bits))))
    });
    compare(AluOp::Bsl, false, |i| i.rotated_left(i.shift() % i.bits));
    compare(AluOp::Bsr, false, |i| {
        i.rotated_left(i.bits - i.shift() % i.bits)
    });
}
