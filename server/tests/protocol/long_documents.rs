//! Resident memory of the real server with one long document, in every language and regardless of the text, also while everything that
//! editors request of a whole document is answered.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use mnc2_tests::generate::Choices;
use mnc2_tests::languages::LANGUAGES;
use serde_json::{Value, json};

use crate::support::{URI, frame};

/// Bytes of the document.
const BYTES: usize = 256 << 10;

/// The most that the server holds at one time, for each byte of the document and besides (`docs/reliability.md`).
const HELD_PER_BYTE: u64 = 400;
const HELD: u64 = 40 << 20;

/// What editors request of a whole document when it is opened and edited.
const WHOLE: [&str; 6] = [
    "textDocument/semanticTokens/full",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/codeLens",
    "textDocument/documentLink",
    "textDocument/formatting",
];

/// A server in a process of its own.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mnc2-lsp"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let input = child.stdin.take().expect("its input is a pipe");
        let output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        let mut server = Self {
            child,
            input,
            output,
        };
        server.request("initialize", json!({ "capabilities": {} }));
        server.notify("initialized", json!({}));
        server
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn request(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }));
        self.receive(|message| message["id"] == 1 && message.get("method").is_none());
    }

    fn send(&mut self, message: &Value) {
        let message = frame(&message.to_string());
        self.input.write_all(&message).expect("the server reads");
    }

    fn receive(&mut self, is_awaited: impl Fn(&Value) -> bool) {
        loop {
            let mut header = String::new();
            self.output.read_line(&mut header).expect("a header");
            let length = header.trim_end().strip_prefix("Content-Length: ");
            let length: usize = length.and_then(|it| it.parse().ok()).expect("a length");
            let mut message = vec![0; "\r\n".len() + length];
            self.output.read_exact(&mut message).expect("a message");
            if is_awaited(&serde_json::from_slice(&message).expect("JSON")) {
                break;
            }
        }
    }

    /// The most that the process has held at one time, in bytes.
    fn held(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("Linux");
        let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
        let kib = line.and_then(|it| it.split_whitespace().next()?.parse::<u64>().ok());
        kib.expect("a number") << 10
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Texts that are not programs, and one that is repeated programs.
fn texts(programs: &[Vec<u8>]) -> Vec<(&'static str, String)> {
    let mut choices = Choices::new(7);
    let characters: Vec<char> = (' '..='~').chain("\n\n\n\n\n\nあé".chars()).collect();
    let mut junk = String::new();
    while junk.len() < BYTES {
        junk.push(choices.one_of(&characters));
    }
    let program = String::from_utf8_lossy(&choices.one_of(programs)).into_owned();
    let mut many = String::new();
    while many.len() < BYTES {
        many.push_str(&program);
        many.push('\n');
    }
    vec![
        ("short lines", "x\n".repeat(BYTES / 2)),
        ("one line", "x ".repeat(BYTES / 2)),
        ("junk", junk),
        ("programs", many),
    ]
}

#[test]
#[cfg_attr(
    not(target_os = "linux"),
    ignore = "reads the memory of a process as Linux tells it"
)]
fn a_long_document_takes_memory_in_proportion() {
    for language in LANGUAGES.iter() {
        for (name, text) in texts(&language.programs()) {
            let mut server = Server::start();
            let begin = server.held();
            let document = json!({
                "uri": URI, "languageId": language.id, "version": 1, "text": text,
            });
            server.notify("textDocument/didOpen", json!({ "textDocument": document }));
            server.receive(|it| it["method"] == "textDocument/publishDiagnostics");
            let opened = server.held();
            let document = json!({ "uri": URI, "version": 2 });
            let start = json!({ "line": 0, "character": 0 });
            let changes = json!([{ "range": { "start": start, "end": start }, "text": "x" }]);
            let change = json!({ "textDocument": document, "contentChanges": changes });
            server.notify("textDocument/didChange", change);
            for method in WHOLE {
                let options = json!({ "tabSize": 4, "insertSpaces": true });
                let document = json!({ "uri": URI });
                server.request(
                    method,
                    json!({ "textDocument": document, "options": options }),
                );
            }
            let asked = server.held();
            println!(
                "{}, {name}: {} MiB at first, {} with it, {} with answers",
                language.id,
                begin >> 20,
                opened >> 20,
                asked >> 20
            );
            let most = HELD + HELD_PER_BYTE * text.len() as u64;
            assert!(
                asked <= most,
                "{}, {name}: {asked}, {most} at most",
                language.id
            );
        }
    }
}
