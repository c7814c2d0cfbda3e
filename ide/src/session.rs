//! What the server knows: the open documents and the settings.
//!
//! No I/O and no protocol here. Every change to a document is a plain synchronous call, so that the order of calls is
//! the order of edits; every reader takes a [`Snapshot`], which never changes.

mod assembled;
mod checkpoints;
mod computed;
mod dialect;
mod document;
mod id;
mod language;
mod placement;
mod project;
mod ran;
mod reading;
mod room;
mod settings;
mod silent;
mod typing;
mod waiting;

use std::collections::HashMap;
use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_asm::program::Form;
use ropey::Rope;

use checkpoints::AllCheckpoints;
use ran::AllOutcomes;
use room::Room;

pub use assembled::{Assembled, OUTPUT_BYTES_MAX, OUTPUT_EXTENSION};
pub use checkpoints::KeptRun;
pub use dialect::{DialectDocument, DialectRan, DialectSnapshot, LastDialectRun};
pub use document::{Document, Snapshot, Unread};
pub use id::DocumentId;
pub use language::{DocumentLanguage, LanguageSources, NamedArchitecture};
pub use placement::Placement;
pub use project::{Placed, ProjectFile};
pub use ran::{
    Cut, DumpText, Expected, FinalState, LastRun, Outcomes, Ran, RunFinding, Stopped, Verdict,
    WrittenOperand,
};
pub use reading::{KEPT_BYTES_MAX, KEPT_LINES_MAX, TEXT_BYTES_MAX, TEXT_LINES_MAX};
pub use room::{OPEN_BYTES_MAX, OPEN_DOCUMENTS_MAX};
pub use settings::{Clock, Focus, InlayHints, Settings, Shorten};
pub use silent::SilentDocument;
pub use typing::{Answering, Typing};
pub use waiting::{Wanted, Watcher};

/// An open document as it was opened, with its present text.
pub struct Opened {
    /// The language identifier that the editor gave it.
    pub given: String,
    /// The client's number of this text.
    pub version: i32,
    /// The text.
    pub text: Rope,
    /// The language that it is read in; `None` if none is known.
    pub language: Option<DocumentLanguage>,
}

/// The open documents, and the settings.
#[derive(Default)]
pub struct Session {
    documents: HashMap<DocumentId, Document>,
    /// Those in other languages; a document is in one of the three.
    dialects: HashMap<DocumentId, DialectDocument>,
    /// Those in no language that is known.
    silent: HashMap<DocumentId, SilentDocument>,
    /// The language identifier that the editor gave each.
    given: HashMap<DocumentId, String>,
    settings: Settings,
    parser: LineParser,
    outcomes: AllOutcomes,
    checkpoints: AllCheckpoints,
    room: Room,
}

impl Session {
    /// Adds a document of a project, or replaces it if it is open already.
    pub fn open(&mut self, id: DocumentId, mut document: Document, project: Option<Placed>) {
        document.set_project(project);
        document.configure(&self.settings.layer);
        self.room.opened(&id);
        if let Some(before) = self.documents.insert(id, document) {
            before.close();
        }
    }

    /// Sets the `.param` file of a program for the linker. Returns whether its findings may change.
    pub fn set_placement(&mut self, id: &DocumentId, placement: Option<Placement>) -> bool {
        let document = self.documents.get_mut(id);
        document.is_some_and(|document| document.set_placement(placement.map(Arc::new)))
    }

    /// Sets what may be the linker's output of a program. Returns whether its findings may change.
    pub fn set_outputs(&mut self, id: &DocumentId, outputs: Arc<[String]>) -> bool {
        let document = self.documents.get_mut(id);
        document.is_some_and(|document| document.set_outputs(outputs))
    }

    /// Sets the assembler's output beside a program. Returns whether its findings may change.
    pub fn set_assembled(&mut self, id: &DocumentId, assembled: Option<Arc<Assembled>>) -> bool {
        let document = self.documents.get_mut(id);
        document.is_some_and(|document| document.set_assembled(assembled))
    }

    /// The open programs for the linker.
    pub fn unlinked(&self) -> Vec<DocumentId> {
        let documents = self.documents.iter();
        let unlinked = documents.filter(|(_, document)| document.form() == Form::Unlinked);
        unlinked.map(|(id, _)| id.clone()).collect()
    }

