//! Going through a run of the chip in both directions, until something stops it.
//!
//! The state is examined only where something may stop the run. Backward, the lines between two kept machines are run as a
//! block, so that the whole way costs at most one run forward.

use std::ops::{ControlFlow, Range};

use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::machine::recording::INTERVAL;
use mnc2_emulator::watch::evaluate;
use mnc2_emulator::{Dump, Machine, Outcome};
use mnc2_program::WatchExpression;
use mnc2_text::{Message, message};

use super::next_line::{self, look};
use super::stop_candidates::{Cancelled, Candidate};
use super::{DataBreakpoint, Debugger, name};
use crate::DebugOutput;
use crate::breakpoints::{AccessType, BreakpointId, Exception, Filter, holds};
use crate::stepping::{DataHit, Motion, StopReason};
use mnc2_ide::features::run::{Control, Failure, Progress, failure};

/// The last cycle of a step.
const LAST_CYCLE: usize = mnc2_isa::geometry::CYCLES_PER_STEP - 1;

impl From<Cancelled> for StopReason {
    fn from(_: Cancelled) -> Self {
        Self::Pause
    }
}

impl Debugger {
    /// Moves the run. The outputs of the lines that run go to the sink; a backward motion has no output.
    pub fn go(
        &mut self,
        motion: Motion,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> StopReason {
        let was_at_end = self.is_at_end();
        let reason = self.moved(motion, control, sink);
        if self.is_at_end() && !was_at_end {
            self.say_wrong_values(sink);
        }
        reason
    }

    fn moved(
        &mut self,
        motion: Motion,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> StopReason {
        let line = self.line();
        let cycle = std::mem::take(&mut self.cycle);
        match motion {
            Motion::In if cycle < LAST_CYCLE && self.step().is_some() => {
                self.cycle = cycle + 1;
                StopReason::Arrived
            }
            Motion::Over | Motion::In | Motion::Instruction => {
                if line >= self.recording.end() {
                    return StopReason::End;
                }
                self.step_over(control, sink)
                    .unwrap_or_else(|reason| reason)
            }
            Motion::BackOver | Motion::BackIn if cycle > 0 => StopReason::Arrived,
            Motion::BackOver | Motion::BackIn => match self.recording.statement_before(line) {
                Some(before) => arrived(self.jump(before, control)),
                None => StopReason::Start,
            },
            Motion::Out => self.go_to(self.next_section(), control, sink),
            Motion::To(to) => self.go_to(usize::try_from(to).unwrap_or(usize::MAX), control, sink),
            Motion::ToLine(to) => self.go_to(to, control, sink),
            Motion::Continue => self
                .prepare(control)
                .and_then(|()| self.forward(control, sink))
                .unwrap_or_else(|reason| reason),
            Motion::ReverseContinue => self
                .prepare(control)
                .and_then(|()| self.backward(control))
                .unwrap_or_else(|reason| reason),
        }
    }

    /// The start of the next section, otherwise the end of the program.
    fn next_section(&self) -> usize {
        let starts = self.sections().iter().map(|section| section.start as usize);
        let next = starts.filter(|&start| start > self.line()).min();
        next.unwrap_or_else(|| self.recording.end())
    }

    /// Goes to a line, forward or backward.
    fn go_to(
        &mut self,
        line: usize,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> StopReason {
        let to = self.recording.statement_from(line);
        arrived(if to < self.line() {
            self.jump(to, control)
        } else {
            self.pass(to, control, sink)
        })
    }

    /// Goes to a line without saying anything.
    pub(super) fn jump(&mut self, line: usize, control: &Control) -> Result<(), StopReason> {
        let options = super::options(control);
        self.recording.travel(line, &options).map_err(reason_of)
    }

    /// Runs forward to a line, and reports the outputs of the lines that run.
    pub(super) fn run_to(
        &mut self,
        line: usize,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> Result<(), StopReason> {
        let options = super::options(control);
        let mut dump = |dump: Dump| {
            sink(DebugOutput::Dump(dump));
            ControlFlow::Continue(())
        };
        self.recording
            .travel_observed(line, &options, &mut dump, &mut Progress(control))
            .map_err(reason_of)
    }

    /// Runs the next statement.
    fn step_over(
        &mut self,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> Result<StopReason, StopReason> {
        let next = self.recording.statement_from(self.line() + 1);
        self.pass_to_stop(next, control, sink)?;
        let failed = self.failed_assertions();
        if failed.is_empty() {
            return Ok(StopReason::Arrived);
        }
        Ok(StopReason::Exception(failed))
    }

    /// Runs forward until something stops it.
    fn forward(
        &mut self,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> Result<StopReason, StopReason> {
        let start = self.line();
        let end = self.recording.end();
        let mut from = start;
        loop {
            let Some(line) = self.next_candidate(from..end, start, control)? else {
                self.pass_to_stop(end, control, sink)?;
                return Ok(self.at_end());
            };
            self.pass_to_stop(line, control, sink)?;
            if line > start
                && let Some(reason) = self.stops_before(line, sink)
            {
                return Ok(reason);
            }
            let hits = self.data_hits(line, control)?;
            if !hits.is_empty() {
                let next = self.recording.statement_from(line + 1);
                self.pass(next, control, sink)?;
                return Ok(StopReason::Data(hits));
            }
            from = line + 1;
        }
    }

    fn at_end(&self) -> StopReason {
        let line = self.recording.end();
        let mut exceptions = self.failed_assertions();
        if self.breakpoints.filters.contains(&Filter::Quit) && line < self.recording.program().len()
        {
            let message = message!("`quit` ends the program");
            let filter = Filter::Quit;
            exceptions.push(Exception { filter, message });
        }
        if exceptions.is_empty() {
            return StopReason::End;
        }
        StopReason::Exception(exceptions)
    }

    /// Runs backward until something stops it.
    fn backward(&mut self, control: &Control) -> Result<StopReason, StopReason> {
        let mut high = self.line();
        while let Some(last) = self.last_candidate(high, control)? {
            let low = self.piece_with(last);
            let mut stop = None;
            for line in low..last + 1 {
                if self.candidate(line) == Candidate::No {
                    continue;
                }
                self.jump(line, control)?;
                let hits = self.data_hits(line, control)?;
                if let Some(reason) = self.stops_before(line, &mut |_| {}) {
                    stop = Some((line, reason));
                } else if !hits.is_empty() {
                    stop = Some((line, StopReason::Data(hits)));
                }
            }
            if let Some((line, reason)) = stop {
                self.jump(line, control)?;
                return Ok(reason);
            }
            high = low;
        }
        let first = self.recording.statement_from(0);
        self.jump(first, control)?;
        Ok(StopReason::Start)
    }

    /// The first line of the block that is run to examine a candidate.
    fn piece_with(&self, last: usize) -> usize {
        if self.candidate(last) == Candidate::Surely {
            return last;
        }
        let mut kept = self.recording.kept_lines().rev();
        let kept = kept.find(|&line| line <= last).unwrap_or(0);
        kept.max(last.saturating_sub(INTERVAL as usize - 1))
    }

    /// Why a run that begins where it is stops immediately, if it does; see [`Debugger::prepare`].
    pub fn stops_here(&self, sink: &mut dyn FnMut(DebugOutput)) -> Option<StopReason> {
        self.stops_before(self.line(), sink)
    }

    /// Why the run stops before the line where it is, if it does.
    fn stops_before(&self, line: usize, sink: &mut dyn FnMut(DebugOutput)) -> Option<StopReason> {
        let here = self.exceptions.get(&line).into_iter().flatten();
        let meant = here.filter(|one| self.breakpoints.filters.contains(&one.filter));
        let mut exceptions = self.failed_assertions();
        exceptions.extend(meant.cloned());
        if !exceptions.is_empty() {
            return Some(StopReason::Exception(exceptions));
        }
        let here = self.by_line.get(&line).into_iter().flatten();
        let is_true = |it: &WatchExpression| is_true_on(self.recording.machine(), it, self.pe());
        let ids = here.filter_map(|&index| {
            let breakpoint = &self.breakpoints.lines[index];
            breakpoint.stop(1, is_true, |it| self.text_of(it), sink)
        });
        let ids: Vec<BreakpointId> = ids.collect();
        (!ids.is_empty()).then_some(StopReason::Breakpoint(ids))
    }

    /// A value of a log message. If it cannot be evaluated, the text is the error.
    fn text_of(&self, expression: &WatchExpression) -> String {
        match self.evaluate(expression) {
            Ok(value) => value.to_string(),
            Err(error) => format!("<{}>", error.say(self.language)),
        }
    }

    /// The data breakpoints at which the line where the run is stops it.
    fn data_hits(&self, line: usize, control: &Control) -> Result<Vec<DataHit>, StopReason> {
        let mut hits = Vec::new();
        for breakpoint in &self.breakpoints.data {
            if let (Some(times), Some(wanted)) =
                (self.occurrences.get(&breakpoint.id), breakpoint.hits)
            {
                let time = times.binary_search(&line);
                if !time.is_ok_and(|time| wanted.stops(time as u64 + 1)) {
                    continue;
                }
            }
            hits.extend(self.data_hit(line, breakpoint, control)?);
        }
        Ok(hits)
    }

    /// Whether the line where the run is does what a data breakpoint waits for.
    pub(super) fn data_hit(
        &self,
        line: usize,
        breakpoint: &DataBreakpoint,
        control: &Control,
    ) -> Result<Option<DataHit>, StopReason> {
        if self.access_in_text(line, breakpoint) == Candidate::No {
            return Ok(None);
        }
        let watched = &breakpoint.place;
        let options = super::options(control);
        let pe = watched.first_pe();
        let (touches, machine) =
            look(&self.recording, self.snapshot.flow(), pe, &options).map_err(reason_of)?;
        let chips = [self.recording.machine().chip(), machine.chip()];
        let of = |words: Range<u32>| {
            let words = ChipPlace {
                words,
                ..watched.clone()
            };
            let [before, after] = chips.map(|chip| next_line::words(chip, &words));
            (words, before, after)
        };
        let accessed = touches.iter().filter_map(|touch| {
            let is_meant = match breakpoint.access {
                AccessType::Read => !touch.is_write,
                AccessType::Write | AccessType::Change => touch.is_write && !touch.is_masked,
                AccessType::ReadWrite => !touch.is_masked,
            };
            let words = touch.place.common(watched).filter(|_| is_meant)?;
            let (_, before, after) = of(words.clone());
            (breakpoint.access != AccessType::Change || before != after).then_some(words)
        });
        // From the first word to the last one: the only gaps between the words that a line accesses of one place are the gaps
        // of a stride.
        let accessed =
            accessed.reduce(|all, words| all.start.min(words.start)..all.end.max(words.end));
        let Some(accessed) = accessed else {
            return Ok(None);
        };
        let (place, before, after) = of(accessed);
        let is_true = |it: &WatchExpression| is_true_on(&machine, it, self.pe());
        let holds = holds(breakpoint.condition.as_ref(), is_true, &mut |_| {});
        Ok(holds.then(|| DataHit {
            id: breakpoint.id,
            line,
            name: name(&place),
            before: text_of_words(&before),
            after: text_of_words(&after),
            several: None,
        }))
    }
}

/// Words as they are compared by eye.
fn text_of_words(words: &[u64]) -> String {
    let texts: Vec<String> = words.iter().map(|word| format!("0x{word:x}")).collect();
    texts.join(" ")
}

fn arrived(result: Result<(), StopReason>) -> StopReason {
    match result {
        Ok(()) => StopReason::Arrived,
        Err(reason) => reason,
    }
}

/// Whether a condition is true on a machine.
fn is_true_on(machine: &Machine, condition: &WatchExpression, pe: usize) -> Result<bool, Message> {
    let value = evaluate(machine, condition, pe)?;
    value
        .as_bool()
        .ok_or_else(|| message!("a condition compares something, such as `$lr0 == 0x1`"))
}

/// Why a run stopped on its way.
fn reason_of(outcome: Outcome) -> StopReason {
    match failure(&outcome, None) {
        Some(Failure::Stopped(stop)) => StopReason::Failed(stop.message()),
        Some(Failure::Cancelled | Failure::NoSuchLine { .. }) | None => StopReason::Pause,
    }
}
