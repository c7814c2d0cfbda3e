//! One multiply-add on the host's vector units, and whether the result is the chip's.
//!
//! The chip leaves out the mutual products of the low bits and adds a correction for them (manual 4.3): the low 16 bits
//! in double precision, together at most 0.75 · 2^-72 of the product, and the low 5 bits in single precision, at most
//! 0.69 · 2^-36. If the low bits of a factor are zero, nothing is left out, and the host's multiply-add is the chip's.
//!
//! Otherwise the sum is computed in two parts, the nearest number and its error, and rounded twice: once with more than
//! what can be missing added to the error, once with as much subtracted. The chip's sum is between the two, and rounding
//! is monotonic: if both give the same number, it is the chip's.

macro_rules! fused {
    (
        $(#[$doc:meta])*
        $name:ident: $float:ident,
        left_out: $left_out:literal
    ) => {
        $(#[$doc])*
        #[inline(always)]
        pub(super) fn $name(x: $float, y: $float, z: $float) -> Fused<$float> {
            const LEFT_OUT: $float = 1.0 / (1_u128 << $left_out) as $float;

            let product = x * y;
            let sum = product + z;
            // `z − sum` is `rest + rest_error`, exactly. If z is smaller than the sum, `rest_error` is the error of the
            // subtraction. If it is larger, `rest` is exact: either the sum is at least half of z, or the sum is exact
            // and `rest` is the product with the other sign.
            let rest = z - sum;
            let rest_error = z - (rest + sum);
            let error = x.mul_add(y, rest) + rest_error;
            // The errors are at most a few steps of product and z, so what their additions lose is at most a few steps of
            // steps: far less than the quarter of `LEFT_OUT` to spare, and than the sixteenth of it for z.
            let size = product.abs().mul_add(16.0, z.abs());
            let above = sum + size.mul_add(LEFT_OUT / 16.0, error);
            let below = sum + size.mul_add(-LEFT_OUT / 16.0, error);
            Fused {
                result: above,
                is_sure: above == below,
                size,
            }
        }
    };
}

/// A multiply-add in the host's arithmetic.
pub(super) struct Fused<F> {
    /// The result, if it is the chip's.
    pub(super) result: F,
    /// Whether the result is proven to be the chip's; never with an infinite input. It is false if `size` is so small that the
    /// errors are too small for the format.
    pub(super) is_sure: bool,
    /// 16 times the size of the product and the size of the addend; zero if both are.
    pub(super) size: F,
}

fused! {
    /// `x · y + z` of doubles.
    double: f64, left_out: 72
}

fused! {
    /// `x · y + z` of singles.
    single: f32, left_out: 36
}
