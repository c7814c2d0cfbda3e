//! A client next to its server in the same process, or in another one ([`elsewhere`]): speaks the protocol over a pair of
//! streams, and checks that every message of the server is read.

mod elsewhere;
pub(crate) mod memory;
pub(crate) mod places;

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mnc2_lsp::Ending;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, ReadHalf,
    WriteHalf,
};
use tokio::task::JoinHandle;
use tower_lsp::ls_types::Uri;

/// How long a message may take before the test gives up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(240);

/// How long a server reads nothing before it counts as stuck.
const STUCK: Duration = Duration::from_secs(2);

/// Bytes that a stream holds before its writer must wait.
const STREAM_BYTES: usize = 1 << 20;

/// The document of tests that need only one.
pub(crate) const URI: &str = "file:///program.vsm";

/// The URI of a file.
pub(crate) fn file_uri(path: &Path) -> String {
    let uri = Uri::from_file_path(path).expect("the path is absolute");
    uri.as_str().to_owned()
}

/// Marks the cursor in a fixture; no part of the language.
pub(crate) const CURSOR: char = '‸';

/// A client and the server that it started.
pub(crate) struct Client {
    reader: BufReader<ReadHalf<DuplexStream>>,
    writer: Option<WriteHalf<DuplexStream>>,
    server: JoinHandle<Ending>,
    unread: VecDeque<Value>,
    next_id: i64,
}

impl Client {
    /// A client whose server waits for `initialize`.
    pub(crate) fn new() -> Self {
        let (ours, theirs) = tokio::io::duplex(STREAM_BYTES);
        let (server_reads, server_writes) = tokio::io::split(theirs);
        let (reader, writer) = tokio::io::split(ours);
        Self {
            reader: BufReader::new(reader),
            writer: Some(writer),
            server: tokio::spawn(elsewhere::serve(server_reads, server_writes)),
            unread: VecDeque::new(),
            next_id: 0,
        }
    }

    /// A client with these capabilities after the handshake.
    pub(crate) async fn start(capabilities: Value) -> Self {
        Self::start_with(json!({ "capabilities": capabilities }))
            .await
            .0
    }

