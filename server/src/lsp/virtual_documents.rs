//! Documents that only the server has, which a client reads by their URIs: the dump of a program's last run, the
//! disassembly of a file, and the pages of codes.
//!
//! Protocol 3.18 has `workspace/textDocumentContent` for this; clients without it send `mnc2/textDocumentContent`,
//! which has the same parameters and answer.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use mnc2_ide::features::run::machine;
use mnc2_ide::features::{code_page, dump};
use mnc2_ide::session::{DocumentId, Session};
use mnc2_text::Language;
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;
use tower_lsp::ls_types::request::Request;

use super::blocking;
use super::document;
use super::server_state::ServerState;

/// The scheme of dumps.
const SCHEME: &str = "mnc2-dump";

/// The scheme of disassemblies.
const DISASSEMBLY: &str = "mnc2-disassembly";

/// The scheme of pages about codes.
const PAGE: &str = "mnc2-page";

/// Every scheme of such documents.
pub(super) const SCHEMES: [&str; 4] = [SCHEME, DISASSEMBLY, LISTING_SCHEME, PAGE];

/// The parameters of the request.
#[derive(Debug, Deserialize)]
pub(super) struct Params {
    pub(super) uri: String,
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
    uri_in_query(uri, SCHEME)
}

/// The URI in the query of one with a scheme.
fn uri_in_query(uri: &str, scheme: &str) -> Option<String> {
    let rest = uri.strip_prefix(scheme)?.strip_prefix(':')?;
    decoded(rest.split_once('?')?.1)
}

/// The URI of the file whose disassembly has this URI; `None` if it is not such a URI.
pub(super) fn disassembled(params: &Params) -> Option<String> {
    uri_in_query(&params.uri, DISASSEMBLY)
}

/// The URI of the page of a code.
pub(super) fn page(code: &str) -> String {
    format!("{PAGE}:/{code}.md")
}

/// The code whose page has a URI; `None` if it is not such a URI.
fn code(uri: &str) -> Option<&str> {
    let path = uri.strip_prefix(PAGE)?.strip_prefix(":/")?;
    path.strip_suffix(".md")
}

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

/// The scheme of the listings of programs as bytes. The client makes their URIs, as for dumps: the name of the file
/// with the extension of listings, and the file's own URI as query.
pub(super) const LISTING_SCHEME: &str = "mnc2-listing";

impl Params {
    /// The file whose listing is requested.
    pub(super) fn listed(&self) -> Option<PathBuf> {
        listed_file(&self.uri)
    }
}

/// The file whose listing has a URI.
pub(super) fn listed_file(uri: &str) -> Option<PathBuf> {
    let of = decoded(uri.strip_prefix(LISTING_SCHEME)?.split_once('?')?.1)?;
    document::path(&of.parse().ok()?)
}

/// A document's name in messages: the end of its path.
pub(super) fn name(of: &str) -> String {
    let path = of.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit(['/', ':']).next().unwrap_or_default();
    decoded(name).unwrap_or_else(|| name.to_owned())
}

/// The text of a page or a dump; a sentence where its program is not open.
pub(super) fn text(session: &Session, params: &Params, language: Language) -> Result<Value> {
    if let Some(code) = code(&params.uri) {
        let text = code_page::code_page(code, language)
            .ok_or_else(|| Error::invalid_params(format!("{code} is not a diagnostic code")))?;
        return Ok(json!({ "text": text }));
    }
    let source = source(&params.uri).ok_or_else(|| {
        Error::invalid_params(format!("{} is not the dump of a document", params.uri))
    })?;
    let name = name(&source);
    // Editors read such a document again when they show it, also after its program was closed.
    let id = DocumentId::new(&source);
    let text = match (session.snapshot(&id), session.in_language(&id)) {
        (Some(snapshot), _) => dump::text(&name, &snapshot, language),
        (None, Some(snapshot)) => machine::text(&name, &snapshot, language),
        (None, None) => dump::closed_page(&name, language),
    };
    Ok(json!({ "text": text }))
}

impl ServerState {
    /// Requests the client to read the dump of a document again.
    pub(super) fn show_dump(&self, of: &Uri) {
        if self.shows_text_content.load(Ordering::Relaxed) {
            let params = json!({ "uri": uri(of) });
            self.spawn_request(
                |client| async move { client.send_request::<Refresh>(params).await },
            );
        }
    }
}

/// Answers the text of a document that only the server has.
pub(super) async fn answer(shared: Arc<ServerState>, params: Params) -> Result<Value> {
    if let Some(file) = disassembled(&params) {
        let text = blocking::begin(move || shared.disassembled(&file));
        let text = text.await.map_err(|_| Error::internal_error())?;
        return Ok(json!({ "text": text }));
    }
    let language = shared.features().language();
    if let Some(file) = params.listed() {
        return shared.listing(&file, &params.uri);
    }
    text(&shared.session(), &params, language)
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
        let uri = "mnc2-disassembly:/a.asm.vsm?file%3A///home/me/a.asm".to_owned();
        let found = disassembled(&Params { uri });
        assert_eq!(found.as_deref(), Some("file:///home/me/a.asm"));
        let uri = "mnc2-disassembly".to_owned();
        assert_eq!(disassembled(&Params { uri }), None);
    }
}
