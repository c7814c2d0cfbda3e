//! Files that change outside of the editor: written, renamed or deleted.
//!
//! Project files are read again, results that depend on a changed testcase are withdrawn, and a client that pulls diagnostics
//! is requested to pull again.

use std::sync::Arc;

use mnc2_ide::languages;
use mnc2_ide::session::{DocumentLanguage, OUTPUT_EXTENSION};
use mnc2_program::FileForm;
use tower_lsp::ls_types::{
    DeleteFilesParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    FileSystemWatcher, GlobPattern, Registration, RenameFilesParams, Uri,
};

use super::document;
use super::outputs;
use super::projects;
use super::server_state::ServerState;

/// Registers for notifications about changes of project files, programs and testcases.
pub(super) fn registration() -> Registration {
    let programs = format!("**/*.{}", DocumentLanguage::EXTENSION);
    let unlinked = format!("**/*.{{{},{}}}", FileForm::UNLINKED, FileForm::PLACEMENT);
    let outputs = format!("**/*.{OUTPUT_EXTENSION}");
    let patterns = [projects::ALL_FILES.to_owned(), programs, unlinked, outputs];
    let watchers = patterns.into_iter().chain(dialect_pattern());
    let watchers = watchers.map(|pattern| FileSystemWatcher {
        glob_pattern: GlobPattern::String(pattern),
        kind: None,
    });
    let watchers: Vec<_> = watchers.collect();
    Registration {
        id: "files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: Some(serde_json::json!({ "watchers": watchers })),
    }
}

/// The files that belong to other languages alone, and those that describe their machines.
fn dialect_pattern() -> Option<String> {
    let abouts = languages::ALL.iter().map(|listed| listed.about());
    let extensions = abouts.flat_map(|about| {
        let own = about.extensions.iter().chain(&about.architecture);
        own.chain(&about.model).chain(&about.binary)
    });
    let extensions: Vec<&str> = extensions.copied().collect();
    (!extensions.is_empty()).then(|| format!("**/*.{{{}}}", extensions.join(",")))
}

/// Whether a file that changed describes a machine, or is a program that a model names.
fn is_architecture(uri: &Uri) -> bool {
    let extension = uri.as_str().rsplit('.').next();
    let mut known = languages::ALL
        .iter()
        .flat_map(|listed| [listed.about().architecture, listed.about().binary]);
    extension.is_some_and(|it| known.any(|known| known == Some(it)))
}

/// Handles files that changed.
pub(super) fn did_change(shared: &Arc<ServerState>, params: DidChangeWatchedFilesParams) {
    let changed = params.changes.into_iter().map(|change| change.uri);
    shared.files_changed(changed);
}

/// Handles files and folders with another name.
pub(super) fn did_rename(shared: &Arc<ServerState>, params: RenameFilesParams) {
    let names = params.files.into_iter();
    let changed = names.flat_map(|file| [file.old_uri, file.new_uri]);
    shared.files_changed(changed.filter_map(|uri| uri.parse().ok()));
}

/// Handles files and folders that are gone.
pub(super) fn did_delete(shared: &Arc<ServerState>, params: DeleteFilesParams) {
    let changed = params.files.into_iter();
    shared.files_changed(changed.filter_map(|file| file.uri.parse().ok()));
}

/// Handles folders that are added to the workspace or taken from it.
pub(super) fn did_change_folders(
    shared: &Arc<ServerState>,
    params: DidChangeWorkspaceFoldersParams,
) {
    shared.workspace.change(&params.event);
    shared.show_findings(&[]);
}

impl ServerState {
    /// Handles changed files and folders. The editor's text of an open document takes precedence over its file.
    fn files_changed(&self, uris: impl IntoIterator<Item = Uri>) {
        let mut is_project = false;
        let mut is_other = false;
        let mut is_output = false;
        let mut is_machine = false;
        let mut outdated = Vec::new();
        for uri in uris {
            if self.is_of_project(&uri) {
                is_project = true;
                continue;
            }
            if is_architecture(&uri) {
                is_machine = true;
                continue;
            }
            if projects::is_named_so(&uri) {
                continue;
            }
            if outputs::is_named_so(&uri) {
                self.assembled_changed(&uri);
                continue;
            }
            let is_folder = DocumentLanguage::from_file_name(uri.as_str()).is_none();
            is_project |= is_folder;
            let Some(path) = document::path(&uri) else {
                continue;
            };
            self.workspace.forget(&path);
            is_output |= FileForm::from_file_name(uri.as_str()) == FileForm::Program;
            // Clients spell file names in several ways; results are stored under one spelling.
            let uri = Uri::from_file_path(&path).unwrap_or(uri);
            let mut session = self.session();
            let id = document::id(&uri);
            let is_open = session.is_open(&id);
            is_other |= !is_open;
            outdated.extend(session.outdate_file(&id));
            drop(session);
            if !is_open {
                self.pulled.forget(&uri);
                self.placement_changed(&uri);
                self.testcase_changed(&uri);
            }
        }
        self.clear_judged(&outdated);
        if is_output {
            self.outputs_changed();
        }
        if is_project {
            self.read_projects_again();
        } else if is_machine {
            self.read_architectures_again();
        } else if is_other {
            self.refresh_lenses();
            self.show_findings(&[]);
        }
    }
}
