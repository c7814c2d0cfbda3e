//! Which solutions are judged, and by which testcase.

use std::path::{Path, PathBuf};

use mnc2_asm::testcase::has_marker;
use mnc2_program::INSERTION_MARKER;
use mnc2_project::solutions::{Programs, Solution, Solutions, TESTCASE_NAME, testcase_of};

use crate::args::JudgeArguments;
use crate::exit::Failure;
use crate::find_programs;
use crate::input::Source;
use crate::rules::RuleBook;

/// The solutions to judge.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The solutions, in the order named, solutions of a folder by name.
    pub(super) solutions: Solutions,
    /// The errors that prevent others from being judged.
    pub(super) complaints: Vec<String>,
    /// The testcase that the user named for all of them.
    pub(super) named: Option<PathBuf>,
    /// Whether one solution was named and no folder, so that the verdict needs no name.
    pub(super) is_single: bool,
}

/// Programs as the command line names them.
struct Named<'a> {
    /// The testcase of all of them.
    testcase: Option<&'a Path>,
    book: &'a RuleBook,
}

impl Programs for Named<'_> {
    fn is_excluded(&self, _: &Path) -> bool {
        // The walk has left those out.
        false
    }

    fn is_testcase(&self, program: &Path) -> bool {
        // A program that cannot be read is reported as a solution.
        Source::read(program).is_ok_and(|it| has_marker(&it.text))
    }

    fn named_testcase(&self, program: &Path) -> Option<PathBuf> {
        if let Some(named) = self.testcase {
            return Some(named.to_owned());
        }
        let is_stdin = program.as_os_str() == "-";
        let folder = if is_stdin { None } else { program.parent() };
        self.book.project(folder)?.testcase(program)
    }
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
    if named.is_none()
        && let [solution, testcase] = paths
        && !testcase.is_dir()
        && testcase.exists()
        && is_testcase_file(testcase)?
    {
        let (testcase, solution) = (testcase.display(), solution.display());
        return Err(Failure::Message(format!(
            "`{testcase}` is a testcase, which comes before the solution: `mnc2 judge {testcase} {solution}`"
        )));
    }
    let mut plan = Plan {
        is_single: matches!(paths, [path] if !path.is_dir()),
        named: named.map(Path::to_owned),
        ..Plan::default()
    };
    let known = Named {
        testcase: named,
        book,
    };
    for path in paths {
        if path.is_dir() {
            plan.add_folder(path, &known);
        } else if let Some(testcase) = testcase_of(path, known.named_testcase(path)) {
            plan.solutions.list.push(Solution {
                program: path.clone(),
                testcase,
            });
        } else if let Err(Failure::Message(message)) = readable(path) {
            plan.complaints.push(message);
        } else {
            plan.complaints.push(no_testcase(path, &arguments.paths));
        }
    }
    Ok(plan)
}

impl Plan {
    /// Adds the programs below a folder that are not testcases themselves.
    fn add_folder(&mut self, folder: &Path, known: &Named<'_>) {
        let (programs, mut complaints) = find_programs::programs(&[folder.to_owned()], known.book);
        let found = Solutions::among(programs, known);
        if found.list.is_empty() && complaints.is_empty() {
            complaints.push(format!(
                "there is no solution with a testcase in `{}`",
                folder.display()
            ));
        }
        self.solutions.list.extend(found.list);
        let without = found.without_testcase;
        self.solutions.without_testcase.extend(without);
        self.complaints.append(&mut complaints);
    }
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
            "`{}` has no line `# {INSERTION_MARKER}`, and there is no {TESTCASE_NAME} next to the solution",
            first.display()
        ),
        _ => format!(
            "there is no {TESTCASE_NAME} next to it and mnc2.toml names none; `mnc2 judge TESTCASE SOLUTION` names one"
        ),
    };
    format!("no testcase for `{}`: {reason}", solution.display())
}
