//! The folders of the workspace, and the findings in programs there that are not open.
//!
//! Clients that pull diagnostics ask for those of the whole workspace again and again. A file is read again only if it
//! or its rules have changed, and the client is not sent again what it has. Hints are left out for files that are not
//! open: they help only someone who looks at the document.

mod symbols;

use std::collections::{HashMap, HashSet};
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use dashmap::DashMap;
use mnc2_asm::Rules;
use mnc2_ide::session::Document;
use mnc2_project::{files, walk};
use tower_lsp::ls_types::notification::Notification;
use tower_lsp::ls_types::{
    Diagnostic, DiagnosticSeverity, DocumentDiagnosticReport, FullDocumentDiagnosticReport,
    InitializeParams, PreviousResultId, Uri, WorkspaceDocumentDiagnosticReport,
    WorkspaceFoldersChangeEvent, WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
};

use super::disk;
use super::document;
use super::findings::{self, Kept};
use super::shared::Shared;
use symbols::Outlined;
pub(super) use symbols::symbols;

/// Maximum number of files in the workspace that are checked.
const FILES_MAX: usize = 2000;
/// The largest file that is checked without being open.
const FILE_BYTES_MAX: u64 = 16 << 20;
/// Maximum number of sentences about what searches passed over. A folder with more needs no further ones.
const TOLD_MAX: usize = 100;
/// Reports that are sent together.
const BATCH_REPORTS: usize = 32;

/// Part of an answer to `workspace/diagnostic`.
pub(super) struct Partial;

impl Notification for Partial {
    type Params = serde_json::Value;
    const METHOD: &'static str = "$/progress";
}

/// The folders of the workspace, and what is known about their files.
#[derive(Default)]
pub(super) struct Workspace {
    roots: Mutex<Vec<PathBuf>>,
    checked: DashMap<PathBuf, Checked>,
    outlined: DashMap<PathBuf, Outlined>,
    /// What the searches passed over, as far as the client has been told.
    told: Mutex<HashSet<String>>,
}

/// The findings in a file.
struct Checked {
    state: FileState,
    rules: Rules,
    items: Vec<Diagnostic>,
}

/// What distinguishes one state of a file from another without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileState {
    modified: Option<SystemTime>,
    length_bytes: u64,
}

impl FileState {
    fn of(metadata: &Metadata) -> Self {
        Self {
            modified: metadata.modified().ok(),
            length_bytes: metadata.len(),
        }
    }
}

