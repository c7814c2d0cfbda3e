//! The command line of `mnc2 profile`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::region::region;

/// `mnc2 profile`
#[derive(Debug, Args)]
#[command(after_help = "\
Says where the steps of a program go, from its text: how busy units and the ports of memories are, the bytes that move
through each memory, floating-point operations (a multiply-add is two), the same for each section, how much of the time of MV
instructions is hidden under steps, and the longest chain of results. Each MV instruction takes as long as if it ran alone
(manual 3.5.8).

With --against the figures of both programs and the differences are shown.

With --format json one object is written: total, sections, mv and chain; with --against its members are before, after and
changes. --format trace writes the Trace Event Format, for https://ui.perfetto.dev: units are tracks, MV instructions under way
are spans, and arrows lead from results to their uses. A microsecond there is a step.

Exit codes: 0 shown, 1 the program has errors (what can be understood is shown), 2 a file cannot be read.

Examples:
  mnc2 profile program.vsm
  mnc2 profile after.vsm --against before.vsm
  mnc2 profile program.vsm --format trace > trace.json")]
pub(crate) struct ProfileArguments {
    /// Program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Compare with this program
    #[arg(long, value_name = "BEFORE")]
    pub(crate) against: Option<PathBuf>,
    /// How to write the profile
    #[arg(long, value_enum, default_value_t = ProfileFormat::Text)]
    pub(crate) format: ProfileFormat,
    /// Only the lines from A to B in the trace, counted from 1
    #[arg(long, value_name = "A..B", value_parser = region)]
    pub(crate) region: Option<(usize, usize)>,
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
