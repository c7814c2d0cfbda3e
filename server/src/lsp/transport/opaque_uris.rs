//! Documents whose URIs are none: a client that names a document `scratch` or `C:\a.vsm` gets answers about `scratch`.
//!
//! The library reads every URI, so such a name travels through the server in a URI of this scheme ([`uri`]) and leaves it as
//! the client wrote it ([`restored`]).

use std::sync::atomic::{AtomicBool, Ordering};

use memchr::memmem;
use mnc2_project::frames::{Frames, framed};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode, utf8_percent_encode};

const PREFIX: &str = "mnc2-opaque:";

/// How a string begins that is such a URI.
const QUOTED: &[u8] = b"\"mnc2-opaque:";

/// Whether there is such a document. Messages are not searched before.
static IS_USED: AtomicBool = AtomicBool::new(false);

/// A URI for a name that is none.
pub(super) fn uri(name: &str) -> String {
    IS_USED.store(true, Ordering::Relaxed);
    format!("{PREFIX}{}", utf8_percent_encode(name, NON_ALPHANUMERIC))
}

/// Whole messages with the client's names in place of such URIs.
pub(super) fn restored(messages: Vec<u8>) -> Vec<u8> {
    if !IS_USED.load(Ordering::Relaxed) || memmem::find(&messages, QUOTED).is_none() {
        return messages;
    }
    let mut frames = Frames::new(messages.len());
    frames.push(&messages);
    let mut out = Vec::with_capacity(messages.len());
    while let Some(Some(body)) = frames.read() {
        out.extend(framed(&with_names(&body)));
    }
    out
}

fn with_names(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(start) = memmem::find(rest, QUOTED) {
        let (before, from) = rest.split_at(start);
        let encoded = &from[QUOTED.len()..];
        // The output of `uri`; text can follow it.
        let is_written = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'%';
        let length = encoded.iter().position(|byte| !is_written(byte));
        let (encoded, after) = encoded.split_at(length.unwrap_or(encoded.len()));
        let mut name = escaped(&percent_decode(encoded).decode_utf8_lossy());
        if before.ends_with(b"\\") {
            // Quotes in a string.
            name = escaped(&name);
        }
        out.extend(before);
        out.push(b'"');
        out.extend(name.into_bytes());
        rest = after;
    }
    out.extend(rest);
    out
}

/// A text as it is between the quotes of a JSON string.
fn escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tower_lsp::ls_types::Uri;

    use super::*;

    fn message(value: &Value) -> Vec<u8> {
        framed(value.to_string().as_bytes())
    }

    #[test]
    fn a_name_comes_back_as_it_was() {
        for name in ["", "scratch", r"C:\a b.vsm", "日本 #1?%", "a:\"b\" c"] {
            let uri = uri(name);
            assert!(uri.parse::<Uri>().is_ok(), "{uri}");
            let sent = json!({ "uri": uri, "changes": { &uri: [uri, 1, null] }, "text": "mnc2-opaque é", "said": format!("{uri} is \"x\", not {uri:?}") });
            let said = format!("{name} is \"x\", not \"{}\"", escaped(name));
            let expected = json!({ "uri": name, "changes": { name: [name, 1, null] }, "text": "mnc2-opaque é", "said": said });
            let other = json!({ "uri": "file:///a" });
            let messages = [message(&sent), message(&other), message(&sent)].concat();
            let back = [message(&expected), message(&other), message(&expected)].concat();
            let found = restored(messages);
            assert_eq!(
                String::from_utf8_lossy(&found),
                String::from_utf8_lossy(&back)
            );
        }
    }
}
