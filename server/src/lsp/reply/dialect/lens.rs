//! `▶ Run to here` where functions and labels begin.

use mnc2_asm::message;
use mnc2_ide::features::lens::dialect_lenses;
use tower_lsp::ls_types::CodeLens;

use super::Seen;
use crate::lsp::reply::run_command;

impl Seen<'_> {
    /// The lenses of a document.
    pub(in crate::lsp) fn lenses(self) -> Option<Vec<CodeLens>> {
        let title = message!("▶ Run to here").say(self.features.language());
        let places = dialect_lenses(self.snapshot.read()?, &|| self.is_cancelled());
        let lenses = places.into_iter().map(|place| CodeLens {
            range: self.range(&place),
            command: Some(run_command(&title, self.uri, place.line)),
            data: None,
        });
        Some(lenses.collect())
    }
}
