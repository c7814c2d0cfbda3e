//! The state that is shared by handlers and the tasks they start: the session, the client's capabilities, and notifications to
//! the client that shown results are out of date.
//!
//! Requests to the client are sent from tasks of their own: a handler that waits for the client blocks it.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use mnc2_ide::session::{
    Answering, DocumentId, EditPriority, Placed, RunFinding, Session, Snapshot,
};
use ropey::Rope;
use serde_json::Value;
use tokio::sync::{Notify, Semaphore};
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{ConfigurationItem, MessageType, Registration, Uri, WorkspaceEdit};

use super::active_runs::Runs;
use super::answered_tokens::AnsweredTokens;
use super::client_capabilities::ClientFeatures;
use super::configuration;
use super::document;
use super::findings::{self, Kept};
use super::hosts::Hosts;
use super::open_testcase::Testcases;
use super::projects::{self, Projects};
use super::proposals::Proposals;
use super::proven_shortest::ProvenShortest;
use super::publish_diagnostics::{self, Outbox};
use super::pull_diagnostics::Pulled;
use super::score_baselines::Baselines;
use super::transport::Notifier;
use super::workspace::Workspace;

/// Searches through the workspace at the same time; others wait for their turn, and hold no thread meanwhile.
const SEARCHES_AT_ONCE_MAX: usize = 4;

/// The error of a command about a document that is not open.
pub(super) fn not_open(uri: &Uri) -> Error {
    Error::invalid_params(format!("{} is not open", uri.as_str()))
}

/// What the session of a client and the transport around it have in common.
#[derive(Clone, Default)]
pub(super) struct Connection {
    /// The current runs, which end with the connection.
    pub(super) runs: Arc<Runs>,
    /// The client shows documents whose text the server provides.
    pub(super) shows_text_content: Arc<AtomicBool>,
    /// Whether it has requested the server to shut down.
    pub(super) is_shut_down: Arc<AtomicBool>,
    /// Notified when its process has ended.
    pub(super) client_ended: Arc<Notify>,
    /// The open files with programs in them.
    pub(super) hosts: Arc<Hosts>,
}

/// What handlers and their tasks have in common.
pub(super) struct ServerState {
    pub(super) client: Client,
    notifier: Notifier,
    session: Mutex<Session>,
    features: OnceLock<Arc<ClientFeatures>>,
    /// The answers that go before long work.
    pub(super) typing: Arc<EditPriority>,
    /// A permit for each search through the workspace that may work.
    pub(super) searches: Arc<Semaphore>,
    pub(super) outbox: Arc<Outbox>,
    pub(super) runs: Arc<Runs>,
    /// The diagnostics of open documents.
    pub(super) shown: Arc<Kept>,
    pub(super) pulled: Pulled,
    pub(super) workspace: Workspace,
    pub(super) tokens: AnsweredTokens,
    /// The client shows documents whose text the server provides.
    pub(super) shows_text_content: Arc<AtomicBool>,
    /// It has asked the server to shut down.
    pub(super) is_shut_down: Arc<AtomicBool>,
    /// Notified when its process has ended.
    pub(super) client_ended: Arc<Notify>,
    /// The open files with programs in them.
    pub(super) hosts: Arc<Hosts>,
    /// Whether programs are searched for in them.
    pub(super) embeds: AtomicBool,
    pub(super) baselines: Baselines,
    pub(super) testcases: Testcases,
    pub(super) proven: ProvenShortest,
    pub(super) proposals: Proposals,
    /// The `.param` files whose findings are shown because open programs use them.
    pub(super) placements: Mutex<HashSet<DocumentId>>,
    /// The open outputs of the assembler of which something wrong is shown.
    pub(super) wrong_outputs: Mutex<HashSet<DocumentId>>,
    projects: Projects,
    reported_problems: Mutex<HashSet<String>>,
}

impl ServerState {
    /// The state before the client has sent anything.
    pub(super) fn new(client: Client, notifier: Notifier, connection: Connection) -> Self {
        let Connection {
            runs,
            shows_text_content,
            is_shut_down,
            client_ended,
            hosts,
        } = connection;
        Self {
            client,
            notifier,
            session: Mutex::default(),
            features: OnceLock::new(),
            typing: Arc::default(),
            searches: Arc::new(Semaphore::new(SEARCHES_AT_ONCE_MAX)),
            outbox: Arc::default(),
            runs,
            shown: Arc::default(),
            pulled: Pulled::default(),
            workspace: Workspace::default(),
            tokens: AnsweredTokens::default(),
            shows_text_content,
            is_shut_down,
            client_ended,
            hosts,
            embeds: AtomicBool::new(true),
            baselines: Baselines::default(),
            testcases: Testcases::default(),
            proven: ProvenShortest::default(),
            proposals: Proposals::default(),
            placements: Mutex::default(),
            wrong_outputs: Mutex::default(),
            projects: Projects::default(),
            reported_problems: Mutex::default(),
        }
    }

