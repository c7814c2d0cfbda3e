//! Programs in a language other than MN-Core 2.

use serde_json::{Value, json};

use crate::chaos::ask_at_random;
use crate::client::{Client, Program};

/// Sums up the numbers from 10 to 1, after what is in memory.
const SUM: &str = "\
# Lines count from 1.
start:
\tli t0, 0x1000
\tlb t2, 0(t0)
\tli t1, 10
loop:
\tadd t2, t2, t1
\taddi t1, t1, -1
\tbnez t1, loop
done:
\tsb t2, 1(t0)
\tret
";

/// A client that debugs the program and is stopped before its first instruction.
fn debugging(more: Value) -> (Client, Program) {
    let program = Program::named("kernel.S", SUM);
    program.beside("in.json", r#"{"0x1000": "05"}"#);
    let mut client = Client::ready();
    let mut configuration = json!({
        "language": "rvmatrix@0.2 mlen=256", "mem": "in.json", "stopOnEntry": true
    });
    for (key, value) in more.as_object().expect("an object") {
        configuration[key] = value.clone();
    }
    client.launch(&program, configuration);
    let capabilities = client.event("capabilities");
    assert_eq!(capabilities["capabilities"]["supportsRestartFrame"], false);
    client.ask("configurationDone", json!({}));
    (client, program)
}

fn stopped_at_entry() -> (Client, Program) {
    let (mut client, program) = debugging(json!({}));
    assert_eq!(client.stopped()["reason"], "entry");
    (client, program)
}

#[test]
fn a_program_goes_forward_and_back() {
    let (mut client, program) = stopped_at_entry();
    assert_eq!(client.line(), 3);
    assert_eq!(client.go("next"), ("step".to_owned(), 4));
    assert_eq!(client.go("stepIn"), ("step".to_owned(), 5));
    assert_eq!(client.value("t2"), "0x5");
    assert_eq!(client.go("stepBack"), ("step".to_owned(), 4));
    assert_eq!(client.value("t2"), "0x0");
    let targets = client.ask(
        "gotoTargets",
        json!({ "source": { "path": program.path }, "line": 10 }),
    );
    assert_eq!(targets["targets"][0]["line"], 11);
    let target = targets["targets"][0]["id"].clone();
    client.ask("goto", json!({ "threadId": 1, "targetId": target }));
    assert_eq!(client.stopped()["reason"], "goto");
    assert_eq!((client.line(), client.value("t2")), (11, "0x3c".to_owned()));
    // The end is a place to stop, so that the run can go back.
    client.ask("continue", json!({ "threadId": 1 }));
    assert_eq!(client.stopped()["description"], "the program has ended");
    assert_eq!(
        client.ask("exceptionInfo", json!({ "threadId": 1 }))["exceptionId"],
        "quit"
    );
    assert_eq!(client.go("reverseContinue"), ("entry".to_owned(), 3));
    client.ask("restart", json!({}));
    assert_eq!(client.stopped()["reason"], "entry");
    client.ask("setExceptionBreakpoints", json!({ "filters": [] }));
    client.ask("continue", json!({ "threadId": 1 }));
    assert_eq!(client.event("exited")["exitCode"], 0);
    client.event("terminated");
    assert!(client.printed().contains("ended after 35 instructions"));
    client.ask("disconnect", json!({}));
    assert_eq!(client.wait(), Some(0));
}

#[test]
fn breakpoints_count_and_compare() {
    let (mut client, program) = stopped_at_entry();
    let placed = client.break_at(
        &program,
        json!([
            { "line": 6, "hitCondition": "% 4" },
            { "line": 8, "condition": "t1 == 0x7" },
            { "line": 9, "logMessage": "t1 is {t1}" },
            { "line": 99 },
            { "line": 8, "condition": "often" },
            { "line": 8, "condition": "t1 > 5 && memory[sp] == 0x40" },
            { "line": 8, "condition": "t1" },
            { "line": 8, "logMessage": "{often}" },
        ]),
    );
    let lines: Vec<&Value> = placed.iter().map(|it| &it["line"]).collect();
    assert_eq!(
        lines,
        [
            &json!(7),
            &json!(8),
            &json!(9),
            &Value::Null,
            &Value::Null,
            &json!(8),
            &Value::Null,
            &Value::Null
        ]
    );
    assert_eq!(
        placed[0]["message"],
        "moved to the next statement, in line 7"
    );
    assert_eq!(placed[3]["verified"], false);
    assert!(
        placed[4]["message"]
            .as_str()
            .is_some_and(|it| it.contains("nothing here is called `often`"))
    );
    assert!(
        placed[6]["message"]
            .as_str()
            .is_some_and(|it| it.contains("neither true nor false"))
    );
    let breakpoint = |line| ("breakpoint".to_owned(), line);
    assert_eq!(client.go("continue"), breakpoint(7));
    assert_eq!(client.value("t1"), "0x7");
    assert_eq!(client.printed(), "t1 is 0x9\nt1 is 0x8\nt1 is 0x7\n");
    assert_eq!(client.go("continue"), breakpoint(8));
    assert_eq!(client.go("continue"), breakpoint(7));
    assert_eq!(client.value("t1"), "0x3");
    assert_eq!(client.go("reverseContinue"), breakpoint(8));
    assert_eq!(client.go("reverseContinue"), breakpoint(7));
    assert_eq!(client.value("t1"), "0x7");

    client.break_at(&program, json!([]));
    let body = client.ask(
        "setFunctionBreakpoints",
        json!({ "breakpoints": [{ "name": "done" }, { "name": "nowhere" }] }),
    );
    assert_eq!(body["breakpoints"][0]["line"], 11);
    assert_eq!(body["breakpoints"][1]["verified"], false);
    assert_eq!(
        client.go("continue"),
        ("function breakpoint".to_owned(), 11)
    );
    let source = json!({ "path": program.path });
    let places = json!({ "source": source, "line": 1, "endLine": 9 });
    let places = client.ask("breakpointLocations", places);
    let lines: Vec<i64> = places["breakpoints"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|it| it["line"].as_i64())
        .collect();
    assert_eq!(lines, [3, 4, 5, 7, 8, 9]);
}

#[test]
fn values_are_shown_and_watched() {
    let (mut client, _program) = stopped_at_entry();
    client.next(2);
    let stack = client.ask("stackTrace", json!({ "threadId": 1 }));
    assert_eq!(stack["stackFrames"][0]["name"], "start");
    let list = client.scope("registers");
    let registers = client.variables(&list, json!({}));
    let t2 = registers
        .iter()
        .find(|it| it["name"] == "x7 t2")
        .expect("a register");
    assert_eq!(
        (&t2["value"], &t2["evaluateName"]),
        (&json!("0x5"), &json!("t2"))
    );
    assert_eq!(client.value("registers.t2"), "0x5");
    let rows = client.scope("m0");
    let rows = client.variables(&rows, json!({ "start": 1, "count": 2 }));
    assert_eq!((rows.len(), &rows[0]["name"]), (2, &json!("[1]")));
    assert_eq!(
        client.value("m0[1]"),
        "[0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0]"
    );
    assert_eq!(client.value("m0[1][3] + t2 * 2"), "10");

    let info = client.ask(
        "dataBreakpointInfo",
        json!({ "variablesReference": list, "name": "x7 t2" }),
    );
    let id = info["dataId"].as_str().expect("a name").to_owned();
    let condition = json!({ "dataId": id, "accessType": "write", "condition": "t2 > 0x20" });
    client.ask("setDataBreakpoints", json!({ "breakpoints": [condition] }));
    client.ask("continue", json!({ "threadId": 1 }));
    let stopped = client.stopped();
    assert_eq!(stopped["reason"], "data breakpoint");
    assert_eq!(stopped["description"], "line 7 changes t2: 0x20 → 0x27");
    assert_eq!(client.line(), 8);

    let completed = client.ask("completions", json!({ "text": "sp", "column": 3 }));
    assert_eq!(completed["targets"][0]["label"], "sp");
    let said = client.ask(
        "evaluate",
        json!({ "expression": "where", "context": "repl" }),
    );
    assert_eq!(said["result"], "loop, line 8");
    client.ask(
        "evaluate",
        json!({ "expression": "back 2", "context": "repl" }),
    );
    client.event("continued");
    // Backward, the change stops the run, too.
    assert_eq!(client.stopped()["reason"], "data breakpoint");
    assert_eq!(client.line(), 7);

    for (command, arguments) in [
        ("mnc2/now", json!({})),
        ("mnc2/chip", json!({ "memory": "$lm0" })),
        ("restartFrame", json!({ "frameId": 1 })),
    ] {
        let refused = client.refused(command, arguments);
        let expected = format!(
            "`{command}` is for programs in MN-Core 2 assembly only, and this one is read as `rvmatrix`"
        );
        assert_eq!(refused, expected);
    }
}

#[test]
fn a_launch_says_what_is_wrong() {
    let program = Program::named("kernel.S", SUM);
    for (more, expected) in [
        (
            json!({ "language": "pascal" }),
            "there is no language `pascal` here",
        ),
        (json!({ "language": "rvmatrix mlen=5" }), "mlen"),
        (
            json!({ "language": "rvmatrix", "focus": "n0c0b0m0p0" }),
            "`focus` is about MN-Core 2",
        ),
        (
            json!({ "language": "rvmatrix", "mem": "none.json" }),
            "none.json",
        ),
        (
            json!({ "language": "mnc2", "mem": "in.json" }),
            "`mem` is for other languages",
        ),
    ] {
        let mut client = Client::ready();
        let mut configuration = more;
        configuration["program"] = json!(program.path);
        let refused = client.refused("launch", configuration);
        assert!(refused.contains(expected), "{refused}");
    }
    // A modeline selects the language, too.
    let program = Program::named("kernel.s", "# mnc2: language=rvmatrix\n\tret\n");
    let mut client = Client::ready();
    client.launch(&program, json!({}));
    client.event("capabilities");
}

#[test]
fn an_endless_program_is_paused() {
    let program = Program::named("kernel.S", "loop:\n\taddi t0, t0, 1\n\tj loop\n");
    let mut client = Client::ready();
    client.launch(&program, json!({ "language": "rvmatrix" }));
    client.ask("configurationDone", json!({}));
    client.ask("threads", json!({}));
    client.ask("pause", json!({ "threadId": 1 }));
    assert_eq!(client.stopped()["reason"], "pause");
    let before = client.value("t0");
    client.next(2);
    assert_ne!(client.value("t0"), before);
    client.go("stepBack");
    client.go("stepBack");
    assert_eq!(client.value("t0"), before);
    client.ask("disconnect", json!({}));
    assert_eq!(client.wait(), Some(0));
}

#[test]
fn random_requests_are_answered() {
    for seed in [0x9e37_79b9_7f4a_7c15, 0x2545_f491_4f6c_dd1d] {
        let program = Program::named("kernel.S", SUM);
        let mut client = Client::ready();
        client.launch(
            &program,
            json!({ "language": "rvmatrix", "stopOnEntry": true }),
        );
        ask_at_random(&mut client, &program, seed);
        client.ask("disconnect", json!({}));
        assert_eq!(client.wait(), Some(0));
    }
}

#[test]
fn a_restart_looks_names_up_again() {
    let (mut client, program) = stopped_at_entry();
    let at_loop = json!({ "breakpoints": [{ "name": "loop" }] });
    let set = client.ask("setFunctionBreakpoints", at_loop);
    assert_eq!(set["breakpoints"][0]["line"], 7);
    program.write(&SUM.replace("start:\n", "start:\n\tnop\n"));
    client.ask("restart", json!({}));
    let told = client.event("breakpoint");
    assert_eq!(told["breakpoint"]["line"], 8);
    assert_eq!(client.stopped()["reason"], "entry");
    assert_eq!(client.go("continue"), ("function breakpoint".to_owned(), 8));
    let names: Vec<Value> = vec![json!("quit"), json!("hazard"), json!("qit")];
    let set = client.ask("setExceptionBreakpoints", json!({ "filters": names }));
    let verified: Vec<&Value> = (0..3)
        .map(|it| &set["breakpoints"][it]["verified"])
        .collect();
    assert_eq!(verified, [true, false, false]);
}

#[test]
fn a_long_run_tells_how_many_instructions_it_has_executed() {
    let program = Program::named("endless.S", "# mnc2: language=rvmatrix\nloop:\n\tj loop\n");
    let mut client = Client::ready();
    client.launch(&program, json!({}));
    client.ask("configurationDone", json!({}));
    let progress = client.event("progressUpdate");
    let text = progress["message"].as_str().expect("a text");
    assert!(text.ends_with(" instructions"), "{text}");
    // How much of a program with loops has run is not known.
    assert_eq!(progress["percentage"], Value::Null);
    client.ask("cancel", json!({ "progressId": "run" }));
    assert_eq!(client.stopped()["reason"], "pause");
    client.event("progressEnd");
}

#[test]
fn the_console_names_the_last_change() {
    let (mut client, _program) = stopped_at_entry();
    let say = |client: &mut Client, text: &str| {
        let asked = json!({ "expression": text, "context": "repl" });
        client.ask("evaluate", asked)["result"].clone()
    };
    say(&mut client, "at 10");
    assert_eq!(client.stopped()["reason"], "goto");
    assert_eq!(
        say(&mut client, "origin t1"),
        "after 7 instructions: line 8 changes t1: 0x9 → 0x8\n    operand t1: 0x9"
    );
    assert_eq!(client.line(), 8);
}
