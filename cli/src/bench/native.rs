//! What the emulator is compared with: the host's own arithmetic and copies over the same layout.

use multiversion::multiversion;

/// `x · y + z` of single-precision values with one rounding each, as the host does it.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx2+fma",
    "x86_64+avx2+fma",
))]
pub(crate) fn multiply_add(x: &[f32], y: &[f32], z: &[f32], output: &mut [f32]) {
    for (((output, &x), &y), &z) in output.iter_mut().zip(x).zip(y).zip(z) {
        *output = x.mul_add(y, z);
    }
}

/// The vector units that the host has and the emulator uses.
pub(crate) fn vectors() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") {
            return "AVX-512";
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            return "AVX2";
        }
    }
    "none"
}
