//! The state of a machine between two runs, and its owner.

use std::sync::{Mutex, MutexGuard, PoisonError};

use mnc2_emulator::strict::Strict;
use pyo3::prelude::*;

use crate::error::Mnc2Error;

/// What a machine is between two runs.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) machine: mnc2_emulator::Machine,
    /// What was written, as long as every change is known.
    pub(crate) strict: Option<Strict>,
}

/// A state that one run at a time takes.
pub(crate) struct Shared {
    /// `None` while a program runs.
    state: Mutex<Option<State>>,
}

impl Shared {
    pub(crate) fn new(state: State) -> Self {
        Self {
            state: Mutex::new(Some(state)),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<State>> {
        // Nothing is half done while the lock is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the state, without the interpreter's lock.
    ///
    /// # Errors
    /// `Mnc2Error` if a run has it.
    pub(crate) fn with<T: Send>(
        &self,
        py: Python<'_>,
        call: impl FnOnce(&mut State) -> T + Send,
    ) -> PyResult<T> {
        py.detach(|| self.lock().as_mut().map(call))
            .ok_or_else(busy)
    }

    /// Takes the state for a run.
    ///
    /// # Errors
    /// `Mnc2Error` if another run has it.
    pub(crate) fn take(&self) -> PyResult<State> {
        self.lock().take().ok_or_else(busy)
    }

    /// Gives the state back.
    pub(crate) fn give(&self, state: State) {
        *self.lock() = Some(state);
    }
}

fn busy() -> PyErr {
    Mnc2Error::new_err("a program runs on this machine; a copy of it can be used meanwhile")
}
