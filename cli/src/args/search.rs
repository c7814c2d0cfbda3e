//! The command line of `mnc2 search`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::Format;
use super::region::{ProgramRulesArguments, region, seconds};
use crate::data::MemoryRange;

/// `mnc2 search`
#[derive(Debug, Args)]
#[command(after_help = "\
Takes what some lines compute from a run, and tries all sequences of up to four instructions of the ALU and vector
instructions of the MAU over the values that the lines read, the constants that they use and some that `imm` loads, the
shortest first. Loading a constant is an instruction too. What is found is written as lines that the checker finds clean, and
does the same in runs from zero and from dirty chips.

It is proven if both programs compute the same values from the same sources, or if integers and logic alone compute it and
all inputs of up to 32 bits were tried. Otherwise it is only tried: numbers of all kinds and the corners of every
format. Several results are searched one by one.

The results are the words that are read after the lines before they are written again; without --at and --testcase, all
words that the lines write count at the end, so name what counts. With --testcase the program is a solution of this
testcase, and only the inputs of the testcase are tried.

The lines are written to standard output. With -o the whole program is written, with the lines replaced; if they are not
proven, only with --unproven.

With --format json one object is written: file, before, ordered, after, lines, proof (kind, inputs), length, finished,
constants and evaluations.

Exit codes: 0 searched, whether something was found or not; 1 the program has errors, or the lines do something else than compute;
2 a file cannot be read or written; 3 with -o, what was found is not proven and was not written.

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
    /// Write the whole program to this file, with the lines replaced
    #[arg(short = 'o', long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Write what was only tried, too
    #[arg(long, requires = "output")]
    pub(crate) unproven: bool,
    /// Instructions of a sequence at most
    #[arg(long, value_name = "COUNT", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) length: u8,
    /// Search this many seconds at most; trying all inputs of what is found gets as long again
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub(crate) time: Duration,
    /// Only this place must be the same at the end, and what `d get` shows; may be repeated
    #[arg(long, value_name = "PLACE", value_parser = MemoryRange::parse, conflicts_with = "testcase")]
    pub(crate) at: Vec<MemoryRange>,
    /// The program is a solution of this testcase: only its inputs count, and only what its output lines show
    #[arg(long, value_name = "FILE")]
    pub(crate) testcase: Option<PathBuf>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) rules: ProgramRulesArguments,
}
