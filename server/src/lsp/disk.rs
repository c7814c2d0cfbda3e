//! Tells which files the server reads for a client: those in its folders.

use std::path::Path;

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
