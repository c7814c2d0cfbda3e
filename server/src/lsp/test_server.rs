//! A server with one document, for tests that look inside it.

use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tower_lsp::{LanguageServer as _, LspService};

use super::backend::Backend;
use super::outlet::Notifier;

/// The document.
pub(super) const URI: &str = "file:///program.vsm";
/// How long a test waits before it fails.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// The parameters of a method, from their JSON.
pub(super) fn params<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("parameters")
}

/// A server whose client never answers.
pub(super) fn start() -> LspService<Backend> {
    let (service, _socket) = LspService::new(|client| {
        Backend::new(
            client,
            Notifier::to_no_one(),
            Arc::default(),
            Arc::default(),
            Arc::default(),
            Arc::default(),
        )
    });
    service
}

/// Opens the document.
pub(super) async fn open(backend: &Backend, text: &str) {
    let document = json!({ "uri": URI, "languageId": "mnc2", "version": 1, "text": text });
    backend
        .did_open(params(json!({ "textDocument": document })))
        .await;
}

/// Replaces its text.
pub(super) async fn edit(backend: &Backend) {
    let change = json!({
        "textDocument": { "uri": URI, "version": 2 },
        "contentChanges": [{ "text": "nop/2" }],
    });
    backend.did_change(params(change)).await;
}
