//! The command line of `mnc2 search`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::Format;
use super::region::{ProgramRulesArguments, region, seconds};
use crate::memory_files::MemoryRange;

/// `mnc2 search`
#[derive(Debug, Args)]
#[command(after_help = "\
Records the values that a block computes in a run, and tries all sequences of up to four ALU instructions and MAU vector
instructions, shortest first, over the values that the block reads, its constants and some that `imm` loads. Loading a constant
counts as an instruction. Up to three instructions may end with a write under a mask register. A result is written as lines
without findings, and gives the same values in runs from zero and from dirty chips.

A result is proven if both programs compute the same values from the same sources, or if it consists of integer and logic
operations and all inputs of up to 32 bits were tried. Otherwise it is only tested, on numbers of all kinds and the boundary
values of every format. Several results are searched one by one.

The results are the words that are read after the block before they are written again. Without --at and --testcase, all
words that the block writes matter at the end, so name those that do. With --testcase the program is a solution of this
testcase, and only the inputs of the testcase are tried.

The lines are written to standard output. With -o the whole program is written, with the lines replaced; unproven lines only
with --unproven.

With --format json the output is one object: file, before, ordered, after, lines, proof (kind, inputs), length, finished,
constants and evaluations.

Exit codes: 0 searched, with or without a result; 1 the program has errors, or the block does more than compute;
2 a file cannot be read or written; 3 with -o, the unproven result, not written.

Examples:
  mnc2 search kernel.vsm --region 10..14 --at lm1:0+8
  mnc2 search 01.vsm --testcase testcase.vsm --time 60
  mnc2 search 01.vsm --region 3..5 --testcase testcase.vsm --unproven -o 02.vsm")]
pub(crate) struct SearchArguments {
    /// Program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Only the lines from A to B, counted from 1
    #[arg(long, value_name = "A..B", value_parser = region)]
    pub(crate) region: Option<(usize, usize)>,
    /// Write the whole program, with the lines replaced, to this file
    #[arg(short = 'o', long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Also write results that are tested but not proven
    #[arg(long, requires = "output")]
    pub(crate) unproven: bool,
    /// Maximum number of instructions
    #[arg(long, value_name = "COUNT", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) length: u8,
    /// Time limit in seconds; exhaustive verification may double it
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub(crate) time: Duration,
    /// Preserve only this place at the end, and the output of `d get`; may be repeated
    #[arg(long, value_name = "PLACE", value_parser = MemoryRange::parse, conflicts_with = "testcase")]
    pub(crate) at: Vec<MemoryRange>,
    /// Treat the program as a solution of this testcase: only its inputs and its output lines matter
    #[arg(long, value_name = "FILE")]
    pub(crate) testcase: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) rules: ProgramRulesArguments,
}
