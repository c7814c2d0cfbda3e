//! An open document in a language other than MN-Core 2.
//!
//! An edit changes only the rope; the text is read at the next request, from the version before it if that was read.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use mnc2_program::rules::Layer;
use mnc2_text::{Findings, Grid, LevelChoices, Message, Variable};
use ropey::Rope;

use super::{Unread, replace};
use crate::languages::{self, Code, Listed, Options, Text};
use crate::session::cancellation::{Cancellation, WantedGuard};
use crate::session::lazy_program::is_too_long;
use crate::session::project::Placed;

/// An open document in a language other than MN-Core 2.
pub struct LanguageDocument {
    version: i32,
    options: Box<dyn Options>,
    text: Rope,
    read: Arc<Version>,
    waiting: Cancellation,
    project: Option<Placed>,
    levels: Arc<LevelChoices>,
    /// Whether it is within the limit of open documents, so that it is read.
    has_room: bool,
    last_run: Option<LastLanguageRun>,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct LanguageRan {
    /// The line that was to be executed last.
    pub line: u32,
    /// Number of executed instructions.
    pub steps: u64,
    /// Why it did not get there: the line that it stopped at, if it is one, and the reason.
    pub stopped: Option<(Option<u32>, Message)>,
    /// What it computed, as `mnc2 run` prints it.
    pub computed: Vec<Variable>,
    /// What is next to lines, in ascending order; lines count from 0.
    pub beside: Vec<(u32, String)>,
    /// What the machine holds as numbers in rows.
    pub grids: Vec<Grid>,
}

/// The last run of a document.
#[derive(Clone, Debug)]
pub struct LastLanguageRun {
    /// The result of the run.
    pub ran: Arc<LanguageRan>,
    /// Whether the text has changed since.
    pub is_outdated: bool,
}

/// What is read of a text.
#[derive(Default)]
struct Version {
    text: OnceLock<Box<dyn Text>>,
    /// Those that are reported.
    findings: OnceLock<Arc<Findings<Code>>>,
    /// The version before an edit, and the edit.
    before: Option<(Box<dyn Text>, Range<usize>, String)>,
}

/// A snapshot of a document. Cloning is cheap, and nothing in it ever changes.
#[derive(Clone)]
pub struct LanguageSnapshot {
    /// The client's number of this text.
    pub version: i32,
    /// The text of the document.
    pub text: Rope,
    /// Whether the project leaves it out of what is checked.
    pub is_excluded: bool,
    /// The latest run; `None` before the first one.
    pub last_run: Option<LastLanguageRun>,
    has_room: bool,
    options: Box<dyn Options>,
    levels: Arc<LevelChoices>,
    read: Arc<Version>,
    waiting: Cancellation,
}

impl LanguageDocument {
    /// A document with this text, which is read at its first use.
    pub fn new(version: i32, text: &str, options: Box<dyn Options>) -> Self {
        Self {
            version,
            options,
            text: Rope::from_str(text),
            read: Arc::default(),
            waiting: Cancellation::default(),
            project: None,
            levels: Arc::default(),
            has_room: true,
            last_run: None,
        }
    }

    /// How much of the limit it takes if it is read, in bytes of text.
    pub(super) fn wanted_bytes(&self) -> usize {
        if is_too_long(&self.text) {
            0
        } else {
            self.text.len_bytes()
        }
    }

    /// Sets whether it is read: `has_room` is whether it is within the limit of open documents. Returns whether that changes.
    pub(super) fn set_room(&mut self, has_room: bool) -> bool {
        let is_new = has_room != self.has_room;
        if is_new {
            self.has_room = has_room;
            self.read_again(None);
        }
        is_new
    }

    pub(super) fn set_project(&mut self, project: Option<Placed>) {
        self.project = project;
    }

    /// Applies the levels of project and editor. Returns whether its findings may change.
    pub(super) fn configure(&mut self, editor: &Layer) -> bool {
        let project = self.project.iter().map(|it| it.layer());
        let layers = project.chain([editor]);
        let levels = LevelChoices::from_layers(layers.map(|it| it.levels.as_slice()));
        let is_new = levels != *self.levels;
        if is_new {
            self.levels = Arc::new(levels);
            self.read_again(self.read.text.get().cloned());
        }
        is_new
    }

