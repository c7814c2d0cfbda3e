//! Values that exist, or that a thread is still computing.
//!
//! Only their number is known in advance. Reading them waits.

use std::hint;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::lanes::Lanes;
use crate::store::{Value, Values};

/// How often a reader looks before it sleeps: about 30 µs, as long as an operation takes.
const LOOKS: u32 = 1_000;

/// A known number of values, available now or later.
#[derive(Debug)]
pub struct Later<T: Value> {
    length: usize,
    values: OnceLock<Values<T>>,
}

impl<T: Value> Later<T> {
    /// The number of values; does not wait.
    #[inline]
    pub(crate) const fn count(&self) -> usize {
        self.length
    }

    /// The values, if nothing else shares them, once they exist.
    pub(crate) fn into_values(this: Arc<Self>) -> Option<Values<T>> {
        Arc::into_inner(this)?.values.into_inner()
    }

    /// The values to be written.
    pub(crate) fn get_mut(&mut self) -> &mut [T] {
        self.wait();
        // They exist.
        self.values.get_mut().map_or(&mut [], |values| values)
    }

    #[cold]
    fn wait(&self) -> &[T] {
        let looks = (0..LOOKS).find_map(|_| {
            hint::spin_loop();
            self.values.get()
        });
        let values = looks.unwrap_or_else(|| self.values.wait());
        assert_eq!(
            values.len(),
            self.length,
            "the thread that was to compute them panicked"
        );
        values
    }
}

impl<T: Value> From<Values<T>> for Later<T> {
    fn from(values: Values<T>) -> Self {
        Self {
            length: values.len(),
            values: OnceLock::from(values),
        }
    }
}

impl<T: Value> Clone for Later<T> {
    fn clone(&self) -> Self {
        self.wait();
        Self {
            length: self.length,
            values: self.values.clone(),
        }
    }
}

impl<T: Value> Deref for Later<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self.values.get() {
            Some(values) if values.len() == self.length => values,
            Some(_) | None => self.wait(),
        }
    }
}

/// The producer's end of a promise. If it is dropped unfulfilled, readers that wait for the values panic.
#[derive(Debug)]
pub(crate) struct Promise<T: Value>(Arc<Later<T>>);

impl<T: Value> Promise<T> {
    /// A promise of this many values, and the values themselves.
    pub(crate) fn new(length: usize) -> (Self, Arc<Later<T>>) {
        let later = Arc::new(Later {
            length,
            values: OnceLock::new(),
        });
        (Self(Arc::clone(&later)), later)
    }

    /// Stores the values of lanes that are on the heap.
    pub(crate) fn keep_lanes(&self, lanes: Lanes<T>) {
        if let Lanes::Many(values) = lanes
            && let Some(values) = Later::into_values(values)
        {
            self.keep(values);
        }
    }

    /// Stores the values.
    pub(crate) fn keep(&self, values: Values<T>) {
        // A promise is kept once.
        let _ = self.0.values.set(values);
    }
}

impl<T: Value> Drop for Promise<T> {
    fn drop(&mut self) {
        if self.0.values.get().is_none() {
            self.keep(Values::left_over(0));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::Promise;
    use crate::store::Values;

    #[test]
    fn who_reads_waits() {
        let (promise, later) = Promise::<u64>::new(64);
        assert_eq!(later.count(), 64);
        let reader = thread::spawn(move || later[63]);
        let mut values = Values::left_over(64);
        values.fill(7);
        promise.keep(values);
        assert_eq!(reader.join().expect("it is there"), 7);
    }

    #[test]
    #[should_panic(expected = "panicked")]
    fn a_broken_promise_is_a_panic() {
        let (promise, later) = Promise::<u64>::new(64);
        drop(promise);
        let _ = later[0];
    }
}
