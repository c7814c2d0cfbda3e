//! The dump of a document's last run as a document of its own, which a client reads by its URI.
//!
//! Protocol 3.18 has `workspace/textDocumentContent` for this; clients without it send `mnc2/textDocumentContent`,
//! which has the same parameters and answer.

use mnc2_asm::Language;
use mnc2_ide::features::{dialect_run, dump};
use mnc2_ide::session::{DocumentId, Session};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;
use tower_lsp::ls_types::request::Request;

/// The scheme of such documents.
pub(super) const SCHEME: &str = "mnc2-dump";

/// The parameters of the request.
#[derive(Debug, Deserialize)]
pub(super) struct Params {
    /// The document.
    uri: String,
}

/// `workspace/textDocumentContent/refresh`, which the protocol's library does not have.
pub(super) enum Refresh {}

impl Request for Refresh {
    type Params = Value;
    type Result = ();
    const METHOD: &'static str = "workspace/textDocumentContent/refresh";
}

/// The URI of the dump of a document: the document's own URI in its path, for people, and in its query, to find it
/// again.
pub(super) fn uri(of: &Uri) -> String {
    let name = of.as_str().rsplit('/').next().unwrap_or_default();
    let name = name.split(['?', '#']).next().unwrap_or_default();
    let query: String = of.as_str().bytes().map(encoded).collect();
    format!("{SCHEME}:/{name}.dump?{query}")
}

/// A byte as it appears in a query.
fn encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

/// The URI of the document whose dump has this URI; `None` if it is not such a URI.
fn source(uri: &str) -> Option<String> {
    decoded(uri.strip_prefix(SCHEME)?.split_once('?')?.1)
}

/// Decodes percent encoding.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

/// A document's name as people know it: the end of its path.
pub(super) fn name(of: &str) -> String {
    let path = of.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit(['/', ':']).next().unwrap_or_default();
    decoded(name).unwrap_or_else(|| name.to_owned())
}

/// The text of such a document; a sentence where its program is not open.
pub(super) fn text(session: &Session, params: &Params, language: Language) -> Result<Value> {
    let source = source(&params.uri).ok_or_else(|| {
        Error::invalid_params(format!("{} is not the dump of a document", params.uri))
    })?;
    let name = name(&source);
    // Editors read such a document again when they show it, also after its program was closed.
    let id = DocumentId::new(&source);
    let text = match (session.snapshot(&id), session.dialect(&id)) {
        (Some(snapshot), _) => dump::text(&name, &snapshot, language),
        (None, Some(snapshot)) => dialect_run::text(&name, &snapshot, language),
        (None, None) => dump::of_closed(&name, language),
    };
    Ok(json!({ "text": text }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_is_found_again() {
        for of in [
            "file:///home/me/first.vsm",
            "file:///c%3A/a%20b/%E3%81%82.vsm?x=1#y",
            "untitled:Untitled-1",
        ] {
            let uri = uri(&of.parse().expect("it is a URI"));
            assert!(uri.parse::<Uri>().is_ok(), "{uri}");
            assert_eq!(source(&uri).as_deref(), Some(of), "{uri}");
        }
        assert_eq!(name("file:///c%3A/a%20b/%E3%81%82.vsm?x=1#y"), "あ.vsm");
        assert_eq!(name("untitled:Untitled-1"), "Untitled-1");
        assert_eq!(source("file:///a.vsm"), None);
        assert_eq!(source("mnc2-dump:/a.dump?%zz"), None);
        assert_eq!(source("mnc2-dump:/a.dump?%4"), None);
    }
}
