use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, ReadHalf};

/// Maximum length of a conversation in bytes.
const BYTES_MAX: usize = 1 << 14;

/// Bytes that a pipe holds.
pub(super) const PIPE_BYTES: usize = 1 << 16;

/// Maximum time in which the server answers, or notices that its client is gone.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// For any input of a client, the server ends when the client leaves, and its output is framed JSON.
///
/// In a conversation that begins with `>`, each line is the content of a message and gets its header; others are sent
/// as they are.
///
/// # Panics
/// If the server panics, does not end, or writes anything else.
pub fn messages(data: &[u8]) {
    let data = &data[..data.len().min(BYTES_MAX)];
    let conversation = match data.strip_prefix(b">") {
        Some(lines) => framed(lines),
        None => data.to_vec(),
    };
    let runtime = runtime();
    let written = runtime.block_on(async {
        let (ours, theirs) = tokio::io::duplex(PIPE_BYTES);
        let (server_reads, server_writes) = tokio::io::split(theirs);
        let (mut reader, mut writer) = tokio::io::split(ours);
        let server = tokio::spawn(mnc2_lsp::serve(server_reads, server_writes));
        let sent = tokio::spawn(async move {
            // The server may be gone before everything is written.
            let _ = writer.write_all(&conversation).await;
            let _ = writer.shutdown().await;
        });
        let mut written = Vec::new();
        let all = async {
            let _ = reader.read_to_end(&mut written).await;
            let _ = sent.await;
            server.await
        };
        let ended = tokio::time::timeout(PATIENCE, all).await;
        let ended = ended.unwrap_or_else(|_| panic!("the server does not end"));
        assert!(ended.is_ok(), "the server panicked: {ended:?}");
        written
    });
    // Threads that are still ending while memory is checked would count as leaks.
    runtime.shutdown_timeout(PATIENCE);
    check_framing(&written);
}

/// The runtime of a server.
pub(super) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap_or_else(|error| panic!("a runtime: {error}"))
}

/// The lines as messages.
pub(super) fn framed(lines: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in lines.split(|&byte| byte == b'\n') {
        bytes.extend_from_slice(format!("Content-Length: {}\r\n\r\n", line.len()).as_bytes());
        bytes.extend_from_slice(line);
    }
    bytes
}

fn check_framing(mut rest: &[u8]) {
    while !rest.is_empty() {
        let length = rest
            .strip_prefix(b"Content-Length: ")
            .and_then(|rest| {
                let end = rest.windows(4).position(|window| window == b"\r\n\r\n")?;
                let length = std::str::from_utf8(&rest[..end])
                    .ok()?
                    .parse::<usize>()
                    .ok()?;
                Some((length, &rest[end + 4..]))
            })
            .unwrap_or_else(|| panic!("no header: {:?}", String::from_utf8_lossy(rest)));
        let (length, body) = length;
        assert!(length <= body.len(), "a message was cut off");
        let (content, next) = body.split_at(length);
        let message: Result<serde_json::Value, _> = serde_json::from_slice(content);
        assert!(message.is_ok_and(|message| message["jsonrpc"] == "2.0"));
        rest = next;
    }
}

/// The next message of a server; `written` is what has come and is not read.
pub(super) async fn received(reader: &mut ReadHalf<DuplexStream>, written: &mut Vec<u8>) -> Value {
    let mut bytes = vec![0; PIPE_BYTES];
    loop {
        if let Some(message) = taken(written) {
            return message;
        }
        match reader.read(&mut bytes).await {
            Ok(0) | Err(_) => panic!("the server ends"),
            Ok(length) => written.extend_from_slice(&bytes[..length]),
        }
    }
}

/// The first whole message of what is written, which is taken out.
fn taken(written: &mut Vec<u8>) -> Option<Value> {
    let end = written.windows(4).position(|it| it == b"\r\n\r\n")?;
    let header = String::from_utf8_lossy(&written[..end]);
    let length: usize = header.strip_prefix("Content-Length: ")?.parse().ok()?;
    let whole = end + 4 + length;
    let content = written.get(end + 4..whole)?;
    let message = serde_json::from_slice(content);
    let message = message.unwrap_or_else(|error| panic!("{error}"));
    written.drain(..whole);
    Some(message)
}

/// Whether a message is an answer.
pub(super) fn is_answer(message: &Value) -> bool {
    message["id"].is_u64() && message.get("method").is_none()
}
