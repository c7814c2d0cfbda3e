//! A server in a process of its own instead of one in the test's: the command in `MNC2_LSP_COMMAND`, whose words are
//! separated by spaces.

use std::env;
use std::io;
use std::process::{Command, Stdio};
use std::thread;

use mnc2_lsp::Ending;
use tokio::io::{DuplexStream, ReadHalf, WriteHalf};
use tokio::task;
use tokio_util::io::SyncIoBridge;

/// The variable with the command.
const VARIABLE: &str = "MNC2_LSP_COMMAND";

/// Serves a client until it ends, in this process or in another one.
pub(super) async fn serve(
    input: ReadHalf<DuplexStream>,
    output: WriteHalf<DuplexStream>,
) -> Ending {
    match env::var(VARIABLE) {
        Ok(command) => run(&command, input, output).await,
        Err(_) => mnc2_lsp::serve(input, output).await,
    }
}

/// Runs a command with these streams.
async fn run(
    command: &str,
    input: ReadHalf<DuplexStream>,
    output: WriteHalf<DuplexStream>,
) -> Ending {
    let mut words = command.split_whitespace();
    let program = words.next().expect("the command has a word");
    let mut child = Command::new(program)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let mut stdout = child.stdout.take().expect("its output is a pipe");
    let (mut input, mut output) = (SyncIoBridge::new(input), SyncIoBridge::new(output));
    // Whoever writes to a side that has gone has no more to do.
    thread::spawn(move || io::copy(&mut input, &mut stdin));
    let served = task::spawn_blocking(move || {
        let _ = io::copy(&mut stdout, &mut output);
        drop(stdout);
        child.wait()
    });
    let status = served.await.expect("the thread does not panic");
    match status.expect("the command is waited for").code() {
        Some(0) => Ending::Orderly,
        _ => Ending::Abrupt,
    }
}
