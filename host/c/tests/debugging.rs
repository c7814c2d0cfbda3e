//! A host program in C under the debugger, with a client of the Debug Adapter Protocol over a socket.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{KERNEL, compiled, folder};

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// The first and the last word that the host gets back.
const RESULT: &str = "0102030405060708 0102030405060747\n";

/// A host program, compiled, and its kernel.
struct Host {
    temporary: TempDir,
    kernel: PathBuf,
}

/// A host program that runs, and what it has printed for the debugger.
struct Running {
    child: Child,
    errors: BufReader<std::process::ChildStderr>,
    port: u16,
    token: String,
}

impl Host {
    fn new() -> Self {
        let temporary = tempfile::tempdir().expect("a folder");
        let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
        let source = folder().join("tests/debugged.c");
        let program = temporary.path().join("host");
        compiled(&compiler, &["-std=c99"], &source, &program);
        let kernel = temporary.path().join("kernel.vsm");
        fs::write(&kernel, KERNEL).expect("a file");
        Self { temporary, kernel }
    }

    fn command(&self, kernel: &Path, runs: u32, setting: &str) -> Command {
        let mut command = Command::new(self.temporary.path().join("host"));
        command
            .arg(kernel)
            .arg(runs.to_string())
            .env("MNC2_DEBUG", setting)
            .env("LC_ALL", "C");
        command
    }

    /// Starts it, up to where it waits for a debugger.
    fn start(&self, kernel: &Path, runs: u32) -> Running {
        let mut command = self.command(kernel, runs, "1");
        let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().expect("it starts");
        let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
        let (port, token) = invitation(&mut errors);
        Running {
            child,
            errors,
            port,
            token,
        }
    }

    /// Runs it to its end without a client; what it prints to both streams.
    fn run(&self, kernel: &Path, setting: &str) -> (String, String) {
        let done = self.command(kernel, 1, setting).output().expect("it runs");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (text(done.stdout), text(done.stderr))
    }
}

/// The port and the token in the line that a host prints.
fn invitation(errors: &mut impl std::io::BufRead) -> (u16, String) {
    let mut line = String::new();
    errors.read_line(&mut line).expect("text");
    let between = |start: &str, end: &str| {
        let (_, rest) = line.split_once(start).unwrap_or_else(|| panic!("{line}"));
        rest.split_once(end).expect("an end").0.to_owned()
    };
    let configuration = between("in VS Code, start ", "; any other client");
    let configuration: Value = serde_json::from_str(&configuration).expect("JSON");
    let port = between("127.0.0.1:", " ").parse().expect("a port");
    let token = between("with the token ", ":");
    assert_eq!(
        (&configuration["port"], &configuration["token"]),
        (&json!(port), &json!(token))
    );
    assert_eq!(token.len(), 32, "{line}");
    (port, token)
}

impl Running {
    fn client(&self) -> Client {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        Client {
            input: BufReader::new(stream.try_clone().expect("the same connection")),
            output: stream,
            seq: 0,
        }
    }

    /// A client that has attached and is stopped at the first step.
    fn attached(&self) -> Client {
        let mut client = self.client();
        client.ask("initialize", json!({ "adapterID": "mnc2" }));
        client.ask("attach", json!({ "token": self.token }));
        client.event("initialized");
        client.ask("configurationDone", json!({}));
        assert_eq!(client.event("stopped")["reason"], "entry");
        client
    }

