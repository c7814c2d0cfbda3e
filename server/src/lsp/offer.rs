//! What the server offers a client. Every provider is announced, regardless of what the client declares: some
//! clients declare less than they use and look only at what the server has. What a client declares shapes the
//! content of answers.
//!
//! There are three exceptions. A client that does not declare the pull of diagnostics gets pushed diagnostics, and a
//! client with both would show each of them twice. The protocol allows the options of rename only to a client that
//! declares `prepareSupport`. And formatting while typing goes only to a client that declares it: Eglot does not, but
//! applies it by default, so that the text is not what its user types.

use mnc2_ide::features::{completion, formatting, signature};
use mnc2_ide::session::DocumentLanguage;
use tower_lsp::ls_types::{
    CallHierarchyServerCapability, CodeActionOptions, CodeActionProviderCapability,
    CodeLensOptions, CompletionOptions, DiagnosticOptions, DiagnosticServerCapabilities,
    DocumentLinkOptions, DocumentOnTypeFormattingOptions, ExecuteCommandOptions,
    FileOperationFilter, FileOperationPattern, FileOperationPatternKind,
    FileOperationRegistrationOptions, FoldingRangeProviderCapability, HoverProviderCapability,
    InlayHintOptions, InlayHintServerCapabilities, OneOf, RenameOptions, SaveOptions,
    SelectionRangeProviderCapability, SemanticTokensFullOptions, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, SignatureHelpOptions,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
    WorkspaceFileOperationsServerCapabilities, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use super::capabilities::{
    ClientFeatures, EXPLAIN, JUDGE, RUN_TO_HERE, SHORTEN, SHOW_USAGE, WHY_NO_SHORTER,
};
use super::findings;
use super::projects;
use super::reply::{self, tokens};

/// What the server offers this client.
pub(super) fn capabilities(client: &ClientFeatures) -> ServerCapabilities {
    let owned = |characters: &[&str]| characters.iter().map(|&it| it.to_owned()).collect();
    let [first, more @ ..] = formatting::ON_TYPE;
    let while_typing = || DocumentOnTypeFormattingOptions {
        first_trigger_character: first.to_owned(),
        more_trigger_character: Some(owned(&more)),
    };
    let diagnostics = || DiagnosticOptions {
        identifier: Some(findings::SOURCE.to_owned()),
        inter_file_dependencies: false,
        workspace_diagnostics: true,
        work_done_progress_options: WorkDoneProgressOptions::default(),
    };
    ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                    include_text: Some(false),
                })),
                ..TextDocumentSyncOptions::default()
            },
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            resolve_provider: Some(true),
            trigger_characters: Some(owned(&completion::TRIGGERS)),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(owned(&signature::TRIGGERS)),
            retrigger_characters: None,
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(if client.code_action_literals {
            CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(reply::ACTION_KINDS.to_vec()),
                ..CodeActionOptions::default()
            })
        } else {
            CodeActionProviderCapability::Simple(true)
        }),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        document_on_type_formatting_provider: client.writing.on_type_formatting.then(while_typing),
        rename_provider: Some(if client.writing.prepare_rename {
            OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })
        } else {
            OneOf::Left(true)
        }),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: [
                RUN_TO_HERE,
                JUDGE,
                SHOW_USAGE,
                EXPLAIN,
                SHORTEN,
                WHY_NO_SHORTER,
            ]
            .map(str::to_owned)
            .into(),
            work_done_progress_options: WorkDoneProgressOptions {
                work_done_progress: Some(true),
            },
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: Some(WorkspaceFileOperationsServerCapabilities {
                did_rename: Some(files()),
                did_delete: Some(files()),
                ..WorkspaceFileOperationsServerCapabilities::default()
            }),
        }),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                work_done_progress_options: WorkDoneProgressOptions::default(),
                legend: tokens::legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
            },
        )),
        inlay_hint_provider: Some(OneOf::Right(InlayHintServerCapabilities::Options(
            InlayHintOptions {
                work_done_progress_options: WorkDoneProgressOptions::default(),
                resolve_provider: Some(true),
            },
        ))),
        inline_value_provider: Some(OneOf::Left(true)),
        diagnostic_provider: client
            .pulls_diagnostics
            .then(|| DiagnosticServerCapabilities::Options(diagnostics())),
        ..ServerCapabilities::default()
    }
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
