//! The methods of the protocol, one row each: types, handler, what it is announced by.
//!
//! From the rows follow the implementation of the library's trait, the server's capabilities, and the table in
//! `docs/protocol.md`; the tests that send every method take them from here.
//!
//! Handlers run concurrently and are polled in the order of messages: the part of a handler before its first `.await` runs in
//! that order, and nothing after it does. Hence a notification has a handler that waits for nothing, a question takes its
//! snapshot first, and no handler waits for an answer of the client, which may never read it while handlers block it.

use std::sync::Arc;

use serde_json::Value;
use tower_lsp::LanguageServer;
use tower_lsp::LspServiceBuilder;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams,
    CallHierarchyServerCapability, CodeActionParams, CodeActionResponse, CodeLens, CodeLensOptions,
    CodeLensParams, CompletionItem, CompletionParams, CompletionResponse, DeleteFilesParams,
    DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, DocumentDiagnosticParams, DocumentDiagnosticReportResult,
    DocumentFormattingParams, DocumentHighlight, DocumentHighlightParams, DocumentLink,
    DocumentLinkParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams,
    DocumentSymbolParams, DocumentSymbolResponse, ExecuteCommandParams, FoldingRange,
    FoldingRangeParams, FoldingRangeProviderCapability, GotoDefinitionParams,
    GotoDefinitionResponse, Hover, HoverParams, HoverProviderCapability, InitializeParams,
    InitializeResult, InitializedParams, InlayHint, InlayHintParams, InlineValue,
    InlineValueParams, LSPAny, Location, OneOf, PrepareRenameResponse, ReferenceParams,
    RenameFilesParams, RenameParams, SelectionRange, SelectionRangeParams,
    SelectionRangeProviderCapability, SemanticTokensDeltaParams, SemanticTokensFullDeltaResult,
    SemanticTokensParams, SemanticTokensRangeParams, SemanticTokensRangeResult,
    SemanticTokensResult, ServerCapabilities, SignatureHelp, SignatureHelpParams,
    TextDocumentPositionParams, TextEdit, Uri, WorkDoneProgressCancelParams,
    WorkspaceDiagnosticParams, WorkspaceDiagnosticReportResult, WorkspaceEdit,
    WorkspaceSymbolParams, WorkspaceSymbolResponse,
};

use super::client_capabilities::ClientFeatures;
use super::document_view::{DocumentView, Scope};
use super::server_state::ServerState;
use super::transport::{INVALID, MALFORMED};
use super::{
    commands, execute_command, lifecycle, outputs, reply, server_capabilities, sync, view_requests,
    virtual_documents, watched_files, workspace_search,
};

/// A method that the server handles.
#[derive(Debug)]
pub struct Method {
    /// Its name in the protocol, such as `textDocument/hover`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub documentation: &'static str,
    /// What its parameters are about.
    pub about: About,
    announce: Option<Announce>,
}

/// Adds what the server can do to what it announces.
type Announce = fn(&ClientFeatures, &mut ServerCapabilities);

/// What the parameters of a method are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// A place of a document.
    Place,
    /// A document, or a range of it.
    Document,
    /// All of them, or something that is named.
    Workspace,
    /// A part of an earlier answer.
    Item,
    /// It is a notification.
    Notification,
}

impl Method {
    /// The capabilities by which it is announced to a client that declares everything, such as `hoverProvider`.
    pub fn announced_as(&self) -> Vec<String> {
        let mut capabilities = ServerCapabilities::default();
        if let Some(announce) = self.announce {
            announce(&ClientFeatures::with_everything(), &mut capabilities);
        }
        let written = serde_json::to_value(capabilities).unwrap_or_default();
        let names = written.as_object().into_iter().flatten();
        names.map(|(name, _)| name.clone()).collect()
    }
}

/// What the server offers a client.
pub(super) fn capabilities(client: &ClientFeatures) -> ServerCapabilities {
    let mut capabilities = server_capabilities::capabilities(client);
    for announce in METHODS.iter().filter_map(|method| method.announce) {
        announce(client, &mut capabilities);
    }
    capabilities
}

/// The server of one client.
pub(super) struct Backend(pub(super) Arc<ServerState>);

/// Parameters that name a document.
trait OfDocument {
    fn uri(&self) -> &Uri;
}

/// The field with the URI of each type of parameters.
macro_rules! of_document {
    ($($field:tt: $($params:ident)+;)+) => {
        $($(of_document!($params $field);)+)+
    };
    ($params:ident $field:ident) => {
        impl OfDocument for $params {
            fn uri(&self) -> &Uri {
                &self.$field.uri
            }
        }
    };
    ($params:ident ($field:ident.$inner:ident)) => {
        impl OfDocument for $params {
            fn uri(&self) -> &Uri {
                &self.$field.$inner.uri
            }
        }
    };
}

