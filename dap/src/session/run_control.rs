//! How the run continues, how far it is, and how it stops.

use std::time::{Duration, Instant};

use mnc2_debug::DebugOutput;
use mnc2_debug::breakpoints::Filter;
use mnc2_debug::stepping::{Motion, StopReason, accessed};
use mnc2_emulator::Dump;
use mnc2_text::{Message, message};
use serde_json::Value;

use super::common::{FAILED, JUMP, PRINTED_LINES_MAX, STOPPED_EARLY, THREAD, output};
use super::run::Run;
use super::{After, Session};
use crate::protocol::{
    ContinuedEvent, ExitedEvent, InvalidatedEvent, ProgressEndEvent, ProgressStartEvent,
    ProgressUpdateEvent, StoppedEvent,
};
use crate::request_queue::QueuedWork;

/// How long a run takes before its progress is reported.
const PROGRESS_AFTER: Duration = Duration::from_millis(700);
/// The name of the progress of a run.
const PROGRESS: &str = "run";

/// A motion and the word for its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    pub(super) motion: Motion,
    /// The reason of the protocol when it arrives.
    pub(super) arrived: &'static str,
    /// Whether what stops the run where it is counts, as at the start of the program.
    pub(super) from_here: bool,
}

/// A run that continues between requests.
pub(super) struct Going {
    began: Instant,
    /// Whether its progress was reported.
    is_told: bool,
    /// Lines printed so far.
    printed: usize,
}

