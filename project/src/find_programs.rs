//! The programs below a folder, in the order of their names.
//!
//! Skipped are hidden files, what `.ignore` names and, in a git repository, what `.gitignore`, `.git/info/exclude` and the
//! user's own `core.excludesFile` name. [`crate::files`] reads those files, and the crate `ignore` matches their patterns; its
//! own walk would open anything with such a name. Links are not followed.

use std::ffi::{OsStr, OsString};
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder, gitconfig_excludes_path};
use mnc2_program::FileForm;

use crate::files;
use crate::linker_files;
use crate::path_pattern::{self, Room};

/// The ending of a program's name.
pub const EXTENSION: &str = FileForm::PROGRAM;

/// The longest file of patterns that is read, in bytes.
const IGNORE_BYTES_MAX: u64 = 64 << 10;
/// The patterns that apply at one place, all files of the folders above together, in bytes.
const PATTERNS_BYTES_MAX: usize = 256 << 10;
/// The deepest folder, counted from the one where the walk begins.
const DEPTH_MAX: usize = 64;
/// Folders above the first whose patterns apply.
const ABOVE_MAX: usize = 64;
/// Files and folders that are looked at.
const ENTRIES_MAX: usize = if cfg!(test) { 100 } else { 1_000_000 };

/// A walk; an error is a sentence about something that was passed over.
pub struct Walk<'a> {
    is_cancelled: &'a dyn Fn() -> bool,
    /// The folder as it was given, and as it is called from the root.
    root: PathBuf,
    absolute: PathBuf,
    /// The patterns of each folder above the current place, the outermost first.
    patterns: Vec<Patterns>,
    /// The patterns of the user for every repository, relative to its folder.
    users: Option<Gitignore>,
    folders: Vec<std::vec::IntoIter<Entry>>,
    /// The path of the current folder, counted from the first.
    below: PathBuf,
    problems: Vec<String>,
    /// Files and folders so far, and whether there are more than are looked at.
    entries: usize,
    is_full: bool,
    /// Whether programs for the linker and their parameters are found too.
    takes_all_forms: bool,
    /// Which other files are found too.
    claims: &'a dyn Fn(&Path) -> bool,
    /// Whether each folder has programs for the linker.
    has_unlinked: Vec<bool>,
}

struct Entry {
    name: OsString,
    is_folder: bool,
}

/// The patterns of a folder for the files below it.
#[derive(Default)]
struct Patterns {
    ignore: Option<Gitignore>,
    gitignore: Option<Gitignore>,
    exclude: Option<Gitignore>,
    is_repository: bool,
    bytes: usize,
}

/// Walks a folder until it is cancelled.
pub fn programs<'a>(folder: &Path, is_cancelled: &'a dyn Fn() -> bool) -> Walk<'a> {
    begin(folder, gitconfig_excludes_path().as_deref(), is_cancelled)
}

/// As [`programs`], with programs for the linker, the files of parameters in their folders, and other files whose paths
/// `claims` accepts.
pub fn checked<'a>(
    folder: &Path,
    claims: &'a dyn Fn(&Path) -> bool,
    is_cancelled: &'a dyn Fn() -> bool,
) -> Walk<'a> {
    let mut walk = programs(folder, is_cancelled);
    walk.takes_all_forms = true;
    walk.claims = claims;
    walk
}

/// A walk with the patterns of the user in the file `users`.
fn begin<'a>(folder: &Path, users: Option<&Path>, is_cancelled: &'a dyn Fn() -> bool) -> Walk<'a> {
    let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let mut walk = Walk {
        is_cancelled,
        root: folder.to_owned(),
        absolute: absolute.clone(),
        patterns: Vec::new(),
        users: None,
        folders: Vec::new(),
        below: PathBuf::new(),
        problems: Vec::new(),
        entries: 0,
        is_full: false,
        takes_all_forms: false,
        claims: &|_| false,
        has_unlinked: Vec::new(),
    };
    walk.users = users.and_then(|path| walk.read(Path::new(""), path, &mut 0));
    let mut above: Vec<&Path> = absolute.ancestors().skip(1).take(ABOVE_MAX).collect();
    above.reverse();
    for folder in above {
        let patterns = walk.patterns_of(folder);
        walk.patterns.push(patterns);
    }
    walk.enter();
    walk
}