    /// A document that is only read, with the levels of its project and of the editor.
    pub fn checked_by(mut self, project: Option<Placed>, editor: &Layer) -> LanguageSnapshot {
        self.set_project(project);
        self.configure(editor);
        self.snapshot()
    }

    /// Sets what is chosen about the language. Returns whether that is new.
    pub fn set_options(&mut self, options: Box<dyn Options>) -> bool {
        let is_new = *options != *self.options;
        if is_new {
            self.options = options;
            self.read_again(None);
        }
        is_new
    }

    /// Forgets what was found, and reads the text again unless it was read as it is now.
    fn read_again(&mut self, read: Option<Box<dyn Text>>) {
        let text = read.map_or_else(OnceLock::new, OnceLock::from);
        self.forget(Version {
            text,
            ..Version::default()
        });
    }

    /// The language of the document.
    pub(super) fn language(&self) -> Listed {
        self.options.language()
    }

    /// The client's number of the current text.
    pub(super) fn version(&self) -> i32 {
        self.version
    }

    /// The text after the latest edit.
    pub fn text(&self) -> &Rope {
        &self.text
    }

    /// Sets the client's number of the current text.
    pub fn set_version(&mut self, version: i32) {
        self.version = version;
    }

    /// Replaces the whole text.
    pub fn replace_all(&mut self, text: &str) {
        self.text = Rope::from_str(text);
        self.forget(Version::default());
    }

    /// Replaces a range of bytes; ends outside of the text or within a character are moved back.
    pub fn replace(&mut self, range: Range<usize>, by: &str) {
        let bytes = replace(&mut self.text, range, by);
        let before = self.read.text.get().cloned();
        self.forget(Version {
            before: before.map(|text| (text, bytes, by.to_owned())),
            ..Version::default()
        });
    }

    fn forget(&mut self, now: Version) {
        self.read = Arc::new(now);
        if let Some(last) = &mut self.last_run {
            last.is_outdated = true;
        }
        self.close();
        self.waiting = Cancellation::default();
    }

    /// Stops what is computed from it.
    pub(super) fn close(&self) {
        self.waiting.end();
    }

    /// The current state of the document.
    pub fn snapshot(&self) -> LanguageSnapshot {
        LanguageSnapshot {
            version: self.version,
            text: self.text.clone(),
            is_excluded: self.project.as_ref().is_some_and(Placed::is_excluded),
            last_run: self.last_run.clone(),
            has_room: self.has_room,
            options: self.options.clone(),
            levels: Arc::clone(&self.levels),
            read: Arc::clone(&self.read),
            waiting: self.waiting.clone(),
        }
    }

    /// Stores the result of a run of a snapshot.
    pub fn set_last_run(&mut self, snapshot: &LanguageSnapshot, ran: LanguageRan) {
        self.last_run = Some(LastLanguageRun {
            ran: Arc::new(ran),
            is_outdated: !self.has_text_of(snapshot),
        });
    }

    /// Whether the text is the text of a snapshot.
    pub fn has_text_of(&self, snapshot: &LanguageSnapshot) -> bool {
        Arc::ptr_eq(&self.read, &snapshot.read)
    }
}

impl LanguageSnapshot {
    /// What is chosen about the language.
    pub fn options(&self) -> &dyn Options {
        &*self.options
    }

    /// The levels of its findings.
    pub fn levels(&self) -> &LevelChoices {
        &self.levels
    }

    /// The language of the document.
    pub fn language(&self) -> Listed {
        self.options.language()
    }

    /// Why it is not read, if it is not.
    pub fn unread(&self) -> Option<Unread> {
        if is_too_long(&self.text) {
            return Some(Unread::TooLong);
        }
        (!self.has_room).then_some(Unread::NoRoom)
    }

    /// The text as its language reads it, unless it is not read.
    pub fn read(&self) -> Option<&dyn Text> {
        if self.unread().is_some() {
            return None;
        }
        let text = self.read.text.get_or_init(|| match &self.read.before {
            Some((before, range, by)) => {
                let mut text = before.clone();
                text.edit(range.clone(), by);
                text
            }
            None => self.options.read(&self.text.to_string()),
        });
        Some(&**text)
    }

    /// The findings that are reported; computed once for each text. Partial if the computation is cancelled.
    pub fn findings(&self) -> Arc<Findings<Code>> {
        let Some(text) = self.read() else {
            return Arc::default();
        };
        if let Some(findings) = self.read.findings.get() {
            return Arc::clone(findings);
        }
        let findings = text.findings(&|| self.is_cancelled());
        let mut findings = languages::reported(text, self.text_lines(), findings, &self.levels);
        findings.compact();
        let findings = Arc::new(findings);
        if self.is_cancelled() {
            return findings;
        }
        Arc::clone(self.read.findings.get_or_init(|| findings))
    }

