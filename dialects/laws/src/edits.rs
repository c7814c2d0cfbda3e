//! After edits, a document gives the answers of a new one with the same text.

use mnc2_text::interface::{Language, Text};
use mnc2_text::random::Random;

/// Lines of the text, which are several chunks.
const LINES: usize = 700;

/// Edits, each followed by a comparison.
const EDITS: usize = 60;

/// What macros, conditions and repetitions of an assembly language begin and end with.
const ASSEMBLY: &[&str] = &[
    "/*",
    "*/",
    "k 2\n",
    ".set N, 5\n",
    ".if 0\n",
    ".endif\n",
    ".include \"x\"\n",
    ".rept 2\n",
    ".endr\n",
];

/// The law for an assembly language: random texts of statements outside of repetitions, and of those about labels and constants.
///
/// # Panics
/// With the edit, if the results differ.
pub fn hold_in_assembly(
    language: &'static Language,
    statements: &[&str],
    labelled: &[&str],
    pieces: &[&str],
) {
    let lines = statements.iter().copied();
    let lines = lines.filter(|line| !line.starts_with(".rep") && *line != ".endr");
    let lines: Vec<&str> = lines.chain(labelled.iter().copied()).collect();
    hold(language, &lines, &[ASSEMBLY, pieces].concat());
}

/// The law, for random texts of some lines and random edits that insert them, parts of the text, and `pieces`: after each, findings,
/// words and outline equal the results of a new reading.
///
/// # Panics
/// With the edit, if the results differ.
pub fn hold(language: &'static Language, lines: &[&str], pieces: &[&str]) {
    let pieces = [&["", "x", "\n", "\r"], pieces].concat();
    let options = language.options();
    let said = |text: &dyn Text| {
        let never = &|| false;
        let symbols = text.lines().symbols(never);
        (text.findings(never), text.assemble(never), symbols)
    };
    let mut numbers = Random::new(0x9e37_79b9_7f4a_7c15);
    let some = |numbers: &mut Random, count: usize| -> String {
        let lines = (0..count).map(|_| lines[numbers.index(lines.len())]);
        lines.flat_map(|line| [line, "\n"]).collect()
    };
    let mut text = some(&mut numbers, LINES);
    let mut document = options.read(&text);
    for _ in 0..EDITS {
        let start = boundary(&text, numbers.index(text.len() + 1));
        let length = match numbers.index(8) {
            0 => numbers.index(text.len() / 4 + 1),
            1..4 => numbers.index(12),
            _ => 0,
        };
        let end = boundary(&text, (start + length).min(text.len())).max(start);
        let new = match numbers.index(4) {
            0 => some(&mut numbers, 1),
            1 if text.len() < 20 * LINES => {
                let count = numbers.index(LINES / 2);
                some(&mut numbers, count)
            }
            _ => pieces[numbers.index(pieces.len())].to_owned(),
        };
        document.edit(start..end, &new);
        text.replace_range(start..end, &new);
        let (said, fresh) = (said(&*document), said(&*options.read(&text)));
        assert!(
            said == fresh,
            "{start}..{end} becomes {new:?}:\n{said:#?}\nis\n{fresh:#?}\nin {text}"
        );
    }
}

/// The nearest boundary of characters at or before a byte.
pub(crate) fn boundary(text: &str, mut byte: usize) -> usize {
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}
