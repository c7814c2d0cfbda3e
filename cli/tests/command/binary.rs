//! Starts the real binary and captures its output.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The result of running the binary.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `mnc2` with nothing on standard input.
pub(crate) fn mnc2<A: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = A>) -> Outcome {
    mnc2_reading(b"", arguments)
}

/// Runs `mnc2` in a folder with nothing on standard input.
pub(crate) fn mnc2_in<A: AsRef<std::ffi::OsStr>>(
    folder: &Path,
    arguments: impl IntoIterator<Item = A>,
) -> Outcome {
    run(Some(folder), &[], b"", arguments)
}

/// Runs `mnc2` with bytes on standard input.
pub(crate) fn mnc2_reading<A: AsRef<std::ffi::OsStr>>(
    input: &[u8],
    arguments: impl IntoIterator<Item = A>,
) -> Outcome {
    run(None, &[], input, arguments)
}

/// Runs `mnc2` with bytes on standard input and some environment variables.
pub(crate) fn mnc2_under<A: AsRef<std::ffi::OsStr>>(
    environment: &[(&str, &str)],
    input: &[u8],
    arguments: impl IntoIterator<Item = A>,
) -> Outcome {
    run(None, environment, input, arguments)
}

fn run<A: AsRef<std::ffi::OsStr>>(
    folder: Option<&Path>,
    environment: &[(&str, &str)],
    input: &[u8],
    arguments: impl IntoIterator<Item = A>,
) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mnc2"));
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    let mut child = command
        .args(arguments)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env_remove("LANG")
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // A command that does not read its input closes the pipe.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("writing does not panic");
    Outcome {
        code: output.status.code().expect("the binary was not killed"),
        out: String::from_utf8(output.stdout).expect("standard output is text"),
        err: String::from_utf8(output.stderr).expect("standard error is text"),
    }
}

/// An empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the test folder can be made");
    folder
}

/// Writes a file and returns its path.
pub(crate) fn file(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, content).expect("the test file can be written");
    path
}

/// The path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("test paths are text")
}
