//! Documents in languages other than MN-Core 2: opened, changed and closed, and the analyses that answer requests.

use std::borrow::Cow;
use std::sync::Arc;

use mnc2_ide::dialects::Options;
use mnc2_ide::session::{
    DialectDocument, DialectSnapshot, DocumentLanguage, LanguageSources, Placed, Snapshot,
};
use mnc2_text::{Chosen, MODELINE_LINES_MAX, Message};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use super::aside;
use super::backend::Backend;
use super::capabilities::ClientFeatures;
use super::document;
use super::reply;
use super::reply::dialect::Seen;
use super::shared::Shared;

/// What a new decision about the language of a document changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decided {
    /// Nothing.
    Same,
    /// What is chosen about its language: the caller shows the findings again.
    Chosen,
    /// Its language: it was closed and opened, which shows the findings.
    Reopened,
}

impl Decided {
    /// Whether anything changed.
    pub(super) fn is_new(self) -> bool {
        self != Self::Same
    }
}

impl Shared {
    /// Takes a document that the client opens.
    pub(super) fn open_dialect(
        &self,
        opened: TextDocumentItem,
        options: Box<dyn Options>,
        project: Option<Placed>,
        problems: &[Message],
    ) {
        self.log_problems(&opened.uri, problems);
        let document = DialectDocument::new(opened.version, &opened.text, options);
        self.session()
            .open_dialect(document::id(&opened.uri), document, project);
        self.publish_dialect(opened.uri);
    }

    /// Applies an edit, if the document is open.
    pub(super) fn change_dialect(
        &self,
        uri: Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) {
        let encoding = self.features().encoding;
        {
            let mut session = self.session();
            let Some(document) = session.edit_dialect(&document::id(&uri)) else {
                drop(session);
                self.change_silent(&uri, version, changes);
                return;
            };
            for change in changes {
                match change.range {
                    Some(range) => {
                        let bytes = encoding.bytes_in(document.text(), range);
                        document.replace(bytes, &change.text);
                    }
                    None => document.replace_all(&change.text),
                }
            }
            document.set_version(version);
        }
        self.publish_dialect(uri);
    }

    /// Applies an edit to a document about which nothing is said.
    fn change_silent(&self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let encoding = self.features().encoding;
        let mut session = self.session();
        let Some(document) = session.edit_silent(&document::id(uri)) else {
            return;
        };
        for change in changes {
            match change.range {
                Some(range) => {
                    let bytes = encoding.bytes_in(document.text(), range);
                    document.replace(bytes, &change.text);
                }
                None => document.replace_all(&change.text),
            }
        }
        document.set_version(version);
    }

    /// Decides again which language an open document is in, and what is chosen about it.
    pub(super) fn decide_language(&self, uri: &Uri) -> Decided {
        let id = document::id(uri);
        let Some(opened) = self.session().opened(&id) else {
            return Decided::Same;
        };
        let project = self.project(uri);
        let given = Chosen::parse(&opened.given);
        let start: String = opened
            .text
            .lines()
            .take(MODELINE_LINES_MAX)
            .map(Cow::from)
            .collect();
        let sources = LanguageSources {
            given: Some(&given),
            project: project.as_ref().and_then(Placed::language),
            text: &start,
            name: id.as_str(),
            ..LanguageSources::default()
        };
        let language = sources.language();
        if language != opened.language {
            let text = opened.text.to_string();
            self.close(uri.clone());
            self.open(TextDocumentItem::new(
                uri.clone(),
                opened.given,
                opened.version,
                text,
            ));
            return Decided::Reopened;
        }
        let Some(DocumentLanguage::Dialect(dialect)) = language else {
            return Decided::Same;
        };
        let described = self.architecture(uri, &sources, dialect, project.as_ref());
        let sources = LanguageSources {
            architecture: described.as_deref(),
            ..sources
        };
        let (options, problems) = sources.options(dialect);
        let is_new = {
            let mut session = self.session();
            let document = session.edit_dialect(&id);
            document.is_some_and(|document| document.set_options(options))
        };
        if !is_new {
            return Decided::Same;
        }
        self.log_problems(uri, &problems);
        Decided::Chosen
    }