    /// The session; hold it for one synchronous call only.
    pub(super) fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the client can do.
    pub(super) fn features(&self) -> Arc<ClientFeatures> {
        self.features.get().cloned().unwrap_or_default()
    }

    /// Takes the client's capabilities and starts publishing; only the first call counts.
    pub(super) fn begin(&self, features: &Arc<ClientFeatures>) {
        if self.features.set(Arc::clone(features)).is_ok() {
            for publisher in publish_diagnostics::PUBLISHERS {
                tokio::spawn(publish_diagnostics::run(
                    publisher,
                    Arc::clone(&self.outbox),
                    self.client.clone(),
                    self.notifier.clone(),
                    Arc::clone(features),
                    Arc::clone(&self.shown),
                    Arc::clone(&self.hosts),
                ));
            }
        }
    }

    /// The document as it is at this point of the conversation.
    pub(super) fn snapshot(&self, uri: &Uri) -> Result<Snapshot> {
        self.session()
            .snapshot(&document::id(uri))
            .ok_or_else(|| not_open(uri))
    }

    /// The document now equals its file.
    pub(super) fn note_saved(&self, uri: &Uri) {
        let snapshot = self.session().snapshot(&document::id(uri));
        if let Some(snapshot) = snapshot {
            self.baselines.saved(uri.clone(), snapshot);
        }
    }

    /// Refreshes documents after a run or a judgement has changed what is known about them.
    pub(super) fn show_findings(&self, uris: &[Uri]) {
        let features = self.features();
        if !features.pulls_diagnostics {
            uris.iter().cloned().for_each(|uri| self.publish(uri));
        } else if features.diagnostics_refresh {
            self.spawn_request(|client| async move { client.workspace_diagnostic_refresh().await });
        }
    }

    /// Refreshes documents that are read now and were not before, or vice versa, because of a change to a document; that
    /// document is refreshed anyway.
    pub(super) fn show_moved(&self, moved: &[DocumentId], because_of: &Uri) {
        let because_of = document::id(because_of);
        let others = document::uris(moved.iter().filter(|id| **id != because_of));
        if !others.is_empty() {
            others.iter().for_each(|uri| self.runs.outdate(uri));
            self.show_findings(&others);
        }
    }

    /// Requests the client to pull inlay hints again, if it supports that.
    pub(super) fn refresh_hints(&self) {
        if self.features().reading.hints_refresh {
            self.spawn_request(|client| async move { client.inlay_hint_refresh().await });
        }
    }

    /// Requests the client to pull colours again, if it supports that.
    pub(super) fn refresh_tokens(&self) {
        if self.features().reading.tokens_refresh {
            self.spawn_request(|client| async move { client.semantic_tokens_refresh().await });
        }
    }

    /// Requests the client to pull code lenses again, if it supports that.
    pub(super) fn refresh_lenses(&self) {
        if self.features().reading.lenses_refresh {
            self.spawn_request(|client| async move { client.code_lens_refresh().await });
        }
    }

    /// Registers for the notifications of these registrations. A client that refuses is served like one that cannot
    /// send them.
    pub(super) fn register(&self, registration: Registration) {
        self.spawn_request(
            |client| async move { client.register_capability(vec![registration]).await },
        );
    }

    /// Publishes the findings of a document after a change to its text; long work lets that go first.
    pub(super) fn publish_typed(&self, uri: Uri) {
        self.publish_with(uri, Some(self.typing.begin()));
    }

    /// Publishes the findings of a document, unless the client pulls them.
    pub(super) fn publish(&self, uri: Uri) {
        self.publish_with(uri, None);
    }

    fn publish_with(&self, uri: Uri, typed: Option<Answering>) {
        if self.features().pulls_diagnostics {
            return;
        }
        let snapshot = self.session().any(&document::id(&uri));
        if let Some(snapshot) = snapshot {
            self.outbox.publish(uri, snapshot, typed);
        }
    }

