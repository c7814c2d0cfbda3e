//! The measurements: every wait of a user who opens a program, reads and types.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, PATIENCE};
use super::subject::{Language, Subject};

/// Lines that an editor shows.
const WINDOW_LINES: usize = 60;

/// Lines after which a generated program repeats.
const BLOCK_LINES: usize = 16;

/// Findings of a program, and of one that has many, as far as its lines are enough.
const FINDINGS: usize = 10;
const MANY_FINDINGS: usize = 1000;

/// `RequestFailed` of the protocol.
const REQUEST_FAILED: i64 = -32803;

/// Percentiles of a series.
pub(crate) const PERCENTILES: [usize; 3] = [50, 95, 99];

/// How often and for how long each operation is measured.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// Repetitions of what takes little time: keys, hovers, completions, tokens of a window.
    pub(crate) often: usize,
    /// Repetitions of operations over the whole program.
    pub(crate) seldom: usize,
    /// A series ends when it has taken this long.
    pub(crate) series: Duration,
    /// A server that has sent no diagnostics after this time does not send any.
    pub(crate) patience: Duration,
}

/// Milliseconds of operations, each with the percentiles; empty if the server does not offer it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    pub(crate) start: Vec<f64>,
    pub(crate) open: Vec<f64>,
    pub(crate) edits: Vec<f64>,
    pub(crate) hovers: Vec<f64>,
    pub(crate) hovers_after_edits: Vec<f64>,
    /// Processor time of the server for one key, and for one key with a question about data.
    pub(crate) edit_processor: Vec<f64>,
    pub(crate) hover_processor: Vec<f64>,
    /// Edits of a program with many findings.
    pub(crate) edits_among_findings: Vec<f64>,
    pub(crate) completions: Vec<f64>,
    pub(crate) tokens: Vec<f64>,
    pub(crate) window_tokens: Vec<f64>,
    /// Megabytes of resident memory at the end.
    pub(crate) resident: Vec<f64>,
    /// Findings of the program as it was opened.
    pub(crate) findings: usize,
}

impl Measured {
    pub(crate) const COLUMNS: usize = 12;

    /// The figures with their names.
    pub(crate) fn columns(&self) -> [(&'static str, &[f64]); Self::COLUMNS] {
        [
            ("start", &self.start),
            ("open", &self.open),
            ("edit to diagnostics", &self.edits),
            ("processor", &self.edit_processor),
            ("with 1000 findings", &self.edits_among_findings),
            ("hover", &self.hovers),
            ("edit and data", &self.hovers_after_edits),
            ("processor", &self.hover_processor),
            ("key and completion", &self.completions),
            ("tokens", &self.tokens),
            ("tokens of a window", &self.window_tokens),
            ("MB", &self.resident),
        ]
    }

    /// The middle one of several runs, figure by figure.
    pub(crate) fn median(runs: &[Self]) -> Self {
        let middle = |figures: fn(&Self) -> &Vec<f64>| -> Vec<f64> {
            let count = runs.iter().map(|run| figures(run).len()).min().unwrap_or(0);
            let of = |index: usize| {
                let mut values: Vec<f64> = runs.iter().map(|run| figures(run)[index]).collect();
                values.sort_by(f64::total_cmp);
                values[values.len() / 2]
            };
            (0..count).map(of).collect()
        };
        Self {
            start: middle(|run| &run.start),
            open: middle(|run| &run.open),
            edits: middle(|run| &run.edits),
            hovers: middle(|run| &run.hovers),
            hovers_after_edits: middle(|run| &run.hovers_after_edits),
            edit_processor: middle(|run| &run.edit_processor),
            hover_processor: middle(|run| &run.hover_processor),
            edits_among_findings: middle(|run| &run.edits_among_findings),
            completions: middle(|run| &run.completions),
            tokens: middle(|run| &run.tokens),
            window_tokens: middle(|run| &run.window_tokens),
            resident: middle(|run| &run.resident),
            findings: runs.first().map_or(0, |run| run.findings),
        }
    }
}

/// What the client declares. Servers offer a feature only to clients that have it, so everything that is measured is
/// here.
pub(crate) fn capabilities() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-8", "utf-16"] },
        "textDocument": {
            "synchronization": { "didSave": true },
            "publishDiagnostics": { "relatedInformation": true, "versionSupport": true },
            "hover": { "contentFormat": ["markdown", "plaintext"] },
            "completion": {
                "completionItem": {
                    "snippetSupport": true,
                    "insertReplaceSupport": true,
                    "documentationFormat": ["markdown", "plaintext"],
                    "resolveSupport": { "properties": ["documentation", "detail"] }
                },
                "contextSupport": true
            },
            "semanticTokens": {
                "requests": { "range": true, "full": { "delta": true } },
                "tokenTypes": [
                    "namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter",
                    "variable", "property", "enumMember", "event", "function", "method", "macro", "keyword",
                    "modifier", "comment", "string", "number", "regexp", "operator", "decorator"
                ],
                "tokenModifiers": ["declaration", "definition", "readonly", "static", "async", "modification"],
                "formats": ["relative"]
            }
        }
    })
}

