//! One debugging session: its state, and the answers to the requests of the client.
//!
//! Requests are answered one after the other. What a request sets going, such as a run, begins after its answer.

mod breakpoint_requests;
mod breakpoints;
mod chip;
mod client_capabilities;
mod common;
mod disassembly;
mod edit_and_continue;
mod expressions;
mod handlers;
mod launch;
mod machine;
mod memory;
mod program;
mod references;
mod run;
mod run_control;
mod stack;
mod stepping;
mod variables;
mod view;

use mnc2_debug::stepping::StopReason;
use mnc2_text::{Language, Message, message};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use self::chip::Chip;
use self::client_capabilities::Client;
use self::handlers::{ROWS, Row};
use self::run::{Program, Run};
use self::run_control::{Going, Order};
use crate::message_writer::Outlet;
use crate::protocol::{Event, Outgoing, OutputEvent, Request, Response};
use crate::refusal::Refusal;
use crate::request_queue::{Inbox, QueuedWork};
use crate::seat::{Debugged, Seat};

/// The result of a request.
type Done<T> = Result<T, Refusal>;

/// Requests that a client sends without its user to show where the run is.
const QUESTIONS: [&str; 9] = [
    "completions",
    "disassemble",
    "evaluate",
    "exceptionInfo",
    "readMemory",
    "scopes",
    "stackTrace",
    "threads",
    "variables",
];

/// The state of a session, and the answers to its requests.
pub(crate) struct Session<'a> {
    inbox: &'a Inbox,
    outlet: &'a Outlet,
    client: Client,
    /// Of a client of a host program, whose kernel is debugged.
    pub(crate) seat: Option<Seat>,
    is_initialized: bool,
    /// The program, after `launch`.
    run: Option<Run>,
    /// Whether breakpoints are complete.
    is_configured: bool,
    /// A run that continues between requests.
    going: Option<Going>,
    /// What follows the answer to the present request.
    after: Vec<After>,
    /// The number of the present request.
    seq: i64,
    is_over: bool,
    /// Whether the end of the program was reported to the client.
    is_terminated: bool,
}

/// What follows an answer.
enum After {
    /// An event is sent.
    Event(Event),
    /// The program begins, if it is there and breakpoints are complete.
    Start,
    Go(Order),
    /// The run has moved, printed something, and stopped; with the reason of the protocol if it reached its target.
    Arrive(Vec<mnc2_debug::DebugOutput>, &'static str, StopReason),
}

impl<'a> Session<'a> {
    /// Before the first request.
    pub(crate) fn new(inbox: &'a Inbox, outlet: &'a Outlet) -> Self {
        Self {
            inbox,
            outlet,
            client: Client::default(),
            seat: None,
            is_initialized: false,
            run: None,
            is_configured: false,
            going: None,
            after: Vec::new(),
            seq: 0,
            is_over: false,
            is_terminated: false,
        }
    }

    /// Whether the client has ended it.
    pub(crate) const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether the program has ended, so that a client may leave without a word.
    pub(crate) const fn is_terminated(&self) -> bool {
        self.is_terminated
    }

    /// Whether a run continues between requests.
    pub(crate) fn is_running(&self) -> bool {
        self.going.is_some()
    }

    /// Answers a request, and does what follows from it.
    pub(crate) fn answer(&mut self, mut request: Request) {
        self.seq = request.seq;
        let row = ROWS.iter().find(|row| row.command == request.command);
        let result = match row {
            None => Err(message!(
                "this adapter has no request `{command}`",
                command = request.command.clone()
            )
            .into()),
            Some(_) if !self.is_initialized && request.command != "initialize" => {
                Err(message!("the first request has to be `initialize`").into())
            }
            Some(row) => match self.refusal(row) {
                Some(refusal) => Err(refusal),
                None => (row.handler)(self, request.arguments.take()),
            },
        };
        self.respond(&request, result);
        for after in std::mem::take(&mut self.after) {
            match after {
                After::Event(event) => self.outlet.send(&Outgoing::Event(event)),
                After::Start => self.start(),
                After::Go(order) => self.go(order),
                After::Arrive(said, arrived, reason) => self.arrive_after(said, arrived, &reason),
            }
        }
    }

