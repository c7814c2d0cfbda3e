//! Going through a run, and where it is.

use serde::{Deserialize, Serialize};

use super::Source;

/// `threads`
#[derive(Clone, Debug, Serialize)]
pub struct Threads {
    /// The chip alone, or the threads of a machine that has several.
    pub threads: Vec<Thread>,
}

/// A thread.
#[derive(Clone, Debug, Serialize)]
pub struct Thread {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
}

/// `continue`
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Continued {
    /// All threads do.
    pub all_threads_continued: bool,
}

/// `next`, `stepIn`, `stepOut`, `stepBack`
#[derive(Clone, Debug, Default, Deserialize)]
pub struct StepArguments {
    /// How far.
    pub granularity: Option<Granularity>,
}

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Granularity {
    /// A line.
    Statement,
    /// A line.
    Line,
    /// An instruction of the disassembly, which is a line too.
    Instruction,
}

/// `stackTrace`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTraceArguments {
    /// The thread, counted from 1.
    #[serde(default = "first")]
    pub thread_id: i64,
    /// The first frame that is asked for.
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
    /// Its number.
    pub id: i64,
    /// Its section.
    pub name: String,
    /// The text.
    pub source: Source,
    /// The line.
    pub line: i64,
    /// The column.
    pub column: i64,
    /// Whether it can be started again.
    pub can_restart: bool,
    /// The instruction in the disassembly, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction_pointer_reference: Option<String>,
}

/// `gotoTargets`
#[derive(Clone, Debug, Deserialize)]
pub struct GotoTargetsArguments {
    /// The text.
    pub source: Source,
    /// The line.
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
    /// Its number.
    pub id: i64,
    /// Its name.
    pub label: String,
    /// The line.
    pub line: i64,
}

/// `goto`
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GotoArguments {
    /// A number of `gotoTargets`.
    pub target_id: i64,
}

/// `cancel`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancelArguments {
    /// The request that is not wanted any more.
    pub request_id: Option<i64>,
    /// The progress that is not wanted any more.
    pub progress_id: Option<String>,
}

/// `disconnect`, `terminate`
#[derive(Clone, Debug, Default, Deserialize)]
pub struct EndArguments {
    /// Whether another session begins.
    #[serde(default)]
    pub restart: bool,
}

/// `restart`
#[derive(Clone, Debug, Default, Deserialize)]
pub struct RestartArguments {
    /// The launch arguments as they are now.
    pub arguments: Option<serde_json::Value>,
}

/// `exceptionInfo`
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionInfo {
    /// The filter.
    pub exception_id: &'static str,
    /// What happened.
    pub description: String,
    /// Always stops.
    pub break_mode: &'static str,
}

/// `loadedSources`
#[derive(Clone, Debug, Serialize)]
pub struct LoadedSources {
    /// The program.
    pub sources: Vec<Source>,
}

/// `source`
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceArguments {
    /// The text.
    pub source: Option<Source>,
}

/// The answer to `source`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceContent {
    /// The text as it runs.
    pub content: String,
    /// Its type.
    pub mime_type: &'static str,
}
