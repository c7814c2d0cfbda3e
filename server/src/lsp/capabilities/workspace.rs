//! Capabilities around the folders and files of a workspace.

use tower_lsp::ls_types::{
    ClientCapabilities, FileOperationFilter, FileOperationPattern, FileOperationPatternKind,
    FileOperationRegistrationOptions, OneOf, ServerCapabilities,
    WorkspaceFileOperationsServerCapabilities, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use crate::lsp::projects;

/// What the client declared of them.
#[derive(Clone, Debug, Default)]
pub(in crate::lsp) struct WorkspaceFeatures {
    /// It has several folders.
    folders: bool,
    /// It tells of renamed files.
    renames: bool,
    /// It tells of deleted files.
    deletes: bool,
}

impl WorkspaceFeatures {
    /// Reads what the client declares.
    pub(in crate::lsp) fn of(capabilities: &ClientCapabilities) -> Self {
        let workspace = capabilities.workspace.as_ref();
        let operations = workspace.and_then(|it| it.file_operations.as_ref());
        Self {
            folders: workspace
                .and_then(|it| it.workspace_folders)
                .unwrap_or(false),
            renames: operations.and_then(|it| it.did_rename).unwrap_or(false),
            deletes: operations.and_then(|it| it.did_delete).unwrap_or(false),
        }
    }

    /// Announces what the server has for such a client.
    pub(in crate::lsp) fn offer(&self, capabilities: &mut ServerCapabilities) {
        let operations = WorkspaceFileOperationsServerCapabilities {
            did_rename: self.renames.then(files),
            did_delete: self.deletes.then(files),
            ..WorkspaceFileOperationsServerCapabilities::default()
        };
        capabilities.workspace = Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(self.folders)),
            }),
            file_operations: (self.renames || self.deletes).then_some(operations),
        });
    }
}

/// The files whose fate matters, and folders, since such files may lie in them.
fn files() -> FileOperationRegistrationOptions {
    let filter = |glob: &str, matches| FileOperationFilter {
        scheme: Some("file".to_owned()),
        pattern: FileOperationPattern {
            glob: glob.to_owned(),
            matches: Some(matches),
            options: None,
        },
    };
    FileOperationRegistrationOptions {
        filters: vec![
            filter("**/*.vsm", FileOperationPatternKind::File),
            filter(projects::FILES, FileOperationPatternKind::File),
            filter("**", FileOperationPatternKind::Folder),
        ],
    }
}
