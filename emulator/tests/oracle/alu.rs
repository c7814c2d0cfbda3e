//! Operations of the ALU on one element (manual 3.6.12.5-3.6.12.18 and table 3.11): integers in wide integers,
//! floating point with exact rational numbers.

use std::cmp::Ordering;

use dashu_int::IBig;
use mnc2_isa::{AluOp, Precision};

use super::number::{Fields, Layout, Number, floor_of_logarithm, power_of_two, signed};
use super::rrn::layout_of;

/// Result and mask flag of one element.
pub(crate) type Element = (u64, bool);

/// The operation of an opcode on one element; `None` for those that do not work element by element.
pub(crate) fn element(
    op: AluOp,
    precision: Precision,
    unsigned: bool,
    x: u64,
    y: u64,
) -> Option<Element> {
    let bits = precision.element_bits();
    let layout = layout_of(bits);
    let i = Inputs::new(bits, unsigned, x, y);
    Some(match op {
        AluOp::Zero | AluOp::Imm | AluOp::Msl | AluOp::Msr | AluOp::Bfe | AluOp::Bfn => {
            return None;
        }
        AluOp::Passa => i.bitwise(i.x),
        AluOp::Inc => i.sum(i.x + 1),
        AluOp::Dec => i.sum(i.x - 1),
        AluOp::Not => i.bitwise(-1 - i.x),
        AluOp::Lnot => i.bitwise(i128::from(i.x == 0)),
        AluOp::Rsqrt => (
            reciprocal_square_root(layout, x),
            is_clear(layout.bits(), x, 0),
        ),
        AluOp::Floor => (floor(layout, x), false),
        AluOp::Ftoi => (to_integer(layout, unsigned, x), false),
        AluOp::Max if precision.is_float() => {
            let is_first = compared(layout, x, y) != Ordering::Less;
            (if is_first { x } else { y }, is_first)
        }
        AluOp::Min if precision.is_float() => {
            let is_first = compared(layout, x, y) != Ordering::Greater;
            (if is_first { x } else { y }, is_first)
        }
        AluOp::Max => i.choice(i.x >= i.y),
        AluOp::Min => i.choice(i.x <= i.y),
        AluOp::Packbit => {
            let is_set = !is_clear(bits, y, 0);
            (i.wrapped(2 * i.x + i128::from(is_set)), !is_set)
        }
        AluOp::And => i.bitwise(i.x & i.y),
        AluOp::Or => i.bitwise(i.x | i.y),
        AluOp::Xor => i.bitwise(i.x ^ i.y),
        AluOp::Add => i.sum(i.x + i.y),
        AluOp::Sub => i.sum(i.x - i.y),
        AluOp::Lsl => i.bitwise(i.patterns().0 * (i.power_of_shift() % i.modulus())),
        // In signed mode x has its sign, so that dividing shifts it in.
        AluOp::Lsr => i.bitwise(i.x.div_euclid(i.power_of_shift())),
        AluOp::Bsl => i.rotated_left(i.shift() % i.bits),
        AluOp::Bsr => i.rotated_left(i.bits - i.shift() % i.bits),
        AluOp::Relu | AluOp::Relu0 => relu(bits, x, y, 0),
        AluOp::Relu1 => relu(bits, x, y, 1),
        AluOp::Relu2 => relu(bits, x, y, 2),
        AluOp::Relu3 => relu(bits, x, y, 3),
        AluOp::Lrelud => leaky_relu(layout, x, y, 1),
        AluOp::Lreluo => leaky_relu(layout, x, y, 3),
        AluOp::Ilrelud => {
            let fields = layout.fields(y);
            let raised = layout.bits_of(Fields {
                exponent: (fields.exponent + 1).min(layout.all_ones()),
                ..fields
            });
            let is_kept = is_clear(bits, x, 0);
            (if is_kept { y } else { raised }, is_kept)
        }
    })
}

/// A pair of elements as integers: with a sign, or without one in unsigned mode.
#[derive(Clone, Copy)]
struct Inputs {
    bits: u32,
    unsigned: bool,
    x: i128,
    y: i128,
}

impl Inputs {
    fn new(bits: u32, unsigned: bool, x: u64, y: u64) -> Self {
        let integer = |pattern: u64| {
            let is_negative = !unsigned && !is_clear(bits, pattern, 0);
            i128::from(pattern) - if is_negative { 1 << bits } else { 0 }
        };
        Self {
            bits,
            unsigned,
            x: integer(x),
            y: integer(y),
        }
    }

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

