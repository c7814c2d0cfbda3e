//! Decodes a message of the client as the library does.
//!
//! The library ends the session at the first message that it cannot decode, so each message is decoded here first, by
//! the same rules. Two things are corrected on the way. A JavaScript string can hold half a surrogate pair, which JSON
//! can express and UTF-8 cannot; an edit that holds one must not be lost. And some clients write paths into URIs
//! without encoding characters that are not ASCII.

use std::borrow::Cow;

use mnc2_project::surrogates::with_whole_characters;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde::Deserialize;
use tower_lsp::jsonrpc::{Request, Response};
use tower_lsp::ls_types::Uri;

/// The ASCII characters that a URI cannot hold. All others that are not ASCII are encoded too.
const NOT_IN_URI: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The type that the library decodes, which is private there: untagged, so that unknown fields are decoded too, and
/// with responses first.
#[derive(Deserialize)]
#[serde(untagged)]
#[expect(dead_code, reason = "only whether it can be decoded is asked")]
enum Message {
    Response(Response),
    Request(Request),
}

/// The message in a form that the library can decode; `None` if it has no such form.
pub(super) fn readable(message: &[u8]) -> Option<Cow<'_, [u8]>> {
    let whole = with_whole_characters(message);
    let encoded = match with_encoded_uris(&whole) {
        Some(encoded) => Cow::Owned(encoded),
        None => whole,
    };
    let text = std::str::from_utf8(&encoded).ok()?;
    serde_json::from_str::<Message>(text).ok()?;
    Some(encoded)
}

/// The message with its URIs encoded; `None` if there is nothing to encode.
fn with_encoded_uris(message: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut copied = 0;
    let mut at = 0;
    let mut is_uri = false;
    while let Some(found) = message[at..].iter().position(|&byte| byte == b'"') {
        let start = at + found;
        let end = string_end(message, start)?;
        let string = &message[start..end];
        let before = &message[at..start];
        at = end;
        // The value of a key comes after a colon and blanks, and nothing else.
        let is_value = is_uri && before.trim_ascii() == b":";
        is_uri = names_uri(string);
        if !is_value {
            continue;
        }
        if let Some(uri) = encoded_uri(string) {
            out.extend_from_slice(&message[copied..start]);
            out.extend_from_slice(uri.as_bytes());
            copied = end;
        }
    }
    if copied == 0 {
        return None;
    }
    out.extend_from_slice(&message[copied..]);
    Some(out)
}

/// The end of the string that begins at a quote.
fn string_end(message: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        let found = message.get(at..)?.iter();
        at += found
            .copied()
            .position(|byte| matches!(byte, b'"' | b'\\'))?;
        match message[at] {
            b'"' => return Some(at + 1),
            _ => at += 2,
        }
    }
}

/// Whether a string, with its quotes, names a URI as a key does: `uri`, `rootUri`, `targetUri`.
fn names_uri(string: &[u8]) -> bool {
    const END: &[u8] = b"uri\"";
    let end = string.len().checked_sub(END.len());
    end.is_some_and(|end| string[end..].eq_ignore_ascii_case(END))
}

/// The encoded form of a JSON string that is a URI only after encoding.
fn encoded_uri(string: &[u8]) -> Option<String> {
    let is_plain =
        |byte: &u8| byte.is_ascii_alphanumeric() || b"%-._~:/?#@!$&'()*+,;=\"".contains(byte);
    if string.iter().all(is_plain) {
        return None;
    }
    let text: String = serde_json::from_slice(string).ok()?;
    if text.parse::<Uri>().is_ok() {
        return None;
    }
    let encoded = utf8_percent_encode(&text, NOT_IN_URI).to_string();
    encoded.parse::<Uri>().ok()?;
    serde_json::to_string(&encoded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_json_rpc_goes_on() {
        let goes_on = |message: &str| readable(message.as_bytes()).is_some();
        assert!(goes_on(r#"{"jsonrpc":"2.0","method":"x"}"#));
        assert!(goes_on(r#"{"jsonrpc":"2.0","id":1,"result":null}"#));
        assert!(goes_on(
            r#"{"jsonrpc":"2.0","method":"x","params":{"text":"\ud83d"}}"#
        ));
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
        let deep = "[".repeat(130) + &"]".repeat(130);
        for wrong in [
            r#"{"jsonrpc":"2.0","method":"x","extra":1e999}"#.to_owned(),
            r#"{"jsonrpc":"2.0","id":1,"method":"x","method":"y"}"#.to_owned(),
            format!(r#"{{"jsonrpc":"2.0","id":1,"result":{deep}}}"#),
            format!(r#"{{"jsonrpc":"2.0","method":"x","extra":{deep}}}"#),
        ] {
            assert!(!goes_on(&wrong), "{wrong}");
        }
        for wrong in [
            b"{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}".as_slice(),
            b"{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"extra\":\"\xff\"}",
        ] {
            assert!(readable(wrong).is_none());
        }
    }

    #[test]
    fn uris_are_encoded() {
        let check = |text: &str, expected: Option<&str>| {
            let found = with_encoded_uris(text.as_bytes());
            let found = found.map(|found| String::from_utf8_lossy(&found).into_owned());
            assert_eq!(found.as_deref(), expected, "{text}");
        };
        let encoded = r#"{"uri": "file:///%E6%97%A5.vsm"}"#;
        check(r#"{"uri": "file:///日.vsm"}"#, Some(encoded));
        check(r#"{"uri": "file:///\u65e5.vsm"}"#, Some(encoded));
        check(encoded, None);
        check(
            r#"{"rootUri":"file:///a b","x":"é"}"#,
            Some(r#"{"rootUri":"file:///a%20b","x":"é"}"#),
        );
        check(r#"{"text":"uri\": \"file:///日","z":"uri"}"#, None);
        check(r#"["uri","file:///日"]"#, None);
        check(r#"{"uri":"日"}"#, None);
        check(r#"{"uri":"file:\/\/\/a"}"#, None);
        check(r#"{"uri":"#, None);
    }
}
