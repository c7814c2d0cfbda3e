//! Whether an answer is still needed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Number of items that a computation processes between two checks for cancellation.
const ITEMS_BETWEEN_QUESTIONS: usize = 1024;

/// The wait of a client for what is computed from a document.
#[derive(Clone, Default)]
pub(super) struct Cancellation(Arc<Wait>);

/// A function that is called at each check for cancellation, with the check.
pub type Watcher = dyn Fn(&dyn Fn() -> bool) + Send + Sync;

#[derive(Default)]
struct Wait {
    is_over: AtomicBool,
    /// A wait that lasts at least as long.
    outer: Option<Cancellation>,
    watcher: OnceLock<Box<Watcher>>,
}

/// Ends the waiting of one request when it is dropped.
pub struct WantedGuard(Cancellation);

impl Drop for WantedGuard {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Cancellation {
    /// Whether the computation is cancelled.
    pub(super) fn is_over(&self) -> bool {
        let outermost = std::iter::successors(Some(self), |wait| wait.0.outer.as_ref()).last();
        if let Some(watcher) = outermost.and_then(|wait| wait.0.watcher.get()) {
            watcher(&|| self.has_ended());
        }
        self.has_ended()
    }

    fn has_ended(&self) -> bool {
        std::iter::successors(Some(self), |wait| wait.0.outer.as_ref())
            .any(|wait| wait.0.is_over.load(Ordering::Relaxed))
    }

    /// Cancels the computations that belong to this wait.
    pub(super) fn end(&self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }

    /// A wait that ends with this one at the latest, and what ends it sooner.
    pub(super) fn within(self) -> (Self, WantedGuard) {
        let inner = Self(Arc::new(Wait {
            outer: Some(self),
            ..Wait::default()
        }));
        (inner.clone(), WantedGuard(inner))
    }

    /// The items until the computation is cancelled, which is checked before the first item and at regular intervals.
    pub(super) fn items<T>(&self, items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        items.enumerate().map_while(|(number, item)| {
            let is_asked = number.is_multiple_of(ITEMS_BETWEEN_QUESTIONS);
            (!is_asked || !self.is_over()).then_some(item)
        })
    }

    /// Calls `watcher` at each question about it and about those within it; only the first call counts.
    pub(super) fn watch(&self, watcher: Box<Watcher>) {
        let _ = self.0.watcher.set(watcher);
    }
}
