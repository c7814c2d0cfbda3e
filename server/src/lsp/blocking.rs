//! Work that takes its time, next to the handlers.
//!
//! It has threads of its own. A browser provides no threads to a server: there it is done between the handlers, and no other
//! code runs meanwhile.

use tokio::sync::mpsc::Sender;
use tokio::task::JoinHandle;

#[cfg(not(target_family = "wasm"))]
pub(super) fn begin<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    tokio::task::spawn_blocking(work)
}

#[cfg(target_family = "wasm")]
pub(super) fn begin<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    tokio::spawn(async move { work() })
}

/// Maximum number of parts of a result that wait to be taken. Without threads, all parts wait until the work is done.
pub(super) const fn waiting_max(with_threads: usize) -> usize {
    const WITHOUT_THREADS: usize = 1 << 20;
    if cfg!(target_family = "wasm") {
        WITHOUT_THREADS
    } else {
        with_threads
    }
}

/// Sends a part of the result to the handler that waits for it, as soon as there is room. `Err` if it no longer waits.
pub(super) fn send<T>(sender: &Sender<T>, part: T) -> Result<(), ()> {
    if cfg!(target_family = "wasm") {
        sender.try_send(part).map_err(drop)
    } else {
        sender.blocking_send(part).map_err(drop)
    }
}
