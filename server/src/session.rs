//! What the server knows: the open documents and the settings.
//!
//! No I/O and no protocol here. Every change to a document is a plain synchronous call, so that the order of calls is
//! the order of edits; every reader takes a [`Snapshot`], which never changes.

mod checkpoints;
mod document;
mod followed;
mod project;
mod ran;
mod reading;
mod room;
mod settings;
mod waiting;

use std::collections::HashMap;
use std::sync::Arc;

use mnc2_asm::LineParser;

use checkpoints::AllCheckpoints;
use ran::AllOutcomes;
use room::Room;

pub(crate) use checkpoints::KeptRun;
pub(crate) use document::{Document, Snapshot, Unread};
pub(crate) use project::{Placed, ProjectFile};
pub(crate) use ran::{
    Cut, DumpText, Expected, FinalState, LastRun, Outcomes, Ran, RunFinding, Stopped, Verdict,
    WrittenOperand,
};
pub(crate) use reading::{TEXT_BYTES_MAX, TEXT_LINES_MAX};
pub(crate) use room::{OPEN_BYTES_MAX, OPEN_DOCUMENTS_MAX};
pub(crate) use settings::{Clock, Focus, InlayHints, Settings};
#[cfg(test)]
pub(crate) use waiting::Questions;

/// The open documents, by their URI as the client spells it, and the settings.
#[derive(Default)]
pub(crate) struct Session {
    documents: HashMap<String, Document>,
    settings: Settings,
    parser: LineParser,
    outcomes: AllOutcomes,
    checkpoints: AllCheckpoints,
    room: Room,
}

impl Session {
    /// Adds a document of a project, or replaces it if it is open already.
    pub(crate) fn open(&mut self, uri: String, mut document: Document, project: Option<Placed>) {
        document.set_project(project);
        document.configure(&self.settings.layer);
        self.room.opened(&uri);
        if let Some(before) = self.documents.insert(uri, document) {
            before.stop_requests();
        }
    }

    /// Decides again which documents are read, after one was opened, edited or closed. Returns those that are read now
    /// and were not before, or the other way round.
    pub(crate) fn find_room(&mut self) -> Vec<String> {
        self.room.find(&mut self.documents)
    }

    /// Removes a document. If it was open, returns the testcases that nothing is known about any more.
    pub(crate) fn close(&mut self, uri: &str) -> Option<Vec<String>> {
        let outdated = self.outcomes.closed(uri);
        self.checkpoints.closed(uri);
        self.room.closed(uri);
        let closed = self.documents.remove(uri)?;
        closed.stop_requests();
        Some(outdated)
    }

    /// A document to edit, and the parser for it.
    pub(crate) fn edit(&mut self, uri: &str) -> Option<(&mut Document, &mut LineParser)> {
        Some((self.documents.get_mut(uri)?, &mut self.parser))
    }

    /// The current state of a document.
    pub(crate) fn snapshot(&self, uri: &str) -> Option<Snapshot> {
        let document = self.documents.get(uri)?;
        Some(document.snapshot().with_outcomes(self.outcomes.of(uri)))
    }

    /// The current state of every document.
    pub(crate) fn snapshots(&self) -> Vec<(String, Snapshot)> {
        self.documents
            .iter()
            .map(|(uri, document)| {
                let outcomes = self.outcomes.of(uri);
                (uri.clone(), document.snapshot().with_outcomes(outcomes))
            })
            .collect()
    }

    /// Whether the document is open and its text still that of the snapshot.
    pub(crate) fn is_current(&self, uri: &str, snapshot: &Snapshot) -> bool {
        self.documents
            .get(uri)
            .is_some_and(|document| document.has_text_of(snapshot))
    }

    /// Whether a document is open.
    pub(crate) fn is_open(&self, uri: &str) -> bool {
        self.documents.contains_key(uri)
    }

    /// Forgets what a changed file, or the changed files below a folder, make untrue, unless they are open. Returns
    /// the testcases that verdicts referred to.
    pub(crate) fn outdate_file(&mut self, uri: &str) -> Vec<String> {
        let documents = &self.documents;
        self.outcomes
            .file_changed(|file| is_or_below(file, uri) && !documents.contains_key(file))
    }

    /// The checkpoints of a document that is about to run.
    pub(crate) fn kept_run(&mut self, uri: &str) -> Arc<KeptRun> {
        if self.documents.contains_key(uri) {
            self.checkpoints.of(uri)
        } else {
            Arc::default()
        }
    }

    /// Stores a run if the document still has the text that ran. Returns whether it does.
    pub(crate) fn record_run(
        &mut self,
        uri: &str,
        snapshot: &Snapshot,
        run: LastRun,
        state: FinalState,
    ) -> bool {
        let is_current = self.is_current(uri, snapshot);
        if is_current {
            self.outcomes.record_run(uri.to_owned(), run, state);
        }
        is_current
    }

    /// Stores a verdict if the document still has the text that was judged, and returns the testcases that nothing is
    /// known about any more; otherwise returns `None`.
    pub(crate) fn record_verdict(
        &mut self,
        uri: &str,
        snapshot: &Snapshot,
        verdict: Verdict,
    ) -> Option<Vec<String>> {
        self.is_current(uri, snapshot)
            .then(|| self.outcomes.record_verdict(uri.to_owned(), verdict))
    }

    /// Forgets what an edit of a document has made untrue. Returns the testcases that nothing is known about any more.
    pub(crate) fn outdate_outcomes(&mut self, uri: &str) -> Vec<String> {
        self.outcomes.edited(uri)
    }

    /// The settings.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Applies new settings. Returns the documents whose findings may change.
    pub(crate) fn configure(&mut self, settings: Settings) -> Vec<String> {
        self.settings = settings;
        self.documents
            .iter_mut()
            .filter_map(|(uri, document)| {
                let is_new = document.configure(&self.settings.layer);
                is_new.then(|| uri.clone())
            })
            .collect()
    }

    /// Looks up the projects of all documents again.
    pub(crate) fn place(&mut self, project: impl Fn(&str) -> Option<Placed>) {
        for (uri, document) in &mut self.documents {
            document.set_project(project(uri));
            document.configure(&self.settings.layer);
        }
    }
}

/// Whether a file is this one, or is below it if it is a folder.
fn is_or_below(file: &str, uri: &str) -> bool {
    let below = file.strip_prefix(uri.trim_end_matches('/'));
    below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
