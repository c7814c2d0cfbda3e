//! Fixes that silence a code with a comment.

use std::borrow::Cow;

use mnc2_program::code::Code;
use mnc2_program::{Line, Program};
use mnc2_text::silencing_comment::Reach;
use mnc2_text::{Edit, Fix};

/// A fix that silences a code, for the statement on a line or for the whole file. It belongs to that line; `text`
/// returns its text.
///
/// It adds the code to an existing comment; otherwise it writes one: after the statement, above a line that has
/// another comment, or as the first line of the file.
#[must_use]
pub fn silence<'a>(
    program: &Program,
    text: &dyn Fn(u32) -> Cow<'a, str>,
    line: u32,
    code: Code,
    reach: Reach,
) -> Fix {
    let id = code.row().id;
    let comment = reach.comment("#", id);
    let fix = reach.fix(id);
    let known = |line: &Line| {
        let mut silences = line.silences.iter();
        silences.find(|silence| silence.reach == reach).cloned()
    };
    match reach {
        Reach::Statement => {
            let own = program.line(line as usize);
            let above = line.checked_sub(1).and_then(|above| {
                let above = program.line(above as usize)?;
                above.is_blank().then_some(above)
            });
            if let Some(silence) = own.and_then(|own| known(own)) {
                return fix.with(silence.add(0, &text(line), id));
            }
            if let Some(silence) = above.and_then(|above| known(above)) {
                return fix.with(silence.add(-1, &text(line - 1), id));
            }
            let text = text(line);
            // In a line with an error, a comment after a quotation mark may be part of a literal.
            let is_in_literal = text.contains('"') && own.is_some_and(|own| own.has_error());
            if is_in_literal || own.is_some_and(|own| own.comment.is_some()) {
                return fix.with(Edit::insert_line(0, &comment));
            }
            let end = text.trim_end().len() as u32;
            fix.with(Edit::replace(0, end..end, format!(" {comment}")))
        }
        Reach::File => {
            let first = (0..).zip(program.iter().take_while(|line| line.is_blank()));
            let below = |at: u32| mnc2_text::fix::lines_below(line, at);
            for (at, line) in first {
                if let Some(silence) = known(line) {
                    return fix.with(silence.add(below(at), &text(at), id));
                }
            }
            fix.with(Edit::insert_line(below(0), &comment))
        }
    }
}
