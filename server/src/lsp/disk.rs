//! Tells which files the server reads for a client: those in its folders.

use std::io;
use std::path::{Path, PathBuf};

/// Whether an existing file is in one of some folders once links are resolved.
pub(super) fn is_within<'a>(path: &Path, mut folders: impl Iterator<Item = &'a Path>) -> bool {
    let Ok(real) = real(path) else {
        return false;
    };
    folders.any(|folder| self::real(folder).is_ok_and(|folder| real.starts_with(folder)))
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

#[cfg(test)]
mod tests {
    use super::*;

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
