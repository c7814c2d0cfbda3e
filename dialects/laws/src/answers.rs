//! Any text has answers: nothing panics, every place that is named is one of the text, layout changes only space and settles, and
//! after an edit everything is as if the text were read anew.

use mnc2_text::interface::{Language, Machine, Options, Text};
use mnc2_text::random::{GOLDEN, Random};
use mnc2_text::{Change, Position, line};

use crate::edits::boundary;

/// Words of every assembly language, and parts of them.
const ASSEMBLY: &[&str] = &[
    ", ",
    "(",
    "[",
    "]",
    ")",
    "\n",
    "\r",
    "\r\n",
    ";",
    ":",
    "1b",
    "1:",
    ".macro f a\n",
    ".endm\n",
    "\\a",
    "\\",
    "\"",
    "'",
    "#",
    "//",
    "/*",
    "*/",
    "-1",
    "99999999999999999999",
    "é",
    "\u{2028}",
    "\0",
    "\t",
    "f: ",
    ".equ N, ",
    "N",
    "<<",
    "%",
    "=",
    "{",
    "日本",
    ".rept 9\n",
];

/// A random text of words of an assembly language.
pub fn assembly(numbers: &mut Random, words: &[&str]) -> String {
    numbers.text(&[ASSEMBLY, words].concat(), 60)
}

/// [`hold`] and [`stay_after_edits`] for random texts of words of an assembly language.
///
/// # Panics
/// With the text, if an answer is not right.
pub fn hold_for_any_assembly(
    language: &'static Language,
    words: &[&str],
    name: fn(&str) -> &'static str,
) {
    let mut numbers = Random::new(GOLDEN);
    for _ in 0..60 {
        let text = assembly(&mut numbers, words);
        hold(language, &text, name);
        let new = |numbers: &mut Random| assembly(numbers, words);
        stay_after_edits(language, text, 4, &mut numbers, new);
    }
}

/// Large texts have answers, which a test that does not end refutes.
pub fn take_bounded_time(language: &'static Language, texts: impl IntoIterator<Item = String>) {
    for text in texts {
        let document = language.options().read(&text);
        drop(document.findings(&|| false));
        drop(document.lines().symbols(&|| false));
        drop(document.lines().folding(&|| false));
        drop(document.lines().format(0..u32::MAX, &|| false));
        for byte in [0, 6] {
            drop(document.references(Position { line: 0, byte }, true));
        }
        drop(document.highlights(Position { line: 9, byte: 11 }));
        drop(document.canonical());
    }
}

/// Large texts in any assembly language.
#[must_use]
pub fn large_assembly() -> Vec<String> {
    let all = |line: fn(u32) -> String| (0..10_000).map(line).collect();
    vec![
        all(|index| format!(".macro m{index}\n")),
        all(|index| format!(".globl f{index}\nf{index}: nop\n")),
        ".globl f\nf:\n".repeat(10_000),
        "\\".repeat(16_000),
        "\"".repeat(16_000),
        "/*".repeat(8_000),
        "1:".repeat(8_000),
        "x".repeat(1 << 20),
    ]
}

/// Random programs run, or say why they do not: each is the text that `write` makes, with options that it sets, and takes some
/// steps; `ask` examines its machine. Returns how many programs ran, and how many steps they took.
pub fn run_any_program(
    language: &'static Language,
    write: impl Fn(&mut Random, &mut dyn Options) -> String,
    ask: impl Fn(Box<dyn Machine>),
) -> (usize, u64) {
    let mut numbers = Random::new(0x2545_f491_4f6c_dd1d);
    let (mut ran, mut steps) = (0, 0);
    for _ in 0..1200 {
        let mut options = language.options();
        let text = write(&mut numbers, &mut *options);
        let Ok(mut machine) = options.read(&text).machine() else {
            continue;
        };
        ran += 1;
        for _ in 0..200 {
            if machine.line().is_none() || machine.step().is_err() {
                break;
            }
        }
        steps += machine.steps();
        ask(machine);
    }
    (ran, steps)
}

/// [`have_places`], and layout changes only space, no word, and settles.
///
/// # Panics
/// With the text, if an answer is not right.
pub fn hold(language: &'static Language, text: &str, name: fn(&str) -> &'static str) {
    have_places(language, text, name);
    let read = |text: &str| language.options().read(text);
    let formatted =
        |text: &str| Change::apply_all(&read(text).lines().format(0..u32::MAX, &|| false), text);
    let once = formatted(text);
    let twice = formatted(&once);
    assert_eq!(once, twice, "{text:?}");
    let squeezed = |text: &str| -> String { text.split_whitespace().collect() };
    assert_eq!(squeezed(text), squeezed(&once), "{text:?}");
    let words = |text: &str| read(text).assemble(&|| false);
    assert_eq!(words(text), words(&once), "{text:?}");
}

/// Every request about a text is answered, at every place. A name that can be renamed becomes the result of `name`.
///
/// # Panics
/// With the text, if an answer is not right.
pub fn have_places(language: &'static Language, text: &str, name: fn(&str) -> &'static str) {
    let document = language.options().read(text);
    let lines: Vec<&str> = line::lines(text).collect();
    for finding in document.findings(&|| false) {
        let line = lines.get(finding.line as usize).expect("a line");
        let range = finding.diagnostic.range;
        let part = line.get(range.start as usize..range.end as usize);
        assert!(part.is_some(), "{text:?}: {range:?}");
    }
    drop(document.lines().symbols(&|| false));
    drop(document.lines().folding(&|| false));
    drop(document.inlays(0..u32::MAX, mnc2_text::Language::English, &|| false));
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
}

/// Sends every request about a place.
pub fn ask(document: &dyn Text, at: Position) {
    let english = mnc2_text::Language::English;
    drop(document.hover(at, english));
    drop(document.completion(at, english));
    drop(document.signature(at, english));
    drop(document.definition(at));
    drop(document.references(at, true));
    drop(document.highlights(at));
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
