//! Machines: the chip as Python holds it.

use std::path::PathBuf;

use mnc2_emulator::strict::Strict;
use mnc2_emulator::{OffChip, Start};
use numpy::{IntoPyArray as _, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::value_error;
use crate::memory::{self, Part};
use crate::program::{Program, named_error, one_of};
use crate::run::{self, Limits, Run};
use crate::saved;
use crate::state::{Shared, State};

/// The chip with all its memories, and the state between programs.
#[pyclass(frozen, subclass, module = "mnc2")]
pub(crate) struct Machine {
    pub(crate) state: Shared,
}

#[pymethods]
impl Machine {
    #[new]
    #[pyo3(signature = (seed=None, *, off_chip="zero"))]
    fn new(seed: Option<u64>, off_chip: &str) -> PyResult<Self> {
        let start = Start {
            dirty: seed,
            off_chip: match off_chip {
                "zero" => OffChip::Zero,
                "undefined" => OffChip::Undefined,
                other => return Err(one_of("start content", other, &["zero", "undefined"])),
            },
        };
        let state = State {
            machine: mnc2_emulator::Machine::starting(start),
            strict: Some(Strict::new()),
        };
        Ok(Self {
            state: Shared::new(state),
        })
    }

    /// Takes the state of another machine. It takes microseconds: memory is copied when one of the two changes it.
    fn _become(&self, py: Python<'_>, other: &Self) -> PyResult<()> {
        let other = other.state.with(py, |state| state.clone())?;
        self.state.with(py, |state| *state = other)
    }

    /// Writes the machine to a new file.
    fn _save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let saved = self.state.with(py, |state| saved::to_file(state, &path))?;
        saved.map_err(|error| named_error(&path, error))
    }

    /// Takes the state of a machine in a file.
    fn _load(&self, py: Python<'_>, path: PathBuf, max_memory: u64) -> PyResult<()> {
        let state = py.detach(|| saved::state_from_file(&path, max_memory))?;
        self.state.with(py, |there| *there = state)
    }

    /// The machine as bytes.
    fn _bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.state.with(py, |state| saved::to_bytes(state))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Takes the state of a machine in bytes.
    fn _of_bytes(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<()> {
        let state = py.detach(|| saved::state_from_bytes(bytes))?;
        self.state.with(py, |there| *there = state)
    }

    /// A number that differs for different states, except with a chance of one in 2⁶⁴.
    #[getter]
    fn state_hash(&self, py: Python<'_>) -> PyResult<u64> {
        self.state.with(py, |state| state.machine.state_hash())
    }

    /// Elements that have a memory, and its long words in each.
    #[staticmethod]
    fn _shape(name: &str) -> PyResult<(usize, u32)> {
        memory::named(name).map(memory::shape)
    }

    /// Long words `words` of the elements `elements`, each from the first to before the last.
    fn _read<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        elements: (usize, usize),
        words: (u32, u32),
    ) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let part = Part::new(name, elements.0..elements.1, words.0..words.1)?;
        let read = self.state.with(py, |state| part.read(&state.machine))?;
        Ok(read.into_pyarray(py))
    }

    /// Writes long words from an element and an address on, or of each the bits that are set in `bits`.
    #[pyo3(signature = (name, element, word, values, bits=None))]
    fn _write(
        &self,
        py: Python<'_>,
        name: &str,
        element: usize,
        word: u32,
        values: PyReadonlyArray2<'_, u64>,
        bits: Option<PyReadonlyArray2<'_, u64>>,
    ) -> PyResult<()> {
        let values = values.as_array();
        let bits = bits.as_ref().map(|bits| bits.as_array());
        if bits.is_some_and(|bits| bits.dim() != values.dim()) {
            return Err(value_error("values and bits have different shapes"));
        }
        let (rows, columns) = values.dim();
        let last = |first: u32| {
            let columns = u32::try_from(columns).ok()?;
            first.checked_add(columns)
        };
        let end = last(word).ok_or_else(|| value_error("these are too many long words"))?;
        let part = Part::new(name, element..element.saturating_add(rows), word..end)?;
        self.state.with(py, |state| {
            let State { machine, strict } = state;
            part.write(machine, strict.as_mut(), values, bits);
        })
    }

    /// Runs a program on the state that the machine is in.
    #[pyo3(signature = (
        program, *, until=None, strict=false, max_steps=None, max_memory=4096, max_dump_lines=1_000_000, progress=None,
        debug=false
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn _run(
        &self,
        py: Python<'_>,
        program: &Program,
        until: Option<u32>,
        strict: bool,
        max_steps: Option<u64>,
        max_memory: u64,
        max_dump_lines: usize,
        progress: Option<Py<PyAny>>,
        debug: bool,
    ) -> PyResult<Run> {
        let limits = Limits {
            until,
            steps: max_steps.unwrap_or(u64::MAX),
            bytes: max_memory.saturating_mul(1 << 20),
            dump_lines: max_dump_lines,
            debug,
        };
        run::run(py, &self.state, program, strict, limits, progress)
    }
}
