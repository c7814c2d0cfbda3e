//! The command line of `mnc2 timeline`.

use std::path::PathBuf;

use clap::Args;

use super::{Format, RulesArguments};

/// `mnc2 timeline`
#[derive(Debug, Args)]
#[command(after_help = "\
Each row is a step, or an MV instruction, which runs concurrently with the steps. It shows the first step, the line, a mark for
each busy unit, and the statement. `.` is an idle unit; columns of unused units are omitted. The last lines show the steps and the
busy time of each unit.

With --format json each row is an object: line, step, steps and uses, each with unit and text; the last object has the
steps of the program and the busy steps of each unit.

Exit codes: 0 shown, 1 the program has errors (what can be understood is shown), 2 the file cannot be read.

Examples:
  mnc2 timeline program.vsm
  mnc2 timeline program.vsm --format json")]
pub(crate) struct TimelineArguments {
    /// Program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
}
