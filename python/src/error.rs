//! Exceptions, with the messages of the command line.

use pyo3::IntoPyObjectExt as _;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

use crate::finding::Finding;

create_exception!(mnc2, Mnc2Error, PyException, "Something that mnc2 refuses.");
create_exception!(
    mnc2,
    ProgramError,
    Mnc2Error,
    "A program with errors was to be run. `findings` holds them."
);
create_exception!(
    mnc2,
    RunError,
    Mnc2Error,
    "A run stopped before its end. `line` is where, counted from 1; the machine is in the state before it."
);
create_exception!(mnc2, TestcaseError, Mnc2Error, "A text is not a testcase.");

/// A error in an argument.
pub(crate) fn value_error(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// The refusal of a program with errors.
pub(crate) fn program_error(py: Python<'_>, name: &str, errors: Vec<Finding>) -> PyErr {
    let count = errors.len();
    let first = errors.first().map(|error| {
        let (line, code, message) = (error.line, &error.code, &error.message);
        format!("{name}:{line}: {code}: {message}")
    });
    let more = match count {
        0 | 1 => String::new(),
        2 => " (and 1 more error)".to_owned(),
        _ => format!(" (and {} more errors)", count - 1),
    };
    let error = ProgramError::new_err(first.unwrap_or_default() + &more);
    with_attribute(py, error, "findings", errors)
}

/// A run that stopped before a line.
pub(crate) fn run_error(py: Python<'_>, name: &str, line: u32, message: &str) -> PyErr {
    let line = line + 1;
    let error = RunError::new_err(format!("{name}:{line}: {message}"));
    with_attribute(py, error, "line", line)
}

fn with_attribute<'py>(
    py: Python<'py>,
    error: PyErr,
    name: &str,
    value: impl IntoPyObject<'py>,
) -> PyErr {
    match value.into_bound_py_any(py) {
        Ok(value) => match error.value(py).setattr(name, value) {
            Ok(()) => error,
            Err(failed) => failed,
        },
        Err(failed) => failed,
    }
}
