//! `▶ Run` where a run begins, and `▶ Run to here` at labels.

use mnc2_asm::message;
use mnc2_ide::features::lens::{DialectLens, dialect_lenses};
use tower_lsp::ls_types::CodeLens;

use super::Seen;
use crate::lsp::reply::{run_command, run_whole_command};

impl Seen<'_> {
    /// The lenses of a document.
    pub(in crate::lsp) fn lenses(self) -> Option<Vec<CodeLens>> {
        let language = self.features.language();
        let (whole, to_line) = (message!("▶ Run"), message!("▶ Run to here"));
        let (whole, to_line) = (whole.say(language), to_line.say(language));
        let places = dialect_lenses(self.snapshot.read()?, &|| self.is_cancelled());
        let lenses = places.into_iter().map(|DialectLens { place, is_whole }| {
            let command = match is_whole {
                true => run_whole_command(&whole, self.uri, place.line),
                false => run_command(&to_line, self.uri, place.line),
            };
            CodeLens {
                range: self.range(&place),
                command: Some(command),
                data: None,
            }
        });
        Some(lenses.collect())
    }
}
