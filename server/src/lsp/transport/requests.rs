//! Requests to the client. JSON-RPC requires an array or an object as `params`, or no member, but the library writes `null` for a
//! request without parameters. And an edit of a program within a file is one of the file.

use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use serde_json::Value;
use tower_lsp::jsonrpc::Request;
use tower_lsp::{ClientSocket, Loopback};

use crate::lsp::hosts::Hosts;

/// The library's handle of the client, for requests in the form of the specification.
pub(in crate::lsp) struct ToClient {
    socket: ClientSocket,
    hosts: Arc<Hosts>,
}

impl ToClient {
    pub(in crate::lsp) fn new(socket: ClientSocket, hosts: Arc<Hosts>) -> Self {
        Self { socket, hosts }
    }
}

impl Loopback for ToClient {
    type RequestStream = BoxStream<'static, Request>;
    type ResponseSink = <ClientSocket as Loopback>::ResponseSink;

    fn split(self) -> (Self::RequestStream, Self::ResponseSink) {
        let (requests, responses) = self.socket.split();
        let hosts = self.hosts;
        let requests = requests.map(move |request| readable(request, &hosts));
        (requests.boxed(), responses)
    }
}

fn readable(request: Request, hosts: &Hosts) -> Request {
    let params = match request.params() {
        Some(Value::Null) => None,
        Some(params) => match hosts.request_to_client(params) {
            Some(params) => Some(params),
            None => return request,
        },
        None => return request,
    };
    let (method, id, _) = request.into_parts();
    let mut request = Request::build(method);
    if let Some(id) = id {
        request = request.id(id);
    }
    if let Some(params) = params {
        request = request.params(params);
    }
    request.finish()
}
