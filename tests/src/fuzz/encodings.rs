//! Outputs of assemblers next to programs, and files of what was learned of them.

use mnc2_project::encodings;
use mnc2_words::encodings::WordRows;
use mnc2_words::{Bits, Pair, WordForm, learn};

use super::text_of;

/// Maximum length of a text in bytes.
const BYTES_MAX: usize = 4096;

/// Any text can be a program with its output, or a file of encodings: what is wrong lies within it, and what is read or
/// learned is written and read again.
///
/// # Panics
/// If not.
pub fn encodings(data: &[u8]) {
    let source = text_of(data, BYTES_MAX);
    match encodings::read(&source) {
        Ok(read) => assert_eq!(encodings::read(&encodings::write(&read)), Ok(read)),
        Err(problem) => assert!(source.get(problem.range).is_some()),
    }
    let half = source.len() / 2;
    let half = (half..=source.len()).find(|&at| source.is_char_boundary(at));
    let (program, output) = source.split_at(half.unwrap_or(0));
    // A word for each line, so that some pairs fit.
    let word = format!("i {}\n", "01".repeat(146));
    let words = word.repeat(program.lines().count());
    for output in [output, words.as_str()] {
        let pair = Pair {
            name: "a.vsm",
            program,
            output,
        };
        let learned = learn(&[pair], data.len().is_multiple_of(2));
        for (_, error) in &learned.misaligned {
            let side = if error.is_output { output } else { program };
            assert!(error.line < mnc2_text::line::lines(side).count().max(1));
        }
        let text = encodings::write(&learned.encodings);
        assert_eq!(encodings::read(&text), Ok(learned.encodings));
    }
    let bits = Bits::parse(source.trim());
    if let Ok(idle) = bits {
        let rows = WordRows {
            form: WordForm::Flat,
            idle: idle.clone(),
            statements: 0,
            rows: Vec::new(),
        };
        assert_eq!(rows.encode(&[]), Ok(idle));
    }
}
