//! Sessions in each language other than MN-Core 2: forward, backward, values, and the calls that a run is in.

use serde_json::{Value, json};

use crate::client::{Client, Program};

/// Two calls of a function that calls another one; NaplesPU keeps the address to return to in `ra`.
const NAPLESPU: &str = "\
_start: movei s1, 2
again:  jmpsr outer
        subi s1, s1, 1
        bnez s1, again
        jmp end
outer:  move_i32 s9, ra
        jmpsr inner
        move_i32 ra, s9
        jret
inner:  addi s2, s2, 5
        jret
end:
";

/// A recursion three deep.
const RVMATRIX: &str = "\
start:
\tmv s0, ra
\tli a0, 3
\tcall down
\tjr s0
down:
\taddi sp, sp, -8
\tsd ra, 0(sp)
\taddi a0, a0, -1
\tbeqz a0, bottom
\tcall down
bottom:
\tld ra, 0(sp)
\taddi sp, sp, 8
\tret
";

const TENSIL: &str = "\
LoadWeights Local(0) 2(+1)
MatMul Local(3) Acc(0) 1(+1)
DataMove(<-) Local(5) Acc(0) 1(+1)
DataMove(->) Local(5) DRAM0(0) 1(+1)
";

const TINYTC: &str = "\
func @f(%A: memref<f32x4>) {
  %c1 = constant 1 : index
  %a = load %A[%c1] : f32
  parallel {
    %b = arith.add %a, %a : f32
    store %b, %A[%c1]
  }
}
";

/// A client that is stopped before the first instruction.
fn stopped(name: &str, text: &str, language: &str, mem: &str) -> (Client, Program) {
    let program = Program::named(name, text);
    program.beside("in.json", mem);
    let mut client = Client::ready();
    let configuration = json!({ "language": language, "mem": "in.json", "stopOnEntry": true });
    client.launch(&program, configuration);
    client.ask("configurationDone", json!({}));
    assert_eq!(client.stopped()["reason"], "entry");
    (client, program)
}

/// Names and lines of the frames, the innermost first.
fn frames(client: &mut Client) -> Vec<(String, i64)> {
    let stack = client.ask("stackTrace", json!({ "threadId": 1 }));
    let frames = stack["stackFrames"].as_array().expect("a list");
    assert_eq!(stack["totalFrames"], frames.len());
    let frame = |frame: &Value| {
        let name = frame["name"].as_str().expect("a name").to_owned();
        (name, frame["line"].as_i64().expect("a line"))
    };
    frames.iter().map(frame).collect()
}

fn step(line: i64) -> (String, i64) {
    ("step".to_owned(), line)
}

fn end(mut client: Client) {
    client.ask("disconnect", json!({}));
    assert_eq!(client.wait(), Some(0));
}

#[test]
fn naplespu_has_calls() {
    let (mut client, program) = stopped("a.s", NAPLESPU, "naplespu", r#"{"s2": "0x1"}"#);
    assert_eq!(client.go("next"), step(2));
    assert_eq!(client.go("next"), step(3), "over both calls");
    assert_eq!(client.value("s2"), "0x6");
    assert_eq!(client.go("stepBack"), step(2), "back over them");
    assert_eq!(client.value("s2"), "0x1");
    client.break_at(&program, json!([{ "line": 10 }]));
    assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 10));
    let of_names = |names: [(&str, i64); 3]| names.map(|(name, line)| (name.to_owned(), line));
    let within = of_names([("inner", 10), ("outer", 7), ("again", 2)]);
    assert_eq!(frames(&mut client), within);
    // Every frame has the registers of the hardware.
    let body = client.ask("scopes", json!({ "frameId": 3 }));
    assert!(body["scopes"].as_array().is_some_and(|it| !it.is_empty()));
    let asked = json!({ "expression": "s1", "context": "hover", "frameId": 2 });
    assert_eq!(client.ask("evaluate", asked)["result"], "0x2");
    assert_eq!(client.go("stepOut"), step(8));
    assert_eq!(frames(&mut client).len(), 2);
    assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 10));
    assert_eq!(client.value("s2"), "0x6");
    assert_eq!(client.go("reverseContinue"), ("breakpoint".to_owned(), 10));
    assert_eq!(client.value("s2"), "0x1");
    assert_eq!(frames(&mut client), within);
    end(client);
}

#[test]
fn rvmatrix_has_calls() {
    let (mut client, program) = stopped("a.S", RVMATRIX, "rvmatrix", "{}");
    client.break_at(&program, json!([{ "line": 13 }]));
    assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 13));
    let lines = |client: &mut Client| -> Vec<i64> {
        let frames = frames(client).into_iter();
        frames.map(|(_, line)| line).collect()
    };
    assert_eq!(lines(&mut client), [13, 11, 11, 4]);
    assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 13));
    assert_eq!(lines(&mut client), [13, 11, 4]);
    client.break_at(&program, json!([]));
    assert_eq!(client.go("stepOut").1, 13);
    assert_eq!(lines(&mut client), [13, 4]);
    assert_eq!(client.go("stepOut"), step(5));
    assert_eq!(lines(&mut client), [5]);
    assert_eq!(client.go("stepBack"), step(4), "back over all of them");
    assert_eq!(client.value("a0"), "0x3");
    end(client);
}

