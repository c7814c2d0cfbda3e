//! What the client is told without asking.

use serde::Serialize;

use super::Source;

/// `stopped`
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stopped {
    /// Why, in a word of the protocol.
    pub reason: &'static str,
    /// Why, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The chip.
    pub thread_id: i64,
    /// All threads have.
    pub all_threads_stopped: bool,
    /// Which breakpoints.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hit_breakpoint_ids: Vec<u32>,
}

/// `capabilities`: what the adapter can do is not what it has said.
#[derive(Clone, Debug, Serialize)]
pub struct CapabilitiesEvent<T> {
    /// What is different.
    pub capabilities: T,
}

/// `continued`
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinuedEvent {
    /// The chip.
    pub thread_id: i64,
    /// All threads do.
    pub all_threads_continued: bool,
}

/// `output`
#[derive(Clone, Debug, Default, Serialize)]
pub struct Output {
    /// `console`, `important`, `stdout` or `stderr`.
    pub category: &'static str,
    /// The text, with the end of its line.
    pub output: String,
    /// The program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The line that says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
}

/// `exited`
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Exited {
    /// 0, or 3 if the run stopped before its end.
    pub exit_code: i64,
}

/// `process`
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Process {
    /// The program.
    pub name: String,
    /// Nothing runs elsewhere.
    pub is_local_process: bool,
    /// How it began.
    pub start_method: &'static str,
}

/// `progressStart`
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressStart {
    /// Its name.
    pub progress_id: String,
    /// What is done.
    pub title: String,
    /// Whether `cancel` ends it.
    pub cancellable: bool,
    /// How far it is; `None` where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentage: Option<i64>,
}

/// `progressUpdate`
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressUpdate {
    /// Its name.
    pub progress_id: String,
    /// Where it is.
    pub message: String,
    /// How far it is; `None` where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentage: Option<i64>,
}

/// `progressEnd`
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressEnd {
    /// Its name.
    pub progress_id: String,
}

/// `invalidated`
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Invalidated {
    /// What is to be asked for again.
    pub areas: Vec<&'static str>,
}

/// `memory`
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MemoryChanged {
    /// A memory of an element.
    pub memory_reference: String,
    /// The first byte.
    pub offset: i64,
    /// How many.
    pub count: i64,
}
