//! The language server protocol around the session and the features.
//!
//! The only module tree that names protocol types. It converts, schedules and transports; other modules produce the
//! answers.

mod analysis;
mod architecture;
mod around;
mod aside;
mod backend;
mod baselines;
#[cfg(test)]
mod cancellation;
mod capabilities;
mod change;
mod configuration;
mod content;
mod convert;
mod document;
mod files;
mod findings;
mod intake;
mod languages;
mod later;
mod markup;
mod names;
mod offer;
mod opaque;
mod outgoing;
mod outlet;
mod outputs;
mod parent;
mod patience;
mod placement;
mod projects;
mod proposals;
mod proven;
mod publish;
mod pull;
mod reply;
mod reserved;
mod run;
mod search;
mod seen;
mod shared;
mod sync;
#[cfg(test)]
mod test_server;
mod under_way;
mod views;
mod wire;
mod workspace;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tower_lsp::{LspService, Server};

use backend::Backend;
pub use change::Edited;
use intake::Intake;
use later::{Later, LaterFeatures};
use outgoing::Outgoing;
use patience::Patient;
use reserved::Reserved;
use under_way::Runs;

/// Maximum number of concurrent requests. No handler waits for a further message of the client, so this bounds
/// memory, not progress.
const REQUESTS_AT_ONCE_MAX: usize = 1024;

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The client asked for `shutdown` before it exited.
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
    let shut_down = Arc::new(AtomicBool::new(false));
    let runs = Arc::<Runs>::default();
    let later = Arc::<LaterFeatures>::default();
    let client_ended = Arc::<Notify>::default();
    let (seen_by_backend, of_backend) = (Arc::clone(&shut_down), Arc::clone(&runs));
    let (known_later, seen_end) = (Arc::clone(&later), Arc::clone(&client_ended));
    let (outlet, notifier, waiting) = outlet::outlet();
    let (service, socket) = LspService::build(move |client| {
        Backend::new(
            client,
            notifier,
            of_backend,
            known_later,
            seen_by_backend,
            seen_end,
        )
    })
    .custom_method("window/workDoneProgress/cancel", Backend::cancel_progress)
    .custom_method("workspace/textDocumentContent", Backend::content)
    .custom_method("mnc2/textDocumentContent", Backend::content)
    .custom_method("mnc2/timeline", Backend::timeline)
    .custom_method("mnc2/chip", Backend::chip)
    .custom_method("mnc2/memory", Backend::memory)
    .custom_method("mnc2/word", Backend::word)
    .custom_method("mnc2/solutions", Backend::solutions)
    .custom_method("mnc2/grids", Backend::grids)
    .custom_method("mnc2/language", Backend::language)
    .custom_method(intake::MALFORMED, Backend::refuse_malformed)
    .custom_method(intake::INVALID, Backend::refuse_invalid)
    .finish();
    let running = Arc::clone(&runs);
    let input = Intake::new(input, move || running.cancel_all());
    let server = Server::new(input, outlet, Outgoing(socket))
        .concurrency_level(REQUESTS_AT_ONCE_MAX)
        .serve(Patient::new(Later::new(Reserved::new(service), later)));
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
    if shut_down.load(Ordering::SeqCst) {
        Ending::Orderly
    } else {
        Ending::Abrupt
    }
}
