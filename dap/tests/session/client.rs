//! A client: starts the adapter, sends requests, waits, and validates every message against the specification.

use std::io::{BufRead as _, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::{schema, shapes};

/// How long anything may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client and the adapter that it has started.
pub(crate) struct Client {
    child: Option<Child>,
    output: Option<Box<dyn Write + Send>>,
    input: Receiver<Value>,
    seq: i64,
    /// Events that were not awaited yet.
    events: Vec<Value>,
    last_seq: i64,
}

pub(crate) fn spawn(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_mnc2-dap"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// The messages of a stream, as they come.
fn messages(stream: impl Read + Send + 'static) -> Receiver<Value> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        loop {
            let mut length = None;
            loop {
                let mut line = String::new();
                if stream.read_line(&mut line).unwrap_or(0) == 0 {
                    return;
                }
                match line.trim_end().split_once(": ") {
                    Some(("Content-Length", text)) => length = text.parse().ok(),
                    Some(_) => panic!("{line}"),
                    None => break,
                }
            }
            let mut body = vec![0; length.expect("a length")];
            if stream.read_exact(&mut body).is_err() {
                return;
            }
            let message = serde_json::from_slice(&body).expect("JSON");
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    receiver
}

impl Client {
    /// A client over standard input and output.
    pub(crate) fn start() -> Self {
        let mut child = spawn(&[]);
        let stdin: ChildStdin = child.stdin.take().expect("a pipe");
        let stdout = child.stdout.take().expect("a pipe");
        Self::over(Some(child), stdout, Box::new(stdin))
    }

    /// A client over a port.
    pub(crate) fn connect(port: u16, child: Child) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        let input = stream.try_clone().expect("the same connection");
        Self::over(Some(child), input, Box::new(stream))
    }

    fn over(
        child: Option<Child>,
        input: impl Read + Send + 'static,
        output: Box<dyn Write + Send>,
    ) -> Self {
        Self {
            child,
            output: Some(output),
            input: messages(input),
            seq: 0,
            events: Vec::new(),
            last_seq: 0,
        }
    }

    /// A client after `initialize`.
    pub(crate) fn ready() -> Self {
        let mut client = Self::start();
        let capabilities = client.ask(
            "initialize",
            json!({ "adapterID": "mnc2", "supportsVariablePaging": true, "supportsInvalidatedEvent": true,
                "supportsMemoryEvent": true, "supportsProgressReporting": true }),
        );
        assert_eq!(capabilities["supportsStepBack"], true);
        client
    }

    /// A client that debugs a program and is stopped before its first statement.
    pub(crate) fn debugging(text: &str) -> (Self, Program) {
        let program = Program::new(text);
        let mut client = Self::ready();
        client.launch(&program, json!({ "stopOnEntry": true }));
        client.ask("configurationDone", json!({}));
        assert_eq!(client.stopped()["reason"], "entry");
        (client, program)
    }

    /// Launches a program, up to where breakpoints are set.
    pub(crate) fn launch(&mut self, program: &Program, mut configuration: Value) {
        configuration["program"] = json!(program.path);
        self.ask("launch", configuration);
        self.event("initialized");
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let output = self.output.as_mut().expect("an open stream");
        output.write_all(bytes).expect("the adapter reads");
        output.flush().expect("the adapter reads");
    }

    /// Sends a request, and returns its number.
    pub(crate) fn send(&mut self, command: &str, arguments: Value) -> i64 {
        let request =
            json!({ "seq": 1, "type": "request", "command": command, "arguments": arguments });
        schema::check(&request);
        self.send_anything(command, arguments)
    }

    /// Sends a request that need not fit the protocol, and returns its number.
    pub(crate) fn send_anything(&mut self, command: &str, arguments: Value) -> i64 {
        self.seq += 1;
        let request = json!({ "seq": self.seq, "type": "request", "command": command, "arguments": arguments });
        let body = request.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        self.seq
    }

    fn receive(&mut self) -> Option<Value> {
        let message = self.input.recv_timeout(PATIENCE).ok()?;
        let seq = message["seq"].as_i64().expect("a number");
        assert_eq!(seq, self.last_seq + 1, "messages are numbered in order");
        self.last_seq = seq;
        shapes::check(&message);
        schema::check(&message);
        Some(message)
    }

    /// The response to a request. Events before it are kept.
    pub(crate) fn response(&mut self, seq: i64) -> Value {
        loop {
            let message = self.receive().expect("a response");
            if message["type"] == "event" {
                self.events.push(message);
                continue;
            }
            assert_eq!(message["request_seq"], seq, "{message}");
            return message;
        }
    }

    /// Sends a request and returns the body of its response, which must be a success.
    #[track_caller]
    pub(crate) fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let seq = self.send(command, arguments);
        let response = self.response(seq);
        assert_eq!(response["success"], true, "{response}");
        response["body"].clone()
    }

    /// Sends a request that is not done, and returns why.
    #[track_caller]
    pub(crate) fn refused(&mut self, command: &str, arguments: Value) -> String {
        let seq = self.send(command, arguments);
        let response = self.response(seq);
        assert_eq!(response["success"], false, "{response}");
        response["message"].as_str().expect("a reason").to_owned()
    }

    /// Waits for an event, and returns its body.
    #[track_caller]
    pub(crate) fn event(&mut self, name: &str) -> Value {
        loop {
            if let Some(index) = self.events.iter().position(|it| it["event"] == name) {
                return self.events.remove(index)["body"].clone();
            }
            let message = self.receive().unwrap_or_else(|| panic!("no {name}"));
            assert_eq!(message["type"], "event", "{message}");
            self.events.push(message);
        }
    }

    /// The output since the last call.
    pub(crate) fn printed(&mut self) -> String {
        let is_output = |event: &mut Value| event["event"] == "output";
        let printed = self.events.extract_if(.., is_output);
        let texts = printed.filter_map(|event| event["body"]["output"].as_str().map(str::to_owned));
        texts.collect()
    }

    /// Whether an event has come that was not awaited.
    pub(crate) fn has_event(&self, name: &str) -> bool {
        self.events.iter().any(|it| it["event"] == name)
    }

    /// Waits until the run stops.
    #[track_caller]
    pub(crate) fn stopped(&mut self) -> Value {
        self.event("stopped")
    }

    /// Requests a motion, and returns the reason and the line of the stop.
    #[track_caller]
    pub(crate) fn go(&mut self, command: &str) -> (String, i64) {
        self.ask(command, json!({ "threadId": 1 }));
        let stopped = self.stopped();
        let reason = stopped["reason"].as_str().expect("a reason").to_owned();
        (reason, self.line())
    }

    #[track_caller]
    pub(crate) fn next(&mut self, count: usize) {
        for _ in 0..count {
            self.go("next");
        }
    }

    /// The line that runs next.
    #[track_caller]
    pub(crate) fn line(&mut self) -> i64 {
        let stack = self.ask("stackTrace", json!({ "threadId": 1 }));
        stack["stackFrames"][0]["line"].as_i64().expect("a line")
    }

    /// The value of an expression.
    #[track_caller]
    pub(crate) fn value(&mut self, expression: &str) -> String {
        let body = self.ask(
            "evaluate",
            json!({ "expression": expression, "context": "watch" }),
        );
        body["result"].as_str().expect("a value").to_owned()
    }

    /// The number of the list of a scope.
    #[track_caller]
    pub(crate) fn scope(&mut self, name: &str) -> Value {
        let scopes = self.ask("scopes", json!({ "frameId": 1 }));
        let scopes = scopes["scopes"].as_array().expect("scopes");
        let found = scopes.iter().find(|scope| {
            let own = scope["name"].as_str().expect("a name");
            own.starts_with(name)
        });
        found.unwrap_or_else(|| panic!("{name} in {scopes:?}"))["variablesReference"].clone()
    }

    /// Variables of a list.
    #[track_caller]
    pub(crate) fn variables(&mut self, list: &Value, more: Value) -> Vec<Value> {
        let mut arguments = json!({ "variablesReference": list });
        for (key, value) in more.as_object().expect("an object") {
            arguments[key] = value.clone();
        }
        let body = self.ask("variables", arguments);
        body["variables"].as_array().expect("a list").clone()
    }

    /// Sets breakpoints at lines of a program.
    #[track_caller]
    pub(crate) fn break_at(&mut self, program: &Program, breakpoints: Value) -> Vec<Value> {
        let source = json!({ "path": program.path });
        let body = self.ask(
            "setBreakpoints",
            json!({ "source": source, "breakpoints": breakpoints }),
        );
        body["breakpoints"].as_array().expect("a list").clone()
    }

    /// Closes the stream to the adapter.
    pub(crate) fn vanish(&mut self) {
        self.output = None;
    }

    /// Waits for the end of the adapter, and returns its exit status.
    pub(crate) fn wait(mut self) -> Option<i32> {
        self.output = None;
        let mut child = self.child.take().expect("a process");
        let (sender, receiver) = channel();
        let id = child.id();
        thread::spawn(move || sender.send(child.wait()));
        let status = receiver.recv_timeout(PATIENCE);
        let status = status.unwrap_or_else(|_| panic!("the adapter {id} does not end"));
        status.expect("a status").code()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A program in a file of its own, which is removed afterwards.
pub(crate) struct Program {
    folder: PathBuf,
    pub(crate) path: PathBuf,
}

impl Program {
    pub(crate) fn new(text: &str) -> Self {
        Self::named("program.vsm", text)
    }

    /// Writes a program with a name.
    pub(crate) fn named(name: &str, text: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("mnc2-dap-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let folder = folder.canonicalize().expect("it is there");
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        Self { folder, path }
    }

    /// A file next to it.
    pub(crate) fn beside(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path
    }

    pub(crate) fn write(&self, text: &str) {
        std::fs::write(Path::new(&self.path), text).expect("a file");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
