//! Going through a run in both directions, until something stops it.
//!
//! A breakpoint of a line stops before it, in both directions. A change of a value stops after it forward, and before it backward:
//! the run is then where the change is about to be made.

use super::Debugger;
use super::checkpoints::Moment;
use super::execution::Execution;
use crate::DebugOutput;
use crate::stepping::{Motion, StopReason};
use mnc2_ide::features::run::Control;

impl Debugger {
    /// Moves the run. The log messages of breakpoints that are passed go to the sink; backward there are none.
    pub fn go(
        &mut self,
        motion: Motion,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> StopReason {
        let depth = self.machine().depth();
        if let Err(reason) = self.prepare(control) {
            return reason;
        }
        match motion {
            Motion::In | Motion::Instruction => self.forward(control, sink, &|_| true),
            Motion::Over => self.forward(control, sink, &|it| it.machine.depth() <= depth),
            Motion::Out => self.forward(control, sink, &|it| it.machine.depth() < depth),
            Motion::Continue => self.forward(control, sink, &|_| false),
            Motion::BackIn => match self.step().checked_sub(1) {
                Some(step) => self.arrive_at(step, control),
                None => StopReason::Start,
            },
            Motion::BackOver => self.backward(control, &|it| it.machine.depth() <= depth),
            Motion::ReverseContinue => self.backward(control, &|_| false),
            Motion::To(step) => self.arrive_at(step, control),
            Motion::ToLine(line) => self.go_to_line(line, control),
        }
    }

    /// Why a run that begins where it is stops there, if it does; see [`Debugger::prepare`].
    pub fn stops_here(&self, sink: &mut dyn FnMut(DebugOutput)) -> Option<StopReason> {
        let way = Execution::new(self.now.clone(), &self.breakpoints, &self.edits);
        let ids = way.line_stops(sink);
        (!ids.is_empty()).then_some(StopReason::Breakpoint(ids))
    }

    /// Counts how often breakpoints were reached up to where the run is, if that matters and is not known.
    ///
    /// # Errors
    /// If it was cancelled.
    pub fn prepare(&mut self, control: &Control) -> Result<(), StopReason> {
        if !self.is_uncounted {
            return Ok(());
        }
        let mut way = Execution::counting(self.kept.start(), &self.breakpoints, &self.edits);
        self.kept.restart(way.moment.clone());
        while way.moment.step < self.now.step {
            if control.is_cancelled() {
                return Err(StopReason::Pause);
            }
            if way.step().is_err() {
                break;
            }
            self.kept.offer(&way.moment);
        }
        self.now = way.moment;
        self.is_uncounted = false;
        Ok(())
    }

    /// Runs forward until something stops it, or it has arrived.
    fn forward(
        &mut self,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
        has_arrived: &dyn Fn(&Moment) -> bool,
    ) -> StopReason {
        let mut way = Execution::new(self.now.clone(), &self.breakpoints, &self.edits);
        let reason = loop {
            if way.moment.machine.line().is_none() {
                break StopReason::End;
            }
            if control.is_cancelled() {
                break StopReason::Pause;
            }
            let hits = match way.step() {
                Ok(hits) => hits,
                Err(message) => break StopReason::Failed(message),
            };
            self.kept.offer(&way.moment);
            if !hits.is_empty() {
                break StopReason::Data(hits);
            }
            let ids = way.line_stops(sink);
            if !ids.is_empty() {
                break StopReason::Breakpoint(ids);
            }
            if has_arrived(&way.moment) && way.moment.machine.line().is_some() {
                break StopReason::Arrived;
            }
        };
        self.now = way.moment;
        reason
    }

    /// Runs backward until something stops it, or it has arrived. Each stretch between two kept points in time runs once to
    /// find the last stop in it, and once to go there.
    pub(super) fn backward(
        &mut self,
        control: &Control,
        has_arrived: &dyn Fn(&Moment) -> bool,
    ) -> StopReason {
        let mut high = self.now.step;
        while let Some(last) = high.checked_sub(1) {
            let mut way = Execution::new(
                self.kept.before(last).clone(),
                &self.breakpoints,
                &self.edits,
            );
            let low = way.moment.step;
            let mut found = None;
            while way.moment.step < high {
                if control.is_cancelled() {
                    return StopReason::Pause;
                }
                let step = way.moment.step;
                let ids = way.line_stops(&mut |_| {});
                let is_there = has_arrived(&way.moment);
                let Ok(hits) = way.step() else {
                    break;
                };
                if !hits.is_empty() {
                    found = Some((step, StopReason::Data(hits)));
                } else if !ids.is_empty() {
                    found = Some((step, StopReason::Breakpoint(ids)));
                } else if is_there {
                    found = Some((step, StopReason::Arrived));
                }
            }
            if let Some((step, reason)) = found {
                return match self.arrive_at(step, control) {
                    StopReason::Arrived => reason,
                    other => other,
                };
            }
            high = low;
        }
        match self.arrive_at(0, control) {
            StopReason::Arrived => StopReason::Start,
            other => other,
        }
    }

    /// Goes to a point in time, without a stop in between.
    fn arrive_at(&mut self, step: u64, control: &Control) -> StopReason {
        let kept = self.kept.before(step);
        let is_back = step < self.now.step;
        let from = match is_back || kept.step > self.now.step {
            true => kept.clone(),
            false => self.now.clone(),
        };
        let mut way = Execution::new(from, &self.breakpoints, &self.edits);
        let size_bytes = way.moment.machine.size_bytes();
        let distance = match is_back {
            true => Some(self.kept.forget_near(step - way.moment.step, size_bytes)),
            false => None,
        };
        let reason = loop {
            if distance.is_some_and(|distance| way.moment.step.is_multiple_of(distance)) {
                self.kept.keep_near(&way.moment);
            }
            if way.moment.step >= step {
                break StopReason::Arrived;
            }
            if control.is_cancelled() {
                break StopReason::Pause;
            }
            if way.moment.machine.line().is_none() {
                break StopReason::End;
            }
            if let Err(message) = way.step() {
                break StopReason::Failed(message);
            }
            self.kept.offer(&way.moment);
        };
        if reason != StopReason::Pause || !is_back {
            self.now = way.moment;
        }
        reason
    }

    /// Goes to the next time that a line runs, otherwise to the last time before.
    fn go_to_line(&mut self, line: usize, control: &Control) -> StopReason {
        let is_there = |it: &Moment| it.machine.line().is_some_and(|it| it as usize == line);
        if is_there(&self.now) {
            return StopReason::Arrived;
        }
        let step = self.step();
        // Breakpoints are ignored until the line is reached.
        let breakpoints = std::mem::take(&mut self.breakpoints);
        let is_counted = breakpoints.are_counted();
        let mut reason = self.forward(control, &mut |_| {}, &is_there);
        if matches!(reason, StopReason::End | StopReason::Failed(_)) {
            reason = match self.arrive_at(step, control) {
                StopReason::Arrived => self.backward(control, &is_there),
                other => other,
            };
        }
        self.breakpoints = breakpoints;
        self.is_uncounted |= is_counted;
        reason
    }
}
