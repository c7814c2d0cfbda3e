//! Shifts that keep what is lost, and the rounding of every result: to the nearest value, ties to even.

/// Shifts right; every one that is shifted out sets the lowest bit.
#[must_use]
pub const fn shift_right_sticky(value: u128, count: u32) -> u128 {
    if count >= 128 {
        (value != 0) as u128
    } else {
        let lost = value & ((1 << count) - 1);
        (value >> count) | (lost != 0) as u128
    }
}

/// Shifts right and rounds to the nearest value, ties to even. From a count of 64 on the result is zero,
/// which is right for values of at most 63 bits.
#[must_use]
#[inline]
pub const fn round_nearest_even(value: u64, count: u32) -> u64 {
    if count == 0 {
        return value;
    }
    if count >= 64 {
        return 0;
    }
    let quotient = value >> count;
    let half = 1 << (count - 1);
    let remainder = value & ((1 << count) - 1);
    let up = remainder > half || (remainder == half && quotient & 1 == 1);
    quotient + up as u64
}

/// As [`round_nearest_even`], for a wide significand, shifted by 1 to 127 bits.
#[must_use]
pub const fn round_wide(value: u128, count: u32) -> u128 {
    let quotient = value >> count;
    let half = 1 << (count - 1);
    let remainder = value & ((1 << count) - 1);
    let up = remainder > half || (remainder == half && quotient & 1 == 1);
    quotient + up as u128
}

#[cfg(test)]
mod tests {
    use super::{round_nearest_even, round_wide, shift_right_sticky};

    #[test]
    fn shifts() {
        assert_eq!(shift_right_sticky(0b1001, 3), 0b1);
        assert_eq!(shift_right_sticky(0b10001, 3), 0b11);
        assert_eq!(shift_right_sticky(0b10010, 3), 0b11);
        assert_eq!(shift_right_sticky(0b1, 500), 1);
        assert_eq!(round_nearest_even(0b101, 1), 0b10);
        assert_eq!(round_nearest_even(0b111, 1), 0b100);
        assert_eq!(round_nearest_even(0b1101, 2), 0b11);
        assert_eq!(round_nearest_even(u64::MAX >> 1, 64), 0);
        assert_eq!(round_wide(0b1101, 2), 0b11);
    }
}
