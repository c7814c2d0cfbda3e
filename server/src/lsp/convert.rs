//! Converts between the protocol's positions and bytes of a text, and edits to the protocol's.

use std::ops::Range as ByteRange;

use mnc2_text::{Edit, LineRange, RelativePosition, fix};
use ropey::Rope;
use tower_lsp::ls_types::{Position, PositionEncodingKind, Range, TextEdit};

/// What the `character` of a position counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Offsets in bytes.
    Utf8,
    /// UTF-16 code units, the default of the protocol.
    #[default]
    Utf16,
    /// Offsets in characters.
    Utf32,
}

impl Encoding {
    /// The cheapest one of those offered.
    pub(super) fn negotiate(offered: &[PositionEncodingKind]) -> Self {
        [Self::Utf8, Self::Utf32]
            .into_iter()
            .find(|encoding| offered.contains(&encoding.kind()))
            .unwrap_or_default()
    }

    /// Its name in the protocol.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// The byte of a text at a position. A position beyond the end of a line means its end, one beyond the last line
    /// the end of the text, one within a character its start.
    pub(super) fn byte_at(self, text: &Rope, position: Position) -> usize {
        let line = position.line as usize;
        if line >= text.len_lines() {
            return text.len_bytes();
        }
        let start_byte = text.line_to_byte(line);
        let start_char = text.line_to_char(line);
        let content = line_content_bytes(text, line);
        let end_char = text.byte_to_char(start_byte + content);
        let character = position.character as usize;
        let wanted_char = match self {
            Self::Utf8 => text.byte_to_char(start_byte + character.min(content)),
            Self::Utf16 => {
                let start_unit = text.char_to_utf16_cu(start_char);
                let end_unit = text.char_to_utf16_cu(end_char);
                text.utf16_cu_to_char(start_unit.saturating_add(character).min(end_unit))
            }
            Self::Utf32 => start_char.saturating_add(character).min(end_char),
        };
        text.char_to_byte(wanted_char)
    }

    /// The bytes of a text in a range; an empty range at its start if its ends are in the wrong order.
    pub(super) fn bytes_in(self, text: &Rope, range: Range) -> ByteRange<usize> {
        let start = self.byte_at(text, range.start);
        start..self.byte_at(text, range.end).max(start)
    }

    /// The line at a position, and the byte in that line.
    pub(super) fn line_and_byte(self, text: &Rope, position: Position) -> (usize, u32) {
        let byte = self.byte_at(text, position);
        let line = text.byte_to_line(byte);
        (line, (byte - text.line_to_byte(line)) as u32)
    }

    /// The position of a byte in a line.
    pub(super) fn position(self, text: &Rope, line: u32, byte: u32) -> Position {
        let line = (line as usize).min(text.len_lines() - 1);
        let start = text.line_to_byte(line);
        let byte = start + (byte as usize).min(line_content_bytes(text, line));
        let character = match self {
            Self::Utf8 => byte - start,
            Self::Utf16 => {
                text.char_to_utf16_cu(text.byte_to_char(byte))
                    - text.char_to_utf16_cu(text.line_to_char(line))
            }
            Self::Utf32 => text.byte_to_char(byte) - text.line_to_char(line),
        };
        Position::new(line as u32, character as u32)
    }

    /// Units before a byte of a line; a byte within a character counts as its start, one beyond the end as the end.
    pub(super) fn units(self, line: &str, byte: u32) -> u32 {
        let mut byte = (byte as usize).min(line.len());
        while !line.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &line[..byte];
        let units = match self {
            Self::Utf8 => before.len(),
            _ if before.is_ascii() => before.len(),
            Self::Utf16 => before.chars().map(char::len_utf16).sum(),
            Self::Utf32 => before.chars().count(),
        };
        units as u32
    }

    /// A range of bytes in a line.
    pub(super) fn range(self, text: &Rope, line: u32, range: &LineRange) -> Range {
        Range::new(
            self.position(text, line, range.start),
            self.position(text, line, range.end),
        )
    }
}

