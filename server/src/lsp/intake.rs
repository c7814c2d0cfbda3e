//! Reads the client's messages.
//!
//! The transport ends the session at the first message that is not JSON-RPC, and does not notice that the client dies
//! while a request is in work. So every message is checked here first. One that is neither a request nor a response is
//! replaced by a request that is answered with the error that JSON-RPC prescribes, and the end of the stream is
//! reported at once. After an invalid header the next valid one is searched for.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::time::Sleep;

use super::wire;

/// The method of the request that replaces a message that is not JSON.
pub(super) const MALFORMED: &str = "$/mnc2/malformed";
/// The method of the request that replaces JSON that is not a message, such as a batch.
pub(super) const INVALID: &str = "$/mnc2/invalid";

/// Longest message; a longer one is skipped.
const MESSAGE_BYTES_MAX: usize = 256 << 20;
/// Longest message that is skipped; a message whose header announces more never arrives.
const SKIPPED_BYTES_MAX: u64 = 4 << 30;
/// Longest header of a message.
const HEADER_BYTES_MAX: usize = 4096;
/// How much of an invalid stretch is kept: the next header may have begun in it.
const NOISE_BYTES_KEPT: usize = 512;
/// Bytes read from the stream at a time.
const READ_BYTES: usize = 64 << 10;
/// How soon a stream that does not wait for its writer is asked again.
const PAUSE: Duration = Duration::from_millis(5);

/// A stream of well-formed messages, made from any stream of bytes.
pub(super) struct Intake<I, F> {
    input: I,
    buffer: Box<[u8]>,
    frames: Frames,
    outgoing: Vec<u8>,
    outgoing_from: usize,
    at_end: Option<F>,
    pause: Option<Pin<Box<Sleep>>>,
}

impl<I, F: FnOnce()> Intake<I, F> {
    /// Reads from `input`; calls `at_end` once when it has ended.
    pub(super) fn new(input: I, at_end: F) -> Self {
        Self {
            input,
            buffer: vec![0; READ_BYTES].into(),
            frames: Frames::default(),
            outgoing: Vec::new(),
            outgoing_from: 0,
            at_end: Some(at_end),
            pause: None,
        }
    }
}

impl<I: AsyncRead + Unpin, F: FnOnce() + Unpin> AsyncRead for Intake<I, F> {
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
            if let Some(message) = this.frames.next() {
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
            // A stream that cannot be read has ended, whatever the reason.
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
    let body = match message.and_then(wire::readable) {
        Some(message) => message,
        None => replacement_of(message.unwrap_or_default())
            .into_bytes()
            .into(),
    };
    let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    frame.extend_from_slice(&body);
    frame
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

/// Cuts a stream of bytes into messages.
#[derive(Default)]
struct Frames {
    bytes: Vec<u8>,
    state: State,
    /// Whether the last header had no valid length, so that the next one can be anywhere.
    is_lost: bool,
}

#[derive(Default)]
enum State {
    /// At the start of a header.
    #[default]
    Header,
    /// Before a message of this many bytes.
    Body(usize),
    /// Within a message that is too long, with this many bytes left.
    Skip(u64),
}

impl Frames {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next message; `Some(None)` for one that cannot be read, `None` if more bytes are needed.
    fn next(&mut self) -> Option<Option<Vec<u8>>> {
        loop {
            match self.state {
                State::Header => {
                    let found = self.bytes.windows(4).position(|it| it == b"\r\n\r\n");
                    if found.unwrap_or(self.bytes.len()) >= HEADER_BYTES_MAX && !self.is_lost {
                        self.is_lost = true;
                        return Some(None);
                    }
                    let Some(end) = found else {
                        if self.is_lost {
                            let noise = self.bytes.len().saturating_sub(NOISE_BYTES_KEPT);
                            self.bytes.drain(..noise);
                        }
                        return None;
                    };
                    let header: Vec<u8> = self.bytes.drain(..end + 4).collect();
                    let said = if self.is_lost {
                        behind_noise(&header)
                    } else {
                        &header
                    };
                    let length = content_length(said);
                    let was_lost = std::mem::replace(&mut self.is_lost, length.is_none());
                    match length {
                        Some(length) if length <= MESSAGE_BYTES_MAX as u64 => {
                            self.state = State::Body(length as usize);
                        }
                        Some(length) => {
                            self.state = State::Skip(length);
                            return Some(None);
                        }
                        None if was_lost && said.is_empty() => {}
                        None => return Some(None),
                    }
                }
                State::Body(length) => {
                    if self.bytes.len() < length {
                        return None;
                    }
                    self.state = State::Header;
                    let rest = self.bytes.split_off(length);
                    return Some(Some(std::mem::replace(&mut self.bytes, rest)));
                }
                State::Skip(left) => {
                    let here = self.bytes.len() as u64;
                    if here < left {
                        self.bytes.clear();
                        self.state = State::Skip(left - here);
                        return None;
                    }
                    self.bytes.drain(..left as usize);
                    self.state = State::Header;
                }
            }
        }
    }
}

const LENGTH: &[u8] = b"content-length";

/// The length that a header gives for its message; `None` also for a length that no message has.
fn content_length(header: &[u8]) -> Option<u64> {
    // Bytes that are not text are no header, but another line may hold one.
    let text = String::from_utf8_lossy(header);
    let length = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.trim().as_bytes().eq_ignore_ascii_case(LENGTH);
        is_length.then(|| value.trim().parse::<u64>().ok())?
    });
    length.filter(|&length| length <= SKIPPED_BYTES_MAX)
}

