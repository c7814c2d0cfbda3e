//! Searches through the programs of the workspace: those that are open, and those in its folders. Programs for the linker
//! and their parameters are among them.

mod diagnostics;
mod languages;
mod solutions;
mod symbols;

pub(super) use diagnostics::answer as answer_diagnostics;
pub(super) use solutions::{SolutionsParams, answer as answer_solutions};
pub(super) use symbols::answer as answer_symbols;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use mnc2_program::FileForm;
use tower_lsp::ls_types::Uri;

use super::document;
use super::server_state::ServerState;
use super::workspace::FileState;

/// The files that are open. One can be opened through a link, which is another path.
#[derive(Default)]
struct OpenFiles {
    paths: HashSet<PathBuf>,
    /// Those that are there, without links.
    real: HashSet<PathBuf>,
}

impl OpenFiles {
    fn add(&mut self, uri: &Uri) {
        if let Some(path) = document::path(uri) {
            self.real.extend(path.canonicalize());
            self.paths.insert(path);
        }
    }

    /// Whether a file of a folder is one of them. Files are looked up on the disk only where the name fits.
    fn contains(&self, path: &Path) -> bool {
        let is_named_alike = |it: &PathBuf| it.file_name() == path.file_name();
        self.paths.contains(path)
            || (self.real.iter().any(is_named_alike)
                && path
                    .canonicalize()
                    .is_ok_and(|path| self.real.contains(&path)))
    }
}

/// The files of the workspace, each with the language of its name. The client's log gets each sentence about what was
/// passed over once.
fn files(
    shared: &ServerState,
    is_cancelled: &dyn Fn() -> bool,
) -> impl Iterator<Item = (PathBuf, FileState, FileForm)> {
    let (files, problems) = shared.workspace.files(&|_| false, is_cancelled);
    shared.log_warnings(shared.workspace.untold(problems));
    let files = files.into_iter();
    files.map(|(path, state)| {
        let form = FileForm::from_file_name(&path.to_string_lossy());
        (path, state, form)
    })
}
