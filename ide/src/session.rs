//! The state of the server: the open documents and the settings.
//!
//! No I/O and no protocol here. Every change to a document is a plain synchronous call, so that the order of calls is
//! the order of edits; every reader takes a [`Snapshot`], which never changes.

mod assembler_output;
mod cached;
mod cancellation;
mod checkpoints;
mod document;
mod edit_priority;
mod eviction;
mod id;
mod language;
mod lazy_program;
mod param_file;
mod project;
mod run_results;
mod settings;
mod testcase_file;

use std::collections::HashMap;
use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_program::FileForm;
use ropey::Rope;

use crate::languages::Options;

use checkpoints::AllCheckpoints;
use eviction::ReadingOrder;
use run_results::AllOutcomes;

pub use assembler_output::{Assembled, OUTPUT_BYTES_MAX, OUTPUT_EXTENSION};
pub use cancellation::{WantedGuard, Watcher};
pub use checkpoints::KeptRun;
pub use document::{
    AnySnapshot, Document, LanguageDocument, LanguageRan, LanguageSnapshot, LastLanguageRun,
    Mnc2Document, PlainText, Snapshot, Unread,
};
pub use edit_priority::{Answering, EditPriority};
pub use eviction::{OPEN_BYTES_MAX, OPEN_DOCUMENTS_MAX};
pub use id::DocumentId;
pub use language::{DocumentLanguage, LanguageSources, NamedArchitecture};
pub use lazy_program::{KEPT_BYTES_MAX, KEPT_LINES_MAX, TEXT_BYTES_MAX, TEXT_LINES_MAX};
pub use param_file::Placement;
pub use project::{Placed, ProjectFile};
pub use run_results::{
    Cut, DumpText, Expected, FinalState, LastRun, Outcomes, RunFinding, RunResult, Stopped,
    Verdict, WrittenOperand,
};
pub use settings::{ClockRate, Focus, InlayHints, Settings, Shorten};
pub use testcase_file::TestcaseFile;

/// An open document with the language identifier that the editor gave it.
struct Open {
    given: String,
    document: Document,
}

/// A document that was closed.
pub struct Closed {
    /// The document as it was closed.
    pub document: Document,
    /// The testcases that nothing is known about any more.
    pub outdated: Vec<DocumentId>,
}

/// The open documents, and the settings.
#[derive(Default)]
pub struct Session {
    documents: HashMap<DocumentId, Open>,
    settings: Settings,
    parser: LineParser,
    outcomes: AllOutcomes,
    checkpoints: AllCheckpoints,
    room: ReadingOrder,
}

impl Session {
    /// Adds a document of a project, or replaces it if it is open already. `given` is its language identifier in the editor.
    pub fn open(
        &mut self,
        id: DocumentId,
        mut document: Document,
        given: &str,
        project: Option<Placed>,
    ) {
        document.place(project, &self.settings.layer);
        self.room.opened(&id);
        let given = given.to_owned();
        if let Some(before) = self.documents.insert(id, Open { given, document }) {
            before.document.close();
        }
    }

    /// Removes a document, if it is open.
    pub fn close(&mut self, id: &DocumentId) -> Option<Closed> {
        let Open { document, .. } = self.documents.remove(id)?;
        document.close();
        self.room.closed(id);
        self.checkpoints.closed(id);
        let outdated = self.outcomes.closed(id);
        Some(Closed { document, outdated })
    }

    /// A document to edit, and the parser for it.
    pub fn edit(&mut self, id: &DocumentId) -> Option<(&mut Document, &mut LineParser)> {
        let open = self.documents.get_mut(id)?;
        Some((&mut open.document, &mut self.parser))
    }

    /// The open document with this identifier.
    pub fn document(&self, id: &DocumentId) -> Option<&Document> {
        Some(&self.documents.get(id)?.document)
    }

    /// The language identifier that the editor gave a document.
    pub fn given(&self, id: &DocumentId) -> Option<&str> {
        Some(&self.documents.get(id)?.given)
    }

    /// Decides again which documents are read, after one was opened, edited or closed. Returns those that are read now
    /// and were not before, or the other way round.
    pub fn find_room(&mut self) -> Vec<DocumentId> {
        self.room.find(&mut self.documents)
    }

    fn mnc2(&self, id: &DocumentId) -> Option<&Mnc2Document> {
        self.document(id)?.as_mnc2()
    }

    fn mnc2_mut(&mut self, id: &DocumentId) -> Option<&mut Mnc2Document> {
        self.documents.get_mut(id)?.document.as_mnc2_mut()
    }

    fn language_mut(&mut self, id: &DocumentId) -> Option<&mut LanguageDocument> {
        self.documents.get_mut(id)?.document.as_language_mut()
    }

    /// Sets the `.param` file of a program for the linker. Returns whether its findings may change.
    pub fn set_placement(&mut self, id: &DocumentId, placement: Option<Placement>) -> bool {
        let document = self.mnc2_mut(id);
        document.is_some_and(|document| document.set_placement(placement.map(Arc::new)))
    }

    /// Sets what may be the linker's output of a program. Returns whether its findings may change.
    pub fn set_outputs(&mut self, id: &DocumentId, outputs: Arc<[String]>) -> bool {
        let document = self.mnc2_mut(id);
        document.is_some_and(|document| document.set_outputs(outputs))
    }

    /// Sets the assembler's output next to a program. Returns whether its findings may change.
    pub fn set_assembled(&mut self, id: &DocumentId, assembled: Option<Arc<Assembled>>) -> bool {
        let document = self.mnc2_mut(id);
        document.is_some_and(|document| document.set_assembled(assembled))
    }

