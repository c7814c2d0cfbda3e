//! How `textDocument/didChange` edits a document.

use mnc2_ide::session::{Document, DocumentId, Mnc2Document, Session, Snapshot};
use serde_json::Value;
use tower_lsp::ls_types::{PositionEncodingKind, TextDocumentContentChangeEvent};

use mnc2_asm::LineParser;
use mnc2_program::Program;
use mnc2_program::rules::check::Report;

use super::convert::Encoding;

/// Applies changes, each to the result of those before it.
pub(super) fn apply(
    document: &mut Document,
    parser: &mut LineParser,
    encoding: Encoding,
    changes: Vec<TextDocumentContentChangeEvent>,
) {
    for change in changes {
        match change.range {
            Some(range) => {
                let bytes = encoding.bytes_in(document.text(), range);
                document.replace(bytes, &change.text, parser);
            }
            None => document.replace_all(&change.text, parser),
        }
        if document.text().get_char(0) == Some(BYTE_ORDER_MARK) {
            let bytes = 0..BYTE_ORDER_MARK.len_utf8();
            document.replace(bytes, &blanks(encoding), parser);
        }
    }
}

/// Where a client sends it, it is the first character of a text, and no part of the program.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text without a byte order mark: blanks that the client counts as it counts the mark are in its place, so that all
/// positions stay.
pub(super) fn unmarked(text: String, encoding: Encoding) -> String {
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => blanks(encoding) + rest,
        None => text,
    }
}

fn blanks(encoding: Encoding) -> String {
    let mark = BYTE_ORDER_MARK.to_string();
    " ".repeat(encoding.units(&mark, mark.len() as u32) as usize)
}

/// A document that is edited as by a client, but without one: fuzzers and tests compare it with texts that were never
/// edited.
pub struct ChangedDocument {
    session: Session,
    id: DocumentId,
    encoding: Encoding,
}

impl ChangedDocument {
    /// Opens a text for a client that offers one position encoding, by its name in the protocol; an unknown encoding
    /// is UTF-16.
    #[must_use]
    pub fn open(encoding: &'static str, text: &str) -> Self {
        let (mut session, id) = (Session::default(), DocumentId::new(""));
        let document = Mnc2Document::new(0, text);
        session.open(id.clone(), document.into(), "mnc2", None);
        Self {
            session,
            id,
            encoding: Encoding::negotiate(&[PositionEncodingKind::new(encoding)]),
        }
    }

    /// Applies the `contentChanges` of a notification.
    ///
    /// # Errors
    /// If they are not valid changes.
    pub fn change(&mut self, changes: Value) -> Result<(), serde_json::Error> {
        let changes = serde_json::from_value(changes)?;
        if let Some((document, parser)) = self.session.edit(&self.id) {
            apply(document, parser, self.encoding, changes);
        }
        Ok(())
    }

    fn snapshot(&self) -> Snapshot {
        let snapshot = self.session.snapshot(&self.id);
        snapshot.expect("it stays open")
    }

    #[must_use]
    pub fn text(&self) -> String {
        self.snapshot().text.to_string()
    }

    /// The program that was parsed from it.
    #[must_use]
    pub fn program(&self) -> Program {
        Program::clone(&self.snapshot().program)
    }

    /// The findings in it.
    #[must_use]
    pub fn report(&self) -> Report {
        self.snapshot().review().report()
    }
}
