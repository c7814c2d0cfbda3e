//! Reads the client's messages.
//!
//! The transport ends the session at the first message that is not JSON-RPC, and does not notice that the client exits while a
//! request is being answered. Therefore every message is checked here first. A message that is neither a request nor a response
//! is replaced by a request that is answered with the error that JSON-RPC prescribes, and the end of the stream is reported
//! immediately. After an invalid header the next valid header is searched for.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use mnc2_project::frames::{Frames, framed};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::time::Sleep;

use super::decode;

/// The method of the request that replaces a message that is not JSON.
pub(in crate::lsp) const MALFORMED: &str = "$/mnc2/malformed";
/// The method of the request that replaces JSON that is not a message, such as a batch.
pub(in crate::lsp) const INVALID: &str = "$/mnc2/invalid";

/// Longest message; a longer one is skipped.
const MESSAGE_BYTES_MAX: usize = 256 << 20;
/// Bytes read from the stream at a time.
const READ_BYTES: usize = 64 << 10;
/// The pause before a stream that returned without data is read again.
const PAUSE: Duration = Duration::from_millis(5);

/// A stream of well-formed messages, made from any stream of bytes.
pub(in crate::lsp) struct Reader<I, F> {
    input: I,
    buffer: Box<[u8]>,
    frames: Frames,
    outgoing: Vec<u8>,
    outgoing_from: usize,
    at_end: Option<F>,
    pause: Option<Pin<Box<Sleep>>>,
}

impl<I, F: FnOnce()> Reader<I, F> {
    /// Reads from `input`; calls `at_end` once when it has ended.
    pub(in crate::lsp) fn new(input: I, at_end: F) -> Self {
        Self {
            input,
            buffer: vec![0; READ_BYTES].into(),
            frames: Frames::new(MESSAGE_BYTES_MAX),
            outgoing: Vec::new(),
            outgoing_from: 0,
            at_end: Some(at_end),
            pause: None,
        }
    }
}

impl<I: AsyncRead + Unpin, F: FnOnce() + Unpin> AsyncRead for Reader<I, F> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        target: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        loop {
            let rest = &this.outgoing[this.outgoing_from..];
            if !rest.is_empty() {
                let taken = rest.len().min(target.remaining());
                target.put_slice(&rest[..taken]);
                this.outgoing_from += taken;
                return Poll::Ready(Ok(()));
            }
            if let Some(message) = this.frames.read() {
                this.outgoing = frame(message.as_deref());
                this.outgoing_from = 0;
                continue;
            }
            if this.at_end.is_none() {
                return Poll::Ready(Ok(()));
            }
            if let Some(pause) = &mut this.pause {
                std::task::ready!(pause.as_mut().poll(context));
                this.pause = None;
            }
            let mut read = ReadBuf::new(&mut this.buffer);
            let result = std::task::ready!(Pin::new(&mut this.input).poll_read(context, &mut read));
            // A stream that cannot be read has ended, regardless of the reason.
            match result {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    this.pause = Some(Box::pin(tokio::time::sleep(PAUSE)));
                }
                Ok(()) if !read.filled().is_empty() => this.frames.push(read.filled()),
                Ok(()) | Err(_) => {
                    if let Some(at_end) = this.at_end.take() {
                        at_end();
                    }
                }
            }
        }
    }
}

/// The message that is passed on: itself if it is well-formed.
fn frame(message: Option<&[u8]>) -> Vec<u8> {
    let body = match message.and_then(decode::readable) {
        Some(message) => message,
        None => replacement_of(message.unwrap_or_default())
            .into_bytes()
            .into(),
    };
    framed(&body)
}

/// The request that replaces an invalid message. The sender gets the answer.
fn replacement_of(message: &[u8]) -> String {
    let (method, id) = match serde_json::from_slice::<Value>(message) {
        Ok(value) => (INVALID, value.get("id").cloned()),
        Err(_) => (MALFORMED, None),
    };
    let id = id.filter(|id| id.is_i64() || id.is_string());
    json!({ "jsonrpc": "2.0", "id": id, "method": method }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that has nothing yet is asked again.
    #[tokio::test]
    async fn a_stream_that_does_not_wait_has_not_ended() {
        use tokio::io::AsyncReadExt as _;

        /// Gives one byte after each refusal.
        struct Reluctant(Vec<u8>, bool);

        impl AsyncRead for Reluctant {
            fn poll_read(
                mut self: Pin<&mut Self>,
                _: &mut Context<'_>,
                target: &mut ReadBuf<'_>,
            ) -> Poll<io::Result<()>> {
                self.1 = !self.1;
                if self.1 && !self.0.is_empty() {
                    return Poll::Ready(Err(io::ErrorKind::WouldBlock.into()));
                }
                if !self.0.is_empty() {
                    target.put_slice(&[self.0.remove(0)]);
                }
                Poll::Ready(Ok(()))
            }
        }

        let message = r#"{"jsonrpc":"2.0","method":"x"}"#;
        let stream = format!("Content-Length: {}\r\n\r\n{message}", message.len());
        let mut read = String::new();
        let mut reader = Reader::new(Reluctant(stream.clone().into_bytes(), false), || ());
        let end = reader.read_to_string(&mut read).await;
        assert_eq!((end.expect("no error"), read), (stream.len(), stream));
    }
}
