//! A text that is written in another version than it is read in: one finding, with what makes both the same.

use mnc2_text::{Applicability, Diagnostic, Edit, Findings, Fix, LanguageChoice, line, message};

use super::Document;
use super::translate;
use crate::code::Code;
use crate::lower::mnemonic_versions;
use crate::register::{Csr, matrix_versions};
use crate::version::Version;

/// Joins the findings about words of another version: one at the first word, with what can be done about all of them.
pub(crate) fn join(document: &Document, found: &mut Findings<Code>) {
    let lines = found.lines();
    let words: Vec<_> = lines
        .filter(|(_, it)| it.code == Code::OtherVersion)
        .collect();
    let Some(&(line, first)) = words.first() else {
        return;
    };
    let mut first = first.clone();
    let version = document.names().version;
    let other = document.counts().other(version);
    let is_of_other = |(line, it): &(u32, &Diagnostic<Code>)| {
        let line = document.source().line(*line);
        let word = line.map(|line| line.part(&it.range));
        word.is_some_and(|word| versions(word) & other.bit() != 0)
    };
    let count = words.iter().filter(|word| is_of_other(word)).count();
    if count > 1 {
        first = first.help(message!(
            "{count} words of the text are of version {other}; it is read as version {version}",
            count,
            other = other.name(),
            version = version.name()
        ));
    }
    // A text with words of both versions is in neither.
    if document.counts().apart(version, other) == 0 {
        let text = document.content();
        match stated(document, &text, other, line) {
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

/// The versions that have a word, as bits.
fn versions(word: &str) -> u8 {
    mnemonic_versions(word) | Csr::versions(word) | matrix_versions(word)
}

/// The fix that states the other version in the text; `None` if the version is chosen outside of the text.
fn stated(document: &Document, text: &str, other: Version, line: u32) -> Option<Fix> {
    let other = other.name();
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
