//! Documents in languages other than MN-Core 2: opened, changed and closed, and the analyses that answer requests.

use std::borrow::Cow;
use std::sync::Arc;

use mnc2_ide::session::{DocumentLanguage, LanguageSnapshot, LanguageSources, Placed, Snapshot};
use mnc2_text::{Chosen, MODELINE_LINES_MAX, Message};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{TextDocumentItem, Uri};

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
    /// Decides again which language an open document is in, and what is chosen about it.
    pub(super) fn decide_language(&self, uri: &Uri) -> Decided {
        let id = document::id(uri);
        let (given, version, text, present) = {
            let session = self.session();
            let (Some(document), Some(given)) = (session.document(&id), session.given(&id)) else {
                return Decided::Same;
            };
            let text = document.text().clone();
            (
                given.to_owned(),
                document.version(),
                text,
                document.language(),
            )
        };
        let project = self.project(uri);
        let chosen = Chosen::parse(&given);
        let start: String = text
            .lines()
            .take(MODELINE_LINES_MAX)
            .map(Cow::from)
            .collect();
        let sources = LanguageSources {
            given: Some(&chosen),
            project: project.as_ref().and_then(Placed::language),
            text: &start,
            name: id.as_str(),
            ..LanguageSources::default()
        };
        let language = sources.language();
        if language != present {
            let text = text.to_string();
            self.close(uri.clone());
            self.open(TextDocumentItem::new(uri.clone(), given, version, text));
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
        let is_new = self.session().set_options(&id, options);
        if !is_new {
            return Decided::Same;
        }
        self.log_problems(uri, &problems);
        Decided::Chosen
    }

    /// Tells the client's log what is wrong with what is chosen about a document.
    pub(super) fn log_problems(&self, uri: &Uri, problems: &[Message]) {
        let (name, language) = (uri.as_str(), self.features().language());
        let warning = |problem: &Message| format!("{name}: {}", problem.say(language));
        self.log_warnings(problems.iter().map(warning).collect());
    }

    /// Reads the files that describe machines again, since one of them changed.
    pub(super) fn read_architectures_again(&self) {
        let ids: Vec<_> = {
            let session = self.session();
            session.in_languages().map(|(id, _)| id.clone()).collect()
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

    /// Publishes the findings of a document in another language.
    pub(super) fn publish_dialect(&self, uri: Uri) {
        if self.features().pulls_diagnostics {
            return;
        }
        let snapshot = self.session().in_language(&document::id(&uri));
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

    pub(super) fn dialect(&self, uri: &Uri) -> Option<LanguageSnapshot> {
        self.shared.session().in_language(&document::id(uri))
    }

    async fn analyse_dialect<T: Send + 'static>(
        &self,
        uri: Uri,
        snapshot: LanguageSnapshot,
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
            if session.is_current_in_language(&id, &snapshot) {
                Ok(answer)
            } else if session.is_open(&id) {
                Err(Error::content_modified())
            } else {
                Ok(None)
            }
        })
        .await
        .map_err(|_| Error::internal_error())?
    }
}
