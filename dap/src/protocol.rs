//! The messages of the Debug Adapter Protocol 1.71 that are used here, as the specification names them.
//!
//! Messages of a client may have more fields, which are ignored, and may omit all optional fields. Messages to the client omit
//! what does not apply.

mod breakpoints;
mod capabilities;
mod events;
mod launch;
mod memory;
mod motion;
mod ours;
mod values;
mod views;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use breakpoints::*;
pub use capabilities::*;
pub use events::*;
pub use launch::*;
pub use memory::*;
pub use motion::*;
pub use ours::*;
pub use values::*;
pub use views::*;

/// A request of the client.
#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    /// Its sequence number, to which the response refers.
    pub seq: i64,
    /// The name of the request.
    pub command: String,
    /// The arguments; null if there are none.
    #[serde(default)]
    pub arguments: Value,
}

/// A message to the client, without its number.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Outgoing {
    /// The answer to a request.
    Response(Response),
    /// A message that answers no request.
    Event(Event),
}

/// The answer to a request.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    /// The number of the request.
    pub request_seq: i64,
    /// Whether it was done.
    pub success: bool,
    /// The name of the request.
    pub command: String,
    /// Why it was not done: `cancelled`, or a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The result, or the error in detail.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub body: Value,
}

/// A message that answers no request.
#[derive(Clone, Debug, Serialize)]
pub struct Event {
    /// The name of the event.
    pub event: &'static str,
    /// The content, as the event defines it; null if there is none.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub body: Value,
}

/// The body of a response to what was not done.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorBody {
    /// The error in detail.
    pub error: ErrorMessage,
}

/// An error for people.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorMessage {
    /// Its number among the errors of this adapter.
    pub id: u32,
    /// The sentence; braces would be places of variables.
    pub format: String,
    /// The values of those places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<serde_json::Map<String, Value>>,
    /// Whether the client shows it.
    pub show_user: bool,
}

/// Arguments that nothing is read from.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Nothing {}

/// A text with a program in it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// Its short name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its path, or its URI if the client uses URIs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}