    /// Tells the client's log what is wrong with what is chosen about a document.
    fn log_problems(&self, uri: &Uri, problems: &[Message]) {
        let (name, language) = (uri.as_str(), self.features().language());
        let warning = |problem: &Message| format!("{name}: {}", problem.say(language));
        self.log_warnings(problems.iter().map(warning).collect());
    }

    /// Reads the files that describe machines again, since one of them changed.
    pub(super) fn read_architectures_again(&self) {
        let ids: Vec<_> = {
            let session = self.session();
            session.dialects().map(|(id, _)| id.clone()).collect()
        };
        let mut uris = document::uris(&ids);
        uris.retain(|uri| self.decide_language(uri).is_new());
        self.show_findings(&uris);
        if !uris.is_empty() {
            self.refresh_lenses();
            self.refresh_hints();
            self.refresh_tokens();
        }
    }

    /// Forgets a document that the client closes. Returns whether it was open.
    pub(super) fn close_dialect(&self, uri: &Uri) -> bool {
        let was_open = self.session().close_dialect(&document::id(uri));
        if was_open {
            self.pulled.forget(uri);
            if !self.features().pulls_diagnostics {
                self.outbox.send(uri.clone(), Vec::new());
            }
        }
        was_open
    }

    pub(super) fn publish_dialect(&self, uri: Uri) {
        if self.features().pulls_diagnostics {
            return;
        }
        let snapshot = self.session().dialect(&document::id(&uri));
        if let Some(snapshot) = snapshot {
            self.outbox.publish_dialect(uri, snapshot);
        }
    }
}

impl Backend {
    /// Analyses a document for a feature that all languages share: the first closure answers for MN-Core 2, the second one for
    /// the others.
    pub(super) async fn analyse_shared<T: Send + 'static>(
        &self,
        uri: Uri,
        mnc2: impl FnOnce(&Snapshot, &Uri, &ClientFeatures) -> Option<T> + Send + 'static,
        dialect: impl FnOnce(Seen<'_>) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        match self.dialect(&uri) {
            None => self.analyse(uri, mnc2).await,
            Some(snapshot) => self.analyse_dialect(uri, snapshot, dialect).await,
        }
    }

    /// The same for a feature that asks of MN-Core 2 what [`Self::analyse_whole`] answers.
    pub(super) async fn analyse_shared_whole<T: Send + 'static>(
        &self,
        uri: Uri,
        mnc2: impl FnOnce(&Snapshot, &Uri, &ClientFeatures) -> Option<T> + Send + 'static,
        dialect: impl FnOnce(Seen<'_>) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        match self.dialect(&uri) {
            None => self.analyse_whole(uri, mnc2).await,
            Some(snapshot) => self.analyse_dialect(uri, snapshot, dialect).await,
        }
    }

    /// The same for a feature that looks at the testcase around a program of MN-Core 2.
    pub(super) async fn analyse_shared_around<T: Send + 'static>(
        &self,
        uri: Uri,
        mnc2: impl FnOnce(reply::Seen<'_>) -> Option<T> + Send + 'static,
        dialect: impl FnOnce(Seen<'_>) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        match self.dialect(&uri) {
            None => self.analyse_around(uri, mnc2).await,
            Some(snapshot) => self.analyse_dialect(uri, snapshot, dialect).await,
        }
    }

    pub(super) fn dialect(&self, uri: &Uri) -> Option<DialectSnapshot> {
        self.shared.session().dialect(&document::id(uri))
    }

    async fn analyse_dialect<T: Send + 'static>(
        &self,
        uri: Uri,
        snapshot: DialectSnapshot,
        dialect: impl FnOnce(Seen<'_>) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let (snapshot, _wanted) = snapshot.for_request();
        let features = self.shared.features();
        let shared = Arc::clone(&self.shared);
        aside::begin(move || {
            if snapshot.is_cancelled() {
                return Err(Error::content_modified());
            }
            let answer = dialect(Seen::of(&snapshot, &uri, &features));
            let (session, id) = (shared.session(), document::id(&uri));
            if session.is_current_dialect(&id, &snapshot) {
                Ok(answer)
            } else if session.dialect(&id).is_some() {
                Err(Error::content_modified())
            } else {
                Ok(None)
            }
        })
        .await
        .map_err(|_| Error::internal_error())?
    }
}
