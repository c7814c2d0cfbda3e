//! Arithmetic of pointwise instructions: one element at a time.

use crate::machine::csr::Status;
use crate::table::{Element, Pointwise};

/// Computes an element from the elements of both sources.
pub(super) fn compute(
    operation: Pointwise,
    element: Element,
    left: u64,
    right: u64,
    status: &mut Status,
) -> u64 {
    let bits = 8 * element.bytes() as u32;
    let unused = 64 - bits;
    let signed = |value: u64| (value << unused) as i64 >> unused;
    let amount = (right & u64::from(bits - 1)) as u32;
    let rounding = status.fixed_rounding;
    match operation {
        Pointwise::Add => left.wrapping_add(right),
        Pointwise::Subtract => left.wrapping_sub(right),
        Pointwise::Multiply => left.wrapping_mul(right),
        Pointwise::MultiplyHigh => {
            ((i128::from(signed(left)) * i128::from(signed(right))) >> bits) as u64
        }
        Pointwise::ShiftRight => shift(signed(left).into(), amount, rounding) as u64,
        Pointwise::Clip => {
            let quarter = bits / 4;
            let (low, high) = (-(1_i128 << (quarter - 1)), (1_i128 << (quarter - 1)) - 1);
            clip(
                shift(signed(left).into(), amount, rounding),
                low,
                high,
                status,
            )
        }
        Pointwise::ClipUnsigned => {
            let quarter = bits / 4;
            let value = i128::from(left << unused >> unused);
            clip(
                shift(value, amount, rounding),
                0,
                (1_i128 << quarter) - 1,
                status,
            )
        }
    }
}

/// A value shifted right by an amount and rounded as `xmxrm` states.
fn shift(value: i128, amount: u32, rounding: u8) -> i128 {
    if amount == 0 {
        return value;
    }
    let kept = value >> amount;
    let lost = value & ((1 << amount) - 1);
    let half = 1_i128 << (amount - 1);
    let increment = match rounding {
        // To nearest, up.
        0 => lost & half != 0,
        // To nearest, even.
        1 => lost > half || lost == half && kept & 1 == 1,
        // Down.
        2 => false,
        // To odd.
        _ => kept & 1 == 0 && lost != 0,
    };
    kept + i128::from(increment)
}

fn clip(value: i128, low: i128, high: i128, status: &mut Status) -> u64 {
    if value < low || value > high {
        status.is_saturated = true;
    }
    value.clamp(low, high) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the specification: v[d-1], v[d-1] & (v[d-2:0] != 0 | v[d]), 0, !v[d] & v[d-1:0] != 0.
    #[test]
    fn rounding_is_the_table_of_the_specification() {
        for value in -300_i128..300 {
            for amount in 1..8_u32 {
                let bit = |index: u32| value >> index & 1;
                let below = |count: u32| value & ((1 << count) - 1);
                let nearest_up = bit(amount - 1);
                let nearest_even =
                    bit(amount - 1) & i128::from(below(amount - 1) != 0 || bit(amount) != 0);
                let odd = i128::from(bit(amount) == 0 && below(amount) != 0);
                for (mode, increment) in [(0, nearest_up), (1, nearest_even), (2, 0), (3, odd)] {
                    assert_eq!(
                        shift(value, amount, mode),
                        (value >> amount) + increment,
                        "{value} {amount} {mode}"
                    );
                }
            }
        }
        assert_eq!(shift(-3, 0, 3), -3);
    }
}
