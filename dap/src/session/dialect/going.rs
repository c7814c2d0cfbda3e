//! The program runs: from its start, while nothing is asked, and until it stops.

use mnc2_asm::message;
use mnc2_ide::debug::breakpoints::Filter;
use mnc2_ide::debug::dialect::Output as Said;
use mnc2_ide::debug::dialect::motion::{Motion, Reason};

use super::language;
use crate::inbox::Work;
use crate::protocol::{ContinuedEvent, Output, Stopped};
use crate::session::common::{FAILED, PRINTED_LINES_MAX, STOPPED_EARLY, THREAD, output};
use crate::session::{After as Then, Session};

/// What follows an answer.
pub(in crate::session) enum After {
    /// The run goes somewhere.
    Go(Order),
    /// The run has moved, said something, and stopped.
    Arrive(Vec<Said>, &'static str, Reason),
}

/// A motion and the word for its end.
#[derive(Clone, Copy)]
pub(in crate::session) struct Order {
    pub(super) motion: Motion,
    pub(super) arrived: &'static str,
}

/// Does what follows an answer.
pub(in crate::session) fn follow(it: &mut Session<'_>, after: After) {
    match after {
        After::Go(order) => go(it, order),
        After::Arrive(said, arrived, reason) => {
            say_all(it, said);
            arrive(it, arrived, reason);
        }
    }
}

/// Begins, when breakpoints are complete.
pub(in crate::session) fn start(it: &mut Session<'_>) {
    let control = it.inbox.control();
    let Some(run) = &mut it.dialect else {
        return;
    };
    if run.is_going {
        return;
    }
    let has_breakpoints = !run.configuration.no_debug;
    if has_breakpoints && run.configuration.stop_on_entry {
        arrive(it, "entry", Reason::Arrived);
        return;
    }
    let mut said = Vec::new();
    it.inbox.begin(Work::Request(it.seq));
    let stop = has_breakpoints
        .then(|| run.debugger.stops_here(control, &mut |one| said.push(one)))
        .flatten();
    it.inbox.end();
    run.is_going = stop.is_none();
    say_all(it, said);
    if let Some(reason) = stop {
        arrive(it, "step", reason);
    }
}

/// Starts a motion. One that runs until something stops it goes on while nothing is asked; the others are done here.
fn go(it: &mut Session<'_>, order: Order) {
    let control = it.inbox.control();
    let Some(run) = &mut it.dialect else {
        return;
    };
    run.forget();
    // At the end a step stays there, so that one can still go back; only a run ends the session.
    if run.debugger.is_at_end() && order.motion == Motion::Continue {
        exit(it);
        return;
    }
    if order.motion == Motion::Continue {
        run.is_going = true;
        return;
    }
    let mut said = Vec::new();
    it.inbox.begin(Work::Request(it.seq));
    let reason = run.debugger.go(order.motion, control, &mut |one| {
        if said.len() < PRINTED_LINES_MAX {
            said.push(one);
        }
    });
    it.inbox.end();
    say_all(it, said);
    arrive(it, order.arrived, reason);
}

/// Continues a run that goes on, until something stops it or comes in.
pub(in crate::session) fn advance(it: &mut Session<'_>) {
    let control = it.inbox.control();
    let Some(run) = it.dialect.as_mut().filter(|run| run.is_going) else {
        return;
    };
    let mut said = Vec::new();
    it.inbox.begin(Work::Run);
    let reason = run.debugger.go(Motion::Continue, control, &mut |one| {
        if said.len() < PRINTED_LINES_MAX {
            said.push(one);
        }
    });
    it.inbox.end();
    run.is_going = reason == Reason::Pause;
    let no_debug = run.configuration.no_debug;
    let is_over = reason == Reason::End && (no_debug || !run.points.stops_at_end);
    let line = run.debugger.line();
    let is_going = run.is_going;
    say_all(it, said);
    if is_over {
        exit(it);
    } else if no_debug && let Reason::Failed(message) = &reason {
        // Without a debugger no one can look at where it stopped.
        let said = match line {
            Some(line) => message!(
                "line {line}: {remark}",
                line = line + 1,
                remark = message.clone()
            ),
            None => message.clone(),
        };
        it.print("stderr", said.say(language(it)));
        it.end(STOPPED_EARLY);
    } else if !is_going {
        arrive(it, "step", reason);
    }
}

fn say_all(it: &Session<'_>, said: Vec<Said>) {
    let Some(run) = &it.dialect else {
        return;
    };
    let source = it.client.source(&run.path);
    for one in said {
        let (text, line) = match one {
            Said::Log { line, text } => (text, Some(it.client.line(line as usize))),
            Said::Remark(message) => (message.say(language(it)), None),
        };
        it.outlet
            .event("output", output("console", text, line, &source));
    }
}

/// The program has ended, and nothing is left to be looked at.
fn exit(it: &mut Session<'_>) {
    let Some(run) = &mut it.dialect else {
        return;
    };
    run.is_going = false;
    let computed = match run.configuration.no_debug {
        true => run.debugger.machine().computed(run.debugger.given()),
        false => Vec::new(),
    };
    let steps = run.debugger.step();
    let ended = message!(
        "the program ended after {steps:# instruction|# instructions}",
        steps
    );
    it.outlet.event(
        "output",
        Output {
            category: "console",
            output: ended.say(language(it)) + "\n",
            ..Output::default()
        },
    );
    for variable in computed {
        it.print("stdout", variable.to_string().trim_end().to_owned());
    }
    it.end(0);
}

/// Tells the client that the run has stopped.
fn arrive(it: &mut Session<'_>, arrived: &'static str, reason: Reason) {
    let user = language(it);
    let Some(run) = &mut it.dialect else {
        return;
    };
    run.forget();
    let thread = run.debugger.machine().thread();
    let (word, description, hit_breakpoint_ids) = match reason {
        Reason::Arrived => (arrived, None, Vec::new()),
        Reason::Breakpoint(ids) => (run.points.kind(&ids), None, ids),
        Reason::Data(hits) => {
            let texts: Vec<String> = hits.iter().map(|hit| hit.message().say(user)).collect();
            let ids = hits.iter().map(|hit| hit.id).collect();
            ("data breakpoint", Some(texts.join("\n")), ids)
        }
        Reason::End => {
            let message = message!("the program has ended");
            run.exception = Some((Filter::Quit.name(), message.clone()));
            ("exception", Some(message.say(user)), Vec::new())
        }
        Reason::Failed(message) => {
            run.exception = Some((FAILED, message.clone()));
            ("exception", Some(message.say(user)), Vec::new())
        }
        Reason::Start => {
            let message = message!("this is the start of the program");
            ("entry", Some(message.say(user)), Vec::new())
        }
        Reason::Pause => ("pause", None, Vec::new()),
    };
    it.outlet.event(
        "stopped",
        Stopped {
            reason: word,
            description,
            thread_id: THREAD + thread as i64,
            all_threads_stopped: true,
            hit_breakpoint_ids,
        },
    );
}

/// A command of the console has moved the run: the client is told after the answer, because it has not asked by a request of its
/// own.
pub(super) fn moved(it: &mut Session<'_>, said: Vec<Said>, arrived: &'static str, reason: Reason) {
    it.later(
        "continued",
        ContinuedEvent {
            thread_id: THREAD,
            all_threads_continued: true,
        },
    );
    it.after
        .push(Then::Dialect(After::Arrive(said, arrived, reason)));
}
