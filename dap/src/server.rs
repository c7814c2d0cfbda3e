//! The threads of a session: one reads, one answers, and the caller's waits for their end.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use mnc2_text::message;

use crate::framing::{Incoming, Requests};
use crate::message_writer::Outlet;
use crate::protocol::{Outgoing, Response};
use crate::refusal::Refusal;
use crate::request_queue::{Inbox, Taken};
use crate::seat::Seat;
use crate::session::Session;

/// How long the last answers may take to get out, and a run to notice that it is not wanted.
const PATIENCE: Duration = Duration::from_secs(2);
/// Longest message of a client of a host program, which may be anyone until it has attached.
const HOST_MESSAGE_BYTES_MAX: usize = 4 << 20;
/// How often the progress of a run is reported.
const TICK: Duration = Duration::from_millis(250);

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The client requested it, or left after the program had ended.
    Orderly,
    /// The client vanished.
    Abrupt,
}

enum Ended {
    Input,
    Answers(Ending),
}

/// Reports the end of a thread, even after a panic.
struct Telling<'a> {
    ended: &'a Sender<Ended>,
    ending: Ending,
}

impl Drop for Telling<'_> {
    fn drop(&mut self) {
        let _ = self.ended.send(Ended::Answers(self.ending));
    }
}

/// Serves one client until it disconnects, closes an end or dies. A thread that reads may still wait for input then.
///
/// # Errors
/// If a thread cannot be started.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<Ending> {
    serve_requests(Requests::new(input), output, None)
}

/// Serves a client of a host program, as [`serve`] does.
pub(crate) fn serve_host(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    seat: Seat,
) -> io::Result<Ending> {
    let requests = Requests::with_limit(input, HOST_MESSAGE_BYTES_MAX);
    serve_requests(requests, output, Some(seat))
}

fn serve_requests(
    requests: Requests<impl Read + Send + 'static>,
    output: impl Write + Send + 'static,
    seat: Option<Seat>,
) -> io::Result<Ending> {
    let inbox = Arc::new(Inbox::default());
    let outlet = Arc::new(Outlet::new(Box::new(output)));
    let (ended, end) = mpsc::channel();

    let (its_inbox, its_outlet, its_ended) = (inbox.clone(), outlet.clone(), ended.clone());
    let answering = move || {
        let mut telling = Telling {
            ended: &its_ended,
            ending: Ending::Abrupt,
        };
        telling.ending = answer(&its_inbox, &its_outlet, seat);
    };
    thread::Builder::new()
        .name("answers".to_owned())
        .spawn(answering)?;

    let its_inbox = inbox.clone();
    let reading = move || {
        read(requests, &its_inbox, &outlet);
        its_inbox.close();
        let _ = ended.send(Ended::Input);
    };
    let started = thread::Builder::new()
        .name("input".to_owned())
        .spawn(reading);
    if let Err(error) = started {
        inbox.close();
        return Err(error);
    }

    let mut deadline = None;
    loop {
        match end.recv_timeout(TICK) {
            Ok(Ended::Answers(ending)) => return Ok(ending),
            // The last answers may still be in the pipe. A client that does not read them delays the end by at most `PATIENCE`.
            Ok(Ended::Input) => deadline = Some(Instant::now() + PATIENCE),
            Err(RecvTimeoutError::Timeout) => inbox.tick(),
            Err(RecvTimeoutError::Disconnected) => return Ok(Ending::Abrupt),
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(Ending::Abrupt);
        }
    }
}

/// Reads messages into the inbox, until the end of input or until the client cannot be reached.
fn read(requests: Requests<impl Read>, inbox: &Inbox, outlet: &Outlet) {
    for incoming in requests {
        if outlet.is_broken() {
            return;
        }
        put(incoming, inbox, outlet);
    }
}

/// Puts what has come into the inbox, or refuses it.
pub(crate) fn put(incoming: Incoming, inbox: &Inbox, outlet: &Outlet) {
    if let Err(Incoming::Request(request, _)) = inbox.put(incoming) {
        let refusal = Refusal::from(message!("too many requests are waiting"));
        outlet.send(&Outgoing::Response(Response {
            request_seq: request.seq,
            success: false,
            message: Some(refusal.message(mnc2_text::Language::English)),
            body: serde_json::Value::Null,
            command: request.command,
        }));
    }
}

/// Answers what is in the inbox, and runs the program while it is empty.
fn answer(inbox: &Inbox, outlet: &Outlet, seat: Option<Seat>) -> Ending {
    let mut session = Session::new(inbox, outlet);
    session.seat = seat;
    let ending = loop {
        let taken = if session.is_running() {
            inbox.take()
        } else {
            match inbox.wait() {
                Some(taken) => Some(taken),
                None => break left(&session),
            }
        };
        if let Some(ending) = turn(&mut session, taken, inbox, outlet) {
            break ending;
        }
    };
    session.hand_over();
    ending
}

/// Answers what was taken out; without it the program runs on. How the session ended, if it did.
pub(crate) fn turn(
    session: &mut Session<'_>,
    taken: Option<Taken>,
    inbox: &Inbox,
    outlet: &Outlet,
) -> Option<Ending> {
    match taken {
        Some(Taken::Request(request)) => session.answer(request),
        Some(Taken::Cancelled(request)) => session.respond(&request, Err(Refusal::Cancelled)),
        Some(Taken::Unreadable(message)) => session.unreadable(&message),
        None => session.advance(),
    }
    if session.is_over() {
        return Some(Ending::Orderly);
    }
    (outlet.is_broken() || inbox.is_closed()).then(|| left(session))
}

/// How a session ended that the client has left.
const fn left(session: &Session) -> Ending {
    if session.is_terminated() {
        Ending::Orderly
    } else {
        Ending::Abrupt
    }
}
