//! The lenses above a program, and the explanations that a click shows.

use mnc2_ide::features::run::coverage::{self, CoverageTitle};
use mnc2_ide::features::score::{Before, titles};
use mnc2_ide::session::{ClockRate, Snapshot};
use mnc2_text::{Language, message};
use serde_json::json;
use tower_lsp::ls_types::{CodeLens, Command, Position, Range, Uri};

use crate::lsp::commands::SHOW_USAGE;

/// Score, use of the units, and estimated time, above the first line. The score only if there is something to compare it with: in
/// the contest.
pub(in crate::lsp) fn lenses(
    snapshot: &Snapshot,
    uri: &Uri,
    before: Option<Before>,
    clock: ClockRate,
    language: Language,
) -> Vec<CodeLens> {
    titles(snapshot, before, clock, language)
        .into_iter()
        .map(|title| lens(0, title, uri))
        .collect()
}

/// What the last run changes, above the program and its sections.
pub(in crate::lsp) fn coverage(
    snapshot: &Snapshot,
    uri: &Uri,
    language: Language,
) -> Vec<CodeLens> {
    let titles = coverage::titles(snapshot, language).into_iter();
    titles
        .map(|CoverageTitle { line, title }| lens(line, title, uri))
        .collect()
}

/// A lens at the start of a line that explains the figures.
fn lens(line: u32, title: String, uri: &Uri) -> CodeLens {
    CodeLens {
        range: Range::new(Position::new(line, 0), Position::new(line, 0)),
        command: Some(Command::new(
            title,
            SHOW_USAGE.to_owned(),
            Some(vec![json!({ "uri": uri.as_str() })]),
        )),
        data: None,
    }
}

/// The same with an explanation, as a message.
pub(in crate::lsp) fn message(
    snapshot: &Snapshot,
    before: Option<Before>,
    clock: ClockRate,
    language: Language,
) -> String {
    let titles = titles(snapshot, before, clock, language);
    if titles.is_empty() {
        return message!("This program executes nothing.").say(language);
    }
    message!(
        "{titles}. A share is the fraction of the steps in which a unit works; a multiply-add is 2 FLOP; waits for MV \
         instructions take no time here.",
        titles = titles.join("; ")
    )
    .say(language)
}
