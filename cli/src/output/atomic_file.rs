//! Files that appear only when they are complete: written next to their place and moved there at the end.
//!
//! On Linux a file has no name while it is written, so that nothing remains, regardless of how the process ends.
//! Elsewhere, and in folders that do not support this, it has a hidden name next to its place.
//!
//! A new file gets the permissions and the owner of the file that it replaces. If it cannot have them, or if the
//! old file has several names, the complete content is copied into the old file instead.

use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Seek as _, Write};
use std::path::{Path, PathBuf};

/// Maximum number of hidden names that are tried: a killed process may have left files with the first ones.
const NAMES_MAX: u32 = 64;

/// A file that is written next to its place and moved there by [`WholeFile::finish`], so that it is never visible in part.
pub(crate) struct WholeFile {
    writer: BufWriter<File>,
    /// `None` for targets that cannot be replaced, such as `/dev/null`, and for a file that is in its place.
    way: Option<Way>,
}

/// How a file gets to its place.
struct Way {
    target: PathBuf,
    /// The hidden name next to the target; `None` while there is none.
    beside: Option<PathBuf>,
    /// Whether the content is copied into the file that is there, because another one could not take its place.
    is_copied: bool,
}

impl WholeFile {
    /// Begins a file; `-` is standard output. The old content, if any, stays until [`WholeFile::finish`].
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        Self::begin(path, unnamed::create)
    }

    fn begin(path: &Path, unnamed: fn(&Path) -> Option<File>) -> io::Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Self {
                writer: BufWriter::new(standard_output()?),
                way: None,
            });
        }
        // The target of a link is replaced, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = match fs::metadata(&target) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(io::Error::from(io::ErrorKind::IsADirectory));
            }
            Ok(metadata) if !metadata.is_file() => {
                return Ok(Self {
                    writer: BufWriter::new(File::options().write(true).open(&target)?),
                    way: None,
                });
            }
            old => old.ok(),
        };
        let (file, beside) = match unnamed(folder_of(&target)) {
            Some(file) => (file, None),
            None => {
                let create = |name: &Path| {
                    let mut options = File::options();
                    options.read(true).write(true).create_new(true).open(name)
                };
                let (file, beside) = named(&target, create)?;
                (file, Some(beside))
            }
        };
        let mut way = Way {
            target,
            beside,
            is_copied: false,
        };
        if let Some(old) = &old {
            way.is_copied = has_other_names(old) || !keep_owner(&file, old);
            file.set_permissions(old.permissions())?;
        }
        Ok(Self {
            writer: BufWriter::new(file),
            way: Some(way),
        })
    }

    /// Writes the whole content and puts the file in its place.
    pub(crate) fn finish_with(mut self, content: &[u8]) -> io::Result<()> {
        self.write_all(content)?;
        self.finish()
    }

    /// Puts the file in its place.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.finish_if(|| Ok(()))
    }

    /// Puts the file in its place unless `check`, which is called when everything is written, has a reason against it.
    pub(crate) fn finish_if(mut self, check: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        self.writer.flush()?;
        let Some(mut way) = self.way.take() else {
            return check();
        };
        let file = self.writer.get_mut();
        // A rename can reach the disk before the content does.
        let placed = file
            .sync_all()
            .and_then(|()| check())
            .and_then(|()| way.place(file));
        // Neither a copied file nor one that was not put in its place needs its name any more.
        if let Some(beside) = way.beside.take() {
            let _ = fs::remove_file(beside);
        }
        placed
    }
}

impl Way {
    /// Puts a complete file in its place.
    fn place(&mut self, file: &mut File) -> io::Result<()> {
        if self.is_copied {
            return copy(file, &self.target);
        }
        let beside = match self.beside.take() {
            Some(beside) => beside,
            None => named(&self.target, |name| unnamed::link(file, name))?.1,
        };
        fs::rename(self.beside.insert(beside), &self.target)?;
        self.beside = None;
        // Syncs the rename itself, if the system can sync a folder.
        if let Ok(folder) = File::open(folder_of(&self.target)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

/// Standard output as a file of its own, which continues where the other one is.
#[cfg(unix)]
fn standard_output() -> io::Result<File> {
    use std::os::fd::AsFd as _;
    io::stdout().as_fd().try_clone_to_owned().map(File::from)
}

/// Standard output as a file of its own, which continues where the other one is.
#[cfg(windows)]
fn standard_output() -> io::Result<File> {
    use std::os::windows::io::AsHandle as _;
    io::stdout()
        .as_handle()
        .try_clone_to_owned()
        .map(File::from)
}

/// Copies a complete content into a file that stays.
fn copy(content: &mut File, target: &Path) -> io::Result<()> {
    content.rewind()?;
    let mut file = File::options().write(true).open(target)?;
    let length = io::copy(content, &mut file)?;
    file.set_len(length)?;
    file.sync_all()
}

/// Whether a file has more than one name; replacing it would separate them.
#[cfg(unix)]
fn has_other_names(old: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    old.nlink() > 1
}

/// Other names of a file are not known on this platform.
#[cfg(not(unix))]
fn has_other_names(_old: &Metadata) -> bool {
    false
}

/// Gives a new file the owner of the old one; whether it has that owner then.
#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    file.metadata().is_ok_and(|new| {
        (new.uid(), new.gid()) == (old.uid(), old.gid())
            || fchown(file, Some(old.uid()), Some(old.gid())).is_ok()
    })
}

/// Files get their owner from their folder.
#[cfg(not(unix))]
fn keep_owner(_file: &File, _old: &Metadata) -> bool {
    true
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for WholeFile {
    /// A file that is not finished is removed.
    fn drop(&mut self) {
        let way = self.way.take();
        if let Some(beside) = way.and_then(|way| way.beside) {
            let _ = fs::remove_file(beside);
        }
    }
}

fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    }
}

