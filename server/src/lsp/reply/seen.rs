//! A document as requests about its data see it: alone, or between the lines of its testcase.

use mnc2_ide::features::follow::{LinePart, Whole};
use mnc2_ide::session::Snapshot;
use tower_lsp::ls_types::{Location, Position, Range, Uri};

use crate::lsp::around::Around;
use crate::lsp::capabilities::ClientFeatures;

/// A document with the testcase around it, if there is one.
#[derive(Clone, Copy)]
pub(in crate::lsp) struct Seen<'a> {
    /// The document.
    pub(super) snapshot: &'a Snapshot,
    /// Its URI.
    pub(super) uri: &'a Uri,
    around: Option<&'a Around>,
    /// What the client can do.
    pub(super) features: &'a ClientFeatures,
}

impl<'a> Seen<'a> {
    /// A document with what is around it.
    pub(in crate::lsp) fn of(
        snapshot: &'a Snapshot,
        uri: &'a Uri,
        around: Option<&'a Around>,
        features: &'a ClientFeatures,
    ) -> Self {
        Self {
            snapshot,
            uri,
            around,
            features,
        }
    }

    /// The program with its data.
    pub(super) fn whole(&self) -> Whole<'a> {
        match self.around {
            Some(around) => around.whole(self.snapshot),
            None => Whole {
                snapshot: self.snapshot,
                program: &self.snapshot.program,
                flow: self.snapshot.flow(),
                own: 0..self.snapshot.program.len(),
            },
        }
    }

    /// The line and the byte of a position in the document.
    pub(super) fn line_and_byte(&self, position: Position) -> (usize, u32) {
        let encoding = self.features.encoding;
        encoding.line_and_byte(&self.snapshot.text, position)
    }

    /// Where a place of the whole program is.
    pub(super) fn location(&self, whole: &Whole<'_>, place: &LinePart) -> Location {
        let (uri, text) = match self.around {
            Some(around) if !whole.is_own(place) => (&around.uri, &around.text),
            _ => (self.uri, &self.snapshot.text),
        };
        let place = whole.in_file(place);
        let encoding = self.features.encoding;
        let range = encoding.range(text, place.line, &place.range());
        Location::new(uri.clone(), range)
    }

    /// The text of a line of the whole program, without its end.
    pub(super) fn line_text(&self, whole: &Whole<'_>, line: u32) -> String {
        let place = LinePart::new(line, &(0..0));
        let text = match self.around {
            Some(around) if !whole.is_own(&place) => &around.text,
            _ => &self.snapshot.text,
        };
        let line = text.get_line(whole.in_file(&place).line as usize);
        let line = line.map(|line| line.to_string()).unwrap_or_default();
        line.trim_end_matches(['\r', '\n']).to_owned()
    }

    /// The range of a place in the document.
    pub(super) fn range(&self, whole: &Whole<'_>, place: &LinePart) -> Range {
        self.location(whole, place).range
    }
}
