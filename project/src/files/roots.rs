//! The folders whose files content may name.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::{configuring, read_open, regular};

/// Folders whose files content may name: the folder of a program, of its project, and of a workspace.
///
/// A file is in a folder if it is there once links are resolved. The names that are left then are opened one after the other,
/// each in the folder before it, and none of them may be a link: a link that has come since is refused, so that what was
/// looked at is what is opened. A hard link is the file itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roots(Vec<PathBuf>);

impl Roots {
    /// These folders. An empty path is the current folder.
    pub fn new(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        let named = |folder: PathBuf| match folder.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => folder,
        };
        Self(folders.into_iter().map(named).collect())
    }

    /// The folders of a program and of its `mnc2.toml`. For standard input (`-`), the current folder.
    #[must_use]
    pub fn for_program(program: &Path, project: Option<&Path>) -> Self {
        let own = program.parent().unwrap_or(Path::new(""));
        Self::new(
            [Some(own), project]
                .into_iter()
                .flatten()
                .map(Path::to_owned),
        )
    }

    /// Whether a file that exists is in one of the folders. It may be another one when it is opened.
    #[must_use]
    pub fn hold(&self, path: &Path) -> bool {
        self.find(path).is_ok()
    }

    /// Opens a regular file in one of the folders. Nothing waits: not for the writer of a pipe, for example.
    ///
    /// # Errors
    /// Why it cannot be opened; a file elsewhere, or one that is not regular, is an error too.
    pub fn open(&self, path: &Path) -> io::Result<(File, Metadata)> {
        let (root, below) = self.find(path)?;
        regular(open_below(&root, &below)?)
    }

    /// The bytes of a regular file in one of the folders.
    ///
    /// # Errors
    /// As [`Roots::open`]; a file of more than `bytes_max` bytes is an error too.
    pub fn read(&self, path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
        read_open(self.open(path)?.0, bytes_max)
    }

    /// The bytes of a file in one of the folders that configures the findings in `folder`.
    ///
    /// # Errors
    /// As [`super::read_configuring`] and [`Roots::open`].
    pub fn read_configuring(
        &self,
        path: &Path,
        folder: &Path,
        bytes_max: u64,
    ) -> io::Result<Vec<u8>> {
        configuring(self.open(path)?, folder, bytes_max)
    }

    /// A folder without links, and the way from there to a file, without links too.
    fn find(&self, path: &Path) -> io::Result<(PathBuf, PathBuf)> {
        let real = real(path)?;
        let mut roots = self.0.iter().filter_map(|root| self::real(root).ok());
        let found = roots.find_map(|root| {
            let below = real.strip_prefix(&root).ok()?.to_owned();
            Some((root, below))
        });
        found.ok_or_else(|| {
            let reason = "it is outside the folders of the program and its project";
            io::Error::new(io::ErrorKind::PermissionDenied, reason)
        })
    }
}

/// The path of what exists, with links resolved.
#[cfg(not(target_family = "wasm"))]
fn real(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

/// The path of what exists. The files that a page gives the server have no links.
#[cfg(target_family = "wasm")]
fn real(path: &Path) -> io::Result<PathBuf> {
    use std::path::Component;

    path.metadata()?;
    let mut real = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => drop(real.pop()),
            other => real.push(other),
        }
    }
    Ok(real)
}

/// Opens a file below a folder; `below` has plain names only.
#[cfg(unix)]
fn open_below(root: &Path, below: &Path) -> io::Result<File> {
    use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, openat, statat};

    // To open a folder for its names alone, the right to search it is enough.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    const NAMES: OFlags = OFlags::PATH;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    const NAMES: OFlags = OFlags::RDONLY;
    let folder_flags = NAMES | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file_flags =
        OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let mut names = below.iter();
    let Some(name) = names.next_back() else {
        return Err(super::not_regular());
    };
    let mut folder = openat(CWD, root, folder_flags, Mode::empty())?;
    for name in names {
        folder = openat(&folder, name, folder_flags, Mode::empty())?;
    }
    // Some devices do something when they are opened.
    let found = statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
    if FileType::from_raw_mode(found.st_mode) != FileType::RegularFile {
        return Err(super::not_regular());
    }
    Ok(File::from(openat(
        &folder,
        name,
        file_flags,
        Mode::empty(),
    )?))
}

/// Opens a file below a folder. Who can make links there can exchange names between the look at them and the opening.
#[cfg(not(unix))]
fn open_below(root: &Path, below: &Path) -> io::Result<File> {
    let path = root.join(below);
    let (file, _) = super::open(&path)?;
    if real(&path)? != path {
        return Err(super::not_regular());
    }
    Ok(file)
}

#[cfg(test)]
mod tests;
