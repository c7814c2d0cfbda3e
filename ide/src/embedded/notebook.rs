//! Cells of notebooks of Jupyter (format 4): the text of each, and where its lines are in the file.

use std::ops::Range;

use mnc2_text::json::{self, Kind, Value};
use mnc2_text::{Message, line, message};

use super::HostLanguage;

/// The extension of files with notebooks, without the dot.
pub const EXTENSION: &str = "ipynb";

/// A cell of a notebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its number among all cells, counted from 1.
    pub number: usize,
    /// How programs in it are found; `None` if it is in another language.
    pub host: Option<HostLanguage>,
    /// Its text, as the editor shows it.
    pub text: String,
    /// The strings of the file that make the text, with their quotation marks.
    strings: Vec<Part>,
}

/// A string of the file, and the bytes of the text that it is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    file: Range<usize>,
    text: Range<usize>,
}

/// The cells of a notebook in their order.
///
/// # Errors
/// The byte from which on the file is not a notebook, and the reason.
pub fn cells(file: &str) -> Result<Vec<Cell>, (usize, Message)> {
    let notebook = json::read(file)?;
    let Some(Kind::List(cells)) = member(&notebook, "cells").map(|it| &it.kind) else {
        let reason = message!("a notebook of format 4 is an object with a list `cells`");
        return Err((notebook.range.start, reason));
    };
    let metadata = member(&notebook, "metadata");
    let name = |group, field| text(member(member(metadata?, group)?, field)?);
    let language = name("kernelspec", "language").or_else(|| name("language_info", "name"));
    let is_python = language.is_none_or(|it| it == "python");
    let read = |(index, cell): (usize, &Value)| {
        let host = match member(cell, "cell_type").and_then(text) {
            Some("code") if is_python => Some(HostLanguage::Python),
            Some("markdown") => Some(HostLanguage::Markdown),
            _ => None,
        };
        let source = member(cell, "source").and_then(joined);
        let (text, strings) = source.ok_or_else(|| {
            let reason =
                message!("a cell has its text in `source`, as a string or a list of strings");
            (cell.range.start, reason)
        })?;
        Ok(Cell {
            number: index + 1,
            host,
            text,
            strings,
        })
    };
    cells.iter().enumerate().map(read).collect()
}

/// The member of an object with a name; of several, the last one, as in Python.
fn member<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    let Kind::Object(members) = &value.kind else {
        return None;
    };
    let found = members.iter().rfind(|it| it.name == name);
    found.map(|it| &it.value)
}

fn text(value: &Value) -> Option<&str> {
    match &value.kind {
        Kind::Text(text) => Some(text),
        _ => None,
    }
}

/// The text of a string or of a list of strings, with its parts.
fn joined(value: &Value) -> Option<(String, Vec<Part>)> {
    let all = match &value.kind {
        Kind::List(values) => values.as_slice(),
        _ => std::slice::from_ref(value),
    };
    let (mut joined, mut parts) = (String::new(), Vec::new());
    for value in all {
        let start = joined.len();
        joined.push_str(text(value)?);
        parts.push(Part {
            file: value.range.clone(),
            text: start..joined.len(),
        });
    }
    Some((joined, parts))
}

impl Cell {
    /// For each line of the text, the line of the file with the string that it begins in, both counted from 0.
    #[must_use]
    pub fn file_lines(&self, file: &str) -> Vec<u32> {
        let (mut byte, mut counted, mut file_line) = (0, 0, 0);
        let lines = line::lines_with_ends(&self.text).map(|line| {
            let index = self.strings.partition_point(|it| it.text.end <= byte);
            if let Some(part) = self.strings.get(index).or(self.strings.last()) {
                file_line += line::lines(&file[counted..part.file.start]).count() as u32 - 1;
                counted = part.file.start;
            }
            byte += line.len();
            file_line
        });
        lines.collect()
    }

