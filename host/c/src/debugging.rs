//! The debugger on a host program: with `MNC2_DEBUG`, each kernel waits before its first step for a client of the Debug Adapter
//! Protocol that knows the token. Whatever goes wrong, a sentence is written to standard error and the kernel runs alone.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use mnc2_dap::host_program::{HostKernel, HostPort};
use mnc2_emulator::{Machine, Recording};
use mnc2_host::kernel::source_of_listing;
use mnc2_host::listing::is_listing;
use mnc2_project::files;
use mnc2_text::{Message, message};

use crate::failure::remark;
use crate::lock::locked;

/// The variable that turns the debugger on: `1`, or the number of a port.
const VARIABLE: &str = "MNC2_DEBUG";

/// The largest source of a listing, in bytes.
const SOURCE_BYTES_MAX: u64 = 64 << 20;

/// The port of this process, from the first kernel that is debugged on, so that its number and its token stay.
static PORT: Mutex<Option<HostPort>> = Mutex::new(None);

/// The program of a kernel.
pub(crate) struct Source {
    path: PathBuf,
    text: String,
    /// The port that is wanted; 0 is a free one.
    port: u16,
}

/// The port in the variable; `None` if no debugger is wanted.
fn wanted_port() -> Option<Result<u16, Message>> {
    let value = env::var_os(VARIABLE)?;
    let value = value.to_string_lossy();
    match value.trim() {
        "" | "0" => None,
        "1" => Some(Ok(0)),
        text => Some(text.parse().map_err(|_| {
            message!(
                "`{variable}` is `{text}`: 1 asks for a debugger on a free port, 2 to 65535 on this port, 0 for none",
                variable = VARIABLE,
                text
            )
        })),
    }
}

/// What is debugged when a kernel runs: `None` if no debugger is wanted, or if the kernel cannot be debugged, which is reported.
pub(crate) fn source(path: &Path, bytes: &[u8]) -> Option<Source> {
    let found = wanted_port()?.and_then(|port| {
        let (path, text) = program(path, bytes)?;
        Ok(Source { path, text, port })
    });
    found.map_err(|reason| remark(&without(reason))).ok()
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

fn without(reason: Message) -> Message {
    message!("{reason}; the kernel runs without the debugger", reason)
}

/// Debugs a kernel on a chip. The run, for the host to take over; `None` if the kernel has to run alone.
pub(crate) fn debugged(source: &Source, machine: &Machine) -> Option<Recording> {
    let mut port = locked(&PORT);
    let port = match &mut *port {
        Some(port) => port,
        none => match open(source.port) {
            Ok(port) => none.insert(port),
            Err(reason) => {
                remark(&without(reason));
                return None;
            }
        },
    };
    remark(&invitation(source, port));
    let run = port.debug(HostKernel {
        path: source.path.clone(),
        text: source.text.clone(),
        machine: machine.clone(),
    });
    if run.is_none() {
        remark(&without(message!("the session of the debugger failed")));
    }
    run
}

/// Opens a port with a new token of 128 bits.
fn open(number: u16) -> Result<HostPort, Message> {
    let token = getrandom::u64()
        .and_then(|high| Ok((high, getrandom::u64()?)))
        .map_err(|error| {
            message!(
                "cannot generate a token: {reason}",
                reason = error.to_string()
            )
        })?;
    let token = format!("{:016x}{:016x}", token.0, token.1);
    HostPort::open(number, token).map_err(|error| {
        message!(
            "the port {number} of 127.0.0.1 cannot be opened for a debugger: {reason}",
            number = u32::from(number),
            reason = error.to_string()
        )
    })
}

/// What to do while the host waits.
fn invitation(source: &Source, port: &HostPort) -> Message {
    message!(
        "`{file}` waits for a debugger at 127.0.0.1:{port} with the token {token}: in VS Code, start {configuration}; any other client of the Debug Adapter Protocol connects to this port and sends `attach` with the token. Disconnecting runs the kernel to its end, and Ctrl+C ends the host",
        file = source.path.display().to_string(),
        port = u32::from(port.number()),
        token = port.token(),
        configuration = format!(
            r#"{{"type": "mnc2", "request": "attach", "name": "Host program", "port": {}, "token": "{}"}}"#,
            port.number(),
            port.token()
        )
    )
}
