//! The expansion as a Markdown table (hover) and as aligned text (terminal).

use std::fmt::Write as _;
use std::ops::Range;

use unicode_width::UnicodeWidthStr as _;

use super::{Direction, MaskEffect, OperandExpansion, Slot, When};
use mnc2_text::{Language, Message, message};

/// Ranges up to this length are listed address by address.
const LISTED_ADDRESSES: u32 = 4;

/// The operand as Markdown: a heading line, the table, the remarks.
#[must_use]
pub fn markdown(operand: &OperandExpansion, operand_text: &str, language: Language) -> String {
    let operand_text = format!("`{operand_text}`");
    let mut out = format!("{}\n", heading(operand, &operand_text, language));
    out.push_str(&markdown_table(operand, language));
    if !operand.remarks.is_empty() {
        out.push('\n');
        for remark in &operand.remarks {
            let _ = writeln!(out, "- {}", remark.say(language));
        }
    }
    out
}

/// The table alone, after an empty line; nothing if there are no addresses.
#[must_use]
pub fn markdown_table(operand: &OperandExpansion, language: Language) -> String {
    let mut out = String::new();
    let rows = rows(operand, language);
    if let Some((head, body)) = rows.split_first() {
        out.push('\n');
        write_row(&mut out, head);
        write_row(&mut out, &vec!["---".to_owned(); head.len()]);
        for row in body {
            write_row(&mut out, row);
        }
    }
    out
}

fn write_row(out: &mut String, cells: &[String]) {
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

/// The operand as aligned plain text.
#[must_use]
pub fn text(operand: &OperandExpansion, operand_text: &str, language: Language) -> String {
    let operand_text = format!("{operand_text} ");
    let mut out = format!("{}\n", heading(operand, &operand_text, language));
    let rows = rows(operand, language);
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter()
                .map(|row| row[column].width())
                .max()
                .unwrap_or(0)
        })
        .collect();
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let blanks = width - cell.width();
            let _ = write!(line, "  {cell}{:blanks$}", "");
        }
        out.push_str("  ");
        out.push_str(line.trim_end());
        out.push('\n');
    }
    for remark in &operand.remarks {
        let _ = writeln!(out, "    - {}", remark.say(language));
    }
    out
}

/// The operand's spelling and meaning.
fn heading(operand: &OperandExpansion, spelled: &str, language: Language) -> String {
    let title = operand.title.clone();
    let heading = match operand.direction {
        Direction::Read => message!("{operand} read: {title}", operand = spelled, title),
        Direction::Write => message!("{operand} write: {title}", operand = spelled, title),
    };
    heading.say(language)
}

/// Head and body of the table; empty without addresses.
fn rows(operand: &OperandExpansion, language: Language) -> Vec<Vec<String>> {
    let Some(first) = operand.columns.first() else {
        return Vec::new();
    };
    let heading = match first.slots.first().map(|slot| slot.when) {
        Some(When::Cycle(_)) => message!("cycle"),
        Some(When::UnitOperation(_) | When::Whole) | None => message!("access"),
    };
    let masked = first
        .slots
        .iter()
        .any(|slot| slot.mask != MaskEffect::Written);
    let mut head = vec![heading.say(language)];
    head.extend(operand.columns.iter().map(|column| {
        let (unit, place) = (Message::from_table(operand.unit), column.place.clone());
        message!("{unit} of {place}", unit, place).say(language)
    }));
    if masked {
        head.push(message!("mask").say(language));
    }
    let body = first.slots.iter().enumerate().map(|(index, slot)| {
        let mut row = vec![when(slot.when).say(language)];
        row.extend(operand.columns.iter().map(|column| {
            let slot = column.slots.get(index);
            slot.map_or_else(String::new, |slot| addresses(slot, language))
        }));
        if masked {
            row.push(mask(slot.mask).say(language));
        }
        row
    });
    std::iter::once(head).chain(body).collect()
}

fn when(when: When) -> Message {
    match when {
        When::Cycle(cycle) => Message::verbatim(cycle.to_string()),
        When::UnitOperation(unit) => message!("unit operation {unit}", unit),
        When::Whole => message!("all"),
    }
}

fn mask(effect: MaskEffect) -> Message {
    match effect {
        MaskEffect::Written => message!("written"),
        MaskEffect::Skipped => message!("not written"),
        MaskEffect::SecondLongWord => message!("only the second long word is written"),
        MaskEffect::Cleared => message!("cleared"),
        MaskEffect::Variable(entry) => message!("where $imr{entry} is set", entry),
        MaskEffect::VariableFirst(entry) => message!(
            "first long word where $imr{entry} is set, second always",
            entry
        ),
    }
}

fn addresses(slot: &Slot, language: Language) -> String {
    let prefix = if slot.plus_t { "T+" } else { "" };
    let list: Vec<String> = slot
        .ranges
        .iter()
        .flat_map(|range| listed(range, prefix, language))
        .collect();
    list.join(", ")
}

/// A short range address by address, a long one by its ends.
fn listed(range: &Range<u32>, prefix: &str, language: Language) -> Vec<String> {
    if range.end.saturating_sub(range.start) <= LISTED_ADDRESSES {
        range
            .clone()
            .map(|address| format!("{prefix}{address}"))
            .collect()
    } else {
        let ends = message!(
            "{prefix}{first} to {prefix}{last}",
            prefix,
            first = range.start,
            last = range.end - 1
        );
        vec![ends.say(language)]
    }
}
