//! Messages with half a surrogate pair. A JavaScript string can hold one, which JSON can express and UTF-8 cannot.

use std::borrow::Cow;

/// Replaces half a surrogate pair. It is as long in UTF-16, so that positions stay valid.
const REPLACEMENT: &[u8] = b"\\ufffd";

/// The message without halves of surrogate pairs.
#[must_use]
pub fn with_whole_characters(message: &[u8]) -> Cow<'_, [u8]> {
    let mut out = Vec::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = message[at..].iter().position(|&byte| byte == b'\\') {
        at += found;
        match (escaped(message, at), escaped(message, at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => at += 12,
            (Some(0xd800..=0xdfff), _) => {
                out.extend_from_slice(&message[copied..at]);
                out.extend_from_slice(REPLACEMENT);
                at += 6;
                copied = at;
            }
            _ => at = (at + 2).min(message.len()),
        }
    }
    if copied == 0 {
        return Cow::Borrowed(message);
    }
    out.extend_from_slice(&message[copied..]);
    Cow::Owned(out)
}

/// The number of `\uXXXX` at a place.
fn escaped(message: &[u8], at: usize) -> Option<u32> {
    let digits = message.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let digits = std::str::from_utf8(digits).ok()?;
    let is_hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hexadecimal.then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_pair_is_replaced() {
        let check = |text: &str, expected: &str| {
            let found = with_whole_characters(text.as_bytes());
            assert_eq!(String::from_utf8_lossy(&found), expected, "{text}");
        };
        check(r#""a\ud83d\ude00b""#, r#""a\ud83d\ude00b""#);
        check(r#""\ud83d""#, r#""\ufffd""#);
        check(
            r#""\uDE00\uD83D\uD83D\uDE00""#,
            r#""\ufffd\ufffd\uD83D\uDE00""#,
        );
        check(r#""\\ud83d \\\ud83d""#, r#""\\ud83d \\\ufffd""#);
        check(r#""\ud8"#, r#""\ud8"#);
        check("\"\\", "\"\\");
    }
}
