//! Lines of a text, as the language server protocol counts them, and the text of a file's bytes.

use std::ops::Range;

/// Bytes from the start of a line.
pub type LineRange = Range<u32>;

/// A place between two characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, counted from 0.
    pub line: u32,
    /// Bytes from the start of the line.
    pub byte: u32,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Line, counted from 0.
    pub line: u32,
    /// The range in the line, in bytes.
    pub range: LineRange,
}

/// The lines of a text without their ends: `\n`, `\r\n` and a lone `\r` end a line.
/// A text that ends with a line end has an empty last line, as in an editor.
#[inline]
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    lines_with_ends(text).map(without_end)
}

/// The lines of a text with their ends.
#[inline]
pub fn lines_with_ends(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let current = rest?;
        match current
            .bytes()
            .position(|byte| byte == b'\n' || byte == b'\r')
        {
            Some(at) => {
                let end = if current[at..].starts_with("\r\n") {
                    at + 2
                } else {
                    at + 1
                };
                rest = Some(&current[end..]);
                Some(&current[..end])
            }
            None => {
                rest = None;
                Some(current)
            }
        }
    })
}

/// A line without its end.
#[must_use]
#[inline]
pub fn without_end(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// The text of a file's bytes: bytes that are not UTF-8 become U+FFFD one by one, so that the ASCII around them keeps
/// its place. The second value is the place of the first of them in the text. A file with a byte order mark of UTF-16
/// is read as such; then it is 0, and no character there is U+FFFD.
#[must_use]
pub fn decode(bytes: &[u8]) -> (String, Option<usize>) {
    if let Some(text) = decode_utf16(bytes) {
        return (text, Some(0));
    }
    let mut text = String::with_capacity(bytes.len());
    let mut first_bad = None;
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            first_bad.get_or_insert(text.len());
            text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
        }
    }
    (text, first_bad)
}

/// The text of bytes that begin with the byte order mark of UTF-16.
fn decode_utf16(bytes: &[u8]) -> Option<String> {
    let (order, rest): (fn([u8; 2]) -> u16, _) = match bytes {
        [0xff, 0xfe, rest @ ..] => (u16::from_le_bytes, rest),
        [0xfe, 0xff, rest @ ..] => (u16::from_be_bytes, rest),
        _ => return None,
    };
    let units = rest.chunks_exact(2).map(|pair| order([pair[0], pair[1]]));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.ok().filter(|_| rest.len() % 2 == 0)
}

/// U+FEFF in UTF-8, which some editors write at the start of a file.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Bytes of a line as its part; an end beyond 4 GiB, more than any parser reads, becomes the greatest one.
#[must_use]
#[inline]
pub fn range(bytes: Range<usize>) -> LineRange {
    let end = |byte| u32::try_from(byte).unwrap_or(u32::MAX);
    end(bytes.start)..end(bytes.end)
}

/// A part of a line; empty if the line has no such part.
#[must_use]
#[inline]
pub fn part<'a>(line: &'a str, range: &LineRange) -> &'a str {
    line.get(range.start as usize..range.end as usize)
        .unwrap_or_default()
}

/// How similar a word of a text or of a command must be to a name to be a misspelling of it, from 0 to 1.
pub const SIMILARITY_MIN: f64 = 0.6;

/// How similar a word must be to the name or value of a setting, to a code or to the name of a language, from 0 to 1.
pub const SETTING_SIMILARITY_MIN: f64 = 0.5;

/// The name most similar to a text, if any is similar at all; the first of several.
pub fn similar<'a>(
    text: &str,
    names: impl IntoIterator<Item = &'a str>,
    similarity_min: f64,
) -> Option<&'a str> {
    let mut best: Option<(f64, &str)> = None;
    for name in names {
        let similarity = strsim::normalized_damerau_levenshtein(text, name);
        if similarity >= similarity_min && best.is_none_or(|(most, _)| similarity > most) {
            best = Some((similarity, name));
        }
    }
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_in_an_editor() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(lines(text).collect::<Vec<_>>(), expected, "{text:?}");
        };
        check("", &[""]);
        check("a", &["a"]);
        check("a\nb", &["a", "b"]);
        check("a\r\nb\rc\n", &["a", "b", "c", ""]);
        check("\r\r\n\n", &["", "", "", ""]);
    }

    #[test]
    fn a_file_in_utf16_is_read() {
        let little = b"\xff\xfen\0o\0p\0\n\0".as_slice();
        let big = b"\xfe\xff\0n\0o\0p\0\n".as_slice();
        for bytes in [little, big] {
            assert_eq!(decode(bytes), ("nop\n".to_owned(), Some(0)));
        }
        // Half a character, and half a surrogate pair.
        assert_eq!(decode(b"\xff\xfen").0, "\u{fffd}\u{fffd}n");
        assert_eq!(decode(b"\xff\xfe\x00\xd8").1, Some(0));
    }

    #[test]
    fn bytes_that_are_not_utf8_keep_their_neighbours() {
        let (text, bad) = decode(b"nop # \x83\x65\n");
        assert_eq!((text.as_str(), bad), ("nop # \u{fffd}e\n", Some(6)));
        assert_eq!(decode("\u{feff}nop".as_bytes()), ("nop".to_owned(), None));
        let (text, bad) = decode(b"\xef\xbb\xbfnop\r\n\r\nnop # \x83\x65\n\x83");
        assert_eq!(
            (text.as_str(), bad),
            ("nop\r\n\r\nnop # \u{fffd}e\n\u{fffd}", Some(13))
        );
    }
}
