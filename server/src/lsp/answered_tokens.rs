//! The last semantic tokens that the client was sent, from which the next delta is made.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use tower_lsp::ls_types::{SemanticToken, Uri};

/// The last answers for each document: the answer that the client named last, and the newest, which may not have arrived.
#[derive(Default)]
pub(super) struct AnsweredTokens {
    last_id: AtomicU64,
    answers: DashMap<Uri, Vec<Answer>>,
}

/// An answer with every token.
#[derive(Clone)]
pub(super) struct Answer {
    id: String,
    /// Every token of the document.
    pub(super) tokens: Arc<[SemanticToken]>,
}

impl AnsweredTokens {
    /// The answer with an id, if it is one of the last.
    pub(super) fn find(&self, uri: &Uri, id: &str) -> Option<Answer> {
        let answers = self.answers.get(uri)?;
        answers.iter().find(|answer| answer.id == id).cloned()
    }

    /// Keeps a new answer, and the answer that the client named. Returns the id of the new answer.
    pub(super) fn keep(
        &self,
        uri: &Uri,
        tokens: &[SemanticToken],
        before: Option<Answer>,
    ) -> String {
        let id = (self.last_id.fetch_add(1, Ordering::Relaxed) + 1).to_string();
        let answer = Answer {
            id: id.clone(),
            tokens: tokens.into(),
        };
        let answers = before.into_iter().chain([answer]);
        self.answers.insert(uri.clone(), answers.collect());
        id
    }

    /// Forgets the answers for a document that was closed.
    pub(super) fn forget(&self, uri: &Uri) {
        self.answers.remove(uri);
    }
}
