//! The language server protocol around the session and the features.
//!
//! The only module tree that names protocol types. It converts, schedules and transports; other modules produce the
//! answers.

mod answered_tokens;
mod architecture;
mod around;
mod asking;
mod baselines;
mod blocking;
#[cfg(test)]
mod cancellation;
mod capabilities;
mod change;
mod commands;
mod configuration;
mod content;
mod convert;
mod document;
mod execute_command;
mod files;
mod findings;
mod languages;
mod lifecycle;
mod markup;
mod methods;
mod names;
mod offer;
mod outputs;
mod placement;
mod projects;
mod proposals;
mod proven;
mod publish;
mod pull;
mod reply;
mod run;
mod search;
mod seen;
mod shared;
mod sync;
#[cfg(test)]
mod test_server;
mod transport;
mod under_way;
mod views;
mod workspace;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;
use tower_lsp::{LspService, Server};

pub use change::Edited;
use methods::Backend;
pub use methods::{About, METHODS, Method};
use shared::{Connection, Shared};
use transport::{Reader, SessionService, WithoutNull};

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
    } = connection.clone();
    let (library, notifier, waiting) = transport::writer();
    let builder = LspService::build(move |client| {
        Backend(Arc::new(Shared::new(client, notifier, connection)))
    });
    let builder = Backend::refusing(methods::with_own(builder));
    let (service, socket) = builder.finish();
    let running = Arc::clone(&runs);
    let input = Reader::new(input, move || running.cancel_all());
    let server = Server::new(input, library, WithoutNull(socket))
        .concurrency_level(REQUESTS_AT_ONCE_MAX)
        .serve(SessionService::new(
            service,
            &content::SCHEMES,
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
