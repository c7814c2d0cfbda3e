//! The Python module `mnc2._mnc2`: programs, findings, machines and verdicts over the crates of the workspace.
//!
//! What is Python's own (slices, builders, notebooks) is in `mnc2/`; here is what computes. Long work runs without the
//! interpreter's lock, and stops at Ctrl+C.

mod background;
mod debugging;
mod display;
mod error;
mod finding;
mod judge;
mod machine;
mod memory;
mod pickle;
mod program;
mod run;
mod saved;
mod schedule;
mod state;
mod tinytc;

use pyo3::prelude::*;

/// What computes; `mnc2` is the module to import.
#[pymodule]
mod _mnc2 {
    #[pymodule_export]
    use crate::display::{coloured, pe_hashes, used_units};
    #[pymodule_export]
    use crate::error::{Mnc2Error, ProgramError, RunError, TestcaseError};
    #[pymodule_export]
    use crate::finding::{Edit, Finding, Fix, Note, Place};
    #[pymodule_export]
    use crate::judge::{Mismatch, Verdict, judge, testcase_beside};
    #[pymodule_export]
    use crate::machine::Machine;
    #[pymodule_export]
    use crate::memory::{float16_of_half, half_of_float16};
    #[pymodule_export]
    use crate::program::{Access, Operand, Program};
    #[pymodule_export]
    use crate::run::Run;
    #[pymodule_export]
    use crate::schedule::{Equality, Shortened, equal, schedule};
    #[pymodule_export]
    use crate::tinytc::{TensorFunction, tensor_canonical, tensor_findings, tensor_format};
}
