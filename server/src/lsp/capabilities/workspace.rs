//! Capabilities around the folders and files of a workspace.

use mnc2_ide::session::DocumentLanguage;
use tower_lsp::ls_types::{
    FileOperationFilter, FileOperationPattern, FileOperationPatternKind,
    FileOperationRegistrationOptions, OneOf, ServerCapabilities,
    WorkspaceFileOperationsServerCapabilities, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use crate::lsp::projects;

/// Adds what the server offers.
pub(in crate::lsp) fn offer(to: &mut ServerCapabilities) {
    to.workspace = Some(WorkspaceServerCapabilities {
        workspace_folders: Some(WorkspaceFoldersServerCapabilities {
            supported: Some(true),
            change_notifications: Some(OneOf::Left(true)),
        }),
        file_operations: Some(WorkspaceFileOperationsServerCapabilities {
            did_rename: Some(files()),
            did_delete: Some(files()),
            ..WorkspaceFileOperationsServerCapabilities::default()
        }),
    });
}

/// The files whose changes matter, and folders, since such files may be in them.
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
            filter(
                &format!("**/*.{}", DocumentLanguage::Mnc2.extension()),
                FileOperationPatternKind::File,
            ),
            filter(projects::FILES, FileOperationPatternKind::File),
            filter("**", FileOperationPatternKind::Folder),
        ],
    }
}
