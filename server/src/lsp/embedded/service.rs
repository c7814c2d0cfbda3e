//! Requests about hosts, between the transport and the library: each becomes requests about regions.
//!
//! Handlers are polled in the order of messages, so which documents are hosts is looked up when a request is polled: the one that
//! opened the host was polled before.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use futures_util::future::join_all;
use serde_json::Value;
use tower_lsp::jsonrpc::{Id, Request, Response};
use tower_service::Service;

use super::routes::{self, Route};
use crate::lsp::hosts::Hosts;
use crate::lsp::hosts::places::Places;

/// A service that knows of hosts, around one that does not.
pub(in crate::lsp) struct EmbeddedService<S>(Arc<Shared<S>>);

/// What the answers of a service have in common.
struct Shared<S> {
    inner: Mutex<S>,
    hosts: Arc<Hosts>,
    /// The number of requests that were made of others.
    made: AtomicU64,
}

/// What is to be asked about a host.
struct Asked {
    id: Id,
    method: String,
    route: Route,
    requests: Vec<(Arc<Places>, Value)>,
}

type Answer<E> = Pin<Box<dyn Future<Output = Result<Option<Response>, E>> + Send>>;

impl<S> EmbeddedService<S> {
    pub(in crate::lsp) fn new(inner: S, hosts: Arc<Hosts>) -> Self {
        Self(Arc::new(Shared {
            inner: Mutex::new(inner),
            hosts,
            made: AtomicU64::new(0),
        }))
    }
}

impl<S> Shared<S> {
    fn inner(&self) -> MutexGuard<'_, S> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a request becomes, if it is about a host.
    fn asked(&self, request: &Request) -> Option<Asked> {
        let id = request.id()?.clone();
        let route = routes::route(request.method())?;
        let params = request.params()?;
        let document = params.get("textDocument").or_else(|| params.get("item"))?;
        let uri = document.get("uri")?.as_str()?.parse().ok()?;
        let regions = self.hosts.regions(&uri)?;
        Some(Asked {
            id,
            method: request.method().to_owned(),
            route,
            requests: routes::requests(route, params, regions),
        })
    }

    /// The id of one of several requests; that of a single request is the client's, so that it can be cancelled.
    fn id(&self, asked: &Asked) -> Id {
        match asked.requests.len() {
            1 => asked.id.clone(),
            _ => {
                let number = self.made.fetch_add(1, Ordering::Relaxed);
                Id::String(format!("mnc2-embedded/{number}"))
            }
        }
    }
}

impl<S> Shared<S>
where
    S: Service<Request, Response = Option<Response>>,
{
    async fn answer(&self, request: Request) -> Result<Option<Response>, S::Error> {
        let Some(asked) = self.asked(&request) else {
            let answer = self.inner().call(request);
            return answer.await;
        };
        let requests = asked.requests.iter().map(|(_, params)| {
            let request = Request::build(asked.method.clone());
            request.id(self.id(&asked)).params(params.clone()).finish()
        });
        let answers = requests.map(|request| self.inner().call(request));
        let answers = join_all(answers.collect::<Vec<_>>()).await;
        let mut found = Vec::new();
        for (answer, (places, _)) in answers.into_iter().zip(asked.requests) {
            let Some(answer) = answer? else {
                continue;
            };
            match answer.into_parts() {
                (_, Ok(value)) => found.push((places, value)),
                // Such as that the text has changed meanwhile.
                (_, Err(error)) => return Ok(Some(Response::from_error(asked.id, error))),
            }
        }
        let answer = routes::answer(&asked.method, asked.route, &found);
        Ok(Some(Response::from_ok(asked.id, answer)))
    }
}

impl<S> Service<Request> for EmbeddedService<S>
where
    S: Service<Request, Response = Option<Response>> + Send + 'static,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Answer<S::Error>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.0.inner().poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        if routes::route(request.method()).is_none() {
            return Box::pin(self.0.inner().call(request));
        }
        let shared = Arc::clone(&self.0);
        Box::pin(async move { shared.answer(request).await })
    }
}
