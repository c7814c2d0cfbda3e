//! The command line of `mnc2 judge`.

use std::path::PathBuf;

use clap::Args;

use super::{ConfigArguments, DEFAULT_MEMORY_MIB_MAX, Format};

/// `mnc2 judge`
#[derive(Debug, Args)]
#[command(after_help = "\
The testcase of a solution is the first PATH if that is a testcase, or the value of --testcase, otherwise the testcase in
`[testcase]` of mnc2.toml, otherwise testcase.vsm next to the solution. Folders are searched for programs that
have a testcase.

A solution is assembled in flat mode; `#` and `!` start comments. Its `d get`, `d set` and host statements are left
out. It runs after the testcase's inputs and before its output lines, with off-chip memory zero.

Standard output is `ACCEPTED!! score=.. j=.. m=.. bytes=..`, where j counts PE instructions, m MV instructions,
score is their sum, and bytes the source without comments and blank lines; or `RESULT MISMATCH: pos=.. actual=..
expected=.. error=..` for each wrong value, with the bits of an integer, the memory it was read from and the line of
the testcase, and then `N value(s) correct, but M value(s) mismatch`. The error is the actual value minus the expected
one. Of several solutions each line begins with the name of its file.

Assertions of a solution (`#! assert ..`, `#! log ..`) are checked in that run, and reported on standard error. One
that does not hold leaves the verdict as it is and makes the exit code 1. Where it names no PE, n0c0b0m0p0 is meant.

With --format json each solution gives one object: solution, testcase, accepted, outcome (accepted, wrong, set memory,
errors or stopped), score, values, wrong, mismatches, suspects, set_memory and failed_assertions. Each mismatch has pos,
actual, hexadecimal, expected, error, line, memory, element and address. Suspects are lines of the solution: decisive ones,
on which only wrong values depend, and unused ones, on which no output depends; in text they follow the verdict on standard
error. With --list each testcase gives one: testcase and solutions.

Exit codes: 0 all accepted, 1 a value is wrong, a solution has errors or set memory, or an assertion does not hold,
2 a file cannot be read or there is no testcase, 3 a run stopped before its end.

Examples:
  mnc2 judge testcase.vsm solution.vsm
  mnc2 judge 01.vsm 02.vsm
  mnc2 judge problems/ --format json
  mnc2 judge problems/ --list
  mnc2 judge testcase.vsm solution.vsm --debug
  mnc2 judge solution.vsm --watch")]
pub(crate) struct JudgeArguments {
    /// A testcase of the older or the newer form, then solutions and folders; or only solutions and folders.
    /// `-` is a solution on standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Judge all solutions against this testcase
    #[arg(long, value_name = "FILE")]
    pub(crate) testcase: Option<PathBuf>,
    /// List the testcases, each with its solutions, without judging
    #[arg(long, conflicts_with = "watch")]
    pub(crate) list: bool,
    /// Judge again when a solution, a testcase or mnc2.toml changes; Ctrl+C ends
    #[arg(long)]
    pub(crate) watch: bool,
    /// Debug the first solution with a wrong value, at its end, with the origin of that value
    #[arg(long, conflicts_with_all = ["list", "watch", "format"])]
    pub(crate) debug: bool,
    /// Execute the `d get` lines of the solution; their dump goes to standard error
    #[arg(long)]
    pub(crate) enable_get: bool,
    /// Execute the `d set` lines of the solution; a solution with such lines is not accepted
    #[arg(long)]
    pub(crate) enable_set: bool,
    /// Fill memories and registers with reproducible garbage first, except PDM and DRAM
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub(crate) dirty: Option<u64>,
    /// Maximum number of steps; `nop/n` counts n
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_steps: Option<u64>,
    /// Maximum size of PDM and DRAM, in mebibytes; 0 means unlimited
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_MEMORY_MIB_MAX)]
    pub(crate) max_memory: u64,
    /// Maximum number of wrong values shown for each solution; 0 shows all
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    pub(crate) max_mismatches: usize,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
}
