//! Any text has answers: nothing panics, every place that is named is one of the text, layout changes only space and settles, and
//! after an edit everything is as if the text were read anew.

use mnc2_text::interface::{Language, Text};
use mnc2_text::random::Random;
use mnc2_text::{Position, line};

use crate::edits::boundary;

/// Every request about a text is answered, at every place. A name that can be renamed becomes the result of `name`.
///
/// # Panics
/// With the text, if an answer is not right.
pub fn hold(language: &'static Language, text: &str, name: fn(&str) -> &'static str) {
    let read = |text: &str| language.options().read(text);
    let document = read(text);
    let lines: Vec<&str> = line::lines(text).collect();
    for finding in document.findings(&|| false) {
        let line = lines.get(finding.line as usize).expect("a line");
        let range = finding.diagnostic.range;
        let part = line.get(range.start as usize..range.end as usize);
        assert!(part.is_some(), "{text:?}: {range:?}");
    }
    drop(document.symbols(&|| false));
    drop(document.folding(&|| false));
    let tokens = document.tokens(0..u32::MAX, &|| false);
    for pair in tokens.windows(2) {
        let (first, second) = (&pair[0].place, &pair[1].place);
        let ends = (first.line, first.range.end);
        assert!(ends <= (second.line, second.range.start), "{text:?}");
    }
    for (number, content) in (0..).zip(&lines) {
        let bytes = (0..=content.len()).filter(|&byte| content.is_char_boundary(byte));
        for byte in bytes {
            let at = Position {
                line: number,
                byte: byte as u32,
            };
            ask(&*document, at);
            if let Some(place) = document.renamable(at) {
                drop(document.rename(at, name(line::part(content, &place.range))));
            }
        }
    }
    let once = formatted(&*document, text);
    let twice = formatted(&*read(&once), &once);
    assert_eq!(once, twice, "{text:?}");
    let squeezed = |text: &str| -> String { text.split_whitespace().collect() };
    assert_eq!(squeezed(text), squeezed(&once), "{text:?}");
    let words = |text: &str| read(text).assemble(&|| false);
    assert_eq!(words(text), words(&once), "{text:?}");
}

fn ask(document: &dyn Text, at: Position) {
    let english = mnc2_text::Language::English;
    drop(document.hover(at, english));
    drop(document.completion(at, english));
    drop(document.signature(at, english));
    drop(document.definition(at));
    drop(document.references(at, true));
    drop(document.highlights(at));
}

fn formatted(document: &dyn Text, text: &str) -> String {
    let mut lines: Vec<String> = line::lines_with_ends(text).map(str::to_owned).collect();
    for change in document.format(0..u32::MAX, &|| false) {
        let range = change.place.range.start as usize..change.place.range.end as usize;
        lines[change.place.line as usize].replace_range(range, &change.text);
    }
    lines.concat()
}

/// After each of some edits of a text, which write what `new` makes, its findings equal the findings of a new reading.
///
/// # Panics
/// With the text, if they differ.
pub fn stay_after_edits(
    language: &'static Language,
    mut text: String,
    edits: usize,
    numbers: &mut Random,
    new: impl Fn(&mut Random) -> String,
) {
    const REPLACED_BYTES_MAX: usize = 40;
    let options = language.options();
    let mut document = options.read(&text);
    for _ in 0..edits {
        let start = boundary(&text, numbers.index(text.len() + 1));
        let end = (start + numbers.index(REPLACED_BYTES_MAX + 1)).min(text.len());
        let range = start..boundary(&text, end).max(start);
        let new = new(numbers);
        document.edit(range.clone(), &new);
        text.replace_range(range, &new);
        let found = said(&*document);
        assert_eq!(found, said(&*options.read(&text)), "{text:?}");
    }
}

/// The findings of a text as lines.
fn said(document: &dyn Text) -> Vec<String> {
    let findings = document.findings(&|| false).into_iter();
    let said = findings.map(|finding| {
        let diagnostic = finding.diagnostic;
        let (id, message) = (diagnostic.code.id, diagnostic.message);
        let (range, fixes) = (diagnostic.range, diagnostic.fixes);
        format!("{} {range:?} {id} {message} {fixes:?}", finding.line)
    });
    said.collect()
}
