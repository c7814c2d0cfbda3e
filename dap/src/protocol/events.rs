//! Events: messages that answer no request.

use serde::Serialize;

use super::Source;

/// Body of the event `stopped`.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stopped {
    /// Why, in a word of the protocol.
    pub reason: &'static str,
    /// Why, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The thread that stopped; the chip is 1.
    pub thread_id: i64,
    /// Whether all threads stopped, which is always the case.
    pub all_threads_stopped: bool,
    /// The numbers of the breakpoints that stopped the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hit_breakpoint_ids: Vec<u32>,
}

/// Body of the event `capabilities`: the capabilities that differ from the answer to `initialize`.
#[derive(Clone, Debug, Serialize)]
pub struct CapabilitiesEvent<T> {
    /// The capabilities that differ.
    pub capabilities: T,
}

/// Body of the event `continued`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinuedEvent {
    /// The thread that continues; the chip is 1.
    pub thread_id: i64,
    /// Whether all threads continue, which is always the case.
    pub all_threads_continued: bool,
}

/// Body of the event `output`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Output {
    /// `console`, `important`, `stdout` or `stderr`.
    pub category: &'static str,
    /// The text, with the end of its line.
    pub output: String,
    /// The program, if `line` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The line that printed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
}

/// Body of the event `exited`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Exited {
    /// 0, or 3 if the run stopped before its end.
    pub exit_code: i64,
}

/// Body of the event `process`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Process {
    /// The name of the program.
    pub name: String,
    /// Whether the process runs on this machine, which is always the case.
    pub is_local_process: bool,
    /// How it began.
    pub start_method: &'static str,
}

/// Body of the event `progressStart`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressStart {
    /// The name that the other events of this progress have.
    pub progress_id: String,
    /// What is done.
    pub title: String,
    /// Whether `cancel` ends it.
    pub cancellable: bool,
    /// How far it is; `None` where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentage: Option<i64>,
}

/// Body of the event `progressUpdate`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressUpdate {
    /// The name from `progressStart`.
    pub progress_id: String,
    /// The position of the run, for users.
    pub message: String,
    /// How far it is; `None` where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentage: Option<i64>,
}

/// Body of the event `progressEnd`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressEnd {
    /// The name from `progressStart`.
    pub progress_id: String,
}

/// Body of the event `invalidated`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Invalidated {
    /// The kinds of data to request again.
    pub areas: Vec<&'static str>,
}

/// Body of the event `memory`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MemoryChanged {
    /// A memory of an element.
    pub memory_reference: String,
    /// The first byte.
    pub offset: i64,
    /// Number of bytes that have changed.
    pub count: i64,
}
