//! The thread, its stack and the scopes of a frame.

use mnc2_asm::message;
use mnc2_ide::debug::dialect::name_of_line;

use super::{run, stopped};
use crate::protocol::{
    Nothing, Scope, Scopes, ScopesArguments, StackFrame, StackTrace, StackTraceArguments, Thread,
    Threads,
};
use crate::session::common::THREAD;
use crate::session::{Done, Session};

/// Maximum number of frames of an answer.
const FRAMES_MAX: usize = 1000;

pub(in crate::session) fn threads(it: &mut Session<'_>, _: Nothing) -> Done<Threads> {
    let run = run(it)?;
    Ok(Threads {
        threads: [Thread {
            id: THREAD,
            name: run.debugger.snapshot().dialect().about().name,
        }],
    })
}

pub(in crate::session) fn stack_trace(
    it: &mut Session<'_>,
    arguments: StackTraceArguments,
) -> Done<StackTrace> {
    let client = it.client;
    let run = stopped(it)?;
    let source = client.source(&run.path);
    let is_at_end = run.debugger.is_at_end();
    let frames = run.frames();
    let total_frames = frames.len() as i64;
    let skipped = usize::try_from(arguments.start_frame).unwrap_or(0);
    let frames = (1..).zip(frames).skip(skipped).take(FRAMES_MAX);
    let frames = frames.map(|(id, frame)| {
        let line = frame.place.line;
        let name = if is_at_end {
            message!("the program has ended").say(client.language)
        } else if frame.name.is_empty() {
            name_of_line(line).say(client.language)
        } else {
            frame.name.clone()
        };
        StackFrame {
            id,
            name,
            source: source.clone(),
            line: client.line(line as usize),
            column: client.column(frame.place.range.start as usize),
            can_restart: false,
            instruction_pointer_reference: None,
        }
    });
    Ok(StackTrace {
        stack_frames: frames.collect(),
        total_frames,
    })
}

pub(in crate::session) fn scopes(it: &mut Session<'_>, arguments: ScopesArguments) -> Done<Scopes> {
    let run = stopped(it)?;
    let frames = run.frames_from(Some(arguments.frame_id.max(1)));
    let scopes = frames.first().map(|frame| frame.scopes.clone());
    let scopes = scopes.unwrap_or_default().into_iter().enumerate();
    let scopes = scopes.map(|(index, scope)| Scope {
        presentation_hint: (index == 0).then_some("locals"),
        named_variables: None,
        indexed_variables: None,
        // Only the first one is opened.
        expensive: index > 0,
        variables_reference: run.references.give(&scope.name, &scope.parts),
        name: scope.name,
    });
    Ok(Scopes {
        scopes: scopes.collect(),
    })
}