    /// Why a request is not for the program, if it is not.
    fn refusal(&mut self, row: &Row) -> Option<Refusal> {
        let run = self.run.as_mut().filter(|_| row.is_of_chip)?;
        let is_chip = run.shown.as_chip().is_some();
        (!is_chip).then(|| run.mnc2_only_refusal(row.command))
    }

    /// Sends the answer to a request.
    pub(crate) fn respond(&self, request: &Request, result: Done<Value>) {
        let language = self.client.language;
        let response = match result {
            Ok(body) => Response {
                request_seq: request.seq,
                success: true,
                command: request.command.clone(),
                message: None,
                body,
            },
            Err(refusal) => {
                // Expressions below the pointer or in a list of watches are often invalid while they are typed, and with a key
                // that repeats, the run has often moved before a question is read. Views show errors of a question themselves,
                // and a cancelled request needs no message.
                let is_question = QUESTIONS.contains(&request.command.as_str())
                    || request.command.starts_with("mnc2/");
                let is_shown = match refusal {
                    Refusal::Cancelled => false,
                    Refusal::Because(_) => true,
                    Refusal::Stopped { .. } => !self.client.offers_anyway,
                };
                let show_user = !is_question && is_shown;
                let body = refusal.body(language, show_user);
                Response {
                    request_seq: request.seq,
                    success: false,
                    command: request.command.clone(),
                    message: Some(refusal.message(language)),
                    body: serde_json::to_value(body).unwrap_or(Value::Null),
                }
            }
        };
        self.outlet.send(&Outgoing::Response(response));
    }

    /// Skips a message that is not a request. A client of a host program that has not attached is not trusted any further.
    pub(crate) fn unreadable(&mut self, message: &Message) {
        self.remark(message);
        self.is_over |= self.seat.is_some() && self.run.is_none();
    }

    /// Hands the run over to the host program, if there is one.
    pub(crate) fn hand_over(self) {
        if let (Some(seat), Some(run)) = (self.seat, self.run)
            && let Program::Chip(chip) = run.shown
        {
            let text = chip.debugger.snapshot().text.to_string();
            let run = chip.debugger.into_recording();
            seat.hand_over(Debugged { run, text });
        }
    }

    /// Shows the user a message that is not an answer.
    pub(crate) fn remark(&self, message: &Message) {
        self.print("console", message.say(self.client.language));
    }

    fn print(&self, category: &'static str, text: String) {
        self.outlet.event(
            "output",
            OutputEvent {
                category,
                output: text + "\n",
                ..OutputEvent::default()
            },
        );
    }

    /// Answers a request from its arguments in their type.
    fn typed<A: DeserializeOwned, B: Serialize>(
        &mut self,
        arguments: Value,
        handler: impl FnOnce(&mut Self, A) -> Done<B>,
    ) -> Done<Value> {
        let arguments = match arguments {
            Value::Null => Value::Object(serde_json::Map::new()),
            other => other,
        };
        let arguments = serde_json::from_value(arguments).map_err(|error| {
            message!(
                "the arguments of the request do not match the protocol: {error}",
                error = error.to_string()
            )
        })?;
        let body = handler(self, arguments)?;
        let body = serde_json::to_value(body).map_err(|error| {
            message!(
                "the answer cannot be written: {error}",
                error = error.to_string()
            )
        })?;
        Ok(body)
    }

    /// An event after the answer.
    fn later(&mut self, event: &'static str, body: impl Serialize) {
        let body = serde_json::to_value(body).unwrap_or(Value::Null);
        self.after.push(After::Event(Event { event, body }));
    }

    /// Does something that can take long; `cancel` and what ends the session interrupt it.
    fn work<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.inbox.begin(QueuedWork::Request(self.seq));
        let result = work(self);
        self.inbox.end();
        result
    }

    /// The program; an error before `launch`.
    fn program(&mut self) -> Done<&mut Run> {
        self.run.as_mut().ok_or_else(Refusal::no_program)
    }

    /// The program while it is stopped.
    fn stopped(&mut self) -> Done<&mut Run> {
        if self.going.is_some() {
            return Err(message!("the program is running: pause it first").into());
        }
        self.program()
    }

    /// The program on the chip while it is stopped.
    fn chip(&mut self) -> Done<&mut Chip> {
        let chip = self.stopped()?.shown.as_chip();
        chip.ok_or_else(Refusal::no_program)
    }

    /// The language of the user.
    const fn language(&self) -> Language {
        self.client.language
    }
}
