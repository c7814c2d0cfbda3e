//! The testcase of an open document, for features that depend on the lines around the program.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mnc2_asm::testcase::Surroundings;
use mnc2_ide::features::data_navigation::{Surrounded, Whole};
use mnc2_ide::session::{Snapshot, TEXT_BYTES_MAX};
use ropey::Rope;
use tower_lsp::ls_types::Uri;

/// A document between the lines of its testcase.
pub(super) struct OpenTestcase {
    pub(super) uri: Uri,
    pub(super) text: Rope,
    surrounded: Surrounded,
}

impl OpenTestcase {
    pub(super) fn whole<'a>(&'a self, snapshot: &'a Snapshot) -> Whole<'a> {
        self.surrounded.whole(snapshot)
    }
}

/// The last result, which is requested most often.
#[derive(Default)]
pub(super) struct Testcases(Mutex<Option<Kept>>);

struct Kept {
    program: Uri,
    snapshot: Snapshot,
    text: String,
    around: Arc<OpenTestcase>,
}

impl Testcases {
    /// A document between the lines of a testcase with this URI and text, if it has a place for the document.
    pub(super) fn around(
        &self,
        program: &Uri,
        snapshot: &Snapshot,
        uri: Uri,
        text: String,
    ) -> Option<Arc<OpenTestcase>> {
        if text.len() > TEXT_BYTES_MAX {
            return None;
        }
        let is_kept = |kept: &&Kept| {
            kept.program == *program
                && kept.snapshot.program.is(&snapshot.program)
                && kept.around.uri == uri
                && kept.text == text
        };
        if let Some(kept) = self.kept().as_ref().filter(is_kept) {
            return Some(Arc::clone(&kept.around));
        }
        let surroundings = Surroundings::read(&text)?;
        let around = Arc::new(OpenTestcase {
            uri,
            text: Rope::from_str(&text),
            surrounded: Surrounded::new(snapshot, &surroundings)?,
        });
        *self.kept() = Some(Kept {
            program: program.clone(),
            snapshot: snapshot.clone(),
            text,
            around: Arc::clone(&around),
        });
        Some(around)
    }

    /// Forgets the testcase of a document that is closed.
    pub(super) fn forget(&self, program: &Uri) {
        let mut kept = self.kept();
        if kept.as_ref().is_some_and(|kept| kept.program == *program) {
            *kept = None;
        }
    }

    fn kept(&self) -> MutexGuard<'_, Option<Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
