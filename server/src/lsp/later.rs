//! The parts of protocol 3.18 that the library's types lack: `workspace.textDocumentContent`, which a client declares
//! and a server offers in `initialize`.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Request, Response};
use tower_service::Service;

use super::content;

/// What the client declares about it.
#[derive(Debug, Default)]
pub(super) struct LaterFeatures {
    /// It shows documents whose text the server provides.
    pub(super) text_content: AtomicBool,
}

/// A service that reads and writes these parts of `initialize`.
pub(super) struct Later<S> {
    inner: S,
    features: Arc<LaterFeatures>,
}

impl<S> Later<S> {
    /// Wraps a service.
    pub(super) fn new(inner: S, features: Arc<LaterFeatures>) -> Self {
        Self { inner, features }
    }
}

impl<S> Service<Request> for Later<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
    S::Error: 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send + 'static>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let has_text_content = request.method() == "initialize"
            && request
                .params()
                .and_then(|params| params.pointer("/capabilities/workspace/textDocumentContent"))
                .is_some_and(Value::is_object);
        if has_text_content {
            self.features.text_content.store(true, Ordering::Relaxed);
        }
        let answer = self.inner.call(request);
        Box::pin(async move {
            let answer = answer.await?;
            Ok(if has_text_content {
                answer.map(with_text_content)
            } else {
                answer
            })
        })
    }
}

/// The answer to `initialize` with the offer in it.
fn with_text_content(answer: Response) -> Response {
    let (id, mut result) = answer.into_parts();
    if let Ok(value) = &mut result
        && let Some(capabilities) = value.get_mut("capabilities").and_then(Value::as_object_mut)
        && let Some(workspace) = capabilities
            .entry("workspace")
            .or_insert_with(|| json!({}))
            .as_object_mut()
    {
        workspace.insert(
            "textDocumentContent".to_owned(),
            json!({ "schemes": content::SCHEMES }),
        );
    }
    Response::from_parts(id, result)
}
