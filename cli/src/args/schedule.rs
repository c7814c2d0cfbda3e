//! The command line of `mnc2 schedule`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use mnc2_dataflow::depends::ChangeLevel;
use mnc2_project::SHORTEN_LEVELS;
use mnc2_schedule::parallel::JOBS_MAX;

use super::Format;
use super::region::{ProgramRulesArguments, region, seconds};
use crate::memory_files::MemoryRange;

/// `mnc2 schedule`
#[derive(Debug, Args)]
#[command(after_help = "\
Writes the program with its expressions in an order that takes fewer steps, and reports whether a shorter order exists. The result
is equivalent on the whole chip: this is proven from the data of both programs, the checker reports nothing new, and both run from
zero and from dirty chips. Comments stay with their lines. A result without a proof is not written.

With --unproven a shorter result is accepted, too, if it is not proven and all runs agree; this is reported as *tried on N inputs, not
proven*, where an input is the content of a whole chip. --runs sets their number.

With --ranges a shorter result is accepted, too, if it is equivalent for all inputs in the ranges of the testcase only: the numbers from
the smallest to the largest one that it sets in a memory, by first and second single words. The last line names the ranges, or the
inputs of the testcase if the result is proven for these only.

--work limits the search by its decisions and the lines that it follows, about one unit each. How many take a
second depends on the program.

All memories are preserved at the end, unless --at or --testcase names the places that matter; other words may then differ.

A region of up to about 80 steps is solved as a whole, a longer one in overlapping windows. At the time limit, and after Ctrl+C, the
best result so far is written; a second Ctrl+C ends the command.

With --format json the output is one object: file, before, after, shortest, bound (steps, reason, lines), runs, proof (kind, inputs, ranges) and text; with --level
renaming also anywhere: no order takes fewer steps, with any placement of the values.

Exit codes: 0 written, shorter or not; 1 the program has errors, or nothing can move; 2 a file cannot be read or written.

Examples:
  mnc2 schedule program.vsm -o shorter.vsm
  mnc2 schedule program.vsm --region 10..40 --time 60
  mnc2 schedule 01.vsm --testcase testcase.vsm --score lines+bytes -o 02.vsm")]
pub(crate) struct ScheduleArguments {
    /// Program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write the result to this file, which appears only when complete
    #[arg(short = 'o', long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Kinds of changes that are allowed
    #[arg(long, value_parser = level(), default_value = "forwarding")]
    pub(crate) level: ChangeLevel,
    /// Only the lines from A to B, counted from 1
    #[arg(long, value_name = "A..B", value_parser = region)]
    pub(crate) region: Option<(usize, usize)>,
    /// Time limit in seconds for each level up to the chosen one; the rest of a long program is then ordered quickly, within the same limit
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub(crate) time: Duration,
    /// Limit of work for each level, in place of seconds: the result is then the same on every machine, with any --jobs
    #[arg(long, value_name = "UNITS", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) work: Option<u64>,
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=JOBS_MAX as i64))]
    pub(crate) jobs: Option<u16>,
    /// Preserve only this place at the end, and the output of `d get`; may be repeated
    #[arg(long, value_name = "PLACE", value_parser = MemoryRange::parse, conflicts_with = "testcase")]
    pub(crate) at: Vec<MemoryRange>,
    /// Treat the program as a solution of this testcase, and preserve only its output lines
    #[arg(long, value_name = "FILE")]
    pub(crate) testcase: Option<PathBuf>,
    /// Also accept results that are equivalent only for inputs in the ranges of the testcase
    #[arg(long, requires = "testcase")]
    pub(crate) ranges: bool,
    /// Measure of length
    #[arg(long, value_enum, default_value_t = Counted::Steps)]
    pub(crate) score: Counted,
    /// Accept programs with hazards; the emulator's behaviour is then the reference
    #[arg(long)]
    pub(crate) keep_hazards: bool,
    /// Number of runs of the program and of the result: the first from zero, the others from dirty chips; long programs run less often
    #[arg(long, value_name = "COUNT", default_value_t = mnc2_equal::RUNS)]
    pub(crate) runs: u32,
    /// Also accept results that are tested but not proven
    #[arg(long)]
    pub(crate) unproven: bool,
    /// Explain which rules were applied, why each is exact, and how many steps it saved
    #[arg(long)]
    pub(crate) explain: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) rules: ProgramRulesArguments,
}

/// The measure of length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Counted {
    /// Steps
    Steps,
    /// The score of the contest: steps, then bytes of the source; insignificant white space is removed
    #[value(name = "lines+bytes")]
    LinesAndBytes,
}

/// The levels have the names and meanings of the setting.
fn level() -> impl TypedValueParser<Value = ChangeLevel> {
    let value = |(name, _, doc): (&'static str, ChangeLevel, &'static str)| {
        PossibleValue::new(name).help(doc.trim_end_matches('.'))
    };
    PossibleValuesParser::new(SHORTEN_LEVELS.map(value)).map(|chosen| {
        let mut levels = SHORTEN_LEVELS.into_iter();
        let level = levels.find(|(name, ..)| *name == chosen);
        level.map_or_else(ChangeLevel::default, |(_, level, _)| level)
    })
}
