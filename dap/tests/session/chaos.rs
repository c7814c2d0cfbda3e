//! Random requests: each gets an answer of the right shape, and none ends the session.

use mnc2_text::random::Random;
use serde_json::{Map, Value, json};

use crate::DOUBLES;
use crate::client::{Client, Program};

/// Requests of a session.
const REQUESTS: usize = 400;

/// Requests with the arguments that they need; others are added now and then.
const COMMANDS: &[(&str, &[&str])] = &[
    ("breakpointLocations", &["source", "line"]),
    ("cancel", &[]),
    ("completions", &["text", "column"]),
    ("configurationDone", &[]),
    ("continue", &[]),
    ("dataBreakpointInfo", &["name"]),
    ("disassemble", &["memoryReference", "instructionCount"]),
    ("evaluate", &["expression"]),
    ("exceptionInfo", &[]),
    ("goto", &["targetId"]),
    ("gotoTargets", &["source", "line"]),
    ("mnc2/chip", &["memory"]),
    ("mnc2/focus", &[]),
    ("mnc2/memory", &["memory"]),
    ("mnc2/now", &[]),
    ("mnc2/origin", &["expression"]),
    ("mnc2/reload", &[]),
    ("next", &[]),
    ("pause", &[]),
    ("readMemory", &["memoryReference", "count"]),
    ("restart", &[]),
    ("restartFrame", &[]),
    ("reverseContinue", &[]),
    ("scopes", &[]),
    ("setBreakpoints", &["source", "breakpoints"]),
    ("setDataBreakpoints", &["breakpoints"]),
    ("setExceptionBreakpoints", &["filters"]),
    ("setExpression", &["expression", "value"]),
    ("setFunctionBreakpoints", &["breakpoints"]),
    ("setInstructionBreakpoints", &["breakpoints"]),
    ("setVariable", &["variablesReference", "name", "value"]),
    ("source", &["source"]),
    ("stackTrace", &[]),
    ("stepBack", &[]),
    ("stepIn", &[]),
    ("stepOut", &[]),
    ("variables", &["variablesReference"]),
    ("writeMemory", &["memoryReference", "data"]),
];
const TEXTS: [&str; 27] = [
    "$lr0",
    "t1",
    "t1 == 2",
    "values",
    "$lr2@n0c0b0m3p1",
    "$lm0v",
    "$d0",
    "$d536870911",
    "$lx0,d",
    "$omr1",
    "$aluf",
    "max($lr0,f)",
    "where($lr0 == 0x0)",
    "$llt",
    "$dar5",
    "1/0",
    "é😀",
    "",
    "(",
    "goto 4",
    "goto end",
    "step 3",
    "back 2",
    "continue",
    "set $lr0 = 5",
    "0x1",
    "1.5",
];
const REFERENCES: [&str; 8] = [
    "lm0@n0c0b0m0p0",
    "lm0@n0c0b0m0p0+16380",
    "grf0@n0c0b0m0p0+4",
    "dram@n3+4294967288",
    "t@n0c0b0m0p0",
    "x",
    "0x00000001",
    "0x7fffffffffffffff",
];
const NUMBERS: [i64; 11] = [0, 1, 2, 5, 8, -1, 100, 1 << 31, 1 << 53, i64::MAX, i64::MIN];
const OTHERS: [&str; 10] = [
    "line",
    "offset",
    "start",
    "count",
    "context",
    "condition",
    "hitCondition",
    "logMessage",
    "granularity",
    "filter",
];

fn value(random: &mut Random, name: &str, program: &Program) -> Value {
    match name {
        "source" => json!({ "path": program.path }),
        "memoryReference" | "instructionReference" => json!(random.one_of(&REFERENCES)),
        "context" => json!(random.one_of(&["repl", "watch"])),
        "data" => json!(random.one_of(&["AQI=", "?", ""])),
        "dataId" => json!(random.one_of(&["lm0@n0c0b0m0p0:2", "grf0@n0c0b0m3p1+8:2", "x"])),
        "filters" => {
            json!([random.one_of(&["hazard", "unwritten", "infinity", "mismatch", "quit"])])
        }
        "hitCondition" => json!(random.one_of(&["1", "> 0", "% 1", "x"])),
        "logMessage" => json!(random.one_of(&["a {$lr0}", "{"])),
        "memory" => {
            json!(random.one_of(&["$lm0", "$r4090", "$lt", "$lb8", "$omr1", "$lm99999", ""]))
        }
        "granularity" => json!(random.one_of(&["line", "instruction"])),
        "filter" => json!(random.one_of(&["indexed", "named"])),
        "expression" | "name" | "text" | "value" | "condition" => json!(random.one_of(&TEXTS)),
        "breakpoints" => {
            let names = [
                "line",
                "name",
                "instructionReference",
                "dataId",
                random.one_of(&OTHERS),
            ];
            let one: Map<String, Value> = names
                .into_iter()
                .map(|name| (name.to_owned(), value(random, name, program)))
                .collect();
            json!([one])
        }
        _ if random.below(3) == 0 => json!(random.one_of(&NUMBERS)),
        _ => json!(random.below(40)),
    }
}

/// Sends random requests to a client that has launched a program; each must be answered.
pub(crate) fn ask_at_random(client: &mut Client, program: &Program, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..REQUESTS {
        let (command, needed) = random.one_of(COMMANDS);
        let other = random.one_of(&OTHERS);
        let names = needed.iter().copied().chain([other]);
        let arguments: Map<String, Value> = names
            .map(|name| (name.to_owned(), value(&mut random, name, program)))
            .collect();
        let seq = client.send_anything(command, Value::Object(arguments));
        client.response(seq);
    }
}

#[test]
fn random_requests_are_answered() {
    for seed in [0x9e37_79b9_7f4a_7c15, 0x2545_f491_4f6c_dd1d] {
        let program = Program::new(DOUBLES);
        let mut client = Client::ready();
        client.launch(&program, json!({ "stopOnEntry": true }));
        ask_at_random(&mut client, &program, seed);
        client.ask("disconnect", json!({}));
        assert_eq!(client.wait(), Some(0));
    }
}
