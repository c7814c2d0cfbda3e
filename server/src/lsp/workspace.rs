//! The folders of the workspace, and what is known about the programs there that are not open.

use std::collections::HashSet;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use dashmap::DashMap;
use mnc2_ide::languages::Options;
use mnc2_ide::session::{Placed, Placement};
use mnc2_program::rules::Rules;
use mnc2_project::files::Roots;
use mnc2_project::find_programs;
use mnc2_text::LevelChoices;
use tower_lsp::ls_types::{
    Diagnostic, InitializeParams, SymbolInformation, Uri, WorkspaceFolder,
    WorkspaceFoldersChangeEvent,
};

use super::document::path;

/// Maximum number of files in the workspace that are checked.
const FILES_MAX: usize = 2000;
/// The largest file that is read without being open.
pub(super) const FILE_BYTES_MAX: u64 = 16 << 20;
/// Maximum number of sentences about what searches passed over. A folder with more needs no further ones.
const TOLD_MAX: usize = 100;
/// The folders of the workspace, and what is known about their files.
#[derive(Default)]
pub(super) struct Workspace {
    roots: Mutex<Vec<PathBuf>>,
    pub(super) checked: DashMap<PathBuf, Checked>,
    pub(super) languages: DashMap<PathBuf, CheckedLanguage>,
    pub(super) outlined: DashMap<PathBuf, Outlined>,
    /// Whether files are testcases.
    pub(super) marked: DashMap<PathBuf, (FileState, bool)>,
    /// The sentences about skipped files that the client has received.
    told: Mutex<HashSet<String>>,
}

/// The findings in a file.
pub(super) struct Checked {
    pub(super) state: FileState,
    pub(super) rules: Rules,
    /// The `.param` file that it was checked with.
    pub(super) placement: Option<Placement>,
    pub(super) items: Vec<Diagnostic>,
}

/// The findings in a file in a language other than MN-Core 2.
pub(super) struct CheckedLanguage {
    pub(super) state: FileState,
    /// What can choose its language in the text.
    pub(super) first_lines: String,
    /// What was chosen about its language.
    pub(super) options: Box<dyn Options>,
    pub(super) levels: LevelChoices,
    pub(super) items: Vec<Diagnostic>,
}

/// The symbols of a file.
pub(super) struct Outlined {
    pub(super) state: FileState,
    pub(super) symbols: Arc<[SymbolInformation]>,
}

/// What distinguishes one state of a file from another without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileState {
    modified: Option<SystemTime>,
    pub(super) length_bytes: u64,
}

impl FileState {
    fn from_metadata(metadata: &Metadata) -> Self {
        Self {
            modified: metadata.modified().ok(),
            length_bytes: metadata.len(),
        }
    }
}

impl Workspace {
    /// Takes the client's first folders.
    pub(super) fn begin(&self, params: &InitializeParams) {
        #[expect(
            deprecated,
            reason = "clients without workspace folders name their root"
        )]
        let root = params.root_uri.iter();
        let folders = match &params.workspace_folders {
            Some(folders) => folders.iter().map(|folder| &folder.uri).collect(),
            None => root.collect::<Vec<_>>(),
        };
        self.edit_roots(|roots| *roots = folders.into_iter().filter_map(path).collect());
    }

    /// Adds and removes folders.
    pub(super) fn change(&self, event: &WorkspaceFoldersChangeEvent) {
        let paths = |folders: &[WorkspaceFolder]| -> Vec<PathBuf> {
            let uris = folders.iter().map(|folder| &folder.uri);
            uris.filter_map(path).collect()
        };
        let (added, removed) = (paths(&event.added), paths(&event.removed));
        self.edit_roots(|roots| {
            roots.retain(|root| !removed.contains(root) && !added.contains(root));
            roots.extend(added);
        });
        self.checked.clear();
        self.languages.clear();
        self.outlined.clear();
        self.marked.clear();
    }

    fn roots(&self) -> Vec<PathBuf> {
        let roots = self.roots.lock().unwrap_or_else(PoisonError::into_inner);
        roots.clone()
    }

    fn edit_roots(&self, edit: impl FnOnce(&mut Vec<PathBuf>)) {
        edit(&mut self.roots.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// The folders whose files a program, its project and requests about it may name: the folders of the workspace, of
    /// the program and of its project.
    pub(super) fn roots_of(&self, program: &Uri, project: Option<&Placed>) -> Roots {
        let program = path(program);
        let own = program.as_deref().and_then(Path::parent);
        let project = project.map(|it| &*it.file.folder);
        let others = [own, project].into_iter().flatten().map(Path::to_owned);
        Roots::new(self.roots().into_iter().chain(others))
    }

    /// The folders of the workspace.
    pub(super) fn folders(&self) -> Roots {
        Roots::new(self.roots())
    }

    /// Forgets the findings in a file.
    pub(super) fn forget(&self, path: &Path) {
        self.checked.remove(path);
        self.languages.remove(path);
        self.outlined.remove(path);
        self.marked.remove(path);
    }

    /// The files that a check of the folders reads, each once, in a stable order, and a sentence for each path that was
    /// skipped; the files so far when it is cancelled. Files in languages other than MN-Core 2 are those for which `claims`
    /// returns true.
    pub(super) fn files(
        &self,
        claims: &dyn Fn(&Path) -> bool,
        is_cancelled: &dyn Fn() -> bool,
    ) -> (Vec<(PathBuf, FileState)>, Vec<String>) {
        let mut seen = HashSet::new();
        let mut problems = Vec::new();
        let programs = self
            .roots()
            .iter()
            .flat_map(|root| find_programs::checked(root, claims, is_cancelled))
            .filter_map(|found| found.map_err(|problem| problems.push(problem)).ok())
            .filter_map(|path| Some((fs::metadata(&path).ok()?, path)))
            .filter(|(metadata, _)| metadata.is_file() && metadata.len() <= FILE_BYTES_MAX)
            .map(|(metadata, path)| (path, FileState::from_metadata(&metadata)))
            .filter(|(path, _)| seen.insert(path.clone()))
            .take(FILES_MAX)
            .collect();
        (programs, problems)
    }

    /// The sentences that the client has not received yet.
    pub(super) fn untold(&self, mut problems: Vec<String>) -> Vec<String> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        problems.retain(|problem| told.len() < TOLD_MAX && told.insert(problem.clone()));
        problems
    }
}
