//! Documents in languages other than MN-Core 2: opened, changed and closed, and the analyses that answer requests.

use std::sync::Arc;

use mnc2_ide::dialects::Options;
use mnc2_ide::session::{DialectDocument, DialectSnapshot, Snapshot};
use mnc2_text::Message;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};

use super::backend::Backend;
use super::capabilities::ClientFeatures;
use super::document;
use super::reply::dialect::Seen;
use super::shared::Shared;

impl Shared {
    /// Takes a document that the client opens.
    pub(super) fn open_dialect(
        &self,
        opened: TextDocumentItem,
        options: Options,
        is_excluded: bool,
        problems: &[Message],
    ) {
        let name = opened.uri.as_str();
        let language = self.features().language();
        let warning = |problem: &Message| format!("{name}: {}", problem.say(language));
        self.log_warnings(problems.iter().map(warning).collect());
        let document = DialectDocument::new(opened.version, &opened.text, options, is_excluded);
        self.session()
            .open_dialect(document::id(&opened.uri), document);
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

    fn publish_dialect(&self, uri: Uri) {
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

    fn dialect(&self, uri: &Uri) -> Option<DialectSnapshot> {
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
        tokio::task::spawn_blocking(move || {
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