/// Bytes of a line without its end.
fn line_content_bytes(text: &Rope, line: usize) -> usize {
    let line = text.line(line);
    let length = line.len_bytes();
    let last = |back: usize| length.checked_sub(back).map(|at| line.byte(at));
    match (last(2), last(1)) {
        (Some(b'\r'), Some(b'\n')) => length - 2,
        (_, Some(b'\n' | b'\r')) => length - 1,
        _ => length,
    }
}

/// An edit of a fix that belongs to a line, with the line ends of the text.
pub(super) fn edit(edit: &Edit, line: u32, text: &Rope, encoding: Encoding) -> TextEdit {
    let position = |place: RelativePosition| {
        let wanted = i64::from(line) + i64::from(place.line);
        match u32::try_from(wanted) {
            Err(_) => Position::new(0, 0),
            Ok(wanted) if wanted as usize >= text.len_lines() => {
                encoding.position(text, text.len_lines() as u32 - 1, u32::MAX)
            }
            Ok(wanted) => encoding.position(text, wanted, place.byte),
        }
    };
    let first_line = text.line(0);
    let line_end = first_line
        .slice(first_line.len_chars().saturating_sub(2)..)
        .to_string();
    TextEdit::new(
        Range::new(position(edit.start), position(edit.end)),
        edit.text.replace('\n', fix::line_end(&line_end)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a😀é\r\nb\rc";

    /// Converts a position to a byte and back in one encoding.
    fn check(encoding: Encoding, line: u32, character: u32, byte: usize, back: (u32, u32)) {
        let text = Rope::from_str(TEXT);
        let position = Position::new(line, character);
        assert_eq!(
            encoding.byte_at(&text, position),
            byte,
            "{encoding:?} {position:?}"
        );
        let (line, byte_in_line) = encoding.line_and_byte(&text, position);
        let found = encoding.position(&text, line as u32, byte_in_line);
        assert_eq!((found.line, found.character), back, "{encoding:?}");
    }

    #[test]
    fn positions_count_the_units_of_the_encoding() {
        check(Encoding::Utf8, 0, 5, 5, (0, 5));
        check(Encoding::Utf16, 0, 3, 5, (0, 3));
        check(Encoding::Utf32, 0, 2, 5, (0, 2));
        check(Encoding::Utf8, 0, 7, 7, (0, 7));
        check(Encoding::Utf16, 0, 4, 7, (0, 4));
        check(Encoding::Utf32, 0, 3, 7, (0, 3));
        check(Encoding::Utf16, 2, 1, 12, (2, 1));
    }

    #[test]
    fn positions_that_do_not_exist_are_moved_back() {
        check(Encoding::Utf16, 0, 2, 1, (0, 1));
        check(Encoding::Utf8, 0, 3, 1, (0, 1));
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            check(encoding, 1, u32::MAX, 10, (1, 1));
            check(encoding, u32::MAX, u32::MAX, 12, (2, 1));
        }
        check(Encoding::Utf8, 0, 99, 7, (0, 7));
    }

    #[test]
    fn ranges_in_the_wrong_order_are_empty() {
        let text = Rope::from_str(TEXT);
        let range = Range::new(Position::new(1, 1), Position::new(0, 0));
        assert_eq!(Encoding::Utf8.bytes_in(&text, range), 10..10);
    }

    #[test]
    fn the_cheapest_offered_encoding_is_taken() {
        let check = |offered: &[PositionEncodingKind], expected: Encoding| {
            assert_eq!(Encoding::negotiate(offered), expected);
        };
        check(&[], Encoding::Utf16);
        check(&[PositionEncodingKind::UTF16], Encoding::Utf16);
        check(
            &[PositionEncodingKind::UTF16, PositionEncodingKind::UTF32],
            Encoding::Utf32,
        );
        check(
            &[PositionEncodingKind::UTF32, PositionEncodingKind::UTF8],
            Encoding::Utf8,
        );
        check(&[PositionEncodingKind::new("utf-7")], Encoding::Utf16);
    }
}