impl Session<'_> {
    /// Begins, if the program is there and breakpoints are complete.
    pub(super) fn start(&mut self) {
        if !self.is_configured || self.going.is_some() {
            return;
        }
        let Some(run) = &self.run else {
            return;
        };
        let mut said = Vec::new();
        run.debuggee().begin(&mut |one| said.push(one));
        let waits = run.configuration.stop_on_entry && !run.configuration.no_debug;
        self.say(said);
        if waits {
            self.arrive("entry", &StopReason::Arrived);
        } else {
            self.go(Order {
                motion: Motion::Continue,
                arrived: "step",
                from_here: true,
            });
        }
    }

    /// Starts a motion. A forward motion continues between requests; other motions are completed here.
    pub(super) fn go(&mut self, order: Order) {
        let control = self.inbox.control();
        let Some(run) = &mut self.run else {
            return;
        };
        run.forget();
        let is_over = run.debuggee().is_at_end() && order.motion == Motion::Continue;
        let mut said = Vec::new();
        self.inbox.begin(QueuedWork::Request(self.seq));
        let prepared = match order.motion {
            Motion::Continue | Motion::ReverseContinue => run.debuggee_mut().prepare(control),
            _ => Ok(()),
        };
        let stop = prepared.err().or_else(|| {
            order
                .from_here
                .then(|| run.debuggee().stops_here(&mut |one| said.push(one)))
                .flatten()
        });
        if stop.is_none() && order.motion == Motion::Continue {
            self.inbox.end();
            self.say(said);
            self.going = Some(Going {
                began: Instant::now(),
                is_told: false,
                printed: 0,
            });
            // At the end a step stays there, so that one can still go back; only a run ends the session.
            if is_over {
                self.end_going();
                self.exit();
            }
            return;
        }
        // A jump passes lines, but does not run them again for the user; a slider makes many.
        let is_jump = order.arrived == JUMP;
        let reason = stop.unwrap_or_else(|| {
            run.debuggee_mut().go(order.motion, control, &mut |one| {
                if said.len() < PRINTED_LINES_MAX && !is_jump {
                    said.push(one);
                }
            })
        });
        self.inbox.end();
        self.say(said);
        self.arrive(order.arrived, &reason);
    }

    /// Continues a run that continues, until something stops it or comes in.
    pub(crate) fn advance(&mut self) {
        let (Some(going), Some(run)) = (&mut self.going, &mut self.run) else {
            return;
        };
        // Breakpoints may have changed in the meantime. Their preparation, which may need the whole run, is not repeated for
        // each request that arrives.
        self.inbox.begin(QueuedWork::Request(self.seq));
        let prepared = run.debuggee_mut().prepare(self.inbox.control());
        self.inbox.end();
        if prepared.is_err() {
            return;
        }
        self.inbox.begin(QueuedWork::Run);
        let outlet = self.outlet;
        let language = self.client.language;
        let source = self.client.source(&run.path);
        let client = self.client;
        let control = self.inbox.control();
        let printed = &mut going.printed;
        let mut again = Again::new(run);
        let reason = run
            .debuggee_mut()
            .go(Motion::Continue, control, &mut |said| {
                *printed += 1;
                if *printed == PRINTED_LINES_MAX {
                    let remark = message!("further lines are not printed until the program stops");
                    let (category, text, _) = words(DebugOutput::Remark(remark), language);
                    outlet.event("output", output(category, text, None, &source));
                } else if *printed < PRINTED_LINES_MAX {
                    let (category, text, line) = again.mark(words(said, language), language);
                    let line = line.map(|line| client.line(line));
                    outlet.event("output", output(category, text, line, &source));
                }
            });
        run.printed_to = again.printed_to;
        self.inbox.end();
        if reason == StopReason::Pause {
            self.tell_progress();
            return;
        }
        self.end_going();
        let is_over = reason == StopReason::End && !self.stops_at_end();
        let is_debugged = self
            .run
            .as_ref()
            .is_some_and(|it| !it.configuration.no_debug);
        if is_over {
            self.exit();
        } else if !is_debugged && let StopReason::Failed(message) = &reason {
            // Without a debugger, the position where it stopped cannot be inspected.
            let message = self.failed(message);
            self.print("stderr", message.say(language));
            self.end(STOPPED_EARLY);
        } else {
            self.arrive("step", &reason);
        }
    }

    /// Whether the end of the program is a place to stop.
    fn stops_at_end(&self) -> bool {
        let run = self.run.as_ref();
        run.is_some_and(|run| {
            run.points.filters.contains(&Filter::Quit) && !run.configuration.no_debug
        })
    }

    /// What made a run fail, with its line: a machine reports only the problem.
    fn failed(&self, message: &Message) -> Message {
        let run = self.run.as_ref().filter(|run| !run.is_straight());
        match run.and_then(|run| run.debuggee().next_line()) {
            Some(line) => message!(
                "line {line}: {remark}",
                line = line + 1,
                remark = message.clone()
            ),
            None => message.clone(),
        }
    }

    /// Reports the progress of a run that takes long.
    fn tell_progress(&mut self) {
        let (Some(going), Some(run)) = (&mut self.going, &self.run) else {
            return;
        };
        if !self.client.shows_progress || going.began.elapsed() < PROGRESS_AFTER {
            return;
        }
        let debuggee = run.debuggee();
        let percentage = debuggee.percentage();
        let message = match (debuggee.steps(), debuggee.next_line()) {
            (Some(steps), _) => message!("{steps:# instruction|# instructions}", steps),
            (None, line) => message!("line {line}", line = line.map_or(0, |line| line + 1)),
        };
        let language = self.client.language;
        if !going.is_told {
            going.is_told = true;
            self.outlet.event(
                "progressStart",
                ProgressStartEvent {
                    progress_id: PROGRESS.to_owned(),
                    title: message!("Running").say(language),
                    cancellable: true,
                    percentage,
                },
            );
        }
        self.outlet.event(
            "progressUpdate",
            ProgressUpdateEvent {
                progress_id: PROGRESS.to_owned(),
                message: message.say(language),
                percentage,
            },
        );
    }

    /// Nothing continues any more.
    pub(super) fn end_going(&mut self) {
        if self.going.take().is_some_and(|going| going.is_told) {
            self.outlet.event(
                "progressEnd",
                ProgressEndEvent {
                    progress_id: PROGRESS.to_owned(),
                },
            );
        }
    }

    /// Prints the output of the run in one motion.
    fn say(&mut self, said: Vec<DebugOutput>) {
        let Some(run) = &mut self.run else {
            return;
        };
        let language = self.client.language;
        let source = self.client.source(&run.path);
        let mut again = Again::new(run);
        for one in said {
            let (category, text, line) = again.mark(words(one, language), language);
            let line = line.map(|line| self.client.line(line));
            self.outlet
                .event("output", output(category, text, line, &source));
        }
        run.printed_to = again.printed_to;
    }

    /// Reports the end of a program whose state is not inspected any more, with its results.
    fn exit(&mut self) {
        let Some(run) = &self.run else {
            return;
        };
        let exit_code = match run.debuggee().obstacle() {
            None => 0,
            Some(_) => STOPPED_EARLY,
        };
        let results = match run.configuration.no_debug {
            true => run.shown.results(),
            false => Vec::new(),
        };
        if let Some(steps) = run.debuggee().steps() {
            self.remark(&message!(
                "the program ended after {steps:# instruction|# instructions}",
                steps
            ));
        }
        for result in results {
            self.print("stdout", result);
        }
        self.end(exit_code);
    }

    /// Whether the end of the program was reported to the client.
    pub(super) fn set_terminated(&mut self, is_terminated: bool) {
        self.is_terminated = is_terminated;
        if let Some(seat) = &self.seat {
            seat.set_ended(is_terminated);
        }
    }

    /// Reports the end of the program to the client.
    pub(super) fn end(&mut self, exit_code: i64) {
        self.set_terminated(true);
        self.outlet.event("exited", ExitedEvent { exit_code });
        self.outlet.event("terminated", Value::Null);
    }

    /// Reports to the client that the run has stopped.
    fn arrive(&mut self, arrived: &'static str, reason: &StopReason) {
        let language = self.client.language;
        let Some(run) = &mut self.run else {
            return;
        };
        let thread = run.debuggee().thread();
        run.exceptions = match reason {
            StopReason::Exception(exceptions) => {
                let exceptions = exceptions.iter();
                exceptions
                    .map(|one| (one.filter.name(), one.message.clone()))
                    .collect()
            }
            StopReason::End => vec![(Filter::Quit.name(), message!("the program has ended"))],
            StopReason::Failed(message) => vec![(FAILED, message.clone())],
            StopReason::Arrived
            | StopReason::Breakpoint(_)
            | StopReason::Data(_)
            | StopReason::Start
            | StopReason::Pause => Vec::new(),
        };
        let texts = run
            .exceptions
            .iter()
            .map(|(_, message)| message.say(language));
        let wrong = texts.collect::<Vec<_>>().join("\n");
        let (word, text, ids) = match reason {
            StopReason::Arrived => {
                let cycle = run.debuggee().cycle();
                let line = run.debuggee().next_line().filter(|_| cycle > 0);
                let within =
                    line.map(|line| message!("line {line}, cycle {cycle}", line = line + 1, cycle));
                (arrived, within.map(|it| it.say(language)), Vec::new())
            }
            StopReason::Breakpoint(ids) => (run.points.kind(ids), None, ids.clone()),
            StopReason::Data(hits) => {
                let mut ids: Vec<u32> = hits.iter().map(|hit| hit.id).collect();
                ids.dedup();
                let texts = accessed(hits);
                let texts = texts.iter().map(|it| it.say(language));
                let text = texts.collect::<Vec<_>>().join("\n");
                ("data breakpoint", Some(text), ids)
            }
            StopReason::Exception(_) | StopReason::End | StopReason::Failed(_) => {
                ("exception", Some(wrong), Vec::new())
            }
            StopReason::Start => {
                let message = message!("this is the start of the program");
                ("entry", Some(message.say(language)), Vec::new())
            }
            StopReason::Pause => ("pause", None, Vec::new()),
        };
        self.outlet.event(
            "stopped",
            StoppedEvent {
                reason: word,
                description: text,
                thread_id: THREAD + thread as i64,
                all_threads_stopped: true,
                hit_breakpoint_ids: ids,
            },
        );
    }

    /// Reports to the client that values have changed.
    pub(super) fn invalidate(&mut self) {
        if self.client.asks_again {
            self.later(
                "invalidated",
                InvalidatedEvent {
                    areas: vec!["variables"],
                },
            );
        }
    }

    /// A command of the console has moved the run: the events are sent after the answer, because the client has not requested
    /// the motion itself.
    pub(super) fn moved(
        &mut self,
        said: Vec<DebugOutput>,
        arrived: &'static str,
        reason: StopReason,
    ) {
        self.later(
            "continued",
            ContinuedEvent {
                thread_id: THREAD,
                all_threads_continued: true,
            },
        );
        self.after.push(After::Arrive(said, arrived, reason));
    }

    /// The output of a console command that has moved the run, and the position that it reached.
    pub(super) fn arrive_after(
        &mut self,
        said: Vec<DebugOutput>,
        arrived: &'static str,
        reason: &StopReason,
    ) {
        if let Some(run) = &mut self.run {
            run.forget();
        }
        self.say(said);
        self.arrive(arrived, reason);
    }
}

