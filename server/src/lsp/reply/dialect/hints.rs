//! Words after instructions that are not part of the text.

use mnc2_ide::session::InlayHints;
use mnc2_text::{Inlay, Place};
use tower_lsp::ls_types::{InlayHint, InlayHintLabel, Position, Range};

use super::Seen;

/// The most hints of an answer.
const HINTS_MAX: usize = 10_000;

impl Seen<'_> {
    /// Words after the instructions in a range, and the values of the last run beside its lines.
    pub(in crate::lsp) fn hints(
        self,
        range: Range,
        settings: &InlayHints,
    ) -> Option<Vec<InlayHint>> {
        let lines = range.start.line..range.end.line.saturating_add(1);
        let text = self.snapshot.read()?;
        let mut found = text.inlays(lines.clone(), self.features.language(), &|| {
            self.is_cancelled()
        });
        // A client that shows values itself needs no hints for them.
        let last = self.snapshot.last_run.as_ref().filter(|last| {
            settings.values && !self.features.reading.shows_values && !last.is_outdated
        });
        if let Some(last) = last {
            let beside = last.ran.beside.iter();
            let beside = beside.filter(|(line, _)| lines.contains(line));
            found.extend(beside.map(|(line, text)| Inlay {
                place: self.end_of(*line),
                text: format!("→ {text}"),
            }));
        }
        let hints = found.into_iter().take(HINTS_MAX).map(|inlay| InlayHint {
            position: self.range(&inlay.place).end,
            label: InlayHintLabel::String(inlay.text),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        });
        Some(hints.collect())
    }

    /// The end of a line.
    fn end_of(self, line: u32) -> Place {
        let after_all = Position {
            line,
            character: u32::MAX,
        };
        let byte = self.place(after_all).byte;
        Place {
            line,
            range: byte..byte,
        }
    }
}
