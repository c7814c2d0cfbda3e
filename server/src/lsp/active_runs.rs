//! The current runs, and the ways to stop them.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mnc2_ide::features::run::Control;
use mnc2_ide::session::EditPriority;
use tokio::sync::Semaphore;
use tower_lsp::ls_types::{NumberOrString, ProgressToken, Uri};

/// Maximum number of runs at the same time; others wait for their turn. A chip whose memories are all written takes
/// several hundred megabytes.
const RUNS_AT_ONCE_MAX: usize = 2;

/// Maximum number of searches for shorter programs at the same time. They have turns of their own: they take long, and
/// no run should wait for one.
const SEARCHES_AT_ONCE_MAX: usize = 1;

pub(super) struct Runs {
    /// A permit for each run that may work.
    pub(super) turns: Semaphore,
    /// A permit for each search for a shorter program that may work.
    pub(super) turns_of_searches: Semaphore,
    under_way: Mutex<Vec<Entry>>,
    next_token: AtomicI32,
}

struct Entry {
    uri: Uri,
    token: Option<ProgressToken>,
    control: Arc<Control>,
}

impl Default for Runs {
    fn default() -> Self {
        Self {
            turns: Semaphore::new(RUNS_AT_ONCE_MAX),
            turns_of_searches: Semaphore::new(SEARCHES_AT_ONCE_MAX),
            under_way: Mutex::default(),
            next_token: AtomicI32::new(0),
        }
    }
}

impl Runs {
    /// Stops the run whose progress has this token.
    pub(super) fn cancel(&self, token: &ProgressToken) {
        self.cancel_where(|entry| entry.token.as_ref() == Some(token));
    }

    /// Stops the runs of a document whose text has changed.
    pub(super) fn outdate(&self, uri: &Uri) {
        self.cancel_where(|entry| entry.uri == *uri);
    }

    pub(super) fn cancel_all(&self) {
        self.cancel_where(|_| true);
    }

    fn cancel_where(&self, is_meant: impl Fn(&Entry) -> bool) {
        for entry in self.under_way().iter().filter(|entry| is_meant(entry)) {
            entry.control.cancel.store(true, Ordering::Relaxed);
        }
    }

    fn under_way(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a run that begins, and that lets typing go first.
    pub(super) fn begin(
        self: &Arc<Self>,
        uri: Uri,
        token: Option<ProgressToken>,
        typing: &Arc<EditPriority>,
    ) -> Running {
        let control = Arc::new(Control {
            typing: Arc::clone(typing),
            ..Control::default()
        });
        self.under_way().push(Entry {
            uri,
            token,
            control: Arc::clone(&control),
        });
        Running {
            runs: Arc::clone(self),
            control,
        }
    }

    /// A token that no other progress of the server has.
    pub(super) fn new_token(&self) -> ProgressToken {
        let number = self.next_token.fetch_add(1, Ordering::Relaxed);
        NumberOrString::String(format!("mnc2.run/{number}"))
    }
}

/// A run that stops when it is dropped: a handler is dropped when its request is cancelled.
pub(super) struct Running {
    runs: Arc<Runs>,
    /// Shared with the thread of the run.
    pub(super) control: Arc<Control>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.control.cancel.store(true, Ordering::Relaxed);
        self.runs
            .under_way()
            .retain(|entry| !Arc::ptr_eq(&entry.control, &self.control));
    }
}
