//! The client's messages on their way in.
//!
//! The transport behind this ends the conversation at the first message that is
//! not JSON-RPC, and notices nothing when the client dies while a request is in
//! work. So every message is looked at here before: a malformed one is replaced
//! by a request that is answered with the error that JSON-RPC asks for, and the
//! end of the stream is told at once.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};
use tower_lsp::jsonrpc::{Request, Response};

/// The method of the request that stands for a malformed message.
pub(super) const MALFORMED: &str = "$/mnc2/malformed";

/// Longest message; a longer one is skipped.
const MESSAGE_BYTES_MAX: usize = 256 << 20;
/// Longest header of a message.
const HEADER_BYTES_MAX: usize = 4096;
/// Bytes asked of the stream at a time.
const READ_BYTES: usize = 64 << 10;

/// A stream of well-formed messages, made of a stream of any bytes.
pub(super) struct Intake<I, F> {
    input: I,
    buffer: Box<[u8]>,
    frames: Frames,
    outgoing: Vec<u8>,
    outgoing_from: usize,
    at_end: Option<F>,
}

impl<I, F: FnOnce()> Intake<I, F> {
    /// Reads from `input`; `at_end` is called once when it has nothing more to give.
    pub(super) fn new(input: I, at_end: F) -> Self {
        Self {
            input,
            buffer: vec![0; READ_BYTES].into(),
            frames: Frames::default(),
            outgoing: Vec::new(),
            outgoing_from: 0,
            at_end: Some(at_end),
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
            let mut read = ReadBuf::new(&mut this.buffer);
            let result = std::task::ready!(Pin::new(&mut this.input).poll_read(context, &mut read));
            // A stream that cannot be read has come to its end, whatever the reason.
            match result {
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

/// A message as it goes on: itself when it is well-formed.
fn frame(message: Option<&[u8]>) -> Vec<u8> {
    let replacement = format!(r#"{{"jsonrpc":"2.0","id":null,"method":"{MALFORMED}"}}"#);
    let body = message
        .filter(|message| is_well_formed(message))
        .unwrap_or(replacement.as_bytes());
    let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    frame.extend_from_slice(body);
    frame
}

fn is_well_formed(message: &[u8]) -> bool {
    // The same types decide further on, so nothing passes here that fails there.
    serde_json::from_slice::<Request>(message).is_ok()
        || serde_json::from_slice::<Response>(message).is_ok()
}

/// Cuts a stream of bytes into messages.
#[derive(Default)]
struct Frames {
    bytes: Vec<u8>,
    state: State,
}

#[derive(Default)]
enum State {
    /// At the start of a header.
    #[default]
    Header,
    /// Before a message of so many bytes.
    Body(usize),
    /// Within a message that is too long: so many bytes are left of it.
    Skip(usize),
}

impl Frames {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next message; `Some(None)` for one that cannot be read, `None` when more bytes are needed.
    fn next(&mut self) -> Option<Option<Vec<u8>>> {
        loop {
            match self.state {
                State::Header => {
                    let header_end = self
                        .bytes
                        .windows(4)
                        .take(HEADER_BYTES_MAX)
                        .position(|window| window == b"\r\n\r\n");
                    let Some(header_end) = header_end else {
                        if self.bytes.len() < HEADER_BYTES_MAX {
                            return None;
                        }
                        self.bytes.clear();
                        return Some(None);
                    };
                    let header: Vec<u8> = self.bytes.drain(..header_end + 4).collect();
                    match content_length(&header) {
                        Some(length) if length <= MESSAGE_BYTES_MAX => {
                            self.state = State::Body(length);
                        }
                        Some(length) => {
                            self.state = State::Skip(length);
                            return Some(None);
                        }
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
                    let skipped = left.min(self.bytes.len());
                    self.bytes.drain(..skipped);
                    if skipped < left {
                        self.state = State::Skip(left - skipped);
                        return None;
                    }
                    self.state = State::Header;
                }
            }
        }
    }
}

fn content_length(header: &[u8]) -> Option<usize> {
    str::from_utf8(header).ok()?.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.trim()
            .eq_ignore_ascii_case("content-length")
            .then(|| value.trim().parse().ok())?
    })
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
        let noise = "x".repeat(HEADER_BYTES_MAX);
        assert_eq!(messages(noise.as_bytes(), 100), [None]);
    }

    #[test]
    fn a_message_that_is_too_long_is_skipped() {
        let mut frames = Frames {
            bytes: b"22Content-Length: 1\r\n\r\n1".to_vec(),
            state: State::Skip(2),
        };
        assert_eq!(frames.next(), Some(Some(b"1".to_vec())));
        let header = format!("Content-Length: {}\r\n\r\n", MESSAGE_BYTES_MAX + 1);
        assert_eq!(messages(header.as_bytes(), 7), [None]);
    }

    #[test]
    fn only_json_rpc_goes_on() {
        let goes_on = |message: &str| is_well_formed(message.as_bytes());
        assert!(goes_on(r#"{"jsonrpc":"2.0","method":"x"}"#));
        assert!(goes_on(r#"{"jsonrpc":"2.0","id":1,"result":null}"#));
        assert!(goes_on(
            r#"{"jsonrpc":"2.0","id":"a","method":"x","params":[]}"#
        ));
        for wrong in [
            "",
            "{",
            "1",
            "[]",
            "{}",
            r#"{"jsonrpc":"1.0","method":"x"}"#,
        ] {
            assert!(!goes_on(wrong), "{wrong}");
        }
        assert!(!is_well_formed(
            b"{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}"
        ));
    }
}
