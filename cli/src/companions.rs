//! Files that belong to a checked file: the `.param` file next to a program for the linker, and the linker's output.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use mnc2_asm::testcase::{self, Surroundings, TestcaseError};
use mnc2_asm::{params, stparam};
use mnc2_program::finding::Finding;
use mnc2_program::rules::Rules;
use mnc2_program::{FileForm, Params, Program};
use mnc2_project::files::{self, Roots};
use mnc2_project::linker_files;
use mnc2_project::solutions::testcase_of;
use mnc2_review::{Files, Review, linker_output};
use mnc2_text::line;

use crate::args::OutputArguments;
use crate::exit::Failure;
use crate::input::{Source, is_stdin};
use crate::memory_files;
use crate::rules::RuleBook;
use crate::testcase::no_testcase;

const LINKER: &str = "vsmlink";
/// The longest output of the linker that is read, in bytes.
const OUTPUT_BYTES_MAX: u64 = 64 << 20;

/// The data besides its text that a file is checked with.
#[derive(Default)]
pub(crate) struct CompanionFiles {
    params: Option<Params>,
    /// A program for the linker, and what may be its output.
    program: Arc<String>,
    outputs: Vec<String>,
    /// The lines around a solution in its testcase.
    testcase: Option<Surroundings>,
    /// The errors of a file of parameters.
    findings: Vec<Finding>,
}

impl CompanionFiles {
    /// The files that belong to a file, regardless of its text.
    pub(crate) fn for_path(path: &Path, source: &Source, roots: &Roots) -> Self {
        match source.form {
            FileForm::Program => Self::default(),
            FileForm::Unlinked => Self {
                params: placement_of(path).and_then(|path| {
                    let source = Source::read_named(&path, roots).ok()?;
                    Some(params::read(&source.text).0)
                }),
                ..Self::default()
            },
            FileForm::Placement => Self {
                findings: params::read(&source.text).1,
                ..Self::default()
            },
            FileForm::Structure => Self {
                findings: stparam::check(&source.text),
                ..Self::default()
            },
        }
    }

    /// The files with the testcase of a program: a named testcase, or named places as its outputs, otherwise as for
    /// `mnc2 judge` the testcase of the project or the file next to the program, if it is a testcase.
    ///
    /// # Errors
    /// If the testcase that is named cannot be read, or is none.
    pub(crate) fn in_testcase(
        mut self,
        path: &Path,
        source: &Source,
        known: &OutputArguments,
        book: &RuleBook,
    ) -> Result<Self, Failure> {
        if source.form != FileForm::Program || testcase::has_marker(&source.text) {
            return Ok(self);
        }
        self.testcase = if let Some(named) = &known.testcase {
            let text = Source::read(named)?.text;
            let read = Surroundings::read(&text);
            let error = || no_testcase(named, &TestcaseError::NoMarker { similar: None });
            Some(read.ok_or_else(error)?)
        } else if known.at.is_empty() {
            if is_stdin(path) {
                return Ok(self);
            }
            testcase_of(path, book.testcase(path)).and_then(|path| {
                let text = Source::read_named(&path, &book.roots(&path)).ok()?.text;
                Surroundings::read(&text)
            })
        } else {
            Some(Surroundings {
                before: Program::default(),
                after: memory_files::shown(&known.at),
            })
        };
        Ok(self)
    }

    /// As [`Self::for_path`], with the linker's output of this text: from a new run, or the file next to the program.
    pub(crate) fn with_output(
        path: &Path,
        source: &Source,
        links: bool,
        roots: &Roots,
    ) -> Result<Self, Failure> {
        let mut beside = Self::for_path(path, source, roots);
        if source.form == FileForm::Unlinked {
            beside.program = Arc::clone(&source.text);
            beside.outputs = if links {
                link(path, source).map_err(Failure::Message)?
            } else {
                let outputs = linker_files::outputs_of(path);
                outputs
                    .iter()
                    .filter_map(|path| roots.read(path, OUTPUT_BYTES_MAX).ok())
                    .map(|bytes| line::decode(&bytes).0)
                    .collect()
            };
        }
        Ok(beside)
    }

    /// The findings about a file, with others that are known.
    pub(crate) fn check(
        &self,
        program: &Program,
        rules: &Rules,
        mut added: Vec<Finding>,
    ) -> Review {
        added.extend(self.findings.iter().cloned());
        let outputs = self.outputs.iter();
        let found =
            outputs.filter_map(|output| linker_output::findings(&self.program, output, rules));
        added.extend(found.take(1).flatten());
        Review::with_files(program, rules, self.files(), added)
    }

    /// The rules for the file: more of them where its outputs are known.
    pub(crate) fn rules(&self, rules: &Rules) -> Rules {
        Rules {
            levels: self.files().levels(rules).into_owned(),
            ..rules.clone()
        }
    }

    fn files(&self) -> Files<'_> {
        Files {
            params: self.params.as_ref(),
            testcase: self.testcase.as_ref(),
        }
    }
}

fn read_output(path: &Path) -> Result<String, String> {
    let bytes = files::read(path, OUTPUT_BYTES_MAX).map_err(|error| error.to_string())?;
    Ok(line::decode(&bytes).0)
}

/// The output of the linker for a program that was saved. If none is installed, it is ours; it has no output for files with
/// errors.
fn link(path: &Path, program: &Source) -> Result<Vec<String>, String> {
    let name = path.display();
    let beside = |extension: &str| {
        let own = path.with_extension(extension);
        if own.is_file() {
            return Ok(own);
        }
        Err(format!(
            "cannot link {name}: there is no `{}`",
            own.display()
        ))
    };
    let params = placement_of(path).map_or_else(|| beside(FileForm::PLACEMENT), Ok)?;
    let structure = beside(FileForm::STRUCTURE).or_else(|problem| {
        // Programs of one folder share theirs, as they share their parameters.
        let shared = params.with_extension(FileForm::STRUCTURE);
        if shared.is_file() {
            Ok(shared)
        } else {
            Err(problem)
        }
    })?;
    let folder = tempfile::tempdir().map_err(|error| format!("cannot link {name}: {error}"))?;
    let output = folder.path().join("linked.vsm");
    let arguments: [&OsStr; 4] = [
        path.as_os_str(),
        params.as_os_str(),
        structure.as_os_str(),
        output.as_os_str(),
    ];
    let mut command = Command::new(LINKER);
    let ended = match command.args(arguments).stdin(Stdio::null()).output() {
        Ok(ended) => ended,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let [params, structure] = [read_output(&params), read_output(&structure)];
            let read = |it: Result<String, String>| {
                it.map_err(|error| format!("cannot link {name}: {error}"))
            };
            let linked = mnc2_asm::link::link(&program.text, &read(params)?, &read(structure)?);
            return Ok(linked.into_iter().collect());
        }
        Err(error) => return Err(format!("cannot start `{LINKER}`: {error}")),
    };
    if !ended.status.success() {
        let said = String::from_utf8_lossy(&ended.stderr);
        let said = said.lines().next().unwrap_or_default().trim().to_owned();
        return Err(format!("`{LINKER}` does not link {name}: {said}"));
    }
    let read = read_output(&output).map(|output| vec![output]);
    read.map_err(|error| format!("`{LINKER}` wrote no output for {name}: {error}"))
}

/// The `.param` file of a program for the linker.
pub(crate) fn placement_of(program: &Path) -> Option<PathBuf> {
    linker_files::placement_of(program)
}
