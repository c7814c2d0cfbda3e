use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, process};

use mnc2_project::find_programs;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;

use super::messages::{PATIENCE, PIPE_BYTES, framed, is_answer, received, runtime};
use super::repeated::repeated;
use super::text_of;

/// Maximum length of an input in bytes.
const BYTES_MAX: usize = 4096;

/// Longest file that is made of it.
const FILE_BYTES_MAX: usize = 400 << 10;

/// Most entries of a folder.
const ENTRIES_MAX: usize = 30;

/// Where links may lead besides the folder: what never ends, what waits, and what is not there.
const DEVICES: &[&str] = &[
    "/dev/zero",
    "/dev/stdin",
    "/dev/tty",
    "/dev/full",
    "/no/such/file",
];

/// The placeholder in an input for the path of a file outside the folder.
const OUTSIDE: &str = "OUTSIDE";

/// The content of that file, in forms that each reader of it would repeat.
const SECRET: &str = "{\"data_type\": \"s3cret\"}\n";
const SECRET_WORD: &str = "s3cret";

/// Files that are opened in the editor.
const DOCUMENTS_MAX: usize = 8;

/// Questions about each of them.
const QUESTIONS: &[&str] = &[
    "textDocument/diagnostic",
    "textDocument/codeLens",
    "textDocument/documentLink",
    "textDocument/hover",
    "mnc2/language",
];

/// A workspace folder with any content, whose files (first lines, `mnc2.toml`, testcases, parameters, architectures) may name
/// any files: the command line's search ends and finds regular files below the folder alone, and the server answers requests
/// about it without the content of a file outside.
///
/// A line `+ file a/.ignore` begins a file, whose lines follow (`40000*{` is long); `+ pipe .git/HEAD` is a pipe,
/// `+ link .ignore 0` a link to a device, `+ link a/b ../c` one to a place in the folder, `+ link x OUTSIDE` one to a file
/// outside, whose path `OUTSIDE` is in a file too, and `+ folder x` a folder.
///
/// # Panics
/// If a search finds something else, or the server does not answer or shows content of a file outside.
pub fn folders(data: &[u8]) {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("mnc2-fuzz-{}-{number}", process::id());
    let folder = env::temp_dir().join(name);
    fs::create_dir(&folder).unwrap_or_else(|error| panic!("a new folder: {error}"));
    let outside = folder.with_extension("json");
    fs::write(&outside, SECRET).unwrap_or_else(|error| panic!("a file: {error}"));
    let documents = fill(&folder, &text_of(data, BYTES_MAX), &outside);
    let found: Vec<PathBuf> = find_programs::programs(&folder, &|| false)
        .filter_map(Result::ok)
        .collect();
    for path in &found {
        let kind = fs::symlink_metadata(path).map(|metadata| metadata.is_file());
        assert!(
            path.starts_with(&folder) && kind.is_ok_and(|is_file| is_file),
            "{path:?}"
        );
    }
    ask(&folder, &documents);
    let _ = fs::remove_dir_all(&folder);
    let _ = fs::remove_file(&outside);
}

/// Makes what the input describes, as far as it can be made. Returns the files, with their texts.
fn fill(folder: &Path, input: &str, outside: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in input.split("+ ").skip(1).take(ENTRIES_MAX) {
        let (head, content) = entry.split_once('\n').unwrap_or((entry, ""));
        let mut words = head.split_whitespace();
        let (Some(kind), Some(path)) = (words.next(), words.next()) else {
            continue;
        };
        let Some(path) = below(folder, path) else {
            continue;
        };
        // Writing into a pipe would wait for its reader.
        if fs::symlink_metadata(&path).is_ok() {
            continue;
        }
        if let Some(parent) = path.parent() {
            let _ = fs::create_dir_all(parent);
        }
        match kind {
            "file" => {
                let content = content.replace(OUTSIDE, &outside.to_string_lossy());
                let content = repeated(&content, FILE_BYTES_MAX);
                if fs::write(&path, &content).is_ok() {
                    files.push((path, content));
                }
            }
            "folder" => {
                let _ = fs::create_dir_all(&path);
            }
            "pipe" => special::pipe(&path),
            "link" => {
                let target = words.next().unwrap_or("0");
                let target = match target.parse::<usize>() {
                    Ok(number) => PathBuf::from(DEVICES[number % DEVICES.len()]),
                    Err(_) if target == OUTSIDE => outside.to_owned(),
                    Err(_) => below(folder, target).unwrap_or_default(),
                };
                special::link(&target, &path);
            }
            _ => {}
        }
    }
    files
}

