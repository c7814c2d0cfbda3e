//! Long work: without the interpreter's lock, on another thread, while this one handles Ctrl+C and reports the progress.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How long Ctrl+C and progress wait.
const TURN: Duration = Duration::from_millis(50);

/// Does something that stops soon after the flag is set.
///
/// # Errors
/// What a signal handler or `each_turn` raises; the work has stopped then.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    each_turn: &(dyn Fn(Python<'_>) -> PyResult<()> + Sync),
) -> PyResult<T> {
    py.detach(|| {
        let cancel = AtomicBool::new(false);
        let (done, waiting) = channel::<()>();
        let (result, raised) = thread::scope(|scope| {
            let worker = scope.spawn(|| {
                // The channel closes when the work is done, and when it panics.
                let _done = done;
                work(&cancel)
            });
            let mut raised = None;
            while waiting.recv_timeout(TURN) == Err(RecvTimeoutError::Timeout) {
                let turn = Python::attach(|py| {
                    py.check_signals()?;
                    // Nobody asks for the progress of work that is stopping.
                    match raised {
                        None => each_turn(py),
                        Some(_) => Ok(()),
                    }
                });
                if let Err(error) = turn {
                    cancel.store(true, Ordering::Relaxed);
                    raised.get_or_insert(error);
                }
            }
            (worker.join(), raised)
        });
        match (result, raised) {
            (_, Some(error)) => Err(error),
            (Ok(result), None) => Ok(result),
            (Err(_), None) => Err(PyRuntimeError::new_err(
                "mnc2 has a bug: its work panicked; please report this",
            )),
        }
    })
}
