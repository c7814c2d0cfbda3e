use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_program::rules::check::Findings;
use mnc2_program::{Line, ModeChoice, Program};
use mnc2_text::line;

use super::text_of;

/// Longest text that is edited.
const BYTES_MAX: usize = 1024;

/// Bytes of an edit: what to do, where, how much, and from where.
const EDIT_BYTES: usize = 4;

/// How often the text is repeated in the program, so that it has several chunks of lines.
const REPETITIONS_MAX: usize = 16;

/// Edits of one input.
const EDITS_MAX: usize = 8;

/// A program that is edited line by line is checked like the same text from scratch, after each edit.
///
/// The first byte is the number of repetitions of the text, and the next the number of edits; the edits follow, and then the
/// text.
///
/// # Panics
/// If the two differ.
pub fn edits(data: &[u8]) {
    let [repetitions, count, rest @ ..] = data else {
        return;
    };
    let edits_bytes = (usize::from(*count) % (EDITS_MAX + 1) * EDIT_BYTES).min(rest.len());
    let (edits, rest) = rest.split_at(edits_bytes);
    let source = text_of(rest, BYTES_MAX);
    let mut parser = LineParser::new();
    let pieces: Vec<Arc<Line>> = line::lines(&source)
        .map(|line| Arc::new(parser.parse(line)))
        .collect();
    let repetitions = 1 + usize::from(*repetitions) % REPETITIONS_MAX;
    let mut lines: Vec<Arc<Line>> = (0..repetitions).flat_map(|_| pieces.clone()).collect();
    let mut program = Program::from_lines(lines.clone());
    let _ = Findings::check(&program, ModeChoice::Infer);
    for edit in edits.chunks_exact(EDIT_BYTES) {
        // Places are fractions of the program, so that edits have the same effect in a text a little longer.
        let part = |byte: u8, of: usize| usize::from(byte) * of / 256;
        let at = part(edit[1], lines.len());
        let end = (at + usize::from(edit[2] % 8)).min(lines.len());
        let inserted: Vec<Arc<Line>> = match edit[0] % 3 {
            0 => Vec::new(),
            1 => vec![Arc::clone(&pieces[part(edit[3], pieces.len())])],
            _ => {
                let from = part(edit[3], lines.len());
                lines[from..(from + usize::from(edit[0] / 3)).min(lines.len())].to_vec()
            }
        };
        program.replace(at..end, inserted.iter().cloned());
        lines.splice(at..end, inserted);
        if lines.is_empty() {
            lines.push(Arc::default());
            program.replace(0..0, [Arc::default()]);
        }
        let expected = Findings::check(&Program::from_lines(lines.clone()), ModeChoice::Infer);
        assert_eq!(
            Findings::check(&program, ModeChoice::Infer).report(),
            expected.report()
        );
    }
}
