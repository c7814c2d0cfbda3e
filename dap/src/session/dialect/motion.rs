//! The requests that go through the run.

use mnc2_asm::message;
use mnc2_ide::debug::dialect::motion::{Motion, Reason};
use serde_json::Value;

use super::breakpoints::line_in_program;
use super::going::{After, Order};
use super::{run, stopped};
use crate::protocol::{
    CancelArguments, Continued, ExceptionInfo, GotoArguments, GotoTarget, GotoTargets,
    GotoTargetsArguments, Granularity, Nothing, StepArguments,
};
use crate::session::common::JUMP;
use crate::session::run::Stamp;
use crate::session::{After as Then, Done, Session};

fn order(it: &mut Session<'_>, motion: Motion, arrived: &'static str) -> Done<()> {
    let run = stopped(it)?;
    let stamp = Stamp::of(&run.path);
    if stamp != run.stamp {
        run.stamp = stamp;
        it.remark(&message!(
            "the file has changed: the run goes on with the program as it was, and a restart reads it again"
        ));
    }
    it.after
        .push(Then::Dialect(After::Go(Order { motion, arrived })));
    Ok(())
}

/// The same motion for one instruction, whatever it calls, if that is asked for.
fn step(it: &mut Session<'_>, arguments: &StepArguments, motion: [Motion; 2]) -> Done<Value> {
    let [far, near] = motion;
    let motion = match arguments.granularity {
        Some(Granularity::Instruction) => near,
        Some(Granularity::Statement | Granularity::Line) | None => far,
    };
    order(it, motion, "step")?;
    Ok(Value::Null)
}

pub(in crate::session) fn continue_(it: &mut Session<'_>, _: Nothing) -> Done<Continued> {
    order(it, Motion::Continue, "step")?;
    Ok(Continued {
        all_threads_continued: true,
    })
}

pub(in crate::session) fn reverse_continue(it: &mut Session<'_>, _: Nothing) -> Done<Value> {
    order(it, Motion::ReverseContinue, "step")?;
    Ok(Value::Null)
}

pub(in crate::session) fn next(it: &mut Session<'_>, arguments: StepArguments) -> Done<Value> {
    step(it, &arguments, [Motion::Over, Motion::In])
}

pub(in crate::session) fn step_in(it: &mut Session<'_>, arguments: StepArguments) -> Done<Value> {
    step(it, &arguments, [Motion::In, Motion::In])
}

pub(in crate::session) fn step_out(it: &mut Session<'_>, arguments: StepArguments) -> Done<Value> {
    step(it, &arguments, [Motion::Out, Motion::Out])
}

pub(in crate::session) fn step_back(it: &mut Session<'_>, arguments: StepArguments) -> Done<Value> {
    step(it, &arguments, [Motion::BackOver, Motion::BackIn])
}

pub(in crate::session) fn pause(it: &mut Session<'_>, _: Nothing) -> Done<Value> {
    let run = run(it)?;
    if std::mem::take(&mut run.is_going) {
        let arrive = After::Arrive(Vec::new(), "pause", Reason::Pause);
        it.after.push(Then::Dialect(arrive));
    }
    Ok(Value::Null)
}

/// The request that is meant was told already.
pub(in crate::session) fn cancel(_: &mut Session<'_>, _: CancelArguments) -> Done<Value> {
    Ok(Value::Null)
}

pub(in crate::session) fn goto_targets(
    it: &mut Session<'_>,
    arguments: GotoTargetsArguments,
) -> Done<GotoTargets> {
    let client = it.client;
    let line = line_in_program(it, &arguments.source, arguments.line)?;
    let run = run(it)?;
    let line = line.and_then(|line| run.debugger.breakable(line));
    let target = line.map(|line| GotoTarget {
        id: i64::from(line),
        label: message!("line {line}", line = line + 1).say(client.language),
        line: client.line(line as usize),
    });
    Ok(GotoTargets {
        targets: target.into_iter().collect(),
    })
}

/// Travels in the run: nothing is skipped.
pub(in crate::session) fn goto(it: &mut Session<'_>, arguments: GotoArguments) -> Done<Value> {
    let run = stopped(it)?;
    let line = u32::try_from(arguments.target_id).ok();
    let Some(line) = line.filter(|line| run.debugger.breakable(*line) == Some(*line)) else {
        return Err(message!("there is no such line to go to").into());
    };
    order(it, Motion::ToLine(line), JUMP)?;
    Ok(Value::Null)
}

pub(in crate::session) fn exception_info(it: &mut Session<'_>, _: Nothing) -> Done<ExceptionInfo> {
    let language = it.client.language;
    let run = stopped(it)?;
    match &run.exception {
        Some((exception_id, message)) => Ok(ExceptionInfo {
            exception_id,
            description: message.say(language),
            break_mode: "always",
        }),
        None => Err(message!("the program did not stop because something went wrong").into()),
    }
}
