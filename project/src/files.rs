//! Reads files that no user named: those found in a folder or next to a program, and those that a text or a project names.
//!
//! A folder may come from anyone, and a name in it may belong to a pipe, which keeps its reader waiting, to an endless device,
//! or to a huge file. Only regular files up to a given length are read here, and a configuration file only if its owner is
//! trusted. What content names (a first line, an `mnc2.toml`, a testcase, a file of parameters, the description of a machine)
//! is opened by [`Roots`] alone, which opens nothing outside of its folders.

mod roots;

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::Path;

pub use roots::Roots;

/// Opens a regular file.
///
/// # Errors
/// Why it cannot be opened; anything but a regular file is an error too.
pub fn open(path: &Path) -> io::Result<(File, Metadata)> {
    // Some devices do something when they are opened.
    if !fs::metadata(path)?.is_file() {
        return Err(not_regular());
    }
    let mut options = File::options();
    options.read(true);
    without_waiting(&mut options);
    regular(options.open(path)?)
}

/// An open file, if it is a regular one: another may have taken its place since its name was looked at.
fn regular(file: File) -> io::Result<(File, Metadata)> {
    let metadata = file.metadata()?;
    match metadata.is_file() {
        true => Ok((file, metadata)),
        false => Err(not_regular()),
    }
}

fn not_regular() -> io::Error {
    io::Error::other("it is not a regular file")
}

/// The bytes of a regular file.
///
/// # Errors
/// Why it cannot be read; a file of more than `bytes_max` bytes is an error too.
pub fn read(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    read_open(open(path)?.0, bytes_max)
}

/// The bytes of a regular file that configures the findings in a folder.
///
/// # Errors
/// Why it cannot be read. On Unix also if it belongs to someone who is not trusted: neither the user, nor the owner of `folder`,
/// nor root.
pub fn read_configuring(path: &Path, folder: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    configuring(open(path)?, folder, bytes_max)
}

fn configuring(
    (file, metadata): (File, Metadata),
    folder: &Path,
    bytes_max: u64,
) -> io::Result<Vec<u8>> {
    if !has_say(&metadata, folder) {
        return Err(io::Error::other(
            "it belongs to neither you nor the owner of the programs",
        ));
    }
    read_open(file, bytes_max)
}

fn read_open(file: File, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let length = file
        .take(bytes_max.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if length as u64 > bytes_max {
        return Err(io::Error::other(format!(
            "it is longer than {bytes_max} bytes"
        )));
    }
    Ok(bytes)
}

/// Opening a pipe waits for a writer otherwise.
#[cfg(unix)]
fn without_waiting(options: &mut fs::OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
}

/// Pipes have no names in folders.
#[cfg(not(unix))]
fn without_waiting(_options: &mut fs::OpenOptions) {}

/// Whether the owner of a file decides about the programs in a folder.
#[cfg(unix)]
fn has_say(file: &Metadata, folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    const ROOT: u32 = 0;
    let owner = file.uid();
    owner == ROOT
        || owner == rustix::process::geteuid().as_raw()
        || fs::metadata(folder).is_ok_and(|folder| folder.uid() == owner)
}

/// Other systems do not report the owner.
#[cfg(not(unix))]
fn has_say(_file: &Metadata, _folder: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_regular_files_are_read() {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let length = fs::metadata(&own).expect("it is there").len();
        assert_eq!(read(&own, length).expect("it fits").len() as u64, length);
        assert!(read(&own, length - 1).is_err());
        assert!(read(&own, u64::MAX).is_ok());
        for path in [env!("CARGO_MANIFEST_DIR"), "/dev/zero", "/no/such/file"] {
            assert!(read(Path::new(path), 10).is_err(), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_stranger_has_no_say() {
        use std::os::unix::fs::{MetadataExt as _, chown};

        let folder = std::env::temp_dir().join(format!("mnc2-owner-{}", std::process::id()));
        fs::create_dir(&folder).expect("a new folder");
        let path = folder.join("mnc2.toml");
        fs::write(&path, "x").expect("a file");
        assert!(read_configuring(&path, &folder, 10).is_ok());
        let own = fs::metadata(&path).expect("the file").uid();
        // Only root can give a file away.
        if chown(&path, Some(own + 7), None).is_ok() {
            assert!(read_configuring(&path, &folder, 10).is_err());
            chown(&folder, Some(own + 7), None).expect("the file was given away too");
            assert!(read_configuring(&path, &folder, 10).is_ok());
        }
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
}
