//! The canonical text of functions, as the compiler prints it, and the layout of lines.
//!
//! Comments stay, and so does the spelling of floating point numbers. Functions that cannot be read stay as they are. Empty lines stay
//! next to comments only, one at a time, because the compiler prints none.

mod item;
mod space;

use std::ops::Range;

use mnc2_text::Change;

use crate::code::Code;
use crate::ir::Function;
use crate::source::{Piece, Source};
use item::Item;
use space::{Gap, Separator};

/// The canonical text: one instruction in a line, one parameter in a line, attributes by name, types without what they have anyway,
/// numbers as names counted from 0 in each function.
///
/// It has the same meaning, and its own canonical text is itself. Results without a name get none, where the compiler numbers them.
#[must_use]
pub fn canonical(source: &Source) -> String {
    let mut out = String::new();
    for piece in source.pieces() {
        let items = readable(piece).and_then(|function| item::canonical(piece, function));
        match items {
            Some(items) => {
                let none = Function::default();
                print(piece, piece.function().unwrap_or(&none), &items, &mut out);
            }
            None => out += piece.text(),
        }
        if !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
    }
    out.truncate(out.trim_end().len());
    if !out.is_empty() {
        out.push('\n');
    }
    if mnc2_text::fix::line_end(&source.text()) == "\r\n" {
        return out.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    out
}

/// The function of a [`Piece`] without errors in its syntax; `Some(None)` if it has only comments.
fn readable(piece: &Piece) -> Option<Option<&Function>> {
    let analysis = piece.analysis();
    let is_broken = analysis.issues.iter().any(|issue| {
        matches!(
            issue.code,
            Code::Syntax | Code::UnknownWord | Code::TooDeep | Code::NumberRange
        )
    });
    (!is_broken).then_some(analysis.function.as_ref())
}

/// How many lines end in the white space before a place.
fn line_ends(gap: &str) -> usize {
    gap.bytes().filter(|&byte| byte == b'\n').count()
}

fn print(piece: &Piece, function: &Function, items: &[Item], out: &mut String) {
    let gaps = space::gaps(function, items);
    for (index, (item, gap)) in items.iter().zip(gaps).enumerate() {
        match gap.separator {
            Separator::None => {}
            Separator::Space => out.push(' '),
            Separator::Line => {
                let before = index.checked_sub(1).map(|before| &items[before]);
                let is_beside_comment = item.is_own_line() || before.is_some_and(Item::is_own_line);
                out.push('\n');
                if is_beside_comment && item.line_ends > 1 {
                    out.push('\n');
                }
                out.extend(std::iter::repeat_n(' ', gap.indent as usize));
            }
        }
        out.push_str(item.text.trim_end());
    }
    let last = items.last();
    let end = last.map_or(0, |item| item.range.end as usize);
    if last.is_some_and(Item::is_own_line) && line_ends(&piece.text()[end..]) > 1 {
        out.push_str("\n\n");
    }
}

/// The white space that changes in some lines. No line is joined or split, and nothing but white space changes.
#[must_use]
pub fn layout(source: &Source, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Change> {
    let mut changes = Vec::new();
    for (start, piece) in source.placed_in(lines.clone(), is_cancelled) {
        let is_last = (source.pieces().last()).is_some_and(|last| std::ptr::eq(&**last, &**piece));
        // The language ends no line there, an editor does.
        let has_lone_return = piece.text().replace("\r\n", "").contains('\r');
        let Some(function) = readable(piece).filter(|_| !has_lone_return) else {
            continue;
        };
        let none = Function::default();
        let items = item::as_written(piece);
        let gaps = space::gaps(function.unwrap_or(&none), &items);
        let mut end = 0;
        let mut add = |range: Range<usize>, text: String| {
            if piece.text()[range.clone()] != text {
                let place = start.place(piece, &(range.start as u32..range.end as u32));
                changes.push(Change { place, text });
            }
        };
        for (item, gap) in items.iter().zip(gaps) {
            let to = item.range.start as usize;
            fill(piece.text(), end..to, gap, &mut add);
            end = to + item.text.trim_end().len();
        }
        let rest = end..piece.text().len();
        if line_ends(&piece.text()[rest.clone()]) > 0 || is_last {
            let separator = Separator::None;
            fill(
                piece.text(),
                rest,
                Gap {
                    separator,
                    indent: 0,
                },
                &mut add,
            );
        }
    }
    changes.retain(|change: &Change| lines.contains(&change.place.line));
    changes
}

/// Sets the white space in a place.
fn fill(text: &str, range: Range<usize>, gap: Gap, add: &mut dyn FnMut(Range<usize>, String)) {
    let found = &text[range.clone()];
    if line_ends(found) == 0 && range.start > 0 {
        match gap.separator {
            Separator::None => add(range, String::new()),
            Separator::Space => add(range, " ".to_owned()),
            Separator::Line if found.is_empty() => {}
            Separator::Line => add(range, " ".to_owned()),
        }
        return;
    }
    let mut at = range.start;
    for line in found.split_inclusive('\n') {
        let content = line.trim_end_matches('\n').trim_end_matches('\r');
        let place = at..at + content.len();
        at += line.len();
        if !line.ends_with('\n') {
            break;
        }
        add(place, String::new());
    }
    // After the last line end, if the place does not end with one.
    let last = range.start + found.rfind('\n').map_or(0, |end| end + 1);
    add(last..range.end, " ".repeat(gap.indent as usize));
}