/// A path in the folder; `None` for one that leads out of it, also over a link.
fn below(folder: &Path, path: &str) -> Option<PathBuf> {
    let names = path
        .split('/')
        .filter(|name| !matches!(*name, "" | "." | ".."));
    let mut whole = folder.to_owned();
    for name in names.take(8) {
        if fs::symlink_metadata(&whole).is_ok_and(|metadata| metadata.is_symlink()) {
            return None;
        }
        whole.push(name);
    }
    let is_link = fs::symlink_metadata(&whole).is_ok_and(|metadata| metadata.is_symlink());
    (whole != folder && !is_link).then_some(whole)
}

#[cfg(unix)]
mod special {
    use std::path::Path;

    use rustix::fs::{CWD, FileType, Mode, mknodat, symlink};

    pub(super) fn pipe(path: &Path) {
        let mode = Mode::from_raw_mode(0o600);
        let _ = mknodat(CWD, path, FileType::Fifo, mode, 0);
    }

    pub(super) fn link(target: &Path, path: &Path) {
        let _ = symlink(target, path);
    }
}

#[cfg(not(unix))]
mod special {
    use std::path::Path;

    pub(super) fn pipe(_path: &Path) {}

    pub(super) fn link(_target: &Path, _path: &Path) {}
}

/// Sends the server every request that reads files without a name in it, and requests about files that name others.
fn ask(folder: &Path, files: &[(PathBuf, String)]) {
    let uri = |path: &Path| format!("file://{}", path.display());
    let new = [(folder.join("new.vsm"), "nop\n".to_owned())];
    let documents = files.iter().take(DOCUMENTS_MAX).chain(&new);
    let mut conversation = Vec::new();
    let mut requests: u32 = 0;
    let mut send = |method: &str, params: Value, is_request: bool| {
        let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if is_request {
            message["id"] = json!(requests);
            requests += 1;
        }
        conversation.extend(framed(message.to_string().as_bytes()));
    };
    let start = json!({
        "capabilities": { "textDocument": { "diagnostic": {} } },
        "workspaceFolders": [{ "uri": uri(folder), "name": "x" }],
    });
    send("initialize", start, true);
    send("initialized", json!({}), false);
    for (path, text) in documents {
        let opened =
            json!({ "uri": uri(path), "languageId": "plaintext", "version": 1, "text": text });
        send(
            "textDocument/didOpen",
            json!({ "textDocument": opened }),
            false,
        );
        let about = json!({
            "textDocument": { "uri": uri(path) }, "position": { "line": 0, "character": 0 },
        });
        for method in QUESTIONS {
            send(method, about.clone(), true);
        }
    }
    send(
        "workspace/diagnostic",
        json!({ "previousResultIds": [] }),
        true,
    );
    send("workspace/symbol", json!({ "query": "" }), true);
    send(
        "mnc2/solutions",
        json!({ "textDocument": { "uri": uri(&new[0].0) } }),
        true,
    );
    let runtime = runtime();
    let said = runtime.block_on(async {
        let (ours, theirs) = tokio::io::duplex(PIPE_BYTES);
        let (server_reads, server_writes) = tokio::io::split(theirs);
        let (mut reader, mut writer) = tokio::io::split(ours);
        let server = tokio::spawn(mnc2_lsp::serve(server_reads, server_writes));
        let talk = async {
            let (mut said, mut written, mut answered) = (String::new(), Vec::new(), 0);
            let reads = async {
                while answered < requests {
                    let message = received(&mut reader, &mut written).await;
                    answered += u32::from(is_answer(&message));
                    said.push_str(&message.to_string());
                }
            };
            let (sent, ()) = tokio::join!(writer.write_all(&conversation), reads);
            assert!(sent.is_ok(), "the server reads");
            said
        };
        let said = tokio::time::timeout(PATIENCE, talk).await;
        drop((reader, writer));
        let _ = tokio::time::timeout(PATIENCE, server).await;
        said
    });
    runtime.shutdown_timeout(PATIENCE);
    let said = said.unwrap_or_else(|_| panic!("the server does not answer"));
    assert!(!said.contains(SECRET_WORD), "{said}");
}
