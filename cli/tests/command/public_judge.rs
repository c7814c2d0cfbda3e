//! Every published solution that comes with its testcase, judged.
//!
//! The folder named by `MNC2_PUBLIC_PROGRAMS` is searched for `testcase.vsm` and `testcase_<name>.vsm`. Solutions are
//! the numbered programs next to a `testcase.vsm`, also those in another folder for the problem of the same name, and
//! `answer_<name>.vsm`. The contest accepted all of them, so strict mode must find no hazard that the assembler would
//! refuse, and no read of memory that neither the judge nor the solution writes. Solutions that read only what was
//! written must be accepted on a dirty machine as well.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FOLDER_VARIABLE: &str = "MNC2_PUBLIC_PROGRAMS";
/// Folders are not searched deeper than this.
const DEPTH_MAX: usize = 12;

/// The `.vsm` files below a folder, by folder.
fn programs(folder: &Path, depth: usize, found: &mut BTreeMap<PathBuf, Vec<PathBuf>>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if depth < DEPTH_MAX {
                programs(&path, depth + 1, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "vsm") {
            found.entry(folder.to_owned()).or_default().push(path);
        }
    }
}

fn file_stem(path: &Path) -> String {
    path.file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// The problem that a folder is for: its name without number and punctuation.
fn problem(folder: &Path) -> String {
    let name = folder
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().to_lowercase());
    let unnumbered = name.split_once('-').map_or(&*name, |(number, rest)| {
        if number.bytes().all(|byte| byte.is_ascii_digit()) {
            rest
        } else {
            &name
        }
    });
    unnumbered
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect()
}

fn is_numbered(program: &Path) -> bool {
    file_stem(program).starts_with(|first: char| first.is_ascii_digit())
}

/// Pairs of testcase and solution.
fn pairs(found: &BTreeMap<PathBuf, Vec<PathBuf>>) -> Vec<(PathBuf, PathBuf)> {
    let mut pairs = Vec::new();
    for (folder, files) in found {
        for testcase in files {
            let stem = file_stem(testcase);
            if let Some(name) = stem.strip_prefix("testcase_") {
                let answer = testcase.with_file_name(format!("answer_{name}.vsm"));
                if files.contains(&answer) {
                    pairs.push((testcase.clone(), answer));
                }
            }
            if stem != "testcase" {
                continue;
            }
            for (other, solutions) in found {
                let has_own = found[other]
                    .iter()
                    .any(|file| file_stem(file) == "testcase");
                if other == folder || (!has_own && problem(other) == problem(folder)) {
                    let numbered = solutions.iter().filter(|solution| is_numbered(solution));
                    pairs.extend(numbered.map(|solution| (testcase.clone(), solution.clone())));
                }
            }
        }
    }
    pairs.sort();
    pairs
}

/// Runs the binary `mnc2`.
fn mnc2(arguments: &[&str], testcase: &Path, solution: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mnc2"))
        .args(arguments)
        .args([testcase, solution])
        .output()
        .expect("the command can be started")
}

/// The findings of a strict run of a solution with these options.
fn strict(options: &[&str], testcase: &Path, solution: &Path) -> String {
    let fixed = ["run", "--strict", "--format", "json", "--mode", "flat"];
    let arguments = [&fixed[..], options, &["--testcase"]].concat();
    let output = mnc2(&arguments, testcase, solution);
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The errors in strict and dirty runs of a solution.
fn strict_and_dirty(testcase: &Path, solution: &Path) -> Option<String> {
    let findings = strict(&[], testcase, solution);
    if findings.contains("\"severity\":\"error\"") || findings.contains("\"unwritten\"") {
        return Some(format!("strict mode:\n{findings}"));
    }
    let findings = strict(&["--dirty", "--offchip", "zero"], testcase, solution);
    if findings.contains("\"unwritten\"") {
        return None;
    }
    let dirty = mnc2(&["judge", "--dirty"], testcase, solution);
    let verdict = String::from_utf8_lossy(&dirty.stdout);
    (!dirty.status.success()).then(|| format!("dirty:\n{verdict}"))
}

#[test]
fn published_solutions_are_accepted() {
    let Some(folder) = env::var_os(FOLDER_VARIABLE) else {
        eprintln!("PUBLIC SOLUTIONS: 0 judged; {FOLDER_VARIABLE} names no folder");
        return;
    };
    let mut found = BTreeMap::new();
    programs(Path::new(&folder), 0, &mut found);
    let pairs = pairs(&found);
    let mut rejected = Vec::new();
    for (testcase, solution) in &pairs {
        let output = mnc2(&["judge"], testcase, solution);
        let verdict = String::from_utf8_lossy(&output.stdout);
        let name = solution.strip_prefix(&folder).unwrap_or(solution);
        eprintln!(
            "PUBLIC SOLUTIONS: {}: {}",
            name.display(),
            verdict.lines().last().unwrap_or("no verdict")
        );
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            rejected.push(format!("{}:\n{verdict}{errors}", name.display()));
        } else if let Some(wrong) = strict_and_dirty(testcase, solution) {
            rejected.push(format!("{}: {wrong}", name.display()));
        }
    }
    eprintln!(
        "PUBLIC SOLUTIONS: {} judged, {} rejected",
        pairs.len(),
        rejected.len()
    );
    assert!(!pairs.is_empty(), "the folder holds no testcase");
    assert!(rejected.is_empty(), "{}", rejected.join("\n"));
}