/// The client no longer wants the answer.
pub(super) struct Unwanted;

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
        let paths = |folders: &[tower_lsp::ls_types::WorkspaceFolder]| -> Vec<PathBuf> {
            let uris = folders.iter().map(|folder| &folder.uri);
            uris.filter_map(path).collect()
        };
        let (added, removed) = (paths(&event.added), paths(&event.removed));
        self.edit_roots(|roots| {
            roots.retain(|root| !removed.contains(root) && !added.contains(root));
            roots.extend(added);
        });
        self.checked.clear();
        self.outlined.clear();
    }

    fn roots(&self) -> Vec<PathBuf> {
        let roots = self.roots.lock().unwrap_or_else(PoisonError::into_inner);
        roots.clone()
    }

    fn edit_roots(&self, edit: impl FnOnce(&mut Vec<PathBuf>)) {
        edit(&mut self.roots.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Whether a file is in a folder of the workspace, or in that of a program.
    pub(super) fn holds(&self, file: &Path, program: &Uri) -> bool {
        let program = path(program);
        let own = program.as_deref().and_then(Path::parent);
        let roots = self.roots();
        disk::is_within(file, roots.iter().map(PathBuf::as_path).chain(own))
    }

    /// Forgets the findings in a file.
    pub(super) fn forget(&self, path: &Path) {
        self.checked.remove(path);
        self.outlined.remove(path);
    }

    /// The programs below the folders, each once, in a stable order; those so far when it is cancelled. With sentences
    /// about what was passed over.
    fn programs(
        &self,
        is_cancelled: &dyn Fn() -> bool,
    ) -> (Vec<(PathBuf, FileState)>, Vec<String>) {
        let mut seen = HashSet::new();
        let mut problems = Vec::new();
        let programs = self
            .roots()
            .iter()
            .flat_map(|root| walk::programs(root, is_cancelled))
            .filter_map(|found| found.map_err(|problem| problems.push(problem)).ok())
            .filter_map(|path| Some((fs::metadata(&path).ok()?, path)))
            .filter(|(metadata, _)| metadata.is_file() && metadata.len() <= FILE_BYTES_MAX)
            .map(|(metadata, path)| (path, FileState::of(&metadata)))
            .filter(|(path, _)| seen.insert(path.clone()))
            .take(FILES_MAX)
            .collect();
        (programs, problems)
    }

    /// The sentences that the client has not been told yet.
    fn untold(&self, mut problems: Vec<String>) -> Vec<String> {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        problems.retain(|problem| told.len() < TOLD_MAX && told.insert(problem.clone()));
        problems
    }
}

/// The programs of the workspace. The client's log gets each sentence about what was passed over once.
fn programs(shared: &Shared, is_cancelled: &dyn Fn() -> bool) -> Vec<(PathBuf, FileState)> {
    let (programs, problems) = shared.workspace.programs(is_cancelled);
    shared.log_warnings(shared.workspace.untold(problems));
    programs
}

/// Reports in batches every open document, every other program of the workspace, and files that the client knows but
/// that are gone; ends early if no one takes the reports, or if it is cancelled.
pub(super) fn check(
    shared: &Shared,
    previous: Vec<PreviousResultId>,
    is_cancelled: &(dyn Fn() -> bool + Sync),
    mut take: impl FnMut(Vec<WorkspaceDocumentDiagnosticReport>) -> Result<(), Unwanted>,
) -> Result<(), Unwanted> {
    let mut previous: HashMap<Uri, String> = previous
        .into_iter()
        .map(|result| (result.uri, result.value))
        .collect();
    let features = shared.features();
    let mut batch = Vec::new();
    let mut report = |uri: Uri, version: Option<i32>, items| {
        let known = previous.remove(&uri);
        let found = shared.pulled.report(&uri, items, known.as_deref());
        if is_cancelled() {
            return Err(Unwanted);
        }
        batch.push(of_workspace(uri, version, found));
        if batch.len() >= BATCH_REPORTS {
            take(std::mem::take(&mut batch))?;
        }
        Ok(())
    };

    let open = shared.session().snapshots();
    let mut open_paths = HashSet::new();
    for (id, snapshot) in open {
        let uri = document::uri(&id);
        open_paths.extend(path(&uri));
        let items = findings::diagnostics(&snapshot, &uri, &features, &shared.shown);
        report(uri, Some(snapshot.version), items)?;
    }
    for (path, state) in programs(shared, is_cancelled) {
        if open_paths.contains(&path) {
            continue;
        }
        if let Some(uri) = Uri::from_file_path(&path)
            && let Some(items) = of_file(shared, &uri, &path, state, is_cancelled)
        {
            report(uri, None, items)?;
        }
    }
    for uri in previous.into_keys() {
        shared.pulled.forget(&uri);
        batch.push(of_workspace(uri, None, full(Vec::new())));
    }
    if batch.is_empty() {
        return Ok(());
    }
    take(batch)
}

/// The findings in a file that is not open; `None` if it cannot be read, its project leaves it out, or no one waits any
/// more.
fn of_file(
    shared: &Shared,
    uri: &Uri,
    path: &Path,
    state: FileState,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Diagnostic>> {
    let project = shared.project(uri);
    let layer = shared.session().settings().layer.clone();
    let layers = project.iter().map(|project| project.layer());
    let rules = Rules::of_layers(&layers.chain([&layer]).collect::<Vec<_>>());
    if project
        .as_ref()
        .is_some_and(|project| project.is_excluded())
    {
        return None;
    }
    if let Some(known) = shared.workspace.checked.get(path)
        && known.state == state
        && known.rules == rules
    {
        return Some(known.items.clone());
    }
    let (text, _) = mnc2_asm::text::decode(&files::read(path, FILE_BYTES_MAX).ok()?);
    let snapshot = Document::new(0, &text).checked_by(project, &layer);
    if !snapshot.program.is_read_unless(is_cancelled) {
        return None;
    }
    let mut items = findings::diagnostics(&snapshot, uri, &shared.features(), &Kept::default());
    items.retain(|item| item.severity != Some(DiagnosticSeverity::HINT));
    let checked = Checked {
        state,
        rules,
        items: items.clone(),
    };
    shared.workspace.checked.insert(path.to_owned(), checked);
    Some(items)
}

fn full(items: Vec<Diagnostic>) -> DocumentDiagnosticReport {
    let report = FullDocumentDiagnosticReport {
        result_id: None,
        items,
    };
    DocumentDiagnosticReport::Full(tower_lsp::ls_types::RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: report,
    })
}

/// The report of a document as part of the workspace's.
fn of_workspace(
    uri: Uri,
    version: Option<i32>,
    report: DocumentDiagnosticReport,
) -> WorkspaceDocumentDiagnosticReport {
    let version = version.map(i64::from);
    match report {
        DocumentDiagnosticReport::Full(report) => WorkspaceFullDocumentDiagnosticReport {
            uri,
            version,
            full_document_diagnostic_report: report.full_document_diagnostic_report,
        }
        .into(),
        DocumentDiagnosticReport::Unchanged(report) => WorkspaceUnchangedDocumentDiagnosticReport {
            uri,
            version,
            unchanged_document_diagnostic_report: report.unchanged_document_diagnostic_report,
        }
        .into(),
    }
}

/// The path of a document that is a file.
pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    if !uri.as_str().starts_with("file:") {
        return None;
    }
    Some(uri.to_file_path()?.into_owned())
}
