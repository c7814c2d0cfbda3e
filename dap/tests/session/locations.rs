//! What every language lists: memory, lanes, rows and elements, what can be changed, machine words, threads.

use data_encoding::BASE64;
use serde_json::{Value, json};

use crate::client::{Client, Program};

/// A session that is stopped at the first instruction, and what it can do.
fn stopped(name: &str, text: &str, language: &str) -> (Client, Program, Value) {
    let program = Program::named(name, text);
    let mut client = Client::ready();
    client.launch(
        &program,
        json!({ "language": language, "stopOnEntry": true }),
    );
    let capabilities = client.event("capabilities")["capabilities"].clone();
    client.ask("configurationDone", json!({}));
    client.stopped();
    (client, program, capabilities)
}

fn part<'a>(list: &'a [Value], name: &str) -> &'a Value {
    list.iter()
        .find(|it| it["name"] == name)
        .unwrap_or_else(|| panic!("no {name} in {list:?}"))
}

const RISCV: &str = "\
\tli t0, 0x1000
\tli t1, 0x41424344
\tsw t1, 8(t0)
\tlw t2, 8(t0)
\tret
";

#[test]
fn memory_is_listed_read_and_changed() {
    let (mut client, _program, can) = stopped("kernel.s", RISCV, "rvmatrix");
    for name in [
        "supportsSetVariable",
        "supportsReadMemoryRequest",
        "supportsWriteMemoryRequest",
        "supportsDisassembleRequest",
        "supportsInstructionBreakpoints",
    ] {
        assert_eq!(can[name], true, "{name}");
    }
    assert_eq!(can["supportsRestartFrame"], false);
    client.next(3);
    let memory = client.scope("memory");
    let pages = client.variables(&memory, json!({}));
    let page = part(&pages, "0x1000 … 0x1fff");
    let rows = client.variables(
        &page["variablesReference"],
        json!({ "start": 0, "count": 1 }),
    );
    assert_eq!(rows.len(), 1);
    let words = client.variables(&rows[0]["variablesReference"], json!({}));
    let word = part(&words, "0x1008");
    assert_eq!(word["value"], "0x41424344");
    assert_eq!(word["evaluateName"], "memory[0x1008]");
    assert_eq!(word["memoryReference"], "memory:0x1008");
    assert_eq!(client.value("memory[t0 + 8] == t1 && t0 > 5"), "true");

    let read = json!({ "memoryReference": "memory:0x1000", "offset": 8, "count": 4 });
    let body = client.ask("readMemory", read.clone());
    assert_eq!(body["data"], BASE64.encode(b"DCBA"));
    let write = json!({ "memoryReference": "memory:0x1008", "data": BASE64.encode(&[7, 0, 0, 0]) });
    assert_eq!(client.ask("writeMemory", write)["bytesWritten"], 4);
    client.next(1);
    assert_eq!(client.value("t2"), "0x7");
    // The run remembers the change.
    client.go("stepBack");
    client.go("stepBack");
    assert_eq!(client.value("memory[0x1008]"), "0x0");
    client.next(2);
    assert_eq!(client.value("t2"), "0x7");
    client.refused(
        "readMemory",
        json!({ "memoryReference": "nosuch:0x0", "count": 1 }),
    );

    let registers = client.scope("registers");
    let set = json!({ "variablesReference": registers, "name": "x7 t2", "value": "-1" });
    assert_eq!(
        client.ask("setVariable", set)["value"],
        "0xffffffffffffffff"
    );
    assert_eq!(client.value("t2 == -1"), "true");
    let set = json!({ "variablesReference": registers, "name": "x0 zero", "value": "1" });
    client.refused("setVariable", set);
    let set = json!({ "expression": "m1[0][3]", "value": "t0 + 1" });
    assert_eq!(client.ask("setExpression", set)["value"], "0x1001");
    client.refused(
        "setExpression",
        json!({ "expression": "t0 + 1", "value": "1" }),
    );
}

#[test]
fn machine_words_have_breakpoints() {
    let (mut client, _program, _) = stopped("kernel.s", VECTORS, "naplespu");
    let stack = client.ask("stackTrace", json!({ "threadId": 1 }));
    let here = stack["stackFrames"][0]["instructionPointerReference"].clone();
    let question =
        json!({ "memoryReference": here, "instructionOffset": -1, "instructionCount": 9 });
    let listed = client.ask("disassemble", question);
    let listed = listed["instructions"].as_array().expect("a list").clone();
    assert_eq!(listed.len(), 9);
    assert_eq!(listed[0]["presentationHint"], "invalid");
    assert_eq!(listed[1]["line"], 1);
    assert!(listed[1]["instructionBytes"].is_string());
    let wanted = part_in_line(&listed, 4);
    let set = json!({ "breakpoints": [{ "instructionReference": wanted["address"] }, { "instructionReference": "x" }] });
    let set = client.ask("setInstructionBreakpoints", set);
    assert_eq!(set["breakpoints"][0]["line"], 4);
    assert_eq!(set["breakpoints"][1]["verified"], false);
    assert_eq!(
        client.go("continue"),
        ("instruction breakpoint".to_owned(), 4)
    );
}

fn part_in_line(list: &[Value], line: i64) -> &Value {
    let found = list.iter().find(|it| it["line"] == line);
    found.expect("an instruction of the line")
}

