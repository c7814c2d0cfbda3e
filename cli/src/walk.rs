//! Finds programs: those named, and those below the folders named.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};

use crate::rules::RuleBook;

/// The extension of programs.
pub(crate) const EXTENSION: &str = "vsm";

/// The programs, each once, in a stable order, and what could not be searched.
///
/// A program that is named is always checked; in folders, hidden files, those in `.gitignore` and those that the
/// project excludes are skipped.
pub(crate) fn programs(paths: &[PathBuf], book: &RuleBook) -> (Vec<PathBuf>, Vec<String>) {
    let mut programs = Vec::new();
    let mut complaints = Vec::new();
    for path in paths {
        if !path.is_dir() {
            programs.push(path.clone());
            continue;
        }
        let before = (programs.len(), complaints.len());
        below(path, book, &mut programs, &mut complaints);
        if (programs.len(), complaints.len()) == before {
            complaints.push(format!(
                "there is no .{EXTENSION} file in `{}`",
                path.display()
            ));
        }
    }
    let mut seen = HashSet::new();
    programs.retain(|path| path.as_os_str() == "-" || seen.insert(path.clone()));
    (programs, complaints)
}

fn below(
    folder: &Path,
    book: &RuleBook,
    programs: &mut Vec<PathBuf>,
    complaints: &mut Vec<String>,
) {
    let mut walk = WalkBuilder::new(folder);
    walk.sort_by_file_name(std::ffi::OsStr::cmp);
    for entry in walk.build() {
        match entry {
            Ok(entry) if is_program(&entry) && !is_excluded(&entry, book) => {
                // `./a.vsm` is `a.vsm`.
                let path = entry.path();
                programs.push(path.strip_prefix(".").unwrap_or(path).to_owned());
            }
            Ok(_) => {}
            Err(error) => complaints.push(error.to_string()),
        }
    }
}

fn is_program(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
        && entry
            .path()
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION))
}

fn is_excluded(entry: &DirEntry, book: &RuleBook) -> bool {
    book.project(entry.path().parent())
        .is_some_and(|located| located.excludes(entry.path(), false))
}
