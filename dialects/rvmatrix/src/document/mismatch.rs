//! A text that is written in another version than it is read in: one finding, with what makes both the same.

use mnc2_text::{Applicability, Edit, Findings, Fix, LanguageChoice, line, message};

use super::Document;
use super::translate;
use crate::code::Code;

/// Joins the findings about words of another version: one at the first word, with what can be done about all of them.
pub(crate) fn join(document: &Document, found: &mut Findings<Code>) {
    let mut others = found
        .lines()
        .filter(|(_, it)| it.code == Code::OtherVersion);
    let Some((line, first)) = others.next() else {
        return;
    };
    let (mut first, count) = (first.clone(), 1 + others.count());
    let version = document.names().version;
    let other = version.other();
    if count > 1 {
        first = first.help(message!(
            "{count} words of the text are of version {other}; it is read as version {version}",
            count,
            other = other.name(),
            version = version.name()
        ));
    }
    // A text with words of both versions is in neither.
    if document.words_of(version) == 0 {
        let text = document.content();
        match stated(document, &text, line) {
            Some(fix) => first.fixes.push(fix),
            None => {
                first = first.help(message!(
                    "the version is chosen outside of the text: `rvmatrix@{other}` is the other one",
                    other = other.name()
                ));
            }
        }
        if let Some(edits) = translate::edits(document, other) {
            let title = message!(
                "write the words of version {version}",
                version = version.name()
            );
            let edits = edits
                .into_iter()
                .map(|(range, by)| Edit::replace_bytes(&text, range, by, line));
            let fix = Fix::new(Applicability::Suggestion, title);
            first.fixes.push(edits.fold(fix, Fix::with));
        }
    }
    found.retain(|_, it| it.code != Code::OtherVersion);
    found.push(line, first);
    found.sort();
}

/// The fix that states the other version in the text; `None` if the version is chosen outside of the text.
fn stated(document: &Document, text: &str, line: u32) -> Option<Fix> {
    let other = document.names().version.other().name();
    let chosen = LanguageChoice::from_modeline(line::lines(text));
    let is_stated = chosen.is_some_and(|chosen| chosen.version().is_some());
    if document.options().version.is_some() && !is_stated {
        return None;
    }
    let title = message!("this file is rvmatrix {other}", other);
    let (range, by) = LanguageChoice::with_version(text, "rvmatrix", "#", other)?;
    let fix = Fix::new(Applicability::Suggestion, title);
    Some(fix.with(Edit::replace_bytes(text, range, by, line)))
}
