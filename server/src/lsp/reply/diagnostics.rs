//! The findings of a document, for clients that pull them.

use std::sync::Arc;

use serde_json::json;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{DocumentDiagnosticParams, DocumentDiagnosticReportResult};

use crate::lsp::document_view::Scope;
use crate::lsp::server_state::ServerState;
use crate::lsp::{findings, pull_diagnostics};

/// `ServerCancelled` of the protocol.
const SERVER_CANCELLED: i64 = -32802;

/// Answers the findings of a document.
pub(in crate::lsp) async fn answer(
    shared: Arc<ServerState>,
    params: DocumentDiagnosticParams,
) -> Result<DocumentDiagnosticReportResult> {
    let with_shared = Arc::clone(&shared);
    let report = shared
        .ask(params.text_document.uri, Scope::Lines, move |seen| {
            let items = findings::diagnostics(seen, &with_shared.shown);
            if seen.is_cancelled() {
                return None;
            }
            let previous = params.previous_result_id.as_deref();
            Some(with_shared.pulled.report(seen.uri, items, previous))
        })
        .await;
    match report {
        Ok(report) => Ok(report.unwrap_or_else(pull_diagnostics::nothing).into()),
        // This request has its own code for a repeated request.
        Err(error) if error.code == ErrorCode::ContentModified => Err(Error {
            code: ErrorCode::ServerError(SERVER_CANCELLED),
            data: Some(json!({ "retriggerRequest": true })),
            ..error
        }),
        Err(error) => Err(error),
    }
}
