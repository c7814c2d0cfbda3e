//! A text that is written in another version than it is read in: one finding, with what makes both the same.

use mnc2_text::{Applicability, Edit, Finding, Fix, LanguageChoice, line, message};

use crate::code::Code;
use crate::issue::{Elsewhere, Issue};
use crate::report::{edit, finding as issue_finding};
use crate::source::{Piece, Source, Start};
use crate::translate;
use crate::version::Version;

/// One finding for all words of another version: at the first such word. `written` is the text in that version, if it has no words of
/// this one.
pub(crate) fn finding(
    source: &Source,
    others: &[(Start, &Piece, &Issue)],
    written: Option<&Source>,
) -> Option<Finding<Code>> {
    let is_certain = |(_, _, issue): &&(Start, &Piece, &Issue)| issue.elsewhere == Elsewhere::Right;
    let &(start, piece, issue) = others.iter().find(is_certain)?;
    let version = source.version();
    let other = version.other();
    let mut found = issue_finding(start, piece, issue);
    if others.len() > 1 {
        found.diagnostic = found.diagnostic.help(message!(
            "{count} places of the text are written as in version {other}; it is read as version {version}",
            count = others.len(),
            other = other.name(),
            version = version.name()
        ));
        found.diagnostic.fixes.clear();
    }
    let text = source.text();
    if written.is_some() {
        match renamed(source, &text, other, found.line) {
            Some(fix) => found.diagnostic.fixes.push(fix),
            None => {
                found.diagnostic = found.diagnostic.help(message!(
                    "the version is chosen outside of the text: `tinytc@{other}` is the other one",
                    other = other.name()
                ));
            }
        }
    }
    let title = message!(
        "write the words of version {version}",
        version = version.name()
    );
    let edits: Vec<Edit> = match written {
        // A text of the other version is translated as a whole, or not at all.
        Some(written) => {
            let edits = translate::edits(written, version).unwrap_or_default();
            let edits = edits.into_iter();
            edits
                .map(|it| Edit::replace_bytes(&text, it.range, it.text, found.line))
                .collect()
        }
        None => {
            let edits = others.iter().map(|(start, piece, issue)| {
                Some(edit(*start, piece, issue.change.as_ref()?, found.line))
            });
            edits.collect::<Option<_>>().unwrap_or_default()
        }
    };
    if others.len() > 1 && !edits.is_empty() {
        let fix = Fix::new(Applicability::Suggestion, title);
        found
            .diagnostic
            .fixes
            .push(edits.into_iter().fold(fix, Fix::with));
    }
    Some(found)
}

/// The fix that states another version in the text; `None` if the version is chosen outside of the text.
fn renamed(source: &Source, text: &str, other: Version, line: u32) -> Option<Fix> {
    let chosen = LanguageChoice::from_modeline(line::lines(text));
    let is_stated = chosen.is_some_and(|chosen| chosen.version().is_some());
    if !source.is_recognised() && !is_stated {
        return None;
    }
    let title = message!("this file is tinytc {version}", version = other.name());
    let (range, by) = LanguageChoice::with_version(text, "tinytc", ";", other.name())?;
    let fix = Fix::new(Applicability::Suggestion, title);
    Some(fix.with(Edit::replace_bytes(text, range, by, line)))
}
