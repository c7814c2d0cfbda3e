//! Searches through the programs of the workspace: those that are open, and those in its folders.

mod diagnostics;
mod solutions;
mod symbols;

pub(super) use diagnostics::{Partial, Unwanted, diagnostics};
pub(super) use solutions::{SolutionsParams, solutions};
pub(super) use symbols::symbols;

use std::path::PathBuf;

use super::shared::Shared;
use super::workspace::FileState;

/// The programs of the workspace. The client's log gets each sentence about what was passed over once.
fn programs(shared: &Shared, is_cancelled: &dyn Fn() -> bool) -> Vec<(PathBuf, FileState)> {
    let (programs, problems) = shared.workspace.programs(is_cancelled);
    shared.log_warnings(shared.workspace.untold(problems));
    programs
}
