//! Columns: number, thread and mnemonic at the start of a line, operands and comments below each other.
//!
//! Only spaces change. Lines that are not understood, and lines with a comment alone, stay as they are.

use crate::source::Line;

/// The width of the column of mnemonics with their flags, as in the vendor's listings.
const MNEMONIC_WIDTH: usize = 12;

/// Where comments after code begin.
const COMMENT_COLUMN: usize = 48;

/// A line that is understood with its parts in their columns.
pub(crate) fn formatted(line: &Line) -> Option<String> {
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
    use mnc2_text::interface::Lines as _;

    use crate::{Document, Options};

    fn check(text: &str, expected: &str) {
        for text in [text, expected] {
            let document = Document::new(text, &Options::default());
            let changes = document.format(0..1, &|| false);
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
