//! Columns: number, thread and mnemonic at the start of a line, operands and comments below each other.
//!
//! Only spaces change. Lines that are not understood, and lines with a comment alone, stay as they are.

use std::ops::Range;

use mnc2_text::{Change, Place};

use crate::source::{Line, Source};

/// The width of the column of mnemonics with their flags, as in the vendor's listings.
const MNEMONIC_WIDTH: usize = 12;

/// Where comments after code begin.
const COMMENT_COLUMN: usize = 48;

/// How many lines are read between two questions whether the result is still wanted.
const LINES_BETWEEN_QUESTIONS: u32 = 1024;

/// The lines that change.
#[must_use]
pub fn format(source: &Source, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Change> {
    let mut changes = Vec::new();
    for number in lines.start..lines.end.min(source.count()) {
        if number % LINES_BETWEEN_QUESTIONS == 0 && is_cancelled() {
            break;
        }
        let Some(line) = source.line(number) else {
            break;
        };
        if let Some(text) = formatted(line).filter(|text| text != line.text()) {
            let range = 0..line.text().len() as u32;
            let place = Place {
                line: number,
                range,
            };
            changes.push(Change { place, text });
        }
    }
    changes
}

fn formatted(line: &Line) -> Option<String> {
    let statement = line.statement.as_ref().filter(|it| it.broken.is_none())?;
    let mut text = String::new();
    if let Some(index) = &statement.index {
        text = format!("[{}] ", line.part(index));
    }
    if let Some(thread) = &statement.thread {
        text += &format!("{} ", line.part(thread));
    }
    let mut head = line.part(&statement.mnemonic).to_owned();
    if let Some((parts, _)) = &statement.flags {
        let parts: Vec<&str> = parts.iter().map(|part| line.part(part)).collect();
        head += &format!("({})", parts.join(", "));
    }
    text += &head;
    for (number, item) in statement.items.iter().enumerate() {
        if number == 0 {
            let width = MNEMONIC_WIDTH.saturating_sub(head.len());
            text.extend(std::iter::repeat_n(' ', width));
        }
        text.push(' ');
        text.extend(
            line.part(&item.range)
                .chars()
                .filter(|it| !it.is_whitespace()),
        );
    }
    if let Some(comment) = &line.comment {
        let width = COMMENT_COLUMN.saturating_sub(text.chars().count()).max(1);
        text.extend(std::iter::repeat_n(' ', width));
        text += line.part(comment).trim_end();
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        for text in [text, expected] {
            let changes = format(&Source::new(text), 0..1, &|| false);
            let found = changes.first().map_or(text, |change| change.text.as_str());
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn columns_are_aligned() {
        check(
            "  [3]  0 MatMul ( Acc ) Local( 3 ) @ 2^1  Acc(0) 2 (+1)",
            "[3] 0 MatMul(Acc)  Local(3)@2^1 Acc(0) 2(+1)",
        );
        check(
            "SIMD( RW ) O = Max(I, R1) WAcc(1) RAcc(0)",
            "SIMD(RW)     O=Max(I,R1) WAcc(1) RAcc(0)",
        );
        check(
            "DataMove(->,Acc) Local(0) Acc(1) //x ",
            "DataMove(->, Acc) Local(0) Acc(1)               //x",
        );
        check("\tNoOp", "NoOp");
        check("  // a comment ", "  // a comment ");
        check(" MatMul(", " MatMul(");
    }
}
