//! Where a run stops.

use serde::{Deserialize, Serialize};

use super::Source;

/// Arguments of `setBreakpoints`.
#[derive(Clone, Debug, Deserialize)]
pub struct SetBreakpointsArguments {
    /// The text that the breakpoints are in.
    pub source: Source,
    /// All breakpoints of the text.
    #[serde(default)]
    pub breakpoints: Vec<SourceBreakpoint>,
    /// The lines of older clients.
    #[serde(default)]
    pub lines: Vec<i64>,
}

/// A breakpoint at a line.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceBreakpoint {
    /// The line, as the client counts lines.
    pub line: i64,
    /// The expression that must be true for the run to stop.
    pub condition: Option<String>,
    /// The condition on the number of hits.
    pub hit_condition: Option<String>,
    /// The text that is printed instead of stopping.
    pub log_message: Option<String>,
}

/// Arguments of `setFunctionBreakpoints`.
#[derive(Clone, Debug, Deserialize)]
pub struct SetFunctionBreakpointsArguments {
    /// All breakpoints of this kind; they replace the earlier ones.
    pub breakpoints: Vec<FunctionBreakpoint>,
}

/// A breakpoint at a section.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FunctionBreakpoint {
    /// The title of the section.
    pub name: String,
    /// The expression that must be true for the run to stop.
    pub condition: Option<String>,
    /// The condition on the number of hits.
    pub hit_condition: Option<String>,
}

/// Arguments of `setInstructionBreakpoints`.
#[derive(Clone, Debug, Deserialize)]
pub struct SetInstructionBreakpointsArguments {
    /// All breakpoints of this kind; they replace the earlier ones.
    pub breakpoints: Vec<InstructionBreakpoint>,
}

/// A breakpoint at an instruction of the disassembly.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstructionBreakpoint {
    /// The address of an instruction.
    pub instruction_reference: String,
    /// Instructions after it.
    #[serde(default)]
    pub offset: i64,
    /// The expression that must be true for the run to stop.
    pub condition: Option<String>,
    /// The condition on the number of hits.
    pub hit_condition: Option<String>,
}

/// Arguments of `dataBreakpointInfo`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataBreakpointInfoArguments {
    /// The list of variables that `name` is in.
    pub variables_reference: Option<i64>,
    /// A variable, an expression, or an address.
    pub name: String,
    /// Number of bytes to watch.
    pub bytes: Option<i64>,
    /// Whether `name` is an address.
    #[serde(default)]
    pub as_address: bool,
}

/// What can be watched.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DataBreakpointInfo {
    /// Its name in `setDataBreakpoints`; null if it cannot be watched.
    pub data_id: Option<String>,
    /// What it is, or why it cannot be watched.
    pub description: String,
    /// By what it can be accessed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub access_types: Vec<DataAccess>,
    /// Whether the name is valid in another session.
    pub can_persist: bool,
}

/// Which accesses count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DataAccess {
    /// Reads stop the run.
    Read,
    /// Writes stop the run.
    Write,
    /// Both stop the run.
    ReadWrite,
}

/// Arguments of `setDataBreakpoints`.
#[derive(Clone, Debug, Deserialize)]
pub struct SetDataBreakpointsArguments {
    /// All breakpoints of this kind; they replace the earlier ones.
    pub breakpoints: Vec<DataBreakpoint>,
}

/// A breakpoint at accesses of memory.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataBreakpoint {
    /// What `dataBreakpointInfo` has named.
    pub data_id: String,
    /// Which accesses count; writes by default.
    pub access_type: Option<DataAccess>,
    /// The expression that must be true for the run to stop.
    pub condition: Option<String>,
    /// The condition on the number of hits.
    pub hit_condition: Option<String>,
}

/// Arguments of `setExceptionBreakpoints`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetExceptionBreakpointsArguments {
    /// The filters that are on.
    pub filters: Vec<String>,
    /// Filters that are on, with options that are not used.
    #[serde(default)]
    pub filter_options: Vec<ExceptionFilterOptions>,
}

/// A filter that is on.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionFilterOptions {
    /// The name of the filter.
    pub filter_id: String,
}

/// The answer to each request that sets breakpoints.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SetBreakpointsBody {
    /// One for each breakpoint of the request, in its order.
    pub breakpoints: Vec<Breakpoint>,
}

/// What has become of a breakpoint.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Breakpoint {
    /// Its number in events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// Whether it can stop a run.
    pub verified: bool,
    /// Why not, or where it is instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The text that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The line where it stops a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<i64>,
    /// The address of the instruction where it stops a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction_reference: Option<String>,
    /// Why it is not verified, in one word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// Arguments of `breakpointLocations`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BreakpointLocationsArguments {
    /// The text with the lines.
    pub source: Source,
    /// The first line.
    pub line: i64,
    /// The last line; by default the first one.
    pub end_line: Option<i64>,
}

/// Where breakpoints can be.
#[derive(Clone, Debug, Serialize)]
pub struct BreakpointLocations {
    /// In the order of lines.
    pub breakpoints: Vec<BreakpointLocation>,
}

/// Where a breakpoint can be.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BreakpointLocation {
    /// The line, as the client counts lines.
    pub line: i64,
}
