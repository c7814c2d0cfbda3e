//! Corrects what the library's service does otherwise than the protocol, before a message reaches a handler:
//!
//! - Nothing is served between `initialize` and its answer. The protocol forbids clients to send anything in that time, but
//!   scripts that write a whole conversation do so; what they send waits instead of being refused.
//! - A request whose method starts with `$/` and is unknown is refused. The library does not answer it, which is right for
//!   notifications only.
//! - `workspace.textDocumentContent` of protocol 3.18 is read from the client's capabilities and added to the server's: the
//!   library's types lack it.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Request, Response};
use tower_service::Service;

/// The service of a session.
pub(in crate::lsp) struct SessionService<S> {
    inner: S,
    schemes: &'static [&'static str],
    handshake: Arc<Mutex<Handshake>>,
    shows_text_content: Arc<AtomicBool>,
}

/// Whether `initialize` or `shutdown` is being answered, and the waker of the task that waits for its end.
#[derive(Default)]
struct Handshake {
    is_answering: bool,
    waiting: Option<Waker>,
}

/// Ends the handshake when it is dropped, whether it succeeded or was abandoned.
struct Answering(Arc<Mutex<Handshake>>);

impl Answering {
    fn begin(handshake: &Arc<Mutex<Handshake>>) -> Self {
        lock(handshake).is_answering = true;
        Self(Arc::clone(handshake))
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let mut handshake = lock(&self.0);
        handshake.is_answering = false;
        if let Some(waiting) = handshake.waiting.take() {
            waiting.wake();
        }
    }
}

fn lock(handshake: &Mutex<Handshake>) -> std::sync::MutexGuard<'_, Handshake> {
    handshake.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S> SessionService<S> {
    /// Wraps the library's service. Sets `shows_text_content` if the client shows documents whose text the server provides;
    /// they have these schemes.
    pub(in crate::lsp) fn new(
        inner: S,
        schemes: &'static [&'static str],
        shows_text_content: Arc<AtomicBool>,
    ) -> Self {
        Self {
            inner,
            schemes,
            handshake: Arc::default(),
            shows_text_content,
        }
    }
}

impl<S> Service<Request> for SessionService<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
    S::Error: 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send + 'static>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        let mut handshake = lock(&self.handshake);
        if handshake.is_answering {
            handshake.waiting = Some(context.waker().clone());
            return Poll::Pending;
        }
        drop(handshake);
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let method = request.method();
        let is_alone = matches!(method, "initialize" | "shutdown");
        let has_text_content = method == "initialize" && shows_text_content(&request);
        let is_reserved = method.starts_with("$/");
        if has_text_content {
            self.shows_text_content.store(true, Ordering::Relaxed);
        }
        let answering = is_alone.then(|| Answering::begin(&self.handshake));
        let refused = request.id().filter(|_| is_reserved).cloned();
        let answer = self.inner.call(request);
        let schemes = self.schemes;
        Box::pin(async move {
            let answer = answer.await;
            drop(answering);
            let refuse = |id| Response::from_error(id, Error::method_not_found());
            let answer = answer?.or_else(|| refused.map(refuse));
            Ok(match has_text_content {
                true => answer.map(|answer| with_text_content(answer, schemes)),
                false => answer,
            })
        })
    }
}

/// Whether the client of an `initialize` shows documents whose text the server provides.
fn shows_text_content(initialize: &Request) -> bool {
    let declared = initialize
        .params()
        .and_then(|params| params.pointer("/capabilities/workspace/textDocumentContent"));
    declared.is_some_and(Value::is_object)
}

/// The answer to `initialize` with the schemes of such documents.
fn with_text_content(answer: Response, schemes: &[&str]) -> Response {
    let (id, mut result) = answer.into_parts();
    if let Ok(value) = &mut result {
        value["capabilities"]["workspace"]["textDocumentContent"] = json!({ "schemes": schemes });
    }
    Response::from_parts(id, result)
}
