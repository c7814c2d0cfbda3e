use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;

use super::commands::choices_of;
use super::messages::{PATIENCE, PIPE_BYTES, framed, is_answer, received, runtime};
use super::text_of;
use crate::generate::Choices;
use crate::languages::LANGUAGES;

/// Maximum length of a text in bytes.
const BYTES_MAX: usize = 1024;

/// Edits of a session, each of which is followed by questions.
const EDITS_MAX: u64 = 6;
const QUESTIONS: usize = 4;

/// The requests about a place or a document.
const METHODS: &[&str] = &[
    "mnc2/chip",
    "mnc2/grids",
    "mnc2/language",
    "mnc2/memory",
    "mnc2/timeline",
    "mnc2/word",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/diagnostic",
    "textDocument/documentHighlight",
    "textDocument/documentLink",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/hover",
    "textDocument/inlayHint",
    "textDocument/onTypeFormatting",
    "textDocument/prepareCallHierarchy",
    "textDocument/prepareRename",
    "textDocument/rangeFormatting",
    "textDocument/references",
    "textDocument/rename",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/signatureHelp",
];

const URI: &str = "untitled:program";

/// The server in each language, which the first byte chooses: for any text and edits, every request is answered once, also
/// about a text that was just edited or is closed, and the findings after all edits equal the findings in the same text that is
/// opened anew.
///
/// # Panics
/// If not.
pub fn sessions(data: &[u8]) {
    let Some((number, text)) = data.split_first() else {
        return;
    };
    let mut choices = choices_of(text);
    let language = LANGUAGES[usize::from(*number) % LANGUAGES.len()].id;
    let text = text_of(text, BYTES_MAX);
    let mut session = Session {
        parts: vec![(Vec::new(), 0)],
        requests: 0,
    };
    session.ask(
        "initialize",
        json!({ "capabilities": { "textDocument": { "diagnostic": {} } } }),
    );
    session.tell("initialized", json!({}));
    session.open(URI, language, &text);
    let mut edited = text;
    for version in 2..2 + choices.below(EDITS_MAX + 1) {
        // Whole lines, so that positions are the same in each encoding.
        let lines: Vec<&str> = edited.split_inclusive('\n').collect();
        let first = choices.below(lines.len() as u64 + 1) as usize;
        let end = (first + choices.below(3) as usize).min(lines.len());
        let from = choices.below(lines.len() as u64 + 1) as usize;
        let new = lines.get(from).map_or("\n", |line| *line).to_owned();
        // A line that ends otherwise would not be a line of the protocol.
        if edited.contains('\r') || !edited.ends_with('\n') {
            edited = format!("{edited}{new}");
            session.change(version, &json!([{ "text": edited }]));
        } else {
            let at = |line: usize| json!({ "line": line, "character": 0 });
            let range = json!({ "start": at(first), "end": at(end) });
            let change = json!([{ "range": range, "text": new }]);
            edited = [&*lines[..first].concat(), &new, &*lines[end..].concat()].concat();
            session.change(version, &change);
        }
        for _ in 0..QUESTIONS {
            let method = choices.one_of(METHODS);
            session.ask(method, question(&mut choices, &edited));
        }
    }
    let document = |uri: &str| json!({ "textDocument": { "uri": uri } });
    session.wait();
    let found = session.ask("textDocument/diagnostic", document(URI));
    let last = edited.lines().count().saturating_sub(1);
    session.ask(
        "workspace/executeCommand",
        json!({ "command": "mnc2.runToHere", "arguments": [{ "uri": URI, "line": last }] }),
    );
    session.wait();
    session.tell("textDocument/didClose", document(URI));
    session.ask("textDocument/hover", question(&mut choices, &edited));
    session.open("untitled:anew", language, &edited);
    let anew = session.ask("textDocument/diagnostic", document("untitled:anew"));
    let answers = session.answers();
    assert_eq!(
        items(&answers[found], URI),
        items(&answers[anew], "untitled:anew"),
        "{language}: {edited:?}"
    );
}

/// The findings, without the name of the document.
fn items(answer: &Value, uri: &str) -> String {
    let items = &answer["result"]["items"];
    assert!(items.is_array(), "{answer}");
    items.to_string().replace(uri, "")
}

/// Parameters that every method accepts, about some place.
fn question(choices: &mut Choices, text: &str) -> Value {
    let lines: Vec<&str> = text.split('\n').collect();
    let line = choices.below(lines.len() as u64) as usize;
    let character = choices.below(lines[line].len() as u64 + 1);
    let place = json!({ "line": line, "character": character });
    let range = json!({ "start": place, "end": { "line": line + 3, "character": 0 } });
    json!({
        "textDocument": { "uri": URI },
        "position": place,
        "positions": [place],
        "range": range,
        "lines": { "start": 0, "end": lines.len() },
        "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false },
        "options": { "tabSize": 4, "insertSpaces": true },
        "ch": "\n",
        "newName": "renamed",
        "memory": "$lm0",
    })
}

/// The messages of a client: parts, before each of which all earlier questions are answered.
struct Session {
    /// The bytes of a part, and how many requests there are up to its end.
    parts: Vec<(Vec<u8>, usize)>,
    requests: usize,
}

impl Session {
    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request, and returns its number.
    fn ask(&mut self, method: &str, params: Value) -> usize {
        let id = self.requests;
        self.requests += 1;
        self.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    fn open(&mut self, uri: &str, language: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, version: u64, changes: &Value) {
        let document = json!({ "uri": URI, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", params);
    }

    fn send(&mut self, message: Value) {
        let message = framed(message.to_string().as_bytes());
        if let Some((bytes, requests)) = self.parts.last_mut() {
            bytes.extend(message);
            *requests = self.requests;
        }
    }

    /// Later messages are sent when everything is answered.
    fn wait(&mut self) {
        self.parts.push((Vec::new(), self.requests));
    }

    /// The answers of a server, by the number of the request.
    fn answers(self) -> Vec<Value> {
        let runtime = runtime();
        let answers = runtime.block_on(async {
            let (ours, theirs) = tokio::io::duplex(PIPE_BYTES);
            let (server_reads, server_writes) = tokio::io::split(theirs);
            let (mut reader, mut writer) = tokio::io::split(ours);
            let server = tokio::spawn(mnc2_lsp::serve(server_reads, server_writes));
            let talk = async {
                let mut answers = vec![Value::Null; self.requests];
                let (mut written, mut answered) = (Vec::new(), 0);
                for (bytes, requests) in &self.parts {
                    let reads = async {
                        while answered < *requests {
                            let message = received(&mut reader, &mut written).await;
                            let id = message["id"].as_u64().filter(|_| is_answer(&message));
                            if let Some(answer) = id.and_then(|id| answers.get_mut(id as usize)) {
                                assert!(answer.is_null(), "answered twice: {message}");
                                *answer = message;
                                answered += 1;
                            }
                        }
                    };
                    let (sent, ()) = tokio::join!(writer.write_all(bytes), reads);
                    assert!(sent.is_ok(), "the server reads");
                }
                answers
            };
            let answers = tokio::time::timeout(PATIENCE, talk).await;
            drop((reader, writer));
            let _ = tokio::time::timeout(PATIENCE, server).await;
            answers
        });
        runtime.shutdown_timeout(PATIENCE);
        answers.unwrap_or_else(|_| panic!("some questions are not answered in {PATIENCE:?}"))
    }
}
