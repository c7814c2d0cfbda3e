//! The command line of `mnc2 judge`.

use std::path::PathBuf;

use clap::Args;

use super::Format;

/// `mnc2 judge`
#[derive(Debug, Args)]
#[command(after_help = "\
The solution is assembled in flat mode, what follows `#` or `!` being comment; its `d get` and `d set` lines are
left out. It runs after the testcase's inputs and before its output lines, with off-chip memory zero.

Standard output holds `ACCEPTED!! score=.. j=.. m=.. bytes=..`, where j counts PE instructions, m MV
instructions, score is their sum and bytes the source without comments and blank lines; or a line
`RESULT MISMATCH: pos=.. actual=.. expected=.. error=..` for each wrong value, and their count.

Exit codes: 0 accepted, 1 a value is wrong, the solution has errors, or it set memory, 2 a file cannot be read
or is no testcase, 3 stopped before the end.")]
pub(crate) struct JudgeArguments {
    /// The testcase, of the older or the newer form
    #[arg(value_name = "TESTCASE")]
    pub(crate) testcase: PathBuf,
    /// The solution; `-` is standard input
    #[arg(value_name = "SOLUTION")]
    pub(crate) solution: PathBuf,
    /// Execute the `d get` lines of the solution; their dump goes to standard error
    #[arg(long)]
    pub(crate) enable_get: bool,
    /// Execute the `d set` lines of the solution; if it has any, it is not accepted
    #[arg(long)]
    pub(crate) enable_set: bool,
    /// Start memories and registers with reproducible garbage, PDM and DRAM excepted
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub(crate) dirty: Option<u64>,
    /// Stop when this many steps were executed; `nop/n` counts n
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_steps: Option<u64>,
    /// Wrong values that are reported; 0 reports all
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    pub(crate) max_mismatches: usize,
    /// How the verdict and findings are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
