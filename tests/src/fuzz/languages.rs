//! The targets of languages other than MN-Core 2: the same properties for each.

use mnc2_debug::machine::expressions::{MachineValue, ValueExpression};
use mnc2_ide::languages::{self, Options, Text, Until, reported};
use mnc2_text::{Change, Findings, Language, LevelChoices, Location, Locations, Position, line};

use super::text_of;

/// Maximum length of a text in bytes.
const BYTES_MAX: usize = 1024;

/// The most bytes that reading a text takes at one time, for each byte of the text and besides: as for MN-Core 2.
const READ_BYTES_PER_BYTE: u64 = 2000;
const READ_BYTES: u64 = 4 << 20;

/// Bytes of an edit: where, how much, and from where.
const EDIT_BYTES: usize = 3;

/// Edits of one input.
const EDITS_MAX: usize = 6;

/// Texts that edits insert, besides parts of the text itself.
const PIECES: [&str; 8] = ["", "\n", "\r", "\r\n", "/*", "*/", "\u{2028}", "😀"];

/// Instructions that are executed.
const STEPS_MAX: u64 = 2000;

/// Bytes of a machine word that is made of any bytes.
const WORD_BYTES_MAX: usize = 16;

/// Parts that are listed of each location, and how deep.
const PARTS_MAX: u64 = 8;
const DEPTH_MAX: usize = 3;

/// Maximum number of places of a text with requests.
const PLACES_MAX: usize = 16;

/// Properties of any text in a language. The first byte is the number of edits; they follow, and then the text.
///
/// # Panics
/// If it does not hold.
pub(super) fn any(id: &str, data: &[u8]) {
    languages::install_catalogues();
    let dialect = languages::find(id).expect("a language of this build");
    let options = dialect.options();
    let [count, rest @ ..] = data else {
        return;
    };
    let edits_bytes = (usize::from(*count) % (EDITS_MAX + 1) * EDIT_BYTES).min(rest.len());
    let (edits, rest) = rest.split_at(edits_bytes);
    let mut text = text_of(rest, BYTES_MAX);
    let mut read = options.read(&text);
    for edit in edits.chunks_exact(EDIT_BYTES) {
        change(&mut text, &mut *read, edit);
        let fresh = options.read(&text);
        assert_eq!(
            findings(&*read, &text),
            findings(&*fresh, &text),
            "{text:?}"
        );
        assert_eq!(words(&*read), words(&*fresh), "{text:?}");
        let colours = |read: &dyn Text| read.tokens(0..u32::MAX, &|| false);
        assert_eq!(colours(&*read), colours(&*fresh), "{text:?}");
    }
    memory(&*options, &text);
    places_exist(&*read, &text);
    questions(&*read, &text);
    layout(&*options, &*read, &text);
    encoding(&*options, &*read, &text);
    execution(&*read);
    files(&*options, rest, &text);
}

/// Changes a text and what is read of it. Places are fractions of the text, so that edits have the same effect in a longer one.
fn change(text: &mut String, read: &mut dyn Text, edit: &[u8]) {
    let at = |byte: u8, text: &str| floor(text, usize::from(byte) * (text.len() + 1) / 256);
    let start = at(edit[0], text);
    let end = floor(text, start + usize::from(edit[1] % 16)).max(start);
    let piece = match PIECES.get(usize::from(edit[1] / 16)) {
        Some(&piece) => piece.to_owned(),
        None => {
            let from = at(edit[2], text);
            text[from..floor(text, from + 24)].to_owned()
        }
    };
    text.replace_range(start..end, &piece);
    read.edit(start..end, &piece);
}

