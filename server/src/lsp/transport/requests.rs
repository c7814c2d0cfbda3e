//! Requests to the client without `"params": null`: JSON-RPC requires an array or an object there, or no member, but the
//! library writes `null` for a request without parameters.

use futures_util::StreamExt;
use futures_util::stream::Map;
use serde_json::Value;
use tower_lsp::jsonrpc::Request;
use tower_lsp::{ClientSocket, Loopback};

/// The library's handle of the client, for requests in the form of the specification.
pub(in crate::lsp) struct WithoutNull(pub(in crate::lsp) ClientSocket);

impl Loopback for WithoutNull {
    type RequestStream = Map<<ClientSocket as Loopback>::RequestStream, fn(Request) -> Request>;
    type ResponseSink = <ClientSocket as Loopback>::ResponseSink;

    fn split(self) -> (Self::RequestStream, Self::ResponseSink) {
        let (requests, responses) = self.0.split();
        (
            requests.map(without_null as fn(Request) -> Request),
            responses,
        )
    }
}

fn without_null(request: Request) -> Request {
    if request.params() != Some(&Value::Null) {
        return request;
    }
    let (method, id, _) = request.into_parts();
    let request = Request::build(method);
    match id {
        Some(id) => request.id(id).finish(),
        None => request.finish(),
    }
}