/// The last header in what may be the rest of a message followed by a header; empty if there is none.
fn behind_noise(bytes: &[u8]) -> &[u8] {
    let start = bytes
        .windows(LENGTH.len())
        .rposition(|it| it.eq_ignore_ascii_case(LENGTH));
    start.map_or(&[], |start| &bytes[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(stream: &[u8], step: usize) -> Vec<Option<String>> {
        let mut frames = Frames::default();
        let mut found = Vec::new();
        for bytes in stream.chunks(step) {
            frames.push(bytes);
            while let Some(message) = frames.next() {
                found.push(message.map(|message| String::from_utf8_lossy(&message).into_owned()));
            }
        }
        found
    }

    fn check(stream: &str, expected: &[Option<&str>]) {
        for step in [1, 3, stream.len().max(1)] {
            let found = messages(stream.as_bytes(), step);
            let found: Vec<Option<&str>> = found.iter().map(Option::as_deref).collect();
            assert_eq!(found, expected, "{stream:?} in pieces of {step}");
        }
    }

    #[test]
    fn a_stream_is_cut_into_messages() {
        check("", &[]);
        check("Content-Length: 2\r\n\r\n{}", &[Some("{}")]);
        check(
            "content-length:1\r\nContent-Type: x\r\nX: y\r\n\r\n1Content-Length: 2\r\n\r\n22",
            &[Some("1"), Some("22")],
        );
        check("Content-Length: 5\r\n\r\n12", &[]);
    }

    #[test]
    fn a_header_without_length_is_passed_over() {
        check(
            "Length: 2\r\n\r\nContent-Length: 1\r\n\r\n1",
            &[None, Some("1")],
        );
        check("Content-Length: -1\r\n\r\n", &[None]);
        check(
            "Content-Length: -1\r\n\r\nContent-Length: -1\r\n\r\n",
            &[None, None],
        );
        let noise = "x".repeat(HEADER_BYTES_MAX);
        assert_eq!(messages(noise.as_bytes(), 100), [None]);
    }

    #[test]
    fn behind_a_header_that_says_nothing_the_next_one_is_found() {
        let long = "x".repeat(3 * HEADER_BYTES_MAX);
        for wrong in [
            "Content-Length: -1\r\n\r\n{}",
            "Content-Length: 9223372036854775808\r\n\r\n{}",
            "Content-Length: 18446744073709551616\r\n\r\n",
            "Content-Length: two\r\n\r\n{\"a\": \"\u{e9}\"}",
            "\r\n\r\n{}\r\n\r\n{}",
            &long,
            &format!("Content-Length:\r\n\r\n{long}"),
        ] {
            let stream = format!(
                "{wrong}Content-Type: x\r\nContent-Length: 2\r\nX: y\r\n\r\n22Content-Length: 1\r\n\r\n1"
            );
            check(&stream, &[None, Some("22"), Some("1")]);
        }
    }

    #[test]
    fn noise_is_not_kept() {
        let mut frames = Frames::default();
        for _ in 0..100 {
            frames.push(&[b'x'; 1000]);
            while frames.next().is_some() {}
        }
        assert!(frames.bytes.len() <= NOISE_BYTES_KEPT);
    }

    #[test]
    fn a_message_that_is_too_long_is_skipped() {
        let mut frames = Frames {
            bytes: b"22Content-Length: 1\r\n\r\n1".to_vec(),
            state: State::Skip(2),
            is_lost: false,
        };
        assert_eq!(frames.next(), Some(Some(b"1".to_vec())));
        let header = format!("Content-Length: {}\r\n\r\n", MESSAGE_BYTES_MAX + 1);
        assert_eq!(messages(header.as_bytes(), 7), [None]);
    }

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
        let mut intake = Intake::new(Reluctant(stream.clone().into_bytes(), false), || ());
        let end = intake.read_to_string(&mut read).await;
        assert_eq!((end.expect("no error"), read), (stream.len(), stream));
    }
}
