//! The bodies of events.

use serde::Serialize;

use super::Source;

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoppedEvent {
    /// A word that the schema lists, or `restart`, which editors show unchanged.
    pub reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub thread_id: i64,
    pub all_threads_stopped: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hit_breakpoint_ids: Vec<u32>,
}

#[derive(Clone, Debug, Serialize)]
pub struct CapabilitiesEvent<T> {
    pub capabilities: T,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContinuedEvent {
    pub thread_id: i64,
    pub all_threads_continued: bool,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct OutputEvent {
    pub category: &'static str,
    pub output: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExitedEvent {
    /// 0, or 3 if the run stopped before its end.
    pub exit_code: i64,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProcessEvent {
    pub name: String,
    pub is_local_process: bool,
    pub start_method: &'static str,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressStartEvent {
    pub progress_id: String,
    pub title: String,
    pub cancellable: bool,
    /// Absent if the length of the run is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentage: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressUpdateEvent {
    pub progress_id: String,
    pub message: String,
    /// Absent if the length of the run is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentage: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressEndEvent {
    pub progress_id: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InvalidatedEvent {
    pub areas: Vec<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MemoryEvent {
    pub memory_reference: String,
    /// In bytes from the reference; may be negative.
    pub offset: i64,
    pub count: i64,
}