    /// Whether computations on this snapshot are cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.waiting.is_over()
    }

    /// The same snapshot for one request, which is cancelled when [`WantedGuard`] is dropped.
    pub fn for_request(mut self) -> (Self, WantedGuard) {
        let wanted;
        (self.waiting, wanted) = self.waiting.within();
        (self, wanted)
    }

    /// The same snapshot for what must be complete although the text changes.
    pub fn for_keeping(mut self) -> Self {
        self.waiting = Cancellation::default();
        self
    }

    /// The findings of a text that is to be run: errors are reported regardless of settings and comments.
    pub fn findings_to_run(&self) -> Findings<Code> {
        let Some(text) = self.read() else {
            return Findings::default();
        };
        let findings = text.findings(&|| self.is_cancelled());
        languages::reported_to_run(text, self.text_lines(), findings, &self.levels)
    }

    fn text_lines(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.text.lines().map(Cow::from)
    }

    /// The number of lines.
    pub fn lines(&self) -> u32 {
        self.text.len_lines() as u32
    }
}

#[cfg(all(test, feature = "rvmatrix"))]
mod tests {
    use mnc2_text::random::Random;

    use super::*;
    use crate::session::lazy_program::TEXT_BYTES_MAX;

    fn options() -> Box<dyn Options> {
        languages::find("rvmatrix")
            .expect("it is a feature")
            .options()
    }

    #[test]
    fn edits_say_what_a_fresh_text_says() {
        const PIECES: [&str; 14] = [
            "",
            "\n",
            "\r\n",
            "\r",
            "mmaqa.b m0, m1, m2",
            "fmmacc.s m0, m0, m1",
            "mcfgm a0",
            "loop:\n\tj loop",
            ".macro x a\n",
            ".endm\n",
            "/*",
            "*/",
            "# あ😀",
            "\u{2028}",
        ];
        let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
        let mut expected = String::from("mcfgki zero, 4\r\nmmaqa.b m0, m1, m2 # x\nret\r");
        let mut document = LanguageDocument::new(0, &expected, options());
        for _ in 0..600 {
            if expected.len() > 400 {
                expected.clear();
                document.replace_all("");
            }
            let places = expected.char_indices().map(|(at, _)| at);
            let places: Vec<usize> = places.chain([expected.len()]).collect();
            let start = places[random.index(places.len())];
            let end = (start + random.index(5)).min(expected.len());
            let end = *places.iter().find(|&&at| at >= end).unwrap_or(&start);
            let piece = PIECES[random.index(PIECES.len())];
            expected.replace_range(start..end, piece);
            document.replace(start..end, piece);
            assert_eq!(*document.text(), expected.as_str());
            // Now and then several edits come before the first question.
            if random.index(3) > 0 {
                let fresh = options().read(&expected);
                let found = document.snapshot().findings();
                assert_eq!(*found, fresh.findings(&|| false), "{expected:?}");
                let words = document
                    .snapshot()
                    .read()
                    .expect("it is short")
                    .assemble(&|| false);
                assert_eq!(words, fresh.assemble(&|| false), "{expected:?}");
            }
        }
    }

    #[test]
    fn a_text_of_a_dialect_that_is_too_long_is_not_read() {
        let long = " ".repeat(TEXT_BYTES_MAX + 1);
        let mut document = LanguageDocument::new(0, &long, options());
        assert_eq!(document.snapshot().unread(), Some(Unread::TooLong));
        assert!(document.snapshot().findings().is_empty());
        document.replace(0..1, "");
        assert!(document.snapshot().read().is_some());
        document.set_room(false);
        assert_eq!(document.snapshot().unread(), Some(Unread::NoRoom));
    }

    #[test]
    fn an_edit_ends_what_was_asked_before() {
        let mut document = LanguageDocument::new(0, "ret", options());
        let before = document.snapshot();
        assert!(document.has_text_of(&before) && !before.is_cancelled());
        document.replace(0..0, " ");
        assert!(!document.has_text_of(&before) && before.is_cancelled());
        assert!(!before.for_keeping().is_cancelled());
    }
}
