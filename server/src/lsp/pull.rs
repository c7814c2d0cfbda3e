//! Diagnostics for clients that ask: a result keeps its id as long as its content stays the same.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tower_lsp::ls_types::{
    Diagnostic, DocumentDiagnosticReport, FullDocumentDiagnosticReport,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport,
    UnchangedDocumentDiagnosticReport, Uri,
};

/// The last result of each document.
#[derive(Default)]
pub(super) struct Pulled {
    results: Mutex<Results>,
}

#[derive(Default)]
struct Results {
    last_id: u64,
    of_documents: HashMap<Uri, (u64, Vec<Diagnostic>)>,
}

impl Pulled {
    /// The report of these findings to a client that has the result `previous`.
    pub(super) fn report(
        &self,
        uri: &Uri,
        items: Vec<Diagnostic>,
        previous: Option<&str>,
    ) -> DocumentDiagnosticReport {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let id = match results.of_documents.get(uri) {
            Some((id, last)) if *last == items => *id,
            Some(_) | None => {
                results.last_id += 1;
                let id = results.last_id;
                results
                    .of_documents
                    .insert(uri.clone(), (id, items.clone()));
                id
            }
        };
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
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        results.of_documents.remove(uri);
    }
}
