//! The texts of the client: a document is opened, changed, saved and closed. Nothing is awaited here.

use std::sync::Arc;

use mnc2_ide::session::{
    Document, DocumentLanguage, LanguageDocument, LanguageSources, Mnc2Document, OUTPUT_BYTES_MAX,
    Placed, PlainText,
};
use mnc2_program::FileForm;
use mnc2_text::{LanguageChoice, MODELINE_LINES_MAX};
use tower_lsp::ls_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, TextDocumentContentChangeEvent, TextDocumentItem, Uri,
};

use super::change;
use super::document;
use super::languages::{Decided, names_files};
use super::run;
use super::server_state::ServerState;

/// What a document is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Mnc2,
    Language,
    Output,
    Silent,
}

impl Kind {
    fn from_document(document: &Document) -> Self {
        match document {
            Document::Mnc2(_) => Self::Mnc2,
            Document::Language(_) => Self::Language,
            Document::Output(_) => Self::Output,
            Document::Silent(_) => Self::Silent,
        }
    }
}

/// Takes a document that the client opens, and the verdict about it if it is judged when it is opened.
pub(super) fn did_open(shared: &Arc<ServerState>, params: DidOpenTextDocumentParams) {
    let uri = params.text_document.uri.clone();
    shared.open(params.text_document);
    run::check_progress::show(shared, uri);
}

pub(super) fn did_change(shared: &Arc<ServerState>, params: DidChangeTextDocumentParams) {
    shared.change(params);
}

/// Notes that a document equals its file.
pub(super) fn did_save(shared: &Arc<ServerState>, params: DidSaveTextDocumentParams) {
    shared.save(&params.text_document.uri);
}

pub(super) fn did_close(shared: &Arc<ServerState>, params: DidCloseTextDocumentParams) {
    shared.close(params.text_document.uri);
}

impl ServerState {
    /// Takes a document that the client opens.
    pub(super) fn open(&self, mut opened: TextDocumentItem) {
        opened.text = change::unmarked(opened.text, self.features().encoding);
        if self.open_host(&opened) {
            return;
        }
        let id = document::id(&opened.uri);
        let project = self.project(&opened.uri);
        let document = self.read(&opened, project.as_ref());
        let kind = Kind::from_document(&document);
        let (was_judged_with, moved) = {
            let mut session = self.session();
            session.open(id.clone(), document, &opened.language_id, project);
            let opened = session.snapshot(&id);
            let was_judged_with = opened.is_some_and(|it| it.outcomes.judged_with.is_some());
            (was_judged_with, session.find_room())
        };
        if was_judged_with && self.features().pulls_diagnostics {
            // The next pull includes what was pushed about the file while it was not open.
            self.outbox.send(opened.uri.clone(), Vec::new());
        }
        self.show_moved(&moved, &opened.uri);
        match kind {
            Kind::Mnc2 => {
                self.note_saved(&opened.uri);
                self.placement_changed(&opened.uri);
                self.testcase_changed(&opened.uri);
                self.publish(opened.uri);
            }
            Kind::Language => self.publish(opened.uri),
            Kind::Output => self.output_changed(&opened.uri),
            Kind::Silent => {
                if !DocumentLanguage::is_everybodys(id.as_str()) {
                    let (name, language) = (opened.uri.as_str(), &opened.language_id);
                    self.log_warnings(vec![format!(
                        "{name} is opened as {language:?}, not as MN-Core 2 assembly, so it is ignored"
                    )]);
                }
            }
        }
    }

