//! What the adapter may send, written by hand: every field of every message, and no others.

use serde_json::Value;

/// Fields of objects: `name:type`, with `?` after the name of one that can be missing. A type is `bool`, `int`, `text`,
/// `any`, `text-or-null`, an object of this table, or one of these in `[]`.
const OBJECTS: &[(&str, &str)] = &[
    ("Source", "name:text path:text"),
    (
        "Breakpoint",
        "id?:int verified:bool message?:text source?:Source line?:int instructionReference?:text reason?:text",
    ),
    ("Thread", "id:int name:text"),
    (
        "Frame",
        "id:int name:text source:Source line:int column:int canRestart:bool \
         instructionPointerReference?:text",
    ),
    (
        "Scope",
        "name:text presentationHint?:text variablesReference:int expensive:bool",
    ),
    (
        "Variable",
        "name:text value:text type?:text presentationHint?:Hint evaluateName?:text variablesReference:int \
         indexedVariables?:int memoryReference?:text",
    ),
    ("Hint", "attributes:[text]"),
    ("Location", "line:int"),
    ("Target", "id:int label:text line:int"),
    (
        "Item",
        "label:text detail?:text type:text start:int length:int",
    ),
    (
        "Instruction",
        "address:text instructionBytes?:text instruction:text symbol?:text location?:Source line?:int \
         presentationHint?:text",
    ),
    (
        "Writer",
        "line:int target:int isEdit:bool isMasked:bool text:text expression:int cycle:int name:text memoryReference?:text value:text \
         inputs:[Input]",
    ),
    (
        "Input",
        "operand:text role:text fold?:text name:text expression?:text memoryReference?:text bytes?:int place:text value:text",
    ),
    ("Value", "bits:text text:text number:any"),
    ("Word", "name:text format:text value:Value"),
    (
        "Filter",
        "filter:text label:text description:text default:bool",
    ),
    (
        "Other",
        "exceptionBreakpointFilters:[Filter] supportsSetVariable:bool supportsSetExpression:bool \
         supportsRestartFrame:bool supportsValueFormattingOptions:bool supportsDataBreakpointBytes:bool \
         supportsReadMemoryRequest:bool supportsWriteMemoryRequest:bool supportsDisassembleRequest:bool \
         supportsInstructionBreakpoints:bool",
    ),
    ("Error", "id:int format:text variables:any showUser:bool"),
];

/// Bodies of responses, by command; commands that are not here have none.
const RESPONSES: &[(&str, &str)] = &[
    (
        "initialize",
        "supportsConfigurationDoneRequest:bool supportsFunctionBreakpoints:bool supportsConditionalBreakpoints:bool \
         supportsHitConditionalBreakpoints:bool supportsEvaluateForHovers:bool exceptionBreakpointFilters:[Filter] \
         supportsStepBack:bool supportsSetVariable:bool supportsRestartFrame:bool supportsGotoTargetsRequest:bool \
         supportsCompletionsRequest:bool completionTriggerCharacters:[text] supportsRestartRequest:bool \
         supportsValueFormattingOptions:bool supportsExceptionInfoRequest:bool supportsLoadedSourcesRequest:bool \
         supportsLogPoints:bool supportsSetExpression:bool supportsTerminateRequest:bool supportsDataBreakpoints:bool \
         supportsDataBreakpointBytes:bool supportsReadMemoryRequest:bool supportsWriteMemoryRequest:bool \
         supportsDisassembleRequest:bool supportsCancelRequest:bool supportsBreakpointLocationsRequest:bool \
         supportsClipboardContext:bool supportsSteppingGranularity:bool supportsInstructionBreakpoints:bool",
    ),
    ("breakpointLocations", "breakpoints:[Location]"),
    ("completions", "targets:[Item]"),
    ("continue", "allThreadsContinued:bool"),
    (
        "dataBreakpointInfo",
        "dataId:text-or-null description:text accessTypes?:[text] canPersist:bool",
    ),
    ("disassemble", "instructions:[Instruction]"),
    (
        "evaluate",
        "result:text type?:text variablesReference:int indexedVariables?:int memoryReference?:text",
    ),
    (
        "exceptionInfo",
        "exceptionId:text description:text breakMode:text",
    ),
    ("gotoTargets", "targets:[Target]"),
    ("loadedSources", "sources:[Source]"),
    (
        "mnc2/divergence",
        "isEqual:bool line?:int otherLine?:int name?:text value?:text otherValue?:text",
    ),
    (
        "mnc2/chip",
        "level:text format:text values:[Value] elements:[int]",
    ),
    ("mnc2/focus", "focus:text"),
    (
        "mnc2/memory",
        "element:text level:text words:[Word] before:text-or-null after:text-or-null",
    ),
    (
        "mnc2/now",
        "program:text line:int target:int targets:int cycle:int step:int steps:int focus:text",
    ),
    ("mnc2/reload", "isSameState:bool droppedEdits:int"),
    (
        "mnc2/origin",
        "writers:[Writer] fromStart:[text] isComplete:bool",
    ),
    ("readMemory", "address:text unreadableBytes?:int data?:text"),
    ("scopes", "scopes:[Scope]"),
    ("setBreakpoints", "breakpoints:[Breakpoint]"),
    ("setDataBreakpoints", "breakpoints:[Breakpoint]"),
    ("setExceptionBreakpoints", "breakpoints:[Breakpoint]"),
    ("setFunctionBreakpoints", "breakpoints:[Breakpoint]"),
    ("setInstructionBreakpoints", "breakpoints:[Breakpoint]"),
    (
        "setExpression",
        "value:text type?:text variablesReference:int memoryReference?:text",
    ),
    (
        "setVariable",
        "value:text type?:text variablesReference:int memoryReference?:text",
    ),
    ("source", "content:text mimeType:text"),
    ("stackTrace", "stackFrames:[Frame] totalFrames:int"),
    ("threads", "threads:[Thread]"),
    ("variables", "variables:[Variable]"),
    ("writeMemory", "offset:int bytesWritten:int"),
];

