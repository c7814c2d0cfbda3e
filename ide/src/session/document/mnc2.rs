//! An open document in MN-Core 2 assembly: its text as a rope and its program as shared lines.
//!
//! An edit parses the lines that it touches and no others. Positions here are bytes; the protocol's units are converted in the
//! server.

mod snapshot;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use mnc2_asm::LineParser;
use mnc2_dataflow::flow::Flow;
use mnc2_program::FileForm;
use mnc2_program::rules::{Layer, Rules};
use mnc2_review::Review;
use mnc2_words::OutputComparison;
use ropey::Rope;

use crate::session::assembler_output::Assembled;
use crate::session::cached::Cached;
use crate::session::cancellation::Cancellation;
use crate::session::lazy_program::{
    Extent, Reading, is_long, is_too_long, read_line, without_line_end,
};
use crate::session::param_file::Placement;
use crate::session::project::Placed;
use crate::session::run_results::Outcomes;
use crate::session::testcase_file::TestcaseFile;

use super::{Unread, characters};

pub use self::snapshot::Snapshot;

/// An open document in MN-Core 2 assembly.
pub struct Mnc2Document {
    version: i32,
    form: FileForm,
    text: Rope,
    program: Reading,
    /// Whether it is within the limit of open documents, so that it is read.
    has_room: bool,
    project: Option<Placed>,
    placement: Option<Arc<Placement>>,
    outputs: Arc<[String]>,
    testcase: Option<Arc<TestcaseFile>>,
    assembled: Option<Arc<Assembled>>,
    compared: Arc<Cached<Option<OutputComparison>>>,
    rules: Arc<Rules>,
    review: Arc<Cached<Review>>,
    checked_lines: Arc<AtomicU32>,
    followed: Arc<Cached<Flow>>,
    /// The wait for computations on this text; ended when the text changes.
    waiting: Cancellation,
}

/// A long text takes this many times less memory for each byte than one whose lines are kept.
const LONG_SHARE: usize = 8;

/// Why a text is not read as a whole; `has_room` is whether it is within the limit of open documents.
fn unread(text: &Rope, has_room: bool) -> Option<Unread> {
    if is_too_long(text) {
        Some(Unread::TooLong)
    } else if !has_room {
        Some(Unread::NoRoom)
    } else {
        is_long(text).then_some(Unread::Long)
    }
}

fn extent_of(unread: Option<Unread>) -> Extent {
    match unread {
        None => Extent::Whole,
        Some(Unread::Long) => Extent::Needed,
        Some(Unread::TooLong | Unread::NoRoom) => Extent::Nothing,
    }
}

impl Mnc2Document {
    /// A document with this text, which is parsed at its first use.
    pub fn new(version: i32, text: &str) -> Self {
        Self::with_form(version, text, FileForm::Program)
    }

    /// Like [`Self::new`], for a file of another form.
    pub fn with_form(version: i32, text: &str, form: FileForm) -> Self {
        let text = Rope::from_str(text);
        Self {
            version,
            form,
            program: Reading::new(text.clone(), form, extent_of(unread(&text, true))),
            text,
            has_room: true,
            project: None,
            placement: None,
            outputs: Arc::default(),
            testcase: None,
            assembled: None,
            compared: Arc::default(),
            rules: Arc::default(),
            review: Arc::default(),
            checked_lines: Arc::default(),
            followed: Arc::default(),
            waiting: Cancellation::default(),
        }
    }

    /// Why it is not read, if it is not.
    fn unread(&self) -> Option<Unread> {
        unread(&self.text, self.has_room)
    }

    /// How much of the limit it takes if it is read, in bytes of text.
    pub(super) fn wanted_bytes(&self) -> usize {
        match unread(&self.text, true) {
            Some(Unread::TooLong | Unread::NoRoom) => 0,
            Some(Unread::Long) => self.text.len_bytes() / LONG_SHARE,
            None => self.text.len_bytes(),
        }
    }

    /// Sets whether it is read: `has_room` is whether it is within the limit of open documents. Returns whether that changes.
    pub(super) fn set_room(&mut self, has_room: bool) -> bool {
        let before = self.unread();
        self.has_room = has_room;
        let is_new = self.unread() != before;
        if is_new {
            self.program = Reading::new(self.text.clone(), self.form, extent_of(self.unread()));
            self.forget_text();
        }
        is_new
    }

    /// Sets the project that it belongs to, whose encodings decide what differs from the assembler's output.
    pub(super) fn set_project(&mut self, project: Option<Placed>) {
        self.project = project;
        self.compared = Arc::default();
    }

    /// The form of the file, determined by its name.
    pub fn form(&self) -> FileForm {
        self.form
    }

    /// Sets the `.param` file of a program for the linker. Returns whether its findings may change.
    pub fn set_placement(&mut self, placement: Option<Arc<Placement>>) -> bool {
        let is_new = self.placement != placement;
        if is_new {
            self.placement = placement;
            self.forget_review();
        }
        is_new
    }

    /// Sets what may be the linker's output of a program. Returns whether its findings may change.
    pub fn set_outputs(&mut self, outputs: Arc<[String]>) -> bool {
        let is_new = self.outputs != outputs;
        if is_new {
            self.outputs = outputs;
            self.forget_review();
        }
        is_new
    }

    /// The testcase that it is checked in.
    pub(in crate::session) fn testcase(&self) -> Option<&TestcaseFile> {
        self.testcase.as_deref()
    }

    /// Sets the testcase that it is checked in. Returns whether its findings may change.
    pub fn set_testcase(&mut self, testcase: Option<Arc<TestcaseFile>>) -> bool {
        let is_new = self.testcase != testcase;
        if is_new {
            self.testcase = testcase;
            self.forget_review();
        }
        is_new
    }