/// The rows of the longest matrix have all their words.
#[test]
fn a_matrix_is_listed_to_its_last_element() {
    let (mut client, _program, _) = stopped("kernel.s", RISCV, "rvmatrix mlen=512");
    let matrix = client.scope("m7");
    let rows = client.variables(&matrix, json!({}));
    assert_eq!(rows.len(), 16);
    let row = &rows[15];
    assert_eq!(row["evaluateName"], "m7[15]");
    let words = client.variables(&row["variablesReference"], json!({}));
    assert_eq!(words.len(), 16);
    assert_eq!(words[15]["evaluateName"], "m7[15][15]");
    client.refused(
        "evaluate",
        json!({ "expression": "m7[16]", "context": "watch" }),
    );
}

const VECTORS: &str = "\
\tmovei s1, 5
\tmoveih rm, 0
\tmoveil rm, 0xffff
\tadd_i32 v3, v3, s1
\tadd_i32 s2, s1, s1
\tjret
";

#[test]
fn threads_are_threads_and_vectors_have_lanes() {
    let (mut client, program, _) = stopped("kernel.s", VECTORS, "naplespu threads=2");
    let threads = client.ask("threads", json!({}));
    let threads = threads["threads"].as_array().expect("threads").clone();
    assert_eq!(threads.len(), 2);
    let first = client.ask("stackTrace", json!({ "threadId": 1 }));
    let second = client.ask("stackTrace", json!({ "threadId": 2 }));
    let ids = [&first, &second].map(|it| it["stackFrames"][0]["id"].clone());
    assert_ne!(ids[0], ids[1]);
    client.ask("next", json!({ "threadId": 1 }));
    // It is the turn of the other thread.
    assert_eq!(client.stopped()["threadId"], 2);
    let lines = [1, 2].map(|thread| {
        let stack = client.ask("stackTrace", json!({ "threadId": thread }));
        stack["stackFrames"][0]["line"].clone()
    });
    assert_eq!(lines, [2, 1]);
    assert_eq!(client.value("t0.s1"), "0x5");
    assert_eq!(client.value("t1.s1"), "0x0");
    for (id, expected) in ids.iter().zip(["0x5", "0x0"]) {
        let asked = json!({ "expression": "s1", "context": "watch", "frameId": id });
        assert_eq!(client.ask("evaluate", asked)["result"], expected);
    }
    let scopes = client.ask("scopes", json!({ "frameId": ids[1] }));
    let scopes = scopes["scopes"].as_array().expect("scopes").clone();
    for name in ["registers", "vectors", "memory", "scratchpad"] {
        part(&scopes, name);
    }
    let vectors = &part(&scopes, "vectors")["variablesReference"];
    let v3 = client.variables(vectors, json!({}));
    let v3 = part(&v3, "v3");
    let lanes = client.variables(
        &v3["variablesReference"],
        json!({ "start": 13, "count": 3 }),
    );
    let names: Vec<&Value> = lanes.iter().map(|it| &it["evaluateName"]).collect();
    assert_eq!(names, ["t1.v3[13]", "t1.v3[14]", "t1.v3[15]"]);
    // A condition is about the thread that comes there.
    let set = client.break_at(
        &program,
        json!([{ "line": 5, "condition": "s1 == 5 && v3[15] == 5" }, { "line": 5, "condition": "t5.s1 == 1" }]),
    );
    assert_eq!([&set[0]["verified"], &set[1]["verified"]], [true, false]);
    assert_eq!(client.go("continue").0, "breakpoint");
    assert_eq!(client.value("memory[0x100000]"), "0x0");
    let set = json!({ "expression": "scratchpad[0x10]", "value": "0x10" });
    assert_eq!(client.ask("setExpression", set)["value"], "0x10");
    assert_eq!(client.value("scratchpad[0x10]"), "0x10");
}

const TINYTC: &str = "\
func @f(%n: index, %A: memref<f64x40x50>) {
    %z = constant 0 : index
    %one = constant 0x1.8p+0 : f64
    store %one, %A[%z, %z]
    %x = arith.add %n, %n : index
}
";

#[test]
fn a_memref_is_listed_to_its_last_element() {
    let program = Program::named("kernel.tinytc", TINYTC);
    program.beside("in.json", "{ \"n\": 21 }");
    let mut client = Client::ready();
    client.launch(
        &program,
        json!({ "language": "tinytc", "stopOnEntry": true, "mem": "in.json" }),
    );
    let can = client.event("capabilities")["capabilities"].clone();
    assert_eq!(can["supportsSetVariable"], true);
    assert_eq!(can["supportsReadMemoryRequest"], false);
    assert_eq!(can["supportsDisassembleRequest"], false);
    client.ask("configurationDone", json!({}));
    client.stopped();
    let set = client.break_at(
        &program,
        json!([{ "line": 5, "condition": "%A[0][0] > 1 && %n == 21" }, { "line": 5, "condition": "%q == 1" }]),
    );
    assert_eq!([&set[0]["verified"], &set[1]["verified"]], [true, false]);
    assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 5));
    let arguments = client.scope("arguments");
    let arguments = client.variables(&arguments, json!({}));
    let rows = client.variables(&part(&arguments, "%A")["variablesReference"], json!({}));
    assert_eq!(rows.len(), 40);
    let columns = client.variables(&rows[39]["variablesReference"], json!({}));
    assert_eq!(columns.len(), 50);
    assert_eq!(columns[49]["evaluateName"], "%A[39][49]");
    assert_eq!(client.value("%A[0][0]"), "1.5");
    let set = json!({ "expression": "%A[0][1]", "value": "2.5" });
    assert_eq!(client.ask("setExpression", set)["value"], "2.5");
    client.next(1);
    assert_eq!(client.value("%A[0][1] + 1"), "3.5");
}
