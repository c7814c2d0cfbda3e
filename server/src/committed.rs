//! A file as it was last committed, read from the objects of its git repository.
//!
//! No program is started, and no configuration, attribute or hook of the repository has a say: this reads the
//! few documented formats that one file of one commit takes (`gitrepository-layout`, `gitformat-pack`). A
//! library for git would be forty crates for that. Whatever is not understood (SHA-256 objects, reference
//! tables, a damaged file) means that there is nothing to compare with.

mod objects;

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

pub(crate) use objects::Id;
use objects::{Kind, Objects};

/// Names that may lead to a commit: `HEAD`, then a branch.
const SYMBOLIC_MAX: usize = 5;
/// Largest file of references.
const REFERENCES_BYTES_MAX: u64 = 64 << 20;

/// A file in a work tree, and the commit that is checked out there.
pub(crate) struct Committed {
    common_folder: PathBuf,
    /// Path from the top of the work tree.
    relative: PathBuf,
    /// The commit.
    pub(crate) commit: Id,
}

impl Committed {
    /// Finds the repository of a file, and what is checked out there. Only a few small files are read.
    pub(crate) fn find(file: &Path) -> Option<Self> {
        let file = fs::canonicalize(file).ok()?;
        let (work_folder, git_folder) = file
            .ancestors()
            .skip(1)
            .find_map(|folder| Some((folder, git_folder(folder)?)))?;
        let relative = file.strip_prefix(work_folder).ok()?.to_owned();
        // A linked work tree has its own `HEAD`, and names the folder that it shares all else with.
        let common_folder = match read_text(&git_folder.join("commondir")) {
            Some(path) => git_folder.join(path.trim_end()),
            None => git_folder.clone(),
        };
        let commit = commit(&git_folder, &common_folder)?;
        Some(Self {
            common_folder,
            relative,
            commit,
        })
    }

    /// The file's content in the commit; `None` where the commit has no such file.
    pub(crate) fn content(&self) -> Option<Vec<u8>> {
        let objects = Objects::new(self.common_folder.join("objects"));
        let commit = objects.read(&self.commit, Kind::Commit)?;
        let tree = commit.strip_prefix(b"tree ")?.get(..2 * Id::BYTES)?;
        let mut id = Id::parse(tree)?;
        let mut names = self.relative.iter().peekable();
        while let Some(name) = names.next() {
            let tree = objects.read(&id, Kind::Tree)?;
            let entry = objects::entry(&tree, name.to_str()?)?;
            if entry.is_tree != names.peek().is_some() {
                return None;
            }
            id = entry.id;
        }
        objects.read(&id, Kind::Blob)
    }
}

/// The repository of a work tree with this top: a folder `.git`, or where a file `.git` points.
fn git_folder(top: &Path) -> Option<PathBuf> {
    let git = top.join(".git");
    if git.join("HEAD").is_file() {
        return Some(git);
    }
    let text = read_text(&git)?;
    let folder = top.join(text.strip_prefix("gitdir:")?.trim());
    folder.join("HEAD").is_file().then_some(folder)
}

/// The commit that `HEAD` leads to.
fn commit(git_folder: &Path, common_folder: &Path) -> Option<Id> {
    let mut name = "HEAD".to_owned();
    for _ in 0..SYMBOLIC_MAX {
        let text = read_text(&git_folder.join(&name))
            .or_else(|| read_text(&common_folder.join(&name)))
            .or_else(|| packed(common_folder, &name))?;
        let text = text.trim();
        match text.strip_prefix("ref:") {
            // A name is a path below the folder, and nothing else.
            Some(next) if next.trim().split('/').all(|part| part != "..") => {
                next.trim().clone_into(&mut name);
            }
            Some(_) => return None,
            None => return Id::parse(text.as_bytes()),
        }
    }
    None
}

/// A reference of `packed-refs`.
fn packed(common_folder: &Path, name: &str) -> Option<String> {
    read_text(&common_folder.join("packed-refs"))?
        .lines()
        .filter_map(|line| line.split_once(' '))
        .find(|(_, packed)| *packed == name)
        .map(|(id, _)| id.to_owned())
}

fn read_text(path: &Path) -> Option<String> {
    let mut text = String::new();
    let file = File::open(path).ok()?;
    file.take(REFERENCES_BYTES_MAX)
        .read_to_string(&mut text)
        .ok()?;
    Some(text)
}