    /// A client that starts with these parameters; also returns the server's answer.
    pub(crate) async fn start_with(parameters: Value) -> (Self, Value) {
        let mut client = Self::new();
        let answer = client.request("initialize", parameters).await;
        client.notify("initialized", json!({})).await;
        (client, answer)
    }

    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        let writer = self.writer.as_mut().expect("the stream is open");
        writer.write_all(bytes).await.expect("the server reads");
    }

    /// Sends as much as the server reads from a client that reads nothing; returns how much that is.
    pub(crate) async fn send_until_stuck(&mut self, bytes: &[u8]) -> usize {
        let writer = self.writer.as_mut().expect("the stream is open");
        let mut sent = 0;
        while sent < bytes.len() {
            // A stuck server shows only in that it does nothing.
            let write = tokio::time::timeout(STUCK, writer.write(&bytes[sent..]));
            match write.await {
                Ok(written) => sent += written.expect("the server reads"),
                Err(_) => break,
            }
        }
        sent
    }

    /// Sends bytes while the server's output is read.
    pub(crate) fn send_beside(&mut self, bytes: Vec<u8>) -> JoinHandle<()> {
        let mut writer = self.writer.take().expect("the stream is open");
        tokio::spawn(async move {
            writer.write_all(&bytes).await.expect("the server reads");
        })
    }

    /// Exits without notice, with everything unread; returns how the server ends.
    pub(crate) async fn die(self) -> Ending {
        let Self {
            reader,
            writer,
            server,
            ..
        } = self;
        drop((reader, writer));
        tokio::time::timeout(PATIENCE, server)
            .await
            .expect("the server ends in time")
            .expect("the server does not panic")
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_bytes(&frame(&message.to_string())).await;
    }

    pub(crate) async fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
            .await;
    }

    /// Sends a request and returns its id.
    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await;
        id
    }

    /// Answers a request of the server.
    pub(crate) async fn answer(&mut self, request: &Value, result: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }))
            .await;
    }

    /// The next message from the stream; `None` at its end.
    pub(crate) async fn receive(&mut self) -> Option<Value> {
        tokio::time::timeout(PATIENCE, self.receive_patiently())
            .await
            .expect("the server sends the message in time")
    }

    async fn receive_patiently(&mut self) -> Option<Value> {
        let mut length = None;
        loop {
            let mut header = String::new();
            if self.reader.read_line(&mut header).await.ok()? == 0 {
                return None;
            }
            let header = header.trim_end();
            if header.is_empty() {
                break;
            }
            if let Some(value) = header.strip_prefix("Content-Length: ") {
                length = value.parse().ok();
            }
        }
        let mut body = vec![0; length.expect("a message has a length")];
        self.reader.read_exact(&mut body).await.ok()?;
        let message: Value = serde_json::from_slice(&body).expect("a message is JSON");
        // JSON-RPC allows an array, an object, or nothing there.
        assert_ne!(message.get("params"), Some(&Value::Null), "{message}");
        Some(message)
    }

    /// The first message that matches; others wait for their turn.
    pub(crate) async fn wait_for(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.unread.iter().position(&fits) {
            return self.unread.remove(at).expect("the position was just found");
        }
        loop {
            let message = self.receive().await.expect("the server is still there");
            if fits(&message) {
                return message;
            }
            self.unread.push_back(message);
        }
    }

    /// The response to a request.
    pub(crate) async fn response(&mut self, id: i64) -> Value {
        self.wait_for(|message| message.get("method").is_none() && message["id"] == id)
            .await
    }

    /// The next message of the server with this method.
    pub(crate) async fn incoming(&mut self, method: &str) -> Value {
        self.wait_for(|message| message["method"] == method).await
    }

    /// Sends a request and returns its result.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params).await;
        let response = self.response(id).await;
        assert!(response.get("error").is_none(), "{response}");
        response["result"].clone()
    }

    /// Sends a request and returns its error.
    pub(crate) async fn request_error(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params).await;
        let response = self.response(id).await;
        assert!(response.get("result").is_none(), "{response}");
        response["error"].clone()
    }

    pub(crate) async fn open(&mut self, text: &str) {
        self.open_as(URI, text).await;
    }

    /// Opens a document under a name.
    pub(crate) async fn open_as(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "mnc2", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }))
            .await;
    }

    /// Opens the document and returns the diagnostics pushed for it.
    pub(crate) async fn open_checked(&mut self, text: &str) -> Value {
        self.open(text).await;
        self.diagnostics(1).await
    }

    pub(crate) async fn change(&mut self, version: i64, changes: Value) {
        self.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": URI, "version": version },
                "contentChanges": changes
            }),
        )
        .await;
    }

    /// The next diagnostics pushed, which must be for this version.
    pub(crate) async fn diagnostics(&mut self, version: i64) -> Value {
        let pushed = self.incoming("textDocument/publishDiagnostics").await;
        assert_eq!(pushed["params"]["version"], version, "{pushed}");
        pushed["params"]["diagnostics"].clone()
    }

    /// Shuts the server down and checks that nothing was left unread.
    pub(crate) async fn finish(mut self) {
        self.request("shutdown", Value::Null).await;
        self.notify("exit", Value::Null).await;
        let ending = self.close().await;
        assert_eq!(ending, Ending::Orderly);
    }

    /// Discards one unread message with this method, if there is one.
    pub(crate) fn take_unread(&mut self, method: &str) -> bool {
        let at = self
            .unread
            .iter()
            .position(|message| message["method"] == method);
        at.and_then(|at| self.unread.remove(at)).is_some()
    }

    /// Discards unread answers to messages without an id.
    pub(crate) fn take_errors(&mut self) {
        self.unread
            .retain(|message| message.get("error").is_none() || !message["id"].is_null());
    }

    async fn close_input(&mut self) {
        if let Some(mut writer) = self.writer.take() {
            // The server may have closed its end already.
            let _ = writer.shutdown().await;
        }
    }

    /// Closes the client's end while a request is open, whose answer may still come.
    pub(crate) async fn close_expecting(mut self, id: i64) -> Ending {
        self.close_input().await;
        let ending = tokio::time::timeout(PATIENCE, &mut self.server)
            .await
            .expect("the server ends in time")
            .expect("the server does not panic");
        while let Some(message) = self.receive().await {
            assert_eq!(message["id"], id, "{message}");
        }
        ending
    }

    /// Closes the client's end, waits for the server, and checks that nothing was left unread.
    pub(crate) async fn close(mut self) -> Ending {
        self.close_input().await;
        while let Some(message) = self.receive().await {
            self.unread.push_back(message);
        }
        assert_eq!(self.unread, [Value::Null; 0], "messages were left unread");
        tokio::time::timeout(PATIENCE, self.server)
            .await
            .expect("the server ends in time")
            .expect("the server does not panic")
    }
}

/// A message with its header.
pub(crate) fn frame(body: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Removes the cursor from a fixture: the text and the cursor's position in UTF-16 units.
pub(crate) fn cursor(fixture: &str) -> (String, Value) {
    let (before, after) = fixture
        .split_once(CURSOR)
        .expect("the fixture holds a cursor");
    let line = before.matches('\n').count();
    let character = before
        .rsplit('\n')
        .next()
        .map_or(0, |last| last.encode_utf16().count());
    (
        format!("{before}{after}"),
        json!({ "line": line, "character": character }),
    )
}

/// The parameters of a request about a position of the document.
pub(crate) fn at(position: &Value) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": position })
}

/// A range on one line.
pub(crate) fn on_line(line: u32, start: u32, end: u32) -> Value {
    json!({
        "start": { "line": line, "character": start },
        "end": { "line": line, "character": end }
    })
}

/// An empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the test folder can be made");
    folder
}
