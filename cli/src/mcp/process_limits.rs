//! The process of a call: it ends with the session, leaves nothing behind, and has a limit of memory.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::{env, fs, process, thread};

use super::call_files::is_scratch;

/// The variable that names the folder of a call. The session sets it for the processes that it starts.
pub(super) const VARIABLE: &str = "MNC2_MCP_CALL";

/// Maximum memory of a call, in bytes. It is more than the texts of a call and the limits of its run need.
#[cfg(target_os = "linux")]
const MEMORY_BYTES_MAX: u64 = 3 << 30;

/// The unused exit status of a call whose session has ended.
const LOST: i32 = 2;

/// If this process is a call: sets its limits, and waits next to it for the end of the session.
///
/// # Errors
/// Why that cannot be done.
pub(crate) fn begin() -> io::Result<()> {
    let Some(folder) = env::var_os(VARIABLE).map(PathBuf::from) else {
        return Ok(());
    };
    limit_memory()?;
    thread::Builder::new().spawn(move || end_with_session(&folder))?;
    Ok(())
}

/// Waits for the end of standard input, whose other end only the session has: it closes when the session ends in any
/// way.
fn end_with_session(folder: &Path) {
    let mut byte = [0];
    while io::stdin().read(&mut byte).is_ok_and(|length| length > 0) {}
    if is_scratch(folder) {
        // A folder that cannot be removed is left to the system.
        let _ = fs::remove_dir_all(folder);
    }
    process::exit(LOST);
}

#[cfg(target_os = "linux")]
fn limit_memory() -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let mut limit: Rlimit = getrlimit(Resource::Data);
    let least =
        |known: Option<u64>| Some(known.map_or(MEMORY_BYTES_MAX, |it| it.min(MEMORY_BYTES_MAX)));
    limit.current = least(limit.current);
    limit.maximum = least(limit.maximum);
    Ok(setrlimit(Resource::Data, limit)?)
}

/// Other systems have no such limit.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "on Linux it can fail")]
fn limit_memory() -> io::Result<()> {
    Ok(())
}