    /// Waits for the end; what it has printed to both streams since.
    fn end(mut self) -> (String, String) {
        let mut texts = (String::new(), String::new());
        let out = self.child.stdout.as_mut().expect("a pipe");
        out.read_to_string(&mut texts.0).expect("text");
        self.errors.read_to_string(&mut texts.1).expect("text");
        assert!(self.child.wait().expect("a status").success(), "{texts:?}");
        texts
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Client {
    input: BufReader<TcpStream>,
    output: TcpStream,
    seq: i64,
}

impl Client {
    /// The next message; `None` at the end of the stream.
    fn message(&mut self) -> Option<Value> {
        let mut length = None;
        loop {
            let mut line = String::new();
            if self.input.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some((_, text)) => length = text.parse().ok(),
                None => break,
            }
        }
        let mut body = vec![0; length.expect("a length")];
        self.input.read_exact(&mut body).ok()?;
        Some(serde_json::from_slice(&body).expect("JSON"))
    }

    fn send(&mut self, command: &str, arguments: Value) {
        self.seq += 1;
        let request = json!({ "seq": self.seq, "type": "request", "command": command, "arguments": arguments });
        let body = request.to_string();
        write!(self.output, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it reads");
    }

    /// Sends a request and returns its response. Events before it are dropped.
    fn response(&mut self, command: &str, arguments: Value) -> Value {
        self.send(command, arguments);
        loop {
            let message = self.message().expect("a response");
            if message["type"] == "response" {
                assert_eq!(message["request_seq"], self.seq);
                return message;
            }
        }
    }

    #[track_caller]
    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], true, "{response}");
        response["body"].clone()
    }

    fn event(&mut self, name: &str) -> Value {
        loop {
            let message = self.message().unwrap_or_else(|| panic!("no {name}"));
            if message["event"] == name {
                return message["body"].clone();
            }
        }
    }

    /// Moves, and returns the line of the stop.
    fn go(&mut self, command: &str) -> Value {
        self.ask(command, json!({ "threadId": 1 }));
        self.event("stopped");
        let stack = self.ask("stackTrace", json!({ "threadId": 1 }));
        stack["stackFrames"][0]["line"].clone()
    }

    /// The first long word of a memory, in Base64.
    fn word(&mut self, memory: &str) -> Value {
        let arguments = json!({ "memoryReference": memory, "count": 8 });
        self.ask("readMemory", arguments)["data"].clone()
    }

    /// Continues to the end, where the run stops so that it can go back, and beyond it.
    fn pass_the_end(&mut self) {
        self.ask("continue", json!({ "threadId": 1 }));
        assert_eq!(self.event("stopped")["reason"], "exception");
        self.ask("continue", json!({ "threadId": 1 }));
        self.event("terminated");
    }

    fn run_to_end(&mut self) {
        self.pass_the_end();
        self.ask("disconnect", json!({}));
    }

    /// Whether the host closes the connection.
    fn is_closed(&mut self) -> bool {
        while self.message().is_some() {}
        let mut byte = [0];
        let rest = self.output.read(&mut byte);
        matches!(rest, Ok(0)) || rest.is_err_and(|it| it.kind() != std::io::ErrorKind::WouldBlock)
    }
}

#[test]
fn a_kernel_is_debugged_and_its_host_goes_on() {
    let host = Host::new();
    let running = host.start(&host.kernel, 2);
    let mut client = running.attached();
    // The client cannot attach again, nor can another client.
    assert_eq!(
        client.response("attach", json!({ "token": running.token }))["success"],
        false
    );
    assert!(running.client().is_closed());
    // 0x0102030405060708, as the host has sent it, and zeros.
    assert_eq!(client.word("pdm@n0"), "AQIDBAUGBwg=");
    assert_eq!(client.word("l2bm@n0c0"), "AAAAAAAAAAA=");
    assert_eq!(client.go("next"), 2);
    assert_eq!(client.go("next"), 3);
    assert_eq!(client.word("l2bm@n0c0"), "AQIDBAUGBwg=");
    assert_eq!(client.go("stepBack"), 2);
    assert_eq!(client.word("l2bm@n0c0"), "AAAAAAAAAAA=");
    assert_eq!(client.go("next"), 3);
    let source =
        client.ask("stackTrace", json!({ "threadId": 1 }))["stackFrames"][0]["source"].clone();
    assert_eq!(source["path"], json!(host.kernel));
    // A change of memory belongs to the run that the host takes over.
    let data = json!({ "memoryReference": "l2bm@n0c0", "data": "//////////8=" });
    client.ask("writeMemory", data);
    client.run_to_end();
    // The second kernel waits at the same port with the same token; its memories are what the first one has left.
    let mut errors = String::new();
    let mut running = running;
    running.errors.read_line(&mut errors).expect("text");
    assert!(errors.contains(&running.token), "{errors}");
    let mut client = running.attached();
    assert_eq!(client.word("l2bm@n0c0"), "//////////8=");
    client.run_to_end();
    let (out, err) = running.end();
    assert_eq!(out, format!("ffffffffffffffff 0102030405060747\n{RESULT}"));
    assert_eq!(err, "");
}

#[test]
fn only_the_client_with_the_token_debugs() {
    let host = Host::new();
    let running = host.start(&host.kernel, 1);
    let silent = running.client();
    for junk in [
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "Content-Length: 2\r\n\r\n{}",
        "Content-Length: 4194305\r\n\r\n",
    ] {
        let mut client = running.client();
        client.output.write_all(junk.as_bytes()).expect("it reads");
        assert!(client.is_closed(), "{junk}");
    }
    for arguments in [
        json!({}),
        json!({ "token": "" }),
        json!({ "token": running.token[1..] }),
        json!({ "token": "0".repeat(32) }),
    ] {
        for command in ["attach", "launch"] {
            let mut client = running.client();
            client.ask("initialize", json!({ "adapterID": "mnc2" }));
            // Nothing is shown before.
            let early = client.response(
                "readMemory",
                json!({ "memoryReference": "pdm@n0", "count": 8 }),
            );
            assert_eq!(early["success"], false);
            let refused = client.response(command, arguments.clone());
            assert_eq!(refused["success"], false, "{arguments}");
            assert!(client.is_closed(), "{arguments}");
        }
    }
    // `launch` with the token is `attach`.
    let mut client = running.client();
    client.ask("initialize", json!({ "adapterID": "mnc2" }));
    client.ask(
        "launch",
        json!({ "token": running.token, "program": "/no/such.vsm" }),
    );
    client.event("initialized");
    client.ask("configurationDone", json!({}));
    client.event("stopped");
    drop(silent);
    client.run_to_end();
    assert_eq!(running.end(), (RESULT.to_owned(), String::new()));
}

