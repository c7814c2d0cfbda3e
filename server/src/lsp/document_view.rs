//! An open document as requests see it: the text of any language, and a program of MN-Core 2 alone or between the lines of its
//! testcase.

use mnc2_ide::features::data_navigation::{LinePart, Whole};
use mnc2_ide::session::{AnySnapshot, DocumentLanguage, LanguageSnapshot, Snapshot, Unread};
use mnc2_text::Place;
use ropey::Rope;
use tower_lsp::ls_types::{Location, Position, Range, Uri};

use super::client_capabilities::ClientFeatures;
use super::open_testcase::OpenTestcase;

/// The part of a program of MN-Core 2 that a question needs. The other languages read a text as a whole or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Single lines, so that it is answered where a text is too long to be kept.
    Lines,
    Program,
    /// The whole program between the lines of its testcase, if it has one.
    Testcase,
}

/// A document as a client sees it.
#[derive(Clone, Copy)]
pub(super) struct DocumentView<'a> {
    pub(super) of: Of<'a>,
    pub(super) text: &'a Rope,
    pub(super) version: i32,
    pub(super) uri: &'a Uri,
    pub(super) features: &'a ClientFeatures,
}

/// What is known of a document.
#[derive(Clone, Copy)]
pub(super) enum Of<'a> {
    /// A program of MN-Core 2.
    Mnc2(Program<'a>),
    /// What another language read.
    Language(&'a LanguageSnapshot),
}

impl<'a> DocumentView<'a> {
    /// A document, if it is MN-Core 2 assembly with what is around it.
    pub(super) fn new(
        snapshot: &'a AnySnapshot,
        uri: &'a Uri,
        around: Option<&'a OpenTestcase>,
        features: &'a ClientFeatures,
    ) -> Self {
        match snapshot {
            AnySnapshot::Mnc2(snapshot) => Self {
                of: Of::Mnc2(Program {
                    snapshot,
                    uri,
                    around,
                    features,
                }),
                ..Self::from_program(snapshot, uri, features)
            },
            AnySnapshot::Language(snapshot) => Self::from_language(snapshot, uri, features),
        }
    }

    /// A program of MN-Core 2 alone.
    pub(super) fn from_program(
        snapshot: &'a Snapshot,
        uri: &'a Uri,
        features: &'a ClientFeatures,
    ) -> Self {
        Self {
            of: Of::Mnc2(Program {
                snapshot,
                uri,
                around: None,
                features,
            }),
            text: &snapshot.text,
            version: snapshot.version,
            uri,
            features,
        }
    }

    /// A text of another language.
    pub(super) fn from_language(
        snapshot: &'a LanguageSnapshot,
        uri: &'a Uri,
        features: &'a ClientFeatures,
    ) -> Self {
        Self {
            of: Of::Language(snapshot),
            text: &snapshot.text,
            version: snapshot.version,
            uri,
            features,
        }
    }

    /// The program, if it is one of MN-Core 2.
    pub(super) fn program(self) -> Option<Program<'a>> {
        match self.of {
            Of::Mnc2(program) => Some(program),
            Of::Language(_) => None,
        }
    }

    /// The name of the source of its findings.
    pub(super) fn source(self) -> &'static str {
        match self.of {
            Of::Mnc2(_) => DocumentLanguage::SOURCE,
            Of::Language(snapshot) => snapshot.language().about().id,
        }
    }

    /// Whether the project leaves it out of what is checked.
    pub(super) fn is_excluded(self) -> bool {
        match self.of {
            Of::Mnc2(program) => program.snapshot.is_excluded(),
            Of::Language(snapshot) => snapshot.is_excluded,
        }
    }

    /// Why it is not read, if it is not.
    pub(super) fn unread(self) -> Option<Unread> {
        match self.of {
            Of::Mnc2(program) => program.snapshot.unread,
            Of::Language(snapshot) => snapshot.unread(),
        }
    }

    /// Whether its answers are cancelled.
    pub(super) fn is_cancelled(self) -> bool {
        match self.of {
            Of::Mnc2(program) => program.snapshot.is_cancelled(),
            Of::Language(snapshot) => snapshot.is_cancelled(),
        }
    }

    /// Where a position is in the text.
    pub(super) fn at(self, position: Position) -> mnc2_text::Position {
        let (line, byte) = self.features.encoding.line_and_byte(self.text, position);
        let line = line as u32;
        mnc2_text::Position { line, byte }
    }

    /// The range of a part of a line.
    pub(super) fn range(self, place: &Place) -> Range {
        let encoding = self.features.encoding;
        encoding.range(self.text, place.line, &place.range)
    }

    /// The same as a location.
    pub(super) fn location(self, place: &Place) -> Location {
        Location::new(self.uri.clone(), self.range(place))
    }

    /// From the start of a line to the end of another one.
    pub(super) fn lines(self, first: u32, last: u32) -> Range {
        let end = self.features.encoding.position(self.text, last, u32::MAX);
        Range::new(Position::new(first, 0), end)
    }
}

/// A program of MN-Core 2 with the testcase around it, if there is one.
#[derive(Clone, Copy)]
pub(super) struct Program<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) uri: &'a Uri,
    around: Option<&'a OpenTestcase>,
    /// What the client can do.
    pub(super) features: &'a ClientFeatures,
}

impl<'a> Program<'a> {
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
