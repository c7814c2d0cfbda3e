//! The command line of `mnc2 diff`.

use std::path::PathBuf;

use clap::Args;

use super::ProgramRulesArguments;
use super::run::MachineArguments;

/// `mnc2 diff`
#[derive(Debug, Args)]
#[command(after_help = "\
Both programs run on the same machine. Statements that write the same in both are passed, in any order. The others are aligned
by their texts, and the first two that write different values are shown, with the first word that differs and the changes of the
text up to there. A statement that only one program has is passed if the values after it are the same. If all statements write
the same, but their order leaves other values in a memory, one of them is shown.

Exit codes: 0 both runs write the same, 1 they differ, or a program has errors, 2 usage error, or a program cannot be read.

Examples:
  mnc2 diff good.vsm bad.vsm
  mnc2 diff good.vsm bad.vsm --testcase testcase.vsm
  git show HEAD:kernel.vsm | mnc2 diff - kernel.vsm")]
pub(crate) struct DiffArguments {
    /// A program; `-` is standard input
    #[arg(value_name = "GOOD")]
    pub(crate) good: PathBuf,
    /// Another program; `-` is standard input
    #[arg(value_name = "BAD")]
    pub(crate) bad: PathBuf,
    /// Execute the `d set` and `r` lines of this testcase first
    #[arg(long, value_name = "FILE")]
    pub(crate) testcase: Option<PathBuf>,
    /// Run programs with errors, up to the first error
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) machine: MachineArguments,
    #[command(flatten)]
    pub(crate) rules: ProgramRulesArguments,
}
