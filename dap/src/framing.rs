//! Reads the requests of a client from its stream of bytes, and writes what it gets.

use std::io::{self, Read, Write};
use std::thread;
use std::time::Duration;

use mnc2_project::frames::{Frames, framed};
use mnc2_project::surrogates::with_whole_characters;
use mnc2_text::{Message, message};
use serde_json::Value;

use crate::protocol::Request;

/// Longest message; a longer one is skipped.
pub const MESSAGE_BYTES_MAX: usize = 64 << 20;
/// Bytes read from the stream at a time.
const READ_BYTES: usize = 64 << 10;
/// The pause before a stream that returned without data is read again.
const PAUSE: Duration = Duration::from_millis(5);

/// The messages of a stream.
#[derive(Debug)]
pub struct Requests<I> {
    input: I,
    buffer: Box<[u8]>,
    frames: Frames,
}

/// What a client has sent.
#[derive(Clone, Debug)]
pub enum Incoming {
    /// A request, and how long it was in bytes.
    Request(Request, usize),
    /// A message that is skipped, with the reason.
    Unreadable(Message),
}

impl<I: Read> Requests<I> {
    pub fn new(input: I) -> Self {
        Self::with_limit(input, MESSAGE_BYTES_MAX)
    }

    /// The messages that are not longer than this many bytes.
    pub fn with_limit(input: I, message_bytes_max: usize) -> Self {
        Self {
            input,
            buffer: vec![0; READ_BYTES].into(),
            frames: Frames::new(message_bytes_max),
        }
    }
}

impl<I: Read> Iterator for Requests<I> {
    type Item = Incoming;

    /// The next message; `None` when the stream has ended.
    fn next(&mut self) -> Option<Incoming> {
        loop {
            while let Some(message) = self.frames.read() {
                if let Some(incoming) = incoming(message.as_deref()) {
                    return Some(incoming);
                }
            }
            match self.input.read(&mut self.buffer) {
                Ok(0) => return None,
                Ok(length) => self.frames.push(&self.buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(PAUSE),
                // A stream that cannot be read has ended, regardless of the reason.
                Err(_) => return None,
            }
        }
    }
}

/// The content of a message; `None` if it is not a request.
pub(crate) fn incoming(message: Option<&[u8]>) -> Option<Incoming> {
    let Some(bytes) = message else {
        return Some(Incoming::Unreadable(message!(
            "a message without a valid length, or one that is too long, was skipped"
        )));
    };
    let whole = with_whole_characters(bytes);
    let value: Value = match serde_json::from_slice(&whole) {
        Ok(value) => value,
        Err(error) => {
            return Some(Incoming::Unreadable(message!(
                "a message that is not JSON was skipped: {error}",
                error = error.to_string()
            )));
        }
    };
    // The adapter sends no requests, so no response is expected.
    if value["type"] == "response" || value["type"] == "event" {
        return None;
    }
    let is_request = value["type"] == "request";
    Some(match serde_json::from_value::<Request>(value) {
        Ok(request) if is_request => Incoming::Request(request, bytes.len()),
        Ok(_) | Err(_) => Incoming::Unreadable(message!(
            "a message that is not a request of the Debug Adapter Protocol was skipped"
        )),
    })
}

/// Writes a message after its header.
///
/// # Errors
/// Why it could not be written.
pub fn write(output: &mut impl Write, body: &[u8]) -> io::Result<()> {
    output.write_all(&framed(body))?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time, and nothing at every second attempt.
    struct Reluctant<'a>(&'a [u8], usize, bool);

    impl Read for Reluctant<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.2 = !self.2;
            if self.2 {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let taken = self.1.min(self.0.len()).min(buffer.len());
            let (now, later) = self.0.split_at(taken);
            buffer[..taken].copy_from_slice(now);
            self.0 = later;
            Ok(taken)
        }
    }

    fn framed(body: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut bytes, body.as_bytes()).expect("memory");
        bytes
    }

    /// The commands of the requests in a stream; `-` for what is skipped.
    fn commands(stream: &[u8]) -> String {
        let incoming = |piece| Requests::new(Reluctant(stream, piece, false));
        let name = |incoming| match incoming {
            Incoming::Request(request, _) => request.command,
            Incoming::Unreadable(_) => "-".to_owned(),
        };
        let all: Vec<String> = incoming(1 << 16).map(name).collect();
        if stream.len() < 1000 {
            let pieces: Vec<String> = incoming(3).map(name).collect();
            assert_eq!(all, pieces);
        }
        all.join(" ")
    }

    #[test]
    fn requests_are_read_and_everything_else_is_skipped() {
        let good = r#"{"seq":1,"type":"request","command":"threads"}"#;
        for (body, expected) in [
            (good, "threads"),
            (
                r#"{"seq":2,"type":"request","command":"a","arguments":{"x":1},"more":[]}"#,
                "a",
            ),
            (
                r#"{"seq":2,"type":"request","command":"\ud83d"}"#,
                "\u{fffd}",
            ),
            (r#"{"seq":3,"type":"response","request_seq":1}"#, ""),
            (r#"{"seq":3,"type":"event","event":"x"}"#, ""),
            (r#"{"seq":"3","type":"request","command":"a"}"#, "-"),
            (r#"{"seq":3,"type":"request"}"#, "-"),
            (r#"{"seq":3,"command":"a"}"#, "-"),
            ("[]", "-"),
            ("", "-"),
            ("{", "-"),
        ] {
            let mut stream = framed(body);
            stream.extend(framed(good));
            assert_eq!(
                commands(&stream).trim(),
                format!("{expected} threads").trim()
            );
        }
        let deep = "[".repeat(100_000);
        assert_eq!(commands(&framed(&deep)), "-");
    }

    #[test]
    fn a_stream_can_hold_anything() {
        assert_eq!(commands(b""), "");
        assert_eq!(commands(b"Content-Length: 100\r\n\r\n{\"seq\":1"), "");
        let good = framed(r#"{"seq":1,"type":"request","command":"threads"}"#);
        let mut stream = b"Length: 2\r\n\r\n{}".to_vec();
        stream.extend(&good);
        assert_eq!(commands(&stream), "- threads");
        let text = "x".repeat(10 << 20);
        let body = format!(
            r#"{{"seq":1,"type":"request","command":"long","arguments":{{"x":"{text}"}}}}"#
        );
        let mut stream = framed(&body);
        stream.extend(&good);
        assert_eq!(commands(&stream), "long threads");
        let mut stream = format!("Content-Length: {}\r\n\r\n", MESSAGE_BYTES_MAX + 1).into_bytes();
        stream.resize(stream.len() + MESSAGE_BYTES_MAX + 1, b' ');
        stream.extend(&good);
        assert_eq!(commands(&stream), "- threads");
    }
}
