//! Columns: labels at the start of a line, then mnemonics, operands and comments, each below each other.
//!
//! Only the space between these parts changes. Lines with several statements, directives of the assembler and of the C
//! preprocessor, block comments and lines that are not understood stay as they are.

use std::ops::Range;

use mnc2_text::interface::{IsCancelled, wanted};
use mnc2_text::{Change, Place, line};

use crate::lines::{Lines, Parsed};
use crate::{Begin, Columns, Line, Source};

/// The lines that change.
#[must_use]
pub(crate) fn format(
    source: &Source,
    lines: Range<u32>,
    is_cancelled: IsCancelled<'_>,
) -> Vec<Change> {
    let columns = &source.syntax().columns;
    reformatted(source, lines, is_cancelled, |line| formatted(line, columns))
}

/// The lines that change if `formatted` makes another text of them; `None` leaves a line as it is.
pub fn reformatted<L: Parsed>(
    source: &Lines<L>,
    lines: Range<u32>,
    is_cancelled: IsCancelled<'_>,
    formatted: impl Fn(&L) -> Option<String>,
) -> Vec<Change> {
    let mut changes = Vec::new();
    for (number, line) in wanted(source.lines_in(lines), is_cancelled) {
        let old = line::without_end(line.text_with_end());
        if let Some(text) = formatted(line).filter(|text| text != old) {
            let place = Place {
                line: number,
                range: 0..old.len() as u32,
            };
            changes.push(Change { place, text });
        }
    }
    changes
}

fn formatted(line: &Line, columns: &Columns) -> Option<String> {
    if line.is_too_long
        || line.directive.is_some()
        || line.begins() != Begin::Code
        || line.ends() != Begin::Code
    {
        return None;
    }
    let comment = line.comment.as_ref().map(|range| line.part(range));
    if comment.is_some_and(|comment| comment.starts_with("/*")) {
        return None;
    }
    let [statement] = line.statements.as_slice() else {
        return None;
    };
    // A `;` alone, or a block comment between the parts, is text that no statement has.
    let code_end = line
        .comment
        .as_ref()
        .map_or(line.text().len(), |range| range.start as usize);
    let code = line.text().get(..code_end)?.trim_end();
    let start = code.len() - code.trim_start().len();
    let is_whole = statement.range == mnc2_text::line::range(start..code.len());
    // Spaces that are not ASCII are not spaces to the assembler.
    let is_strange = !code.is_ascii() || code.contains("/*");
    if statement.has_error || !is_whole || is_strange || line.mnemonic(statement).starts_with('.') {
        return None;
    }
    let mut text = String::new();
    let mut label_end = start;
    if let Some(last) = statement.labels.last() {
        let colon = code[last.end as usize..].find(':')?;
        label_end = last.end as usize + colon + 1;
        text.push_str(&code[start..label_end]);
    }
    if let Some(mnemonic) = &statement.mnemonic {
        if code[label_end..mnemonic.start as usize].trim() != "" {
            return None;
        }
        pad(&mut text, columns.mnemonic);
        text.push_str(line.part(mnemonic));
        let rest = &code[mnemonic.end as usize..];
        // `LOAD(m1)` of a macro with arguments has no space, and must have none.
        if rest.starts_with('(') {
            return None;
        }
        let operands = rest.trim_start();
        if !operands.is_empty() {
            pad(&mut text, columns.operands);
            text.push_str(operands);
        }
    }
    if let Some(comment) = comment {
        pad(&mut text, columns.comment);
        text.push_str(comment.trim_end());
    }
    Some(text)
}

/// Spaces up to a column, at least one.
fn pad(text: &mut String, column: usize) {
    let width = text.chars().count();
    let spaces = column.saturating_sub(width).max(usize::from(width > 0));
    text.extend(std::iter::repeat_n(' ', spaces));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::GNU;

    fn check(text: &str, expected: &str) {
        let whole = |text: &str| {
            let source = Source::with_syntax(&GNU, text);
            let changes = format(&source, 0..u32::MAX, &|| false);
            let mut lines: Vec<String> =
                source.lines().map(|line| line.text().to_owned()).collect();
            for change in changes {
                lines[change.place.line as usize] = change.text;
            }
            lines.join("\n")
        };
        assert_eq!(whole(text), expected);
        assert_eq!(
            whole(expected),
            expected,
            "formatting twice is formatting once"
        );
    }

    #[test]
    fn columns_are_aligned() {
        check("mcfgmi\tzero, 2", "    mcfgmi          zero, 2");
        check(
            "1:mldb m0,a5,(t0)#x",
            "1:  mldb            m0,a5,(t0)                  #x",
        );
        check("  loop:", "loop:");
        check("ret", "    ret");
        check("  a:  b :", "a:  b :");
        check(
            "    a_rather_long_mnemonic a, b // c",
            "    a_rather_long_mnemonic a, b                 // c",
        );
    }

    #[test]
    fn what_is_not_ours_to_change_stays() {
        for text in [
            "",
            "  # comment",
            "  .section .text",
            "  nop ; nop",
            " nop ;",
            " ; nop",
            " nop /* a */",
            " a /* b */ nop",
            "#define X \\\n nop",
            "/* a\n nop */",
            " mldb m0, (a0",
            " LOAD(m1)",
            "   ",
        ] {
            check(text, text);
        }
    }
}
