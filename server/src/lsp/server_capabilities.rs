//! The options with which methods are announced. Every provider is announced, regardless of what the client
//! declares: some clients declare less than they use and look only at what the server has. What a client declares shapes the
//! content of answers.
//!
//! There are three exceptions. A client that does not declare the pull of diagnostics gets pushed diagnostics, and a client
//! with both would show each of them twice. The protocol allows the options of rename only to a client that declares
//! `prepareSupport`. And formatting while typing is announced only to a client that declares it: Eglot does not, but applies it
//! by default, so that the text is not what its user types.

use mnc2_ide::features::{completion, formatting, signature};
use mnc2_ide::session::DocumentLanguage;
use tower_lsp::ls_types::{
    CodeActionOptions, CodeActionProviderCapability, CompletionOptions, DiagnosticOptions,
    DiagnosticServerCapabilities, DocumentLinkOptions, DocumentOnTypeFormattingOptions,
    FileOperationFilter, FileOperationPattern, FileOperationPatternKind,
    FileOperationRegistrationOptions, InlayHintOptions, InlayHintServerCapabilities, OneOf,
    RenameOptions, SaveOptions, SemanticTokensFullOptions, SemanticTokensOptions,
    ServerCapabilities, SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
    WorkspaceFileOperationsServerCapabilities, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use super::client_capabilities::ClientFeatures;
use super::findings;
use super::projects;
use super::reply::{self, tokens};

/// What belongs to no single method.
pub(super) fn capabilities(client: &ClientFeatures) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        ..ServerCapabilities::default()
    }
}

/// Changes are sent as edits, and a save without the text.
pub(super) fn text_document_sync() -> TextDocumentSyncCapability {
    TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
            include_text: Some(false),
        })),
        ..TextDocumentSyncOptions::default()
    })
}

/// Suggestions, and the characters after which they are shown.
pub(super) fn completion() -> CompletionOptions {
    CompletionOptions {
        resolve_provider: Some(true),
        trigger_characters: Some(owned(&completion::TRIGGERS)),
        ..CompletionOptions::default()
    }
}

/// Signatures, and the characters after which they are shown.
pub(super) fn signature_help() -> SignatureHelpOptions {
    SignatureHelpOptions {
        trigger_characters: Some(owned(&signature::TRIGGERS)),
        retrigger_characters: None,
        work_done_progress_options: WorkDoneProgressOptions::default(),
    }
}

/// Links with their targets.
pub(super) fn document_link() -> DocumentLinkOptions {
    DocumentLinkOptions {
        resolve_provider: Some(false),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    }
}

/// The characters that finish something.
pub(super) fn on_type_formatting() -> DocumentOnTypeFormattingOptions {
    let [first, more @ ..] = formatting::ON_TYPE;
    DocumentOnTypeFormattingOptions {
        first_trigger_character: first.to_owned(),
        more_trigger_character: Some(owned(&more)),
    }
}

/// Colours of a document, of some lines, and what has changed.
pub(super) fn semantic_tokens() -> SemanticTokensOptions {
    SemanticTokensOptions {
        work_done_progress_options: WorkDoneProgressOptions::default(),
        legend: tokens::legend(),
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
    }
}

/// Hints whose tooltips come later.
pub(super) fn inlay_hint() -> InlayHintServerCapabilities {
    InlayHintServerCapabilities::Options(InlayHintOptions {
        work_done_progress_options: WorkDoneProgressOptions::default(),
        resolve_provider: Some(true),
    })
}

/// The kinds of actions, for a client that supports more than commands.
pub(super) fn code_actions(client: &ClientFeatures) -> CodeActionProviderCapability {
    if !client.code_action_literals {
        return CodeActionProviderCapability::Simple(true);
    }
    CodeActionProviderCapability::Options(CodeActionOptions {
        code_action_kinds: Some(reply::ACTION_KINDS.to_vec()),
        ..CodeActionOptions::default()
    })
}

/// Renames; for a client that supports it, with a request for what can be renamed.
pub(super) fn rename(client: &ClientFeatures) -> OneOf<bool, RenameOptions> {
    if !client.writing.prepare_rename {
        return OneOf::Left(true);
    }
    OneOf::Right(RenameOptions {
        prepare_provider: Some(true),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    })
}

/// Findings of a document, and of the workspace.
pub(super) fn diagnostics() -> DiagnosticServerCapabilities {
    DiagnosticServerCapabilities::Options(DiagnosticOptions {
        identifier: Some(findings::SOURCE.to_owned()),
        inter_file_dependencies: false,
        workspace_diagnostics: true,
        work_done_progress_options: WorkDoneProgressOptions::default(),
    })
}

/// Folders, and the files whose renames and deletions are to be reported.
pub(super) fn workspace() -> WorkspaceServerCapabilities {
    WorkspaceServerCapabilities {
        workspace_folders: Some(WorkspaceFoldersServerCapabilities {
            supported: Some(true),
            change_notifications: Some(OneOf::Left(true)),
        }),
        file_operations: Some(WorkspaceFileOperationsServerCapabilities {
            did_rename: Some(files()),
            did_delete: Some(files()),
            ..WorkspaceFileOperationsServerCapabilities::default()
        }),
    }
}

fn owned(characters: &[&str]) -> Vec<String> {
    characters.iter().map(|&it| it.to_owned()).collect()
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
    let programs = format!("**/*.{}", DocumentLanguage::EXTENSION);
    FileOperationRegistrationOptions {
        filters: vec![
            filter(&programs, FileOperationPatternKind::File),
            filter(projects::FILES, FileOperationPatternKind::File),
            filter("**", FileOperationPatternKind::Folder),
        ],
    }
}
