//! Columns of places in a text: characters (Unicode scalar values) or UTF-16 units, counted from 1.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use mnc2_text::RelativePosition;

/// Lines up to this length are counted again each time.
const SHORT_LINE_BYTES: usize = 1024;

/// The unit of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Character,
    Utf16,
}

impl Unit {
    fn count(self, character: char) -> usize {
        match self {
            Self::Character => 1,
            Self::Utf16 => character.len_utf16(),
        }
    }
}

/// Counts columns in the lines of one text. Long lines are counted once, so that many places in one line do not cost
/// their number times its length.
pub(crate) struct Columns<'a> {
    lines: &'a [&'a str],
    unit: Unit,
    /// For long lines the offset of its character for each unit; `None` if all are ASCII.
    long_lines: RefCell<HashMap<u32, Option<Rc<[u32]>>>>,
}

impl<'a> Columns<'a> {
    pub(crate) fn new(lines: &'a [&'a str]) -> Self {
        Self {
            lines,
            unit: Unit::Character,
            long_lines: RefCell::default(),
        }
    }

    /// Columns in UTF-16 units.
    pub(crate) fn utf16(lines: &'a [&'a str]) -> Self {
        Self {
            unit: Unit::Utf16,
            ..Self::new(lines)
        }
    }

    /// The number of lines.
    pub(crate) fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The text of a line, counted from 0; empty beyond the end.
    pub(crate) fn line(&self, line: u32) -> &'a str {
        self.lines.get(line as usize).copied().unwrap_or_default()
    }

    /// The column of a byte offset in a line, counted from 0; beyond the end, the column of the end.
    pub(crate) fn column(&self, line: u32, offset_bytes: u32) -> u32 {
        let text = self.line(line);
        let offset = (offset_bytes as usize).min(text.len());
        let before = if text.len() <= SHORT_LINE_BYTES {
            text.char_indices()
                .take_while(|(start, _)| *start < offset)
                .map(|(_, character)| self.unit.count(character))
                .sum()
        } else {
            match self.starts(line, text) {
                None => offset,
                Some(starts) => starts.partition_point(|&start| (start as usize) < offset),
            }
        };
        before as u32 + 1
    }

    /// Line and column of a place of a fix, counted from 1; a place outside the text is its nearest end.
    ///
    /// `line` is the line that the fix belongs to, counted from 0.
    pub(crate) fn place(&self, line: u32, place: RelativePosition) -> (u32, u32) {
        let wanted = i64::from(line) + i64::from(place.line);
        let last = self.line_count().saturating_sub(1) as u32;
        match u32::try_from(wanted) {
            Ok(wanted) if wanted <= last => (wanted + 1, self.column(wanted, place.byte)),
            _ if wanted < 0 => (1, 1),
            _ => (last + 1, self.column(last, u32::MAX)),
        }
    }

    fn starts(&self, line: u32, text: &str) -> Option<Rc<[u32]>> {
        self.long_lines
            .borrow_mut()
            .entry(line)
            .or_insert_with(|| {
                let units = |(start, character)| {
                    std::iter::repeat_n(start as u32, self.unit.count(character))
                };
                (!text.is_ascii()).then(|| text.char_indices().flat_map(units).collect())
            })
            .clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_utf16_units_in_short_and_long_lines() {
        let short = "a😀長b";
        let long = short.repeat(SHORT_LINE_BYTES);
        for text in [short, &long] {
            let lines = [text];
            let columns = Columns::utf16(&lines);
            let found = [0, 1, 5, 8].map(|byte| columns.column(0, byte));
            assert_eq!(found, [1, 2, 4, 5]);
            let end = text.encode_utf16().count() as u32 + 1;
            assert_eq!(columns.column(0, u32::MAX), end);
        }
    }

    #[test]
    fn places_of_fixes_lie_within_the_text() {
        let lines = ["a😀長b", ""];
        let columns = Columns::utf16(&lines);
        let place = |line, byte| columns.place(0, RelativePosition { line, byte });
        assert_eq!(place(0, 5), (1, 4));
        assert_eq!(place(1, 0), (2, 1));
        assert_eq!(place(7, 3), (2, 1));
        assert_eq!(place(-1, 3), (1, 1));
    }

    #[test]
    fn columns_count_characters_in_short_and_long_lines() {
        let short = "a長い b";
        let long = short.repeat(SHORT_LINE_BYTES);
        let ascii = "abcd".repeat(SHORT_LINE_BYTES);
        let lines = [short, &long, &ascii];
        let columns = Columns::new(&lines);
        for (line, text) in lines.iter().enumerate() {
            for (index, (start, character)) in text.char_indices().enumerate().take(3000) {
                let column = |offset: usize| columns.column(line as u32, offset as u32);
                assert_eq!(column(start), index as u32 + 1);
                assert_eq!(column(start + character.len_utf8()), index as u32 + 2);
            }
            let end = text.chars().count() as u32 + 1;
            assert_eq!(columns.column(line as u32, u32::MAX), end);
        }
        assert_eq!(columns.column(9, 5), 1);
    }
}
