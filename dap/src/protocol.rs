//! The messages of the Debug Adapter Protocol 1.71 that are used here. A type or a field without a comment is described by
//! the schema of the protocol under the same name.
//!
//! Messages of a client may have more fields, which are ignored, and may omit all optional fields. Messages to the client omit
//! what does not apply.
//!
//! The types are written by hand and validated against the schema by `tests/session/types.rs`, because the crates with
//! generated types do not fit. `dapts` 0.0.6, which has the newest protocol among them, rejects a negative `offset` or
//! `instructionOffset` and the arguments `{}` of `configurationDone`, all of which editors send, replaces the reason `restart`
//! of a `stopped` event by `unknown`, and has responses without `command`.

mod breakpoints;
mod capabilities;
mod custom_requests;
mod events;
mod launch;
mod memory;
mod stepping;
mod values;
mod views;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use breakpoints::*;
pub use capabilities::*;
pub use custom_requests::*;
pub use events::*;
pub use launch::*;
pub use memory::*;
pub use stepping::*;
pub use values::*;
pub use views::*;

#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    pub seq: i64,
    pub command: String,
    /// The arguments; null if there are none.
    #[serde(default)]
    pub arguments: Value,
}

/// A message to the client, without its number.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Outgoing {
    Response(Response),
    Event(Event),
}

#[derive(Clone, Debug, Serialize)]
pub struct Response {
    pub request_seq: i64,
    pub success: bool,
    pub command: String,
    /// Of a failure: `cancelled`, or a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Of a failure, an [`ErrorResponse`].
    #[serde(skip_serializing_if = "Value::is_null")]
    pub body: Value,
}

#[derive(Clone, Debug, Serialize)]
pub struct Event {
    pub event: &'static str,
    #[serde(skip_serializing_if = "Value::is_null")]
    pub body: Value,
}

#[derive(Clone, Debug, Serialize)]
pub struct ErrorResponse {
    pub error: ErrorMessage,
}

/// A `Message` of the schema.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorMessage {
    /// The number of the kind of error in this adapter.
    pub id: u32,
    /// A sentence; text in braces would be the name of a variable.
    pub format: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<serde_json::Map<String, Value>>,
    pub show_user: bool,
}

/// Arguments of which no field is read.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Nothing {}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A URI if the client uses URIs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}
