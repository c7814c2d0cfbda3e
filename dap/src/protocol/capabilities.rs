//! `initialize`: the capabilities of each side.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InitializeRequestArguments {
    pub locale: Option<String>,
    #[serde(rename = "linesStartAt1", default = "yes")]
    pub lines_start_at_1: bool,
    #[serde(rename = "columnsStartAt1", default = "yes")]
    pub columns_start_at_1: bool,
    pub path_format: Option<String>,
    #[serde(default)]
    pub supports_variable_paging: bool,
    #[serde(default)]
    pub supports_progress_reporting: bool,
    #[serde(default)]
    pub supports_invalidated_event: bool,
    #[serde(default)]
    pub supports_memory_event: bool,
}

const fn yes() -> bool {
    true
}

/// What this adapter has; the rest is absent.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Capabilities {
    pub supports_configuration_done_request: bool,
    pub supports_function_breakpoints: bool,
    pub supports_conditional_breakpoints: bool,
    pub supports_hit_conditional_breakpoints: bool,
    pub supports_evaluate_for_hovers: bool,
    pub exception_breakpoint_filters: Vec<ExceptionBreakpointsFilter>,
    pub supports_step_back: bool,
    pub supports_set_variable: bool,
    pub supports_restart_frame: bool,
    pub supports_goto_targets_request: bool,
    pub supports_completions_request: bool,
    pub completion_trigger_characters: Vec<&'static str>,
    pub supports_restart_request: bool,
    pub supports_value_formatting_options: bool,
    pub supports_exception_info_request: bool,
    pub supports_loaded_sources_request: bool,
    pub supports_log_points: bool,
    pub supports_set_expression: bool,
    pub supports_terminate_request: bool,
    pub supports_data_breakpoints: bool,
    pub supports_data_breakpoint_bytes: bool,
    pub supports_read_memory_request: bool,
    pub supports_write_memory_request: bool,
    pub supports_disassemble_request: bool,
    pub supports_cancel_request: bool,
    pub supports_breakpoint_locations_request: bool,
    pub supports_clipboard_context: bool,
    pub supports_stepping_granularity: bool,
    pub supports_instruction_breakpoints: bool,
}

/// The [`Capabilities`] that a program in a language other than MN-Core 2 changes.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OtherCapabilities {
    pub exception_breakpoint_filters: Vec<ExceptionBreakpointsFilter>,
    pub supports_set_variable: bool,
    pub supports_set_expression: bool,
    pub supports_restart_frame: bool,
    pub supports_value_formatting_options: bool,
    pub supports_data_breakpoint_bytes: bool,
    pub supports_read_memory_request: bool,
    pub supports_write_memory_request: bool,
    pub supports_disassemble_request: bool,
    pub supports_instruction_breakpoints: bool,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionBreakpointsFilter {
    pub filter: &'static str,
    pub label: String,
    pub description: String,
    pub default: bool,
}
