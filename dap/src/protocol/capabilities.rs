//! `initialize`: what each side can do.

use serde::{Deserialize, Serialize};

/// What the client can do.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InitializeArguments {
    /// The language of the user, such as `ja` or `en-US`.
    pub locale: Option<String>,
    /// Whether its lines count from 1, the default.
    #[serde(rename = "linesStartAt1", default = "yes")]
    pub lines_start_at_1: bool,
    /// Whether its columns count from 1.
    #[serde(rename = "columnsStartAt1", default = "yes")]
    pub columns_start_at_1: bool,
    /// `path` or `uri`.
    pub path_format: Option<String>,
    /// Whether it requests long lists of variables in parts.
    #[serde(default)]
    pub supports_variable_paging: bool,
    /// Whether it shows the types of variables.
    #[serde(default)]
    pub supports_variable_type: bool,
    /// Whether it understands references to memory.
    #[serde(default)]
    pub supports_memory_references: bool,
    /// Whether it shows progress.
    #[serde(default)]
    pub supports_progress_reporting: bool,
    /// Whether it requests invalidated data again.
    #[serde(default)]
    pub supports_invalidated_event: bool,
    /// Whether it requests changed memory again.
    #[serde(default)]
    pub supports_memory_event: bool,
}

const fn yes() -> bool {
    true
}

/// What this adapter can do; what it cannot is not mentioned.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Capabilities {
    /// Whether the request `configurationDone` is supported.
    pub supports_configuration_done_request: bool,
    /// Whether the request `setFunctionBreakpoints` is supported.
    pub supports_function_breakpoints: bool,
    /// Conditions of breakpoints.
    pub supports_conditional_breakpoints: bool,
    /// Numbers of hits of breakpoints.
    pub supports_hit_conditional_breakpoints: bool,
    /// `evaluate` of what is below the pointer.
    pub supports_evaluate_for_hovers: bool,
    /// Problems that can stop a run.
    pub exception_breakpoint_filters: Vec<ExceptionBreakpointsFilter>,
    /// `stepBack` and `reverseContinue`.
    pub supports_step_back: bool,
    /// Whether the request `setVariable` is supported.
    pub supports_set_variable: bool,
    /// Whether the request `restartFrame` is supported.
    pub supports_restart_frame: bool,
    /// Whether the request `gotoTargets` is supported.
    pub supports_goto_targets_request: bool,
    /// Whether the request `completions` is supported.
    pub supports_completions_request: bool,
    /// Characters after which completions are requested.
    pub completion_trigger_characters: Vec<&'static str>,
    /// Whether the request `restart` is supported.
    pub supports_restart_request: bool,
    /// Formats of values.
    pub supports_value_formatting_options: bool,
    /// Whether the request `exceptionInfo` is supported.
    pub supports_exception_info_request: bool,
    /// Whether the request `loadedSources` is supported.
    pub supports_loaded_sources_request: bool,
    /// Breakpoints that print a message instead of stopping.
    pub supports_log_points: bool,
    /// Whether the request `setExpression` is supported.
    pub supports_set_expression: bool,
    /// Whether the request `terminate` is supported.
    pub supports_terminate_request: bool,
    /// `dataBreakpointInfo` and `setDataBreakpoints`.
    pub supports_data_breakpoints: bool,
    /// Data breakpoints of bytes of memory.
    pub supports_data_breakpoint_bytes: bool,
    /// Whether the request `readMemory` is supported.
    pub supports_read_memory_request: bool,
    /// Whether the request `writeMemory` is supported.
    pub supports_write_memory_request: bool,
    /// Whether the request `disassemble` is supported.
    pub supports_disassemble_request: bool,
    /// Whether the request `cancel` is supported.
    pub supports_cancel_request: bool,
    /// Whether the request `breakpointLocations` is supported.
    pub supports_breakpoint_locations_request: bool,
    /// `evaluate` for the clipboard.
    pub supports_clipboard_context: bool,
    /// The granularities of steps.
    pub supports_stepping_granularity: bool,
    /// Whether the request `setInstructionBreakpoints` is supported.
    pub supports_instruction_breakpoints: bool,
}

/// What is different about a program in a language other than MN-Core 2.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OtherCapabilities {
    /// What can stop a run.
    pub exception_breakpoint_filters: Vec<ExceptionBreakpointsFilter>,
    /// Whether the request `setVariable` is supported.
    pub supports_set_variable: bool,
    /// Whether the request `setExpression` is supported.
    pub supports_set_expression: bool,
    /// Whether the request `restartFrame` is supported.
    pub supports_restart_frame: bool,
    /// Formats of values.
    pub supports_value_formatting_options: bool,
    /// Data breakpoints of bytes of memory.
    pub supports_data_breakpoint_bytes: bool,
    /// Whether the request `readMemory` is supported.
    pub supports_read_memory_request: bool,
    /// Whether the request `writeMemory` is supported.
    pub supports_write_memory_request: bool,
    /// Whether the request `disassemble` is supported.
    pub supports_disassemble_request: bool,
    /// Whether the request `setInstructionBreakpoints` is supported.
    pub supports_instruction_breakpoints: bool,
}

/// A problem that can stop a run.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionBreakpointsFilter {
    /// Its name in requests.
    pub filter: &'static str,
    /// Its name for people.
    pub label: String,
    /// What it is.
    pub description: String,
    /// Whether it is on at first.
    pub default: bool,
}
