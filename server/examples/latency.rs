//! How long the editor waits: from an edit to its diagnostics, and for a hover, over standard input and output.
//!
//! Starts the server's release binary, opens generated programs of several
//! lengths, types in the middle of each and prints a table.
//!
//! ```text
//! cargo build --release -p mnc2-lsp && cargo run --release -p mnc2-lsp --example latency
//! ```
//!
//! Arguments: `--server PATH` names another binary; numbers are the lengths in lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Lengths that are measured where none are given, in lines.
const LENGTHS_LINES: [usize; 3] = [1_000, 10_000, 100_000];
/// What is done to each program.
const FULL: Effort = Effort {
    edits: 500,
    hovers: 200,
};
/// The document that is typed into.
const URI: &str = "file:///latency.vsm";

/// How much is measured.
pub(crate) struct Effort {
    /// Keys typed into a program.
    pub(crate) edits: usize,
    /// Hovers asked of it.
    pub(crate) hovers: usize,
}

/// What was measured of one program.
pub(crate) struct Measured {
    lines: usize,
    /// Findings of the program as it was opened.
    pub(crate) findings: usize,
    start: Duration,
    open: Duration,
    edits: Sample,
    hovers: Sample,
    resident_megabytes: u64,
}

impl Measured {
    fn row(&self) -> String {
        format!(
            "{:8} {:9} {:9.1} {:9.1} {} {} {:7}",
            self.lines,
            self.findings,
            milliseconds(self.start),
            milliseconds(self.open),
            self.edits.row(),
            self.hovers.row(),
            self.resident_megabytes,
        )
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The server and the pipes to it.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next_id: i64,
}

impl Server {
    fn start(path: &Path) -> io::Result<Self> {
        let mut child = Command::new(path)
            .arg("--stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let pipe = || io::Error::other("the server has no pipes");
        Ok(Self {
            input: child.stdin.take().ok_or_else(pipe)?,
            output: BufReader::new(child.stdout.take().ok_or_else(pipe)?),
            child,
            next_id: 0,
        })
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        let body = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        self.input.flush()
    }

    fn notify(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn request(&mut self, method: &str, params: Value) -> io::Result<Value> {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        self.wait(|message| message.get("method").is_none() && message["id"] == id)
    }

    fn wait(&mut self, fits: impl Fn(&Value) -> bool) -> io::Result<Value> {
        loop {
            let message = self.receive()?;
            if fits(&message) {
                return Ok(message);
            }
        }
    }

    fn diagnostics(&mut self, version: usize) -> io::Result<Value> {
        self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["version"] == version
        })
    }

