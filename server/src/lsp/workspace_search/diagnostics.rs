//! `workspace/diagnostic`: the findings in open documents, and in the other programs in the folders of the workspace.
//!
//! Clients that pull diagnostics request the findings of the whole workspace repeatedly. A file is read again only if it or its
//! rules have changed, and unchanged findings are not sent again. Hints are omitted for files that are not open: they are only
//! useful in an open document.

use std::collections::HashMap;
use std::path::Path;

use std::sync::Arc;

use mnc2_ide::session::Mnc2Document;
use mnc2_program::FileForm;
use mnc2_program::rules::Rules;
use mnc2_project::files;
use serde_json::json;
use tokio::sync::mpsc;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::notification::Notification;
use tower_lsp::ls_types::{
    Diagnostic, DiagnosticSeverity, DocumentDiagnosticReport, FullDocumentDiagnosticReport,
    PreviousResultId, RelatedFullDocumentDiagnosticReport, Uri, WorkspaceDiagnosticParams,
    WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult, WorkspaceDocumentDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};

use super::{OpenFiles, languages};
use crate::lsp::blocking;
use crate::lsp::document;
use crate::lsp::document_view::DocumentView;
use crate::lsp::findings::{self, Kept};
use crate::lsp::hosts::places;
use crate::lsp::server_state::ServerState;
use crate::lsp::workspace::{Checked, FILE_BYTES_MAX, FileState};

/// Reports that are sent together.
const BATCH_REPORTS: usize = 32;

/// Maximum number of parts of an answer that wait for the client to take them.
const BATCHES_WAITING_MAX: usize = 4;

/// Part of an answer to `workspace/diagnostic`.
struct Partial;

impl Notification for Partial {
    type Params = serde_json::Value;
    const METHOD: &'static str = "$/progress";
}

/// The client has cancelled the request.
struct Unwanted;

/// Answers the findings of every program of the workspace. The checker works on its own thread and ends if the request is
/// cancelled.
pub(in crate::lsp) async fn answer(
    shared: Arc<ServerState>,
    params: WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult> {
    let (sender, mut batches) = mpsc::channel(blocking::waiting_max(BATCHES_WAITING_MAX));
    let previous = params.previous_result_ids;
    let (check, _stop) = shared
        .search(move |shared, is_cancelled| {
            diagnostics(shared, previous, is_cancelled, |batch| {
                blocking::send(&sender, batch).map_err(|()| Unwanted)
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
                shared.client.send_notification::<Partial>(part).await;
            }
            None => items.extend(batch),
        }
    }
    check.await.map_err(|_| Error::internal_error())?;
    Ok(WorkspaceDiagnosticReport { items }.into())
}

/// Reports in batches every open document, every other program of the workspace, and deleted files that the client
/// still has; ends early if the reports are not taken, or if it is cancelled.
fn diagnostics(
    shared: &ServerState,
    previous: Vec<PreviousResultId>,
    is_cancelled: &(dyn Fn() -> bool + Sync),
    mut take: impl FnMut(Vec<WorkspaceDocumentDiagnosticReport>) -> std::result::Result<(), Unwanted>,
) -> std::result::Result<(), Unwanted> {
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
        batch.push(workspace_report(uri, version, found));
        if batch.len() >= BATCH_REPORTS {
            take(std::mem::take(&mut batch))?;
        }
        Ok(())
    };

    let open: Vec<_> = {
        let session = shared.session();
        let ids = session.ids().into_iter();
        let documents = ids.map(|id| (document::uri(&id), id));
        // Findings in programs within files are pulled with the files.
        let documents = documents.filter(|(uri, _)| !places::is_embedded(uri));
        documents
            .filter_map(|(uri, id)| Some((uri, session.any(&id)?)))
            .collect()
    };
    let mut open_files = OpenFiles::default();
    for (uri, snapshot) in open {
        open_files.add(&uri);
        let seen = DocumentView::new(&snapshot, &uri, None, &features);
        let items = findings::diagnostics(seen, &shared.shown);
        report(uri, Some(snapshot.version()), items)?;
    }
    let claims = |path: &Path| languages::dialect_of(shared, path).is_some();
    let (files, problems) = shared.workspace.files(&claims, is_cancelled);
    shared.log_warnings(shared.workspace.untold(problems));
    for (path, state) in files {
        if open_files.contains(&path) {
            continue;
        }
        let Some(uri) = Uri::from_file_path(&path) else {
            continue;
        };
        let items = match languages::dialect_of(shared, &path) {
            Some(listed) => languages::file_diagnostics(shared, &uri, &path, state, listed),
            None => {
                let form = FileForm::from_file_name(&path.to_string_lossy());
                file_diagnostics(shared, &uri, &path, state, form, is_cancelled)
            }
        };
        if let Some(items) = items {
            report(uri, None, items)?;
        }
    }
    for uri in previous.into_keys() {
        shared.pulled.forget(&uri);
        batch.push(workspace_report(uri, None, full(Vec::new())));
    }
    if batch.is_empty() {
        return Ok(());
    }
    take(batch)
}

/// The findings in a file that is not open; `None` if it cannot be read, its project excludes it, or the request is
/// cancelled.
fn file_diagnostics(
    shared: &ServerState,
    uri: &Uri,
    path: &Path,
    state: FileState,
    form: FileForm,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Diagnostic>> {
    let project = shared.project(uri);
    let layer = shared.session().settings().layer.clone();
    let layers = project.iter().map(|project| project.layer());
    let rules = Rules::from_layers(&layers.chain([&layer]).collect::<Vec<_>>());
    if project
        .as_ref()
        .is_some_and(|project| project.is_excluded())
    {
        return None;
    }
    let placement = match form {
        FileForm::Unlinked => shared.placement(uri),
        FileForm::Program | FileForm::Placement | FileForm::Structure => None,
    };
    if let Some(known) = shared.workspace.checked.get(path)
        && known.state == state
        && known.rules == rules
        && known.placement == placement
    {
        return Some(known.items.clone());
    }
    let (text, _) = mnc2_text::line::decode(&files::read(path, FILE_BYTES_MAX).ok()?);
    let mut document = Mnc2Document::with_form(0, &text, form);
    document.set_placement(placement.clone().map(Arc::new));
    let snapshot = document.checked_by(project, &layer);
    if !snapshot.program.is_read_unless(is_cancelled) {
        return None;
    }
    let features = shared.features();
    let seen = DocumentView::from_program(&snapshot, uri, &features);
    let mut items = findings::diagnostics(seen, &Kept::default());
    items.retain(|item| item.severity != Some(DiagnosticSeverity::HINT));
    let checked = Checked {
        state,
        rules,
        placement,
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
    DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: report,
    })
}

/// The report of a document as part of the workspace's.
fn workspace_report(
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