    /// A document as its language reads it.
    fn read(&self, opened: &TextDocumentItem, project: Option<&Placed>) -> Document {
        let given = LanguageChoice::parse(&opened.language_id);
        let sources = LanguageSources {
            given: Some(&given),
            project: project.and_then(Placed::language),
            text: &opened.text,
            name: opened.uri.as_str(),
            ..LanguageSources::default()
        };
        match sources.language() {
            Some(DocumentLanguage::Mnc2) => {
                let form = FileForm::from_file_name(opened.uri.as_str());
                let mut document = Mnc2Document::with_form(opened.version, &opened.text, form);
                if form == FileForm::Unlinked {
                    document.set_placement(self.placement(&opened.uri).map(Arc::new));
                    document.set_outputs(self.outputs(&opened.uri));
                } else if form == FileForm::Program {
                    document.set_testcase(self.known_testcase(&opened.uri).map(Arc::new));
                }
                document.set_assembled(self.assembled(&opened.uri));
                document.into()
            }
            Some(DocumentLanguage::Listed(listed)) => {
                let described = self.architecture(&opened.uri, &sources, listed, project);
                let sources = LanguageSources {
                    architecture: described.as_deref(),
                    ..sources
                };
                let (mut options, problems) = sources.options(listed);
                let named = (&sources, opened.text.as_str());
                self.give_files(&opened.uri, named, &mut *options, project);
                self.log_problems(&opened.uri, &problems);
                LanguageDocument::new(opened.version, &opened.text, options).into()
            }
            None if self.is_new_output(opened) => {
                Document::Output(PlainText::new(opened.version, &opened.text))
            }
            None => Document::Silent(PlainText::new(opened.version, &opened.text)),
        }
    }

    /// Applies changes of a document.
    pub(super) fn change(&self, params: DidChangeTextDocumentParams) {
        if self.hosts.hold(&params.text_document.uri) {
            self.change_host(params);
            return;
        }
        let uri = params.text_document.uri;
        let encoding = self.features().encoding;
        let id = document::id(&uri);
        let is_first = |change: &TextDocumentContentChangeEvent| {
            let line = change.range.map_or(0, |range| range.start.line);
            (line as usize) < MODELINE_LINES_MAX
        };
        let changes_modeline = params.content_changes.iter().any(is_first);
        let (kind, outdated, moved) = {
            let mut session = self.session();
            let Some((document, parser)) = session.edit(&id) else {
                return;
            };
            let kind = Kind::from_document(document);
            change::apply(document, parser, encoding, params.content_changes);
            document.set_version(params.text_document.version);
            if let Document::Output(plain) = document
                && plain.text.len_bytes() > OUTPUT_BYTES_MAX
            {
                *document = Document::Silent(plain.clone());
            }
            (kind, session.outdate_outcomes(&id), session.find_room())
        };
        self.show_moved(&moved, &uri);
        match kind {
            Kind::Mnc2 => {
                self.runs.outdate(&uri);
                self.clear_judged(&outdated);
                self.placement_changed(&uri);
                self.testcase_changed(&uri);
                self.publish_typed(uri);
                return;
            }
            Kind::Language => self.publish(uri.clone()),
            Kind::Output => self.output_changed(&uri),
            Kind::Silent => {}
        }
        let is_model = kind == Kind::Language && names_files(uri.as_str());
        if (changes_modeline || is_model) && self.decide_language(&uri) == Decided::Chosen {
            self.publish(uri);
        }
    }

    /// Refreshes the lenses, which compare with the saved text; the diagnostics are already published.
    fn save(&self, uri: &Uri) {
        self.note_saved(uri);
        let saved = self.session().in_language(&document::id(uri));
        // Other files of its program refer to it.
        if saved.is_some_and(|it| it.options().language().about().is_linked) {
            self.read_architectures_again();
        }
        if FileForm::from_file_name(uri.as_str()) == FileForm::Unlinked {
            self.outputs_changed();
        }
        self.refresh_lenses();
    }

    /// Forgets a document that the client closes.
    pub(super) fn close(&self, uri: Uri) {
        if self.hosts.hold(&uri) {
            self.close_host(&uri);
            return;
        }
        let (closed, moved) = {
            let mut session = self.session();
            (session.close(&document::id(&uri)), session.find_room())
        };
        let Some(closed) = closed else {
            return;
        };
        self.show_moved(&moved, &uri);
        match Kind::from_document(&closed.document) {
            Kind::Mnc2 => {
                self.placement_changed(&uri);
                self.testcase_changed(&uri);
                self.runs.outdate(&uri);
                self.shown.forget(&uri);
                self.tokens.forget(&uri);
                self.testcases.forget(&uri);
                self.proposals.forget(&uri);
                self.baselines.forget(&uri);
                self.clear_judged(&closed.outdated);
            }
            Kind::Language => {}
            Kind::Output => {
                self.output_changed(&uri);
                return;
            }
            Kind::Silent => return,
        }
        self.pulled.forget(&uri);
        if !self.features().pulls_diagnostics {
            self.outbox.send(uri, Vec::new());
        }
    }
}
