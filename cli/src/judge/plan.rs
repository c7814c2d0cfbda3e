//! Which solutions are judged, and by which testcase.

use std::path::{Path, PathBuf};

use mnc2_asm::testcase::{INSERTION_MARKER, has_marker};

use crate::Failure;
use crate::args::JudgeArguments;
use crate::input::Source;
use crate::rules::RuleBook;
use crate::walk;

/// The file beside a solution that is its testcase by default.
const TESTCASE_NAME: &str = "testcase.vsm";

/// What is to be judged.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The solutions, in the order named, those of a folder by name.
    pub(super) jobs: Vec<Job>,
    /// What prevents others from being judged.
    pub(super) complaints: Vec<String>,
    /// Programs in folders that have no testcase.
    pub(super) without_testcase: usize,
    /// Whether one solution was named and no folder, so that the verdict needs no name.
    pub(super) is_single: bool,
}

/// A solution and its testcase.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) solution: PathBuf,
    pub(super) testcase: PathBuf,
}

/// Finds the solutions and their testcases.
pub(super) fn plan(arguments: &JudgeArguments, book: &RuleBook) -> Result<Plan, Failure> {
    let mut paths = arguments.paths.as_slice();
    let mut named = arguments.testcase.as_deref();
    if named.is_none()
        && let [first, rest @ ..] = paths
        && is_testcase_file(first)?
    {
        if rest.is_empty() {
            return Err(Failure::Message(format!(
                "`{}` is a testcase: name a solution after it, or a folder with solutions",
                first.display()
            )));
        }
        named = Some(first);
        paths = rest;
    }
    let mut plan = Plan {
        is_single: matches!(paths, [path] if !path.is_dir()),
        ..Plan::default()
    };
    for path in paths {
        if path.is_dir() {
            plan.add_folder(path, named, book);
        } else if let Some(testcase) = testcase_of(path, named, book) {
            plan.add(path.clone(), testcase);
        } else if let Err(Failure::Message(message)) = readable(path) {
            plan.complaints.push(message);
        } else {
            plan.complaints.push(no_testcase(path, &arguments.paths));
        }
    }
    Ok(plan)
}

impl Plan {
    fn add(&mut self, solution: PathBuf, testcase: PathBuf) {
        self.jobs.push(Job { solution, testcase });
    }

    /// Adds the programs below a folder that are not testcases themselves.
    fn add_folder(&mut self, folder: &Path, named: Option<&Path>, book: &RuleBook) {
        let (programs, mut complaints) = walk::programs(&[folder.to_owned()], book);
        let found = self.jobs.len();
        for program in programs {
            // A program that cannot be read is reported as a solution.
            let is_testcase = Source::read(&program).is_ok_and(|it| has_marker(&it.text));
            if is_testcase {
                continue;
            }
            match testcase_of(&program, named, book) {
                Some(testcase) => self.add(program, testcase),
                None => self.without_testcase += 1,
            }
        }
        if self.jobs.len() == found && complaints.is_empty() {
            complaints.push(format!(
                "there is no solution with a testcase in `{}`",
                folder.display()
            ));
        }
        self.complaints.append(&mut complaints);
    }
}

/// The testcase of a solution: the one named, otherwise that of the project, otherwise the one beside it.
fn testcase_of(solution: &Path, named: Option<&Path>, book: &RuleBook) -> Option<PathBuf> {
    if let Some(named) = named {
        return Some(named.to_owned());
    }
    let is_stdin = solution.as_os_str() == "-";
    let folder = if is_stdin { None } else { solution.parent() };
    let of_project = book.project(folder).and_then(|it| it.testcase(solution));
    of_project.or_else(|| {
        let beside = folder.unwrap_or(Path::new("")).join(TESTCASE_NAME);
        beside.is_file().then_some(beside)
    })
}

/// Whether the first path is a testcase: by its name, or by its text.
fn is_testcase_file(path: &Path) -> Result<bool, Failure> {
    if path.as_os_str() == "-" || path.is_dir() {
        return Ok(false);
    }
    if path.file_name().is_some_and(|name| name == TESTCASE_NAME) {
        return Ok(true);
    }
    Ok(has_marker(&Source::read(path)?.text))
}

/// Whether a solution without a testcase can be read at all.
fn readable(path: &Path) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return Ok(());
    }
    Source::read(path).map(|_| ())
}

/// Reports that a solution has no testcase, and where it could be.
fn no_testcase(solution: &Path, paths: &[PathBuf]) -> String {
    let reason = match paths {
        [first, _, ..] => format!(
            "`{}` has no line `# {INSERTION_MARKER}`, and there is no {TESTCASE_NAME} beside the solution",
            first.display()
        ),
        _ => format!(
            "there is no {TESTCASE_NAME} beside it and mnc2.toml names none; `mnc2 judge TESTCASE SOLUTION` names one"
        ),
    };
    format!("no testcase for `{}`: {reason}", solution.display())
}
