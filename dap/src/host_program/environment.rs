//! What the environment of a host program requests: with `MNC2_DEBUG`, each kernel waits before its first step for a client of the
//! Debug Adapter Protocol that knows the token. If anything fails, the host is told the reason, and runs the kernel alone.

use std::env;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;

use mnc2_text::{Message, message};

use super::{Debugged, HostKernel, HostPort, PAUSE};

/// The variable that turns the debugger on: `1`, or the number of a port.
const VARIABLE: &str = "MNC2_DEBUG";

/// The port of this process, from the first kernel that is debugged on, so that its number and its token stay.
static PORT: Mutex<Option<HostPort>> = Mutex::new(None);

/// The port in the variable, where 0 is a free one; `None` if no debugger is wanted.
#[must_use]
pub fn wanted_port() -> Option<Result<u16, Message>> {
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

/// The sentence of a kernel that cannot be debugged for this reason.
#[must_use]
pub fn without(reason: Message) -> Message {
    message!("{reason}; the kernel runs without the debugger", reason)
}

/// Waits until a client has debugged a kernel. `tell` gets what to do meanwhile, or what fails. The result is the run, for the host to
/// take over; `None` if the kernel has to run alone, or if `cancel` is set.
#[must_use]
pub fn debugged(
    kernel: HostKernel,
    port: u16,
    cancel: Option<&AtomicBool>,
    tell: &dyn Fn(&Message),
) -> Option<Debugged> {
    let mut opened = locked(cancel)?;
    let port = match &mut *opened {
        Some(port) => port,
        none => match open(port) {
            Ok(port) => none.insert(port),
            Err(reason) => {
                tell(&without(reason));
                return None;
            }
        },
    };
    tell(&invitation(&kernel, port));
    let debugged = port.debug(kernel, cancel);
    if debugged.is_none() && !is_set(cancel) {
        tell(&without(message!("the session of the debugger failed")));
    }
    debugged
}

fn is_set(cancel: Option<&AtomicBool>) -> bool {
    cancel.is_some_and(|it| it.load(Ordering::Relaxed))
}

/// The port of the process, after the kernels of other threads that are debugged; `None` if the caller stops waiting.
fn locked(cancel: Option<&AtomicBool>) -> Option<MutexGuard<'static, Option<HostPort>>> {
    while !is_set(cancel) {
        match PORT.try_lock() {
            Ok(port) => return Some(port),
            // What is locked is whole after each statement.
            Err(TryLockError::Poisoned(port)) => return Some(port.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
        }
    }
    None
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
fn invitation(kernel: &HostKernel, port: &HostPort) -> Message {
    message!(
        "`{file}` waits for a debugger at 127.0.0.1:{port} with the token {token}: in VS Code, start {configuration}; any other client of the Debug Adapter Protocol connects to this port and sends `attach` with the token. Disconnecting runs the kernel to its end, and Ctrl+C ends the host",
        file = kernel.path.display().to_string(),
        port = u32::from(port.number()),
        token = port.token(),
        configuration = format!(
            r#"{{"type": "mnc2", "request": "attach", "name": "Host program", "port": {}, "token": "{}"}}"#,
            port.number(),
            port.token()
        )
    )
}
