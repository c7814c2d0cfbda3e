//! The beginning and the end of a session, and its settings.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tower_lsp::ls_types::{
    DidChangeConfigurationParams, InitializeParams, InitializeResult, InitializedParams,
    ServerCapabilities, ServerInfo, WorkDoneProgressCancelParams,
};

use super::client_capabilities::ClientFeatures;
use super::server_state::ServerState;
use super::{configuration, transport, watched_files};

/// Takes what the client declares, and answers with what the server offers.
pub(super) fn initialize(
    shared: &ServerState,
    params: InitializeParams,
    capabilities: fn(&ClientFeatures) -> ServerCapabilities,
) -> InitializeResult {
    let features = Arc::new(ClientFeatures::from_params(&params));
    shared.workspace.begin(&params);
    if let Some(process) = params.process_id {
        transport::watch(process, &shared.client_ended);
    }
    let capabilities = capabilities(&features);
    shared.begin(&features);
    if let Some(options) = params.initialization_options {
        shared.configure(&options);
    }
    InitializeResult {
        capabilities,
        server_info: Some(ServerInfo {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
        ..InitializeResult::default()
    }
}

/// Requests the settings and the notifications that the client supports.
pub(super) fn initialized(shared: &Arc<ServerState>, _: InitializedParams) {
    let features = shared.features();
    if features.watch_registration {
        shared.register(watched_files::registration());
    }
    if features.configuration_registration {
        shared.register(configuration::registration());
    }
    if features.configuration {
        shared.pull_configuration();
    }
}

/// Records that the client ends the session in order.
pub(super) fn shutdown(shared: &ServerState) {
    shared.is_shut_down.store(true, Ordering::SeqCst);
}

/// Reads the settings again: from the notification, if the client does not support requests for them.
pub(super) fn did_change_configuration(
    shared: &Arc<ServerState>,
    params: DidChangeConfigurationParams,
) {
    if shared.features().configuration {
        shared.pull_configuration();
    } else {
        shared.configure(&params.settings);
    }
}

/// Stops the run with this progress.
pub(super) fn cancel_progress(shared: &Arc<ServerState>, params: WorkDoneProgressCancelParams) {
    shared.runs.cancel(&params.token);
}
