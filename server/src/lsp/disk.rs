//! Reads files for a client: regular ones, up to a limit of size.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

/// The bytes of a file. Devices and pipes, which may never end, do not count as files.
///
/// # Errors
/// Why it cannot be read; a file over the limit is an error too.
pub(super) fn read(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    // Opening a pipe waits until someone writes to it.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    let length = File::open(path)?
        .take(bytes_max + 1)
        .read_to_end(&mut bytes)?;
    if length as u64 > bytes_max {
        return Err(io::Error::other(format!(
            "it is longer than {bytes_max} bytes"
        )));
    }
    Ok(bytes)
}

/// Whether an existing file is in one of some folders once links are resolved.
pub(super) fn is_within<'a>(path: &Path, mut folders: impl Iterator<Item = &'a Path>) -> bool {
    let Ok(real) = path.canonicalize() else {
        return false;
    };
    folders.any(|folder| {
        folder
            .canonicalize()
            .is_ok_and(|folder| real.starts_with(folder))
    })
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
        for path in [env!("CARGO_MANIFEST_DIR"), "/dev/zero", "/no/such/file"] {
            assert!(read(Path::new(path), 10).is_err(), "{path}");
        }
    }

    #[test]
    fn nothing_leads_out_of_a_folder() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let sources = package.join("src");
        let is_within =
            |path: &str| is_within(&sources.join(path), [sources.as_path()].into_iter());
        assert!(is_within("lib.rs") && is_within("lsp/disk.rs") && is_within("lsp/../lib.rs"));
        assert!(!is_within("../Cargo.toml") && !is_within("lsp/../../Cargo.toml"));
        assert!(!is_within("/etc/passwd") && !is_within("not_there.rs"));
    }
}