/// Clients that do not attach are cut, so that they cannot keep others from it.
#[test]
fn clients_that_do_not_attach_have_a_limit_of_time() {
    let host = Host::new();
    let running = host.start(&host.kernel, 1);
    let began = Instant::now();
    let mut silent: Vec<Client> = (0..20).map(|_| running.client()).collect();
    assert!(silent.iter_mut().all(Client::is_closed));
    assert!(began.elapsed() < PATIENCE / 2);
    running.attached().run_to_end();
    assert_eq!(running.end(), (RESULT.to_owned(), String::new()));
}

#[test]
fn a_client_that_leaves_half_way_does_not_keep_the_host() {
    let host = Host::new();
    for says_it in [true, false] {
        let running = host.start(&host.kernel, 1);
        let mut client = running.attached();
        assert_eq!(client.go("next"), 2);
        if says_it {
            client.ask("disconnect", json!({}));
        }
        drop(client);
        assert_eq!(running.end(), (RESULT.to_owned(), String::new()));
    }
    // A client that stays after the end is cut.
    let running = host.start(&host.kernel, 1);
    let mut client = running.attached();
    client.pass_the_end();
    assert_eq!(running.end(), (RESULT.to_owned(), String::new()));
    assert!(client.is_closed());
}

/// What the program prints is on the host's standard error, once, although the client goes back.
#[test]
fn a_saved_edit_belongs_to_the_run_that_the_host_takes_over() {
    let host = Host::new();
    let running = host.start(&host.kernel, 1);
    let mut client = running.attached();
    assert_eq!(client.go("next"), 2);
    let edited = KERNEL.replace("$p4096@0", "$p4160@0") + "d get $p4160n0 1\n";
    fs::write(&host.kernel, edited).expect("a file");
    client.pass_the_end();
    client.ask("disconnect", json!({}));
    let (out, err) = running.end();
    assert_eq!(out, "0000000000000000 0000000000000000\n");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(err.contains("d get $p4160n0 1"), "{err}");
}

/// A listing shows the program that it was assembled from, and no other.
#[test]
fn a_listing_is_debugged_in_its_source() {
    let host = Host::new();
    let at = |name: &str| host.temporary.path().join(name);
    let rules = mnc2_program::rules::Rules::default();
    let content = mnc2_host::listing::Content::Words;
    let listing = mnc2_host::listing::assemble(KERNEL, &rules, content);
    fs::write(at("kernel.idma.dat"), listing.lines.join("\n") + "\n").expect("a file");
    fs::write(at("other.idma.dat"), listing.lines.join("\n") + "\n").expect("a file");
    fs::write(at("other.vsm"), "nop\n").expect("a file");
    let running = host.start(&at("kernel.idma.dat"), 1);
    let mut client = running.attached();
    let stack = client.ask("stackTrace", json!({ "threadId": 1 }));
    assert_eq!(
        stack["stackFrames"][0]["source"]["path"],
        json!(host.kernel)
    );
    client.run_to_end();
    assert_eq!(running.end(), (RESULT.to_owned(), String::new()));
    let (out, err) = host.run(&at("other.idma.dat"), "1");
    assert_eq!(out, RESULT);
    assert!(
        err.contains("is not next to it") && err.contains("runs without the debugger"),
        "{err}"
    );
}

#[test]
fn what_cannot_be_debugged_runs_alone() {
    let host = Host::new();
    for off in ["", "0"] {
        assert_eq!(
            host.run(&host.kernel, off),
            (RESULT.to_owned(), String::new())
        );
    }
    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    for (setting, expected) in [
        ("yes", "`MNC2_DEBUG` is `yes`"),
        ("65536", "65535"),
        (&port, &port),
    ] {
        let (out, err) = host.run(&host.kernel, setting);
        assert_eq!(out, RESULT, "{setting}");
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(
            err.contains(expected) && err.contains("runs without the debugger"),
            "{err}"
        );
    }
}
