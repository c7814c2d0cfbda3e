//! The command line of `mnc2 bench`.

use std::path::PathBuf;

use clap::Args;

/// `mnc2 bench`
#[derive(Debug, Args)]
#[command(after_help = "\
Each row is measured in turn with what it is compared with, in this process; the figure is the median. The last
column is a hash of the result: figures of different hashes cannot be compared.

Exit codes: 0 measured, 2 the folder cannot be read.")]
pub(crate) struct BenchArguments {
    /// Write one JSON object instead of a table
    #[arg(long)]
    pub(crate) json: bool,
    /// Only what is called so: steps, threads, alike, long, text, or the name of one step
    #[arg(long, value_name = "PART")]
    pub(crate) only: Option<String>,
    /// A folder with testcases and, beside them, programs that are run too
    #[arg(long, value_name = "FOLDER")]
    pub(crate) programs: Option<PathBuf>,
    /// Run each thing once in so many rounds, for counting instructions and to see that it runs
    #[arg(long, value_name = "COUNT")]
    pub(crate) rounds: Option<usize>,
}
