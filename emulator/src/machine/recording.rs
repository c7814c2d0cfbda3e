//! A run that can be looked at from every line, in both directions.
//!
//! Nothing branches, so a point in time of a run is a line: the state before it. A [`Recording`] keeps the machine of some
//! lines, at most [`INTERVAL`] statements apart, and runs forward from the nearest one before the requested line. What is kept
//! shares what did not change, so it takes 0.1 to 1 MB where PEs differ; if all of it is more than the limit, every second one
//! is dropped and the distance doubles. Around the line where the run is, some more are kept at the smallest distance, so that
//! steps back stay short. A statement takes 5 to 40 µs, a copy of the machine 12 to 115 µs: a step back takes at most 3 ms, and
//! going far at most as long as the run takes for one distance.
//!
//! Changes of memory by the user belong to the run: they are `d set` statements before a line, executed each time that
//! the run comes to the line.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use mnc2_program::{DebugSet, Program, Statement};

use super::checkpoints::{DEFAULT_CHECKPOINT_BYTES, same_lines, work};
use super::observer::{Observer, Unobserved};
use super::run::{Dump, DumpSink, Outcome, RunOptions};
use super::snapshots::KeptMachines;
use super::{Machine, debug};

/// Work between two kept machines at first: a statement is 1, and long MV instructions more.
pub const INTERVAL: u64 = 64;
/// Maximum number of machines that are kept near the line where the run is, although the distance is larger.
const NEAR_MAX: usize = 16;
/// Maximum number of changes of memory by the user.
pub const EDITS_MAX: usize = 10_000;

/// Limits of one way through a recording.
#[derive(Clone, Copy, Debug)]
pub struct TravelOptions<'a> {
    /// Bytes that PDM and DRAM may take.
    pub budget_bytes: u64,
    /// Set by another thread to stop.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for TravelOptions<'_> {
    fn default() -> Self {
        Self {
            budget_bytes: u64::MAX,
            cancel: None,
        }
    }
}

/// A program's run, at one of its lines.
pub struct Recording {
    program: Program,
    /// The line that ends the program.
    end: usize,
    kept: KeptMachines<Place>,
    /// Work between two of them.
    interval: u64,
    limit_bytes: u64,
    /// The user's changes before a line.
    edits: BTreeMap<usize, Vec<DebugSet>>,
    machine: Machine,
    /// The machine before the user's changes at the line, if there are some.
    unedited: Option<Machine>,
    line: usize,
    /// Work from the start of the program to the line.
    work: u64,
}

/// Before a line, and before the changes there.
struct Place {
    line: usize,
    work: u64,
}

/// How much of a recording a new text of the program leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// Lines at the start that are equivalent to before.
    pub same_lines: usize,
    /// Changes of memory that were dropped, because the lines before them are not equivalent.
    pub dropped_edits: usize,
}

impl Recording {
    /// A run of a program from a machine, before its first line.
    #[must_use]
    pub fn new(start: Machine, program: Program) -> Self {
        Self {
            end: program.end(),
            program,
            machine: start.clone(),
            kept: KeptMachines::new(start),
            interval: INTERVAL,
            limit_bytes: DEFAULT_CHECKPOINT_BYTES,
            edits: BTreeMap::new(),
            unedited: None,
            line: 0,
            work: 0,
        }
    }

    /// The recording with another limit for the kept machines.
    #[must_use]
    pub fn with_limit_bytes(self, limit_bytes: u64) -> Self {
        Self {
            limit_bytes,
            ..self
        }
    }

    /// The run from its start, with the user's changes of memory.
    #[must_use]
    pub fn from_start(&self) -> Self {
        let mut run = Self::new(self.kept.start().clone(), self.program.clone());
        run.limit_bytes = self.limit_bytes;
        run.edits = self.edits.clone();
        run.apply_edits();
        run
    }

    /// The program whose run is recorded.
    #[must_use]
    pub const fn program(&self) -> &Program {
        &self.program
    }

