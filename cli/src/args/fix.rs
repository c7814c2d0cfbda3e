//! Options of `mnc2 check` that change files.

use clap::Args;

/// What is fixed, and whether it is written.
#[derive(Debug, Args)]
pub(crate) struct FixArguments {
    /// Apply safe fixes, then report the remaining findings
    #[arg(long)]
    pub(crate) fix: bool,
    /// With --fix: show the changes without writing them
    #[arg(long, requires = "fix")]
    pub(crate) diff: bool,
    /// With --fix: also apply fixes that guess the intention
    #[arg(long, requires = "fix")]
    pub(crate) unsafe_fixes: bool,
}
