//! The multiplier: products of mantissas, some low partial products replaced by a correction (manual 4.3, 4.5).

/// Low mantissa bits whose mutual products are not added: 5 in single, 16 in double precision, none in half.
const fn omitted_bits(mantissa_bits: u32) -> u32 {
    match mantissa_bits {
        23 => 5,
        52 => 16,
        _ => 0,
    }
}

/// The product of two mantissas (4.3)-(4.9), with or without hidden bits above them: those take part completely. If
/// the products left out are not zero, they count as the topmost one of them.
pub(super) const fn mantissa_product(mantissa_bits: u32, a: u64, b: u64) -> u128 {
    let omitted = omitted_bits(mantissa_bits);
    let low = (1 << omitted) - 1;
    let left_out = (a & low) as u128 * (b & low) as u128;
    let correction = if left_out == 0 {
        0
    } else {
        1 << (2 * omitted - 2)
    };
    a as u128 * b as u128 - left_out + correction
}

/// As [`mantissa_product`], for mantissas of at most 24 bits.
#[inline]
pub(super) const fn short_mantissa_product(mantissa_bits: u32, a: u64, b: u64) -> u64 {
    let omitted = omitted_bits(mantissa_bits);
    if omitted == 0 {
        return a * b;
    }
    let low = (1 << omitted) - 1;
    let left_out = (a & low) * (b & low);
    let correction = if left_out == 0 {
        0
    } else {
        1 << (2 * omitted - 2)
    };
    a * b - left_out + correction
}

#[cfg(test)]
mod tests {
    use super::{mantissa_product, short_mantissa_product};
    use crate::test_random::advance;

    /// The sum of partial products as (4.5)-(4.9) state it, bit by bit, in units of 2^-2m.
    fn reference(mantissa_bits: u32, kept: u32, a: u64, b: u64) -> u128 {
        let bit = |value: u64, j: u32| u128::from((value >> (mantissa_bits - j)) & 1);
        let mut sum = 0;
        let mut left_out = 0;
        for j in 0..=mantissa_bits {
            for k in 0..=mantissa_bits {
                let partial = (bit(a, j) * bit(b, k)) << (2 * mantissa_bits - j - k);
                if j <= kept || k <= kept {
                    sum += partial;
                } else {
                    left_out += partial;
                }
            }
        }
        let r = if left_out == 0 {
            0
        } else {
            1 << (2 * mantissa_bits - 2 * (kept + 1))
        };
        sum + r
    }

    #[test]
    fn products_are_those_of_the_formulas() {
        let mut state = 7_u64;
        for round in 0..3000 {
            advance(&mut state);
            let (x, y) = (state ^ (state >> 29), state.rotate_left(31));
            let sparse = if round % 3 == 0 { x & y & (y >> 7) } else { x };
            for (mantissa_bits, kept) in [(9, 9), (18, 18), (23, 18), (52, 36)] {
                let mask = (1 << (mantissa_bits + 1)) - 1;
                let (a, b) = (sparse & mask, y & mask);
                assert_eq!(
                    mantissa_product(mantissa_bits, a, b),
                    reference(mantissa_bits, kept, a, b),
                    "{mantissa_bits} {a:#x} {b:#x}"
                );
                if mantissa_bits < 52 {
                    let short = short_mantissa_product(mantissa_bits, a, b);
                    assert_eq!(u128::from(short), mantissa_product(mantissa_bits, a, b));
                }
            }
        }
    }

    #[test]
    fn the_topmost_omitted_bit_stands_for_all() {
        assert_eq!(mantissa_product(23, 1 << 4, 1 << 4), 1 << 8);
        assert_eq!(mantissa_product(23, 1, 1), 1 << 8);
        assert_eq!(mantissa_product(23, 1, 1 << 5), 1 << 5);
        assert_eq!(mantissa_product(52, 1, 1), 1 << 30);
        assert_eq!(mantissa_product(9, 1, 1), 1);
    }
}
