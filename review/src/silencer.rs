//! The silencing comments of a program, and where they stand.

use mnc2_text::{LineRange, Silence, Silencer, SilencingComment};

use mnc2_program::{Line, Program};

/// The silencing comments of a program. The time is in proportion to the lines with comments and the lines up to their
/// statements.
pub(super) fn silencer(program: &Program) -> Silencer<'_> {
    let mut comments: Vec<SilencingComment<'_>> = Vec::new();
    let mut last_line = None;
    // Lines without a statement from the start of the program.
    let mut start = None;
    for (number, text) in program.silencing_lines() {
        let line = number as u32;
        // Comments above the same statement search for it once.
        let last = match last_line {
            Some(last) if last >= line => last,
            Some(_) | None => {
                let blank = program
                    .iter_from(number)
                    .take_while(|line| line.is_blank())
                    .count();
                line + blank as u32
            }
        };
        last_line = Some(last);
        let start = *start.get_or_insert_with(|| {
            let blank = program.iter().take_while(|line| line.is_blank());
            blank.count()
        });
        comments.extend(text.silences.iter().map(|silence| SilencingComment {
            line,
            last_line: last,
            is_at_start: number < start,
            removed: comment_to_remove(text, silence),
            silence,
        }));
    }
    Silencer::new(comments)
}

/// The whole comment with the spaces before it; only the silencing part if the comment has other text first.
fn comment_to_remove(line: &Line, silence: &Silence) -> LineRange {
    let start = line
        .statement
        .as_ref()
        .map_or(0, |statement| statement.range().end);
    match &line.comment {
        // A `#` and a space.
        Some(comment) if silence.range.start <= comment.start + 2 => start..comment.end,
        Some(_) | None => silence.range.clone(),
    }
}