    /// A result whose flag is 1 if it is zero.
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

    fn power_of_shift(self) -> i128 {
        1 << self.shift().min(self.bits)
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

/// Bit `index` from the top is 0.
const fn is_clear(bits: u32, x: u64, index: u32) -> bool {
    (x >> (bits - 1 - index)).is_multiple_of(2)
}

fn floor(layout: Layout, x: u64) -> u64 {
    if layout.is_zero(x) || layout.is_infinite(x) {
        x
    } else {
        layout.round(&Number::from(layout.value(x).floor()))
    }
}

fn to_integer(layout: Layout, unsigned: bool, x: u64) -> u64 {
    let one = IBig::ONE;
    let bits = layout.bits() as usize;
    let (smallest, largest) = if unsigned {
        (IBig::ZERO, (one.clone() << bits) - &one)
    } else {
        let limit = one.clone() << (bits - 1);
        (-limit.clone(), limit - &one)
    };
    let integer = if layout.is_infinite(x) {
        // Beyond any integer.
        let beyond = one << 100;
        if layout.fields(x).negative {
            -beyond
        } else {
            beyond
        }
    } else {
        layout.value(x).trunc()
    };
    let integer = if unsigned && integer < IBig::ZERO {
        -integer
    } else {
        integer
    };
    let clipped = integer.max(smallest).min(largest);
    let result = i128::try_from(clipped).expect("at most 64 bits") as u64;
    result & (u64::MAX >> (64 - bits))
}

/// The number of six significant bits that is nearest to 1 / sqrt(|x|); which five bits the chip gives is assumed. No
/// number is half way: the square of an odd number of seven bits divides no power of two.
fn reciprocal_square_root(layout: Layout, x: u64) -> u64 {
    let limit = |exponent| {
        layout.bits_of(Fields {
            negative: false,
            exponent,
            mantissa: 0,
        })
    };
    if layout.is_zero(x) {
        return limit(layout.all_ones());
    }
    if layout.is_infinite(x) {
        return limit(0);
    }
    // Only four bits of the mantissa take part, and the result is cut to the largest of 32/64 .. 63/64 below the root; three
    // results of odd exponents are 1/64 less.
    let magnitude = signed(layout.fields(x).negative, layout.value(x));
    let exponent = floor_of_logarithm(&magnitude);
    let unit = power_of_two(exponent - 4);
    let sixteenths = (magnitude / &unit).floor();
    let v = Number::from(sixteenths.clone()) * unit;
    let scale = power_of_two(-exponent.div_euclid(2) - 6);
    let steps = (32..=63_u64)
        .rev()
        .find(|&steps| {
            let root = Number::from(steps) * &scale;
            &root * &root * &v <= Number::ONE
        })
        .expect("the root is above 32/64");
    let is_less = exponent.rem_euclid(2) == 1 && [25, 28, 30].map(IBig::from).contains(&sixteenths);
    layout.round(&(Number::from(steps - u64::from(is_less)) * scale))
}

/// Manual 3.6.12.13: zeros are equal, infinities of one sign compare by mantissa.
fn compared(layout: Layout, x: u64, y: u64) -> Ordering {
    let (a, b) = (layout.fields(x), layout.fields(y));
    let infinite = layout.is_infinite(x) && layout.is_infinite(y);
    if infinite && a.negative == b.negative {
        let order = a.mantissa.cmp(&b.mantissa);
        return if a.negative { order.reverse() } else { order };
    }
    layout.value(x).cmp(&layout.value(y))
}

const fn relu(bits: u32, x: u64, y: u64, index: u32) -> Element {
    let is_kept = is_clear(bits, x, index);
    (if is_kept { y } else { 1 << (bits - 1) }, is_kept)
}

fn leaky_relu(layout: Layout, x: u64, y: u64, divisor_exponent: i64) -> Element {
    let divided = || {
        let quotient = layout.value(y) * power_of_two(-divisor_exponent);
        match layout.round(&quotient) {
            _ if layout.is_infinite(y) => y,
            0 => 1 << (layout.bits() - 1),
            quotient => quotient,
        }
    };
    let is_kept = is_clear(layout.bits(), x, 0);
    (if is_kept { y } else { divided() }, is_kept)
}
