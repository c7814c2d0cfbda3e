//! The project that a document belongs to.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mnc2_program::rules::Layer;
use mnc2_project::Project;
use mnc2_text::LanguageChoice;
use mnc2_words::Encodings;

use super::settings::ClockRate;

/// A project and where its file is.
#[derive(Debug)]
pub struct ProjectFile {
    /// The folder of the file, which its paths are relative to.
    pub folder: PathBuf,
    /// The content of the file.
    pub project: Project,
    /// The learned rows of instruction words that it names.
    pub encodings: Arc<Encodings>,
}

/// A document's place in its project.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The project that the document is in.
    pub file: Arc<ProjectFile>,
    /// The path of the document from the project's folder.
    pub path: PathBuf,
}

impl Placed {
    /// Profile, mode and levels of the project.
    pub fn layer(&self) -> &Layer {
        &self.file.project.layer
    }

    /// The clock that the project names.
    pub fn clock(&self) -> Option<ClockRate> {
        ClockRate::from_megahertz(u64::from(self.file.project.clock_mhz?))
    }

    /// Whether the project excludes the document from checking.
    pub fn is_excluded(&self) -> bool {
        self.file.project.excludes(&self.path, false)
    }

    /// The language that the project names for the document.
    pub fn language(&self) -> Option<&LanguageChoice> {
        self.file.project.language(&self.path)
    }

    /// The testcase that the project names for the document, unless it is the document itself.
    pub fn testcase(&self) -> Option<PathBuf> {
        self.file
            .project
            .testcase(&self.path)
            .filter(|testcase| *testcase != self.path)
            .map(|testcase: &Path| self.file.folder.join(testcase))
    }
}
