//! One multiply-add on the host's instruction for it, and whether the result is the chip's.
//!
//! The host rounds `x · y + z` with the full product. The chip leaves out the mutual products of the low bits and adds a
//! correction for them (manual 4.3): the low 16 bits in double precision, together less than 2^-72 of the product, and
//! the low 5 bits in single precision, less than 2^-36. The rounding error of the host tells whether that can change
//! the result: if it is further than that from half a step, it cannot.
//!
//! The error is computed in the precision of the operation, without a conversion. It is the exact one if nothing
//! overflows and no part of it is too small for the format; the callers leave such numbers out.

macro_rules! fused {
    (
        $(#[$doc:meta])*
        $name:ident: $float:ident in $bits:ident,
        exponent: $exponent:literal,
        low_bits: $low_bits:literal,
        left_out: $left_out:literal,
        mantissa_bits: $mantissa_bits:literal,
        slack: $slack:literal
    ) => {
        $(#[$doc])*
        #[inline(always)]
        pub(super) fn $name(x: $float, y: $float, z: $float) -> ($float, bool) {
            const BIAS: $bits = $exponent >> 1;
            const fn power_of_two(exponent: i32) -> $float {
                $float::from_bits(((BIAS as i32 + exponent) as $bits) << $mantissa_bits)
            }
            // More than the left out and added parts, if the product is 1.0.
            const LEFT_OUT: $float = power_of_two(-$left_out);
            // A little less than half a step of a result of 1.0.
            const HALF_A_STEP: $float =
                power_of_two(-$mantissa_bits - 1) * (1.0 - power_of_two(-$slack));
            // The number before 1.0; another times this is the one before it.
            const BEFORE: $float = 1.0 - power_of_two(-$mantissa_bits - 1);

            let result = x.mul_add(y, z);
            // The exact sum is `sum + sum_error + product_error`.
            let product = x * y;
            let product_error = x.mul_add(y, -product);
            let sum = product + z;
            let z_part = sum - product;
            let sum_error = (product - (sum - z_part)) + (z - z_part);
            let lost = (sum - result) + sum_error + product_error;
            let is_full = (x.to_bits() & $low_bits == 0) | (y.to_bits() & $low_bits == 0);
            // Below a power of two steps are half as long, so the number before the result tells how long they are.
            let before = result * BEFORE;
            let power = $float::from_bits(before.to_bits() & ($exponent << $mantissa_bits));
            // If the left out part is less than a step, the product is not so much larger than the result that its
            // error and that of the sum would reach the sum's upper half. Then the difference of the sum from the
            // result is exact, and what the sum of the three parts loses is less than the slack.
            let is_far = product.abs().mul_add(LEFT_OUT, lost.abs()) < power * HALF_A_STEP;
            // Minus zero becomes plus zero.
            (result + 0.0, is_full | is_far)
        }
    };
}

fused! {
    /// `x · y + z` of doubles.
    double: f64 in u64, exponent: 0x7ff, low_bits: 0xffff, left_out: 72, mantissa_bits: 52, slack: 30
}

fused! {
    /// `x · y + z` of singles.
    single: f32 in u32, exponent: 0xff, low_bits: 0x1f, left_out: 36, mantissa_bits: 23, slack: 12
}
