//! Options of `mnc2 check` that change files.

use clap::Args;

/// What is fixed, and whether it is written.
#[derive(Debug, Args)]
pub(crate) struct FixArguments {
    /// Apply safe fixes, then report what is left
    #[arg(long)]
    pub(crate) fix: bool,
    /// With --fix: show the changes and write nothing
    #[arg(long, requires = "fix")]
    pub(crate) diff: bool,
    /// With --fix: also apply fixes that guess what is meant
    #[arg(long, requires = "fix")]
    pub(crate) unsafe_fixes: bool,
}
