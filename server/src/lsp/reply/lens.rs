//! Lenses: what is proven and how much is used, the judge's, `▶ Run` where a run begins and `▶ Run to here`.

use mnc2_ide::features::lens;
use mnc2_program::rules::RuleProfile;
use mnc2_text::{Place, message};
use tower_lsp::ls_types::CodeLens;

use super::{judge, run_command, run_whole_command, score, shorten};
use crate::lsp::document_view::{DocumentView, Of, Program};
use crate::lsp::proven_shortest::Moves;
use crate::lsp::server_state::ServerState;

impl DocumentView<'_> {
    /// The lenses of a document.
    pub(in crate::lsp) fn lenses(self, shared: &ServerState) -> Option<Vec<CodeLens>> {
        let (mut lenses, places) = match self.of {
            Of::Mnc2(program) => {
                let snapshot = program.snapshot;
                let mut lenses = above(program, shared);
                lenses.extend(judge::lens(snapshot, self.uri, self.features));
                let quit = snapshot.review().quit_line();
                (lenses, lens::lenses(&snapshot.program, quit))
            }
            Of::Language(snapshot) => {
                let is_cancelled = || snapshot.is_cancelled();
                let places = lens::text_lenses(snapshot.read()?, &is_cancelled);
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

/// The proof about a program, and its score. A proof comes first: it was requested, and editors cut off long texts.
fn above(program: Program<'_>, shared: &ServerState) -> Vec<CodeLens> {
    let Program {
        snapshot,
        uri,
        features,
        ..
    } = program;
    let settings = shared.session().settings().clone();
    let moves = Moves::from_level(settings.shorten.level);
    let shortest = shared.proven.shortest_regions(snapshot, moves);
    let mut lenses = shorten::lenses(&shortest, snapshot, uri, features);
    let is_contest = snapshot.profile(settings.layer.profile) == RuleProfile::Contest;
    let before = is_contest.then(|| shared.baselines.before(uri));
    let (clock, language) = (snapshot.clock(settings.clock), features.language());
    lenses.extend(score::lenses(snapshot, uri, before, clock, language));
    lenses.extend(score::coverage(snapshot, uri, language));
    lenses
}
