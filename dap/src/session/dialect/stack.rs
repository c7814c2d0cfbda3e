//! The threads, their stacks and the scopes of a frame.

use mnc2_asm::message;
use mnc2_ide::debug::dialect::name_of_line;

use super::{frame_id, frame_of, run, stopped};
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
    let mut names = run.debugger.machine().threads();
    if names.is_empty() {
        names.push(run.debugger.snapshot().language().about().name.to_owned());
    }
    let threads = (THREAD..).zip(names);
    Ok(Threads {
        threads: threads.map(|(id, name)| Thread { id, name }).collect(),
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
    let thread = usize::try_from(arguments.thread_id - THREAD).unwrap_or(0);
    let frames = run.debugger.frames(thread);
    let total_frames = frames.len() as i64;
    let skipped = usize::try_from(arguments.start_frame).unwrap_or(0);
    let frames = frames
        .into_iter()
        .enumerate()
        .skip(skipped)
        .take(FRAMES_MAX);
    let frames = frames.map(|(index, frame)| {
        let line = frame.place.line;
        let name = if is_at_end {
            message!("the program has ended").say(client.language)
        } else if frame.name.is_empty() {
            name_of_line(line).say(client.language)
        } else {
            frame.name
        };
        StackFrame {
            id: frame_id(thread, index),
            name,
            source: source.clone(),
            line: client.line(line as usize),
            column: client.column(frame.place.range.start as usize),
            can_restart: false,
            instruction_pointer_reference: run.instruction_at(line),
        }
    });
    Ok(StackTrace {
        stack_frames: frames.collect(),
        total_frames,
    })
}

pub(in crate::session) fn scopes(it: &mut Session<'_>, arguments: ScopesArguments) -> Done<Scopes> {
    let run = stopped(it)?;
    let (thread, frame) = frame_of(arguments.frame_id);
    let machine = run.debugger.machine();
    let groups = machine.groups(thread, frame).into_iter().enumerate();
    let groups: Vec<_> = groups
        .map(|(index, group)| (index, group, machine.describe(group)))
        .collect();
    let scopes = groups.into_iter().map(|(index, group, described)| Scope {
        presentation_hint: (index == 0).then_some("locals"),
        named_variables: None,
        indexed_variables: None,
        // Only the first one is opened.
        expensive: index > 0,
        variables_reference: run.references.give(group, 0..described.parts),
        name: described.name,
    });
    Ok(Scopes {
        scopes: scopes.collect(),
    })
}
