//! Floating-point operations of the ALU on one element (manual 3.6.12.9-3.6.12.13, 3.6.12.18): result and mask flag.

use crate::float::format::{Class, Format};
use crate::float::{chip_choices, reciprocal_square_root as table};

/// Result and mask flag.
type Element = (u64, bool);

/// The flag of `rsqrt` and the ReLU family: bit `index` from the top of x is 0.
const fn bit_is_clear(format: Format, x: u64, index: u32) -> bool {
    x & (format.sign_mask() >> index) == 0
}

/// The result of `rsqrt`.
pub(super) fn reciprocal_square_root(format: Format, x: u64) -> Element {
    (
        table::reciprocal_square_root(format, x),
        bit_is_clear(format, x, 0),
    )
}

/// `floor`: towards minus infinity; zero and infinity unchanged.
pub(super) fn floor(format: Format, x: u64) -> u64 {
    let exponent = format.unbiased_exponent(x);
    match format.class(x) {
        Class::Zero | Class::Infinity => x,
        Class::Normal if exponent >= format.mantissa_bits as i32 => x,
        Class::Normal if exponent < 0 => {
            if format.is_negative(x) {
                format.pack(true, format.bias() as u64, 0)
            } else {
                format.zero(false)
            }
        }
        Class::Normal => {
            let unit = 1 << (format.mantissa_bits - exponent as u32);
            let fraction = x & (unit - 1);
            let truncated = x - fraction;
            // Adding one unit to the magnitude carries into the exponent where it must.
            if format.is_negative(x) && fraction != 0 {
                truncated + unit
            } else {
                truncated
            }
        }
    }
}

/// `ftoi`: towards zero, clipped; in unsigned mode of the absolute value.
pub(super) fn to_integer(format: Format, x: u64, unsigned: bool) -> u64 {
    let bits = format.bits();
    let magnitude = magnitude(format, x);
    if unsigned {
        return magnitude.min(u128::from(format.mask())) as u64;
    }
    let largest = (1_u128 << (bits - 1)) - 1;
    if !format.is_negative(x) {
        magnitude.min(largest) as u64
    } else if magnitude > largest {
        chip_choices::smallest_integer(bits)
    } else {
        (magnitude as u64).wrapping_neg()
    }
}

/// The whole part of the absolute value, cut off at 2^65.
fn magnitude(format: Format, x: u64) -> u128 {
    let exponent = format.unbiased_exponent(x);
    let significand = u128::from((1 << format.mantissa_bits) | format.mantissa(x));
    match format.class(x) {
        Class::Zero => 0,
        Class::Infinity => 1 << 65,
        Class::Normal if exponent < 0 => 0,
        Class::Normal if exponent >= 64 => 1 << 65,
        Class::Normal => (significand << exponent) >> format.mantissa_bits,
    }
}

/// The order of floating-point `max` and `min`: sign and magnitude, all zeros equal.
fn order(format: Format, x: u64) -> i64 {
    let magnitude = (x & (format.sign_mask() - 1)) as i64;
    match format.class(x) {
        Class::Zero => 0,
        Class::Normal | Class::Infinity if format.is_negative(x) => -magnitude,
        Class::Normal | Class::Infinity => magnitude,
    }
}

/// `max`: the flag is 1 if x was selected, equality included.
pub(super) fn max(format: Format, x: u64, y: u64) -> Element {
    let first = order(format, x) >= order(format, y);
    (if first { x } else { y }, first)
}

/// `min`, with the flags of [`max`].
pub(super) fn min(format: Format, x: u64, y: u64) -> Element {
    let first = order(format, x) <= order(format, y);
    (if first { x } else { y }, first)
}

/// `relu` to `relu3`: y if bit `index` from the top of x is 0, otherwise minus zero.
pub(super) fn relu(format: Format, x: u64, y: u64, index: u32) -> Element {
    let keep = bit_is_clear(format, x, index);
    (if keep { y } else { format.zero(true) }, keep)
}

/// `lrelud` and `lreluo`: y if the sign of x is 0, otherwise `y / 2^shift`.
pub(super) fn leaky_relu(format: Format, x: u64, y: u64, shift: u64) -> Element {
    let keep = bit_is_clear(format, x, 0);
    (
        if keep {
            y
        } else {
            chip_choices::lower_exponent(format, y, shift)
        },
        keep,
    )
}

/// `ilrelud`: y if the sign of x is 0, otherwise y with its exponent field one higher, also for zero.
pub(super) fn inverse_leaky_relu(format: Format, x: u64, y: u64) -> Element {
    let keep = bit_is_clear(format, x, 0);
    let is_infinite = matches!(format.class(y), Class::Infinity);
    let raised = if is_infinite {
        y
    } else {
        y + (1 << format.mantissa_bits)
    };
    (if keep { y } else { raised }, keep)
}
