//! What people read, in units: a paragraph, a heading, a string, a comment. Code spans are replaced by the word `code`.

use std::fs;
use std::path::{Path, PathBuf};

use mnc2_tests::files;
use regex::Regex;

/// Where a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A paragraph, item or table row of a page.
    Page,
    Heading,
    /// A paragraph directly after a code block.
    AfterBlock,
    /// The help of the command line.
    Help,
    /// A string of a program: messages, titles, documentation.
    Message,
    /// A description of a setting, and other texts of the extension's manifest.
    Setting,
    /// A string of the extension or of the playground.
    Script,
    Comment,
}

/// A text without its code, with line breaks as in the file.
pub(super) struct Unit {
    pub(super) kind: Kind,
    pub(super) file: String,
    /// The first line, counted from 1.
    pub(super) line: usize,
    pub(super) text: String,
    /// Whether it is a documentation comment.
    pub(super) is_doc: bool,
}

impl Unit {
    fn new(kind: Kind, file: &str, line: usize, text: &str) -> Self {
        Self {
            kind,
            file: file.to_owned(),
            line,
            text: without_code(text),
            is_doc: false,
        }
    }
}

fn without_code(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(index, part)| {
        if index % 2 == 0 {
            part.to_owned()
        } else {
            // The lines after it keep their numbers.
            "\n".repeat(part.matches('\n').count()) + "code"
        }
    });
    parts.collect()
}

/// Paragraphs, items, rows and headings of a page.
pub(super) fn page(file: &str, text: &str) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut paragraph = String::new();
    let (mut start, mut is_code, mut is_after) = (0, false, false);
    let mut flush = |paragraph: &mut String, start: usize, is_after: &mut bool| {
        if !paragraph.is_empty() {
            // A sentence may begin with code.
            let is_text = *is_after && !paragraph.starts_with('`');
            let kind = if is_text {
                Kind::AfterBlock
            } else {
                Kind::Page
            };
            units.push(Unit::new(kind, file, start, paragraph));
            paragraph.clear();
            *is_after = false;
        }
    };
    let mut headings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            is_code = !is_code;
            flush(&mut paragraph, start, &mut is_after);
            is_after = !is_code;
            continue;
        }
        if is_code {
            continue;
        }
        let is_item = trimmed.starts_with(['-', '*', '|', '#'])
            || trimmed
                .split_once(". ")
                .is_some_and(|(number, _)| number.parse::<u32>().is_ok());
        if trimmed.is_empty() || is_item {
            flush(&mut paragraph, start, &mut is_after);
        }
        if is_item {
            is_after = false;
        }
        if trimmed.starts_with('#') {
            let heading = trimmed.trim_start_matches('#').trim();
            headings.push(Unit::new(Kind::Heading, file, index + 1, heading));
        } else if !trimmed.is_empty() {
            if paragraph.is_empty() {
                start = index + 1;
            } else {
                paragraph.push('\n');
            }
            paragraph.push_str(trimmed);
        }
    }
    flush(&mut paragraph, start, &mut is_after);
    units.extend(headings);
    units
}

const RUST: &str = concat!(
    r#"(?s)(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)"#,
    r###"|(?P<raw>\br"[^"]*"|\br#".*?"#|\br##".*?"##)"###,
    r#"|(?P<string>"(?:\\.|[^"\\])*")|(?P<character>'(?:\\[^\n]|[^'\\\n])')"#
);

const SCRIPT: &str = concat!(
    r#"(?s)(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)|(?P<raw>`(?:\\.|[^`\\])*`)"#,
    r#"|(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"#
);

/// The comments of a source, and its strings of several words.
fn source(file: &str, text: &str, token: &Regex, kind: Kind) -> Vec<Unit> {
    // Tests at the end of a file have strings that no user reads.
    let test = Regex::new(r"\n#\[cfg\(test\)\]\s*mod \w+ \{").expect("a regular expression");
    let text = test.find(text).map_or(text, |test| &text[..test.start()]);
    let mut units: Vec<Unit> = Vec::new();
    // Lines of one comment: the marker, the first line, the text.
    let mut comment: Option<(String, usize, usize, String)> = None;
    let finish = |comment: &mut Option<(String, usize, usize, String)>, units: &mut Vec<Unit>| {
        if let Some((marker, first, _, text)) = comment.take() {
            units.push(Unit {
                is_doc: marker == "///",
                ..Unit::new(Kind::Comment, file, first, &text)
            });
        }
    };
    let (mut line, mut at) = (1, 0);
    for found in token.captures_iter(text) {
        let whole = found.get(0).expect("a match");
        line += text[at..whole.start()].matches('\n').count();
        at = whole.start();
        let found_text = whole.as_str();
        if found.name("line").is_some() {
            let marker = ["///", "//!", "//"]
                .into_iter()
                .find(|marker| found_text.starts_with(marker))
                .unwrap_or("//");
            let body = found_text[marker.len()..].trim();
            match &mut comment {
                Some((before, _, last, all))
                    if before == marker && *last + 1 == line && !body.is_empty() =>
                {
                    all.push('\n');
                    all.push_str(body);
                    *last = line;
                }
                _ => {
                    finish(&mut comment, &mut units);
                    comment = Some((marker.to_owned(), line, line, body.to_owned()));
                }
            }
            continue;
        }
        if found.name("block").is_some() {
            let lines = found_text[2..found_text.len() - 2].lines();
            let lines: Vec<&str> = lines
                .map(|line| line.trim().trim_start_matches('*').trim())
                .collect();
            units.push(Unit::new(Kind::Comment, file, line, &lines.join("\n")));
        } else if found.name("character").is_none() && found_text.contains(' ') {
            units.push(Unit::new(
                kind,
                file,
                line,
                // A template is in the quotes that mark code elsewhere.
                &found_text.trim_matches('`').replace("\\n", "  "),
            ));
        }
    }
    finish(&mut comment, &mut units);
    units.retain(|unit| !unit.text.is_empty());
    units
}