of_document! {
    text_document:
        CodeActionParams CodeLensParams DocumentFormattingParams DocumentLinkParams DocumentRangeFormattingParams
        DocumentSymbolParams FoldingRangeParams InlayHintParams InlineValueParams SelectionRangeParams
        SemanticTokensDeltaParams SemanticTokensParams SemanticTokensRangeParams;
    (text_document_position.text_document): CompletionParams DocumentOnTypeFormattingParams ReferenceParams;
    (text_document_position_params.text_document):
        CallHierarchyPrepareParams DocumentHighlightParams SignatureHelpParams;
    item: CallHierarchyIncomingCallsParams CallHierarchyOutgoingCallsParams;
}

/// The answer to a question about an open document.
type Question<P, T> = fn(&ServerState, DocumentView<'_>, P) -> Option<T>;

async fn question<P, T>(
    Backend(shared): &Backend,
    scope: Scope,
    params: P,
    answer: Question<P, T>,
) -> Result<Option<T>>
where
    P: OfDocument + Send + 'static,
    T: Send + 'static,
{
    let with_shared = Arc::clone(shared);
    shared
        .ask(params.uri().clone(), scope, move |seen| {
            answer(&with_shared, seen, params)
        })
        .await
}

macro_rules! methods {
    (
        questions {$(
            $(#[doc = $q_doc:literal])+
            $q_name:literal $q_about:ident $q_fn:ident($q_params:ty) -> $q_answer:ty,
            from $q_scope:ident, by $q_by:expr $(, announce $q_announce:expr)?;
        )*}
        requests {$(
            $(#[doc = $r_doc:literal])+
            $r_name:literal $r_about:ident $r_fn:ident($r_params:ty) -> $r_answer:ty,
            by $r_by:expr $(, announce $r_announce:expr)?;
        )*}
        notifications {$(
            $(#[doc = $n_doc:literal])+
            $n_name:literal $n_fn:ident($n_params:ty), by $n_by:expr $(, announce $n_announce:expr)?;
        )*}
        own requests {$(
            $(#[doc = $o_doc:literal])+
            $o_name:literal $o_about:ident $o_fn:ident($o_params:ty) -> $o_answer:ty, by $o_by:expr;
        )*}
        own notifications {$(
            $(#[doc = $p_doc:literal])+
            $p_name:literal $p_fn:ident($p_params:ty), by $p_by:expr;
        )*}
    ) => {
        /// Every method but `initialize`, `shutdown`, `exit`, `$/cancelRequest` and `$/setTrace`, which the library handles.
        pub const METHODS: &[Method] = &[
            $(methods!(row $q_name, $q_about, [$($q_doc)+] $(, $q_announce)?),)*
            $(methods!(row $r_name, $r_about, [$($r_doc)+] $(, $r_announce)?),)*
            $(methods!(row $n_name, Notification, [$($n_doc)+] $(, $n_announce)?),)*
            $(methods!(row $o_name, $o_about, [$($o_doc)+]),)*
            $(methods!(row $p_name, Notification, [$($p_doc)+]),)*
        ];

        impl LanguageServer for Backend {
            async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
                Ok(lifecycle::initialize(&self.0, params, capabilities))
            }

            async fn shutdown(&self) -> Result<()> {
                lifecycle::shutdown(&self.0);
                Ok(())
            }

            $(async fn $q_fn(&self, params: $q_params) -> Result<Option<$q_answer>> {
                let by: Question<$q_params, $q_answer> = $q_by;
                question(self, Scope::$q_scope, params, by).await
            })*

            $(async fn $r_fn(&self, params: $r_params) -> Result<$r_answer> {
                $r_by(Arc::clone(&self.0), params).await
            })*

            $(async fn $n_fn(&self, params: $n_params) {
                $n_by(&self.0, params);
            })*
        }

        impl Backend {
            $(pub(super) async fn $o_fn(&self, params: $o_params) -> Result<$o_answer> {
                $o_by(Arc::clone(&self.0), params).await
            })*

            $(pub(super) async fn $p_fn(&self, params: $p_params) {
                $p_by(&self.0, params);
            })*
        }

        /// Adds the methods that the library does not define.
        pub(super) fn with_own(builder: LspServiceBuilder<Backend>) -> LspServiceBuilder<Backend> {
            builder
                $(.custom_method($o_name, Backend::$o_fn))*
                $(.custom_method($p_name, Backend::$p_fn))*
        }
    };
    (row $name:literal, $about:ident, [$($doc:literal)+] $(, $announce:expr)?) => {
        Method {
            name: $name,
            documentation: concat!($($doc),+),
            about: About::$about,
            announce: methods!(announce $($announce)?),
        }
    };
    (announce) => { None };
    (announce $announce:expr) => { Some($announce) };
}

methods! {
    questions {
        /// What can be written at a place.
        "textDocument/completion" Place completion(CompletionParams) -> CompletionResponse,
            from Lines, by |_, seen, params| {
                let trigger = params.context.and_then(|context| context.trigger_character);
                seen.completion(params.text_document_position.position, trigger.as_deref())
            },
            announce |_, to| to.completion_provider = Some(server_capabilities::completion());
        /// The operands of the instruction at a place.
        "textDocument/signatureHelp" Place signature_help(SignatureHelpParams) -> SignatureHelp,
            from Lines, by |_, seen, params| seen.signature(params.text_document_position_params.position),
            announce |_, to| to.signature_help_provider = Some(server_capabilities::signature_help());
        /// Reads and writes of the words at a place.
        "textDocument/documentHighlight" Place document_highlight(DocumentHighlightParams) -> Vec<DocumentHighlight>,
            from Program, by |_, seen, params| seen.highlights(params.text_document_position_params.position),
            announce |_, to| to.document_highlight_provider = Some(OneOf::Left(true));
        /// The line at a place as the root of a tree of the flow of data.
        "textDocument/prepareCallHierarchy" Place prepare_call_hierarchy(CallHierarchyPrepareParams)
            -> Vec<CallHierarchyItem>,
            from Testcase, by |_, seen, params| {
                reply::hierarchy::prepare(seen.program()?, params.text_document_position_params.position)
            },
            announce |_, to| to.call_hierarchy_provider = Some(CallHierarchyServerCapability::Simple(true));
        /// The lines that a line takes values from.
        "callHierarchy/incomingCalls" Document incoming_calls(CallHierarchyIncomingCallsParams)
            -> Vec<CallHierarchyIncomingCall>,
            from Testcase, by |_, seen, params| reply::hierarchy::incoming(seen.program()?, &params.item);
        /// The lines that take what a line writes.
        "callHierarchy/outgoingCalls" Document outgoing_calls(CallHierarchyOutgoingCallsParams)
            -> Vec<CallHierarchyOutgoingCall>,
            from Testcase, by |_, seen, params| reply::hierarchy::outgoing(seen.program()?, &params.item);
        /// The links in comments.
        "textDocument/documentLink" Document document_link(DocumentLinkParams) -> Vec<DocumentLink>,
            from Program, by |_, seen, _| seen.links(),
            announce |_, to| to.document_link_provider = Some(server_capabilities::document_link());
        /// The layout of a document.
        "textDocument/formatting" Document formatting(DocumentFormattingParams) -> Vec<TextEdit>,
            from Lines, by |_, seen, _| seen.format(None),
            announce |_, to| to.document_formatting_provider = Some(OneOf::Left(true));
        /// The layout of some lines.
        "textDocument/rangeFormatting" Document range_formatting(DocumentRangeFormattingParams) -> Vec<TextEdit>,
            from Lines, by |_, seen, params| seen.format(Some(params.range)),
            announce |_, to| to.document_range_formatting_provider = Some(OneOf::Left(true));
        /// The layout of what the typed character finishes.
        "textDocument/onTypeFormatting" Place on_type_formatting(DocumentOnTypeFormattingParams) -> Vec<TextEdit>,
            from Lines, by |_, seen, params| {
                seen.format_on_type(params.text_document_position.position, &params.ch)
            },
            announce |client, to| {
                let offered = client.writing.on_type_formatting;
                to.document_on_type_formatting_provider = offered.then(server_capabilities::on_type_formatting);
            };
        /// The colours of a document.
        "textDocument/semanticTokens/full" Document semantic_tokens_full(SemanticTokensParams) -> SemanticTokensResult,
            from Program, by |shared, seen, _| seen.full_tokens(&shared.tokens).map(Into::into),
            announce |_, to| to.semantic_tokens_provider = Some(server_capabilities::semantic_tokens().into());
        /// What has changed in them since an earlier answer.
        "textDocument/semanticTokens/full/delta" Document semantic_tokens_full_delta(SemanticTokensDeltaParams)
            -> SemanticTokensFullDeltaResult,
            from Program, by |shared, seen, params| seen.token_delta(&shared.tokens, &params.previous_result_id);
        /// The colours of some lines.
        "textDocument/semanticTokens/range" Document semantic_tokens_range(SemanticTokensRangeParams)
            -> SemanticTokensRangeResult,
            from Lines, by |_, seen, params| seen.tokens_in_range(params.range).map(Into::into);
        /// Hints between the characters of some lines.
        "textDocument/inlayHint" Document inlay_hint(InlayHintParams) -> Vec<InlayHint>,
            from Program, by |shared, seen, params| {
                let settings = shared.session().settings().hints;
                seen.hints(params.range, &settings)
            },
            announce |_, to| to.inlay_hint_provider = Some(OneOf::Right(server_capabilities::inlay_hint()));
        /// The operands of the line where a run has stopped, as expressions for the debugger.
        "textDocument/inlineValue" Document inline_value(InlineValueParams) -> Vec<InlineValue>,
            from Lines, by |_, seen, params| seen.inline_values(params.range, params.context.stopped_location),
            announce |_, to| to.inline_value_provider = Some(OneOf::Left(true));
        /// The lines that can be folded.
        "textDocument/foldingRange" Document folding_range(FoldingRangeParams) -> Vec<FoldingRange>,
            from Program, by |_, seen, _| seen.foldings(),
            announce |_, to| to.folding_range_provider = Some(FoldingRangeProviderCapability::Simple(true));
        /// The outline of a document.
        "textDocument/documentSymbol" Document document_symbol(DocumentSymbolParams) -> DocumentSymbolResponse,
            from Program, by |_, seen, _| seen.symbols(),
            announce |_, to| to.document_symbol_provider = Some(OneOf::Left(true));
        /// What contains a place, from small to large.
        "textDocument/selectionRange" Place selection_range(SelectionRangeParams) -> Vec<SelectionRange>,
            from Program, by |_, seen, params| seen.selections(&params.positions),
            announce |_, to| to.selection_range_provider = Some(SelectionRangeProviderCapability::Simple(true));
        /// Score, use, time and `▶ Run` above lines.
        "textDocument/codeLens" Document code_lens(CodeLensParams) -> Vec<CodeLens>,
            from Program, by |shared, seen, _| seen.lenses(shared),
            announce |_, to| to.code_lens_provider = Some(CodeLensOptions { resolve_provider: Some(false) });
        /// Fixes, and other ways to write some lines.
        "textDocument/codeAction" Document code_action(CodeActionParams) -> CodeActionResponse,
            from Program, by |_, seen, params| seen.code_actions(params.range, &params.context),
            announce |client, to| to.code_action_provider = Some(server_capabilities::code_actions(client));
    }
    requests {
        /// An explanation of what is at a place.
        "textDocument/hover" Place hover(HoverParams) -> Option<Hover>, by reply::hover::answer,
            announce |_, to| to.hover_provider = Some(HoverProviderCapability::Simple(true));
        /// The writes that reach a place.
        "textDocument/definition" Place goto_definition(GotoDefinitionParams) -> Option<GotoDefinitionResponse>,
            by reply::navigation::answer_definition,
            announce |_, to| to.definition_provider = Some(OneOf::Left(true));
        /// Where the value at a place is used.
        "textDocument/references" Place references(ReferenceParams) -> Option<Vec<Location>>,
            by reply::navigation::answer_references,
            announce |_, to| to.references_provider = Some(OneOf::Left(true));
        /// What a rename at a place changes.
        "textDocument/prepareRename" Place prepare_rename(TextDocumentPositionParams) -> Option<PrepareRenameResponse>,
            by reply::rename::answer_prepare;
        /// The edits of a rename.
        "textDocument/rename" Place rename(RenameParams) -> Option<WorkspaceEdit>, by reply::rename::answer,
            announce |client, to| to.rename_provider = Some(server_capabilities::rename(client));
        /// The findings of a document.
        "textDocument/diagnostic" Document diagnostic(DocumentDiagnosticParams) -> DocumentDiagnosticReportResult,
            by reply::diagnostics::answer,
            announce |client, to| to.diagnostic_provider = client.pulls_diagnostics.then(server_capabilities::diagnostics);
        /// The documentation of a suggestion.
        "completionItem/resolve" Item completion_resolve(CompletionItem) -> CompletionItem,
            by reply::resolve_completion;
        /// The tooltip of a hint.
        "inlayHint/resolve" Item inlay_hint_resolve(InlayHint) -> InlayHint, by reply::hints::answer_resolve;
        /// The findings of every program of the workspace.
        "workspace/diagnostic" Workspace workspace_diagnostic(WorkspaceDiagnosticParams)
            -> WorkspaceDiagnosticReportResult,
            by workspace_search::answer_diagnostics;
        /// The symbols of the workspace that match a query.
        "workspace/symbol" Workspace symbol(WorkspaceSymbolParams) -> Option<WorkspaceSymbolResponse>,
            by workspace_search::answer_symbols,
            announce |_, to| to.workspace_symbol_provider = Some(OneOf::Left(true));
        /// A command of this server.
        "workspace/executeCommand" Workspace execute_command(ExecuteCommandParams) -> Option<LSPAny>,
            by execute_command::answer,
            announce |_, to| to.execute_command_provider = Some(commands::offer());
    }
    notifications {
        /// The client is ready: the settings and notifications of changed files are requested.
        "initialized" initialized(InitializedParams), by lifecycle::initialized;
        /// A document is opened.
        "textDocument/didOpen" did_open(DidOpenTextDocumentParams), by sync::did_open,
            announce |_, to| to.text_document_sync = Some(server_capabilities::text_document_sync());
        /// Its text changes.
        "textDocument/didChange" did_change(DidChangeTextDocumentParams), by sync::did_change;
        /// It is saved.
        "textDocument/didSave" did_save(DidSaveTextDocumentParams), by sync::did_save;
        /// It is closed.
        "textDocument/didClose" did_close(DidCloseTextDocumentParams), by sync::did_close;
        /// The settings of the server change.
        "workspace/didChangeConfiguration" did_change_configuration(DidChangeConfigurationParams),
            by lifecycle::did_change_configuration;
        /// Files change outside of the editor.
        "workspace/didChangeWatchedFiles" did_change_watched_files(DidChangeWatchedFilesParams), by watched_files::did_change;
        /// Files or folders have another name.
        "workspace/didRenameFiles" did_rename_files(RenameFilesParams), by watched_files::did_rename,
            announce |_, to| to.workspace = Some(server_capabilities::workspace());
        /// Files or folders are deleted.
        "workspace/didDeleteFiles" did_delete_files(DeleteFilesParams), by watched_files::did_delete;
        /// The folders of the workspace change.
        "workspace/didChangeWorkspaceFolders" did_change_workspace_folders(DidChangeWorkspaceFoldersParams),
            by watched_files::did_change_folders;
    }
    own requests {
        /// The text of a document that only the server has.
        "workspace/textDocumentContent" Workspace text_document_content(virtual_documents::Params) -> Value, by virtual_documents::answer;
        /// The same for clients without protocol 3.18.
        "mnc2/textDocumentContent" Workspace own_text_document_content(virtual_documents::Params) -> Value, by virtual_documents::answer;
        /// A part of the chart of units against steps.
        "mnc2/timeline" Document timeline(view_requests::TimelineParams) -> Value, by view_requests::answer_timeline;
        /// The values at an address on all elements of the chip.
        "mnc2/chip" Document chip(view_requests::ChipParams) -> Value, by view_requests::answer_chip;
        /// Words of a memory on an element of the chip.
        "mnc2/memory" Document memory(view_requests::MemoryParams) -> Value, by view_requests::answer_memory;
        /// The instruction word of the step in a line.
        "mnc2/word" Document word(view_requests::WordParams) -> Value, by outputs::answer_word;
        /// The testcases of the workspace, and the programs that they judge.
        "mnc2/solutions" Workspace solutions(workspace_search::SolutionsParams) -> Value, by workspace_search::answer_solutions;
        /// What the machine of another language holds after a run, as numbers in rows.
        "mnc2/grids" Document grids(reply::language_views::DocumentParams) -> Value, by reply::language_views::answer;
        /// The language of a document, and the machine that it is written for.
        "mnc2/language" Document language(reply::language_views::DocumentParams) -> Value, by reply::language_views::answer_language;
    }
    own notifications {
        /// The user cancels a run.
        "window/workDoneProgress/cancel" cancel_progress(WorkDoneProgressCancelParams), by lifecycle::cancel_progress;
    }
}

impl Backend {
    /// Adds the answers to messages that the transport replaces because a client cannot send them.
    pub(super) fn refusing(builder: LspServiceBuilder<Self>) -> LspServiceBuilder<Self> {
        builder
            .custom_method(MALFORMED, Self::refuse_malformed)
            .custom_method(INVALID, Self::refuse_invalid)
    }

    async fn refuse_malformed(&self) -> Result<Value> {
        Err(tower_lsp::jsonrpc::Error::parse_error())
    }

    async fn refuse_invalid(&self) -> Result<Value> {
        Err(tower_lsp::jsonrpc::Error::invalid_request())
    }
}
