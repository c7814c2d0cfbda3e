//! The command line of `mnc2 schedule`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use mnc2_asm::depends::Change;
use mnc2_project::SHORTEN_LEVELS;

use super::Format;
use super::region::{ProgramRulesArguments, region, seconds};
use crate::data::MemoryRange;

/// `mnc2 schedule`
#[derive(Debug, Args)]
#[command(after_help = "\
Writes the program with its expressions in an order that takes fewer steps, and says whether a shorter one is possible. The result
does the same on the whole chip: that is proven from the data of both programs, the checker finds nothing new, and both are run from
zero and from dirty chips. Comments stay with their lines. What cannot be proven is not written.

All memories at the end count, unless --at or --testcase names what does: then other words may hold something else. With --testcase
the program is a solution of this testcase, and the result shows what the testcase expects as before.

A region of some 80 steps is solved as a whole. A longer one is taken in overlapping parts. When time is up, the best order so far is
written.

With --format json one object is written: file, before, after, shortest, bound (steps, reason, lines), runs and text; with --level
renaming also anywhere: no order takes fewer steps, wherever the values are.

Exit codes: 0 written, shorter or not; 1 the program has errors, or nothing may move; 2 a file cannot be read or written.

Examples:
  mnc2 schedule program.vsm -o shorter.vsm
  mnc2 schedule program.vsm --region 10..40 --time 60
  mnc2 schedule 01.vsm --testcase testcase.vsm --score lines+bytes -o 02.vsm")]
pub(crate) struct ScheduleArguments {
    /// Program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write the result to this file, which appears only when it is complete
    #[arg(short = 'o', long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// What may change
    #[arg(long, value_parser = level(), default_value = "forwarding")]
    pub(crate) level: Change,
    /// Only the lines from A to B, counted from 1
    #[arg(long, value_name = "A..B", value_parser = region)]
    pub(crate) region: Option<(usize, usize)>,
    /// Search this many seconds at most for each level up to the one that is chosen; what is left of a long program is then put into a quick order, for as long again
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub(crate) time: Duration,
    /// Only this place must be the same at the end, and what `d get` shows; may be repeated
    #[arg(long, value_name = "PLACE", value_parser = MemoryRange::parse, conflicts_with = "testcase")]
    pub(crate) at: Vec<MemoryRange>,
    /// The program is a solution of this testcase: only what its output lines show must be the same
    #[arg(long, value_name = "FILE")]
    pub(crate) testcase: Option<PathBuf>,
    /// What counts as shorter
    #[arg(long, value_enum, default_value_t = Counted::Steps)]
    pub(crate) score: Counted,
    /// Take a program with hazards too: what it does is then what the emulator does, not the chip
    #[arg(long)]
    pub(crate) keep_hazards: bool,
    /// Run the program and the result this many times, first from zero, then from dirty chips; long ones run less often
    #[arg(long, value_name = "COUNT", default_value_t = mnc2_schedule::equal::RUNS)]
    pub(crate) runs: u32,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) rules: ProgramRulesArguments,
}

/// What counts as shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Counted {
    /// Steps
    Steps,
    /// The score of the contest: steps, then bytes of the source; white space that says nothing is left out
    #[value(name = "lines+bytes")]
    LinesAndBytes,
}

/// The levels have the names and meanings of the setting.
fn level() -> impl TypedValueParser<Value = Change> {
    let value = |(name, _, doc): (&'static str, Change, &'static str)| {
        PossibleValue::new(name).help(doc.trim_end_matches('.'))
    };
    PossibleValuesParser::new(SHORTEN_LEVELS.map(value)).map(|chosen| {
        let mut levels = SHORTEN_LEVELS.into_iter();
        let level = levels.find(|(name, ..)| *name == chosen);
        level.map_or_else(Change::default, |(_, level, _)| level)
    })
}