/// The category, the text and the line, counted from 0, of something that the run prints.
type Printed = (&'static str, String, Option<usize>);

/// Marks what lines print that had printed before the motion began: the run has gone back in between. Where lines run several
/// times, nothing is marked.
struct Again {
    /// The lines before this one had printed.
    before: usize,
    /// The lines before this one have printed.
    printed_to: usize,
}

impl Again {
    fn new(run: &Run) -> Self {
        Self {
            before: match run.is_straight() {
                true => run.printed_to,
                false => 0,
            },
            printed_to: run.printed_to,
        }
    }

    fn mark(&mut self, (category, text, line): Printed, language: mnc2_text::Language) -> Printed {
        let Some(at) = line else {
            return (category, text, line);
        };
        self.printed_to = self.printed_to.max(at + 1);
        let text = match at < self.before {
            true => message!("{text} (printed again)", text).say(language),
            false => text,
        };
        (category, text, line)
    }
}

/// The output of a run: its stream, its text, and the line that printed it.
fn words(said: DebugOutput, language: mnc2_text::Language) -> Printed {
    match said {
        DebugOutput::Dump(dump) => {
            let line = match &dump {
                Dump::Get(line) => line.source_line,
                Dump::Host { source_line, .. } => *source_line,
            };
            ("stdout", dump.to_string(), Some(line as usize))
        }
        DebugOutput::Log { line, text } => ("console", text, Some(line)),
        DebugOutput::Asserted { line, asserted } => {
            let category = if asserted.is_wrong {
                "stderr"
            } else {
                "console"
            };
            (category, asserted.message.say(language), Some(line))
        }
        DebugOutput::Remark(message) => ("console", Message::say(&message, language), None),
    }
}
