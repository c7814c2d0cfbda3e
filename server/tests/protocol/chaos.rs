//! A random session: documents are opened, edited and closed amid requests of every kind, some cancelled, some invalid. After
//! every edit the findings must match the client's text, every formatting answer must format the text that it was requested
//! for, and every request is answered once.
//!
//! `MNC2_CHAOS_SECONDS` is how long it lasts, 3 by default; `MNC2_CHAOS_SEED` chooses another session. The memory that
//! it reports is that of client and server together, which are one process here.

use std::collections::HashMap;
use std::env;
use std::time::{Duration, Instant};

use mnc2_assist::format;
use mnc2_program::rules::Rules;
use mnc2_review::check_by;
use mnc2_text::random::Random;
use serde_json::{Value, json};

use crate::methods::{About, about, question};
use crate::support::{Client, memory};

/// Number of documents of a session.
const DOCUMENTS: u64 = 12;

/// Messages between two checks of the server's output.
const BURST: u64 = 40;

/// Size at which a document starts again from empty.
const TEXT_BYTES_MAX: usize = 6000;

const PIECES: &[&str] = &[
    "nop\n",
    "nop/4294967295",
    "lpassa $peid $lr0v\n",
    "fvfma $lr0v $lm0v $ln[0,8,16,24] $ls0v # あ😀\n",
    "lpassa $lm0v $ln8v; l1bmm $lb0 $lr0v\r\n",
    "d get $lm0n0c0b0m0p0 4\n",
    "d get $d0 536870912\n",
    "d set $lm0n0c0b0m0p0 1 l1\n",
    "mask",
    "quit\n",
    "$",
    ";",
    "#",
    "\r",
    "\n",
    "\u{2028}",
    "\0",
    "",
    "0",
];

/// Other requests; the server does not support the last one.
const OTHERS: [&str; 2] = ["workspace/symbol", "no/such/method"];

/// The lines of a text with their ends, as the protocol counts them.
fn lines(text: &str) -> Vec<&str> {
    mnc2_text::line::lines_with_ends(text).collect()
}

/// The byte of a position in UTF-16 units; beyond a line it is the line's end, beyond the text the text's end.
fn byte(text: &str, line: u64, character: u64) -> usize {
    let lines = lines(text);
    let Some(&own) = lines.get(line as usize) else {
        return text.len();
    };
    let start: usize = lines[..line as usize].iter().map(|line| line.len()).sum();
    let content = mnc2_text::line::without_end(own);
    let mut units = 0;
    for (at, letter) in content.char_indices() {
        if units >= character {
            return start + at;
        }
        units += letter.len_utf16() as u64;
    }
    start + content.len()
}

/// A session and its expectations.
struct Session {
    client: Client,
    random: Random,
    /// Text and version of each document that is open.
    open: HashMap<u64, (String, i64)>,
    /// The last version of each document so far.
    versions: HashMap<u64, i64>,
    /// The expected findings of each version that is not published yet.
    expected: HashMap<(String, i64), Vec<(u64, String)>>,
    /// Requests that wait for their answers, and the expected result of formatting.
    unanswered: HashMap<i64, Asked>,
    compared: usize,
    layouts: usize,
    edits: usize,
    requests: usize,
}

/// A text to format, and the expected result.
pub(crate) struct Layout {
    text: String,
    pub(crate) laid_out: String,
}

impl Layout {
    pub(crate) fn from_text(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            laid_out: format::format(text, &mnc2_asm::parse(text)),
        }
    }

    /// The text after edits, which are in order and do not overlap.
    pub(crate) fn after(&self, edits: &Value) -> String {
        let mut text = self.text.clone();
        for edit in edits.as_array().into_iter().flatten().rev() {
            let place = |end: &str| {
                let field = |name: &str| edit["range"][end][name].as_u64().expect("a position");
                byte(&self.text, field("line"), field("character"))
            };
            let new = edit["newText"].as_str().expect("a text");
            text.replace_range(place("start")..place("end"), new);
        }
        text
    }
}