    /// Sets the testcase that a program is checked in. Returns whether its findings may change.
    pub fn set_testcase(&mut self, id: &DocumentId, testcase: Option<TestcaseFile>) -> bool {
        let document = self.mnc2_mut(id);
        document.is_some_and(|document| document.set_testcase(testcase.map(Arc::new)))
    }

    /// The open programs that are not for the linker, each with its testcase.
    pub fn with_testcases(&self) -> Vec<(DocumentId, Option<DocumentId>)> {
        let programs = self.programs();
        let programs = programs.filter(|(_, document)| document.form() == FileForm::Program);
        programs
            .map(|(id, document)| (id.clone(), document.testcase().map(|it| it.id.clone())))
            .collect()
    }

    /// The open programs for the linker.
    pub fn unlinked(&self) -> Vec<DocumentId> {
        let programs = self.programs();
        let unlinked = programs.filter(|(_, document)| document.form() == FileForm::Unlinked);
        unlinked.map(|(id, _)| id.clone()).collect()
    }

    /// Those in MN-Core 2 assembly.
    fn programs(&self) -> impl Iterator<Item = (&DocumentId, &Mnc2Document)> {
        let all = self.documents.iter();
        all.filter_map(|(id, open)| Some((id, open.document.as_mnc2()?)))
    }

    /// The current state of a document in another language.
    pub fn in_language(&self, id: &DocumentId) -> Option<LanguageSnapshot> {
        Some(self.document(id)?.as_language()?.snapshot())
    }

    /// The documents in other languages.
    pub fn in_languages(&self) -> impl Iterator<Item = (&DocumentId, LanguageSnapshot)> {
        let all = self.documents.iter();
        all.filter_map(|(id, open)| Some((id, open.document.as_language()?.snapshot())))
    }

    /// Sets what is chosen about the language of a document. Returns whether that is new.
    pub fn set_options(&mut self, id: &DocumentId, options: Box<dyn Options>) -> bool {
        let document = self.language_mut(id);
        document.is_some_and(|document| document.set_options(options))
    }

    /// Stores the result of a run of a document in another language.
    pub fn set_last_run(&mut self, id: &DocumentId, snapshot: &LanguageSnapshot, ran: LanguageRan) {
        if let Some(document) = self.language_mut(id) {
            document.set_last_run(snapshot, ran);
        }
    }

    /// Whether a document in another language still has the text of the snapshot.
    pub fn is_current_in_language(&self, id: &DocumentId, snapshot: &LanguageSnapshot) -> bool {
        let document = self.document(id).and_then(Document::as_language);
        document.is_some_and(|document| document.has_text_of(snapshot))
    }

    /// The text of an open output of the assembler.
    pub fn output(&self, id: &DocumentId) -> Option<&Rope> {
        self.document(id)?.as_output()
    }

    /// How many outputs of the assembler are open.
    pub fn outputs(&self) -> usize {
        let all = self.documents.values();
        all.filter_map(|open| open.document.as_output()).count()
    }

    /// The current state of a document, if it is MN-Core 2 assembly.
    pub fn snapshot(&self, id: &DocumentId) -> Option<Snapshot> {
        let document = self.mnc2(id)?;
        Some(
            document
                .snapshot()
                .with_outcomes(self.outcomes.for_document(id)),
        )
    }

    /// The current state of a document in any language.
    pub fn any(&self, id: &DocumentId) -> Option<AnySnapshot> {
        match self.document(id)? {
            Document::Mnc2(_) => self.snapshot(id).map(AnySnapshot::from),
            Document::Language(document) => Some(document.snapshot().into()),
            Document::Output(_) | Document::Silent(_) => None,
        }
    }

    /// The current state of every document in MN-Core 2 assembly.
    pub fn snapshots(&self) -> Vec<(DocumentId, Snapshot)> {
        let snapshots = self.programs().map(|(id, document)| {
            let outcomes = self.outcomes.for_document(id);
            (id.clone(), document.snapshot().with_outcomes(outcomes))
        });
        snapshots.collect()
    }

    /// Whether the document is open and still has the text of the snapshot.
    pub fn is_current(&self, id: &DocumentId, snapshot: &Snapshot) -> bool {
        let document = self.mnc2(id);
        document.is_some_and(|document| document.has_text_of(snapshot))
    }

    /// Like [`Self::is_current`], for a document in any language.
    pub fn has_text_of(&self, id: &DocumentId, snapshot: &AnySnapshot) -> bool {
        match (self.document(id), snapshot) {
            (Some(Document::Mnc2(document)), AnySnapshot::Mnc2(snapshot)) => {
                document.has_text_of(snapshot)
            }
            (Some(Document::Language(document)), AnySnapshot::Language(snapshot)) => {
                document.has_text_of(snapshot)
            }
            _ => false,
        }
    }

    /// The open documents, in all languages.
    pub fn ids(&self) -> Vec<DocumentId> {
        self.documents.keys().cloned().collect()
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
            self.checkpoints.for_document(id)
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

    /// The settings of the user.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Applies new settings. Returns the documents whose findings may change.
    pub fn configure(&mut self, settings: Settings) -> Vec<DocumentId> {
        self.settings = settings;
        let layer = &self.settings.layer;
        let documents = self.documents.iter_mut();
        let configured = documents.map(|(id, open)| (id, open.document.configure(layer)));
        let stale = configured.filter(|(_, is_new)| *is_new);
        stale.map(|(id, _)| id.clone()).collect()
    }

    /// Looks up the projects of all documents again.
    pub fn place(&mut self, project: impl Fn(&DocumentId) -> Option<Placed>) {
        for (id, open) in &mut self.documents {
            open.document.place(project(id), &self.settings.layer);
        }
    }
}
