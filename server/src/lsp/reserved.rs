//! Refuses unknown requests whose method starts with `$/`, as the protocol demands; the library does not answer them,
//! which is right for notifications only.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tower_lsp::jsonrpc::{Error, Request, Response};
use tower_service::Service;

/// A service that answers every request with a reserved name.
pub(super) struct Reserved<S>(S);

impl<S> Reserved<S> {
    /// Wraps a service.
    pub(super) fn new(inner: S) -> Self {
        Self(inner)
    }
}

impl<S> Service<Request> for Reserved<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send + 'static>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let is_reserved = request.method().starts_with("$/");
        let unanswered = request.id().filter(|_| is_reserved).cloned();
        let answer = self.0.call(request);
        Box::pin(async move {
            let refuse = |id| Response::from_error(id, Error::method_not_found());
            Ok(answer.await?.or_else(|| unanswered.map(refuse)))
        })
    }
}