#[test]
fn tensil_has_memories() {
    let mem = r#"{"Local": [[256, 0], [256, 0], [0, 256], [512, -256], [128, 64]]}"#;
    let language = "tensil array_size=2";
    let (mut client, program) = stopped("a.tasm", TENSIL, language, mem);
    assert_eq!(client.go("next"), step(2));
    assert_eq!(client.go("next"), step(3));
    assert_eq!(client.value("Acc(0)"), "[3, -1]");
    assert_eq!(client.go("stepBack"), step(2));
    let body = client.ask("scopes", json!({ "frameId": 1 }));
    let names = body["scopes"].as_array().expect("a list").iter();
    let names: Vec<&str> = names.filter_map(|it| it["name"].as_str()).collect();
    assert!(
        names.contains(&"weights") && names.contains(&"Acc"),
        "{names:?}"
    );
    client.break_at(
        &program,
        json!([{ "line": 4, "condition": "Local(6)(0) == 1.5 && Local[6][1] == 0.25 && Local(6) > 0" }]),
    );
    assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 4));
    assert_eq!(client.go("reverseContinue"), ("entry".to_owned(), 1));
    end(client);
}

#[test]
fn a_tensil_vector_is_listed_to_its_last_element() {
    let program = "NoOp\nNoOp\n";
    let (mut client, _program) = stopped("kernel.tasm", program, "tensil", "{}");
    let set = json!({ "expression": "Local[3][7]", "value": "1.5" });
    assert_eq!(client.ask("setExpression", set)["value"], "1.5");
    assert_eq!(client.value("Local[3][7] * 2"), "3");
    let local = client.scope("Local");
    let vectors = client.variables(&local, json!({}));
    assert_eq!(vectors.len(), 1);
    let scalars = client.variables(&vectors[0]["variablesReference"], json!({}));
    assert_eq!(scalars[7]["value"], "1.5");
    client.refused(
        "evaluate",
        json!({ "expression": "Local[3][99999]", "context": "watch" }),
    );
}

#[test]
fn tinytc_has_regions() {
    let (mut client, program) = stopped("a.ir", TINYTC, "tinytc", r#"{"A": [1, 2, 3, 4]}"#);
    client.break_at(&program, json!([{ "line": 6 }]));
    assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 6));
    assert_eq!(client.value("%a"), "2");
    assert_eq!(frames(&mut client).len(), 2);
    assert_eq!(client.go("stepBack"), step(5));
    assert_eq!(client.go("reverseContinue"), ("entry".to_owned(), 2));
    end(client);
}

/// Runs an example without a debugger, and returns what it printed and its exit status.
fn run_example(name: &str, is_given: bool) -> (String, Value) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/languages");
    let path = std::path::Path::new(folder).join(name);
    let text = std::fs::read_to_string(&path).expect("an example");
    let program = Program::named(name, &text);
    if let (true, Ok(given)) = (
        is_given,
        std::fs::read_to_string(path.with_extension("in.json")),
    ) {
        let stem = path.file_stem().expect("a name").to_string_lossy();
        program.beside(&format!("{stem}.in.json"), &given);
    }
    let mut client = Client::ready();
    client.launch(&program, json!({ "noDebug": true, "stopOnEntry": true }));
    client.ask("configurationDone", json!({}));
    client.event("terminated");
    assert!(!client.has_event("stopped"), "{name}");
    let code = client.event("exited")["exitCode"].clone();
    let printed = client.printed();
    end(client);
    (printed, code)
}

#[test]
fn an_example_without_a_debugger_takes_what_is_beside_it_and_prints_what_it_computed() {
    for (name, result) in [
        ("product.ir", "30 70 110 150"),
        ("int8.S", "0x1230 = 06 00 00 00"),
        (
            "relu.tasm",
            "DRAM0(4) = [0.75, 2.25, 0, 0, 0, 6.25, 3.75, 8.25]",
        ),
        ("double.s", "0x40 = 08 00 00 00"),
    ] {
        let (printed, code) = run_example(name, true);
        assert!(printed.contains(result), "{name}: {printed}");
        assert_eq!(code, 0, "{name}");
    }
}

#[test]
fn a_run_without_a_debugger_that_fails_ends_the_session() {
    let (printed, code) = run_example("product.ir", false);
    assert!(
        printed.contains("line 10: this element of an argument"),
        "{printed}"
    );
    assert_eq!(code, 3);
}
