//! The threads, their stacks and the scopes of a frame.

use mnc2_debug::name_of_line;
use mnc2_text::message;

use super::common::{THREAD, frame_id, frame_of};
use super::run::Run;
use super::{Done, Session};
use crate::protocol::{
    Nothing, ScopesArguments, ScopesResponse, StackFrame, StackTraceArguments, StackTraceResponse,
    Thread, ThreadsResponse,
};

/// Maximum number of frames of an answer.
const FRAMES_MAX: usize = 1000;

impl Session<'_> {
    pub(super) fn threads(&mut self, _: Nothing) -> Done<ThreadsResponse> {
        // Clients request them before there is a program.
        let run = self.run.as_ref();
        let names = run.map_or_else(|| vec!["main".to_owned()], |it| it.debuggee().threads());
        let threads = (THREAD..).zip(names);
        Ok(ThreadsResponse {
            threads: threads.map(|(id, name)| Thread { id, name }).collect(),
        })
    }

    pub(super) fn stack_trace(
        &mut self,
        arguments: StackTraceArguments,
    ) -> Done<StackTraceResponse> {
        let client = self.client;
        let run = self.stopped()?;
        let source = client.source(&run.path);
        let can_restart = run.shown.as_chip().is_some();
        let has_ended = run.debuggee().is_at_end() && !run.is_straight();
        let cycle = run.debuggee().cycle();
        let count = run.debuggee().threads().len();
        let thread = usize::try_from(arguments.thread_id.saturating_sub(THREAD));
        let thread = thread.ok().filter(|it| *it < count).unwrap_or(0);
        let frames = run.debuggee().frames(thread);
        let total_frames = frames.len() as i64;
        let skipped = usize::try_from(arguments.start_frame).unwrap_or(0);
        let frames = frames.into_iter().enumerate();
        let frames = frames.skip(skipped).take(FRAMES_MAX).map(|(index, frame)| {
            let line = frame.place.line as usize;
            let name = if has_ended {
                message!("the program has ended").say(client.language)
            } else if frame.name.is_empty() {
                name_of_line(line).say(client.language)
            } else {
                frame.name
            };
            StackFrame {
                id: frame_id(thread, index),
                name: match cycle {
                    0 => name,
                    cycle => message!("{name}, cycle {cycle}", name, cycle).say(client.language),
                },
                source: source.clone(),
                line: client.line(line),
                column: client.column(frame.place.range.start as usize),
                can_restart,
                instruction_pointer_reference: run.next_instruction(line),
            }
        });
        Ok(StackTraceResponse {
            stack_frames: frames.collect(),
            total_frames,
        })
    }

    pub(super) fn scopes(&mut self, arguments: ScopesArguments) -> Done<ScopesResponse> {
        let language = self.language();
        let run: &mut Run = self.stopped()?;
        let frame = frame_of(arguments.frame_id);
        Ok(ScopesResponse {
            scopes: run.shown.scopes(frame, language),
        })
    }
}
