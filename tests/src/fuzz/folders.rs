use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, process};

use mnc2_project::walk;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::messages::{PATIENCE, framed, runtime};
use super::repeated::repeated;
use super::text_of;

/// Longest input.
const BYTES_MAX: usize = 4096;

/// Longest file that is made of it.
const FILE_BYTES_MAX: usize = 400 << 10;

/// Most entries of a folder.
const ENTRIES_MAX: usize = 30;

/// Bytes that a pipe holds.
const PIPE_BYTES: usize = 1 << 16;

/// Where links may lead besides the folder: what never ends, what waits, and what is not there.
const DEVICES: &[&str] = &[
    "/dev/zero",
    "/dev/stdin",
    "/dev/tty",
    "/dev/full",
    "/no/such/file",
];

/// A workspace folder, whatever is in it: the command line's search ends and finds regular files below the folder
/// alone, and the server answers what it is asked about it.
///
/// A line `+ file a/.ignore` begins a file, whose lines follow (`40000*{` is long); `+ pipe .git/HEAD` is a pipe,
/// `+ link .ignore 0` a link to a device, `+ link a/b ../c` one to a place in the folder, and `+ folder x` a folder.
///
/// # Panics
/// If a search finds something else, or the server does not answer.
pub fn folders(data: &[u8]) {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("mnc2-fuzz-{}-{number}", process::id());
    let folder = env::temp_dir().join(name);
    fs::create_dir(&folder).unwrap_or_else(|error| panic!("a new folder: {error}"));
    fill(&folder, &text_of(data, BYTES_MAX));
    let found: Vec<PathBuf> = walk::programs(&folder, &|| false)
        .filter_map(Result::ok)
        .collect();
    for path in &found {
        let kind = fs::symlink_metadata(path).map(|metadata| metadata.is_file());
        assert!(
            path.starts_with(&folder) && kind.is_ok_and(|is_file| is_file),
            "{path:?}"
        );
    }
    ask(&folder, &found);
    let _ = fs::remove_dir_all(&folder);
}

/// Makes what the input describes, as far as it can be made.
fn fill(folder: &Path, input: &str) {
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
                let _ = fs::write(&path, repeated(content, FILE_BYTES_MAX));
            }
            "folder" => {
                let _ = fs::create_dir_all(&path);
            }
            "pipe" => special::pipe(&path),
            "link" => {
                let target = words.next().unwrap_or("0");
                let target = match target.parse::<usize>() {
                    Ok(number) => PathBuf::from(DEVICES[number % DEVICES.len()]),
                    Err(_) => below(folder, target).unwrap_or_default(),
                };
                special::link(&target, &path);
            }
            _ => {}
        }
    }
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

/// Asks the server for everything that reads files which no one named.
fn ask(folder: &Path, programs: &[PathBuf]) {
    let uri = |path: &Path| format!("file://{}", path.display());
    let program = programs
        .first()
        .cloned()
        .unwrap_or_else(|| folder.join("new.vsm"));
    let document = json!({ "uri": uri(&program) });
    let opened = json!({
        "uri": uri(&program), "languageId": "mnc2", "version": 1, "text": "nop\n"
    });
    let messages = [
        (
            Some(0),
            "initialize",
            json!({
                "capabilities": { "textDocument": { "diagnostic": {} } },
                "workspaceFolders": [{ "uri": uri(folder), "name": "x" }],
            }),
        ),
        (None, "initialized", json!({})),
        (
            None,
            "textDocument/didOpen",
            json!({ "textDocument": opened }),
        ),
        (
            Some(1),
            "textDocument/diagnostic",
            json!({ "textDocument": document }),
        ),
        (
            Some(2),
            "textDocument/codeLens",
            json!({ "textDocument": document }),
        ),
        (
            Some(3),
            "workspace/diagnostic",
            json!({ "previousResultIds": [] }),
        ),
        (Some(4), "workspace/symbol", json!({ "query": "" })),
        (
            None,
            "textDocument/didClose",
            json!({ "textDocument": document }),
        ),
    ];
    let mut conversation = Vec::new();
    for (id, method, params) in messages {
        let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if let Some(id) = id {
            message["id"] = json!(id);
        }
        conversation.extend(framed(message.to_string().as_bytes()));
    }
    let runtime = runtime();
    let is_answered = runtime.block_on(async {
        let (ours, theirs) = tokio::io::duplex(PIPE_BYTES);
        let (server_reads, server_writes) = tokio::io::split(theirs);
        let (mut reader, mut writer) = tokio::io::split(ours);
        let server = tokio::spawn(mnc2_lsp::serve(server_reads, server_writes));
        let talk = async {
            let _ = writer.write_all(&conversation).await;
            let mut written = Vec::new();
            let mut bytes = vec![0; PIPE_BYTES];
            while answered(&written) < 5 {
                match reader.read(&mut bytes).await {
                    Ok(0) | Err(_) => return false,
                    Ok(length) => written.extend_from_slice(&bytes[..length]),
                }
            }
            true
        };
        let is_answered = tokio::time::timeout(PATIENCE, talk).await;
        drop((reader, writer));
        let _ = tokio::time::timeout(PATIENCE, server).await;
        is_answered
    });
    runtime.shutdown_timeout(PATIENCE);
    assert_eq!(is_answered, Ok(true), "the server answers");
}

/// How many requests are answered in what the server has written.
fn answered(written: &[u8]) -> usize {
    let text = String::from_utf8_lossy(written);
    let messages = text.split("Content-Length: ").filter_map(|message| {
        let (_, content) = message.split_once("\r\n\r\n")?;
        serde_json::from_str::<Value>(content).ok()
    });
    let is_answer = |message: &Value| message["id"].is_u64() && message.get("method").is_none();
    messages.filter(is_answer).count()
}
