//! Finds programs: those named, and those below the folders named.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use mnc2_project::find_programs;
pub(crate) use mnc2_project::find_programs::EXTENSION;

use crate::rules::RuleBook;

/// The programs, each once, in a stable order, and what could not be searched.
///
/// A program that is named is always checked; in folders, hidden files, those in `.gitignore` and those that the
/// project excludes are skipped.
pub(crate) fn programs(paths: &[PathBuf], book: &RuleBook) -> (Vec<PathBuf>, Vec<String>) {
    find(paths, book, |folder| {
        find_programs::programs(folder, &|| false)
    })
}

/// As [`programs`], with the other files that are checked: programs for the linker, their files of parameters, and files in
/// other languages as far as their extensions or projects are known.
pub(crate) fn checked(paths: &[PathBuf], book: &RuleBook) -> (Vec<PathBuf>, Vec<String>) {
    let claims = book.claims();
    find(paths, book, |folder| {
        find_programs::checked(folder, &claims, &|| false)
    })
}

fn find<'a>(
    paths: &[PathBuf],
    book: &RuleBook,
    walker: impl Fn(&Path) -> find_programs::Walk<'a>,
) -> (Vec<PathBuf>, Vec<String>) {
    let mut programs = Vec::new();
    let mut complaints = Vec::new();
    for path in paths {
        if !path.is_dir() {
            programs.push(path.clone());
            continue;
        }
        let before = (programs.len(), complaints.len());
        below(walker(path), book, &mut programs, &mut complaints);
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
    walk: find_programs::Walk<'_>,
    book: &RuleBook,
    programs: &mut Vec<PathBuf>,
    complaints: &mut Vec<String>,
) {
    for program in walk {
        match program {
            Ok(path) if !is_excluded(&path, book) => {
                // `./a.vsm` is `a.vsm`.
                let path = path.strip_prefix(".").unwrap_or(&path).to_owned();
                programs.push(path);
            }
            Ok(_) => {}
            Err(problem) => complaints.push(problem),
        }
    }
}

fn is_excluded(path: &Path, book: &RuleBook) -> bool {
    book.project(path.parent())
        .is_some_and(|located| located.excludes(path, false))
}
