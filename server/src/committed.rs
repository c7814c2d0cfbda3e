//! A file as it was last committed, read from its git repository.
//!
//! No program is started. Neither the user's nor the system's configuration, no attribute and no hook has any effect:
//! only the objects are read. If something is not understood (a damaged file, no commit yet), there is nothing to
//! compare with. The same goes for a repository of another user, and for one with a pipe, a device or a far too large
//! file where git has a file: it is checked before the library opens it.

use std::fs;
use std::path::{Component, Path, PathBuf};

use gix::sec::Trust;
use mnc2_project::files;

/// Largest file that is read; a program that a person edits has a thousandth of this.
const FILE_BYTES_MAX: u64 = 16 << 20;
/// Largest commit or folder that is read.
const COMMIT_BYTES_MAX: u64 = 1 << 20;
/// The most that is allocated for one object, such as one from which others are made.
const ALLOCATION: &str = "gitoxide.objects.allocLimit=33554432";
/// Largest file with a line or two, such as `HEAD`.
const SHORT_BYTES_MAX: u64 = 4096;
/// Largest of the files that the library reads whole.
const WHOLE_BYTES_MAX: u64 = 1 << 20;
/// Largest file with all references.
const REFERENCES_BYTES_MAX: u64 = 64 << 20;
/// References that refer to one another.
const REFERENCES_MAX: usize = 5;
/// Folders of objects that refer to one another.
const OBJECT_FOLDERS_MAX: usize = 5;
/// Files of many objects in one folder.
const PACKS_MAX: usize = 10_000;
/// Folders above a file in which its repository is looked for.
const FOLDERS_MAX: usize = 64;

/// A file in a work tree, and the commit that is checked out there.
pub(crate) struct Committed {
    repository: gix::Repository,
    folders: Folders,
    /// Path from the top of the work tree.
    relative: PathBuf,
    /// The commit.
    pub(crate) commit: gix::ObjectId,
}

impl Committed {
    /// Finds the repository of a file, and what is checked out there.
    pub(crate) fn find(file: &Path) -> Option<Self> {
        let file = fs::canonicalize(file).ok()?;
        let work_folder = file
            .ancestors()
            .skip(1)
            .take(FOLDERS_MAX)
            .find(|folder| folder.join(".git").exists())?;
        let relative = file.strip_prefix(work_folder).ok()?.to_owned();
        let folders = Folders::sound(&work_folder.join(".git"))?;
        let repository = gix::open::Options::isolated()
            .open_path_as_is(true)
            .with(Trust::Full)
            .config_overrides([ALLOCATION])
            .open(&folders.git)
            .ok()?
            .to_thread_local();
        let commit = repository.head_id().ok()?.detach();
        Some(Self {
            repository,
            folders,
            relative,
            commit,
        })
    }

    /// The file's content in the commit; `None` where the commit has no such file.
    pub(crate) fn content(&self) -> Option<Vec<u8>> {
        let commit = self.object(self.commit, COMMIT_BYTES_MAX)?;
        let mut id = commit.try_into_commit().ok()?.tree_id().ok()?.detach();
        let mut is_file = false;
        for component in self.relative.components() {
            let Component::Normal(name) = component else {
                return None;
            };
            let folder = self.object(id, COMMIT_BYTES_MAX)?.try_into_tree().ok()?;
            let mut entries = folder.iter().filter_map(Result::ok);
            let entry = entries.find(|it| it.filename() == name.as_encoded_bytes())?;
            id = entry.object_id();
            is_file = entry.mode().is_blob();
        }
        let content = self.object(id, FILE_BYTES_MAX).filter(|_| is_file)?;
        Some(content.detach().data)
    }

    /// An object that is not too large.
    fn object(&self, id: gix::ObjectId, bytes_max: u64) -> Option<gix::Object<'_>> {
        let name = id.to_hex().to_string();
        let (folder, file) = name.split_at_checked(2)?;
        let is_regular = |objects: &PathBuf| {
            let path = objects.join(folder).join(file);
            is_regular_if_any(&path, FILE_BYTES_MAX)
        };
        let is_read = self.folders.objects.iter().all(is_regular)
            && self.repository.find_header(id).ok()?.size() <= bytes_max;
        is_read.then(|| self.repository.find_object(id).ok())?
    }
}

