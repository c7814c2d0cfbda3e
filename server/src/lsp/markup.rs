//! Markdown for clients that show its source, and plain text for clients that do not take Markdown.
//!
//! Helix and Neovim highlight the source of Markdown, tables included, so columns are padded.

use std::iter::Peekable;
use std::str::Lines;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use unicode_width::UnicodeWidthStr as _;

/// The line that starts and ends a block of code.
const FENCE: &str = "```";
/// A thematic break in plain text.
const RULE: &str = "────────";
/// Spaces between the columns of a table in plain text.
const COLUMN_GAP: &str = "  ";
/// Spaces before a line of code in plain text.
const CODE_INDENT: &str = "    ";

/// The same Markdown with the columns of its tables padded.
pub(super) fn aligned(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut is_code = false;
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        is_code ^= line.starts_with(FENCE);
        if !is_code && line.starts_with('|') {
            write_table(&mut out, line, &mut lines);
        } else {
            out.push_str(line);
            out.push('\n');
        }
    }
    if !markdown.ends_with('\n') {
        out.pop();
    }
    out
}

/// Writes the table that begins with a line.
fn write_table(out: &mut String, first: &str, lines: &mut Peekable<Lines<'_>>) {
    let mut rows = vec![cells(first)];
    while let Some(line) = lines.next_if(|line| line.starts_with('|')) {
        rows.push(cells(line));
    }
    let widths = widths(&rows);
    for row in &rows {
        let is_delimiter = row
            .iter()
            .all(|cell| !cell.is_empty() && cell.bytes().all(|byte| byte == b'-'));
        for (cell, &width) in row.iter().zip(&widths) {
            out.push_str("| ");
            if is_delimiter {
                out.push_str(&"-".repeat(width));
            } else {
                out.push_str(cell);
                out.push_str(&" ".repeat(width - cell.width()));
            }
            out.push(' ');
        }
        out.push_str("|\n");
    }
}

/// The cells of a row; a `|` after a backslash belongs to its cell.
fn cells(row: &str) -> Vec<String> {
    let inside = row.trim().trim_start_matches('|');
    let mut cells = vec![String::new()];
    let mut is_escaped = false;
    for character in inside.chars() {
        match cells.last_mut() {
            Some(cell) if character != '|' || is_escaped => cell.push(character),
            _ => cells.push(String::new()),
        }
        is_escaped = character == '\\' && !is_escaped;
    }
    if cells.last().is_some_and(|last| last.trim().is_empty()) {
        cells.pop();
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// The width of each column, in terminal columns.
fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0)
    };
    (0..columns).map(width).collect()
}

/// Markdown as plain text: without markup, and with tables as aligned columns.
pub(super) fn plain(markdown: &str) -> String {
    let mut page = Page::default();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.take(event);
    }
    let mut out = page.out;
    out.truncate(out.trim_end().len());
    out
}