/// Bodies of events; those without one have an empty row.
const EVENTS: &[(&str, &str)] = &[
    ("breakpoint", "reason:text breakpoint:Breakpoint"),
    ("capabilities", "capabilities:Other"),
    ("continued", "threadId:int allThreadsContinued:bool"),
    ("exited", "exitCode:int"),
    ("initialized", ""),
    ("invalidated", "areas:[text]"),
    ("memory", "memoryReference:text offset:int count:int"),
    (
        "output",
        "category:text output:text source?:Source line?:int",
    ),
    ("process", "name:text isLocalProcess:bool startMethod:text"),
    ("progressEnd", "progressId:text"),
    (
        "progressStart",
        "progressId:text title:text cancellable:bool percentage?:int",
    ),
    (
        "progressUpdate",
        "progressId:text message:text percentage?:int",
    ),
    (
        "stopped",
        "reason:text description?:text text?:text threadId:int allThreadsStopped:bool hitBreakpointIds?:[int]",
    ),
    ("terminated", ""),
];

fn row(table: &'static [(&str, &str)], name: &str) -> Option<&'static str> {
    let found = table.iter().find(|(own, _)| *own == name);
    found.map(|(_, fields)| *fields)
}

/// Fails if a message has another shape than the tables state.
#[track_caller]
pub(crate) fn check(message: &Value) {
    let body = &message["body"];
    let fields = match message["type"].as_str() {
        Some("event") => {
            has(message, "seq:int type:text event:text body?:any");
            let name = message["event"].as_str().unwrap_or_default();
            row(EVENTS, name).unwrap_or_else(|| panic!("{message}"))
        }
        Some("response") if message["success"] == false => {
            let all = "seq:int type:text request_seq:int success:bool command:text message:text body?:any";
            has(message, all);
            "error:Error"
        }
        Some("response") => {
            let all = "seq:int type:text request_seq:int success:bool command:text body?:any";
            has(message, all);
            let name = message["command"].as_str().unwrap_or_default();
            row(RESPONSES, name).unwrap_or("")
        }
        _ => panic!("{message}"),
    };
    if fields.is_empty() {
        assert!(body.is_null(), "{message}");
    } else if message["success"] != false || !body.is_null() {
        has(body, fields);
    }
}

/// Fails if an object has other fields.
#[track_caller]
fn has(object: &Value, fields: &str) {
    let Some(object) = object.as_object() else {
        panic!("{object} is no object with {fields}");
    };
    let mut known = Vec::new();
    for field in fields.split_whitespace() {
        let (name, kind) = field.split_once(':').expect("a type");
        let required = name.strip_suffix('?');
        let name = required.unwrap_or(name);
        known.push(name);
        match object.get(name) {
            Some(value) => is(value, kind, name),
            None => assert!(required.is_some(), "{name} is missing in {object:?}"),
        }
    }
    for name in object.keys() {
        assert!(known.contains(&name.as_str()), "{name} in {object:?}");
    }
}

#[track_caller]
fn is(value: &Value, kind: &str, name: &str) {
    if let Some(kind) = kind.strip_prefix('[') {
        let list = value
            .as_array()
            .unwrap_or_else(|| panic!("{name}: {value}"));
        let kind = kind.trim_end_matches(']');
        list.iter().for_each(|value| is(value, kind, name));
        return;
    }
    let fits = match kind {
        "bool" => value.is_boolean(),
        "int" => value.as_i64().is_some_and(|it| i32::try_from(it).is_ok()),
        "text" => value.is_string(),
        "text-or-null" => value.is_string() || value.is_null(),
        "any" => true,
        object => {
            let fields = row(OBJECTS, object).unwrap_or_else(|| panic!("{object}"));
            has(value, fields);
            true
        }
    };
    assert!(fits, "{name} is no {kind}: {value}");
}
