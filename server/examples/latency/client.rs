//! A language client over standard input and output that is independent of the language: messages, answers, time
//! limits.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A server that is silent for this long is given up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// How long a tick of processor time is; Linux reports 100 a second to programs.
const TICK_MILLISECONDS: f64 = 10.0;

/// Longer headers are invalid.
const HEADER_BYTES_MAX: u64 = 4096;

/// A server and the pipes to it.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<(Instant, Value)>,
    /// When the last awaited message arrived, before its JSON is parsed: parsing is not the server's time.
    arrived: Instant,
    next_id: i64,
}

impl Client {
    /// Starts a server; its standard error is discarded.
    pub(crate) fn start(program: &Path, arguments: &[&str]) -> io::Result<Self> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let pipe = || io::Error::other("the server has no pipes");
        let input = child.stdin.take().ok_or_else(pipe)?;
        let output = child.stdout.take().ok_or_else(pipe)?;
        let (sender, messages) = channel();
        thread::spawn(move || receive_all(BufReader::new(output), &sender));
        Ok(Self {
            child,
            input: Some(input),
            messages,
            arrived: Instant::now(),
            next_id: 0,
        })
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        let body = message.to_string();
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        let input = self.input.as_mut().ok_or_else(closed)?;
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        input.flush()
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    /// Sends a request, and returns its whole response.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> io::Result<Value> {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        self.wait(PATIENCE, |message| {
            message.get("method").is_none() && message["id"] == id
        })
    }

    /// The diagnostics of a version.
    pub(crate) fn diagnostics(&mut self, version: usize, patience: Duration) -> io::Result<Value> {
        self.wait(patience, |message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["version"] == version
        })
    }

    /// The next message that matches; others are skipped, and requests of the server are answered with `null`.
    fn wait(&mut self, patience: Duration, fits: impl Fn(&Value) -> bool) -> io::Result<Value> {
        let end = Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let (arrived, message) = match self.messages.recv_timeout(left) {
                Ok(received) => received,
                Err(RecvTimeoutError::Timeout) => return Err(io::ErrorKind::TimedOut.into()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            };
            if fits(&message) {
                self.arrived = arrived;
                return Ok(message);
            }
            if message.get("method").is_some() && message.get("id").is_some() {
                let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": null });
                self.send(&answer)?;
            }
        }
    }

    /// Milliseconds from a time to the last byte of the message that was waited for last.
    pub(crate) fn waited_milliseconds(&self, began: Instant) -> f64 {
        self.arrived.duration_since(began).as_secs_f64() * 1e3
    }

    /// Resident memory in megabytes, if the system reports it.
    pub(crate) fn resident_megabytes(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kilobytes / 1024)
    }

    /// Processor time so far in milliseconds, if the system reports it.
    pub(crate) fn processor_milliseconds(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name before the bracket may hold blanks. User and system time are fields 14 and 15.
        let fields = status
            .rsplit_once(')')?
            .1
            .split_whitespace()
            .skip(11)
            .take(2);
        let ticks: f64 = fields.filter_map(|field| field.parse::<f64>().ok()).sum();
        Some(ticks * TICK_MILLISECONDS)
    }

    /// Shuts the server down; one that does not exit is killed.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.request("shutdown", Value::Null)?;
        self.notify("exit", Value::Null)?;
        self.input = None;
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if self.child.try_wait()?.is_some() {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(1));
        }
        Err(io::ErrorKind::TimedOut.into())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // The error has been reported; the process must not stay.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Passes messages on until the stream ends or contains an invalid one.
fn receive_all(mut output: impl BufRead, sender: &Sender<(Instant, Value)>) {
    while let Ok(Some(message)) = receive(&mut output) {
        if sender.send(message).is_err() {
            return;
        }
    }
}

fn receive(output: &mut impl BufRead) -> io::Result<Option<(Instant, Value)>> {
    let mut length = None;
    loop {
        let mut header = String::new();
        if output.take(HEADER_BYTES_MAX).read_line(&mut header)? == 0 {
            return Ok(None);
        }
        let header = header.trim_end();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("Content-Length: ") {
            length = value.parse().ok();
        }
    }
    let length: usize = length.ok_or(io::ErrorKind::InvalidData)?;
    let mut body = vec![0; length];
    output.read_exact(&mut body)?;
    let arrived = Instant::now();
    Ok(Some((arrived, serde_json::from_slice(&body)?)))
}
