//! Cuts a stream of bytes into messages, each after a header that gives its length, as the language server protocol and
//! the debug adapter protocol have them.
//!
//! For any input, at most one message is kept, and the next valid header is found.

/// Longest header of a message.
const HEADER_BYTES_MAX: usize = 4096;
/// How much of an invalid stretch is kept: the next header may have begun in it.
const NOISE_BYTES_KEPT: usize = 512;

/// A message after its header.
#[must_use]
pub fn framed(body: &[u8]) -> Vec<u8> {
    let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    frame.extend_from_slice(body);
    frame
}

/// The bytes of a stream, as they arrive, and the messages in them.
#[derive(Debug)]
pub struct Frames {
    message_bytes_max: usize,
    bytes: Vec<u8>,
    state: State,
    /// Whether the last header had no valid length, so that the next one can be anywhere.
    is_lost: bool,
}

#[derive(Debug, Default)]
enum State {
    /// At the start of a header.
    #[default]
    Header,
    /// Before a message of this many bytes.
    Body(usize),
}

impl Frames {
    /// A stream whose messages have at most this many bytes. The length in the header of a longer message is not trusted: the
    /// next header is searched, so that only that message is lost.
    #[must_use]
    pub const fn new(message_bytes_max: usize) -> Self {
        Self {
            message_bytes_max,
            bytes: Vec::new(),
            state: State::Header,
            is_lost: false,
        }
    }

    /// Takes the next bytes of the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next message; `Some(None)` for one that cannot be read, `None` if more bytes are needed.
    pub fn read(&mut self) -> Option<Option<Vec<u8>>> {
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
                        after_noise(&header)
                    } else {
                        &header
                    };
                    let length = content_length(said);
                    let length = length.filter(|&it| it <= self.message_bytes_max as u64);
                    let was_lost = std::mem::replace(&mut self.is_lost, length.is_none());
                    match length {
                        Some(length) => self.state = State::Body(length as usize),
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
            }
        }
    }
}

const LENGTH: &[u8] = b"content-length";

/// The length that a header gives for its message.
fn content_length(header: &[u8]) -> Option<u64> {
    // Bytes that are not text are not a header, but another line may hold one.
    let text = String::from_utf8_lossy(header);
    text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.trim().as_bytes().eq_ignore_ascii_case(LENGTH);
        is_length.then(|| value.trim().parse::<u64>().ok())?
    })
}

/// The last header in what may be the rest of a message followed by a header; empty if no header is there.
fn after_noise(bytes: &[u8]) -> &[u8] {
    let start = bytes
        .windows(LENGTH.len())
        .rposition(|it| it.eq_ignore_ascii_case(LENGTH));
    start.map_or(&[], |start| &bytes[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGE_BYTES_MAX: usize = 1 << 20;

    fn messages(stream: &[u8], step: usize) -> Vec<Option<String>> {
        let mut frames = Frames::new(MESSAGE_BYTES_MAX);
        let mut found = Vec::new();
        for bytes in stream.chunks(step) {
            frames.push(bytes);
            while let Some(message) = frames.read() {
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
    fn after_a_header_that_says_nothing_the_next_one_is_found() {
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
        let mut frames = Frames::new(MESSAGE_BYTES_MAX);
        for _ in 0..100 {
            frames.push(&[b'x'; 1000]);
            while frames.read().is_some() {}
        }
        assert!(frames.bytes.len() <= NOISE_BYTES_KEPT);
    }

    #[test]
    fn a_message_that_is_too_long_is_skipped() {
        let header = format!("Content-Length: {}\r\n\r\n", MESSAGE_BYTES_MAX + 1);
        assert_eq!(messages(header.as_bytes(), 7), [None]);
        let body = "x".repeat(MESSAGE_BYTES_MAX + 1);
        let stream = format!("{header}{body}Content-Length: 1\r\n\r\n1");
        assert_eq!(
            messages(stream.as_bytes(), 1000),
            [None, Some("1".to_owned())]
        );
        // One that only announces it costs nothing else.
        for length in [1_u64 << 32, u64::MAX] {
            let stream = format!("Content-Length: {length}\r\n\r\n{{}}Content-Length: 1\r\n\r\n1");
            check(&stream, &[None, Some("1")]);
        }
    }
}
