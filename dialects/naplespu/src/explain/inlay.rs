//! The distance and the direction of branches, as words after them.

use std::ops::Range;

use mnc2_assembly::Symbols;
use mnc2_text::interface::{Annotate, IsCancelled, wanted};
use mnc2_text::{Inlay, Language, Message, Place, message};

use crate::document::Document;
use crate::layout::{Layout, Placed};
use crate::lower::Lowered;
use crate::table::{Field, Form};

impl Annotate for Document {
    /// The distance of each branch of some lines, with an arrow, if its target is known.
    fn inlays(&self, lines: Range<u32>, language: Language, stop: IsCancelled<'_>) -> Vec<Inlay> {
        let (symbols, layout) = self.places();
        let first = layout.index_of(lines.start, 0);
        let statements = layout.statements_in(first..layout.count());
        let statements = statements.take_while(|placed| placed.line < lines.end);
        let inlay = |placed: Placed<'_>| {
            let distance = distance(symbols, layout, &placed).filter(|_| !placed.is_made)?;
            let statement = self
                .source()
                .line(placed.line)?
                .statements
                .get(placed.index)?;
            let end = statement.range.end;
            Some(Inlay {
                place: Place {
                    line: placed.line,
                    range: end..end,
                },
                text: words(&placed, distance).say(language),
            })
        };
        wanted(statements, stop).filter_map(inlay).collect()
    }
}

/// The distance of a branch in words.
fn words(placed: &Placed<'_>, distance: i64) -> Message {
    let arrow = match distance {
        0 => "↻",
        1.. => "↓",
        _ => "↑",
    };
    let bytes = distance.unsigned_abs();
    let own = placed.address.map(i64::from);
    match own.map(|own| own.wrapping_add(distance)) {
        Some(address @ 0..) => message!(
            "{arrow} {bytes:# byte|# bytes} to {address}",
            arrow,
            bytes,
            address = format!("0x{address:x}")
        ),
        _ => message!("{arrow} {bytes:# byte|# bytes}", arrow, bytes),
    }
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