    /// Adds a document in another language than MN-Core 2, or replaces it if it is open already.
    pub fn open_dialect(
        &mut self,
        id: DocumentId,
        mut document: DialectDocument,
        project: Option<Placed>,
    ) {
        document.set_project(project);
        document.configure(&self.settings.layer);
        let others = self.dialects.iter().filter(|(other, _)| **other != id);
        let taken: usize = others.map(|(_, other)| other.text().len_bytes()).sum();
        let bytes = taken + document.text().len_bytes();
        document.set_room(bytes <= OPEN_BYTES_MAX && self.dialects.len() < OPEN_DOCUMENTS_MAX);
        if let Some(before) = self.dialects.insert(id, document) {
            before.close();
        }
    }

    /// A document in another language, to edit.
    pub fn edit_dialect(&mut self, id: &DocumentId) -> Option<&mut DialectDocument> {
        self.dialects.get_mut(id)
    }

    /// The current state of a document in another language.
    pub fn dialect(&self, id: &DocumentId) -> Option<DialectSnapshot> {
        self.dialects.get(id).map(DialectDocument::snapshot)
    }

    /// The documents in other languages.
    pub fn dialects(&self) -> impl Iterator<Item = (&DocumentId, DialectSnapshot)> {
        (self.dialects.iter()).map(|(id, document)| (id, document.snapshot()))
    }

    /// Whether a document in another language still has the text of the snapshot.
    pub fn is_current_dialect(&self, id: &DocumentId, snapshot: &DialectSnapshot) -> bool {
        let document = self.dialects.get(id);
        document.is_some_and(|document| document.has_text_of(snapshot))
    }

    /// Adds a document in no language that is known, or replaces it.
    pub fn open_silent(&mut self, id: DocumentId, document: SilentDocument) {
        self.silent.insert(id, document);
    }

    /// A document in no language that is known, to edit.
    pub fn edit_silent(&mut self, id: &DocumentId) -> Option<&mut SilentDocument> {
        self.silent.get_mut(id)
    }

    /// Removes a document in no language that is known. Returns whether there was one.
    pub fn close_silent(&mut self, id: &DocumentId) -> bool {
        self.silent.remove(id).is_some()
    }

    /// Remembers the language identifier that the editor gives a document.
    pub fn set_given(&mut self, id: DocumentId, language: String) {
        self.given.insert(id, language);
    }

    /// Forgets it.
    pub fn forget_given(&mut self, id: &DocumentId) {
        self.given.remove(id);
    }

    /// Every open document, in whatever language.
    pub fn all_ids(&self) -> Vec<DocumentId> {
        self.given.keys().cloned().collect()
    }

    /// An open document as it was opened, with its present text, and the language that it is read in.
    pub fn opened(&self, id: &DocumentId) -> Option<Opened> {
        let given = self.given.get(id)?.clone();
        let (version, text, language) = if let Some(document) = self.documents.get(id) {
            let version = document.snapshot().version;
            (version, document.text(), Some(DocumentLanguage::Mnc2))
        } else if let Some(document) = self.dialects.get(id) {
            let snapshot = document.snapshot();
            let language = DocumentLanguage::Dialect(snapshot.dialect());
            (snapshot.version, document.text(), Some(language))
        } else {
            let document = self.silent.get(id)?;
            (document.version(), document.text(), None)
        };
        Some(Opened {
            given,
            version,
            text: text.clone(),
            language,
        })
    }

    /// Removes a document in another language. Returns whether there was one.
    pub fn close_dialect(&mut self, id: &DocumentId) -> bool {
        let closed = self.dialects.remove(id);
        if let Some(closed) = &closed {
            closed.close();
        }
        closed.is_some()
    }

    /// Decides again which documents are read, after one was opened, edited or closed. Returns those that are read now
    /// and were not before, or the other way round.
    pub fn find_room(&mut self) -> Vec<DocumentId> {
        self.room.find(&mut self.documents)
    }

    /// Removes a document. If it was open, returns the testcases that nothing is known about any more.
    pub fn close(&mut self, id: &DocumentId) -> Option<Vec<DocumentId>> {
        let outdated = self.outcomes.closed(id);
        self.checkpoints.closed(id);
        self.room.closed(id);
        let closed = self.documents.remove(id)?;
        closed.close();
        Some(outdated)
    }

