//! Motions through a run, and its present line.

use serde::{Deserialize, Serialize};

use super::Source;

#[derive(Clone, Debug, Serialize)]
pub struct ThreadsResponse {
    /// The chip alone, or the threads of a machine that has several.
    pub threads: Vec<Thread>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Thread {
    pub id: i64,
    pub name: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinueResponse {
    pub all_threads_continued: bool,
}

/// The arguments of `next`, `stepIn`, `stepOut` and `stepBack`.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct StepArguments {
    pub granularity: Option<SteppingGranularity>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SteppingGranularity {
    Statement,
    Line,
    Instruction,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTraceArguments {
    /// Counted from 1.
    #[serde(default = "first")]
    pub thread_id: i64,
    #[serde(default)]
    pub start_frame: i64,
}

const fn first() -> i64 {
    1
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTraceResponse {
    pub stack_frames: Vec<StackFrame>,
    pub total_frames: i64,
}

/// It has no end: editors select what a frame covers, and the next key would replace it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StackFrame {
    pub id: i64,
    /// The title of the section.
    pub name: String,
    pub source: Source,
    pub line: i64,
    pub column: i64,
    pub can_restart: bool,
    /// Absent if the disassembly does not have the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction_pointer_reference: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct GotoTargetsArguments {
    pub source: Source,
    pub line: i64,
}

#[derive(Clone, Debug, Serialize)]
pub struct GotoTargetsResponse {
    /// The line, or nothing.
    pub targets: Vec<GotoTarget>,
}

#[derive(Clone, Debug, Serialize)]
pub struct GotoTarget {
    pub id: i64,
    pub label: String,
    pub line: i64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GotoArguments {
    /// One of `gotoTargets`.
    pub target_id: i64,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelArguments {
    pub request_id: Option<i64>,
    pub progress_id: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct RestartArguments {
    /// The launch arguments as they are now.
    pub arguments: Option<serde_json::Value>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionInfoResponse {
    /// The name of a filter, or `failed`.
    pub exception_id: &'static str,
    pub description: String,
    pub break_mode: &'static str,
}

#[derive(Clone, Debug, Serialize)]
pub struct LoadedSourcesResponse {
    pub sources: Vec<Source>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceArguments {
    pub source: Option<Source>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceResponse {
    /// The text as it runs.
    pub content: String,
    pub mime_type: &'static str,
}
