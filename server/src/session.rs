//! What the server knows: the open documents and the settings.
//!
//! No I/O and no protocol here. Everything that changes a document is a plain
//! synchronous call, so that the order of calls is the order of edits;
//! everything that reads one takes a [`Snapshot`], which never changes.

mod document;
mod settings;

use std::collections::HashMap;

use mnc2_asm::LineParser;

pub(crate) use document::{Document, Snapshot};
pub(crate) use settings::{Clock, Focus, InlayHints, Settings, parse_mode};

/// The open documents, by their URI as the client spells it, and the settings.
#[derive(Default)]
pub(crate) struct Session {
    documents: HashMap<String, Document>,
    settings: Settings,
    parser: LineParser,
}

impl Session {
    /// Takes a document in, or replaces it when it was open already.
    pub(crate) fn open(&mut self, uri: String, document: Document) {
        self.documents.insert(uri, document);
    }

    /// Forgets a document; whether it was open.
    pub(crate) fn close(&mut self, uri: &str) -> bool {
        self.documents.remove(uri).is_some()
    }

    /// A document to edit, and the parser to do it with.
    pub(crate) fn edit(&mut self, uri: &str) -> Option<(&mut Document, &mut LineParser)> {
        Some((self.documents.get_mut(uri)?, &mut self.parser))
    }

    /// The document as it is now.
    pub(crate) fn snapshot(&self, uri: &str) -> Option<Snapshot> {
        Some(self.documents.get(uri)?.snapshot(self.settings.mode))
    }

    /// Every document as it is now.
    pub(crate) fn snapshots(&self) -> Vec<(String, Snapshot)> {
        let mode = self.settings.mode;
        self.documents
            .iter()
            .map(|(uri, document)| (uri.clone(), document.snapshot(mode)))
            .collect()
    }

    /// Whether the document is open and its text still that of the snapshot.
    pub(crate) fn is_current(&self, uri: &str, snapshot: &Snapshot) -> bool {
        self.documents
            .get(uri)
            .is_some_and(|document| document.has_text_of(snapshot))
    }

    /// The settings.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Takes new settings; whether findings may change with them.
    pub(crate) fn configure(&mut self, settings: Settings) -> bool {
        let changes_findings = self.settings.mode != settings.mode;
        self.settings = settings;
        if changes_findings {
            self.documents
                .values_mut()
                .for_each(Document::forget_report);
        }
        changes_findings
    }
}