/// The nearest boundary of characters that is no further.
fn floor(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

fn findings(read: &dyn Text, text: &str) -> Findings<mnc2_ide::languages::Code> {
    let lines = line::lines(text).map(Into::into);
    let found = read.findings(&|| false);
    reported(read, lines, found, &LevelChoices::default())
}

/// The words of the instructions.
fn words(read: &dyn Text) -> Vec<String> {
    let words = read.assemble(&|| false).into_iter();
    words.map(|word| word.hex).collect()
}

/// Reading, checking and assembling take memory in proportion to the text. A machine has memory of its own.
fn memory(options: &dyn Options, text: &str) {
    let taken = allocation_counter::measure(|| {
        let read = options.read(text);
        drop(findings(&*read, text));
        drop(words(&*read));
        drop(read.tokens(0..u32::MAX, &|| false));
        drop(read.lines().symbols(&|| false));
        drop(read.lines().folding(&|| false));
    });
    let most = READ_BYTES + READ_BYTES_PER_BYTE * text.len() as u64;
    let taken = taken.bytes_max;
    assert!(
        taken <= most,
        "{taken} bytes of memory, {most} at most: {text:?}"
    );
}

/// Every place in an answer is in the text.
fn places_exist(read: &dyn Text, text: &str) {
    let lines: Vec<&str> = line::lines(text).collect();
    let exists = |line: u32, range: &std::ops::Range<u32>| {
        let content = lines.get(line as usize);
        content.is_some_and(|it| it.get(range.start as usize..range.end as usize).is_some())
    };
    for finding in findings(read, text).iter() {
        let found = &finding.diagnostic;
        assert!(
            exists(finding.line, &found.range),
            "{finding:?} in {text:?}"
        );
        for note in &found.notes {
            let line = note.line.unwrap_or(finding.line);
            let there = note.range.as_ref().is_none_or(|range| exists(line, range));
            assert!(there, "{finding:?} in {text:?}");
        }
    }
    let tokens = read.tokens(0..u32::MAX, &|| false);
    for token in &tokens {
        let place = &token.place;
        assert!(exists(place.line, &place.range), "{token:?} in {text:?}");
    }
    for pair in tokens.windows(2) {
        let (first, second) = (&pair[0].place, &pair[1].place);
        let end = (first.line, first.range.end);
        assert!(
            end <= (second.line, second.range.start),
            "{pair:?} in {text:?}"
        );
    }
}

/// Every request of an editor has an answer.
fn questions(read: &dyn Text, text: &str) {
    let boundaries: Vec<Position> = (0..)
        .zip(line::lines(text))
        .flat_map(|(line, content)| {
            let ends = content.char_indices().map(|(byte, _)| byte);
            let ends = ends.chain([content.len()]);
            ends.map(move |byte| Position {
                line,
                byte: byte as u32,
            })
        })
        .collect();
    let apart = boundaries.len().div_ceil(PLACES_MAX).max(1);
    for at in boundaries.into_iter().step_by(apart) {
        drop(read.hover(at, Language::English));
        drop(read.completion(at, Language::Japanese));
        drop(read.signature(at, Language::English));
        drop(read.definition(at));
        drop(read.highlights(at));
        let uses = read.references(at, true);
        if let Some(place) = read.renamable(at) {
            let is_use = uses.iter().any(|it| {
                let (whole, part) = (&it.range, &place.range);
                it.line == place.line && whole.start <= part.start && part.end <= whole.end
            });
            assert!(is_use, "{at:?} in {text:?}");
            drop(read.rename(at, "renamed"));
        }
    }
    drop(read.lines().symbols(&|| false));
    drop(read.lines().folding(&|| false));
    drop(read.inlays(0..u32::MAX, Language::English, &|| false));
}

/// One layout is final, and changes neither the words nor the findings.
fn layout(options: &dyn Options, read: &dyn Text, text: &str) {
    let once = Change::apply_all(&read.lines().format(0..u32::MAX, &|| false), text);
    let laid_out = options.read(&once);
    let again = laid_out.lines().format(0..u32::MAX, &|| false);
    assert_eq!(again, [], "{text:?} becomes {once:?}");
    assert_eq!(words(&*laid_out), words(read), "{text:?} becomes {once:?}");
    let codes = |read: &dyn Text, text: &str| -> Vec<_> {
        let found = findings(read, text).into_iter();
        found.map(|finding| finding.diagnostic.code).collect()
    };
    let (before, after) = (codes(read, text), codes(&*laid_out, &once));
    assert_eq!(after, before, "{text:?} becomes {once:?}");
}

/// The text of each word has this word, or one that is the same instruction: a branch to a label has another distance field than
/// one to a number. A text with an error has words as far as that is possible.
fn encoding(options: &dyn Options, read: &dyn Text, text: &str) {
    let is_wrong = findings(read, text)
        .iter()
        .any(|it| it.diagnostic.is_error());
    for word in read.assemble(&|| false) {
        let text = options.disassemble(&word.hex);
        if is_wrong {
            continue;
        }
        let text = text.unwrap_or_else(|reason| panic!("{word:?}: {reason}"));
        let again = options.read(&text).assemble(&|| false);
        let [again] = again.as_slice() else {
            panic!("{text} has {again:?}");
        };
        if again.hex != word.hex {
            assert_eq!(options.disassemble(&again.hex), Ok(text), "{word:?}");
        }
    }
}

/// A run ends, and returns the reason.
fn execution(read: &dyn Text) {
    let Ok(mut machine) = read.machine() else {
        return;
    };
    drop(machine.run(Until::End, STEPS_MAX, &|| false));
    assert!(machine.steps() <= STEPS_MAX);
    drop(machine.state());
    let locations = &*machine;
    drop(machine.frames(locations.thread()));
    for group in locations.groups(locations.thread(), 0) {
        listed(locations, group, 0);
    }
    drop(machine.grids());
    drop(machine.dump(&[], 1 << 12));
}

/// A listed location has as many parts as its description states, and its expression names a number like its own.
fn listed(locations: &dyn Locations, at: Location, depth: usize) {
    let described = locations.describe(at);
    let parts = locations.parts(at, 0..PARTS_MAX);
    assert_eq!(
        parts.len() as u64,
        described.parts.min(PARTS_MAX),
        "{described:?}"
    );
    if let Some(number) = locations.number(at)
        && !described.expression.is_empty()
    {
        let text = described.expression.as_str();
        let found =
            ValueExpression::parse(text, locations, None).and_then(|it| it.evaluate(locations));
        let Ok(MachineValue::Location(found)) = found else {
            panic!("`{text}`: {found:?}");
        };
        assert_eq!(locations.number(found), Some(number), "`{text}`");
    }
    if depth < DEPTH_MAX {
        for part in parts {
            listed(locations, part, depth + 1);
        }
    }
}

/// Bytes as a program, and a text as the description of a machine or the query for a page, have an answer.
fn files(options: &dyn Options, bytes: &[u8], text: &str) {
    let bytes = &bytes[..bytes.len().min(BYTES_MAX)];
    if let Some(listing) = options.listing(bytes) {
        drop(findings(&*options.read(&listing), &listing));
    }
    let first = &bytes[..bytes.len().min(WORD_BYTES_MAX)];
    let hex: String = first.iter().map(|byte| format!("{byte:02x}")).collect();
    if let Ok(said) = options.disassemble(&hex) {
        drop(options.read(&said).assemble(&|| false));
    }
    drop(options.disassemble(text));
    drop(options.explain(text.lines().next().unwrap_or(""), Language::English));
    let mut other = options.copy();
    if other.set_architecture(text).is_ok() {
        drop(other.read(text).machine());
    }
    for word in text.split_whitespace() {
        if let Some((key, value)) = word.split_once('=') {
            drop(other.set(key, value));
        }
    }
}
