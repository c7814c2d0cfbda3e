//! Requests of our own, whose names begin with `mnc2/`.

use serde::{Deserialize, Serialize};

/// Arguments of `mnc2/focus`.
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

/// Arguments of `mnc2/origin`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OriginArguments {
    /// The expression of the place whose origin is requested.
    pub expression: Option<String>,
    /// Or bytes of a memory.
    pub memory_reference: Option<String>,
    /// The number of bytes from `memoryReference` on.
    pub bytes: Option<i64>,
    /// Or the `place` of an input.
    pub place: Option<String>,
    /// Or, at the end of the run, the line of an output in the testcase: its first wrong value.
    pub output: Option<i64>,
    /// Or the wrong value of the output that was read from this element of the chip.
    pub element: Option<String>,
    /// Or the wrong value of the output that was read from this address, in the memory's unit.
    pub address: Option<u32>,
    /// Before which line; by default the line that runs next.
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
    /// Whether all writers are listed.
    pub is_complete: bool,
}

/// A line that wrote some of the words.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OriginWriter {
    /// The line that wrote the words.
    pub line: i64,
    /// The point in time before it, as `goto` takes it.
    pub target: i64,
    /// Whether it was a change by the user before the line.
    pub is_edit: bool,
    /// Whether a mask kept these words as they were; what wrote them is older.
    pub is_masked: bool,
    /// The text of the line.
    pub text: String,
    /// The expression of the step, counted from 0.
    pub expression: i64,
    /// The cycle of the step.
    pub cycle: i64,
    /// The requested words that the line wrote.
    pub name: String,
    /// A reference to the bytes of the words, for `readMemory`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_reference: Option<String>,
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
    /// Whether it is `data`, a part of an `address`, or a `mask`.
    pub role: &'static str,
    /// What inputs that are alike and follow one another have in common, if there are many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fold: Option<String>,
    /// The words that were read.
    pub name: String,
    /// The expression of the words, for a further request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
    /// A reference to their bytes, for a further request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_reference: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<i64>,
    /// The words, for a further request if neither an expression nor bytes name them.
    pub place: String,
    pub value: String,
}

/// Arguments of `mnc2/divergence`: the differences of the other run. Everything else is as in the present run.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct DivergenceArguments {
    /// The path of another program.
    pub program: Option<String>,
    /// The path of another testcase.
    pub testcase: Option<String>,
    /// Another start of memories and registers.
    pub dirty: Option<u64>,
}

/// Where two runs differ first.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DivergenceBody {
    /// Whether they write the same from start to end.
    pub is_equal: bool,
    /// The line of this run; nothing if it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
    /// The line of the other run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_line: Option<i64>,
    /// The first words that differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Their values in this run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Their values in the other run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_value: Option<String>,
}

/// The answer to `mnc2/reload`, which continues with the program as its file is now.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reloaded {
    /// Whether the run is still where it was, with the same state; otherwise it has gone back to the first change.
    pub is_same_state: bool,
    /// Changes of memory that were dropped, because the lines before them are not equivalent.
    pub dropped_edits: i64,
}
