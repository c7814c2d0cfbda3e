//! The commands of this server.

use tower_lsp::ls_types::{ExecuteCommandOptions, WorkDoneProgressOptions};

/// Runs a program up to a line.
pub(super) const RUN_TO_HERE: &str = "mnc2.runToHere";
/// Judges a program with its testcase.
pub(super) const JUDGE: &str = "mnc2.judge";
/// Explains the lenses above a program.
pub(super) const SHOW_USAGE: &str = "mnc2.showUsage";
/// Compares what two programs compute.
pub(super) const EQUAL: &str = "mnc2.equal";
/// Shows the page of a diagnostic code.
pub(super) const EXPLAIN: &str = "mnc2.explain";
/// Searches for a shorter order of some lines.
pub(super) const SHORTEN: &str = "mnc2.shorten";
/// Explains why some lines cannot be shorter.
pub(super) const WHY_NO_SHORTER: &str = "mnc2.whyNoShorter";

/// The commands as the server announces them.
pub(super) fn offer() -> ExecuteCommandOptions {
    let commands = [
        RUN_TO_HERE,
        JUDGE,
        EQUAL,
        SHOW_USAGE,
        EXPLAIN,
        SHORTEN,
        WHY_NO_SHORTER,
    ];
    ExecuteCommandOptions {
        commands: commands.map(str::to_owned).into(),
        work_done_progress_options: WorkDoneProgressOptions {
            work_done_progress: Some(true),
        },
    }
}
