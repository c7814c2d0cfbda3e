//! Finds the fixtures, and keeps generated files up to date.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Names a folder of programs of other people, which are read where they are and never committed.
pub const PUBLIC_VARIABLE: &str = "MNC2_PUBLIC_PROGRAMS";

/// If set, as for `expect-test`, tests rewrite the files that they would otherwise compare.
pub const UPDATE_VARIABLE: &str = "UPDATE_EXPECT";

/// The root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_path_buf()
}

/// The path below the root, with `/` between its parts, for messages.
#[must_use]
pub fn name(path: &Path) -> String {
    let below = path.strip_prefix(root()).unwrap_or(path);
    let parts: Vec<_> = below
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

/// Every file below a folder with this extension, sorted.
///
/// # Errors
/// If a folder cannot be read.
pub fn below(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Compares a generated text with its file, or rewrites the file on request.
///
/// # Errors
/// The difference, or why the file could not be read or written.
pub fn fresh(path: &Path, text: &str) -> Result<(), String> {
    let shown = name(path);
    if env::var_os(UPDATE_VARIABLE).is_some() {
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| fs::write(path, text));
        return written.map_err(|error| format!("{shown}: {error}"));
    }
    let held = fs::read_to_string(path).map_err(|error| {
        format!("{shown}: {error}; run the tests with {UPDATE_VARIABLE}=1 to write it")
    })?;
    let held = held.replace("\r\n", "\n");
    if held == text {
        return Ok(());
    }
    Err(format!(
        "{shown} is not what it should be ({UPDATE_VARIABLE}=1 rewrites it):\n{}",
        difference(&held, text)
    ))
}

/// Compares a generated part of a file with the text between the line that has `begin` and the line that has `end`, or
/// rewrites it on request.
///
/// # Errors
/// The difference, or why the file could not be read or written, or which line is missing.
pub fn fresh_part(path: &Path, (begin, end): (&str, &str), part: &str) -> Result<(), String> {
    let held = fs::read_to_string(path).map_err(|error| format!("{}: {error}", name(path)))?;
    let held = held.replace("\r\n", "\n");
    let missing = |line| format!("{}: no line has `{line}`", name(path));
    let from = held.find(begin).ok_or_else(|| missing(begin))?;
    let from = held[from..]
        .find('\n')
        .map_or(held.len(), |at| from + at + 1);
    let to = held[from..].find(end).ok_or_else(|| missing(end))? + from;
    let to = held[..to].rfind('\n').map_or(0, |at| at + 1);
    fresh(path, &format!("{}{part}{}", &held[..from], &held[to..]))
}

/// Lines around the first difference of two texts, `-` for the first text and `+` for the second.
#[must_use]
pub fn difference(first: &str, second: &str) -> String {
    const SHOWN_LINES: usize = 5;
    let first: Vec<&str> = first.lines().collect();
    let second: Vec<&str> = second.lines().collect();
    let common = first
        .iter()
        .zip(&second)
        .take_while(|(first, second)| first == second)
        .count();
    let mut text = format!("first difference in line {}\n", common + 1);
    for line in first.iter().skip(common).take(SHOWN_LINES) {
        text.push_str(&format!("- {line}\n"));
    }
    for line in second.iter().skip(common).take(SHOWN_LINES) {
        text.push_str(&format!("+ {line}\n"));
    }
    if first.len() == common && second.len() == common {
        text.push_str("only the line ends differ\n");
    }
    text
}
