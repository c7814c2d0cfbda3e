//! The requests that go through the run.

use mnc2_debug::stepping::{Motion, StopReason};
use mnc2_text::message;
use serde_json::Value;

use super::common::JUMP;
use super::run_control::Order;
use super::{After, Done, Session};
use crate::protocol::{
    CancelArguments, ContinueResponse, ExceptionInfoResponse, GotoArguments, GotoTarget,
    GotoTargetsArguments, GotoTargetsResponse, Nothing, StepArguments, SteppingGranularity,
};

impl Session<'_> {
    fn order(&mut self, motion: Motion, arrived: &'static str) -> Done<()> {
        let is_same_state = self.follow_edit()?;
        let goes_on = matches!(
            motion,
            Motion::Out
                | Motion::Continue
                | Motion::ReverseContinue
                | Motion::To(_)
                | Motion::ToLine(_)
        );
        self.after.push(if is_same_state || goes_on {
            After::Go(Order {
                motion,
                arrived,
                from_here: false,
            })
        } else {
            // A step would be one of another line.
            After::Arrive(Vec::new(), arrived, StopReason::Arrived)
        });
        Ok(())
    }

    pub(super) fn continue_(&mut self, _: Nothing) -> Done<ContinueResponse> {
        self.order(Motion::Continue, "step")?;
        Ok(ContinueResponse {
            all_threads_continued: true,
        })
    }

    pub(super) fn reverse_continue(&mut self, _: Nothing) -> Done<Value> {
        self.order(Motion::ReverseContinue, "step")?;
        Ok(Value::Null)
    }

    /// A step; with the granularity of an instruction, one instruction even if it calls.
    fn step(&mut self, arguments: &StepArguments, [far, near]: [Motion; 2]) -> Done<Value> {
        let motion = match arguments.granularity {
            Some(SteppingGranularity::Instruction) => near,
            Some(SteppingGranularity::Statement | SteppingGranularity::Line) | None => far,
        };
        self.order(motion, "step")?;
        Ok(Value::Null)
    }

    pub(super) fn next(&mut self, arguments: StepArguments) -> Done<Value> {
        self.step(&arguments, [Motion::Over, Motion::Instruction])
    }

    /// Into a call, or to the next cycle of the step, so that each shows what it reads and writes.
    pub(super) fn step_in(&mut self, arguments: StepArguments) -> Done<Value> {
        self.step(&arguments, [Motion::In, Motion::Instruction])
    }

    pub(super) fn step_out(&mut self, arguments: StepArguments) -> Done<Value> {
        self.step(&arguments, [Motion::Out, Motion::Out])
    }

    pub(super) fn step_back(&mut self, arguments: StepArguments) -> Done<Value> {
        self.step(&arguments, [Motion::BackOver, Motion::BackIn])
    }

    pub(super) fn pause(&mut self, _: Nothing) -> Done<Value> {
        self.program()?;
        if self.going.is_some() {
            self.end_going();
            self.after
                .push(After::Arrive(Vec::new(), "pause", StopReason::Pause));
        }
        Ok(Value::Null)
    }

    /// The inbox has already cancelled the request; a run with progress is paused here.
    pub(super) fn cancel(&mut self, arguments: CancelArguments) -> Done<Value> {
        if arguments.progress_id.is_some() && self.going.is_some() {
            self.pause(Nothing {})?;
        }
        Ok(Value::Null)
    }

    pub(super) fn goto_targets(
        &mut self,
        arguments: GotoTargetsArguments,
    ) -> Done<GotoTargetsResponse> {
        let client = self.client;
        let line = self.line_in_program(&arguments.source, arguments.line)?;
        let run = self.program()?;
        let end = run.shown.as_chip().map(|it| it.debugger.recording().end());
        let line = line.and_then(|line| run.debuggee().breakable(line).or(end));
        let target = line.map(|line| GotoTarget {
            id: run.shown.target_of(line),
            label: message!("line {line}", line = line + 1).say(client.language),
            line: client.line(line),
        });
        Ok(GotoTargetsResponse {
            targets: target.into_iter().collect(),
        })
    }

    /// Travels in the recording: nothing is skipped.
    pub(super) fn goto(&mut self, arguments: GotoArguments) -> Done<Value> {
        let run = self.stopped()?;
        let Some(line) = run.shown.line_of_target(arguments.target_id) else {
            return Err(message!("there is no such line to go to").into());
        };
        self.order(Motion::ToLine(line), JUMP)?;
        Ok(Value::Null)
    }

    /// The frame is the line, so this goes back to the first line of its section.
    pub(super) fn restart_frame(&mut self, _: Nothing) -> Done<Value> {
        let debugger = &self.chip()?.debugger;
        let section = debugger.section_of(debugger.shown_line());
        let start = section.map_or(0, |it| it.start as usize);
        self.order(Motion::ToLine(start), "restart")?;
        Ok(Value::Null)
    }

    pub(super) fn exception_info(&mut self, _: Nothing) -> Done<ExceptionInfoResponse> {
        let language = self.client.language;
        let run = self.stopped()?;
        let Some((exception_id, _)) = run.exceptions.first() else {
            return Err(message!("the program did not stop because something went wrong").into());
        };
        let texts = run.exceptions.iter().map(|one| one.1.say(language));
        Ok(ExceptionInfoResponse {
            exception_id,
            description: texts.collect::<Vec<_>>().join("\n"),
            break_mode: "always",
        })
    }
}