/// A server with a program open in it.
struct Session<'a> {
    client: Client,
    language: &'a Language,
    uri: String,
    version: usize,
    lines: Vec<String>,
    /// The blank line that is typed on.
    blank: usize,
    effort: Effort,
}

/// Measures a server on a program of this many lines. `folder` is for the files whose names it gets.
pub(crate) fn measure(
    subject: &Subject,
    lines: usize,
    effort: Effort,
    folder: &Path,
) -> io::Result<Measured> {
    let mut measured = Measured::default();
    let began = Instant::now();
    let mut client = Client::start(&subject.program, subject.arguments)?;
    let root = format!("file://{}", folder.display());
    let answer = client.request(
        "initialize",
        json!({
            "processId": std::process::id(),
            "rootUri": root,
            "workspaceFolders": [{ "uri": root, "name": "latency" }],
            "capabilities": capabilities()
        }),
    )?;
    measured.start = vec![client.waited_milliseconds(began)];
    let offered = &answer["result"]["capabilities"];
    let has = |feature: &Value| !feature.is_null() && *feature != Value::Bool(false);
    client.notify("initialized", json!({}))?;

    let text = (subject.language.program)(lines, FINDINGS);
    let mut session = Session {
        client,
        language: &subject.language,
        uri: format!("{root}/latency.{}", subject.language.extension),
        version: 0,
        lines: text.lines().map(str::to_owned).collect(),
        blank: blank(&text),
        effort,
    };

    if let Some((took, findings)) = session.open(&text)? {
        measured.open = vec![took];
        measured.findings = findings;
        (measured.edits, measured.edit_processor) = session.timed(Session::edits)?;
    }
    if has(&offered["hoverProvider"]) {
        measured.hovers = percentiles(session.hovers(false)?);
        let asked = session.timed(|session| session.hovers(true))?;
        (measured.hovers_after_edits, measured.hover_processor) = asked;
    }
    if has(&offered["completionProvider"]) {
        measured.completions = percentiles(session.completions()?);
    }
    let tokens = &offered["semanticTokensProvider"];
    if has(&tokens["full"]) {
        measured.tokens = percentiles(session.tokens(false)?);
    }
    if has(&tokens["range"]) {
        measured.window_tokens = percentiles(session.tokens(true)?);
    }
    let resident = session.client.resident_megabytes();
    measured.resident = resident
        .map(|megabytes| megabytes as f64)
        .into_iter()
        .collect();
    if !measured.edits.is_empty() {
        let text = (subject.language.program)(lines, MANY_FINDINGS);
        session.uri = format!("{root}/findings.{}", subject.language.extension);
        session.lines = text.lines().map(str::to_owned).collect();
        session.blank = blank(&text);
        if session.open(&text)?.is_some() {
            measured.edits_among_findings = percentiles(session.edits()?);
        }
    }
    session.client.finish()?;
    Ok(measured)
}

/// The first blank line in the second half of a program.
fn blank(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    let block = lines.len() / 2 / BLOCK_LINES * BLOCK_LINES;
    let blank = lines[block..].iter().position(|line| line.is_empty());
    block + blank.unwrap_or(0)
}

