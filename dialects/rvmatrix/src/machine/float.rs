//! Floating point of IEEE 754 in one place: operations in any binary format up to 64 bits, with the five rounding modes and the flags
//! of RISC-V. NaN results are canonical; tininess is detected after rounding.

mod operations;

pub(super) use operations::{
    class, convert, extreme, from_integer, order, product, quotient, square_root, to_integer,
};

use super::csr::{INEXACT, INVALID, OVERFLOW, UNDERFLOW};

/// A binary format of IEEE 754, with an implicit leading bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    /// Bits of the exponent.
    exponent: u32,
    /// Bits of the fraction.
    fraction: u32,
}

/// Half precision, 16 bits.
pub(super) const HALF: Format = Format {
    exponent: 5,
    fraction: 10,
};
/// Single precision, 32 bits.
pub(super) const SINGLE: Format = Format {
    exponent: 8,
    fraction: 23,
};
/// Double precision, 64 bits.
pub(super) const DOUBLE: Format = Format {
    exponent: 11,
    fraction: 52,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounding {
    NearestEven,
    ToZero,
    Down,
    Up,
    NearestAway,
}

impl Rounding {
    /// The mode of `frm`; `None` if the value is reserved.
    pub(super) fn from_frm(frm: u8) -> Option<Self> {
        match frm {
            0 => Some(Self::NearestEven),
            1 => Some(Self::ToZero),
            2 => Some(Self::Down),
            3 => Some(Self::Up),
            4 => Some(Self::NearestAway),
            _ => None,
        }
    }
}

impl Format {
    const fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent of the smallest normal number.
    const fn exponent_min(self) -> i32 {
        1 - self.bias()
    }

    pub(super) const fn sign_bit(self) -> u64 {
        1 << (self.exponent + self.fraction)
    }

    const fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    pub(super) const fn canonical_nan(self) -> u64 {
        self.infinity() | 1 << (self.fraction - 1)
    }

    const fn one(self) -> u64 {
        (self.bias() as u64) << self.fraction
    }
}

/// A number as sign, whole significand and the exponent of its lowest bit.
#[derive(Clone, Copy, Debug)]
enum Number {
    Nan { is_signaling: bool },
    Infinite { is_negative: bool },
    Finite(Finite),
}

#[derive(Clone, Copy, Debug)]
struct Finite {
    is_negative: bool,
    significand: u128,
    exponent: i32,
}

fn unpack(bits: u64, format: Format) -> Number {
    let is_negative = bits & format.sign_bit() != 0;
    let fraction = bits & ((1 << format.fraction) - 1);
    let exponent = bits >> format.fraction & ((1 << format.exponent) - 1);
    let lowest = format.exponent_min() - format.fraction as i32;
    match exponent {
        0 => Number::Finite(Finite {
            is_negative,
            significand: fraction.into(),
            exponent: lowest,
        }),
        _ if exponent == (1 << format.exponent) - 1 && fraction == 0 => {
            Number::Infinite { is_negative }
        }
        _ if exponent == (1 << format.exponent) - 1 => Number::Nan {
            is_signaling: fraction >> (format.fraction - 1) == 0,
        },
        _ => Number::Finite(Finite {
            is_negative,
            significand: (fraction | 1 << format.fraction).into(),
            exponent: lowest + exponent as i32 - 1,
        }),
    }
}

impl Number {
    fn is_zero(&self) -> bool {
        matches!(self, Self::Finite(finite) if finite.significand == 0)
    }

    fn is_infinite(&self) -> bool {
        matches!(self, Self::Infinite { .. })
    }
}

/// The canonical NaN, if an operand is a NaN or the operation is invalid, which it is too if a NaN signals.
fn not_a_number(
    numbers: &[Number],
    is_invalid: bool,
    format: Format,
    flags: &mut u8,
) -> Option<u64> {
    let signals = |it: &Number| matches!(it, Number::Nan { is_signaling: true });
    let is_invalid = is_invalid || numbers.iter().any(signals);
    if is_invalid {
        *flags |= INVALID;
    }
    let is_nan = |it: &Number| matches!(it, Number::Nan { .. });
    (is_invalid || numbers.iter().any(is_nan)).then(|| format.canonical_nan())
}

/// The sum of an addend and a product, rounded once.
pub(super) fn multiply_add(
    factors: (u64, u64),
    addend: u64,
    format: Format,
    rounding: Rounding,
    flags: &mut u8,
) -> u64 {
    use Number::{Finite as F, Infinite, Nan};
    let (left, right) = (unpack(factors.0, format), unpack(factors.1, format));
    let addend = unpack(addend, format);
    let is_invalid = left.is_infinite() && right.is_zero() || left.is_zero() && right.is_infinite();
    if let Some(nan) = not_a_number(&[left, right, addend], is_invalid, format, flags) {
        return nan;
    }
    let is_negative = |number: &Number| match number {
        Infinite { is_negative } | F(Finite { is_negative, .. }) => *is_negative,
        Nan { .. } => false,
    };
    let product_is_negative = is_negative(&left) != is_negative(&right);
    if left.is_infinite() || right.is_infinite() {
        if addend.is_infinite() && is_negative(&addend) != product_is_negative {
            *flags |= INVALID;
            return format.canonical_nan();
        }
        return signed(format.infinity(), product_is_negative, format);
    }
    let (F(left), F(right), F(addend)) = (left, right, addend) else {
        return signed(format.infinity(), is_negative(&addend), format);
    };
    let product = Finite {
        is_negative: product_is_negative,
        significand: left.significand * right.significand,
        exponent: left.exponent + right.exponent,
    };
    let (sum, is_sticky) = add(product, addend, rounding);
    round(sum, is_sticky, format, rounding, flags)
}

/// The sum of two numbers, rounded.
pub(super) fn sum(
    left: u64,
    right: u64,
    format: Format,
    rounding: Rounding,
    flags: &mut u8,
) -> u64 {
    multiply_add((left, format.one()), right, format, rounding, flags)
}

fn signed(bits: u64, is_negative: bool, format: Format) -> u64 {
    if is_negative {
        bits | format.sign_bit()
    } else {
        bits
    }
}

/// Where the highest bit of a significand is put before two are added, so that a carry has room.
const TOP_BIT: u32 = 124;

/// The sum, exact except for a remainder below its lowest bit; the flag is set if there is one.
fn add(left: Finite, right: Finite, rounding: Rounding) -> (Finite, bool) {
    if left.significand == 0 && right.significand == 0 {
        let is_negative = if left.is_negative == right.is_negative {
            left.is_negative
        } else {
            rounding == Rounding::Down
        };
        let zero = Finite {
            is_negative,
            significand: 0,
            exponent: 0,
        };
        return (zero, false);
    }
    if left.significand == 0 {
        return (right, false);
    }
    if right.significand == 0 {
        return (left, false);
    }
    let (left, right) = (left.with_top_bit(TOP_BIT), right.with_top_bit(TOP_BIT));
    let (large, small) = if left.exponent >= right.exponent {
        (left, right)
    } else {
        (right, left)
    };
    let distance = (large.exponent - small.exponent) as u32;
    let shifted = small.significand.checked_shr(distance).unwrap_or(0);
    // What is lost is below bits that cancellation can reach: the significands have 106 bits at most, so that nothing is
    // lost unless they are more than 18 bits apart.
    let is_sticky = shifted.checked_shl(distance) != Some(small.significand);
    let mut sum = Finite {
        is_negative: large.is_negative,
        significand: 0,
        exponent: large.exponent,
    };
    if large.is_negative == small.is_negative {
        sum.significand = large.significand + shifted;
    } else if large.significand >= shifted {
        // The remainder is subtracted too: one less, and something is left.
        sum.significand = large.significand - shifted - u128::from(is_sticky);
    } else {
        sum.significand = shifted - large.significand;
        sum.is_negative = small.is_negative;
    }
    if sum.significand == 0 && !is_sticky {
        sum.is_negative = rounding == Rounding::Down;
    }
    (sum, is_sticky)
}

impl Finite {
    /// The same number with the highest bit of its significand in one place, where it is not 0.
    fn with_top_bit(self, top: u32) -> Self {
        let shift = top - (127 - self.significand.leading_zeros());
        Self {
            significand: self.significand << shift,
            exponent: self.exponent - shift as i32,
            ..self
        }
    }
}

/// The significand without its lowest bits, rounded; and whether that is exact.
fn rounded(number: &Finite, shift: u32, is_sticky: bool, rounding: Rounding) -> (u128, bool) {
    let kept = number.significand.checked_shr(shift).unwrap_or(0);
    let lost = number.significand ^ kept.checked_shl(shift).unwrap_or(0);
    let half = match shift {
        0 => 0,
        1..=128 => 1 << (shift - 1),
        // The number is far below half of the lowest bit.
        _ => u128::MAX,
    };
    if lost == 0 && !is_sticky {
        return (kept, true);
    }
    let above = shift > 0 && (lost > half || lost == half && is_sticky);
    let at_half = shift > 0 && lost == half && !is_sticky;
    let goes_up = match rounding {
        Rounding::NearestEven => above || at_half && kept & 1 == 1,
        Rounding::NearestAway => above || at_half,
        Rounding::ToZero => false,
        Rounding::Down => number.is_negative,
        Rounding::Up => !number.is_negative,
    };
    (kept + u128::from(goes_up), false)
}

fn round(
    number: Finite,
    is_sticky: bool,
    format: Format,
    rounding: Rounding,
    flags: &mut u8,
) -> u64 {
    let sign = |bits| signed(bits, number.is_negative, format);
    if number.significand == 0 {
        return sign(0);
    }
    let top = 127 - number.significand.leading_zeros() as i32;
    let exponent = number.exponent + top;
    let precision = format.fraction as i32 + 1;
    let lowest_normal = exponent - (precision - 1);
    let lowest = lowest_normal.max(format.exponent_min() - (precision - 1));
    let shift = lowest - number.exponent;
    let (mut kept, is_exact) = match u32::try_from(shift) {
        Ok(shift) => rounded(&number, shift, is_sticky, rounding),
        // Fewer bits than the format has: nothing is lost.
        Err(_) => (number.significand << shift.unsigned_abs(), true),
    };
    let mut lowest = lowest;
    if kept >> precision != 0 {
        kept >>= 1;
        lowest += 1;
    }
    if !is_exact {
        *flags |= INEXACT;
        // Tiny if it were so with any exponent.
        let is_tiny = exponent < format.exponent_min() - 1
            || exponent == format.exponent_min() - 1 && {
                let free = u32::try_from(lowest_normal - number.exponent).unwrap_or(0);
                rounded(&number, free, is_sticky, rounding).0 >> precision == 0
            };
        if is_tiny {
            *flags |= UNDERFLOW;
        }
    }
    let is_normal = kept >> (precision - 1) != 0;
    if is_normal && lowest + precision - 1 > format.bias() {
        *flags |= OVERFLOW | INEXACT;
        let is_infinite = match rounding {
            Rounding::NearestEven | Rounding::NearestAway => true,
            Rounding::ToZero => false,
            Rounding::Down => number.is_negative,
            Rounding::Up => !number.is_negative,
        };
        // The largest number is one below infinity.
        return sign(format.infinity() - u64::from(!is_infinite));
    }
    let biased = if is_normal {
        (lowest + precision - 1 + format.bias()) as u64
    } else {
        0
    };
    let fraction = kept as u64 & ((1 << format.fraction) - 1);
    sign(biased << format.fraction | fraction)
}

#[cfg(test)]
mod exact;
#[cfg(test)]
mod tests;
