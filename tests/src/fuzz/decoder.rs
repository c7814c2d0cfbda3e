use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};

use super::messages::{PATIENCE, framed, runtime};

/// Maximum length of a conversation in bytes.
const BYTES_MAX: usize = 1 << 14;

/// Bytes that a pipe holds.
const PIPE_BYTES: usize = 1 << 16;

/// The request that must be answered.
const LAST: &str = "the last one";

/// Only the message `exit` ends a session, regardless of what the library's decoder makes of the others: each line is the
/// content of a message, and the request after them is answered.
///
/// # Panics
/// If it is not.
pub fn decoder(data: &[u8]) {
    let lines = &data[..data.len().min(BYTES_MAX)];
    // `exit` may be written with escapes.
    if lines.windows(4).any(|it| it == b"exit") || lines.contains(&b'\\') && may_exit(lines) {
        return;
    }
    let begin = json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "capabilities": {} }
    });
    let last = json!({ "jsonrpc": "2.0", "id": LAST, "method": "shutdown" });
    let conversation = [
        framed(begin.to_string().as_bytes()),
        framed(lines),
        framed(last.to_string().as_bytes()),
    ]
    .concat();
    let runtime = runtime();
    let is_answered = runtime.block_on(async {
        let (ours, theirs) = tokio::io::duplex(PIPE_BYTES);
        let (server_reads, server_writes) = tokio::io::split(theirs);
        let (reader, mut writer) = tokio::io::split(ours);
        let server = tokio::spawn(mnc2_lsp::serve(server_reads, server_writes));
        let sent = tokio::spawn(async move {
            let _ = writer.write_all(&conversation).await;
            writer
        });
        let is_answered = tokio::time::timeout(PATIENCE, answers(reader)).await;
        // The server exits when its input is closed.
        drop(sent.await);
        let _ = tokio::time::timeout(PATIENCE, server).await;
        is_answered
    });
    runtime.shutdown_timeout(PATIENCE);
    assert_eq!(is_answered, Ok(true), "the session ended");
}

/// Whether one of these lines is an `exit` notification.
fn may_exit(lines: &[u8]) -> bool {
    lines.split(|&byte| byte == b'\n').any(|line| {
        let message = serde_json::from_slice::<Value>(line);
        message.is_ok_and(|message| message["method"] == "exit")
    })
}

/// Whether the last request is answered before the server closes its end.
async fn answers(mut reader: tokio::io::ReadHalf<DuplexStream>) -> bool {
    let mut written = Vec::new();
    let answer = format!("\"id\":\"{LAST}\"");
    let mut bytes = vec![0; PIPE_BYTES];
    loop {
        match reader.read(&mut bytes).await {
            Ok(0) | Err(_) => return false,
            Ok(length) => written.extend_from_slice(&bytes[..length]),
        }
        if written
            .windows(answer.len())
            .any(|it| it == answer.as_bytes())
        {
            return true;
        }
    }
}
