//! The command line of `mnc2 bench`.

use std::path::PathBuf;

use clap::Args;

use super::{Format, SimdArguments};

/// `mnc2 bench`
#[derive(Debug, Args)]
#[command(after_help = "\
Each row alternates with its reference in this process; the figure is the median. The last column is a hash of the
result: figures with different hashes cannot be compared.

Exit codes: 0 measured, 2 the folder cannot be read.

Examples:
  mnc2 bench
  mnc2 bench --only steps --simd avx2
  mnc2 bench --programs problems/ --format json")]
pub(crate) struct BenchArguments {
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Measure one part only (steps, machines, alike, long, text, stream or debugger), or one step by name
    #[arg(long, value_name = "PART")]
    pub(crate) only: Option<String>,
    #[command(flatten)]
    pub(crate) simd: SimdArguments,
    /// Also run the programs in this folder that have a testcase next to them
    #[arg(long, value_name = "FOLDER")]
    pub(crate) programs: Option<PathBuf>,
    /// Number of rounds; each round runs everything once
    #[arg(long, value_name = "COUNT")]
    pub(crate) rounds: Option<usize>,
}
