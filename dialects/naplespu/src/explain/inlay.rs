//! The distance and the direction of branches, as words after them.

use std::ops::Range;

use mnc2_assembly::{Source, Symbols};
use mnc2_text::{Inlay, Language, Place, message};

use crate::layout::{Layout, Placed};
use crate::lower::Lowered;
use crate::table::{Field, Form};

/// How many statements are read between two questions whether the result is still wanted.
const STATEMENTS_BETWEEN_QUESTIONS: usize = 1024;

/// The distance of each branch of some lines, with an arrow, if its target is known.
#[must_use]
pub fn inlays(
    source: &Source,
    symbols: &Symbols,
    layout: &Layout,
    lines: Range<u32>,
    language: Language,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<Inlay> {
    let mut found = Vec::new();
    let first = layout.index_of(lines.start, 0);
    let statements = layout.statements_in(first..layout.count());
    for (count, placed) in statements.enumerate() {
        let is_asked = count % STATEMENTS_BETWEEN_QUESTIONS == 0;
        if placed.line >= lines.end || is_asked && is_cancelled() {
            break;
        }
        let distance = distance(symbols, layout, &placed).filter(|_| !placed.is_made);
        let Some(distance) = distance else {
            continue;
        };
        let line = source.line(placed.line);
        let Some(statement) = line.and_then(|line| line.statements.get(placed.index)) else {
            continue;
        };
        let arrow = match distance {
            0 => "↻",
            1.. => "↓",
            _ => "↑",
        };
        let bytes = distance.unsigned_abs();
        let text = match placed
            .address
            .map(|own| i64::from(own).wrapping_add(distance))
        {
            Some(address @ 0..) => message!(
                "{arrow} {bytes:# byte|# bytes} to {address}",
                arrow,
                bytes,
                address = format!("0x{address:x}")
            ),
            _ => message!("{arrow} {bytes:# byte|# bytes}", arrow, bytes),
        };
        let end = statement.range.end;
        found.push(Inlay {
            place: Place {
                line: placed.line,
                range: end..end,
            },
            text: text.say(language),
        });
    }
    found
}

/// The distance of a branch in bytes; `None` for other instructions, and if it is not known.
fn distance(symbols: &Symbols, layout: &Layout, placed: &Placed<'_>) -> Option<i64> {
    let Lowered::Instruction(read) = &*placed.lowered else {
        return None;
    };
    let form = read.instruction.row.form;
    if !matches!(form, Form::Offset | Form::Conditional) {
        return None;
    }
    if read.target.is_some() {
        // What is not seen has a length, too.
        return (!symbols.is_open())
            .then(|| layout.distance(symbols, placed))
            .flatten();
    }
    // The hardware uses 18 bits of either field.
    let field = match form {
        Form::Offset => Field::Offset24,
        _ => Field::Offset18,
    };
    let distance = (read.instruction.get(field) << 14) as i32 >> 14;
    Some(i64::from(distance))
}