/// The method of a request, and for a layout also the document and what is expected.
type Asked = (&'static str, Option<(u64, Layout)>);

fn uri(document: u64) -> String {
    format!("file:///chaos/{document}.vsm")
}

impl Session {
    fn expect(&mut self, document: u64) {
        let (text, version) = &self.open[&document];
        let report = check_by(&mnc2_asm::parse(text), &Rules::default());
        let found = report.findings.iter();
        let found = found.map(|it| (u64::from(it.line), it.diagnostic.code.id().to_owned()));
        self.expected
            .insert((uri(document), *version), found.collect());
    }

    async fn open(&mut self, document: u64) {
        if self.open.contains_key(&document) {
            return;
        }
        let count = self.random.below(20);
        let text: String = (0..count).map(|_| self.random.one_of(PIECES)).collect();
        let version = self.versions.get(&document).map_or(1, |last| last + 1);
        let item = json!({
            "uri": uri(document), "languageId": "mnc2", "version": version, "text": text
        });
        self.open.insert(document, (text, version));
        self.expect(document);
        self.client
            .notify("textDocument/didOpen", json!({ "textDocument": item }))
            .await;
    }

    async fn close(&mut self, document: u64) {
        let Some((_, version)) = self.open.remove(&document) else {
            return;
        };
        self.versions.insert(document, version);
        // A document that is closed meanwhile has no layout.
        for (_, layout) in self.unanswered.values_mut() {
            layout.take_if(|(of, _)| *of == document);
        }
        // Findings that were not published yet never will be.
        let uri = uri(document);
        self.expected.retain(|(of, _), _| *of != uri);
        self.client
            .notify(
                "textDocument/didClose",
                json!({ "textDocument": { "uri": uri } }),
            )
            .await;
    }

    async fn edit(&mut self, document: u64) {
        let Some((mut text, version)) = self.open.get(&document).cloned() else {
            return self.open(document).await;
        };
        let mut changes = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let piece = self.random.one_of(PIECES);
            if text.len() > TEXT_BYTES_MAX || self.random.below(200) == 0 {
                text = piece.repeat(1 + self.random.below(5) as usize);
                changes.push(json!({ "text": text }));
                continue;
            }
            let count = lines(&text).len() as u64;
            let (line, character) = (self.random.below(count + 2), self.random.below(40));
            // The second position may be before the first, beyond the line, or beyond the text.
            let end = match self.random.below(6) {
                0 => (line + 1, self.random.below(60)),
                _ => (line, character + self.random.below(5)),
            };
            let start = byte(&text, line, character);
            let stop = byte(&text, end.0, end.1).max(start);
            let position = |place: usize| {
                // A place within a character is invalid; a valid one is used there.
                let before = &text[..place];
                let line = lines(before).len() - 1;
                let own = lines(before)[line];
                let units: usize = own.chars().map(char::len_utf16).sum();
                (line, units)
            };
            let (from, to) = (position(start), position(stop));
            let beyond = if self.random.below(8) == 0 && stop == text.len() {
                4_000_000_000
            } else {
                to.0 as u64
            };
            changes.push(json!({
                "range": {
                    "start": { "line": from.0, "character": from.1 },
                    "end": { "line": beyond, "character": to.1 }
                },
                "text": piece
            }));
            text.replace_range(start..stop, piece);
        }
        self.edits += changes.len();
        self.open.insert(document, (text, version + 1));
        self.expect(document);
        let item = json!({ "uri": uri(document), "version": version + 1 });
        let params = json!({ "textDocument": item, "contentChanges": changes });
        self.client.notify("textDocument/didChange", params).await;
    }

    async fn ask(&mut self, document: u64) {
        let place = json!({ "line": self.random.below(30), "character": self.random.below(50) });
        let end = json!({ "line": self.random.below(60), "character": self.random.below(50) });
        let params = question(&uri(document), &place, &end, 20);
        let list = if self.random.below(2) == 0 {
            about(About::Place)
        } else {
            [about(About::Document), OTHERS.to_vec()].concat()
        };
        let method = self.random.one_of(&list);
        let (params, is_sensible) = match self.random.below(30) {
            0 => (json!([1, "x"]), false),
            1 => (json!({}), false),
            _ => (params, true),
        };
        let layout = (is_sensible && method == "textDocument/formatting")
            .then(|| self.open.get(&document))
            .flatten()
            .map(|(text, _)| (document, Layout::from_text(text)));
        self.request(method, params, layout).await;
    }

    async fn request(
        &mut self,
        method: &'static str,
        params: Value,
        layout: Option<(u64, Layout)>,
    ) -> i64 {
        let id = self.client.ask(method, params).await;
        self.unanswered.insert(id, (method, layout));
        self.requests += 1;
        id
    }

    async fn run(&mut self, document: u64) {
        let command = self
            .random
            .one_of(&["mnc2.runToHere", "mnc2.judge", "mnc2.showUsage", "x"]);
        let argument = json!({ "uri": uri(document), "line": self.random.below(20) });
        let params = json!({ "command": command, "arguments": [argument] });
        let id = self.request("workspace/executeCommand", params, None).await;
        match self.random.below(4) {
            0 => self.cancel(id).await,
            1 => self.close(document).await,
            2 => self.edit(document).await,
            _ => {}
        }
    }

    async fn cancel(&mut self, id: i64) {
        self.client
            .notify("$/cancelRequest", json!({ "id": id }))
            .await;
    }

    async fn act(&mut self) {
        let document = self.random.below(DOCUMENTS);
        match self.random.below(40) {
            0 | 1 => self.open(document).await,
            2 => self.close(document).await,
            3 => self.run(document).await,
            4 => {
                let id = self.unanswered.keys().min().copied().unwrap_or(-1);
                self.cancel(id).await;
            }
            5 => {
                let junk = json!({ "textDocument": { "uri": uri(document) }, "contentChanges": 7 });
                self.client.notify("textDocument/didChange", junk).await;
            }
            6 => {
                let other = json!({ "uri": "file:///chaos/unknown.vsm", "version": 3 });
                let edit = json!({ "textDocument": other, "contentChanges": [{ "text": "x" }] });
                self.client.notify("textDocument/didChange", edit).await;
            }
            7..20 => self.ask(document).await,
            _ => self.edit(document).await,
        }
    }

    /// Takes a message of the server.
    fn take(&mut self, message: &Value) {
        if let Some(id) = message["id"].as_i64() {
            let Some((method, layout)) = self.unanswered.remove(&id) else {
                panic!("answered twice: {message}");
            };
            let code = message["error"]["code"].as_i64();
            assert_ne!(code, Some(-32603), "{method}: {message}");
            if let (Some((_, layout)), None) = (layout, code) {
                assert_eq!(layout.after(&message["result"]), layout.laid_out);
                self.layouts += 1;
            }
            return;
        }
        if message["method"] != "textDocument/publishDiagnostics" {
            return;
        }
        let params = &message["params"];
        let (Some(uri), Some(version)) = (params["uri"].as_str(), params["version"].as_i64())
        else {
            return;
        };
        let Some(expected) = self.expected.remove(&(uri.to_owned(), version)) else {
            return;
        };
        let of_run = |it: &&Value| it["code"].is_string();
        let published = params["diagnostics"].as_array().into_iter().flatten();
        let found = published.filter(of_run).map(|it| {
            let line = it["range"]["start"]["line"].as_u64().unwrap_or(u64::MAX);
            (line, it["code"].as_str().unwrap_or_default().to_owned())
        });
        assert_eq!(
            found.collect::<Vec<_>>(),
            expected,
            "{uri}, version {version}"
        );
        self.compared += 1;
    }

    /// Takes all messages of the server so far.
    async fn settle(&mut self) {
        while let Some(&id) = self.unanswered.keys().next() {
            let message = self.client.receive().await;
            let message = message.unwrap_or_else(|| panic!("gone before it answered {id}"));
            self.take(&message);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_random_session_ends_with_the_right_text() {
    let number = |name: &str, otherwise: u64| {
        env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
    };
    let duration = Duration::from_secs(number("MNC2_CHAOS_SECONDS", 3));
    let seed = number("MNC2_CHAOS_SEED", 1);
    let mut session = Session {
        client: Client::start(json!({})).await,
        random: Random::new(seed),
        open: HashMap::new(),
        versions: HashMap::new(),
        expected: HashMap::new(),
        unanswered: HashMap::new(),
        compared: 0,
        layouts: 0,
        edits: 0,
        requests: 0,
    };
    let at_start = memory::resident();
    let start = Instant::now();
    let mut messages = 0;
    while start.elapsed() < duration {
        for _ in 0..session.random.below(BURST) {
            session.act().await;
            messages += 1;
        }
        session.settle().await;
    }
    // The last version of every open document is published and formatted, regardless of earlier requests.
    for document in session.open.keys().copied().collect::<Vec<_>>() {
        session.edit(document).await;
        let layout = session
            .open
            .get(&document)
            .map(|(text, _)| (document, Layout::from_text(text)));
        let params = json!({
            "textDocument": { "uri": uri(document) },
            "options": { "tabSize": 4, "insertSpaces": true }
        });
        session
            .request("textDocument/formatting", params, layout)
            .await;
        let layouts = session.layouts;
        session.settle().await;
        assert_eq!(session.layouts, layouts + 1, "nothing was edited after it");
        let last = (uri(document), session.open[&document].1);
        while session.expected.contains_key(&last) {
            let message = session.client.receive().await.expect("the server is there");
            session.take(&message);
        }
    }
    let bytes: usize = session.open.values().map(|(text, _)| text.len()).sum();
    println!(
        "seed {seed}, {:?}: {messages} actions, {} edits, {} requests; {} versions and {} layouts compared; \
         {} documents of {bytes} bytes open; resident {at_start} at the start, {} at the end",
        start.elapsed(),
        session.edits,
        session.requests,
        session.compared,
        session.layouts,
        session.open.len(),
        memory::resident()
    );
    assert!(session.compared > 20);
    let shutdown = session.request("shutdown", Value::Null, None).await;
    session.settle().await;
    session.client.notify("exit", Value::Null).await;
    session.client.close_expecting(shutdown).await;
}
