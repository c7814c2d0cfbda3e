//! Diagnostics for clients that pull: a result keeps its id while its content stays the same.

use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use tower_lsp::ls_types::{
    Diagnostic, DocumentDiagnosticReport, FullDocumentDiagnosticReport,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport,
    UnchangedDocumentDiagnosticReport, Uri,
};

/// The report of a document without findings.
pub(super) fn nothing() -> DocumentDiagnosticReport {
    DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport::default())
}

/// The last result of each document. Pulls of different documents do not wait for each other.
#[derive(Default)]
pub(super) struct Pulled {
    last_id: AtomicU64,
    results: DashMap<Uri, (u64, Vec<Diagnostic>)>,
}

impl Pulled {
    /// The report of these findings to a client that has the result `previous`.
    pub(super) fn report(
        &self,
        uri: &Uri,
        items: Vec<Diagnostic>,
        previous: Option<&str>,
    ) -> DocumentDiagnosticReport {
        let mut result = self.results.entry(uri.clone()).or_default();
        // Ids count from 1, so that a new entry never matches one.
        if result.0 == 0 || result.1 != items {
            let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
            *result = (id, items.clone());
        }
        let id = result.0;
        drop(result);
        let result_id = id.to_string();
        if previous == Some(result_id.as_str()) {
            return DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
                related_documents: None,
                unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport {
                    result_id,
                },
            });
        }
        DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport {
                result_id: Some(result_id),
                items,
            },
        })
    }

    /// Forgets the result of a document that was closed.
    pub(super) fn forget(&self, uri: &Uri) {
        self.results.remove(uri);
    }
}
