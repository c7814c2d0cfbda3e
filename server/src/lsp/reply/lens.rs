//! Lenses: what is proven and how much is used, the judge's, `▶ Run` where a run begins and `▶ Run to here`.

use mnc2_ide::features::{estimate, lens};
use mnc2_program::rules::RuleProfile;
use mnc2_text::{Estimate, Place, message};
use serde_json::json;
use tower_lsp::ls_types::{CodeLens, Command};

use super::{judge, run_command, run_whole_command, score, shorten};
use crate::lsp::commands::SHOW_USAGE;
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
                let text = snapshot.read()?;
                let places = lens::text_lenses(text, &is_cancelled);
                let first = places.iter().find(|place| place.is_whole);
                let estimate = first.and_then(|first| {
                    let estimate = text.estimate(&is_cancelled)?;
                    Some(self.estimate_lens(&first.place, &estimate))
                });
                (estimate.into_iter().collect(), places)
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

impl DocumentView<'_> {
    /// The estimated time of a program in another language.
    fn estimate_lens(self, place: &Place, estimate: &Estimate) -> CodeLens {
        let title = estimate::title(estimate).say(self.features.language());
        let arguments = vec![json!({ "uri": self.uri.as_str() })];
        CodeLens {
            range: self.range(place),
            command: Some(Command::new(title, SHOW_USAGE.to_owned(), Some(arguments))),
            data: None,
        }
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
