//! Formatting as edits of the protocol.

use mnc2_ide::features::formatting;
use tower_lsp::ls_types::{Position, Range, TextEdit};

use super::edit::layout;
use crate::lsp::document_view::{DocumentView, Of};

impl DocumentView<'_> {
    /// The layout of the lines of a range, or of all; a last line with nothing in the range does not count.
    pub(in crate::lsp) fn format(self, range: Option<Range>) -> Option<Vec<TextEdit>> {
        let lines = match range {
            None => 0..self.text.len_lines() as u32,
            Some(range) => {
                let (first, end) = (self.at(range.start).line, self.at(range.end));
                first..end.line + u32::from(end.byte > 0 || end.line == first)
            }
        };
        let changes = match self.of {
            Of::Mnc2(program) => {
                let lines = lines.start as usize..lines.end as usize;
                formatting::lines(program.snapshot, lines)
            }
            Of::Language(snapshot) => {
                let is_cancelled = || snapshot.is_cancelled();
                snapshot.read()?.lines().format(lines, &is_cancelled)
            }
        };
        Some(layout(changes, self.text, self.features.encoding))
    }

    /// Formats what the character before the position finished; nothing in other languages than MN-Core 2.
    pub(in crate::lsp) fn format_on_type(
        self,
        position: Position,
        character: &str,
    ) -> Option<Vec<TextEdit>> {
        let program = self.program()?;
        let (line, byte) = program.line_and_byte(position);
        let changes = formatting::on_type(program.snapshot, line, byte, character);
        Some(layout(changes, self.text, self.features.encoding))
    }
}
