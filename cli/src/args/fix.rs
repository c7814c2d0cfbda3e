//! Options of `mnc2 check` that change files.

use clap::Args;

/// What is mended, and whether it is written.
#[derive(Debug, Args)]
pub(crate) struct FixArguments {
    /// Mend what can be mended for sure, then report what is left
    #[arg(long)]
    pub(crate) fix: bool,
    /// With --fix: show what would change, and change nothing
    #[arg(long, requires = "fix")]
    pub(crate) diff: bool,
    /// With --fix: apply guesses at what is meant, too
    #[arg(long, requires = "fix")]
    pub(crate) unsafe_fixes: bool,
}
