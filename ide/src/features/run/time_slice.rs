//! Work that pauses after some time, without a request: with only one thread, no other code can request it.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Number of checks of the flag between two checks of the clock, which takes longer than most statements.
const LOOKS: u32 = 16;

/// How long work may continue, if that is limited.
#[derive(Debug, Default)]
pub struct TimeSlice {
    is_limited: AtomicBool,
    looks: AtomicU32,
    end: Mutex<Option<Instant>>,
}

impl TimeSlice {
    /// Limits the work that begins now.
    pub fn begin(&self, length: Duration) {
        self.set(Some(Instant::now() + length));
    }

    /// What follows is not limited.
    pub fn end(&self) {
        self.set(None);
    }

    fn set(&self, end: Option<Instant>) {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = end;
        self.is_limited.store(end.is_some(), Ordering::Relaxed);
    }

    /// Whether the turn is over.
    pub(super) fn is_over(&self) -> bool {
        if !self.is_limited.load(Ordering::Relaxed) {
            return false;
        }
        let looks = self.looks.fetch_add(1, Ordering::Relaxed);
        let end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        looks.is_multiple_of(LOOKS) && end.is_some_and(|end| Instant::now() >= end)
    }
}
