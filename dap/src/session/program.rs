//! The program of a launch configuration: its file, and the project that it belongs to.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use std::{fs, io};

use mnc2_ide::features::run::Failure;
use mnc2_ide::languages;
use mnc2_ide::session::{ProjectFile, TEXT_BYTES_MAX};
use mnc2_project::files::Roots;
use mnc2_project::{FILE_BYTES_MAX, candidates, files, read};
use mnc2_text::{Message, line, message};
use serde_json::Value;

use super::Done;
use crate::protocol::{LaunchArguments, RestartArguments};
use crate::refusal::Refusal;
use crate::seat::HostKernel;

/// The state of a file that shows whether it was written since it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    modified: Option<SystemTime>,
    bytes: u64,
}

impl Stamp {
    /// The stamp of a file now; `None` if there is none.
    pub(super) fn for_path(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self {
            modified: metadata.modified().ok(),
            bytes: metadata.len(),
        })
    }
}

/// The file of a program as it was read, and the project that it belongs to.
pub(super) struct ProgramFile {
    pub(super) path: PathBuf,
    /// The file before it was read.
    pub(super) stamp: Option<Stamp>,
    pub(super) text: String,
    /// The settings of the folders that it is in.
    pub(super) project: Option<ProjectFile>,
    /// What is wrong with them.
    pub(super) complaints: Vec<Message>,
}

impl ProgramFile {
    /// Reads a program.
    ///
    /// # Errors
    /// A sentence if its file cannot be read.
    pub(super) fn read(path: PathBuf) -> Result<Self, Message> {
        let stamp = Stamp::for_path(&path);
        let text = read_text(&path)?;
        let mut complaints = Vec::new();
        let project = path.parent().and_then(|it| project(it, &mut complaints));
        Ok(Self {
            path,
            stamp,
            text,
            project,
            complaints,
        })
    }
}

impl ProgramFile {
    /// A kernel of a host program, as this text of it runs. It belongs to no project.
    pub(super) fn kernel(kernel: &HostKernel, stamp: Option<Stamp>, text: &str) -> Self {
        Self {
            path: kernel.path.clone(),
            stamp,
            text: kernel.to_run(text),
            project: None,
            complaints: Vec::new(),
        }
    }
}

/// The configuration of a restart.
pub(super) fn configuration_of(
    arguments: RestartArguments,
    before: &LaunchArguments,
) -> Done<LaunchArguments> {
    match arguments.arguments {
        None | Some(Value::Null) => Ok(before.clone()),
        Some(value) => Ok(serde_json::from_value(value).map_err(|error| {
            message!(
                "the arguments of the request do not match the protocol: {error}",
                error = error.to_string()
            )
        })?),
    }
}

/// The file of the program.
pub(super) fn program_path(configuration: &LaunchArguments) -> Done<PathBuf> {
    let Some(program) = &configuration.program else {
        return Err(message!(
            "`program` is missing in the launch configuration: it names the file to debug"
        )
        .into());
    };
    let path = PathBuf::from(program);
    // Links are not followed: the client uses this name of the file.
    Ok(std::path::absolute(&path).unwrap_or(path))
}

/// Why a program is not debugged.
pub(super) fn refusal_of(failure: Failure) -> Refusal {
    match failure {
        Failure::Cancelled => Refusal::Cancelled,
        Failure::NoSuchLine { lines } => {
            message!("the program has only {lines:# line|# lines}", lines).into()
        }
        Failure::Stopped(stop) => Refusal::Stopped {
            reason: stop.message(),
            line: stop.line + 1,
            file: stop.file,
        },
    }
}

/// Whether two paths name the same file.
pub(super) fn is_same_file(path: &Path, other: &Path) -> bool {
    path == other
        || fs::canonicalize(path)
            .is_ok_and(|path| fs::canonicalize(other).is_ok_and(|it| it == path))
}

/// A text that the configuration names.
pub(super) fn read_text(path: &Path) -> Result<String, Message> {
    decoded(path, files::read(path, TEXT_BYTES_MAX as u64))
}

/// A text that a program or its project names, within their folders.
pub(super) fn read_named(
    path: &Path,
    program: &Path,
    project: Option<&ProjectFile>,
) -> Result<String, Message> {
    let roots = Roots::for_program(program, project.map(|it| &*it.folder));
    decoded(path, roots.read(path, TEXT_BYTES_MAX as u64))
}

fn decoded(path: &Path, bytes: io::Result<Vec<u8>>) -> Result<String, Message> {
    match bytes {
        Ok(bytes) => Ok(line::decode(&bytes).0),
        Err(error) => Err(message!(
            "cannot read `{path}`: {error}",
            path = path.display().to_string(),
            error = error.to_string()
        )),
    }
}

/// The project of the programs in a folder.
fn project(folder: &Path, complaints: &mut Vec<Message>) -> Option<ProjectFile> {
    for path in candidates(folder) {
        let name = path.display().to_string();
        match files::read_configuring(&path, folder, FILE_BYTES_MAX) {
            Ok(bytes) => {
                let (project, problems) = read(&line::decode(&bytes).0, languages::known());
                complaints.extend(problems.into_iter().map(|problem| {
                    message!("{name}: {problem}", name = &name, problem = problem.message)
                }));
                let folder = path.parent()?.to_owned();
                return Some(ProjectFile {
                    folder,
                    project,
                    // A debugger shows no instruction words.
                    encodings: Arc::default(),
                });
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => complaints.push(message!(
                "cannot read `{path}`: {error}",
                path = name,
                error = error.to_string()
            )),
        }
    }
    None
}