    /// The file's bytes that become another text of the cell, and what they become: a string for each line where the file has
    /// several strings. `None` if the cell has no string.
    #[must_use]
    pub fn with_text(&self, file: &str, new: &str) -> Option<(Range<usize>, String)> {
        let (first, last) = (self.strings.first()?, self.strings.last()?);
        let by = match self.strings.get(1) {
            None => json::quoted(new),
            Some(second) => {
                let between = &file[first.file.end..second.file.start];
                let lines = line::lines_with_ends(new).filter(|line| !line.is_empty());
                lines.map(json::quoted).collect::<Vec<_>>().join(between)
            }
        };
        Some((first.file.start..last.file.end, by))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTEBOOK: &str = r##"{
 "cells": [
  {"cell_type": "markdown", "source": "# Title"},
  {
   "cell_type": "code",
   "metadata": {"tags": [1, null]},
   "source": [
    "%%vsm\n",
    "nop é\n",
    "nop \"\\\""
   ]
  },
  {"cell_type": "code", "source": []}
 ],
 "metadata": {"kernelspec": {"language": "python"}},
 "nbformat": 4
}"##;

    #[test]
    fn cells_have_their_texts_and_lines() {
        let cells = cells(NOTEBOOK).expect("a notebook");
        assert_eq!(cells.len(), 3);
        assert_eq!(cells[0].host, Some(HostLanguage::Markdown));
        assert_eq!(cells[0].file_lines(NOTEBOOK), [2]);
        assert_eq!(cells[1].text, "%%vsm\nnop é\nnop \"\\\"");
        assert_eq!(cells[1].number, 2);
        assert_eq!(cells[1].file_lines(NOTEBOOK), [7, 8, 9]);
        assert_eq!(cells[2].text, "");
        assert_eq!(cells[2].with_text(NOTEBOOK, "a"), None);
    }

    #[test]
    fn another_text_is_written_as_the_file_is() {
        let found = cells(NOTEBOOK).expect("a notebook");
        let again = |cell: &Cell, text: &str| {
            let (range, by) = cell.with_text(NOTEBOOK, text).expect("strings");
            let mut file = NOTEBOOK.to_owned();
            file.replace_range(range, &by);
            file
        };
        let same = again(&found[1], &found[1].text);
        assert_eq!(same, NOTEBOOK);
        let more = again(&found[1], "%%vsm\nnop\nnop\nquit");
        assert!(more.contains("\"nop\\n\",\n    \"quit\"\n   ]"), "{more}");
        assert_eq!(
            cells(&more).expect("a notebook")[1].text,
            "%%vsm\nnop\nnop\nquit"
        );
        assert!(again(&found[0], "a\nb").contains("\"source\": \"a\\nb\"}"));
    }

    #[test]
    fn what_is_not_a_notebook_has_a_place() {
        for (file, at, reason) in [
            ("", 0, "the file is cut off here"),
            ("{\"cells\": [", 11, "the file is cut off here"),
            (
                " []",
                1,
                "a notebook of format 4 is an object with a list `cells`",
            ),
            (
                "{\"worksheets\": []}",
                0,
                "a notebook of format 4 is an object with a list `cells`",
            ),
            (
                "{\"cells\": {}}",
                0,
                "a notebook of format 4 is an object with a list `cells`",
            ),
            (
                "{\"cells\": [1]}",
                11,
                "a cell has its text in `source`, as a string or a list of strings",
            ),
            (
                "{\"cells\": [{\"source\": [\"a\", 1]}]}",
                11,
                "a cell has its text in `source`, as a string or a list of strings",
            ),
        ] {
            let (found, message) = cells(file).expect_err(file);
            assert_eq!((found, &*message.to_string()), (at, reason), "{file}");
        }
        let julia = NOTEBOOK.replace("\"python\"", "\"julia\"");
        assert_eq!(cells(&julia).expect("a notebook")[1].host, None);
    }
}
