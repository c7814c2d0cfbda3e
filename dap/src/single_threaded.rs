//! A session on the thread of its caller, who passes messages, and lets the program continue between them.

use std::cell::Cell;
use std::future::Future;
use std::io::Write;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use crate::framing::incoming;
use crate::message_writer::Outlet;
use crate::request_queue::Inbox;
use crate::server::{Ending, put, turn};
use crate::session::Session;

/// How long a program runs before what has come meanwhile is answered.
const TURN: Duration = Duration::from_millis(30);

/// What a session does after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It waits for a message.
    Waits,
    /// It has more to do, in its next turn.
    GoesOn,
    Ends(Ending),
}

/// A session that works in its turns only.
pub struct Turns {
    inbox: Arc<Inbox>,
    outlet: Arc<Outlet>,
    session: Pin<Box<dyn Future<Output = Ending>>>,
    is_running: Rc<Cell<bool>>,
}

impl Turns {
    /// Before the first message. Messages of the session go to a stream, each after its header.
    pub fn new(output: impl Write + Send + 'static) -> Self {
        let inbox = Arc::new(Inbox::in_turns(TURN));
        let outlet = Arc::new(Outlet::new(Box::new(output)));
        let is_running = Rc::<Cell<bool>>::default();
        let (its_inbox, its_outlet) = (Arc::clone(&inbox), Arc::clone(&outlet));
        let session = answer(its_inbox, its_outlet, Rc::clone(&is_running));
        Self {
            inbox,
            outlet,
            session: Box::pin(session),
            is_running,
        }
    }

    /// Hands over a message, in JSON, which is answered in one of the next turns.
    pub fn put(&self, message: &[u8]) {
        if let Some(incoming) = incoming(Some(message)) {
            put(incoming, &self.inbox, &self.outlet);
        }
    }

    /// Answers one message, or runs the program for one turn. Must not be called after the end.
    pub fn take_turn(&mut self) -> Next {
        let mut context = Context::from_waker(Waker::noop());
        match self.session.as_mut().poll(&mut context) {
            Poll::Ready(ending) => Next::Ends(ending),
            Poll::Pending if self.is_running.get() || self.inbox.has_waiting() => Next::GoesOn,
            Poll::Pending => Next::Waits,
        }
    }
}

/// Answers what is in the inbox, and runs the program while it is empty, a turn at a time.
async fn answer(inbox: Arc<Inbox>, outlet: Arc<Outlet>, is_running: Rc<Cell<bool>>) -> Ending {
    let mut session = Session::new(&inbox, &outlet);
    loop {
        let taken = inbox.take();
        let has_work = taken.is_some() || session.is_running();
        if has_work && let Some(ending) = turn(&mut session, taken, &inbox, &outlet) {
            return ending;
        }
        is_running.set(session.is_running());
        turn_of_caller().await;
    }
}

async fn turn_of_caller() {
    let mut is_over = false;
    std::future::poll_fn(|_| {
        if std::mem::replace(&mut is_over, true) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
}
