//! What a call returns.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// The answer of every tool.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Answer {
    /// Whether everything is as it should be: no errors, accepted, the same, done.
    pub(super) ok: bool,
    /// What it means, in a few words.
    pub(super) outcome: String,
    /// The objects of the answer, as the command writes them with `--format json`.
    pub(super) results: Vec<Value>,
    /// What is not an object: a dump, a page.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) text: String,
    /// Remarks of the command.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) messages: Vec<String>,
    /// Whether something is left out because the answer would be too long.
    pub(super) is_cut: bool,
}
