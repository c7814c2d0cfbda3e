//! Results that are computed once for each text, unless the computation is cancelled.

use std::sync::{Mutex, OnceLock, PoisonError};

/// A value, once it is known.
pub(super) struct Cached<T> {
    value: OnceLock<T>,
    /// Held by the request that computes it; others wait.
    turn: Mutex<()>,
}

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self {
            value: OnceLock::new(),
            turn: Mutex::default(),
        }
    }
}

impl<T> Cached<T> {
    /// The value. `compute` returns `None` when it is cancelled; then the next request that needs the value computes it.
    pub(super) fn get_or(&self, compute: impl FnOnce() -> Option<T>) -> Option<&T> {
        if let Some(value) = self.value.get() {
            return Some(value);
        }
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = self.value.get() {
            return Some(value);
        }
        let value = compute()?;
        Some(self.value.get_or_init(|| value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_up_is_computed_by_the_next() {
        let computed = Cached::default();
        assert_eq!(computed.get_or(|| None), None);
        assert_eq!(computed.get_or(|| Some(1)), Some(&1));
        assert_eq!(computed.get_or(|| None), Some(&1));
        assert_eq!(computed.get_or(|| Some(2)), Some(&1));
    }
}
