//! The files `mnc2.toml`: searched for above the open documents, read once, and read again when they change.
//!
//! They are read in the handlers that need them before they continue: the file is small, and a document that is first
//! checked by the wrong rules would flicker. Problems of a file are published at that file.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mnc2_ide::languages;
use mnc2_ide::session::{Placed, ProjectFile};
use mnc2_project::encodings::ENCODINGS_BYTES_MAX;
use mnc2_project::files::Roots;
use mnc2_project::{
    FILE_BYTES_MAX, FILE_NAME, Project, SettingProblem, candidates, encodings, files,
    line_and_byte, read,
};
use mnc2_text::message;
use mnc2_words::Encodings;
use ropey::Rope;
use tower_lsp::ls_types::{CodeDescription, Diagnostic, DiagnosticSeverity, Range, Uri};

use super::client_capabilities::ClientFeatures;
use super::document;
use super::findings;
use super::publish_diagnostics::Outbox;

/// The page about the settings, below the documentation.
const PAGE: &str = "configuration.md";

/// The pattern of the files.
pub(super) const FILES: &str = "**/mnc2.toml";

/// The pattern of these and of what they name.
pub(super) const ALL_FILES: &str = "**/*.toml";

/// The files that have been read.
#[derive(Default)]
pub(super) struct Projects {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// By folder of a document; `None` if no file applies to it.
    folders: HashMap<PathBuf, Option<Arc<ProjectFile>>>,
    /// The files of learned rows that projects name.
    encodings: HashSet<PathBuf>,
    /// Files with published problems.
    published: Vec<PathBuf>,
}

impl Projects {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place of a document in its project; a document that is neither a file nor a cell of one has none.
    pub(super) fn for_document(
        &self,
        uri: &Uri,
        features: &ClientFeatures,
        outbox: &Outbox,
    ) -> Option<Placed> {
        let path = document::place(uri)?;
        let folder = path.parent()?;
        let mut known = self.known();
        let file = match known.folders.get(folder) {
            Some(file) => file.clone(),
            None => {
                let file = known.nearest(folder, features, outbox);
                known.folders.insert(folder.to_owned(), file.clone());
                file
            }
        }?;
        let path = path.strip_prefix(&file.folder).ok()?.to_owned();
        Some(Placed { file, path })
    }

    /// Whether a file that changed is one of learned rows that a project names.
    pub(super) fn names(&self, uri: &Uri) -> bool {
        let path = uri.to_file_path();
        path.is_some_and(|path| self.known().encodings.contains(path.as_ref()))
    }

    /// Forgets every file, since one of them changed; withdraws the findings that were published about them.
    pub(super) fn forget(&self, outbox: &Outbox) {
        let mut known = self.known();
        known.folders.clear();
        known.encodings.clear();
        for path in std::mem::take(&mut known.published) {
            if let Some(uri) = Uri::from_file_path(&path) {
                outbox.send(uri, Vec::new());
            }
        }
    }
}

impl Known {
    fn nearest(
        &mut self,
        folder: &Path,
        features: &ClientFeatures,
        outbox: &Outbox,
    ) -> Option<Arc<ProjectFile>> {
        let programs = folder;
        for path in candidates(programs) {
            let folder = path.parent()?;
            if let Some(known) = self.folders.get(folder) {
                return known.clone();
            }
            let bytes = files::read_configuring(&path, programs, FILE_BYTES_MAX);
            let text = match bytes.and_then(text_of) {
                Ok(text) => text,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => {
                    let problem = SettingProblem {
                        range: 0..0,
                        message: message!(
                            "this file cannot be read: {error}",
                            error = error.to_string()
                        ),
                    };
                    self.publish(path, "", &[problem], features, outbox);
                    continue;
                }
            };
            let (project, mut problems) = read(&text, languages::known());
            let folder = folder.to_owned();
            let encodings =
                self.encodings(&project, &folder, programs, &mut problems, features, outbox);
            if !problems.is_empty() {
                self.publish(path, &text, &problems, features, outbox);
            }
            return Some(Arc::new(ProjectFile {
                folder,
                project,
                encodings: Arc::new(encodings),
            }));
        }
        None
    }

    /// The learned rows that a project names. Errors in their file are reported there; that it cannot be read, at the
    /// project's file.
    fn encodings(
        &mut self,
        project: &Project,
        folder: &Path,
        programs: &Path,
        problems: &mut Vec<SettingProblem>,
        features: &ClientFeatures,
        outbox: &Outbox,
    ) -> Encodings {
        let Some(name) = &project.encodings else {
            return Encodings::default();
        };
        let path = folder.join(name);
        self.encodings.insert(path.clone());
        let roots = Roots::new([folder.to_owned(), programs.to_owned()]);
        let bytes = roots.read_configuring(&path, programs, ENCODINGS_BYTES_MAX);
        let text = match bytes.and_then(text_of) {
            Ok(text) => text,
            Err(error) => {
                problems.push(SettingProblem {
                    range: 0..0,
                    message: message!(
                        "the encodings `{name}` cannot be read: {error}",
                        name = name.as_str(),
                        error = error.to_string()
                    ),
                });
                return Encodings::default();
            }
        };
        encodings::read(&text).unwrap_or_else(|problem| {
            self.publish(path, &text, &[problem], features, outbox);
            Encodings::default()
        })
    }

    fn publish(
        &mut self,
        path: PathBuf,
        text: &str,
        problems: &[SettingProblem],
        features: &ClientFeatures,
        outbox: &Outbox,
    ) {
        let Some(uri) = Uri::from_file_path(&path) else {
            return;
        };
        let rope = Rope::from_str(text);
        let diagnostics = problems
            .iter()
            .map(|problem| diagnostic(problem, text, &rope, features))
            .collect();
        outbox.send(uri, diagnostics);
        self.published.push(path);
    }
}

fn diagnostic(
    problem: &SettingProblem,
    text: &str,
    rope: &Rope,
    features: &ClientFeatures,
) -> Diagnostic {
    let position = |offset: usize| {
        let (line, byte) = line_and_byte(text, offset);
        features.encoding.position(rope, line, byte)
    };
    Diagnostic {
        range: Range::new(position(problem.range.start), position(problem.range.end)),
        severity: Some(DiagnosticSeverity::WARNING),
        source: Some(findings::SOURCE.to_owned()),
        code_description: features
            .code_description
            .then(|| format!("{}{PAGE}", findings::DOCUMENTATION).parse().ok())
            .flatten()
            .map(|href| CodeDescription { href }),
        message: problem.message.say(features.language()),
        ..Diagnostic::default()
    }
}

fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// Whether a file that changed is one of these.
pub(super) fn is_project(uri: &Uri) -> bool {
    uri.as_str()
        .rsplit('/')
        .next()
        .is_some_and(|name| name == FILE_NAME)
}

/// Whether a file that changed can only be one of these, or be named by one.
pub(super) fn is_named_so(uri: &Uri) -> bool {
    uri.as_str().ends_with(".toml")
}