impl Walk<'_> {
    /// Goes into the folder at `below`.
    fn enter(&mut self) {
        let folder = self.absolute.join(&self.below);
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                let shown = self.shown();
                self.problems
                    .push(format!("cannot read `{shown}`: {error}"));
                self.leave();
                return;
            }
        };
        let mut known = Vec::new();
        for found in entries {
            if (self.is_cancelled)() {
                break;
            }
            if self.entries == ENTRIES_MAX {
                if !std::mem::replace(&mut self.is_full, true) {
                    self.problems.push(format!(
                        "only the first {ENTRIES_MAX} files and folders are searched"
                    ));
                }
                break;
            }
            self.entries += 1;
            known.extend(found.ok().and_then(entry));
        }
        known.sort_by(|left, right| left.name.cmp(&right.name));
        let is_unlinked =
            |entry: &Entry| linker_files::form_of(Path::new(&entry.name)) == FileForm::Unlinked;
        self.has_unlinked.push(known.iter().any(is_unlinked));
        let patterns = self.patterns_of(&folder);
        self.patterns.push(patterns);
        self.folders.push(known.into_iter());
    }

    /// Whether a file of the current folder is looked for.
    fn is_wanted(&self, name: &Path) -> bool {
        match linker_files::form_of(name) {
            FileForm::Program => {
                let extension = name.extension();
                extension.is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION))
                    || (self.claims)(&self.root.join(&self.below).join(name))
            }
            FileForm::Unlinked => self.takes_all_forms,
            // Others use these extensions too.
            FileForm::Placement | FileForm::Structure => {
                self.takes_all_forms && self.has_unlinked.last() == Some(&true)
            }
        }
    }

    /// Goes back to the folder around.
    fn leave(&mut self) {
        self.below.pop();
    }

    fn shown(&self) -> String {
        self.root.join(&self.below).display().to_string()
    }

    /// The patterns that a folder holds.
    fn patterns_of(&mut self, folder: &Path) -> Patterns {
        let git = folder.join(".git");
        let mut patterns = Patterns {
            is_repository: git.exists(),
            ..Patterns::default()
        };
        patterns.ignore = self.read(folder, &folder.join(".ignore"), &mut patterns.bytes);
        patterns.gitignore = self.read(folder, &folder.join(".gitignore"), &mut patterns.bytes);
        if patterns.is_repository {
            let exclude = git.join("info").join("exclude");
            patterns.exclude = self.read(folder, &exclude, &mut patterns.bytes);
        }
        patterns
    }

    /// The patterns of a file; `None` if there is no file or it does not count.
    fn read(&mut self, folder: &Path, path: &Path, bytes: &mut usize) -> Option<Gitignore> {
        // A dangling link is not a file either.
        if !path.exists() {
            return None;
        }
        let mut problem = |said: String| {
            let path = path.display();
            self.problems
                .push(format!("`{path}` does not count: {said}"));
        };
        let text = match files::read(path, IGNORE_BYTES_MAX) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(error) => {
                problem(error.to_string());
                return None;
            }
        };
        let taken: usize = self.patterns.iter().map(|patterns| patterns.bytes).sum();
        if taken + *bytes + text.len() > PATTERNS_BYTES_MAX {
            problem(format!(
                "with the patterns of the folders above it is longer than {PATTERNS_BYTES_MAX} bytes"
            ));
            return None;
        }
        *bytes += text.len();
        let mut builder = GitignoreBuilder::new(folder);
        let mut room = Room::default();
        for line in text.lines() {
            // git passes over a pattern that it does not understand too.
            let _ = path_pattern::add_line(&mut builder, line, &mut room);
        }
        path_pattern::lines(&builder)
            .map_err(|message| problem(message.to_string()))
            .ok()
    }

    /// Whether a file or folder is passed over.
    fn is_ignored(&self, name: &OsStr, is_folder: bool) -> bool {
        let folder = self.absolute.join(&self.below);
        let path = folder.join(name);
        let matched_as = |patterns: &Option<Gitignore>, path: &Path| {
            let patterns = patterns.as_ref()?;
            match patterns.matched(path, is_folder) {
                Match::None => None,
                Match::Ignore(_) => Some(true),
                Match::Whitelist(_) => Some(false),
            }
        };
        let matched = |patterns: &Option<Gitignore>| matched_as(patterns, &path);
        let nearest = || self.patterns.iter().rev();
        let by_ignore = nearest().find_map(|patterns| matched(&patterns.ignore));
        let by_git = || {
            // A repository within another has its own rules alone.
            let depth = nearest().position(|patterns| patterns.is_repository)?;
            nearest()
                .take(depth + 1)
                .find_map(|patterns| matched(&patterns.gitignore))
                .or_else(|| nearest().nth(depth).and_then(|it| matched(&it.exclude)))
                .or_else(|| {
                    let repository = folder.ancestors().nth(depth)?;
                    matched_as(&self.users, path.strip_prefix(repository).ok()?)
                })
        };
        by_ignore
            .or_else(by_git)
            .unwrap_or_else(|| name.as_encoded_bytes().starts_with(b"."))
    }
}

impl Iterator for Walk<'_> {
    /// The path of a program, which begins with the path of the folder.
    type Item = Result<PathBuf, String>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(problem) = self.problems.pop() {
                return Some(Err(problem));
            }
            if (self.is_cancelled)() {
                return None;
            }
            let Some(entry) = self.folders.last_mut()?.next() else {
                self.folders.pop();
                self.has_unlinked.pop();
                self.patterns.pop();
                self.leave();
                continue;
            };
            if self.is_ignored(&entry.name, entry.is_folder) {
                continue;
            }
            if !entry.is_folder {
                let path = Path::new(&entry.name);
                if self.is_wanted(path) {
                    return Some(Ok(self.root.join(&self.below).join(path)));
                }
            } else if self.folders.len() < DEPTH_MAX {
                self.below.push(&entry.name);
                self.enter();
            } else {
                let shown = self.shown();
                self.problems.push(format!(
                    "`{shown}` is {DEPTH_MAX} folders deep; what is below is not searched"
                ));
            }
        }
    }
}

/// A file or folder; `None` for links, pipes and devices.
fn entry(entry: DirEntry) -> Option<Entry> {
    let kind = entry.file_type().ok()?;
    (kind.is_file() || kind.is_dir()).then(|| Entry {
        name: entry.file_name(),
        is_folder: kind.is_dir(),
    })
}

#[cfg(test)]
mod tests;
