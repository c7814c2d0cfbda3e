//! The texts of the client: a document is opened, changed, saved and closed. Nothing is awaited here.

use std::sync::Arc;

use mnc2_asm::program::Form;
use mnc2_ide::session::{Document, DocumentLanguage, LanguageSources, Placed, SilentDocument};
use mnc2_text::{Chosen, MODELINE_LINES_MAX};
use tower_lsp::ls_types::{
    DidChangeTextDocumentParams, TextDocumentContentChangeEvent, TextDocumentItem, Uri,
};

use super::change;
use super::dialects::Decided;
use super::document;
use super::shared::Shared;

impl Shared {
    /// Takes a document that the client opens.
    pub(super) fn open(&self, opened: TextDocumentItem) {
        let id = document::id(&opened.uri);
        let project = self.project(&opened.uri);
        let given = Chosen::parse(&opened.language_id);
        self.session()
            .set_given(id.clone(), opened.language_id.clone());
        let sources = LanguageSources {
            given: Some(&given),
            project: project.as_ref().and_then(Placed::language),
            text: &opened.text,
            name: id.as_str(),
            ..LanguageSources::default()
        };
        match sources.language() {
            Some(DocumentLanguage::Mnc2) => {}
            Some(DocumentLanguage::Dialect(dialect)) => {
                let described = self.architecture(&opened.uri, &sources, dialect, project.as_ref());
                let sources = LanguageSources {
                    architecture: described.as_deref(),
                    ..sources
                };
                let (options, problems) = sources.options(dialect);
                self.open_dialect(opened, options, project, &problems);
                return;
            }
            None if self.open_output(&opened) => return,
            None => {
                let silent = SilentDocument::new(opened.version, &opened.text);
                let is_everybodys = DocumentLanguage::is_everybodys(id.as_str());
                self.session().open_silent(id, silent);
                if !is_everybodys {
                    let name = opened.uri.as_str();
                    let language = &opened.language_id;
                    self.log_warnings(vec![format!(
                        "{name} is opened as {language:?}, not as MN-Core 2 assembly, so nothing is said about it"
                    )]);
                }
                return;
            }
        }
        let form = Form::of_name(id.as_str());
        let mut document = Document::of_form(opened.version, &opened.text, form);
        if form == Form::Unlinked {
            document.set_placement(self.placement(&opened.uri).map(Arc::new));
            document.set_outputs(self.outputs(&opened.uri));
        }
        document.set_assembled(self.assembled(&opened.uri));
        let (was_judged_with, moved) = {
            let mut session = self.session();
            session.open(id.clone(), document, project);
            let opened = session.snapshot(&id);
            let was_judged_with = opened.is_some_and(|it| it.outcomes.judged_with.is_some());
            (was_judged_with, session.find_room())
        };
        if was_judged_with && self.features().pulls_diagnostics {
            // The next pull includes what was pushed about the file while it was not open.
            self.outbox.send(opened.uri.clone(), Vec::new());
        }
        self.note_saved(&opened.uri);
        self.placement_changed(&opened.uri);
        self.show_moved(&moved, &opened.uri);
        self.publish(opened.uri);
    }

    /// Applies an edit.
    pub(super) fn change(&self, params: DidChangeTextDocumentParams) {
        let uri = params.text_document.uri;
        let encoding = self.features().encoding;
        let id = document::id(&uri);
        let (outdated, moved) = {
            let mut session = self.session();
            let Some((document, parser)) = session.edit(&id) else {
                drop(session);
                let changes = params.content_changes;
                let is_first = |change: &TextDocumentContentChangeEvent| {
                    let line = change.range.map_or(0, |range| range.start.line);
                    (line as usize) < MODELINE_LINES_MAX
                };
                self.change_output(&uri, &changes);
                let changes_modeline = changes.iter().any(is_first);
                self.change_dialect(uri.clone(), params.text_document.version, changes);
                if changes_modeline && self.decide_language(&uri) == Decided::Chosen {
                    self.publish(uri);
                }
                return;
            };
            change::apply(document, parser, encoding, params.content_changes);
            document.set_version(params.text_document.version);
            (session.outdate_outcomes(&id), session.find_room())
        };
        self.runs.outdate(&uri);
        self.clear_judged(&outdated);
        self.show_moved(&moved, &uri);
        self.placement_changed(&uri);
        self.publish_typed(uri);
    }

    /// Refreshes the lenses, which compare with the saved text; the diagnostics are already published.
    pub(super) fn save(&self, uri: &Uri) {
        self.note_saved(uri);
        if Form::of_name(uri.as_str()) == Form::Unlinked {
            self.outputs_changed();
        }
        self.refresh_lenses();
    }

    /// Forgets a document that the client closes.
    pub(super) fn close(&self, uri: Uri) {
        {
            let mut session = self.session();
            let id = document::id(&uri);
            session.forget_given(&id);
            if session.close_silent(&id) {
                return;
            }
        }
        if self.close_dialect(&uri) || self.close_output(&uri) {
            return;
        }
        let (outdated, moved) = {
            let mut session = self.session();
            (session.close(&document::id(&uri)), session.find_room())
        };
        self.placement_changed(&uri);
        self.runs.outdate(&uri);
        self.pulled.forget(&uri);
        self.shown.forget(&uri);
        self.tokens.forget(&uri);
        self.testcases.forget(&uri);
        self.proposals.forget(&uri);
        self.baselines.forget(&uri);
        self.show_moved(&moved, &uri);
        if let Some(outdated) = outdated {
            self.clear_judged(&outdated);
            if !self.features().pulls_diagnostics {
                self.outbox.send(uri, Vec::new());
            }
        }
    }
}
