//! The command line of `mnc2 profile`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::region::region;
use super::{LanguageArguments, RulesArguments};

/// `mnc2 profile`
#[derive(Debug, Args)]
#[command(after_help = "\
Profiles a program from its text: use of units and memory ports, bytes moved through each memory, floating-point operations (a
multiply-add counts as two), each also by section, the share of MV time that is hidden under steps, and the critical path. Each
MV instruction takes as long as if it ran alone (manual 3.5.8).

With --coverage the program runs, and the elements of the chip (PEs, MABs, L1Bs, L2Bs, groups) that it changes are shown, with the
cycles in which its steps change one, in total, by section and by line. A step changes an element if a word there has another
value after a write than before. Memories start with zeros; --testcase, which implies --coverage, loads the inputs of a testcase
first.

With --against the figures of both programs and the differences are shown.

With --format json the output is one object: total, sections, mv and chain, and coverage if it was measured; with --against its
members are before, after and changes. --format trace writes the Trace Event Format, for https://ui.perfetto.dev: units are
tracks, MV instructions under way are spans, and arrows lead from results to their uses. A microsecond there is a step.

For a program of the Tensil tensor unit (.tasm, .tprog, .tmodel), it is an estimate of the cycles by the rules of the public
compiler: in total, by rule and for the instructions with most cycles; --format json has every instruction.

Exit codes: 0 shown, 1 the program has errors (what can be understood is shown), 2 a file cannot be read.

Examples:
  mnc2 profile program.vsm
  mnc2 profile after.vsm --against before.vsm
  mnc2 profile solution.vsm --testcase testcase.vsm
  mnc2 profile program.vsm --format trace > trace.json
  mnc2 profile model.tmodel")]
pub(crate) struct ProfileArguments {
    /// Program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Compare with this program
    #[arg(long, value_name = "BEFORE")]
    pub(crate) against: Option<PathBuf>,
    /// Run the program and show which elements of the chip it changes, in which cycles
    #[arg(long)]
    pub(crate) coverage: bool,
    /// Execute the `d set` and `r` lines of this testcase before that run
    #[arg(long, value_name = "TESTCASE")]
    pub(crate) testcase: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ProfileFormat::Text)]
    pub(crate) format: ProfileFormat,
    /// Only the lines from A to B in the trace, counted from 1
    #[arg(long, value_name = "A..B", value_parser = region)]
    pub(crate) region: Option<(usize, usize)>,
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
}

/// How profiles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileFormat {
    /// For people.
    Text,
    /// One JSON object.
    Json,
    /// Trace Event Format, for the viewer of Perfetto.
    Trace,
}
