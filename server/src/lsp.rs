//! The language server protocol around the session and the features.
//!
//! The only module tree that names protocol types. It converts, schedules and transports; other modules produce the
//! answers.

mod active_runs;
mod analysis_tasks;
mod answered_tokens;
mod architecture;
mod blocking;
#[cfg(test)]
mod cancellation;
mod change;
mod client_capabilities;
mod commands;
mod configuration;
mod convert;
mod display_names;
mod document;
mod document_view;
mod embedded;
mod execute_command;
mod findings;
mod hosts;
mod known_testcases;
mod languages;
mod lifecycle;
mod linker_files;
mod markup;
mod methods;
mod open_testcase;
mod outputs;
mod projects;
mod proposals;
mod proven_shortest;
mod publish_diagnostics;
mod pull_diagnostics;
mod reply;
mod run;
mod score_baselines;
mod server_capabilities;
mod server_state;
mod sync;
#[cfg(test)]
mod test_server;
mod transport;
mod view_requests;
mod virtual_documents;
mod watched_files;
mod workspace;
mod workspace_search;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;
use tower_lsp::{LspService, Server};

pub use change::ChangedDocument;
use embedded::EmbeddedService;
use methods::Backend;
pub use methods::{About, METHODS, Method};
use server_state::{Connection, ServerState};
use transport::{Reader, SessionService, ToClient};

/// Maximum number of concurrent requests. No handler waits for a further message of the client, so this bounds
/// memory, not progress.
const REQUESTS_AT_ONCE_MAX: usize = 1024;

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The client requested `shutdown` before it exited.
    Orderly,
    /// The client exited without `shutdown`.
    Abrupt,
}

/// Serves one client until it sends `exit`, closes an end or dies.
pub async fn serve<I, O>(input: I, output: O) -> Ending
where
    I: AsyncRead + Unpin,
    O: AsyncWrite + Unpin,
{
    let connection = Connection::default();
    let Connection {
        runs,
        shows_text_content,
        is_shut_down,
        client_ended,
        hosts,
    } = connection.clone();
    let (library, notifier, waiting) = transport::writer();
    let builder = LspService::build(move |client| {
        Backend(Arc::new(ServerState::new(client, notifier, connection)))
    });
    let builder = Backend::refusing(methods::with_own(builder));
    let (service, socket) = builder.finish();
    let service = EmbeddedService::new(service, Arc::clone(&hosts));
    let running = Arc::clone(&runs);
    let input = Reader::new(input, move || running.cancel_all());
    let server = Server::new(input, library, ToClient::new(socket, hosts))
        .concurrency_level(REQUESTS_AT_ONCE_MAX)
        .serve(SessionService::new(
            service,
            &virtual_documents::SCHEMES,
            shows_text_content,
        ));
    let ended = CancellationToken::new();
    let written = waiting.write(output, ended.clone());
    let served = async {
        server.await;
        ended.cancel();
        // What is still to be written keeps the session open.
        std::future::pending::<()>().await;
    };
    tokio::select! {
        // The library continues reading when nothing can be written any more.
        _ = written => runs.cancel_all(),
        () = served => {}
        () = client_ended.notified() => runs.cancel_all(),
    }
    if is_shut_down.load(Ordering::SeqCst) {
        Ending::Orderly
    } else {
        Ending::Abrupt
    }
}