/// A file under a new hidden name next to a target, and the name.
fn named<T>(target: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, PathBuf)> {
    let Some(name) = target.file_name() else {
        return Err(io::Error::from(io::ErrorKind::InvalidInput));
    };
    let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 0..NAMES_MAX {
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.{number}.part", std::process::id()));
        let beside = target.with_file_name(hidden);
        match make(&beside) {
            Ok(made) => return Ok((made, beside)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
            Err(error) => return Err(error),
        }
    }
    Err(taken)
}

/// Files that have no name until they are given one (`O_TMPFILE` of open(2)).
#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::path::{Path, PathBuf};

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    /// Such a file in a folder; `None` if the folder does not support it, or if the file could not get a name later.
    pub(super) fn create(folder: &Path) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = File::from(open(folder, flags, Mode::from_raw_mode(0o666)).ok()?);
        entry(&file).exists().then_some(file)
    }

    /// Gives it a new name.
    pub(super) fn link(file: &File, name: &Path) -> io::Result<()> {
        Ok(linkat(
            CWD,
            entry(file),
            CWD,
            name,
            AtFlags::SYMLINK_FOLLOW,
        )?)
    }

    /// The system's name for an open file.
    fn entry(file: &File) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
    }
}

/// Only Linux has files without names.
#[cfg(not(target_os = "linux"))]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) fn create(_folder: &Path) -> Option<File> {
        None
    }

    pub(super) fn link(_file: &File, _name: &Path) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways, in an empty folder.
    fn check(name: &str, test: impl Fn(&Path, fn(&Path) -> Option<File>)) {
        let ways: [fn(&Path) -> Option<File>; 2] = [unnamed::create, |_| None];
        for (number, way) in ways.into_iter().enumerate() {
            let folder = std::env::temp_dir();
            let folder = folder.join(format!("mnc2-{name}-{number}-{}", std::process::id()));
            fs::create_dir(&folder).expect("a new folder");
            test(&folder, way);
            fs::remove_dir_all(&folder).expect("the folder can be removed");
        }
    }

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_takes_its_place_when_it_is_finished() {
        check("finished", |folder, way| {
            let path = folder.join("out");
            fs::write(&path, "old").expect("a file");
            let mut file = WholeFile::begin(&path, way).expect("a folder that can be written");
            file.write_all(b"new").expect("room");
            assert_eq!(fs::read_to_string(&path).expect("the old file"), "old");
            file.finish().expect("the place is there");
            assert_eq!(fs::read_to_string(&path).expect("the new file"), "new");
            assert_eq!(names(folder), ["out"]);
        });
    }

    #[test]
    fn nothing_is_left_of_what_is_not_finished() {
        check("dropped", |folder, way| {
            let mut file = WholeFile::begin(&folder.join("out"), way).expect("a file");
            file.write_all(b"new").expect("room");
            drop(file);
            assert!(names(folder).is_empty());

            // Meanwhile there is a folder in its place.
            let file = WholeFile::begin(&folder.join("in/the"), way);
            assert!(file.is_err(), "there is no such folder");
            let file = WholeFile::begin(&folder.join("out"), way).expect("a file");
            fs::create_dir_all(folder.join("out/way")).expect("folders");
            assert!(file.finish().is_err());
            assert_eq!(names(folder), ["out"]);
        });
    }

    #[test]
    fn what_a_killed_process_left_is_in_no_one_s_way() {
        check("taken", |folder, way| {
            let path = folder.join("out");
            let left = folder.join(format!(".out.{}.0.part", std::process::id()));
            fs::write(&left, "half").expect("a file");
            let file = WholeFile::begin(&path, way).expect("a file");
            file.finish_with(b"new").expect("a second name");
            assert_eq!(fs::read_to_string(&path).expect("the new file"), "new");
            assert_eq!(fs::read_to_string(&left).expect("what was left"), "half");
        });
    }

    #[cfg(unix)]
    #[test]
    fn permissions_links_and_names_stay() {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt, symlink};

        check("kept", |folder, way| {
            let path = folder.join("out");
            let link = folder.join("link");
            let name = folder.join("name");
            fs::write(&path, "old content").expect("a file");
            fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).expect("its owner");
            symlink("out", &link).expect("a link");
            let write = |content: &[u8]| {
                let file = WholeFile::begin(&link, way).expect("a file");
                file.finish_with(content).expect("its place is there");
                assert_eq!(fs::read(&path).expect("the file"), content);
                let metadata = fs::metadata(&path).expect("the file");
                assert_eq!(metadata.mode() & 0o7777, 0o640);
                assert!(link.is_symlink());
            };
            write(b"new");
            fs::hard_link(&path, &name).expect("a second name");
            write(b"newer");
            assert_eq!(fs::read(&name).expect("the same file"), b"newer");
            assert_eq!(names(folder), ["link", "name", "out"]);
        });
    }

    #[test]
    fn a_reason_against_it_keeps_the_old_content() {
        check("refused", |folder, way| {
            let path = folder.join("out");
            fs::write(&path, "old").expect("a file");
            let mut file = WholeFile::begin(&path, way).expect("a file");
            file.write_all(b"new").expect("room");
            let finished = file.finish_if(|| Err(io::Error::other("no")));
            assert!(finished.is_err());
            assert_eq!(fs::read(&path).expect("the old file"), b"old");
            assert_eq!(names(folder), ["out"]);
        });
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_being_written_has_no_name() {
        check("unnamed", |folder, way| {
            let file = WholeFile::begin(&folder.join("out"), way).expect("a file");
            let is_named = file.way.as_ref().is_some_and(|way| way.beside.is_some());
            assert_eq!(names(folder).len(), usize::from(is_named));
        });
    }
}
