//! The host's vector units: the one place that decides for which of them a kernel is compiled.
//!
//! A [`Kernel`] is plain Rust, a loop over slices. It is compiled three times: for AVX-512, for AVX2 and for any
//! 64-bit host. The choice is made when the program runs. [`limit_to_avx2`] leaves AVX-512 out, so that both can be
//! measured and tested on one host.
//!
//! How to write a kernel so that the compiler uses vectors: one loop over many lanes whose body computes everything for
//! one lane. Several short loops over arrays of a few lanes are unrolled first, and what follows is mostly scalar.

use std::sync::atomic::{AtomicBool, Ordering};

use multiversion::multiversion;
use multiversion::target::match_target;

/// A loop that is worth compiling for the vector units of the host.
pub trait Kernel {
    /// Runs it. Must be `#[inline(always)]`, so that it becomes part of each version.
    fn run(self);
}

/// The vector units that kernels run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// 512 bits.
    Avx512,
    /// 256 bits, with multiply-add.
    Avx2,
    /// What every 64-bit host has.
    Any,
}

static WITHOUT_AVX512: AtomicBool = AtomicBool::new(false);

/// From now on kernels of this process run on AVX2 at most, or again on the widest vectors. No result depends on it.
pub fn limit_to_avx2(is_limited: bool) {
    WITHOUT_AVX512.store(is_limited, Ordering::Relaxed);
}

/// The vector units that kernels run on now.
#[must_use]
pub fn vectors() -> Vectors {
    #[cfg(target_arch = "x86_64")]
    {
        let is_limited = WITHOUT_AVX512.load(Ordering::Relaxed);
        if !is_limited
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
        {
            return Vectors::Avx512;
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            return Vectors::Avx2;
        }
    }
    Vectors::Any
}

/// Runs a kernel on the widest vectors that the host has.
#[inline]
pub fn on_vectors<K: Kernel>(kernel: K) {
    if WITHOUT_AVX512.load(Ordering::Relaxed) {
        on_avx2(kernel);
    } else {
        on_avx512(kernel);
    }
}

#[multiversion(
    targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512cd+avx2+fma+bmi1+bmi2+lzcnt+popcnt"),
    dispatcher = "direct"
)]
fn on_avx512<K: Kernel>(kernel: K) {
    match_target! {
        "x86_64+avx512f" => kernel.run(),
        _ => on_avx2(kernel),
    }
}

#[multiversion(
    targets("x86_64+avx2+fma+bmi1+bmi2+lzcnt+popcnt"),
    dispatcher = "direct"
)]
fn on_avx2<K: Kernel>(kernel: K) {
    kernel.run();
}

/// Whether kernels that multiply and add in one rounding run on the host's instruction for it.
pub(crate) fn has_multiply_add() -> bool {
    cfg!(target_arch = "aarch64") || vectors() != Vectors::Any
}
