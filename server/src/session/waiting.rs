//! Whether someone still waits for an answer.

#[cfg(test)]
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

/// Items that a computation goes through before it asks again whether its answer is wanted.
const ITEMS_BETWEEN_QUESTIONS: usize = 1024;

/// Someone who waits for what is computed from a document.
#[derive(Clone, Default)]
pub(super) struct Waiting {
    token: CancellationToken,
    /// What the computations of a document ask.
    #[cfg(test)]
    questions: Arc<Questions>,
}

impl Waiting {
    /// Whether no one waits any longer.
    pub(super) fn is_over(&self) -> bool {
        #[cfg(test)]
        self.questions.ask(&self.token);
        self.token.is_cancelled()
    }

    /// No one waits any longer.
    pub(super) fn end(&self) {
        self.token.cancel();
    }

    /// Someone who waits no longer than this one, and the token that ends it sooner.
    pub(super) fn within(mut self) -> (Self, CancellationToken) {
        self.token = self.token.child_token();
        let token = self.token.clone();
        (self, token)
    }

    /// Items as long as someone waits. Whether that is so is asked before the first item and now and then.
    pub(super) fn items<T>(&self, items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        items.enumerate().map_while(|(number, item)| {
            let is_asked = number.is_multiple_of(ITEMS_BETWEEN_QUESTIONS);
            (!is_asked || !self.is_over()).then_some(item)
        })
    }

    /// What is asked about it and about those within it.
    #[cfg(test)]
    pub(super) fn questions(&self) -> Arc<Questions> {
        Arc::clone(&self.questions)
    }
}

#[cfg(test)]
pub(crate) use questions::Questions;

#[cfg(test)]
mod questions {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    use tokio_util::sync::CancellationToken;

    /// How long a computation is held before the test fails.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// Counts the questions, and holds the computation that asks one of them until no one waits for it.
    #[derive(Default)]
    pub(crate) struct Questions {
        asked: AtomicU64,
        held: AtomicU64,
    }

    impl Questions {
        /// How many were asked.
        pub(crate) fn asked(&self) -> u64 {
            self.asked.load(Ordering::SeqCst)
        }

        /// Holds the one with this number, counted from 1.
        pub(crate) fn hold(&self, number: u64) {
            self.held.store(number, Ordering::SeqCst);
        }

        pub(super) fn ask(&self, token: &CancellationToken) {
            let number = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
            let start = Instant::now();
            while number == self.held.load(Ordering::SeqCst) && !token.is_cancelled() {
                assert!(start.elapsed() < PATIENCE, "no one ended the waiting");
                thread::sleep(Duration::from_millis(1));
            }
        }
    }
}
