//! Random requests: each gets an answer of the right shape, and none ends the session.

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

/// A small generator of pseudo-random numbers (xorshift), so that the test repeats exactly.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn value(&mut self, name: &str, program: &Program) -> Value {
        match name {
            "source" => json!({ "path": program.path }),
            "memoryReference" | "instructionReference" => json!(self.of(&REFERENCES)),
            "context" => json!(self.of(&["repl", "watch"])),
            "data" => json!(self.of(&["AQI=", "?", ""])),
            "dataId" => json!(self.of(&["lm0@n0c0b0m0p0:2", "grf0@n0c0b0m3p1+8:2", "x"])),
            "filters" => json!([self.of(&["hazard", "unwritten", "infinity", "mismatch", "quit"])]),
            "hitCondition" => json!(self.of(&["1", "> 0", "% 1", "x"])),
            "logMessage" => json!(self.of(&["a {$lr0}", "{"])),
            "memory" => json!(self.of(&["$lm0", "$r4090", "$lt", "$lb8", "$omr1", "$lm99999", ""])),
            "granularity" => json!(self.of(&["line", "instruction"])),
            "filter" => json!(self.of(&["indexed", "named"])),
            "expression" | "name" | "text" | "value" | "condition" => json!(self.of(&TEXTS)),
            "breakpoints" => {
                let names = [
                    "line",
                    "name",
                    "instructionReference",
                    "dataId",
                    self.of(&OTHERS),
                ];
                let one: Map<String, Value> = names
                    .into_iter()
                    .map(|name| (name.to_owned(), self.value(name, program)))
                    .collect();
                json!([one])
            }
            _ if self.below(3) == 0 => json!(self.of(&NUMBERS)),
            _ => json!(self.below(40)),
        }
    }
}

/// Sends random requests to a client that has launched a program; each must be answered.
pub(crate) fn ask_at_random(client: &mut Client, program: &Program, seed: u64) {
    let mut random = Random(seed);
    for _ in 0..REQUESTS {
        let (command, needed) = random.of(COMMANDS);
        let other = random.of(&OTHERS);
        let names = needed.iter().copied().chain([other]);
        let arguments: Map<String, Value> = names
            .map(|name| (name.to_owned(), random.value(name, program)))
            .collect();
        let seq = client.send_anything(command, Value::Object(arguments));
        client.response(seq);
    }
}

#[test]
pub(crate) fn random_requests_are_answered() {
    for seed in [0x9e37_79b9_7f4a_7c15, 0x2545_f491_4f6c_dd1d] {
        let program = Program::new(DOUBLES);
        let mut client = Client::ready();
        client.launch(&program, json!({ "stopOnEntry": true }));
        ask_at_random(&mut client, &program, seed);
        client.ask("disconnect", json!({}));
        assert_eq!(client.wait(), Some(0));
    }
}
