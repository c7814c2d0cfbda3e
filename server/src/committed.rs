//! A file as it was last committed, read from its git repository.
//!
//! No program is started. Neither the user's nor the system's configuration, no attribute and no hook has any effect:
//! only the objects are read. If something is not understood (a damaged file, no commit yet), there is nothing to
//! compare with.

use std::fs;
use std::path::{Path, PathBuf};

/// Largest file that is read; a program that a person edits has a thousandth of this.
const FILE_BYTES_MAX: u64 = 16 << 20;

/// A file in a work tree, and the commit that is checked out there.
pub(crate) struct Committed {
    repository: gix::Repository,
    /// Path from the top of the work tree.
    relative: PathBuf,
    /// The commit.
    pub(crate) commit: gix::ObjectId,
}

impl Committed {
    /// Finds the repository of a file, and what is checked out there.
    pub(crate) fn find(file: &Path) -> Option<Self> {
        let file = fs::canonicalize(file).ok()?;
        let (found, trust) = gix::discover::upwards(file.parent()?).ok()?;
        let (git_folder, work_folder) = found.into_repository_and_work_tree_directories();
        let relative = file
            .strip_prefix(fs::canonicalize(work_folder?).ok()?)
            .ok()?
            .to_owned();
        let repository = gix::open::Options::isolated()
            .with(trust)
            .open(git_folder)
            .ok()?
            .to_thread_local();
        let commit = repository.head_id().ok()?.detach();
        Some(Self {
            repository,
            relative,
            commit,
        })
    }

    /// The file's content in the commit; `None` where the commit has no such file.
    pub(crate) fn content(&self) -> Option<Vec<u8>> {
        let commit = self.repository.find_commit(self.commit).ok()?;
        let entry = commit
            .tree()
            .ok()?
            .lookup_entry_by_path(&self.relative)
            .ok()??;
        let size_bytes = self.repository.find_header(entry.object_id()).ok()?.size();
        if !entry.mode().is_blob() || size_bytes > FILE_BYTES_MAX {
            return None;
        }
        Some(entry.object().ok()?.detach().data)
    }
}
