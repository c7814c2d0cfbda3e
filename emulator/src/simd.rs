//! The host's vector units: the one place that decides for which of them a kernel is compiled.
//!
//! A [`Kernel`] is plain Rust, a loop over slices. It is compiled three times: for AVX-512, for AVX2 and for any
//! 64-bit host. The choice is made when the program runs. [`limit_to`] leaves the wider ones out, so that all can be
//! measured and tested on one host.
//!
//! How to write a kernel so that the compiler uses vectors: one loop over many lanes whose body computes everything for
//! one lane. Several short loops over arrays of a few lanes are unrolled first, and what follows is mostly scalar.

use std::sync::atomic::{AtomicU8, Ordering};

use multiversion::multiversion;
use multiversion::target::match_target;

/// A loop that is worth compiling for the vector units of the host.
pub trait Kernel {
    /// Runs it. Must be `#[inline(always)]`, so that it becomes part of each version.
    fn run(self);
}

/// The vector units that kernels run on, from the narrowest to the widest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Vectors {
    /// The vectors of every 64-bit host.
    Any,
    /// 256 bits, with multiply-add.
    Avx2,
    /// 512 bits, with multiply-add.
    Avx512,
}

impl Vectors {
    /// All, from the narrowest to the widest.
    pub const ALL: [Self; 3] = [Self::Any, Self::Avx2, Self::Avx512];
}

static WIDEST: AtomicU8 = AtomicU8::new(Vectors::Avx512 as u8);

/// From now on kernels of this process run on vectors no wider than these; the widest are not a limit. No result depends on
/// it.
pub fn limit_to(widest: Vectors) {
    WIDEST.store(widest as u8, Ordering::Relaxed);
}

/// The widest vectors that are allowed.
fn limit() -> Vectors {
    Vectors::ALL[usize::from(WIDEST.load(Ordering::Relaxed))]
}

/// The vector units that kernels run on now.
#[must_use]
pub fn vectors() -> Vectors {
    #[cfg(target_arch = "x86_64")]
    {
        let limit = limit();
        if limit == Vectors::Avx512
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
        {
            return Vectors::Avx512;
        }
        if limit >= Vectors::Avx2
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
        {
            return Vectors::Avx2;
        }
    }
    Vectors::Any
}

/// Runs a kernel on the widest vectors that the host has and the limit admits.
#[inline]
pub fn on_vectors<K: Kernel>(kernel: K) {
    match limit() {
        Vectors::Avx512 => on_avx512(kernel),
        Vectors::Avx2 => on_avx2(kernel),
        Vectors::Any => on_any(kernel),
    }
}

#[inline(never)]
fn on_any<K: Kernel>(kernel: K) {
    kernel.run();
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
