//! Integer operations on one element (manual 3.6.12.6-3.6.12.8, 3.6.12.13-3.6.12.17): result and mask flag.
//!
//! Elements arrive in the low `bits` of a `u64`, the rest zero. Results may have any bits above; they are cut off when
//! the long word is assembled.

use super::data_path::element_mask;

/// Result and mask flag.
type Element = (u64, bool);

const fn is_negative(bits: u32, x: u64) -> bool {
    (x >> (bits - 1)) & 1 == 1
}

const fn is_zero(bits: u32, x: u64) -> bool {
    x & element_mask(bits) == 0
}

const fn sign_extended(bits: u32, x: u64) -> i64 {
    ((x << (64 - bits)) as i64) >> (64 - bits)
}

/// `add`: the flag is 1 if the result is non-negative, or in unsigned mode if nothing overflowed.
pub(super) fn add(bits: u32, x: u64, y: u64, unsigned: bool) -> Element {
    let sum = x.wrapping_add(y) & element_mask(bits);
    (
        sum,
        if unsigned {
            sum >= x
        } else {
            !is_negative(bits, sum)
        },
    )
}

/// `sub`, with the flags of [`add`].
pub(super) fn sub(bits: u32, x: u64, y: u64, unsigned: bool) -> Element {
    let difference = x.wrapping_sub(y) & element_mask(bits);
    (
        difference,
        if unsigned {
            x >= y
        } else {
            !is_negative(bits, difference)
        },
    )
}

/// `not`: the flag is 1 if the result is zero.
pub(super) fn not(bits: u32, x: u64) -> Element {
    with_zero_flag(bits, !x)
}

/// `lnot`: 1 for zero, 0 otherwise; the flag is 1 if the result is zero.
pub(super) fn logical_not(bits: u32, x: u64) -> Element {
    with_zero_flag(bits, u64::from(x == 0))
}

/// A result whose flag is 1 if it is zero: `and`, `or`, `xor`, `passa` and the shifts.
pub(super) fn with_zero_flag(bits: u32, result: u64) -> Element {
    (result, is_zero(bits, result))
}

/// `max`: the flag is 1 if x was selected, equality included.
pub(super) fn max(bits: u32, x: u64, y: u64, unsigned: bool) -> Element {
    let first = if unsigned {
        x >= y
    } else {
        sign_extended(bits, x) >= sign_extended(bits, y)
    };
    (if first { x } else { y }, first)
}

/// `min`, with the flags of [`max`].
pub(super) fn min(bits: u32, x: u64, y: u64, unsigned: bool) -> Element {
    let first = if unsigned {
        x <= y
    } else {
        sign_extended(bits, x) <= sign_extended(bits, y)
    };
    (if first { x } else { y }, first)
}

/// `packbit`: x shifted left by one with the top bit of y in the gap; the flag is 1 if this bit is 0.
pub(super) fn packbit(bits: u32, x: u64, y: u64) -> Element {
    let top = is_negative(bits, y);
    ((x << 1) | u64::from(top), !top)
}

/// The shift amount: bits above those that can express the word length are ignored.
const fn amount(bits: u32, y: u64) -> u32 {
    (y % (2 * bits as u64)) as u32
}

/// The result of `lsl`.
pub(super) fn shift_left(bits: u32, x: u64, y: u64) -> Element {
    let amount = amount(bits, y);
    with_zero_flag(bits, if amount >= bits { 0 } else { x << amount })
}

/// `lsr`: arithmetic, or logical in unsigned mode.
pub(super) fn shift_right(bits: u32, x: u64, y: u64, unsigned: bool) -> Element {
    let amount = amount(bits, y);
    let shifted = if unsigned {
        if amount >= bits { 0 } else { x >> amount }
    } else {
        (sign_extended(bits, x) >> amount.min(63)) as u64
    };
    with_zero_flag(bits, shifted)
}

/// The result of `bsl`.
pub(super) fn rotate_left(bits: u32, x: u64, y: u64) -> Element {
    let amount = amount(bits, y) % bits;
    let rotated = if amount == 0 {
        x
    } else {
        (x << amount) | (x >> (bits - amount))
    };
    with_zero_flag(bits, rotated)
}

/// The result of `bsr`.
pub(super) fn rotate_right(bits: u32, x: u64, y: u64) -> Element {
    let amount = amount(bits, y) % bits;
    rotate_left(bits, x, u64::from(bits - amount))
}