/// The documentation in a module of Python.
fn docstrings(file: &str, text: &str) -> Vec<Unit> {
    let docstring = Regex::new(r#"(?s)"{3}(.*?)"{3}"#).expect("a regular expression");
    let unit = |found: regex::Captures<'_>| {
        let text_of = found.get(1).expect("the text");
        let line = text[..text_of.start()].matches('\n').count() + 1;
        Unit::new(
            Kind::Message,
            file,
            line,
            &text_of.as_str().replace("``", "`"),
        )
    };
    docstring.captures_iter(text).map(unit).collect()
}

/// The strings of several words in JSON, a line each.
fn json(file: &str, text: &str) -> Vec<Unit> {
    let string = Regex::new(r#"^\s*(?:"[^"]*"\s*:\s*)?"((?:[^"\\]|\\.)* (?:[^"\\]|\\.)*)",?$"#)
        .expect("a regular expression");
    let unit = |(index, line): (usize, &str)| {
        let found = string.captures(line)?;
        // Conditions of commands are code.
        let is_code = line.trim_start().starts_with("\"when\"");
        (!is_code).then(|| Unit::new(Kind::Setting, file, index + 1, &found[1]))
    };
    text.lines().enumerate().filter_map(unit).collect()
}

/// Every file below a folder that is part of the repository.
fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        if name.starts_with('.') || matches!(&*name, "target" | "node_modules" | "out" | "dist") {
            continue;
        }
        if entry.file_type().expect("a kind of file").is_dir() {
            below(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Whether a source is part of tests, whose strings no user reads.
fn is_test(file: &str) -> bool {
    let folder =
        |name: &str| file.starts_with(&format!("{name}/")) || file.contains(&format!("/{name}/"));
    ["tests", "test", "examples", "benches", "fuzz"]
        .into_iter()
        .any(folder)
        || file.ends_with("tests.rs")
}

/// The kind of the strings of a script; `None` for one that people do not read.
fn scripts(file: &str) -> bool {
    let folders = ["editors/vscode/src/", "editors/vscode/webview/", "web/"];
    (file.ends_with(".ts") || file.ends_with(".mts"))
        && !file.ends_with(".d.ts")
        && folders.iter().any(|folder| file.starts_with(folder))
}

/// Whether a file's JSON is read by people, in English.
fn is_described(file: &str) -> bool {
    let files = [
        "editors/vscode/package.json",
        "editors/vscode/package.nls.json",
    ];
    files.contains(&file)
        || file.starts_with("docs/schemas/")
        || (file.starts_with("editors/vscode/snippets/") && file.ends_with(".json"))
}

/// Every text that people read.
pub(super) fn all() -> Vec<Unit> {
    let regex = |text: &str| Regex::new(text).expect("a regular expression");
    let (rust, script) = (regex(RUST), regex(SCRIPT));
    let mut paths = Vec::new();
    below(&files::root(), &mut paths);
    paths.sort();
    let mut units = Vec::new();
    for path in paths {
        let file = files::name(&path);
        let is_python = file.starts_with("python/mnc2/") && file.ends_with(".py");
        let is_help = file == "editors/neovim/doc/mnc2.txt";
        let is_read = is_python
            || is_help
            || file.ends_with(".md")
            || file.ends_with(".rs")
            || scripts(&file)
            || is_described(&file);
        if !is_read || file.contains(".ja.") {
            continue;
        }
        let text = fs::read_to_string(&path)
            .expect("a text")
            .replace("\r\n", "\n");
        if is_python {
            units.extend(docstrings(&file, &text));
        } else if is_help || file.ends_with(".md") {
            units.extend(page(&file, &text));
        } else if file.ends_with(".json") {
            units.extend(json(&file, &text));
        } else {
            let (token, kind) = match file.as_str() {
                file if file.ends_with(".rs") && file.starts_with("cli/src/args") => {
                    (&rust, Kind::Help)
                }
                file if file.ends_with(".rs") => (&rust, Kind::Message),
                _ => (&script, Kind::Script),
            };
            let mut found = source(&file, &text, token, kind);
            if kind == Kind::Help {
                for unit in &mut found {
                    // clap makes help of these comments.
                    unit.kind = if unit.is_doc { Kind::Help } else { unit.kind };
                    unit.is_doc = false;
                }
            }
            if is_test(&file) {
                found.retain(|unit| unit.kind == Kind::Comment);
            }
            units.extend(found);
        }
    }
    units
}
