//! Machines as files and as bytes.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::ops::ControlFlow;
use std::path::Path;

use mnc2_emulator::saved::{self, Unreadable};
use pyo3::prelude::*;

use crate::error::{Mnc2Error, value_error};
use crate::program::named_error;
use crate::state::State;

/// What a machine holds next to PDM and DRAM, in MiB, with room to spare.
const CHIP_MIB_MAX: u64 = 512;

/// Number of bytes that identify the format of a file.
const HEAD_BYTES: u64 = 16;

/// Passes the bytes of a machine to a function until it fails.
fn pass<E>(state: &State, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    let mut failed = Ok(());
    let _ = saved::save(
        &state.machine,
        state.strict.as_ref(),
        &mut |piece| match take(piece) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Err(error);
                ControlFlow::Break(())
            }
        },
    );
    failed
}

/// Writes a machine to a new file.
///
/// # Errors
/// Why it cannot be written.
pub(crate) fn to_file(state: &State, path: &Path) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    pass(state, |piece| file.write_all(piece))?;
    file.sync_all()
}

/// The bytes of a machine.
pub(crate) fn to_bytes(state: &State) -> Vec<u8> {
    let mut bytes = Vec::new();
    let Ok(()) = pass(state, |piece| {
        bytes.extend_from_slice(piece);
        Ok::<(), std::convert::Infallible>(())
    });
    bytes
}

/// The machine of some bytes.
///
/// # Errors
/// `Mnc2Error` if they are not a machine.
pub(crate) fn state_from_bytes(bytes: &[u8]) -> PyResult<State> {
    let (machine, strict) =
        saved::load(bytes).map_err(|error| Mnc2Error::new_err(error.to_string()))?;
    Ok(State { machine, strict })
}

/// The machine in a file, with at most this many MiB of PDM and DRAM.
///
/// # Errors
/// `OSError` if it cannot be read, `ValueError` if it is too large, `Mnc2Error` if it is not a machine.
pub(crate) fn state_from_file(path: &Path, memory_mib: u64) -> PyResult<State> {
    let named = |error| named_error(path, error);
    let refused = |error: Unreadable| Mnc2Error::new_err(format!("`{}`: {error}", path.display()));
    let (file, metadata) = mnc2_project::files::open(path).map_err(named)?;
    // A large file of another format is not read.
    let mut head = Vec::new();
    file.take(HEAD_BYTES)
        .read_to_end(&mut head)
        .map_err(named)?;
    if let Err(error @ (Unreadable::Foreign | Unreadable::OtherVersion(_))) = saved::load(&head) {
        return Err(refused(error));
    }
    let most = memory_mib
        .saturating_add(CHIP_MIB_MAX)
        .saturating_mul(1 << 20);
    if metadata.len() > most {
        return Err(value_error(format!(
            "`{}` is larger than max_memory={memory_mib} allows",
            path.display()
        )));
    }
    let bytes = mnc2_project::files::read(path, most).map_err(named)?;
    let (machine, strict) = saved::load(&bytes).map_err(refused)?;
    Ok(State { machine, strict })
}