/// A page of plain text while it is being written.
#[derive(Default)]
struct Page {
    out: String,
    /// For each enclosing list, the number of its next item if it is ordered.
    lists: Vec<Option<u64>>,
    /// The rows of the enclosing table; text goes to its last cell.
    table: Option<Vec<Vec<String>>>,
    is_code: bool,
    /// The targets of the enclosing links, and where their text begins.
    links: Vec<(String, usize)>,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.is_code => {
                for line in text.lines() {
                    self.out.push_str(CODE_INDENT);
                    self.out.push_str(line);
                    self.out.push('\n');
                }
            }
            Event::Text(text)
            | Event::Code(text)
            | Event::Html(text)
            | Event::InlineHtml(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text)
            | Event::FootnoteReference(text) => self.push(&text),
            Event::SoftBreak => self.push(" "),
            Event::HardBreak => self.push("\n"),
            Event::Rule => {
                self.begin_block();
                self.out.push_str(RULE);
                self.out.push('\n');
            }
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            // The first paragraph of an item follows its marker on the same line.
            Tag::Paragraph if self.out.ends_with("- ") || self.out.ends_with(". ") => {}
            Tag::Paragraph | Tag::Heading { .. } => self.begin_block(),
            Tag::CodeBlock(_) => {
                self.begin_block();
                self.is_code = true;
            }
            Tag::List(first) => {
                if self.lists.is_empty() {
                    self.begin_block();
                }
                self.lists.push(first);
            }
            Tag::Item => {
                self.end_line();
                let depth = self.lists.len().saturating_sub(1);
                self.out.push_str(&"  ".repeat(depth));
                match self.lists.last_mut() {
                    Some(Some(number)) => {
                        self.out.push_str(&format!("{number}. "));
                        *number += 1;
                    }
                    Some(None) | None => self.out.push_str("- "),
                }
            }
            Tag::Table(_) => {
                self.begin_block();
                self.table = Some(Vec::new());
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(rows) = &mut self.table {
                    rows.push(Vec::new());
                }
            }
            Tag::TableCell => {
                if let Some(row) = self.table.as_mut().and_then(|rows| rows.last_mut()) {
                    row.push(String::new());
                }
            }
            Tag::Link { dest_url, .. } => {
                self.links.push((dest_url.into_string(), self.out.len()));
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item => self.end_line(),
            TagEnd::CodeBlock => self.is_code = false,
            TagEnd::List(_) => {
                self.lists.pop();
                self.end_line();
            }
            TagEnd::Table => self.end_table(),
            TagEnd::Link => {
                if let Some((target, start)) = self.links.pop()
                    && self.out.get(start..) != Some(target.as_str())
                    && !target.starts_with("#L")
                {
                    self.push(&format!(" ({target})"));
                }
            }
            _ => {}
        }
    }

    fn push(&mut self, text: &str) {
        let cell = self
            .table
            .as_mut()
            .and_then(|rows| rows.last_mut()?.last_mut());
        cell.unwrap_or(&mut self.out).push_str(text);
    }

    fn end_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    /// Leaves an empty line before a block.
    fn begin_block(&mut self) {
        self.end_line();
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    fn end_table(&mut self) {
        let rows = self.table.take().unwrap_or_default();
        let widths = widths(&rows);
        for row in &rows {
            let mut line = String::new();
            for (cell, &width) in row.iter().zip(&widths) {
                line.push_str(cell);
                line.push_str(&" ".repeat(width - cell.width()));
                line.push_str(COLUMN_GAP);
            }
            self.out.push_str(line.trim_end());
            self.out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    const PAGE: &str = "\
### $n: LM1

```text
$[(l|ll)]n<addr>
  | not | a table |
```

**Next use**, of `$ln0v`:

- line 2: `lpassa $ln0v $lr0v`
- none
  1. first
  2. [page](https://example.com)

| cycle | single words of every PE | 語 |
| --- | --- | --- |
| 0 | `0, 1` | written |
| 1 | a \\| b | x |

---

Size: 4096 <words>.
";

    fn check(found: &str, expected: Expect) {
        expected.assert_eq(found);
    }

    #[test]
    fn tables_are_aligned() {
        check(
            &aligned(PAGE),
            expect![[r#"
            ### $n: LM1

            ```text
            $[(l|ll)]n<addr>
              | not | a table |
            ```

            **Next use**, of `$ln0v`:

            - line 2: `lpassa $ln0v $lr0v`
            - none
              1. first
              2. [page](https://example.com)

            | cycle | single words of every PE | 語      |
            | ----- | ------------------------ | ------- |
            | 0     | `0, 1`                   | written |
            | 1     | a \| b                   | x       |

            ---

            Size: 4096 <words>.
        "#]],
        );
        assert_eq!(
            aligned("a\n\n| b | c |\n| --- | --- |\n| d |  |"),
            "a\n\n| b   | c   |\n| --- | --- |\n| d   |     |"
        );
    }

    #[test]
    fn plain_text_has_no_marks() {
        check(
            &plain(PAGE),
            expect![[r#"
            $n: LM1

                $[(l|ll)]n<addr>
                  | not | a table |

            Next use, of $ln0v:

            - line 2: lpassa $ln0v $lr0v
            - none
              1. first
              2. page (https://example.com)

            cycle  single words of every PE  語
            0      0, 1                      written
            1      a | b                     x

            ────────

            Size: 4096 <words>."#]],
        );
        assert_eq!(plain(""), "");
    }
}