impl Session<'_> {
    /// Opens the program: how long its diagnostics took, and how many there are, if any are ever sent.
    fn open(&mut self, text: &str) -> io::Result<Option<(f64, usize)>> {
        let document = json!({
            "uri": self.uri,
            "languageId": self.language.id,
            "version": self.version,
            "text": text
        });
        let began = Instant::now();
        self.client
            .notify("textDocument/didOpen", json!({ "textDocument": document }))?;
        match self.client.diagnostics(self.version, self.effort.patience) {
            Ok(found) => {
                let count = found["params"]["diagnostics"]
                    .as_array()
                    .map_or(0, Vec::len);
                Ok(Some((self.client.waited_milliseconds(began), count)))
            }
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Replaces a part of the blank line.
    fn change(&mut self, start: usize, end: usize, text: &str) -> io::Result<()> {
        self.version += 1;
        let place = |character: usize| json!({ "line": self.blank, "character": character });
        self.client.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": self.uri, "version": self.version },
                "contentChanges": [
                    { "range": { "start": place(start), "end": place(end) }, "text": text }
                ]
            }),
        )
    }

    /// Types a key, or deletes one.
    fn key(&mut self, number: usize) -> io::Result<()> {
        let typed = self.language.typed;
        let key = number % (2 * typed.len());
        if key < typed.len() {
            self.change(key, key, &typed[key..=key])
        } else {
            let left = 2 * typed.len() - key;
            self.change(left - 1, left, "")
        }
    }

    /// Repeats something for the time of a series. Keys come in pairs of texts, so that the line ends up blank.
    fn series(
        &mut self,
        count: usize,
        mut once: impl FnMut(&mut Self, usize) -> io::Result<f64>,
    ) -> io::Result<Vec<f64>> {
        let began = Instant::now();
        let round = 2 * self.language.typed.len();
        let mut took = Vec::new();
        for number in 0..count.next_multiple_of(round) {
            took.push(once(self, number)?);
            let is_whole = (number + 1) % round == 0;
            if is_whole && began.elapsed() > self.effort.series {
                break;
            }
        }
        Ok(took)
    }

    /// The percentiles of a series, and the processor time of the server for each of its operations.
    fn timed(
        &mut self,
        series: impl FnOnce(&mut Self) -> io::Result<Vec<f64>>,
    ) -> io::Result<(Vec<f64>, Vec<f64>)> {
        let before = self.client.processor_milliseconds();
        let took = series(self)?;
        let spent = before.zip(self.client.processor_milliseconds());
        let each = spent.map(|(before, after)| (after - before) / took.len() as f64);
        Ok((percentiles(took), each.into_iter().collect()))
    }

    fn edits(&mut self) -> io::Result<Vec<f64>> {
        self.series(self.effort.often, |session, number| {
            let began = Instant::now();
            session.key(number)?;
            session.client.diagnostics(session.version, PATIENCE)?;
            Ok(session.client.waited_milliseconds(began))
        })
    }

    /// A request about the document. An empty answer counts, also as an error.
    fn ask(&mut self, method: &str, mut params: Value) -> io::Result<Value> {
        params["textDocument"] = json!({ "uri": self.uri });
        let answer = self.client.request(method, params)?;
        match answer.get("error") {
            None => Ok(answer["result"].clone()),
            Some(error) if error["code"] == REQUEST_FAILED => Ok(Value::Null),
            Some(error) => Err(io::Error::other(format!("{method}: {error}"))),
        }
    }

    fn hovers(&mut self, with_edits: bool) -> io::Result<Vec<f64>> {
        let count = if with_edits {
            self.effort.seldom
        } else {
            self.effort.often
        };
        let pointed = if with_edits {
            &[self.language.data][..]
        } else {
            self.language.hovered
        };
        self.series(count, |session, number| {
            let before = pointed[number % pointed.len()];
            let from = session.blank + 1 + 7 * number;
            let all = session.lines.len();
            let line = (from..from + all).find(|line| session.lines[line % all].contains(before));
            let line = line.unwrap_or(from) % all;
            let character = session.lines[line]
                .find(before)
                .map_or(0, |at| at + before.len());
            let position = json!({ "position": { "line": line, "character": character } });
            let began = Instant::now();
            if with_edits {
                session.key(number)?;
            }
            session.ask("textDocument/hover", position)?;
            Ok(session.client.waited_milliseconds(began))
        })
    }

    fn completions(&mut self) -> io::Result<Vec<f64>> {
        self.series(self.effort.often, |session, number| {
            let text = session.language.completed[number % session.language.completed.len()];
            let (before, last) = text.split_at(text.len() - 1);
            session.change(0, 0, before)?;
            let position = json!({
                "position": { "line": session.blank, "character": text.len() },
                "context": { "triggerKind": 1 }
            });
            let began = Instant::now();
            session.change(before.len(), before.len(), last)?;
            session.ask("textDocument/completion", position)?;
            let took = session.client.waited_milliseconds(began);
            session.change(0, text.len(), "")?;
            Ok(took)
        })
    }

    fn tokens(&mut self, of_window: bool) -> io::Result<Vec<f64>> {
        let count = if of_window {
            self.effort.often
        } else {
            self.effort.seldom
        };
        self.series(count, |session, number| {
            let first = 7 * number % session.lines.len();
            let end = (first + WINDOW_LINES).min(session.lines.len());
            let place = |line: usize| json!({ "line": line, "character": 0 });
            let began = Instant::now();
            if of_window {
                let range = json!({ "range": { "start": place(first), "end": place(end) } });
                session.ask("textDocument/semanticTokens/range", range)?;
            } else {
                session.ask("textDocument/semanticTokens/full", json!({}))?;
            }
            Ok(session.client.waited_milliseconds(began))
        })
    }
}

fn percentiles(mut sample: Vec<f64>) -> Vec<f64> {
    sample.sort_by(f64::total_cmp);
    let at = |percent: usize| (sample.len() * percent).div_ceil(100).saturating_sub(1);
    let found = PERCENTILES
        .iter()
        .filter_map(|&percent| sample.get(at(percent)));
    found.copied().collect()
}
