//! Every request, with what answers it.

use serde_json::Value;

use super::{Done, Session};

/// How a request is answered.
pub(super) type Handler = for<'s, 'a> fn(&'s mut Session<'a>, Value) -> Done<Value>;

/// A request and its handler.
pub(super) struct Row {
    pub(super) command: &'static str,
    pub(super) handler: Handler,
    /// Whether it is about the chip of MN-Core 2, or about what only its runs have.
    pub(super) is_of_chip: bool,
}

/// What programs in every language have.
const fn every(command: &'static str, handler: Handler) -> Row {
    Row {
        command,
        handler,
        is_of_chip: false,
    }
}

/// What is about MN-Core 2.
const fn chip(command: &'static str, handler: Handler) -> Row {
    Row {
        command,
        handler,
        is_of_chip: true,
    }
}

/// A handler that is given its arguments in their type.
macro_rules! typed {
    ($handler:path) => {
        |it, arguments| it.typed(arguments, $handler)
    };
}

/// Every request, in the order of names.
pub(super) const ROWS: &[Row] = &[
    every("attach", typed!(Session::attach)),
    every("breakpointLocations", typed!(Session::breakpoint_locations)),
    every("cancel", typed!(Session::cancel)),
    every("completions", typed!(Session::completions)),
    every("configurationDone", typed!(Session::configuration_done)),
    every("continue", typed!(Session::continue_)),
    every("dataBreakpointInfo", typed!(Session::data_breakpoint_info)),
    every("disassemble", typed!(Session::disassemble)),
    every("disconnect", typed!(Session::disconnect)),
    every("evaluate", typed!(Session::evaluate)),
    every("exceptionInfo", typed!(Session::exception_info)),
    every("goto", typed!(Session::goto)),
    every("gotoTargets", typed!(Session::goto_targets)),
    every("initialize", typed!(Session::initialize)),
    every("launch", typed!(Session::launch)),
    every("loadedSources", typed!(Session::loaded_sources)),
    chip("mnc2/chip", typed!(Session::chip_view)),
    chip("mnc2/divergence", typed!(Session::divergence)),
    chip("mnc2/focus", typed!(Session::focus)),
    chip("mnc2/memory", typed!(Session::memory_view)),
    chip("mnc2/now", typed!(Session::now)),
    chip("mnc2/origin", typed!(Session::origin)),
    chip("mnc2/reload", typed!(Session::reload)),
    every("next", typed!(Session::next)),
    every("pause", typed!(Session::pause)),
    every("readMemory", typed!(Session::read_memory)),
    every("restart", typed!(Session::restart)),
    chip("restartFrame", typed!(Session::restart_frame)),
    every("reverseContinue", typed!(Session::reverse_continue)),
    every("scopes", typed!(Session::scopes)),
    every("setBreakpoints", typed!(Session::set_breakpoints)),
    every("setDataBreakpoints", typed!(Session::set_data_breakpoints)),
    every(
        "setExceptionBreakpoints",
        typed!(Session::set_exception_breakpoints),
    ),
    every("setExpression", typed!(Session::set_expression)),
    every(
        "setFunctionBreakpoints",
        typed!(Session::set_function_breakpoints),
    ),
    every(
        "setInstructionBreakpoints",
        typed!(Session::set_instruction_breakpoints),
    ),
    every("setVariable", typed!(Session::set_variable)),
    every("source", typed!(Session::source)),
    every("stackTrace", typed!(Session::stack_trace)),
    every("stepBack", typed!(Session::step_back)),
    every("stepIn", typed!(Session::step_in)),
    every("stepOut", typed!(Session::step_out)),
    every("terminate", typed!(Session::terminate)),
    every("threads", typed!(Session::threads)),
    every("variables", typed!(Session::variables)),
    every("writeMemory", typed!(Session::write_memory)),
];
