//! The command line of `mnc2 equal`.

use std::path::PathBuf;

use clap::Args;

use super::{DEFAULT_MEMORY_MIB_MAX, Format, RulesArguments};
use crate::memory_files::MemoryRange;

/// `mnc2 equal`
#[derive(Debug, Args)]
#[command(after_help = "\
Two programs are equivalent if `d get` and `e` print the same, in the same order; if neither program prints anything, if all
memories are equal at the end. Forwarding and turnaround registers are compared with --registers only: `mnc2 schedule` does not
preserve them at the end. --at names other places, at the end: a memory (lm0 lm1 grf0 grf1 l1bm l2bm pdm dram), elements as in `d get`, then
`:ADDRESS` and `+COUNT`, both in long words; without +COUNT, all words from there on. With --testcase both programs run
as `mnc2 judge` runs them, after the testcase's inputs, and the testcase's output lines must show the same.

The proof follows the data of both programs. If every value is computed by the same operations from the same sources, the
programs are equivalent for any initial content of the memories. Otherwise both run from zero and from several dirty chips, and
the first difference is shown. If there is none, the result is undecided.

A statement sees every earlier write, as in a run. A program with errors, hazards included, is refused with its first
error.

With --format json the result is one object: verdict (same, different, undecided), runs, and counter_example (start, memory,
element, address, one, other, lines) or unproven; register is a forwarding or turnaround register that may differ.

Exit codes: 0 equivalent, proven by dataflow, 1 different, or a program has errors, 2 usage error, or a program cannot be
read, 4 undecided.

Examples:
  mnc2 equal before.vsm after.vsm
  mnc2 equal before.vsm after.vsm --at lm0n0c0b0m0p0:0+16 --at l2bm:0+64
  mnc2 equal 01.vsm 02.vsm --testcase testcase.vsm
  git show HEAD:kernel.vsm | mnc2 equal - kernel.vsm")]
pub(crate) struct EqualArguments {
    /// A program; `-` is standard input
    #[arg(value_name = "ONE")]
    pub(crate) one: PathBuf,
    /// Another program; `-` is standard input
    #[arg(value_name = "OTHER")]
    pub(crate) other: PathBuf,
    /// Compare only this place, at the end; may be repeated
    #[arg(long, value_name = "PLACE", value_parser = MemoryRange::parse, conflicts_with = "testcase")]
    pub(crate) at: Vec<MemoryRange>,
    /// Compare forwarding and turnaround registers at the end, too; if one differs, the result is undecided
    #[arg(long)]
    pub(crate) registers: bool,
    /// Run both as solutions of this testcase, and compare its output lines
    #[arg(long, value_name = "FILE")]
    pub(crate) testcase: Option<PathBuf>,
    /// Number of runs of each program if the proof fails: the first from zero, the others from dirty chips
    #[arg(long, value_name = "COUNT", default_value_t = mnc2_equal::RUNS)]
    pub(crate) runs: u32,
    /// Seed of the first dirty chip, as in `mnc2 run --dirty=SEED`; the others have the following seeds
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Maximum number of steps of a run; `nop/n` counts n
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_steps: Option<u64>,
    /// Maximum size of PDM and DRAM in a run, in mebibytes; 0 means unlimited
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_MEMORY_MIB_MAX)]
    pub(crate) max_memory: u64,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
}
