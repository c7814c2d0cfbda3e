//! A snapshot of a document, and the results that are computed from it once.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};

use mnc2_asm::{params, stparam};
use mnc2_dataflow::flow::Flow;
use mnc2_program::finding::Finding;
use mnc2_program::rules::{RuleProfile, Rules};
use mnc2_program::{FileForm, Params, Program};
use mnc2_review::{Files, Review, linker_output};
use mnc2_words::OutputComparison;
use ropey::Rope;

use super::super::Unread;
use crate::session::assembler_output::Assembled;
use crate::session::cached::Cached;
use crate::session::cancellation::{Cancellation, WantedGuard, Watcher};
use crate::session::lazy_program::{Reading, without_line_end};
use crate::session::param_file::Placement;
use crate::session::project::Placed;
use crate::session::run_results::Outcomes;
use crate::session::settings::ClockRate;
use crate::session::testcase_file::TestcaseFile;

/// A snapshot of a document. Cloning is cheap, and nothing in it ever changes.
#[derive(Clone)]
pub struct Snapshot {
    /// The client's number of this text.
    pub version: i32,
    /// The form of the file, determined by its name.
    pub form: FileForm,
    /// The text of the document.
    pub text: Rope,
    /// The program that was parsed from it.
    pub program: Reading,
    /// Why it is not read, if it is not.
    pub unread: Option<Unread>,
    /// The project that it belongs to.
    pub project: Option<Placed>,
    /// The `.param` file of a program for the linker.
    pub placement: Option<Arc<Placement>>,
    /// What may be the linker's output of such a program.
    pub outputs: Arc<[String]>,
    /// The testcase that it is checked in.
    pub testcase: Option<Arc<TestcaseFile>>,
    /// The assembler's output next to it.
    pub assembled: Option<Arc<Assembled>>,
    pub(in crate::session) compared: Arc<Cached<Option<OutputComparison>>>,
    /// The rules that it is checked by.
    pub rules: Arc<Rules>,
    pub(super) review: Arc<Cached<Review>>,
    pub(super) checked_lines: Arc<AtomicU32>,
    /// The results of runs and judgements.
    pub outcomes: Outcomes,
    pub(super) followed: Arc<Cached<Flow>>,
    /// The wait for computations on it.
    pub(super) waiting: Cancellation,
}

impl Snapshot {
    /// Its findings; computed once for each text and set of rules. The findings of an empty program if the computation is
    /// cancelled.
    pub fn review(&self) -> &Review {
        static NOTHING: LazyLock<Review> =
            LazyLock::new(|| Review::new(&Program::default(), &Rules::default()));
        let check = || {
            self.checked_lines.store(0, Ordering::Relaxed);
            let added = if self.is_unread() {
                Vec::new()
            } else {
                match self.form {
                    FileForm::Placement => params::read(&self.text.to_string()).1,
                    FileForm::Structure => stparam::check(&self.text.to_string()),
                    FileForm::Program => Vec::new(),
                    FileForm::Unlinked => self.output_findings(),
                }
            };
            Review::unless_cancelled(&self.program, &self.rules, self.files(), added, &|line| {
                self.checked_lines.store(line, Ordering::Relaxed);
                self.is_cancelled()
            })
        };
        self.review.get_or(check).unwrap_or(&NOTHING)
    }

    /// What only the linker's output of this text shows.
    fn output_findings(&self) -> Vec<Finding> {
        if self.outputs.is_empty() {
            return Vec::new();
        }
        let text = self.text.to_string();
        let outputs = self.outputs.iter();
        let mut found =
            outputs.filter_map(|output| linker_output::findings(&text, output, &self.rules));
        found.next().unwrap_or_default()
    }

    /// The entries of its `.param` file, if it is a program for the linker.
    pub fn params(&self) -> Option<&Params> {
        Some(&self.placement.as_ref()?.params)
    }

    /// The files that it is checked with.
    pub fn files(&self) -> Files<'_> {
        Files {
            params: self.params(),
            testcase: self.testcase.as_ref().map(|it| &it.lines),
        }
    }

    /// Whether the project leaves it out of what is checked.
    pub fn is_excluded(&self) -> bool {
        self.project.as_ref().is_some_and(Placed::is_excluded)
    }

    /// Whether it is not read as a whole.
    pub fn is_unread(&self) -> bool {
        self.unread.is_some()
    }

    /// How many lines have been checked so far.
    pub fn checked_lines(&self) -> &Arc<AtomicU32> {
        &self.checked_lines
    }

    /// The clock that its time is estimated at: the editor's setting, otherwise the project's.
    pub fn clock(&self, of_editor: Option<ClockRate>) -> ClockRate {
        of_editor
            .or_else(|| self.project.as_ref()?.clock())
            .unwrap_or_default()
    }

    /// The profile that it is written for: the editor's setting, otherwise the project's.
    pub fn profile(&self, of_editor: Option<RuleProfile>) -> RuleProfile {
        of_editor
            .or_else(|| self.project.as_ref()?.layer().profile)
            .unwrap_or_default()
    }

    /// Whether computations on this snapshot are cancelled: the request was cancelled, or the document was edited or closed. A
    /// long computation checks this at bounded intervals, and then returns an incomplete result, which must not be stored
    /// anywhere.
    pub fn is_cancelled(&self) -> bool {
        self.waiting.is_over()
    }

    /// The items until computations on this snapshot are cancelled.
    pub fn while_wanted<T>(&self, items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        self.waiting.items(items)
    }

    /// The same snapshot for one request, which is cancelled when [`WantedGuard`] is dropped.
    pub fn for_request(mut self) -> (Self, WantedGuard) {
        let wanted;
        (self.waiting, wanted) = self.waiting.within();
        (self, wanted)
    }

    /// The same snapshot for what is stored, and so must be complete although the text changes.
    pub fn for_keeping(mut self) -> Self {
        self.waiting = Cancellation::default();
        self
    }

    /// The same snapshot with the findings of runs and judgements.
    pub(in crate::session) fn with_outcomes(self, outcomes: Outcomes) -> Self {
        Self { outcomes, ..self }
    }

    /// Which write reaches which read; computed once for each text. Empty if the computation is cancelled.
    pub fn flow(&self) -> &Flow {
        static NOTHING: LazyLock<Flow> = LazyLock::new(|| Flow::new(&Program::default()));
        let follow = || Flow::from_chunks(&self.program, &|| self.is_cancelled());
        self.followed.get_or(follow).unwrap_or(&NOTHING)
    }

    /// Calls `watcher` at each check whether computations on this text are cancelled. For tests of cancellation.
    pub fn watch(&self, watcher: Box<Watcher>) {
        self.waiting.watch(watcher);
    }

    /// A line without its end; empty beyond the last line.
    pub fn line_text(&self, line: usize) -> Cow<'_, str> {
        self.text
            .get_line(line)
            .map_or(Cow::Borrowed(""), without_line_end)
    }

    /// A line with its end; empty beyond the last line.
    pub fn line_with_end(&self, line: usize) -> Cow<'_, str> {
        self.text
            .get_line(line)
            .map_or(Cow::Borrowed(""), Cow::from)
    }
}
