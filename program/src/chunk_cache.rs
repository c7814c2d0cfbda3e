//! Results of passes over a program, which a chunk of its lines keeps.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The last result of each kind of pass. A pass is known by the type of its result.
#[derive(Default)]
pub struct Kept(Mutex<Vec<Arc<dyn Any + Send + Sync>>>);

impl Kept {
    /// The result of a type.
    #[must_use]
    pub fn get<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        let results = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let result = results.iter().find(|result| result.is::<T>())?;
        Arc::clone(result).downcast().ok()
    }

    /// Keeps a result, which replaces an earlier result of the same type.
    pub fn put<T: Any + Send + Sync>(&self, result: Arc<T>) {
        let mut results = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match results.iter_mut().find(|result| result.is::<T>()) {
            Some(place) => *place = result,
            None => results.push(result),
        }
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Kept")
    }
}
