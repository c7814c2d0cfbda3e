//! Serves nothing between `initialize` and its answer.
//!
//! The protocol forbids clients to send anything in that time, but scripts that write a whole conversation without
//! waiting do so; what they send waits for its turn instead of being refused.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use tower_lsp::jsonrpc::Request;
use tower_service::Service;

/// A service that answers `initialize` before it handles anything else.
pub(super) struct Patient<S> {
    inner: S,
    gate: Arc<Mutex<Gate>>,
}

#[derive(Default)]
struct Gate {
    is_closed: bool,
    waiting: Option<Waker>,
}

impl<S> Patient<S> {
    /// Wraps a service.
    pub(super) fn new(inner: S) -> Self {
        Self {
            inner,
            gate: Arc::default(),
        }
    }
}

/// Opens the gate when it is dropped, whether the handshake succeeded or was abandoned.
struct Handshake(Arc<Mutex<Gate>>);

impl Drop for Handshake {
    fn drop(&mut self) {
        let mut gate = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        gate.is_closed = false;
        if let Some(waiting) = gate.waiting.take() {
            waiting.wake();
        }
    }
}

impl<S> Service<Request> for Patient<S>
where
    S: Service<Request>,
    S::Future: Send + 'static,
    S::Response: 'static,
    S::Error: 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future =
        std::pin::Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send + 'static>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        if gate.is_closed {
            gate.waiting = Some(context.waker().clone());
            return Poll::Pending;
        }
        drop(gate);
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let is_alone = matches!(request.method(), "initialize" | "shutdown");
        let handshake = is_alone.then(|| {
            let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
            gate.is_closed = true;
            drop(gate);
            Handshake(Arc::clone(&self.gate))
        });
        let answer = self.inner.call(request);
        Box::pin(async move {
            let answer = answer.await;
            drop(handshake);
            answer
        })
    }
}
