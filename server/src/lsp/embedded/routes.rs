//! What becomes of each request about a host.

use std::sync::Arc;

use serde_json::{Value, json};
use tower_lsp::ls_types::Diagnostic;

use super::tokens;
use crate::lsp::hosts::answers;
use crate::lsp::hosts::places::Places;

/// Which regions a request is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// The one with the position.
    Position,
    /// All of them, or those in the range: their lists are joined.
    Lists,
    /// All of them: colours are joined in the order of the host.
    Colours,
    /// All of them: their findings are joined.
    Findings,
    /// None: an answer would change what is outside of regions, or is about whole programs.
    Nothing,
}

/// The route of a request by its method; `None` for requests that are not about the text of a document.
pub(super) fn route(method: &str) -> Option<Route> {
    Some(match method {
        "textDocument/hover"
        | "textDocument/completion"
        | "textDocument/signatureHelp"
        | "textDocument/definition"
        | "textDocument/references"
        | "textDocument/documentHighlight"
        | "textDocument/prepareRename"
        | "textDocument/rename" => Route::Position,
        "textDocument/documentSymbol"
        | "textDocument/foldingRange"
        | "textDocument/documentLink"
        | "textDocument/inlayHint"
        | "textDocument/codeAction"
        | "textDocument/selectionRange" => Route::Lists,
        "textDocument/semanticTokens/full" | "textDocument/semanticTokens/range" => Route::Colours,
        "textDocument/diagnostic" => Route::Findings,
        // A layout would be one of the whole file. Lenses, the hierarchy of data and values of runs are about whole programs.
        "textDocument/formatting"
        | "textDocument/rangeFormatting"
        | "textDocument/onTypeFormatting"
        | "textDocument/semanticTokens/full/delta"
        | "textDocument/codeLens"
        | "textDocument/inlineValue"
        | "textDocument/prepareCallHierarchy"
        | "callHierarchy/incomingCalls"
        | "callHierarchy/outgoingCalls" => Route::Nothing,
        _ => return None,
    })
}

/// The parameters for each region that a request is about.
pub(super) fn requests(
    route: Route,
    params: &Value,
    regions: Vec<Arc<Places>>,
) -> Vec<(Arc<Places>, Value)> {
    if route == Route::Nothing {
        return Vec::new();
    }
    let own = regions.into_iter().filter_map(|places| {
        let mut own = answers::from_host(params, &places)?;
        // What was answered about a host is not known to its regions.
        own.as_object_mut()?.remove("previousResultId");
        let count = |it: &Value| it.get("positions").and_then(Value::as_array).map(Vec::len);
        // There is an answer for each position.
        (count(&own) == count(params)).then_some((places, own))
    });
    match route {
        Route::Position => own.take(1).collect(),
        _ => own.collect(),
    }
}

/// The answer about a host from those about its regions.
pub(super) fn answer(method: &str, route: Route, answers: &[(Arc<Places>, Value)]) -> Value {
    match route {
        Route::Nothing => Value::Null,
        Route::Position => {
            let first = answers.first();
            let in_host = first.and_then(|(places, value)| answers::to_host(value, places));
            in_host.unwrap_or_default()
        }
        Route::Lists => {
            let lists = answers.iter();
            let lists = lists.filter_map(|(places, value)| answers::to_host(value, places));
            let items = lists.flat_map(|list| match list {
                Value::Array(items) => items,
                _ => Vec::new(),
            });
            // A command would be about the region, which the client does not have.
            let is_edit =
                |it: &Value| method != "textDocument/codeAction" || it.get("edit").is_some();
            items.filter(is_edit).collect()
        }
        Route::Colours => tokens::joined(answers),
        Route::Findings => {
            let items = answers.iter().flat_map(|(places, value)| {
                let found = value.get("items").cloned().unwrap_or_default();
                let found: Vec<Diagnostic> = serde_json::from_value(found).unwrap_or_default();
                answers::diagnostics(places, &found)
            });
            json!({ "kind": "full", "items": items.collect::<Vec<_>>() })
        }
    }
}
