//! The outputs of the assertions of a program during a run.
//!
//! An assertion holds after its line, so it is checked before the next statement, on the state that the lines above leave:
//! what the user changes there follows it.

use std::collections::BTreeMap;

use mnc2_emulator::Recording;
use mnc2_emulator::watch::{Asserted, check};
use mnc2_program::{Assertion, AssertionKind};
use mnc2_text::message;

use super::Debugger;
use crate::DebugOutput;
use crate::breakpoints::{Exception, Filter};
use crate::stepping::StopReason;
use mnc2_ide::features::run::Control;

/// The lines with assertions, by the line before which they are checked.
pub(super) type AssertedLines = BTreeMap<usize, Vec<usize>>;

/// The assertions of the lines that run.
pub(super) fn asserted_lines(recording: &Recording) -> AssertedLines {
    let mut found = AssertedLines::new();
    let asserted = recording.program().assertion_lines();
    let mut checked = 0;
    for (line, assertion) in asserted.take_while(|&(line, _)| line < recording.end()) {
        if assertion.is_of_run() {
            if line >= checked {
                checked = recording.statement_from(line + 1);
            }
            found.entry(checked).or_default().push(line);
        }
    }
    found
}

const fn is_condition(assertion: &Assertion) -> bool {
    matches!(assertion.kind, AssertionKind::Assert(_))
}

impl Debugger {
    /// Runs forward to a line, and reports the outputs of the lines that run, the values that they log, and the assertions that
    /// do not hold.
    pub(super) fn pass(
        &mut self,
        to: usize,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> Result<(), StopReason> {
        self.pass_saying(to, true, control, sink)
    }

    /// As [`Self::pass`], for a run that assertions may stop: an assertion that stops it is not reported.
    pub(super) fn pass_to_stop(
        &mut self,
        to: usize,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> Result<(), StopReason> {
        self.pass_saying(to, !self.stops_at_assertions(), control, sink)
    }

    fn pass_saying(
        &mut self,
        to: usize,
        says_failed: bool,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> Result<(), StopReason> {
        while self.line() < to {
            let Some((&next, _)) = self.asserted.range(self.line() + 1..=to).next() else {
                break;
            };
            self.run_to(next, control, sink)?;
            self.say_assertions(says_failed, sink);
        }
        self.run_to(to, control, sink)
    }

    /// Reports the assertions before the first statement; the caller calls it at the start of a run.
    pub fn begin(&self, sink: &mut dyn FnMut(DebugOutput)) {
        self.say_assertions(!self.stops_at_assertions(), sink);
    }

    /// Reports the values that the lines right above log and, if `says_failed`, their assertions that do not hold.
    fn say_assertions(&self, says_failed: bool, sink: &mut dyn FnMut(DebugOutput)) {
        for (line, assertion, asserted) in self.checked_here() {
            if says_failed || !is_condition(assertion) {
                sink(DebugOutput::Asserted { line, asserted });
            }
        }
    }

    fn stops_at_assertions(&self) -> bool {
        self.breakpoints.filters.contains(&Filter::Assertion)
    }

    /// Whether an assertion may stop the run before a line.
    pub(super) fn may_fail(&self, line: usize) -> bool {
        let has_condition = |lines: &Vec<usize>| {
            let mut assertions = lines.iter().filter_map(|&line| self.assertion(line));
            assertions.any(is_condition)
        };
        self.stops_at_assertions() && self.asserted.get(&line).is_some_and(has_condition)
    }

    /// The assertions right above that stop the run where it is.
    pub(super) fn failed_assertions(&self) -> Vec<Exception> {
        if !self.may_fail(self.line()) {
            return Vec::new();
        }
        let said = self.checked_here();
        said.filter(|(_, assertion, asserted)| asserted.is_wrong && is_condition(assertion))
            .map(|(line, _, asserted)| Exception {
                filter: Filter::Assertion,
                message: message!(
                    "line {line}: {remark}",
                    line = line + 1,
                    remark = asserted.message
                ),
            })
            .collect()
    }

    fn assertion(&self, line: usize) -> Option<&Assertion> {
        self.recording.program().line(line)?.assertion.as_deref()
    }

    /// The results of the assertions that are checked where the run is.
    fn checked_here(&self) -> impl Iterator<Item = (usize, &Assertion, Asserted)> {
        let lines = self.asserted.get(&self.line()).into_iter().flatten();
        lines.filter_map(|&line| {
            let assertion = self.assertion(line)?;
            let text = self.snapshot.line_text(line);
            let asserted = check(self.recording.unedited(), assertion, &text, self.pe())?;
            Some((line, assertion, asserted))
        })
    }
}
