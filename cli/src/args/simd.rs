//! `--simd`: the vector units of the host that the emulator may use.

use clap::{Args, ValueEnum};
use mnc2_emulator::simd::{self, Vectors};

/// The limit of the vector units.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SimdArguments {
    /// Widest vector instructions of the host to use; results do not depend on it
    #[arg(long, value_enum, value_name = "UNITS")]
    simd: Option<Simd>,
}

/// Vector units of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Simd {
    /// 512 bits, if the host has them
    Avx512,
    /// 256 bits, if the host has them
    Avx2,
    /// Instructions of every 64-bit host
    None,
}

impl SimdArguments {
    /// Limits the emulator of this process.
    pub(crate) fn apply(self) {
        simd::limit_to(match self.simd {
            None | Some(Simd::Avx512) => Vectors::Avx512,
            Some(Simd::Avx2) => Vectors::Avx2,
            Some(Simd::None) => Vectors::Any,
        });
    }
}
