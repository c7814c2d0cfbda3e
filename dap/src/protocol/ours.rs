//! Requests of our own, whose names begin with `mnc2/`.

use serde::{Deserialize, Serialize};

/// `mnc2/focus`
#[derive(Clone, Debug, Default, Deserialize)]
pub struct FocusArguments {
    /// The PE whose values are shown from now on; without it, only the answer is wanted.
    pub focus: Option<String>,
}

/// The answer to `mnc2/focus`.
#[derive(Clone, Debug, Serialize)]
pub struct FocusBody {
    /// The PE whose values are shown.
    pub focus: String,
}

/// `mnc2/origin`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OriginArguments {
    /// The expression of the place whose origin is asked for.
    pub expression: Option<String>,
    /// Or bytes of a memory.
    pub memory_reference: Option<String>,
    /// How many bytes.
    pub bytes: Option<i64>,
    /// Before which line; without it, before the one that runs next.
    pub line: Option<i64>,
}

/// Where words come from.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OriginBody {
    /// What wrote them, the newest first.
    pub writers: Vec<OriginWriter>,
    /// Those that nothing in the run wrote.
    pub from_start: Vec<String>,
    /// Whether no writer was left out.
    pub is_complete: bool,
}

/// A line that wrote some of the words.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OriginWriter {
    /// The line.
    pub line: i64,
    /// Whether it was a change by the user before the line.
    pub is_edit: bool,
    /// The text of the line.
    pub text: String,
    /// The expression of the step, counted from 0.
    pub expression: i64,
    /// The cycle of the step.
    pub cycle: i64,
    /// The words of those asked for.
    pub name: String,
    /// Their bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_reference: Option<String>,
    /// What was written.
    pub value: String,
    /// What was read for it.
    pub inputs: Vec<OriginInput>,
}

/// Something that was read.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OriginInput {
    /// The operand in the line.
    pub operand: String,
    /// The words.
    pub name: String,
    /// The expression for them, to ask again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
    /// Their bytes, to ask again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_reference: Option<String>,
    /// How many bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<i64>,
    /// What they held.
    pub value: String,
}
