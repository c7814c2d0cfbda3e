//! Requests that wait to be answered, and what interrupts the work on one.
//!
//! The thread that reads adds requests, the thread that answers takes them out in the same order. Some requests take effect
//! while a run is under way; they set the flag that every long operation checks.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mnc2_ide::features::run::Control;
use mnc2_text::Message;

use crate::framing::Incoming;
use crate::protocol::{CancelArguments, Request};

/// Maximum number of requests that wait; further ones are refused.
pub const WAITING_MAX: usize = 1024;
/// Maximum number of their bytes.
pub const WAITING_BYTES_MAX: usize = 128 << 20;

/// Requests that end any work under way.
const URGENT: [&str; 4] = ["pause", "terminate", "disconnect", "restart"];

#[derive(Default)]
pub struct Inbox {
    state: Mutex<State>,
    arrived: Condvar,
    control: Control,
    /// How long a run continues at a time, where no other thread interrupts it.
    turn: Option<Duration>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<(Incoming, usize)>,
    bytes: usize,
    /// Numbers of requests that wait and are not wanted any more.
    cancelled: BTreeSet<i64>,
    work: QueuedWork,
    is_closed: bool,
}

/// What the thread that answers is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueuedWork {
    /// Work that is too short to be interrupted.
    #[default]
    Short,
    /// A request with this number, until it is done or not wanted any more.
    Request(i64),
    /// A run that can be interrupted and continued at any time.
    Run,
}

/// What is taken out.
#[derive(Clone, Debug)]
pub enum Taken {
    /// A request to be answered.
    Request(Request),
    /// A request that is not wanted any more, but gets its answer.
    Cancelled(Request),
    /// Something that was not a request.
    Unreadable(Message),
}

