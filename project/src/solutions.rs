//! The solutions of contest problems among programs, each with its testcase. `mnc2 judge` and editors show this list.

use std::path::{Path, PathBuf};

/// The name of the file next to a solution that is its testcase by default.
pub const TESTCASE_NAME: &str = "testcase.vsm";

/// Access to programs: files, or texts in an editor.
pub trait Programs {
    /// Whether its project leaves a program out.
    fn is_excluded(&self, program: &Path) -> bool;

    /// Whether a program is a testcase: its text has the marker of one.
    fn is_testcase(&self, program: &Path) -> bool;

    /// The testcase of a program that is named: by its project, or for all of them.
    fn named_testcase(&self, program: &Path) -> Option<PathBuf>;
}

/// A program, and the testcase that it is judged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The path of the program.
    pub program: PathBuf,
    /// The path of the testcase. The file may be missing if a project names it.
    pub testcase: PathBuf,
}

/// The solutions among programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solutions {
    /// In the order of the programs.
    pub list: Vec<Solution>,
    /// Programs that are neither testcases nor have one.
    pub without_testcase: Vec<PathBuf>,
}

/// A testcase, and the programs that it judges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestProblem {
    /// The path of the testcase.
    pub testcase: PathBuf,
    /// Its solutions, in the order of the list.
    pub solutions: Vec<PathBuf>,
}

impl Solutions {
    /// The solutions among some programs.
    pub fn among(programs: impl IntoIterator<Item = PathBuf>, known: &dyn Programs) -> Self {
        let mut solutions = Self::default();
        for program in programs {
            if known.is_excluded(&program) || known.is_testcase(&program) {
                continue;
            }
            match testcase_of(&program, known.named_testcase(&program)) {
                Some(testcase) => solutions.list.push(Solution { program, testcase }),
                None => solutions.without_testcase.push(program),
            }
        }
        solutions
    }

    /// The solutions by testcase, in the order of the first solution of each.
    #[must_use]
    pub fn problems(&self) -> Vec<ContestProblem> {
        let mut problems: Vec<ContestProblem> = Vec::new();
        let mut places = std::collections::HashMap::new();
        for Solution { program, testcase } in &self.list {
            let place = *places.entry(testcase).or_insert_with(|| {
                problems.push(ContestProblem {
                    testcase: testcase.clone(),
                    solutions: Vec::new(),
                });
                problems.len() - 1
            });
            problems[place].solutions.push(program.clone());
        }
        problems
    }
}

/// The testcase of a program: the named file, otherwise the file next to it, if there is one and it is not the
/// program itself.
#[must_use]
pub fn testcase_of(program: &Path, named: Option<PathBuf>) -> Option<PathBuf> {
    named.or_else(|| {
        let folder = program.parent().unwrap_or(Path::new(""));
        let beside = folder.join(TESTCASE_NAME);
        (beside != program && beside.is_file()).then_some(beside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs that have names like what they are.
    struct Named;

    impl Programs for Named {
        fn is_excluded(&self, program: &Path) -> bool {
            program.ends_with("excluded.vsm")
        }

        fn is_testcase(&self, program: &Path) -> bool {
            program.to_string_lossy().contains("case")
        }

        fn named_testcase(&self, program: &Path) -> Option<PathBuf> {
            program
                .starts_with("one")
                .then(|| PathBuf::from("one/case.vsm"))
                .or_else(|| {
                    program
                        .starts_with("two")
                        .then(|| PathBuf::from("two/case.vsm"))
                })
        }
    }

    #[test]
    fn solutions_are_grouped_by_their_testcases() {
        let programs = [
            "one/a.vsm",
            "two/a.vsm",
            "one/b.vsm",
            "one/case.vsm",
            "one/excluded.vsm",
            "nowhere/a.vsm",
            "two/testcase.vsm",
        ];
        let found = Solutions::among(programs.map(PathBuf::from), &Named);
        assert_eq!(found.without_testcase, [PathBuf::from("nowhere/a.vsm")]);
        let shown: Vec<String> = found
            .problems()
            .iter()
            .map(|it| format!("{} {:?}", it.testcase.display(), it.solutions))
            .collect();
        assert_eq!(
            shown,
            [
                r#"one/case.vsm ["one/a.vsm", "one/b.vsm"]"#,
                r#"two/case.vsm ["two/a.vsm"]"#
            ]
        );
    }

    #[test]
    fn the_file_beside_a_program_is_its_testcase() {
        let folder = std::env::temp_dir().join(format!("mnc2-solutions-{}", std::process::id()));
        std::fs::create_dir(&folder).expect("a new folder");
        let (program, beside) = (folder.join("a.vsm"), folder.join(TESTCASE_NAME));
        assert_eq!(testcase_of(&program, None), None);
        std::fs::write(&beside, "").expect("a file");
        assert_eq!(testcase_of(&program, None), Some(beside.clone()));
        assert_eq!(testcase_of(&beside, None), None, "not of itself");
        let named = Some(PathBuf::from("named.vsm"));
        assert_eq!(testcase_of(&program, named.clone()), named);
        std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
}
