//! What made a line: the comment `#@ gen.py:123:7` of a program that another program writes.
//!
//! The assembler skips it. It is about its own line, so that lines stay independent; anything that does not end with a
//! number of a line is an ordinary comment.

use std::fmt;

use mnc2_text::line::LineRange;
use mnc2_text::{Message, message};

/// How the comment begins. A mark of the assembler's comments begins it, so it is found anywhere in them.
pub const GENERATOR_MARK: &str = "#@";

/// A place in the program that made a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated<'a> {
    /// The file as it is written: an absolute path, or one from the folder of the program.
    pub file: &'a str,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1, if it is given.
    pub column: Option<u32>,
    /// The range of the place in the line.
    pub range: LineRange,
}

impl<'a> Generated<'a> {
    /// The generator that a line names.
    #[must_use]
    pub fn from_line(line: &'a str) -> Option<Self> {
        let mark = line.rfind(GENERATOR_MARK)?;
        let rest = &line[mark + GENERATOR_MARK.len()..];
        let place = rest.trim();
        let start = line.len() - rest.trim_start().len();
        let (before, last) = split_number(place)?;
        // A path of Windows has a colon too.
        let (file, line_number, column) = match split_number(before) {
            Some((file, line)) => (file, line, Some(last)),
            None => (before, last, None),
        };
        (!file.trim().is_empty() && line_number > 0).then(|| Self {
            file,
            line: line_number,
            column,
            range: mnc2_text::line::range(start..start + place.len()),
        })
    }

    /// The sentence for it.
    #[must_use]
    pub fn message(&self) -> Message {
        message!("made by `{place}`", place = self.to_string())
    }
}

impl fmt::Display for Generated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "{}:{}:{column}", self.file, self.line),
            None => write!(f, "{}:{}", self.file, self.line),
        }
    }
}

/// The text before the last colon, and the number after it.
fn split_number(text: &str) -> Option<(&str, u32)> {
    let (before, number) = text.rsplit_once(':')?;
    Some((before, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::Generated;

    #[test]
    fn places_are_read() {
        for (line, expected) in [
            ("nop #@ gen.py:12", Some(("gen.py", 12, None))),
            ("nop # twice #@gen.py:12:3 ", Some(("gen.py", 12, Some(3)))),
            (r"nop #@ C:\gen.py:12", Some((r"C:\gen.py", 12, None))),
            (r"nop #@ C:\gen.py:12:3", Some((r"C:\gen.py", 12, Some(3)))),
            ("nop #@ my gen.py:12", Some(("my gen.py", 12, None))),
            ("nop #@ 12", None),
            ("nop #@ :12", None),
            ("nop #@ gen.py:0", None),
            ("nop #@ gen.py", None),
            ("nop #@ gen.py:4294967296", None),
            ("nop #@", None),
            ("nop # gen.py:12", None),
        ] {
            let read = Generated::from_line(line);
            let place = read.as_ref().map(|it| (it.file, it.line, it.column));
            assert_eq!(place, expected, "{line}");
            if let Some(read) = read {
                let said = &line[read.range.start as usize..read.range.end as usize];
                assert_eq!(said, read.to_string(), "{line}");
            }
        }
    }
}
