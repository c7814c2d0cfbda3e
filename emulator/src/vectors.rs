//! The host's vector units: the one place that decides for which of them a kernel is compiled.
//!
//! A [`Kernel`] is plain Rust, a loop over slices. It is compiled three times: for AVX-512, for AVX2 and for any
//! 64-bit host. The choice is made once, when the program runs.

use multiversion::multiversion;

/// A loop that is worth compiling for the vector units of the host.
pub(crate) trait Kernel {
    /// Runs it. Must be `#[inline(always)]`, so that it becomes part of each version.
    fn run(self);
}

/// Runs a kernel on the widest vectors that the host has.
#[multiversion(
    targets(
        "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512cd+avx2+fma+bmi1+bmi2+lzcnt+popcnt",
        "x86_64+avx2+fma+bmi1+bmi2+lzcnt+popcnt",
    ),
    dispatcher = "direct"
)]
pub(crate) fn on_vectors<K: Kernel>(kernel: K) {
    kernel.run();
}

/// Whether kernels that multiply and add in one rounding run on the host's instruction for it.
pub(crate) fn has_multiply_add() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("fma") && is_x86_feature_detected!("avx2")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        cfg!(target_arch = "aarch64")
    }
}