    /// Sets the assembler's output next to it. Returns whether its findings may change.
    pub fn set_assembled(&mut self, assembled: Option<Arc<Assembled>>) -> bool {
        let is_new = self.assembled != assembled;
        if is_new {
            self.assembled = assembled;
            self.compared = Arc::default();
        }
        is_new
    }

    /// A document that is only read, with the rules of its project and of the editor.
    pub fn checked_by(mut self, project: Option<Placed>, editor: &Layer) -> Snapshot {
        self.set_project(project);
        self.configure(editor);
        self.snapshot()
    }

    /// Applies the settings of project and editor. Returns whether its findings may change.
    pub(super) fn configure(&mut self, editor: &Layer) -> bool {
        let project = self.project.as_ref().map(Placed::layer);
        let layers: Vec<&Layer> = project.into_iter().chain([editor]).collect();
        let rules = Rules::from_layers(&layers);
        let is_new = rules != *self.rules;
        if is_new {
            self.rules = Arc::new(rules);
            self.forget_review();
        }
        is_new
    }

    /// The text after the latest edit.
    pub fn text(&self) -> &Rope {
        &self.text
    }

    /// The current state of the document.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            version: self.version,
            form: self.form,
            text: self.text.clone(),
            program: self.program.clone(),
            unread: self.unread(),
            project: self.project.clone(),
            placement: self.placement.clone(),
            outputs: Arc::clone(&self.outputs),
            testcase: self.testcase.clone(),
            assembled: self.assembled.clone(),
            compared: Arc::clone(&self.compared),
            rules: Arc::clone(&self.rules),
            review: Arc::clone(&self.review),
            checked_lines: Arc::clone(&self.checked_lines),
            outcomes: Outcomes::default(),
            followed: Arc::clone(&self.followed),
            waiting: self.waiting.clone(),
        }
    }

    /// Whether the text is the text of the snapshot: every edit makes another program.
    pub fn has_text_of(&self, snapshot: &Snapshot) -> bool {
        self.program.is(&snapshot.program)
    }

    /// The client's number of the current text.
    pub(super) fn version(&self) -> i32 {
        self.version
    }

    /// Sets the client's number of the current text.
    pub fn set_version(&mut self, version: i32) {
        self.version = version;
    }

    /// Makes the next snapshot check again.
    fn forget_review(&mut self) {
        self.review = Arc::default();
        self.checked_lines = Arc::default();
    }

    /// Makes the next snapshot compute everything again, and stops what is computed from the old text.
    fn forget_text(&mut self) {
        self.forget_review();
        self.compared = Arc::default();
        self.followed = Arc::default();
        self.stop_requests();
        self.waiting = Cancellation::default();
    }

    /// Stops what is computed from the current text.
    fn stop_requests(&self) {
        self.waiting.end();
    }

    /// Stops everything that is computed from it.
    pub(super) fn close(&self) {
        self.stop_requests();
        self.program.close();
    }

    /// Replaces the whole text; lines at both ends that stay the same are kept.
    pub fn replace_all(&mut self, text: &str, parser: &mut LineParser) {
        let old_bytes = self.text.len_bytes();
        let shorter = old_bytes.min(text.len());
        let mut prefix = common(self.text.bytes(), text.bytes(), shorter);
        let from_the_end = self.text.bytes_at(old_bytes).reversed();
        let mut suffix = common(from_the_end, text.bytes().rev(), shorter - prefix);
        // Both texts must be cut between characters; their bytes agree outside of the cuts.
        while !text.is_char_boundary(prefix) {
            prefix -= 1;
        }
        while !text.is_char_boundary(text.len() - suffix) {
            suffix -= 1;
        }
        self.replace(
            prefix..old_bytes - suffix,
            &text[prefix..text.len() - suffix],
            parser,
        );
    }

    /// Replaces a range of bytes; ends outside of the text or within a character are moved back.
    pub fn replace(&mut self, range: Range<usize>, text: &str, parser: &mut LineParser) {
        let Range { start, end } = characters(&self.text, range);
        let first_before = self.text.char_to_line(start);
        let kept_before = self.text.len_lines() - 1 - self.text.char_to_line(end);
        let lines_before = self.text.len_lines();
        let before = extent_of(self.unread());

        self.text.remove(start..end);
        self.text.insert(start, text);
        self.forget_text();
        let extent = extent_of(self.unread());
        if extent != before {
            self.program = Reading::new(self.text.clone(), self.form, extent);
            return;
        }

        // A carriage return and a line feed may have joined or separated at either end of the change, so the first and
        // the last changed line depend on both texts.
        let inserted_end = start + text.chars().count();
        let first = first_before.min(self.text.char_to_line(start));
        let kept_after = self.text.len_lines() - 1 - self.text.char_to_line(inserted_end);
        let kept = kept_before.min(kept_after);
        let count = self.text.len_lines() - kept - first;
        let new_lines = if extent == Extent::Nothing {
            vec![Arc::default(); count]
        } else {
            let lines = self.text.lines_at(first).take(count);
            lines
                .map(|line| Arc::new(read_line(parser, self.form, &without_line_end(line))))
                .collect()
        };
        self.program.replace(first..lines_before - kept, new_lines);
    }
}

/// How many leading bytes two texts share, at most `limit`.
fn common(left: impl Iterator<Item = u8>, right: impl Iterator<Item = u8>, limit: usize) -> usize {
    left.zip(right)
        .take(limit)
        .take_while(|(left, right)| left == right)
        .count()
}

#[cfg(test)]
mod tests;
