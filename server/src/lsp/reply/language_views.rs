//! The requests about documents in other languages that editors build views on.

use std::sync::Arc;

use mnc2_ide::session::LanguageSnapshot;
use mnc2_text::{Grid, Language, message};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{TextDocumentIdentifier, Uri};

use crate::lsp::document;
use crate::lsp::server_state::ServerState;
use crate::lsp::view_requests::failed;
use crate::lsp::virtual_documents;

/// The parameters of requests about a whole document.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct DocumentParams {
    pub(in crate::lsp) text_document: TextDocumentIdentifier,
}

/// What the machine holds after the last run: names, rows with their names and numbers; `null` is not a finite number.
fn grids(snapshot: Option<&LanguageSnapshot>, uri: &Uri, language: Language) -> Result<Value> {
    let last = snapshot.and_then(|it| it.last_run.as_ref());
    let Some(last) = last else {
        let name = virtual_documents::name(uri.as_str());
        let message = message!("{name} has not been run yet.", name);
        return Err(Error {
            data: Some(json!({ "isNotRun": true })),
            ..failed(&message, language)
        });
    };
    let grids: Vec<Value> = last.ran.grids.iter().map(grid).collect();
    Ok(json!({
        "line": last.ran.line,
        "steps": last.ran.steps,
        "current": !last.is_outdated,
        "grids": grids,
    }))
}

fn grid(grid: &Grid) -> Value {
    let rows = grid.rows.iter();
    let rows = rows.map(|row| json!({ "name": row.name, "values": row.values }));
    json!({
        "name": grid.name,
        "rowsTotal": grid.rows_total,
        "columns": grid.columns,
        "rows": rows.collect::<Vec<_>>(),
    })
}

/// The language with its version, and the machine in a few words; `null` for MN-Core 2 and for what is not open.
fn language(snapshot: Option<&LanguageSnapshot>, language: Language) -> Value {
    let Some(snapshot) = snapshot else {
        return Value::Null;
    };
    let options = snapshot.options();
    let about = options.language().about();
    json!({
        "language": about.id,
        "name": about.name,
        "version": options.version(),
        "machine": options.machine().say(language),
    })
}

/// Answers what the machine of a document holds.
pub(in crate::lsp) async fn answer(
    shared: Arc<ServerState>,
    params: DocumentParams,
) -> Result<Value> {
    let uri = params.text_document.uri;
    let snapshot = shared.session().in_language(&document::id(&uri));
    grids(snapshot.as_ref(), &uri, shared.features().language())
}

/// Answers which language a document is in.
pub(in crate::lsp) async fn answer_language(
    shared: Arc<ServerState>,
    params: DocumentParams,
) -> Result<Value> {
    let id = document::id(&params.text_document.uri);
    let snapshot = shared.session().in_language(&id);
    Ok(language(snapshot.as_ref(), shared.features().language()))
}
