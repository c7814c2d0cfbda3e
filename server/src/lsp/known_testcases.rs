//! The testcases that open programs are checked in: read when a program is opened, and again when its testcase is opened, edited,
//! closed or changed.

use mnc2_ide::session::{DocumentId, TestcaseFile};
use mnc2_project::solutions::TESTCASE_NAME;
use tower_lsp::ls_types::Uri;

use super::document;
use super::run::testcase;
use super::server_state::ServerState;

/// The longest testcase that programs are checked in, in bytes: after each edit its lines are followed together with the program.
const CHECKED_BYTES_MAX: usize = 4 << 20;

impl ServerState {
    /// The testcase of a program, if it can be read.
    pub(super) fn known_testcase(&self, program: &Uri) -> Option<TestcaseFile> {
        let found = testcase::file(self, program, None).ok().flatten()?;
        let is_short = found.text.len() <= CHECKED_BYTES_MAX;
        let id = document::id(&found.uri);
        is_short.then(|| TestcaseFile::read(id, &found.text))?
    }

    /// Takes over that a document was opened, edited or closed, or that a file changed.
    pub(super) fn testcase_changed(&self, changed: &Uri) {
        let changed_id = document::id(changed);
        // A file with this name may be the testcase of any program next to it.
        let may_be_new = changed.as_str().ends_with(TESTCASE_NAME);
        let moved = self.read_testcases(|program, testcase| {
            *program != changed_id && (may_be_new || testcase == Some(&changed_id))
        });
        if !moved.is_empty() {
            self.show_findings(&document::uris(&moved));
        }
    }

    /// Reads the testcases of some open programs again, given each with its testcase so far. Returns the programs whose findings
    /// may change.
    pub(super) fn read_testcases(
        &self,
        is_concerned: impl Fn(&DocumentId, Option<&DocumentId>) -> bool,
    ) -> Vec<DocumentId> {
        let mut programs = self.session().with_testcases();
        programs.retain(|(id, testcase)| is_concerned(id, testcase.as_ref()));
        let mut moved: Vec<DocumentId> = programs.into_iter().map(|(id, _)| id).collect();
        moved.retain(|id| {
            let testcase = self.known_testcase(&document::uri(id));
            self.session().set_testcase(id, testcase)
        });
        moved
    }
}
