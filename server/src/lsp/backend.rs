//! The handlers.
//!
//! They run concurrently and are polled in the order of messages. Therefore the part of a handler before its first `.await`
//! runs in that order, and nothing after it does. Hence two rules: changes to a document and snapshots of one come
//! before any `.await`; and no handler waits for an answer of the client, which may never read it while handlers block
//! it.
//!
//! The file is long because all of them are one implementation of a trait: each takes a snapshot and passes it on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mnc2_ide::features::page;
use mnc2_program::rules::Profile;
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams,
};
use tower_lsp::ls_types::{
    CodeActionParams, CodeActionResponse, CodeLens, CodeLensParams, DidChangeConfigurationParams,
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, DocumentDiagnosticParams,
    DocumentDiagnosticReportResult, DocumentHighlight, DocumentHighlightParams,
    DocumentSymbolParams, DocumentSymbolResponse, ExecuteCommandParams, FoldingRange,
    FoldingRangeParams, GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverParams,
    InitializeParams, InitializeResult, InitializedParams, InlayHint, InlayHintParams, InlineValue,
    InlineValueParams, LSPAny, Location, MessageType, ReferenceParams, SelectionRange,
    SelectionRangeParams, SemanticTokensDeltaParams, SemanticTokensFullDeltaResult,
    SemanticTokensParams, SemanticTokensRangeParams, SemanticTokensRangeResult,
    SemanticTokensResult, ServerInfo, ShowDocumentParams, Uri, WorkDoneProgressCancelParams,
    WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use tower_lsp::ls_types::{
    CompletionItem, CompletionParams, CompletionResponse, DocumentFormattingParams, DocumentLink,
    DocumentLinkParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams,
    PrepareRenameResponse, RenameParams, SignatureHelp, SignatureHelpParams,
    TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};
use tower_lsp::ls_types::{
    DeleteFilesParams, DidChangeWorkspaceFoldersParams, RenameFilesParams,
    WorkspaceDiagnosticParams, WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult,
};
use tower_lsp::{Client, LanguageServer};

use super::aside;
use super::capabilities::{
    ClientFeatures, EXPLAIN, JUDGE, RUN_TO_HERE, SHORTEN, SHOW_USAGE, WHY_NO_SHORTER,
};
use super::configuration;
use super::content;
use super::document;
use super::findings;
use super::later::LaterFeatures;
use super::offer;
use super::outlet::Notifier;
use super::outputs;
use super::proven::Moves;
use super::pull;
use super::reply::{self, grids};
use super::run;
use super::search;
use super::seen::{Program, Scope};
use super::shared::Shared;
use super::under_way::Runs;
use super::views;
use super::{files, parent};

/// Maximum number of parts of an answer that wait for the client to take them.
const BATCHES_WAITING_MAX: usize = 4;

/// `ServerCancelled` of the protocol.
const SERVER_CANCELLED: i64 = -32802;

/// The server of one client.
pub(super) struct Backend {
    pub(super) shared: Arc<Shared>,
    shut_down: Arc<AtomicBool>,
    client_ended: Arc<Notify>,
}

impl Backend {
    /// Creates a server that answers a client and records when it is asked to shut down.
    pub(super) fn new(
        client: Client,
        notifier: Notifier,
        runs: Arc<Runs>,
        later: Arc<LaterFeatures>,
        shut_down: Arc<AtomicBool>,
        client_ended: Arc<Notify>,
    ) -> Self {
        Self {
            shared: Arc::new(Shared::new(client, notifier, runs, later)),
            shut_down,
            client_ended,
        }
    }

    /// Explains the lenses above a program.
    async fn show_usage(&self, arguments: &[Value]) -> Result<Option<LSPAny>> {
        let uri: Uri = arguments
            .first()
            .and_then(|argument| argument["uri"].as_str()?.parse().ok())
            .ok_or_else(|| Error::invalid_params("an argument with a `uri` is needed"))?;
        let shared = Arc::clone(&self.shared);
        let settings = shared.session().settings().clone();
        let message = self
            .analyse_open(uri, move |snapshot, uri, features| {
                let before = shared.baselines.before(uri);
                let profile = snapshot.profile(settings.layer.profile);
                let before = (profile == Profile::Contest).then_some(before);
                let clock = snapshot.clock(settings.clock);
                reply::score::message(snapshot, before, clock, features.language())
            })
            .await?;
        self.shared
            .client
            .show_message(MessageType::INFO, message)
            .await;
        Ok(None)
    }

    /// Answers with the URI of the page of a code. Where the client does not show it, a browser does.
    async fn explain(&self, arguments: &[Value]) -> Result<Value> {
        let code = arguments.first().and_then(|it| it["code"].as_str());
        let page = code.and_then(|it| Some((it, page::address(it)?.0)));
        let (code, address) = page.ok_or_else(|| {
            Error::invalid_params("an argument with a diagnostic `code` is needed")
        })?;
        let features = self.shared.features();
        if !features.reading.shows_pages && features.reading.shows_documents {
            let params = ShowDocumentParams {
                uri: address.parse().map_err(|_| Error::internal_error())?,
                external: Some(true),
                take_focus: Some(true),
                selection: None,
            };
            self.shared
                .ask(|client| async move { client.show_document(params).await });
        }
        Ok(json!({ "content": content::page(code) }))
    }

    /// The user cancels a run.
    pub(super) async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        self.shared.runs.cancel(&params.token);
    }

    /// The text of a virtual document.
    pub(super) async fn content(&self, params: content::Params) -> Result<Value> {
        if let Some(file) = content::disassembled(&params) {
            let shared = Arc::clone(&self.shared);
            let text = aside::begin(move || shared.disassembled(&file));
            let text = text.await.map_err(|_| Error::internal_error())?;
            return Ok(json!({ "text": text }));
        }
        let language = self.shared.features().language();
        if let Some(file) = params.listed() {
            return self.shared.listing(&file, &params.uri);
        }
        content::text(&self.shared.session(), &params, language)
    }

    /// A part of the chart of units against steps.
    pub(super) async fn timeline(&self, params: views::TimelineParams) -> Result<Value> {
        let settings = self.shared.session().settings().clone();
        let uri = params.text_document.uri.clone();
        let proposal = self.shared.proposals.of(&uri);
        self.analyse_open(uri, move |snapshot, _, features| {
            let target = views::Target {
                profile: snapshot.profile(settings.layer.profile),
                clock: snapshot.clock(settings.clock),
            };
            views::timeline_of(snapshot, proposal.as_deref(), &params, target)
                .map_err(|message| views::failed(&message, features.language()))
        })
        .await?
    }

    /// The instruction word of the step in a line.
    pub(super) async fn word(&self, params: views::WordParams) -> Result<Value> {
        self.analyse_open(params.text_document.uri, move |snapshot, _, features| {
            outputs::word(snapshot, params.line, features)
        })
        .await
    }

    /// The values at one address on all elements of the chip.
    pub(super) async fn chip(&self, params: views::ChipParams) -> Result<Value> {
        let uri = params.text_document.uri.clone();
        self.analyse_open(uri, move |snapshot, _, features| {
            views::chip(snapshot, &params, features.language())
        })
        .await?
    }

    /// The testcases of the workspace, and the programs that they judge.
    pub(super) async fn solutions(&self, _: search::SolutionsParams) -> Result<Value> {
        let (search, _stop) = self.search(search::solutions).await;
        search.await.map_err(|_| Error::internal_error())
    }

    /// Words of a memory on one element of the chip.
    pub(super) async fn memory(&self, params: views::MemoryParams) -> Result<Value> {
        let focus = self.shared.session().settings().focus;
        let uri = params.text_document.uri.clone();
        self.analyse_open(uri, move |snapshot, _, features| {
            views::memory(snapshot, &params, focus, features.language())
        })
        .await?
    }

    /// What the machine of another language holds after a run, as numbers in rows.
    pub(super) async fn grids(&self, params: grids::DocumentParams) -> Result<Value> {
        let uri = params.text_document.uri;
        let snapshot = self.shared.session().in_language(&document::id(&uri));
        grids::grids(snapshot.as_ref(), &uri, self.shared.features().language())
    }

    /// The language of a document, and the machine that it is written for.
    pub(super) async fn language(&self, params: grids::DocumentParams) -> Result<Value> {
        let id = document::id(&params.text_document.uri);
        let snapshot = self.shared.session().in_language(&id);
        let language = self.shared.features().language();
        Ok(grids::language(snapshot.as_ref(), language))
    }

    /// Answers a message that is not JSON.
    pub(super) async fn refuse_malformed(&self) -> Result<Value> {
        Err(Error::parse_error())
    }

    /// Answers JSON that is not a request.
    pub(super) async fn refuse_invalid(&self) -> Result<Value> {
        Err(Error::invalid_request())
    }
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let features = Arc::new(ClientFeatures::of(&params));
        self.shared.workspace.begin(&params);
        if let Some(process) = params.process_id {
            parent::watch(process, &self.client_ended);
        }
        let capabilities = offer::capabilities(&features);
        self.shared.begin(&features);
        if let Some(options) = params.initialization_options {
            self.shared.configure(&options);
        }
        Ok(InitializeResult {
            capabilities,
            server_info: Some(ServerInfo {
                name: env!("CARGO_PKG_NAME").to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
            ..InitializeResult::default()
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        let features = self.shared.features();
        if features.watch_registration {
            self.shared.register(files::registration());
        }
        if features.configuration_registration {
            self.shared.register(configuration::registration());
        }
        if features.configuration {
            self.shared.pull_configuration();
        }
    }

    async fn shutdown(&self) -> Result<()> {
        self.shut_down.store(true, Ordering::SeqCst);
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let uri = params.text_document.uri.clone();
        self.shared.open(params.text_document);
        run::checking::show(&self.shared, uri);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        self.shared.change(params);
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        self.shared.save(&params.text_document.uri);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.shared.close(params.text_document.uri);
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        if self.shared.features().configuration {
            self.shared.pull_configuration();
        } else {
            self.shared.configure(&params.settings);
        }
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let at = params.text_document_position;
        let trigger = params.context.and_then(|context| context.trigger_character);
        self.ask(at.text_document.uri, Scope::Lines, move |seen| {
            seen.completion(at.position, trigger.as_deref())
        })
        .await
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        Ok(reply::resolved_completion(item, &self.shared.features()))
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        let at = params.text_document_position_params;
        self.ask(at.text_document.uri, Scope::Lines, move |seen| {
            seen.signature(at.position)
        })
        .await
    }

    async fn prepare_rename(
        &self,
        at: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        self.ask(at.text_document.uri, Scope::Testcase, move |seen| {
            seen.renamable(at.position).transpose()
        })
        .await?
        .transpose()
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let (at, name) = (params.text_document_position, params.new_name);
        self.ask(at.text_document.uri, Scope::Testcase, move |seen| {
            seen.rename(at.position, &name).transpose()
        })
        .await?
        .transpose()
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        self.ask(params.text_document.uri, Scope::Program, |seen| {
            seen.links()
        })
        .await
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        let changed = params.changes.into_iter().map(|change| change.uri);
        self.shared.files_changed(changed);
    }

    async fn did_rename_files(&self, params: RenameFilesParams) {
        let names = params.files.into_iter();
        let changed = names.flat_map(|file| [file.old_uri, file.new_uri]);
        let changed = changed.filter_map(|uri| uri.parse().ok());
        self.shared.files_changed(changed);
    }

    async fn did_delete_files(&self, params: DeleteFilesParams) {
        let changed = params.files.into_iter();
        let changed = changed.filter_map(|file| file.uri.parse().ok());
        self.shared.files_changed(changed);
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        self.shared.workspace.change(&params.event);
        self.shared.show_findings(&[]);
    }

    /// The checker works on its own thread and ends if the request is cancelled.
    async fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        let (sender, mut batches) = mpsc::channel(aside::waiting_max(BATCHES_WAITING_MAX));
        let previous = params.previous_result_ids;
        let (check, _stop) = self
            .search(move |shared, is_cancelled| {
                search::diagnostics(shared, previous, is_cancelled, |batch| {
                    aside::send(&sender, batch).map_err(|_| search::Unwanted)
                })
                .is_ok()
            })
            .await;
        let token = params.partial_result_params.partial_result_token;
        let mut items = Vec::new();
        while let Some(batch) = batches.recv().await {
            match &token {
                Some(token) => {
                    let part = json!({ "token": token, "value": { "items": batch } });
                    self.shared
                        .client
                        .send_notification::<search::Partial>(part)
                        .await;
                }
                None => items.extend(batch),
            }
        }
        check.await.map_err(|_| Error::internal_error())?;
        Ok(WorkspaceDiagnosticReport { items }.into())
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.ask(params.text_document.uri, Scope::Lines, |seen| {
            seen.format(None)
        })
        .await
    }

    async fn range_formatting(
        &self,
        params: DocumentRangeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        let range = params.range;
        self.ask(params.text_document.uri, Scope::Lines, move |seen| {
            seen.format(Some(range))
        })
        .await
    }

    async fn on_type_formatting(
        &self,
        params: DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        let at = params.text_document_position;
        let character = params.ch;
        self.ask(at.text_document.uri, Scope::Lines, move |seen| {
            seen.format_on_type(at.position, &character)
        })
        .await
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = params.text_document_position_params;
        let output = &at.text_document.uri;
        if let Some(text) = self.shared.output(output) {
            let learned = self.shared.encodings(output);
            let features = self.shared.features();
            return Ok(outputs::hover(&text, at.position, &learned, &features));
        }
        self.ask(at.text_document.uri, Scope::Lines, move |seen| {
            seen.hover(at.position)
        })
        .await
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        let at = params.text_document_position_params;
        let shared = Arc::clone(&self.shared);
        if shared.output(&at.text_document.uri).is_some() {
            let found = aside::begin(move || {
                shared.assembled_from(&at.text_document.uri, at.position.line)
            });
            let found = found.await.map_err(|_| Error::internal_error())?;
            return Ok(found.map(GotoDefinitionResponse::Scalar));
        }
        self.ask(at.text_document.uri, Scope::Testcase, move |seen| {
            seen.definition(at.position)
        })
        .await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let at = params.text_document_position;
        let with_writes = params.context.include_declaration;
        self.ask(at.text_document.uri, Scope::Testcase, move |seen| {
            seen.references(at.position, with_writes)
        })
        .await
    }

    async fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<CallHierarchyItem>>> {
        let at = params.text_document_position_params;
        self.follow(at.text_document.uri, move |program| {
            reply::hierarchy::prepare(program, at.position)
        })
        .await
    }

    async fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        let item = params.item;
        self.follow(item.uri.clone(), move |program| {
            reply::hierarchy::incoming(program, &item)
        })
        .await
    }

    async fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        let item = params.item;
        self.follow(item.uri.clone(), move |program| {
            reply::hierarchy::outgoing(program, &item)
        })
        .await
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        let at = params.text_document_position_params;
        self.ask(at.text_document.uri, Scope::Program, move |seen| {
            seen.highlights(at.position)
        })
        .await
    }

    async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>> {
        let shared = Arc::clone(&self.shared);
        self.ask(params.text_document.uri, Scope::Program, move |seen| {
            shared.tokens.full(seen).map(Into::into)
        })
        .await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> Result<Option<SemanticTokensFullDeltaResult>> {
        let shared = Arc::clone(&self.shared);
        let previous = params.previous_result_id;
        self.ask(params.text_document.uri, Scope::Program, move |seen| {
            shared.tokens.delta(seen, &previous)
        })
        .await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        let range = params.range;
        self.ask(params.text_document.uri, Scope::Lines, move |seen| {
            seen.tokens_in_range(range).map(Into::into)
        })
        .await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let range = params.range;
        let settings = self.shared.session().settings().hints;
        self.ask(params.text_document.uri, Scope::Program, move |seen| {
            seen.hints(range, &settings)
        })
        .await
    }

    async fn inlay_hint_resolve(&self, hint: InlayHint) -> Result<InlayHint> {
        let Some(data) = hint.data.clone() else {
            // It was sent with its tooltip, if it has one.
            return Ok(hint);
        };
        let data: reply::hints::Data = serde_json::from_value(data)
            .map_err(|_| Error::invalid_params("the hint is not one of this server"))?;
        let of_closed = hint.clone();
        let resolved = self
            .analyse(data.uri.clone(), move |snapshot, _, features| {
                Some(reply::hints::resolved(hint, &data, snapshot, features))
            })
            .await?;
        Ok(resolved.unwrap_or(of_closed))
    }

    async fn inline_value(&self, params: InlineValueParams) -> Result<Option<Vec<InlineValue>>> {
        let (range, stopped) = (params.range, params.context.stopped_location);
        self.ask(params.text_document.uri, Scope::Lines, move |seen| {
            seen.inline_values(range, stopped)
        })
        .await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.ask(params.text_document.uri, Scope::Program, |seen| {
            seen.foldings()
        })
        .await
    }

    async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        self.ask(params.text_document.uri, Scope::Program, |seen| {
            seen.symbols()
        })
        .await
    }

    async fn selection_range(
        &self,
        params: SelectionRangeParams,
    ) -> Result<Option<Vec<SelectionRange>>> {
        let positions = params.positions;
        self.ask(params.text_document.uri, Scope::Program, move |seen| {
            seen.selections(&positions)
        })
        .await
    }

    async fn symbol(
        &self,
        params: WorkspaceSymbolParams,
    ) -> Result<Option<WorkspaceSymbolResponse>> {
        let (search, _stop) = self
            .search(move |shared, is_cancelled| {
                search::symbols(shared, &params.query, is_cancelled)
            })
            .await;
        let found = search.await.map_err(|_| Error::internal_error())?;
        Ok(Some(WorkspaceSymbolResponse::Flat(found)))
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let shared = Arc::clone(&self.shared);
        let settings = shared.session().settings().clone();
        let of_program = move |program: Program<'_>| {
            let Program {
                snapshot,
                uri,
                features,
                ..
            } = program;
            let before = shared.baselines.before(uri);
            let (clock, language) = (snapshot.clock(settings.clock), features.language());
            // A proof comes first: it was asked for, and editors cut off what is too long.
            let shortest = shared
                .proven
                .of(snapshot, Moves::of(settings.shorten.level));
            let mut lenses = reply::shorten::lenses(&shortest, snapshot, uri, features);
            let profile = snapshot.profile(settings.layer.profile);
            let before = (profile == Profile::Contest).then_some(before);
            lenses.extend(reply::score::lenses(snapshot, uri, before, clock, language));
            lenses
        };
        self.ask(params.text_document.uri, Scope::Program, |seen| {
            seen.lenses(of_program)
        })
        .await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let uri = params.text_document.uri;
        let (range, context) = (params.range, params.context);
        self.ask(uri, Scope::Program, move |seen| {
            seen.code_actions(range, &context)
        })
        .await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        if params.command == SHOW_USAGE {
            return self.show_usage(&params.arguments).await;
        }
        let token = params.work_done_progress_params.work_done_token;
        let shared = Arc::clone(&self.shared);
        let answer = match params.command.as_str() {
            RUN_TO_HERE => match run::machine::Request::new(&shared, &params.arguments, &token) {
                Some(request) => request.answer(shared).await,
                None => {
                    let request = run::here::Request::new(&shared, params.arguments, token)?;
                    request.answer(shared).await
                }
            },
            EXPLAIN => self.explain(&params.arguments).await,
            JUDGE => {
                let request = run::judging::Request::new(&shared, params.arguments, token)?;
                request.answer(shared).await
            }
            SHORTEN => {
                let wish = run::shortening::Wish::Shorten;
                let arguments = params.arguments;
                let request = run::shortening::Request::new(&shared, wish, arguments, token)?;
                request.answer(shared).await
            }
            WHY_NO_SHORTER => {
                let wish = run::shortening::Wish::Explain;
                let arguments = params.arguments;
                let request = run::shortening::Request::new(&shared, wish, arguments, token)?;
                request.answer(shared).await
            }
            other => Err(Error::invalid_params(format!(
                "there is no command {other}"
            ))),
        };
        answer.map(Some)
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        let uri = params.text_document.uri;
        let shared = Arc::clone(&self.shared);
        self.ask(uri, Scope::Lines, move |seen| {
            let items = findings::diagnostics(seen, &shared.shown);
            if seen.is_cancelled() {
                return None;
            }
            let previous = params.previous_result_id.as_deref();
            Some(shared.pulled.report(seen.uri, items, previous))
        })
        .await
        .map(|report| report.unwrap_or_else(pull::nothing).into())
        .map_err(|error| match error.code {
            // This request has its own code for "ask again".
            ErrorCode::ContentModified => Error {
                code: ErrorCode::ServerError(SERVER_CANCELLED),
                data: Some(json!({ "retriggerRequest": true })),
                ..error
            },
            _ => error,
        })
    }
}
