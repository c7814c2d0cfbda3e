//! Fixes that silence a code with a comment.

use std::borrow::Cow;

use crate::code::Code;
use crate::finding::fix::{Applicability, Edit, Fix};
use crate::finding::silence::{MARK, Reach, Silence};
use crate::message;
use crate::program::{Line, Program};

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
    let comment = format!("# {MARK} {word}({id})", word = reach.word());
    let known = |line: &Line| {
        let mut silences = line.silences.iter();
        silences.find(|silence| silence.reach == reach).cloned()
    };
    match reach {
        Reach::Statement => {
            let title = message!("Silence {code} here with `allow`", code = id);
            let fix = Fix::new(Applicability::Suggestion, title);
            let own = program.line(line as usize);
            let above = line.checked_sub(1).and_then(|above| {
                let above = program.line(above as usize)?;
                above.is_blank().then_some(above)
            });
            if let Some(silence) = own.and_then(|own| known(own)) {
                return fix.with(added(&silence, 0, &text(line), code));
            }
            if let Some(silence) = above.and_then(|above| known(above)) {
                return fix.with(added(&silence, -1, &text(line - 1), code));
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
            let title = message!("Silence {code} in this file with `allow-file`", code = id);
            let fix = Fix::new(Applicability::Suggestion, title);
            let first = (0..).zip(program.iter().take_while(|line| line.is_blank()));
            let below = |at: i32| at - line as i32;
            for (at, line) in first {
                if let Some(silence) = known(line) {
                    return fix.with(added(&silence, below(at), &text(at as u32), code));
                }
            }
            fix.with(Edit::insert_line(below(0), &comment))
        }
    }
}

/// The edit that adds a code to a comment. Its line is relative to the line of the fix; `text` is its own line.
fn added(silence: &Silence, line: i32, text: &str, code: Code) -> Edit {
    let id = code.row().id;
    let end = silence.range.end - 1;
    let inside = text.get(silence.range.start as usize..end as usize);
    let is_empty = inside.is_some_and(|inside| inside.trim_end().ends_with('('));
    let separator = if is_empty { "" } else { ", " };
    Edit::replace(line, end..end, format!("{separator}{id}"))
}
