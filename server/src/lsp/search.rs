//! Searches through the programs of the workspace: those that are open, and those in its folders. Programs for the linker
//! and their parameters are among them.

mod diagnostics;
mod dialects;
mod solutions;
mod symbols;

pub(super) use diagnostics::{Partial, Unwanted, diagnostics};
pub(super) use solutions::{SolutionsParams, solutions};
pub(super) use symbols::symbols;

use std::path::PathBuf;

use mnc2_asm::program::Form;

use super::shared::Shared;
use super::workspace::FileState;

/// The files of the workspace, each with what its name says. The client's log gets each sentence about what was passed over
/// once.
fn files(
    shared: &Shared,
    is_cancelled: &dyn Fn() -> bool,
) -> impl Iterator<Item = (PathBuf, FileState, Form)> {
    let (files, problems) = shared.workspace.files(&|_| false, is_cancelled);
    shared.log_warnings(shared.workspace.untold(problems));
    let files = files.into_iter();
    files.map(|(path, state)| {
        let form = Form::of_name(&path.to_string_lossy());
        (path, state, form)
    })
}
