//! Every request, with what answers it: for a program in MN-Core 2 assembly, and for one in another language.

use serde_json::Value;

use super::{Done, Session, dialect};

/// How a request is answered.
pub(super) type Handler = for<'s, 'a> fn(&'s mut Session<'a>, Value) -> Done<Value>;

/// How a request is answered if the program is in another language than MN-Core 2 assembly.
#[derive(Clone, Copy)]
pub(super) enum Other {
    /// In the same way: the program does not matter.
    Same,
    /// By something else.
    By(Handler),
    /// Not at all: it is about the chip, or about what only its runs have.
    OfMnc2,
}

/// A request.
pub(super) struct Row {
    /// Its name.
    pub(super) command: &'static str,
    /// What answers it.
    pub(super) mnc2: Handler,
    /// What answers it for other languages.
    pub(super) other: Other,
}

/// What is the same for all languages.
const fn same(command: &'static str, handler: Handler) -> Row {
    Row {
        command,
        mnc2: handler,
        other: Other::Same,
    }
}

/// What each kind of program has its own answer for.
const fn both(command: &'static str, mnc2: Handler, other: Handler) -> Row {
    Row {
        command,
        mnc2,
        other: Other::By(other),
    }
}

/// What is about MN-Core 2.
const fn chip(command: &'static str, handler: Handler) -> Row {
    Row {
        command,
        mnc2: handler,
        other: Other::OfMnc2,
    }
}

/// A handler that is given its arguments in their type.
macro_rules! typed {
    ($handler:path) => {
        |it, arguments| it.typed(arguments, $handler)
    };
}

/// Every request.
pub(super) const ROWS: &[Row] = &[
    same("attach", typed!(Session::attach)),
    both(
        "breakpointLocations",
        typed!(Session::breakpoint_locations),
        typed!(dialect::breakpoint_locations),
    ),
    both("cancel", typed!(Session::cancel), typed!(dialect::cancel)),
    both(
        "completions",
        typed!(Session::completions),
        typed!(dialect::completions),
    ),
    same("configurationDone", typed!(Session::configuration_done)),
    both(
        "continue",
        typed!(Session::continue_),
        typed!(dialect::continue_),
    ),
    both(
        "dataBreakpointInfo",
        typed!(Session::data_breakpoint_info),
        typed!(dialect::data_breakpoint_info),
    ),
    both(
        "disassemble",
        typed!(Session::disassemble),
        typed!(dialect::disassemble),
    ),
    same("disconnect", typed!(Session::disconnect)),
    both(
        "evaluate",
        typed!(Session::evaluate),
        typed!(dialect::evaluate),
    ),
    both(
        "exceptionInfo",
        typed!(Session::exception_info),
        typed!(dialect::exception_info),
    ),
    both("goto", typed!(Session::goto), typed!(dialect::goto)),
    both(
        "gotoTargets",
        typed!(Session::goto_targets),
        typed!(dialect::goto_targets),
    ),
    same("initialize", typed!(Session::initialize)),
    same("launch", typed!(Session::launch)),
    both(
        "loadedSources",
        typed!(Session::loaded_sources),
        typed!(dialect::loaded_sources),
    ),
    chip("mnc2/chip", typed!(Session::chip)),
    chip("mnc2/divergence", typed!(Session::divergence)),
    chip("mnc2/focus", typed!(Session::focus)),
    chip("mnc2/memory", typed!(Session::memory_view)),
    chip("mnc2/now", typed!(Session::now)),
    chip("mnc2/origin", typed!(Session::origin)),
    chip("mnc2/reload", typed!(Session::reload)),
    both("next", typed!(Session::next), typed!(dialect::next)),
    both("pause", typed!(Session::pause), typed!(dialect::pause)),
    both(
        "readMemory",
        typed!(Session::read_memory),
        typed!(dialect::read_memory),
    ),
    both(
        "restart",
        typed!(Session::restart),
        typed!(dialect::restart),
    ),
    chip("restartFrame", typed!(Session::restart_frame)),
    both(
        "reverseContinue",
        typed!(Session::reverse_continue),
        typed!(dialect::reverse_continue),
    ),
    both("scopes", typed!(Session::scopes), typed!(dialect::scopes)),
    both(
        "setBreakpoints",
        typed!(Session::set_breakpoints),
        typed!(dialect::set_breakpoints),
    ),
    both(
        "setDataBreakpoints",
        typed!(Session::set_data_breakpoints),
        typed!(dialect::set_data_breakpoints),
    ),
    both(
        "setExceptionBreakpoints",
        typed!(Session::set_exception_breakpoints),
        typed!(dialect::set_exception_breakpoints),
    ),
    both(
        "setExpression",
        typed!(Session::set_expression),
        typed!(dialect::set_expression),
    ),
    both(
        "setFunctionBreakpoints",
        typed!(Session::set_function_breakpoints),
        typed!(dialect::set_function_breakpoints),
    ),
    both(
        "setInstructionBreakpoints",
        typed!(Session::set_instruction_breakpoints),
        typed!(dialect::set_instruction_breakpoints),
    ),
    both(
        "setVariable",
        typed!(Session::set_variable),
        typed!(dialect::set_variable),
    ),
    both("source", typed!(Session::source), typed!(dialect::source)),
    both(
        "stackTrace",
        typed!(Session::stack_trace),
        typed!(dialect::stack_trace),
    ),
    both(
        "stepBack",
        typed!(Session::step_back),
        typed!(dialect::step_back),
    ),
    both("stepIn", typed!(Session::step_in), typed!(dialect::step_in)),
    both(
        "stepOut",
        typed!(Session::step_out),
        typed!(dialect::step_out),
    ),
    both(
        "terminate",
        typed!(Session::terminate),
        typed!(dialect::terminate),
    ),
    both(
        "threads",
        typed!(Session::threads),
        typed!(dialect::threads),
    ),
    both(
        "variables",
        typed!(Session::variables),
        typed!(dialect::variables),
    ),
    both(
        "writeMemory",
        typed!(Session::write_memory),
        typed!(dialect::write_memory),
    ),
];