    fn receive(&mut self) -> io::Result<Value> {
        let mut length = 0;
        loop {
            let mut header = String::new();
            if self.output.read_line(&mut header)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            match header.trim_end().strip_prefix("Content-Length: ") {
                Some(value) => length = value.parse().map_err(io::Error::other)?,
                None if header.trim_end().is_empty() => break,
                None => {}
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body)?;
        Ok(serde_json::from_slice(&body)?)
    }

    /// Resident memory in kilobytes, where the system tells it.
    fn resident_kilobytes(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

/// A program as people write them: loads, sums, transfers, comments, dumps, and some findings.
fn program(lines: usize) -> String {
    let mut text = String::new();
    for line in 0..lines {
        let address = line % 128 * 2;
        match line % 16 {
            0 => text.push_str(&format!("# block {}\n", line / 16)),
            1 => text.push_str(&format!("lpassa $lm{address}v $ln{address}v\n")),
            2 | 5 | 8 => text.push_str("nop/2\n"),
            3 => text.push_str(&format!(
                "dvadd $ln{address}v $lr0v $ls{address}v; l1bmp $llb0 $llr8v\n"
            )),
            4 => text.push_str(&format!("imm f\"{line}.5\" $lr{address}/1000\n")),
            6 => text.push_str("fvfma $lr0v $ls0v $lm0v $ln0v # multiply and add\n"),
            7 => text.push_str("hvpassa $lr0v $ls0v/$imr1\n"),
            9 => text.push_str("l1bmm $lb0 $lm0v\n"),
            10 => text.push_str(&format!("d get $lm{address}n0c0b0m0p0 1\n")),
            11 => text.push_str("mvp/n64i01 $lc0@0.0 $d0@0\n"),
            12 => text.push_str("nop; wait i01\n"),
            13 => text.push_str("ilsl $r0v $s0v $t\n"),
            14 => text.push('\n'),
            _ => text.push_str("maskr 0b10001\n"),
        }
    }
    // A few things to find, spread over the program.
    text.replacen("nop/2\n", "nap\n", 10)
}

struct Sample(Vec<Duration>);

impl Sample {
    fn percentile(&self, percent: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort();
        let at = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
        sorted.get(at).copied().map_or(0.0, milliseconds)
    }

    fn row(&self) -> String {
        format!(
            "{:8.2} {:8.2} {:8.2}",
            self.percentile(50),
            self.percentile(95),
            self.percentile(99)
        )
    }
}

/// Types a comment and takes it away again, key by key, at the start of a line in the middle.
fn edit(number: usize, line: usize) -> Value {
    const KEYS: [&str; 8] = ["l", "p", "a", "s", "s", "a", " ", "#"];
    let key = number % (2 * KEYS.len());
    let place = |character: usize| json!({ "line": line, "character": character });
    if key < KEYS.len() {
        json!([{ "range": { "start": place(key), "end": place(key) }, "text": KEYS[key] }])
    } else {
        let left = 2 * KEYS.len() - key;
        json!([{ "range": { "start": place(left - 1), "end": place(left) }, "text": "" }])
    }
}

/// Measures the server on a program of so many lines.
pub(crate) fn measure(path: &Path, lines: usize, effort: &Effort) -> io::Result<Measured> {
    let began = Instant::now();
    let mut server = Server::start(path)?;
    server.request("initialize", json!({ "capabilities": {} }))?;
    let started = began.elapsed();
    server.notify("initialized", json!({}))?;

    let text = program(lines);
    let document = json!({ "uri": URI, "languageId": "mnc2", "version": 0, "text": text });
    let began = Instant::now();
    server.notify("textDocument/didOpen", json!({ "textDocument": document }))?;
    let findings = server.diagnostics(0)?;
    let opened = began.elapsed();
    let findings = findings["params"]["diagnostics"]
        .as_array()
        .map_or(0, Vec::len);

    let middle = lines / 2;
    let mut edits = Vec::new();
    for version in 1..=effort.edits {
        let params = json!({
            "textDocument": { "uri": URI, "version": version },
            "contentChanges": edit(version - 1, middle)
        });
        let began = Instant::now();
        server.notify("textDocument/didChange", params)?;
        server.diagnostics(version)?;
        edits.push(began.elapsed());
    }

    let mut hovers = Vec::new();
    for number in 0..effort.hovers {
        let params = json!({
            "textDocument": { "uri": URI },
            "position": { "line": (middle + number) % lines, "character": 1 }
        });
        let began = Instant::now();
        server.request("textDocument/hover", params)?;
        hovers.push(began.elapsed());
    }
    let resident_megabytes = server.resident_kilobytes().unwrap_or(0) / 1024;
    server.request("shutdown", Value::Null)?;
    server.notify("exit", Value::Null)?;
    server.child.wait()?;
    Ok(Measured {
        lines,
        findings,
        start: started,
        open: opened,
        edits: Sample(edits),
        hovers: Sample(hovers),
        resident_megabytes,
    })
}

/// The binary built beside this example.
fn beside() -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?;
    let folder = folder.parent()?.parent()?;
    Some(folder.join(format!("mnc2-lsp{}", std::env::consts::EXE_SUFFIX)))
}

fn main() -> ExitCode {
    let mut server = beside();
    let mut lengths = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match (argument.as_str(), argument.parse()) {
            ("--server", _) => server = arguments.next().map(PathBuf::from),
            (_, Ok(lines)) => lengths.push(lines),
            (_, Err(_)) => {
                eprintln!("usage: latency [--server PATH] [LINES...]");
                return ExitCode::from(2);
            }
        }
    }
    if lengths.is_empty() {
        lengths.extend(LENGTHS_LINES);
    }
    let Some(server) = server.filter(|path| path.exists()) else {
        eprintln!("there is no server; build it first: cargo build --release -p mnc2-lsp");
        return ExitCode::FAILURE;
    };
    println!(
        "milliseconds; {} edits in the middle, {} hovers",
        FULL.edits, FULL.hovers
    );
    println!(
        "{:>8} {:>9} {:>9} {:>9} {:>26} {:>26} {:>7}",
        "lines", "findings", "start", "open", "edit p50/p95/p99", "hover p50/p95/p99", "MB"
    );
    for lines in lengths {
        match measure(&server, lines, &FULL) {
            Ok(measured) => println!("{}", measured.row()),
            Err(error) => {
                eprintln!("{lines} lines: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
