//! A server with one document, for tests that look inside it.

use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tower_lsp::{LanguageServer as _, LspService};

use super::methods::{self, Backend};
use super::server_state::{Connection, ServerState};
use super::transport::Notifier;

pub(super) const URI: &str = "file:///program.vsm";
/// How long a test waits before it fails.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// The parameters of a method, from their JSON.
pub(super) fn params<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("parameters")
}

/// A server whose client never answers.
pub(super) fn start() -> LspService<Backend> {
    let builder = LspService::build(|client| {
        let nothing = Connection::default();
        Backend(Arc::new(ServerState::new(
            client,
            Notifier::to_no_one(),
            nothing,
        )))
    });
    let (service, _socket) = methods::with_own(builder).finish();
    service
}

pub(super) async fn open(backend: &Backend, text: &str) {
    let document = json!({ "uri": URI, "languageId": "mnc2", "version": 1, "text": text });
    backend
        .did_open(params(json!({ "textDocument": document })))
        .await;
}

pub(super) async fn edit(backend: &Backend) {
    let change = json!({
        "textDocument": { "uri": URI, "version": 2 },
        "contentChanges": [{ "text": "nop/2" }],
    });
    backend.did_change(params(change)).await;
}
