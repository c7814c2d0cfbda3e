//! Going through a run, and where it is.

use serde::{Deserialize, Serialize};

use super::Source;

/// The answer to `threads`.
#[derive(Clone, Debug, Serialize)]
pub struct Threads {
    /// The chip alone, or the threads of a machine that has several.
    pub threads: Vec<Thread>,
}

/// A thread of the machine; the chip has one.
#[derive(Clone, Debug, Serialize)]
pub struct Thread {
    /// The number of the thread, counted from 1.
    pub id: i64,
    /// The name of the thread.
    pub name: String,
}

/// The answer to `continue`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Continued {
    /// Whether all threads continue, which is always the case.
    pub all_threads_continued: bool,
}

/// `next`, `stepIn`, `stepOut`, `stepBack`
#[derive(Clone, Debug, Default, Deserialize)]
pub struct StepArguments {
    /// How far to step; a line by default.
    pub granularity: Option<Granularity>,
}

/// The length of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Granularity {
    /// A line of the text; `next` runs calls in it to their end.
    Statement,
    /// Equivalent to `Statement`.
    Line,
    /// An instruction of the disassembly, which is a line too.
    Instruction,
}

/// Arguments of `stackTrace`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTraceArguments {
    /// The thread, counted from 1.
    #[serde(default = "first")]
    pub thread_id: i64,
    /// The index of the first requested frame.
    #[serde(default)]
    pub start_frame: i64,
}

const fn first() -> i64 {
    1
}

/// The answer to `stackTrace`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTrace {
    /// The line that runs next, or nothing.
    pub stack_frames: Vec<StackFrame>,
    /// How many frames there are.
    pub total_frames: i64,
}

/// A line that runs. It has no end: editors select what a frame covers, and the next key would replace it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StackFrame {
    /// The number of the frame in requests.
    pub id: i64,
    /// The section or function of the line; if it has none, the line.
    pub name: String,
    /// The text that the line is in.
    pub source: Source,
    /// The line, as the client counts lines.
    pub line: i64,
    /// The column, as the client counts columns.
    pub column: i64,
    /// Whether it can be started again.
    pub can_restart: bool,
    /// The instruction in the disassembly, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction_pointer_reference: Option<String>,
}

/// Arguments of `gotoTargets`.
#[derive(Clone, Debug, Deserialize)]
pub struct GotoTargetsArguments {
    /// The text with the line.
    pub source: Source,
    /// The line to go to.
    pub line: i64,
}

/// Where a run can go.
#[derive(Clone, Debug, Serialize)]
pub struct GotoTargets {
    /// The line, or nothing.
    pub targets: Vec<GotoTarget>,
}

/// Where a run can go.
#[derive(Clone, Debug, Serialize)]
pub struct GotoTarget {
    /// The number of the target in `goto`.
    pub id: i64,
    /// The name of the target for users.
    pub label: String,
    /// The line, as the client counts lines.
    pub line: i64,
}

/// Arguments of `goto`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GotoArguments {
    /// A number of `gotoTargets`.
    pub target_id: i64,
}

/// Arguments of `cancel`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelArguments {
    /// The sequence number of the request to cancel.
    pub request_id: Option<i64>,
    /// The name of the progress to cancel.
    pub progress_id: Option<String>,
}

/// Arguments of `disconnect` and `terminate`.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct EndArguments {
    /// Whether another session begins.
    #[serde(default)]
    pub restart: bool,
}

/// Arguments of `restart`.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct RestartArguments {
    /// The launch arguments as they are now.
    pub arguments: Option<serde_json::Value>,
}

/// The answer to `exceptionInfo`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionInfo {
    /// The name of the exception filter.
    pub exception_id: &'static str,
    /// What happened, one line for each exception.
    pub description: String,
    /// `always`: the exception stops the run each time.
    pub break_mode: &'static str,
}

/// The answer to `loadedSources`.
#[derive(Clone, Debug, Serialize)]
pub struct LoadedSources {
    /// The program alone.
    pub sources: Vec<Source>,
}

/// Arguments of `source`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceArguments {
    /// The text that is requested.
    pub source: Option<Source>,
}

/// The answer to `source`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceContent {
    /// The text as it runs.
    pub content: String,
    /// The media type of the text.
    pub mime_type: &'static str,
}
