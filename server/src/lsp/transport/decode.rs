//! Decodes a message of the client as the library does.
//!
//! The library ends the session at the first message that it cannot decode, so each message is decoded here first, by
//! the same rules. Two errors are corrected before that. A JavaScript string can hold half a surrogate pair, which JSON
//! can express and UTF-8 cannot; an edit that holds one must not be lost. And URIs: some clients write characters into
//! them that are not ASCII, some name a drive of Windows in two ways, and some documents have a name that cannot be a URI.

use std::borrow::Cow;

use mnc2_project::surrogates::with_whole_characters;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde::Deserialize;
use tower_lsp::jsonrpc::{Request, Response};
use tower_lsp::ls_types::Uri;

use super::opaque_uris;

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
        // The value of a key follows a colon and blanks, and nothing else.
        let is_value = is_uri && before.trim_ascii() == b":";
        is_uri = names_uri(string);
        if !is_value {
            continue;
        }
        if let Some(uri) = readable_uri(string) {
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

/// Another form of a JSON string that names a document, if it needs one: drives are written alike, characters are
/// encoded, and a name that is still not a URI becomes [one](opaque_uris::uri).
fn readable_uri(string: &[u8]) -> Option<String> {
    let text: String = serde_json::from_slice(string).ok()?;
    let alike = with_drive(&text);
    // A scheme of one letter is a drive.
    let is_path = text.as_bytes().get(1) == Some(&b':');
    let is_uri = |text: &str| !is_path && text.parse::<Uri>().is_ok();
    if is_uri(&alike) {
        return match alike {
            Cow::Borrowed(_) => None,
            Cow::Owned(alike) => serde_json::to_string(&alike).ok(),
        };
    }
    let encoded = utf8_percent_encode(&alike, NOT_IN_URI).to_string();
    let readable = match is_uri(&encoded) {
        true => encoded,
        false => opaque_uris::uri(&text),
    };
    serde_json::to_string(&readable).ok()
}

/// The URI of a file of Windows with its drive as VS Code writes it: `file:///c%3A/` for `file:///C:/` too.
fn with_drive(uri: &str) -> Cow<'_, str> {
    let parts = || {
        let rest = uri.strip_prefix("file:///")?;
        let drive = rest.chars().next().filter(char::is_ascii_alphabetic)?;
        let rest = &rest[1..];
        let colon = [":", "%3A", "%3a"];
        let path = colon.iter().find_map(|it| rest.strip_prefix(it))?;
        (path.is_empty() || path.starts_with('/')).then_some((drive, path))
    };
    match parts() {
        Some((drive, path)) => {
            let alike = format!("file:///{}%3A{path}", drive.to_ascii_lowercase());
            match alike == uri {
                true => Cow::Borrowed(uri),
                false => Cow::Owned(alike),
            }
        }
        None => Cow::Borrowed(uri),
    }
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
        check(
            r#"{"uri":"日"}"#,
            Some(r#"{"uri":"mnc2-opaque:%E6%97%A5"}"#),
        );
        let alike = r#"{"uri":"file:///c%3A/a.vsm"}"#;
        check(alike, None);
        for other in ["C:", "c:", "C%3A", "c%3a"] {
            let other = format!(r#"{{"uri":"file:///{other}/a.vsm"}}"#);
            check(&other, Some(alike));
        }
        check(r#"{"uri":"file:///cc:/a.vsm"}"#, None);
        check(r#"{"uri":"file:\/\/\/a"}"#, None);
        check(r#"{"uri":"#, None);
    }
}
