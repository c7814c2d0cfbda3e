//! Lenses: what is proven and how much is used, the judge's, `▶ Run` where a run begins and `▶ Run to here`.

use mnc2_ide::features::lens;
use mnc2_text::{Place, message};
use tower_lsp::ls_types::CodeLens;

use super::{judge, run_command, run_whole_command};
use crate::lsp::seen::{Of, Program, Seen};

impl Seen<'_> {
    /// The lenses of a document, after those that `of_program` makes of a program of MN-Core 2.
    pub(in crate::lsp) fn lenses(
        self,
        of_program: impl FnOnce(Program<'_>) -> Vec<CodeLens>,
    ) -> Option<Vec<CodeLens>> {
        let (mut lenses, places) = match self.of {
            Of::Mnc2(program) => {
                let snapshot = program.snapshot;
                let mut lenses = of_program(program);
                lenses.extend(judge::lens(snapshot, self.uri, self.features));
                let quit = snapshot.review().quit_line();
                (lenses, lens::lenses(&snapshot.program, quit))
            }
            Of::Language(snapshot) => {
                let is_cancelled = || snapshot.is_cancelled();
                let places = lens::of_text(snapshot.read()?, &is_cancelled);
                (Vec::new(), places)
            }
        };
        let language = self.features.language();
        let (whole, to_line) = (message!("▶ Run"), message!("▶ Run to here"));
        let (whole, to_line) = (whole.say(language), to_line.say(language));
        let run = |lens::Lens { place, is_whole }: lens::Lens| {
            let Place { line, .. } = place;
            let command = match is_whole {
                true => run_whole_command(&whole, self.uri, line),
                false => run_command(&to_line, self.uri, line),
            };
            CodeLens {
                range: self.range(&place),
                command: Some(command),
                data: None,
            }
        };
        lenses.extend(places.into_iter().map(run));
        Some(lenses)
    }
}
