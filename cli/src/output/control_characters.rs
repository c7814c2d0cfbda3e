//! Control characters on their way to a terminal: made visible, so that the text of a program cannot move the cursor,
//! set the title, or hide what follows it.
//!
//! Tabs and line ends stay. The other controls of ASCII become the pictures that Unicode has for them, those from
//! U+0080 to U+009F, which some terminals obey too, become `<U+009B>`.

use std::borrow::Cow;
use std::io::{self, Write};

/// The content of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// No control sequence.
    Text,
    /// The sequences that set colours, which this program writes.
    Colored,
}

const ESCAPE: u8 = 0x1b;
/// The first byte in UTF-8 of the characters from U+0080 to U+00BF.
const FIRST_OF_C1: u8 = 0xc2;
/// The longest sequence that sets a colour, in bytes.
const COLOR_BYTES_MAX: usize = 32;

/// Makes control characters visible; keeps what may be the beginning of one until the next byte is known.
#[derive(Debug, Default)]
pub(super) struct Visible {
    /// A carriage return, which stays before a line feed, or the first byte of two.
    kept: Option<u8>,
}

impl Visible {
    pub(super) fn write(
        &mut self,
        out: &mut impl Write,
        bytes: &[u8],
        shown: Shown,
    ) -> io::Result<()> {
        let mut rest = bytes;
        while let [first, after @ ..] = rest {
            match (self.kept.take(), *first) {
                (Some(b'\r'), b'\n') => {
                    out.write_all(b"\r\n")?;
                    rest = after;
                    continue;
                }
                (Some(FIRST_OF_C1), second @ 0x80..=0x9f) => {
                    write!(out, "<U+{second:04X}>")?;
                    rest = after;
                    continue;
                }
                (Some(kept), _) => put(out, kept)?,
                (None, _) => {}
            }
            let plain = rest
                .iter()
                .position(|&byte| is_special(byte))
                .unwrap_or(rest.len());
            out.write_all(&rest[..plain])?;
            rest = &rest[plain..];
            match rest {
                [] => {}
                [byte @ (b'\r' | FIRST_OF_C1), after @ ..] => {
                    self.kept = Some(*byte);
                    rest = after;
                }
                [byte, after @ ..] => {
                    let length = color_bytes(rest).filter(|_| shown == Shown::Colored);
                    if let Some(length) = length {
                        out.write_all(&rest[..length])?;
                        rest = &rest[length..];
                    } else {
                        put(out, *byte)?;
                        rest = after;
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes what was kept.
    pub(super) fn finish(&mut self, out: &mut impl Write) -> io::Result<()> {
        match self.kept.take() {
            Some(kept) => put(out, kept),
            None => Ok(()),
        }
    }
}

/// A short text with its control characters visible; no line end stays.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut shown = Vec::new();
    let mut visible = Visible::default();
    for line in text.split_inclusive('\n') {
        let (line, end) = match line.strip_suffix('\n') {
            Some(line) => (line, "␊"),
            None => (line, ""),
        };
        let written = visible
            .write(&mut shown, line.as_bytes(), Shown::Text)
            .and_then(|()| visible.finish(&mut shown));
        // Memory can always be written.
        debug_assert!(written.is_ok());
        shown.extend_from_slice(end.as_bytes());
    }
    Cow::Owned(String::from_utf8_lossy(&shown).into_owned())
}

/// Whether a byte is a control character, or may begin one.
const fn is_special(byte: u8) -> bool {
    matches!(byte, 0..=0x08 | 0x0b..=0x1f | 0x7f | FIRST_OF_C1)
}

/// A single byte; a control character as its picture.
fn put(out: &mut impl Write, byte: u8) -> io::Result<()> {
    let picture = match byte {
        0..=0x1f => char::from_u32(0x2400 + u32::from(byte)),
        0x7f => Some('␡'),
        _ => None,
    };
    match picture {
        Some(picture) => write!(out, "{picture}"),
        None => out.write_all(&[byte]),
    }
}

/// How long the sequence that sets a colour is that a text begins with.
fn color_bytes(text: &[u8]) -> Option<usize> {
    let [ESCAPE, b'[', parameters @ ..] = text else {
        return None;
    };
    let end = parameters
        .iter()
        .take(COLOR_BYTES_MAX)
        .position(|byte| !matches!(byte, b'0'..=b'9' | b';'))?;
    (parameters[end] == b'm').then_some(end + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same for any division of the text into writes.
    fn check(text: &str, shown: Shown, expected: &str) {
        let bytes = text.as_bytes();
        for size in [bytes.len(), 1, 2] {
            // A colour comes in one write.
            if shown == Shown::Colored && size < bytes.len() {
                continue;
            }
            let mut out = Vec::new();
            let mut visible = Visible::default();
            for piece in bytes.chunks(size) {
                let written = visible.write(&mut out, piece, shown);
                written.expect("memory can be written");
            }
            visible.finish(&mut out).expect("memory can be written");
            assert_eq!(
                String::from_utf8_lossy(&out),
                expected,
                "{text:?} by {size}"
            );
        }
    }

    #[test]
    fn control_characters_are_shown() {
        check(
            "nop\t# 日本 é ¿\r\nnop\n",
            Shown::Text,
            "nop\t# 日本 é ¿\r\nnop\n",
        );
        check("\x1b]0;t\x07", Shown::Text, "␛]0;t␇");
        check(
            "\u{9b}31m a\u{80}\u{9f}\u{a0}",
            Shown::Text,
            "<U+009B>31m a<U+0080><U+009F>\u{a0}",
        );
        check("a\rb\x08\x7f\0", Shown::Text, "a␍b␈␡␀");
        check("\r", Shown::Text, "␍");
    }

    #[test]
    fn colours_stay_where_they_are_wanted() {
        check(
            "\x1b[1;31mred\x1b[0m\x1b[2J",
            Shown::Colored,
            "\x1b[1;31mred\x1b[0m␛[2J",
        );
        check("\x1b[1;31mred", Shown::Text, "␛[1;31mred");
    }

    #[test]
    fn a_short_text_is_one_line() {
        assert_eq!(visible("a.vsm"), "a.vsm");
        assert_eq!(visible("a\nb\x1b[1m\r\n"), "a␊b␛[1m␍␊");
    }
}