    /// Publishes a judgement's findings about a testcase that is not open.
    pub(super) fn publish_judged(&self, testcase: &Uri, text: &Rope, findings: &[RunFinding]) {
        if !self.session().is_open(&document::id(testcase)) {
            let diagnostics = findings::run_findings(findings, text, &self.features());
            self.outbox.send(testcase.clone(), diagnostics);
        }
    }

    /// Withdraws judgements' findings about testcases.
    pub(super) fn clear_judged(&self, testcases: &[DocumentId]) {
        for testcase in testcases {
            let uri = document::uri(testcase);
            if self.session().is_open(testcase) {
                self.publish(uri);
            } else {
                self.outbox.send(uri, Vec::new());
            }
        }
    }

    /// The project of a document.
    pub(super) fn project(&self, uri: &Uri) -> Option<Placed> {
        self.projects
            .for_document(uri, &self.features(), &self.outbox)
    }

    /// Whether a file is one of a project, or one of learned rows that a project names.
    pub(super) fn is_of_project(&self, uri: &Uri) -> bool {
        projects::is_project(uri) || self.projects.names(uri)
    }

    /// Applies the current project files.
    pub(super) fn read_projects_again(&self) {
        self.projects.forget(&self.outbox);
        let all = {
            let mut session = self.session();
            session.place(|id| self.project(&document::uri(id)));
            session.ids()
        };
        self.read_testcases(|_, _| true);
        let uris = document::uris(&all);
        let mut is_other = false;
        for uri in &uris {
            is_other |= self.decide_language(uri).is_new();
        }
        self.show_findings(&uris);
        self.refresh_lenses();
        if is_other {
            self.refresh_hints();
            self.refresh_tokens();
        }
    }

    /// Requests the settings from the client, and applies them when the answer arrives.
    pub(super) fn pull_configuration(self: &Arc<Self>) {
        let shared = Arc::clone(self);
        self.spawn_request(|client| async move {
            let item = ConfigurationItem {
                scope_uri: None,
                section: Some(configuration::SECTION.to_owned()),
            };
            if let Ok(answer) = client.configuration(vec![item]).await
                && let Some(value) = answer.into_iter().next()
            {
                shared.configure(&value);
            }
        });
    }

    /// Applies settings, reports what is invalid, and checks again if that matters.
    pub(super) fn configure(&self, value: &Value) {
        let Some(read) = configuration::read(value) else {
            return;
        };
        let (before, after) = (self.session().settings().clone(), read.settings.clone());
        if before.hints != after.hints {
            self.refresh_hints();
        }
        if before.clock != after.clock || before.shorten.level != after.shorten.level {
            self.refresh_lenses();
        }
        let embeds = !after.ignores_embedded;
        if self.embeds.swap(embeds, Ordering::Relaxed) != embeds {
            self.find_all_regions();
        }
        let mut stale = self.session().configure(read.settings);
        if self.features().spoken.choose(after.language) {
            stale = self.session().ids();
            self.refresh_hints();
            self.refresh_lenses();
        }
        if !stale.is_empty() {
            self.show_findings(&document::uris(&stale));
        }
        let new_problems: Vec<String> = {
            let mut reported = self
                .reported_problems
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            read.problems
                .into_iter()
                .filter(|problem| reported.insert(problem.clone()))
                .collect()
        };
        self.log_warnings(new_problems);
    }

    /// Writes warnings into the client's log; the caller needs a runtime, and waits for nothing.
    pub(super) fn log_warnings(&self, warnings: Vec<String>) {
        if warnings.is_empty() {
            return;
        }
        self.spawn_request(|client| async move {
            for warning in warnings {
                client.log_message(MessageType::WARNING, warning).await;
            }
        });
    }

    /// Requests the client to apply an edit; the reason of a failure is written to its log.
    pub(super) fn apply(&self, edit: WorkspaceEdit) {
        self.spawn_request(|client| async move {
            if let Ok(answer) = client.apply_edit(edit).await
                && !answer.applied
            {
                let reason = answer.failure_reason.unwrap_or_default();
                let message = format!("the editor did not apply the edit: {reason}");
                client.log_message(MessageType::INFO, message).await;
            }
        });
    }

    /// Sends the client a notification or a request from a task of its own; nothing waits for the answer.
    pub(super) fn spawn_request<T: Future<Output: Send> + Send + 'static>(
        &self,
        request: impl FnOnce(Client) -> T,
    ) {
        tokio::spawn(request(self.client.clone()));
    }
}