/// Where a repository is, after it was looked through.
struct Folders {
    git: PathBuf,
    objects: Vec<PathBuf>,
}

impl Folders {
    /// The folders of a repository in which everything that is opened by its name is a regular file; `None` for
    /// another one.
    fn sound(dot_git: &Path) -> Option<Self> {
        let git = if dot_git.is_dir() {
            dot_git.to_owned()
        } else {
            // A further work tree, or a repository within another.
            let text = short(dot_git)?;
            dot_git.parent()?.join(text.strip_prefix("gitdir:")?.trim())
        };
        let common = match git.join("commondir") {
            path if path.exists() => git.join(short(&path)?.trim()),
            _ => git.clone(),
        };
        let is_own = |folder: &Path| matches!(Trust::from_path_ownership(folder), Ok(Trust::Full));
        let whole = ["HEAD", "config", "config.worktree", "commondir", "gitdir"];
        let is_sound = is_own(&git)
            && is_own(&common)
            && [&git, &common].into_iter().all(|folder| {
                let mut names = whole.iter().map(|name| folder.join(name));
                names.all(|path| is_regular_if_any(&path, WHOLE_BYTES_MAX))
                    && ["packed-refs", "shallow", "index"]
                        .iter()
                        .all(|name| is_regular_if_any(&folder.join(name), REFERENCES_BYTES_MAX))
                    && is_reference_sound(folder, &git)
            });
        if !is_sound {
            return None;
        }
        let objects = objects(common.join("objects"))?;
        Some(Self { git, objects })
    }
}

/// Whether what `HEAD` refers to can be read in a folder.
fn is_reference_sound(folder: &Path, git: &Path) -> bool {
    let mut path = git.join("HEAD");
    for _ in 0..REFERENCES_MAX {
        if !is_regular_if_any(&path, SHORT_BYTES_MAX) {
            return false;
        }
        let Some(text) = short(&path) else {
            // It may be among those in one file.
            return true;
        };
        let Some(name) = text.strip_prefix("ref:") else {
            return true;
        };
        path = folder.join(name.trim());
    }
    false
}

/// A folder of objects and those that it refers to; `None` if one of them cannot be trusted.
fn objects(first: PathBuf) -> Option<Vec<PathBuf>> {
    let mut found = vec![first];
    let mut next = 0;
    while let Some(folder) = found.get(next).cloned() {
        next += 1;
        let packs = folder.join("pack");
        for (number, entry) in fs::read_dir(&packs).into_iter().flatten().enumerate() {
            let is_regular = is_regular_if_any(&entry.ok()?.path(), u64::MAX);
            if number >= PACKS_MAX || !is_regular {
                return None;
            }
        }
        let others = folder.join("info").join("alternates");
        if !others.exists() {
            continue;
        }
        for line in short(&others)?.lines().filter(|line| !line.is_empty()) {
            found.push(folder.join(line));
        }
        if found.len() > OBJECT_FOLDERS_MAX {
            return None;
        }
    }
    Some(found)
}

/// The text of a short file.
fn short(path: &Path) -> Option<String> {
    String::from_utf8(files::read(path, SHORT_BYTES_MAX).ok()?).ok()
}

/// Whether there is no file, or a regular one that is not too large.
fn is_regular_if_any(path: &Path, bytes_max: u64) -> bool {
    match fs::metadata(path) {
        Ok(metadata) => metadata.is_file() && metadata.len() <= bytes_max,
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// The repository of this workspace, as far as there is one.
    #[test]
    fn a_folder_without_a_repository_has_none() {
        assert!(Committed::find(Path::new("/")).is_none());
        assert!(Folders::sound(Path::new("/dev/null")).is_none());
        assert!(Folders::sound(Path::new("/no/such/file")).is_none());
    }
}