    /// A document in MN-Core 2 assembly to edit, and the parser for it.
    pub fn edit(&mut self, id: &DocumentId) -> Option<(&mut Document, &mut LineParser)> {
        Some((self.documents.get_mut(id)?, &mut self.parser))
    }

    /// The current state of a document, if it is MN-Core 2 assembly.
    pub fn snapshot(&self, id: &DocumentId) -> Option<Snapshot> {
        let document = self.documents.get(id)?;
        Some(document.snapshot().with_outcomes(self.outcomes.of(id)))
    }

    /// The current state of every document.
    pub fn snapshots(&self) -> Vec<(DocumentId, Snapshot)> {
        self.documents
            .iter()
            .map(|(id, document)| {
                let outcomes = self.outcomes.of(id);
                (id.clone(), document.snapshot().with_outcomes(outcomes))
            })
            .collect()
    }

    /// Whether the document is open and its text still that of the snapshot.
    pub fn is_current(&self, id: &DocumentId, snapshot: &Snapshot) -> bool {
        self.documents
            .get(id)
            .is_some_and(|document| document.has_text_of(snapshot))
    }

    /// The open documents.
    pub fn ids(&self) -> impl Iterator<Item = &DocumentId> {
        self.documents.keys()
    }

    /// Whether a document is open.
    pub fn is_open(&self, id: &DocumentId) -> bool {
        self.documents.contains_key(id)
    }

    /// Forgets what a changed file, or the changed files below a folder, make untrue, unless they are open. Returns
    /// the testcases that verdicts referred to.
    pub fn outdate_file(&mut self, id: &DocumentId) -> Vec<DocumentId> {
        let documents = &self.documents;
        self.outcomes
            .file_changed(|file| file.is_or_is_below(id) && !documents.contains_key(file))
    }

    /// The checkpoints of a document that is about to run.
    pub fn kept_run(&mut self, id: &DocumentId) -> Arc<KeptRun> {
        if self.documents.contains_key(id) {
            self.checkpoints.of(id)
        } else {
            Arc::default()
        }
    }

    /// Stores a run if the document still has the text that ran. Returns whether it does.
    pub fn record_run(
        &mut self,
        id: &DocumentId,
        snapshot: &Snapshot,
        run: LastRun,
        state: FinalState,
    ) -> bool {
        let is_current = self.is_current(id, snapshot);
        if is_current {
            self.outcomes.record_run(id.clone(), run, state);
        }
        is_current
    }

    /// Stores a verdict if the document still has the text that was judged, and returns the testcases that nothing is
    /// known about any more; otherwise returns `None`.
    pub fn record_verdict(
        &mut self,
        id: &DocumentId,
        snapshot: &Snapshot,
        verdict: Verdict,
    ) -> Option<Vec<DocumentId>> {
        self.is_current(id, snapshot)
            .then(|| self.outcomes.record_verdict(id.clone(), verdict))
    }

    /// Forgets what an edit of a document has made untrue. Returns the testcases that nothing is known about any more.
    pub fn outdate_outcomes(&mut self, id: &DocumentId) -> Vec<DocumentId> {
        self.outcomes.edited(id)
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Applies new settings. Returns the documents whose findings may change.
    pub fn configure(&mut self, settings: Settings) -> Vec<DocumentId> {
        self.settings = settings;
        let layer = &self.settings.layer;
        let documents = self.documents.iter_mut();
        let documents = documents.map(|(id, document)| (id, document.configure(layer)));
        let dialects = self.dialects.iter_mut();
        let dialects = dialects.map(|(id, document)| (id, document.configure(layer)));
        let stale = documents.chain(dialects).filter(|(_, is_new)| *is_new);
        stale.map(|(id, _)| id.clone()).collect()
    }

    /// Looks up the projects of all documents again.
    pub fn place(&mut self, project: impl Fn(&DocumentId) -> Option<Placed>) {
        for (id, document) in &mut self.documents {
            document.set_project(project(id));
            document.configure(&self.settings.layer);
        }
        for (id, document) in &mut self.dialects {
            document.set_project(project(id));
            document.configure(&self.settings.layer);
        }
    }
}
