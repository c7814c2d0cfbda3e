//! The program of a kernel, for the debugger of `MNC2_DEBUG`.

use std::path::{Path, PathBuf};

use mnc2_dap::host_program::{HostKernel, environment};
use mnc2_emulator::{Machine, Recording};
use mnc2_host::kernel::source_of_listing;
use mnc2_host::listing::is_listing;
use mnc2_project::files;
use mnc2_text::{Message, message};

use crate::failure::remark;

/// The largest source of a listing, in bytes.
const SOURCE_BYTES_MAX: u64 = 64 << 20;

/// The program of a kernel.
pub(crate) struct Source {
    path: PathBuf,
    text: String,
    /// The port that is wanted; 0 is a free one.
    port: u16,
}

/// What is debugged when a kernel runs: `None` if no debugger is wanted, or if the kernel cannot be debugged, which is reported.
pub(crate) fn source(path: &Path, bytes: &[u8]) -> Option<Source> {
    let found = environment::wanted_port()?.and_then(|port| {
        let (path, text) = program(path, bytes)?;
        Ok(Source { path, text, port })
    });
    found
        .map_err(|reason| remark(&environment::without(reason)))
        .ok()
}

/// The file of the program in a kernel, and its text.
fn program(path: &Path, bytes: &[u8]) -> Result<(PathBuf, String), Message> {
    let text = String::from_utf8_lossy(bytes);
    // Clients compare paths, and the host may change its folder.
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if !is_listing(&text) {
        return Ok((path, text.into_owned()));
    }
    let mut source = path.clone();
    while source.extension().is_some() {
        let candidate = source.with_extension("vsm");
        source.set_extension("");
        let Ok(bytes) = files::read(&candidate, SOURCE_BYTES_MAX) else {
            continue;
        };
        let (program, _) = mnc2_text::line::decode(&bytes);
        if source_of_listing(&program, &text) {
            return Ok((candidate, program));
        }
    }
    Err(message!(
        "`{file}` is a listing, and the program that it was assembled from is not next to it under the same name with the extension `vsm`",
        file = path.display().to_string()
    ))
}

/// Debugs a kernel on a chip. The run, for the host to take over; `None` if the kernel has to run alone.
pub(crate) fn debugged(source: &Source, machine: &Machine) -> Option<Recording> {
    let kernel = HostKernel {
        path: source.path.clone(),
        text: source.text.clone(),
        has_own_transfers: true,
        machine: machine.clone(),
    };
    let debugged = environment::debugged(kernel, source.port, None, &remark)?;
    Some(debugged.run)
}
