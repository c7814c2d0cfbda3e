//! What instructions compute in a lane, as the hardware's source does: pure functions of 32-bit words.
//!
//! Floats are IEEE single, to nearest even. The units of the hardware are not exact in their last bits and flush small numbers.

use crate::table::{Comparison, Float, Integer, Relation, Unary};

/// An integer from two. Shifts use all bits of the amount.
#[must_use]
pub fn integer(operation: Integer, a: u32, b: u32) -> u32 {
    match operation {
        Integer::Or => a | b,
        Integer::And => a & b,
        Integer::Xor => a ^ b,
        Integer::Add => a.wrapping_add(b),
        Integer::Subtract => a.wrapping_sub(b),
        Integer::Multiply => a.wrapping_mul(b),
        Integer::MultiplyHigh => ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32,
        Integer::MultiplyHighUnsigned => ((u64::from(a) * u64::from(b)) >> 32) as u32,
        // The value has 64 bits with its sign, and zeros come from above.
        Integer::ShiftRightSigned => {
            let wide = i64::from(a as i32) as u64;
            wide.checked_shr(b).unwrap_or(0) as u32
        }
        Integer::ShiftRight => a.checked_shr(b).unwrap_or(0),
        Integer::ShiftLeft => a.checked_shl(b).unwrap_or(0),
    }
}

/// A float from two, as the bits of both.
#[must_use]
pub fn float(operation: Float, a: u32, b: u32) -> u32 {
    let (a, b) = (f32::from_bits(a), f32::from_bits(b));
    let result = match operation {
        Float::Add => a + b,
        Float::Subtract => a - b,
        Float::Multiply => a * b,
        Float::Divide => a / b,
    };
    result.to_bits()
}

/// A value from one.
#[must_use]
pub fn unary(operation: Unary, a: u32) -> u32 {
    match operation {
        Unary::LeadingZeros => a.leading_zeros(),
        Unary::TrailingZeros => a.trailing_zeros(),
        Unary::Extend8 => i32::from(a as i8) as u32,
        Unary::Extend16 => i32::from(a as i16) as u32,
        Unary::ToFloat => (a as i32 as f32).to_bits(),
        // Toward zero, saturated.
        Unary::ToInteger => f32::from_bits(a) as i32 as u32,
    }
}

fn holds<T: PartialOrd>(relation: Relation, a: &T, b: &T) -> bool {
    match relation {
        Relation::Equal => a == b,
        Relation::Unequal => a != b,
        Relation::Greater => a > b,
        Relation::GreaterOrEqual => a >= b,
        Relation::Less => a < b,
        Relation::LessOrEqual => a <= b,
    }
}

/// Whether two integers compare so.
#[must_use]
pub fn compare(comparison: Comparison, a: u32, b: u32) -> bool {
    match comparison {
        Comparison::Signed(relation) => holds(relation, &(a as i32), &(b as i32)),
        Comparison::Unsigned(relation) => holds(relation, &a, &b),
    }
}

/// Whether two floats compare so.
#[must_use]
pub fn compare_float(relation: Relation, a: u32, b: u32) -> bool {
    holds(relation, &f32::from_bits(a), &f32::from_bits(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_use_the_whole_amount() {
        let shift = |operation, a, b| integer(operation, a, b);
        assert_eq!(shift(Integer::ShiftLeft, 1, 31), 1 << 31);
        assert_eq!(shift(Integer::ShiftLeft, 1, 32), 0);
        assert_eq!(shift(Integer::ShiftRight, u32::MAX, 32), 0);
        assert_eq!(shift(Integer::ShiftRight, u32::MAX, u32::MAX), 0);
        assert_eq!(
            shift(Integer::ShiftRightSigned, 0x8000_0000, 4),
            0xf800_0000
        );
        assert_eq!(
            shift(Integer::ShiftRightSigned, 0x8000_0000, 33),
            0x7fff_ffff
        );
        assert_eq!(shift(Integer::ShiftRightSigned, u32::MAX, 63), 1);
        assert_eq!(shift(Integer::ShiftRightSigned, u32::MAX, 64), 0);
    }

    #[test]
    fn products_and_counts() {
        assert_eq!(integer(Integer::MultiplyHigh, u32::MAX, 2), u32::MAX);
        assert_eq!(integer(Integer::MultiplyHighUnsigned, u32::MAX, 2), 1);
        assert_eq!(integer(Integer::Multiply, 0x1_0001, 0x1_0001), 0x2_0001);
        assert_eq!(unary(Unary::LeadingZeros, 0), 32);
        assert_eq!(unary(Unary::TrailingZeros, 0), 32);
        assert_eq!(unary(Unary::Extend8, 0x1_80), 0xffff_ff80);
        assert_eq!(unary(Unary::Extend16, 0x1_7fff), 0x7fff);
        assert_eq!(unary(Unary::ToInteger, (-1.9_f32).to_bits()), -1_i32 as u32);
        assert_eq!(unary(Unary::ToInteger, f32::NAN.to_bits()), 0);
        assert_eq!(unary(Unary::ToFloat, -2_i32 as u32), (-2.0_f32).to_bits());
    }

    #[test]
    fn comparisons_know_signs_and_nan() {
        let less = Relation::Less;
        assert!(compare(Comparison::Signed(less), u32::MAX, 0));
        assert!(!compare(Comparison::Unsigned(less), u32::MAX, 0));
        let nan = f32::NAN.to_bits();
        assert!(!compare_float(Relation::Equal, nan, nan));
        assert!(compare_float(Relation::Unequal, nan, nan));
        let sum = float(Float::Add, 1.5_f32.to_bits(), 2.25_f32.to_bits());
        assert_eq!(sum, 3.75_f32.to_bits());
    }
}