    /// The line after the last one that runs: that of `quit`, or the number of lines.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.end
    }

    /// The line that runs next, counted from 0. Lines without a statement count.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The state before that line.
    #[must_use]
    pub const fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The state after the lines above: that before the line, without what the user changes there.
    #[must_use]
    pub fn unedited(&self) -> &Machine {
        self.unedited.as_ref().unwrap_or(&self.machine)
    }

    /// Bytes of the machines that are kept in addition to the start.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.kept.bytes()
    }

    /// The lines before which machines are kept, in order.
    pub fn kept_lines(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.kept.list().iter().map(|kept| kept.place.line)
    }

    /// The user's changes of memory, with the lines before which they happen.
    pub fn edits(&self) -> impl Iterator<Item = (usize, &DebugSet)> {
        let all = self.edits.iter();
        all.flat_map(|(&line, sets)| sets.iter().map(move |set| (line, set)))
    }

    /// Goes to a line, at most to the [end](Self::end).
    ///
    /// # Errors
    /// Why the run stopped at a line before it; the recording is at that line.
    pub fn travel(&mut self, line: usize, options: &TravelOptions<'_>) -> Result<(), Outcome> {
        let mut no_output = |_: Dump| ControlFlow::Break(());
        self.start_before(line.min(self.end));
        self.travel_observed(line, options, &mut no_output, &mut Unobserved)
    }

    /// As [`Self::travel`]. The sink and the observer receive the lines that are really executed: forward, all lines up to the
    /// requested one; backward, the lines from a kept machine on.
    ///
    /// # Errors
    /// Why the run stopped at a line before it; the recording is at that line.
    pub fn travel_observed(
        &mut self,
        line: usize,
        options: &TravelOptions<'_>,
        sink: &mut dyn DumpSink,
        observer: &mut impl Observer,
    ) -> Result<(), Outcome> {
        let line = line.min(self.end);
        if line < self.line {
            self.start_before(line);
        }
        while self.line < line {
            let until = self.next_stop(line);
            let piece = RunOptions {
                from_line: self.line as u32,
                until_line: Some(until as u32 - 1),
                budget_bytes: options.budget_bytes,
                cancel: options.cancel,
                ..RunOptions::default()
            };
            let report = self
                .machine
                .run_observed(&self.program, &piece, sink, observer);
            match report.outcome {
                Outcome::ReachedLine | Outcome::Finished => self.arrive(until),
                Outcome::StoppedAtLimit { line }
                | Outcome::StoppedAtMemory { line }
                | Outcome::NotExecutable { line, .. }
                | Outcome::NotInterpretable { line, .. }
                | Outcome::Cancelled { line } => {
                    self.stop_at(line as usize);
                    return Err(report.outcome);
                }
            }
        }
        Ok(())
    }

    /// Executes the line that runs next on a copy, with an observer, and returns the machine after it. The run stays where it
    /// is.
    ///
    /// # Errors
    /// Why the line does not run.
    pub fn look_ahead(
        &self,
        options: &TravelOptions<'_>,
        observer: &mut impl Observer,
    ) -> Result<Machine, Outcome> {
        let mut machine = self.machine.clone();
        if self.line >= self.end {
            return Ok(machine);
        }
        let next = RunOptions {
            from_line: self.line as u32,
            until_line: Some(self.line as u32),
            budget_bytes: options.budget_bytes,
            cancel: options.cancel,
            ..RunOptions::default()
        };
        let mut no_output = |_: Dump| ControlFlow::Break(());
        let report = machine.run_observed(&self.program, &next, &mut no_output, observer);
        match report.outcome {
            Outcome::ReachedLine | Outcome::Finished => Ok(machine),
            outcome => Err(outcome),
        }
    }

    /// Changes memory before the line that runs next. Later lines run on the new state. Returns false if there are too
    /// many changes.
    pub fn edit(&mut self, set: DebugSet) -> bool {
        if self.edits.values().map(Vec::len).sum::<usize>() >= EDITS_MAX {
            return false;
        }
        self.forget_after(self.line);
        self.unedited.get_or_insert_with(|| self.machine.clone());
        debug::set(self.machine.chip_mut(), &set);
        self.edits.entry(self.line).or_default().push(set);
        true
    }

    /// Continues with a new text of the program. The recording stays at its line if all lines before it are equivalent;
    /// otherwise it goes to the last kept machine before the first line that does not.
    pub fn replace(&mut self, program: Program) -> Replaced {
        let same = same_lines(&program, &self.program).min(program.end());
        self.end = program.end();
        self.program = program;
        self.forget_after(same);
        let after = self.edits.split_off(&(same + 1));
        if self.line > same {
            self.start_before(same);
        }
        Replaced {
            same_lines: same,
            dropped_edits: after.values().map(Vec::len).sum(),
        }
    }

    /// Goes to the nearest machine at or before a line: the present one, a kept one or the start.
    fn start_before(&mut self, line: usize) {
        let kept = self
            .kept_at_or_before(line)
            .map(|index| &self.kept.list()[index]);
        let nearest = kept.map_or(0, |kept| kept.place.line);
        if (nearest..=line).contains(&self.line) {
            return;
        }
        let machine = kept.map_or(self.kept.start(), |kept| &kept.machine);
        self.machine.clone_from(machine);
        self.unedited = None;
        self.line = nearest;
        self.work = kept.map_or(0, |kept| kept.place.work);
        self.apply_edits();
    }

    fn kept_at_or_before(&self, line: usize) -> Option<usize> {
        let list = self.kept.list();
        let after = list.partition_point(|kept| kept.place.line <= line);
        after.checked_sub(1)
    }

    /// The line of the next stop: there may be changes, or it is time to keep the machine.
    fn next_stop(&self, line: usize) -> usize {
        let next_edit = self.edits.range(self.line + 1..).next();
        let limit = next_edit.map_or(line, |(&edit, _)| edit.min(line));
        let mut work_there = self.work;
        let stop_at = (self.work / INTERVAL + 1) * INTERVAL;
        let within = self
            .program
            .range(self.line..limit)
            .take_while(|line| {
                let before = work_there;
                work_there += line.statement.as_ref().map_or(0, work);
                before < stop_at
            })
            .count();
        self.line + within.max(1)
    }

    /// The run has come to a line.
    fn arrive(&mut self, line: usize) {
        let before = self.work / INTERVAL;
        self.stop_at(line);
        if self.work / INTERVAL > before {
            self.keep();
        }
        self.apply_edits();
    }

    /// The run is before a line, perhaps because it cannot run.
    fn stop_at(&mut self, line: usize) {
        let passed = self.program.range(self.line..line);
        let statements = passed.filter_map(|line| line.statement.as_ref());
        self.work += statements.map(work).sum::<u64>();
        self.unedited = None;
        self.line = line;
    }

    fn apply_edits(&mut self) {
        let Some(edits) = self.edits.get(&self.line) else {
            return;
        };
        self.unedited = Some(self.machine.clone());
        for set in edits {
            debug::set(self.machine.chip_mut(), set);
        }
    }

    fn keep(&mut self) {
        let list = self.kept.list();
        let index = list.partition_point(|kept| kept.place.line < self.line);
        let there = list.get(index);
        if there.is_some_and(|kept| kept.place.line == self.line) {
            return;
        }
        let place = Place {
            line: self.line,
            work: self.work,
        };
        self.kept.insert(index, self.machine.clone(), place);
        while self.near().count() > NEAR_MAX {
            self.drop_farthest();
        }
        while self.bytes() > self.limit_bytes && !self.kept.list().is_empty() {
            if self.near().next().is_some() {
                self.drop_farthest();
            } else {
                self.interval = self.interval.saturating_mul(2);
            }
        }
    }

    /// The indices of those that are kept only because they are near.
    fn near(&self) -> impl Iterator<Item = usize> {
        let interval = self.interval / INTERVAL;
        let list = self.kept.list();
        (0..list.len()).filter(move |&index| {
            let before = index
                .checked_sub(1)
                .map_or(0, |before| list[before].place.work);
            let place = list[index].place.work / INTERVAL;
            !(before / INTERVAL + 1..=place).any(|place| place.is_multiple_of(interval))
        })
    }

    /// Drops the machine that is the farthest from the line.
    fn drop_farthest(&mut self) {
        let distance = |&index: &usize| self.kept.list()[index].place.line.abs_diff(self.line);
        if let Some(index) = self.near().max_by_key(distance) {
            self.kept.remove(index);
        }
    }

    /// Drops what is kept of lines after one.
    fn forget_after(&mut self, line: usize) {
        let list = self.kept.list();
        let stay = list.partition_point(|kept| kept.place.line <= line);
        self.kept.truncate(stay);
        if stay == 0 {
            self.interval = INTERVAL;
        }
    }
}

impl Recording {
    /// The steps that ran before the line: PE instructions, where `nop/n` counts as n.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.program.steps_before(self.line)
    }

    /// The next line with a statement at or after a line, or the [end](Self::end).
    #[must_use]
    pub fn statement_from(&self, line: usize) -> usize {
        let line = line.min(self.end);
        let lines = self.program.range(line..self.end);
        let empty = lines.take_while(|line| line.statement.is_none());
        line + empty.count()
    }

    /// The last line with a statement before a line; `None` if it is the first one.
    #[must_use]
    pub fn statement_before(&self, line: usize) -> Option<usize> {
        let is_statement = |line: &usize| {
            let line = self.program.line(*line);
            line.is_some_and(|line| line.statement.is_some())
        };
        (0..line.min(self.end)).rev().find(is_statement)
    }

    /// The statement that runs next.
    #[must_use]
    pub fn statement(&self) -> Option<&Statement> {
        let line = self
            .program
            .line(self.line)
            .filter(|_| self.line < self.end)?;
        line.statement.as_ref()
    }
}
