//! The binary: its arguments, and how it ends.
#![expect(clippy::disallowed_methods, reason = "the test starts the server")]

use std::io::{Read as _, Write as _};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long a server may take to notice before the test gives up.
const PATIENCE: Duration = Duration::from_secs(240);

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mnc2-lsp"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    // The binary may end without reading all of its input.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the binary ends")
}

fn check(arguments: &[&str], input: &str, status: i32, stdout: &str, stderr: &str) {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(out.contains(stdout), "{out}");
    assert!(err.contains(stderr), "{err}");
}

fn frames(messages: &[&str]) -> String {
    messages
        .iter()
        .map(|message| format!("Content-Length: {}\r\n\r\n{message}", message.len()))
        .collect()
}

#[test]
fn arguments_are_answered() {
    let version = format!("mnc2-lsp {}\n", env!("CARGO_PKG_VERSION"));
    check(&["--version"], "", 0, &version, "");
    check(&["--help"], "", 0, "Usage: mnc2-lsp [--stdio]", "");
    check(&["--socket=1"], "", 2, "", "unknown argument --socket=1");
    check(&["program.vsm"], "", 2, "", "unknown argument program.vsm");
}

#[test]
fn it_ends_with_its_input() {
    for arguments in [&[][..], &["--stdio"]] {
        check(arguments, "", 1, "", "");
    }
}

#[test]
fn it_ends_in_order() {
    let conversation = frames(&[
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
        r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
    ]);
    check(
        &["--stdio"],
        &conversation,
        0,
        r#""result":{"capabilities""#,
        "",
    );
}

/// Another process may hold the pipes of a client that was killed; here it is the test.
#[cfg(target_os = "linux")]
#[test]
fn it_ends_with_the_process_that_started_it() {
    let mut client = Command::new("sleep").arg("600").spawn().expect("a process");
    let mut server = Command::new(env!("CARGO_BIN_EXE_mnc2-lsp"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = server.stdin.take().expect("standard input is a pipe");
    let mut stdout = server.stdout.take().expect("standard output is a pipe");
    let greeting = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"processId":{},"capabilities":{{}}}}}}"#,
        client.id()
    );
    let greeting = frames(&[&greeting]);
    stdin.write_all(greeting.as_bytes()).expect("it reads");
    // It watches from its answer on.
    stdout.read_exact(&mut [0]).expect("it answers");
    client.kill().expect("it can be killed");
    client.wait().expect("it ends");
    let (sender, ended) = mpsc::channel();
    thread::spawn(move || sender.send(server.wait()));
    let status = ended.recv_timeout(PATIENCE);
    let status = status.expect("it notices").expect("it is a child");
    assert_eq!(status.code(), Some(1));
    drop(stdin);
}

/// A client that closes the end that the server writes to is gone, even if the other end is open.
#[cfg(unix)]
#[test]
fn it_ends_when_its_output_is_closed() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_mnc2-lsp"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = server.stdin.take().expect("standard input is a pipe");
    drop(server.stdout.take());
    let greeting = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let greeting = frames(&[greeting]);
    stdin.write_all(greeting.as_bytes()).expect("it reads");
    let (sender, ended) = mpsc::channel();
    thread::spawn(move || sender.send(server.wait()));
    let status = ended.recv_timeout(PATIENCE);
    let status = status.expect("it notices").expect("it is a child");
    assert_eq!(status.code(), Some(1));
    drop(stdin);
}
