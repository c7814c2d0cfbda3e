//! Lines of a text, as the language server protocol counts them.

/// The lines of a text without their ends: `\n`, `\r\n` and a lone `\r` end a line.
/// A text that ends with a line end has an empty last line, as in an editor.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
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
                Some(&current[..at])
            }
            None => {
                rest = None;
                Some(current)
            }
        }
    })
}

/// Text of a file's bytes: bytes that are not UTF-8 become U+FFFD one by one, so that the ASCII
/// around them keeps its place. The second value is the offset of the first such byte.
#[must_use]
pub fn decode(bytes: &[u8]) -> (String, Option<usize>) {
    let mut text = String::with_capacity(bytes.len());
    let mut first_bad = None;
    let mut offset = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        offset += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            first_bad.get_or_insert(offset);
            offset += chunk.invalid().len();
            text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
        }
    }
    (
        text.strip_prefix('\u{feff}')
            .map_or(text.clone(), str::to_owned),
        first_bad,
    )
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
    fn bytes_that_are_not_utf8_keep_their_neighbours() {
        let (text, bad) = decode(b"nop # \x83\x65\n");
        assert_eq!((text.as_str(), bad), ("nop # \u{fffd}e\n", Some(6)));
        assert_eq!(decode("\u{feff}nop".as_bytes()), ("nop".to_owned(), None));
    }
}
