//! The `.param` files and the outputs of programs for the linker: read when such a program is opened, and again when one of
//! them changes.
//!
//! The text of an open document takes precedence over its file. The findings in a file that is not open are shown while a
//! program that uses it is open.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use mnc2_asm::s_expression::TEXT_BYTES_MAX;
use mnc2_ide::session::{DocumentId, Mnc2Document, Placement};
use mnc2_program::FileForm;
use mnc2_project::linker_files;
use mnc2_text::line;
use tower_lsp::ls_types::{Diagnostic, Uri};

use super::document;
use super::document_view::DocumentView;
use super::findings::{self, Kept};
use super::server_state::ServerState;

/// The longest output of the linker that is read, in bytes: after each pause in typing it is compared with the program.
const OUTPUT_BYTES_MAX: u64 = 1 << 20;

impl ServerState {
    /// What may be the linker's output of a program.
    pub(super) fn outputs(&self, program: &Uri) -> Arc<[String]> {
        let paths = document::path(program).map(|path| linker_files::outputs_of(&path));
        let paths = paths.into_iter().flatten();
        let roots = self.workspace.roots_of(program, None);
        let read = paths.filter_map(|path| roots.read(&path, OUTPUT_BYTES_MAX).ok());
        read.map(|bytes| line::decode(&bytes).0).collect()
    }

    /// The `.param` file of a program, if there is one.
    pub(super) fn placement(&self, program: &Uri) -> Option<Placement> {
        let path = linker_files::placement_of(&document::path(program)?)?;
        let uri = Uri::from_file_path(&path)?;
        let id = document::id(&uri);
        let open = self.session().snapshot(&id);
        let content = match open {
            Some(snapshot) => snapshot.text.to_string(),
            None => {
                let roots = self.workspace.roots_of(program, None);
                line::decode(&roots.read(&path, TEXT_BYTES_MAX as u64).ok()?).0
            }
        };
        Some(Placement::read(id, &content))
    }

    /// Takes over that a document was opened, edited or closed, or that a file changed.
    pub(super) fn placement_changed(&self, changed: &Uri) {
        match FileForm::from_file_name(changed.as_str()) {
            FileForm::Placement => {
                let programs = self.session().unlinked();
                let mut moved = Vec::new();
                for id in programs {
                    let placement = self.placement(&document::uri(&id));
                    if self.session().set_placement(&id, placement) {
                        moved.push(id);
                    }
                }
                if !moved.is_empty() {
                    self.show_findings(&document::uris(&moved));
                }
                self.show_placements();
            }
            FileForm::Unlinked => self.show_placements(),
            FileForm::Program | FileForm::Structure => {}
        }
    }

    /// Takes over that the linker may have run.
    pub(super) fn outputs_changed(&self) {
        let mut moved = self.session().unlinked();
        moved.retain(|id| {
            let outputs = self.outputs(&document::uri(id));
            self.session().set_outputs(id, outputs)
        });
        if !moved.is_empty() {
            self.show_findings(&document::uris(&moved));
        }
    }

    /// Shows what is wrong with the files that open programs use, and withdraws the rest.
    fn show_placements(&self) {
        let used: HashMap<DocumentId, String> = {
            let session = self.session();
            let programs = session.unlinked().into_iter();
            let placements = programs.filter_map(|id| session.snapshot(&id)?.placement);
            let closed = placements.filter(|placement| !session.is_open(&placement.id));
            closed
                .map(|placement| (placement.id.clone(), placement.text.to_string()))
                .collect()
        };
        let mut shown = self
            .placements
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for unused in shown.extract_if(|id| !used.contains_key(id)) {
            if !self.session().is_open(&unused) {
                self.outbox.send(document::uri(&unused), Vec::new());
            }
        }
        for (id, content) in used {
            let uri = document::uri(&id);
            let diagnostics = self.placement_findings(&uri, &content);
            if !diagnostics.is_empty() || shown.contains(&id) {
                self.outbox.send(uri, diagnostics);
                shown.insert(id);
            }
        }
    }

    fn placement_findings(&self, uri: &Uri, content: &str) -> Vec<Diagnostic> {
        let project = self.project(uri);
        let layer = self.session().settings().layer.clone();
        let document = Mnc2Document::with_form(0, content, FileForm::Placement);
        let snapshot = document.checked_by(project, &layer);
        let features = self.features();
        let seen = DocumentView::from_program(&snapshot, uri, &features);
        findings::diagnostics(seen, &Kept::default())
    }
}