impl Inbox {
    /// An inbox whose runs pause regularly.
    pub fn in_turns(turn: Duration) -> Self {
        Self {
            turn: Some(turn),
            ..Self::default()
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The control of the work that is under way: its flag stops the work.
    pub const fn control(&self) -> &Control {
        &self.control
    }

    /// Adds a message. Returns it if the inbox is full.
    ///
    /// # Errors
    /// The message, if the inbox is full.
    pub fn put(&self, incoming: Incoming) -> Result<(), Incoming> {
        let mut state = self.state();
        let bytes = match &incoming {
            Incoming::Request(_, bytes) => *bytes,
            Incoming::Unreadable(_) => 0,
        };
        let is_full = state.waiting.len() >= WAITING_MAX || state.bytes + bytes > WAITING_BYTES_MAX;
        if is_full && !state.waiting.is_empty() {
            return Err(incoming);
        }
        if let Incoming::Request(request, _) = &incoming {
            if request.command == "cancel" {
                state.cancel(request);
            }
            if state.is_interrupted_by(request) {
                self.control.cancel.store(true, Ordering::Relaxed);
            }
        }
        state.bytes += bytes;
        state.waiting.push_back((incoming, bytes));
        self.arrived.notify_one();
        Ok(())
    }

    /// Nothing more comes, and what is under way is not wanted.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.control.cancel.store(true, Ordering::Relaxed);
        self.arrived.notify_one();
    }

    /// Interrupts a run, so that its progress can be reported.
    pub fn tick(&self) {
        if self.state().work == QueuedWork::Run {
            self.control.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Removes the next message, waiting for it; `None` at the end of input.
    pub fn wait(&self) -> Option<Taken> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(taken) = state.take() {
                return Some(taken);
            }
            state = self
                .arrived
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub fn has_waiting(&self) -> bool {
        !self.state().waiting.is_empty()
    }

    /// Takes out what is there already.
    pub fn take(&self) -> Option<Taken> {
        self.state().take()
    }

    /// Whether nothing more comes.
    pub fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    /// Begins work, with the flag as what waits demands it.
    pub fn begin(&self, work: QueuedWork) {
        let mut state = self.state();
        state.work = work;
        let waiting = state.waiting.iter();
        let mut requests = waiting.filter_map(|(incoming, _)| match incoming {
            Incoming::Request(request, _) => Some(request),
            Incoming::Unreadable(_) => None,
        });
        let is_interrupted = state.is_closed || requests.any(|it| state.is_interrupted_by(it));
        self.control.cancel.store(is_interrupted, Ordering::Relaxed);
        if let (Some(turn), QueuedWork::Run) = (self.turn, work) {
            self.control.turn.begin(turn);
        }
    }

    /// Ends work. What interrupted it does not concern what follows.
    pub fn end(&self) {
        let mut state = self.state();
        state.work = QueuedWork::Short;
        self.control.turn.end();
        let is_closed = state.is_closed;
        self.control.cancel.store(is_closed, Ordering::Relaxed);
    }
}

impl State {
    fn take(&mut self) -> Option<Taken> {
        let (incoming, bytes) = self.waiting.pop_front()?;
        self.bytes -= bytes;
        Some(match incoming {
            Incoming::Unreadable(message) => Taken::Unreadable(message),
            Incoming::Request(request, _) if self.cancelled.remove(&request.seq) => {
                Taken::Cancelled(request)
            }
            Incoming::Request(request, _) => Taken::Request(request),
        })
    }

    fn is_interrupted_by(&self, request: &Request) -> bool {
        if URGENT.contains(&request.command.as_str()) {
            return true;
        }
        match self.work {
            QueuedWork::Run => true,
            QueuedWork::Request(seq) if request.command == "cancel" => {
                let arguments = cancel_arguments(request);
                arguments.request_id == Some(seq) || arguments.progress_id.is_some()
            }
            QueuedWork::Request(_) | QueuedWork::Short => false,
        }
    }

    /// Notes that a request that waits is not wanted.
    fn cancel(&mut self, request: &Request) {
        let Some(unwanted) = cancel_arguments(request).request_id else {
            return;
        };
        let is_waiting = self.waiting.iter().any(
            |(incoming, _)| matches!(incoming, Incoming::Request(it, _) if it.seq == unwanted),
        );
        if is_waiting {
            self.cancelled.insert(unwanted);
        }
    }
}

fn cancel_arguments(request: &Request) -> CancelArguments {
    serde_json::from_value(request.arguments.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn request(seq: i64, command: &str, arguments: Value) -> Incoming {
        let request = Request {
            seq,
            command: command.to_owned(),
            arguments,
        };
        Incoming::Request(request, 10)
    }

    #[test]
    fn a_run_is_interrupted_by_everything_and_other_work_by_what_ends_it() {
        let cases = [
            (QueuedWork::Run, "threads", json!({}), true),
            (QueuedWork::Run, "pause", json!({}), true),
            (QueuedWork::Request(7), "threads", json!({}), false),
            (QueuedWork::Request(7), "pause", json!({}), true),
            (QueuedWork::Request(7), "disconnect", json!({}), true),
            (
                QueuedWork::Request(7),
                "cancel",
                json!({"requestId": 7}),
                true,
            ),
            (
                QueuedWork::Request(7),
                "cancel",
                json!({"requestId": 8}),
                false,
            ),
            (
                QueuedWork::Request(7),
                "cancel",
                json!({"progressId": "run"}),
                true,
            ),
            (QueuedWork::Request(7), "cancel", json!(1), false),
            (QueuedWork::Short, "threads", json!({}), false),
        ];
        for (work, command, arguments, expected) in cases {
            let is_set = |inbox: &Inbox| inbox.control().cancel.load(Ordering::Relaxed);
            let case = format!("{work:?} {command} {arguments}");
            // It comes during the work, or waits already when the work begins.
            let during = Inbox::default();
            during.begin(work);
            assert!(!is_set(&during), "{case}");
            assert!(during.put(request(1, command, arguments.clone())).is_ok());
            assert_eq!(is_set(&during), expected, "{case}");
            let before = Inbox::default();
            assert!(before.put(request(1, command, arguments)).is_ok());
            before.begin(work);
            assert_eq!(is_set(&before), expected, "{case}");
        }
    }

    #[test]
    fn what_waits_can_be_cancelled() {
        let inbox = Inbox::default();
        let all = [
            request(1, "variables", json!({})),
            request(2, "scopes", json!({})),
            request(3, "cancel", json!({"requestId": 2})),
            request(4, "cancel", json!({"requestId": 99})),
        ];
        for one in all {
            assert!(inbox.put(one).is_ok());
        }
        let taken = std::iter::from_fn(|| inbox.take()).map(|taken| match taken {
            Taken::Request(request) => format!("{}", request.seq),
            Taken::Cancelled(request) => format!("not {}", request.seq),
            Taken::Unreadable(_) => "?".to_owned(),
        });
        assert_eq!(taken.collect::<Vec<_>>(), ["1", "not 2", "3", "4"]);
        assert!(inbox.state().cancelled.is_empty());
    }

    #[test]
    fn what_has_no_room_is_given_back() {
        let inbox = Inbox::default();
        for seq in 0..WAITING_MAX as i64 {
            assert!(inbox.put(request(seq, "threads", json!({}))).is_ok());
        }
        assert!(inbox.put(request(0, "threads", json!({}))).is_err());
        assert!(inbox.take().is_some());
        assert!(inbox.put(request(0, "threads", json!({}))).is_ok());
        inbox.close();
        assert!(inbox.wait().is_none());
    }
}
