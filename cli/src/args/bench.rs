//! The command line of `mnc2 bench`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// `mnc2 bench`
#[derive(Debug, Args)]
#[command(after_help = "\
Each row takes turns with the one that it is compared with, in this process; the figure is the median. The last
column is a hash of the result: figures with different hashes cannot be compared.

Exit codes: 0 measured, 2 the folder cannot be read.

Examples:
  mnc2 bench
  mnc2 bench --only steps --simd avx2
  mnc2 bench --programs problems/ --json")]
pub(crate) struct BenchArguments {
    /// Write one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
    /// Measure only one part (steps, machines, alike, long, text or debugger) or one step, by its name
    #[arg(long, value_name = "PART")]
    pub(crate) only: Option<String>,
    /// Run the emulator, and the host's own arithmetic, on vector units no wider than these
    #[arg(long, value_enum, value_name = "UNITS")]
    pub(crate) simd: Option<Simd>,
    /// Also run the programs in this folder that have a testcase beside them
    #[arg(long, value_name = "FOLDER")]
    pub(crate) programs: Option<PathBuf>,
    /// Run each thing once in this many rounds, without measuring for long
    #[arg(long, value_name = "COUNT")]
    pub(crate) rounds: Option<usize>,
}

/// Vector units of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Simd {
    /// 512 bits, if the host has them
    Avx512,
    /// 256 bits
    Avx2,
}
