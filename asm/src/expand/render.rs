//! The expansion as a Markdown table (hover) and as aligned text (terminal).

use std::fmt::Write as _;
use std::ops::Range;

use super::{MaskEffect, OperandExpansion, Slot, When};

/// Ranges up to this length are listed address by address.
const LISTED_ADDRESSES: u32 = 4;

/// The operand as Markdown: a heading line, the table, the remarks.
#[must_use]
pub fn markdown(operand: &OperandExpansion, operand_text: &str) -> String {
    let mut out = format!("`{operand_text}` {}: {}\n", verb(operand), operand.title);
    out.push_str(&markdown_table(operand));
    if !operand.remarks.is_empty() {
        out.push('\n');
        for remark in &operand.remarks {
            let _ = writeln!(out, "- {remark}");
        }
    }
    out
}

/// The table alone, after an empty line; nothing where there are no addresses.
#[must_use]
pub fn markdown_table(operand: &OperandExpansion) -> String {
    let mut out = String::new();
    let rows = rows(operand);
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
pub fn text(operand: &OperandExpansion, operand_text: &str) -> String {
    let mut out = format!("{operand_text}  {}: {}\n", verb(operand), operand.title);
    let rows = rows(operand);
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter()
                .map(|row| row[column].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "  {cell:<width$}");
        }
        out.push_str("  ");
        out.push_str(line.trim_end());
        out.push('\n');
    }
    for remark in &operand.remarks {
        let _ = writeln!(out, "    - {remark}");
    }
    out
}

fn verb(operand: &OperandExpansion) -> &'static str {
    operand.direction.name()
}

/// Head and body of the table; empty without addresses.
fn rows(operand: &OperandExpansion) -> Vec<Vec<String>> {
    let Some(first) = operand.columns.first() else {
        return Vec::new();
    };
    let heading = match first.slots.first().map(|slot| slot.when) {
        Some(When::Cycle(_)) => "cycle",
        Some(When::UnitOperation(_) | When::Whole) | None => "access",
    };
    let masked = first
        .slots
        .iter()
        .any(|slot| slot.mask != MaskEffect::Written);
    let mut head = vec![heading.to_owned()];
    head.extend(
        operand
            .columns
            .iter()
            .map(|column| format!("{} of {}", operand.unit, column.place)),
    );
    if masked {
        head.push("mask".to_owned());
    }
    let body = first.slots.iter().enumerate().map(|(index, slot)| {
        let mut row = vec![when(slot.when)];
        row.extend(
            operand
                .columns
                .iter()
                .map(|column| column.slots.get(index).map_or_else(String::new, addresses)),
        );
        if masked {
            row.push(mask(slot.mask));
        }
        row
    });
    std::iter::once(head).chain(body).collect()
}

fn when(when: When) -> String {
    match when {
        When::Cycle(cycle) => cycle.to_string(),
        When::UnitOperation(unit) => format!("unit operation {unit}"),
        When::Whole => "all".to_owned(),
    }
}

fn mask(effect: MaskEffect) -> String {
    match effect {
        MaskEffect::Written => "written".to_owned(),
        MaskEffect::Skipped => "not written".to_owned(),
        MaskEffect::Variable(entry) => format!("where $imr{entry} is set"),
    }
}

fn addresses(slot: &Slot) -> String {
    let prefix = if slot.plus_t { "T+" } else { "" };
    let list: Vec<String> = slot
        .ranges
        .iter()
        .flat_map(|range| listed(range, prefix))
        .collect();
    list.join(", ")
}

/// A short range address by address, a long one by its ends.
fn listed(range: &Range<u32>, prefix: &str) -> Vec<String> {
    if range.end.saturating_sub(range.start) <= LISTED_ADDRESSES {
        range
            .clone()
            .map(|address| format!("{prefix}{address}"))
            .collect()
    } else {
        vec![format!(
            "{prefix}{} to {prefix}{}",
            range.start,
            range.end - 1
        )]
    }
}
