//! Going through a run, and what stops it.

use serde_json::{Value, json};

use crate::client::{Client, Program};
use crate::{DOUBLES, long};

#[test]
fn steps_go_forward_and_back() {
    let (mut client, _program) = Client::debugging(DOUBLES);
    assert_eq!(client.line(), 2);
    let there = ["next", "next", "next", "next", "next"].map(|it| client.go(it).1);
    assert_eq!(there, [3, 4, 6, 8, 9]);
    assert_eq!(client.value("$lr2@n0c0b0m3p1"), "26 · 0x000000000000001a");
    let back = ["stepBack", "stepBack", "stepBack"].map(|it| client.go(it).1);
    assert_eq!(back, [8, 6, 4]);
    assert_eq!(client.value("$lr2@n0c0b0m3p1,l"), "0");
    assert_eq!(client.go("stepOut"), ("step".to_owned(), 8));
    assert_eq!(client.go("reverseContinue"), ("entry".to_owned(), 2));
    assert_eq!(client.go("stepBack"), ("entry".to_owned(), 2));
    client.ask("disconnect", json!({}));
    assert_eq!(client.wait(), Some(0));
}

/// An editor may have no line after the last line break.
#[test]
fn the_end_is_shown_at_the_last_line() {
    for (text, line) in [("nop\nnop", 2), ("nop\nnop\n", 2), ("nop\n\n", 2)] {
        let (mut client, _program) = Client::debugging(text);
        client.ask("setExceptionBreakpoints", json!({ "filters": ["quit"] }));
        assert_eq!(
            client.go("continue"),
            ("exception".to_owned(), line),
            "{text:?}"
        );
    }
}

#[test]
fn breakpoints_stop_before_lines() {
    let program = Program::new(DOUBLES);
    let mut client = Client::ready();
    client.launch(&program, json!({}));
    let set = client.break_at(
        &program,
        json!([
            { "line": 5 },
            { "line": 8, "condition": "$lr2@n0c0b0m0p1 == 0x3" },
            { "line": 9, "condition": "$lr2@n0c0b0m0p1 == 0x2" },
            { "line": 9, "hitCondition": "> 1" },
            { "line": 10, "logMessage": "it is {$lr2@n0c0b0m3p1,l}" },
            { "line": 10, "condition": "$lr2" },
            { "line": 99 },
        ]),
    );
    let told: Vec<(bool, Value)> = set
        .iter()
        .map(|it| (it["verified"] == true, it["line"].clone()))
        .collect();
    let moved = (true, json!(6));
    let none = (false, Value::Null);
    assert_eq!(
        told[..5],
        [
            moved,
            (true, json!(8)),
            (true, json!(9)),
            (true, json!(9)),
            (true, json!(10))
        ]
    );
    assert_eq!(told[5..], [none.clone(), none]);
    client.ask("setExceptionBreakpoints", json!({ "filters": ["quit"] }));
    client.ask("configurationDone", json!({}));
    assert_eq!(client.stopped()["hitBreakpointIds"], json!([set[0]["id"]]));
    assert_eq!(client.line(), 6);
    assert_eq!(client.go("continue"), ("breakpoint".to_owned(), 9));
    assert_eq!(client.go("continue"), ("exception".to_owned(), 11));
    assert_eq!(client.event("output")["output"], "it is 26\n");
    let printed = client.event("output");
    assert_eq!(
        (&printed["category"], &printed["line"]),
        (&json!("stdout"), &json!(10))
    );
    assert!(
        printed["output"]
            .as_str()
            .is_some_and(|it| it.contains("DEBUG-GREG0(n0c0b0m3p1,2)"))
    );
    assert_eq!(
        client.ask("exceptionInfo", json!({ "threadId": 1 }))["exceptionId"],
        "quit"
    );
    assert_eq!(client.go("reverseContinue"), ("breakpoint".to_owned(), 9));
    assert_eq!(client.go("reverseContinue"), ("breakpoint".to_owned(), 6));
    client.break_at(&program, json!([]));
    client.ask("setExceptionBreakpoints", json!({ "filters": [] }));
    client.ask("continue", json!({ "threadId": 1 }));
    assert_eq!(client.event("exited")["exitCode"], 0);
    client.event("terminated");
}

#[test]
fn sections_and_instructions_have_breakpoints() {
    let (mut client, _program) = Client::debugging(DOUBLES);
    let set = client.ask(
        "setFunctionBreakpoints",
        json!({ "breakpoints": [{ "name": "Second" }, { "name": "secnd" }] }),
    );
    assert_eq!(set["breakpoints"][0]["line"], 8);
    let message = set["breakpoints"][1]["message"].as_str().expect("a reason");
    assert!(message.contains("second"), "{message}");
    assert_eq!(client.go("continue"), ("function breakpoint".to_owned(), 8));
    let stack = client.ask("stackTrace", json!({ "threadId": 1 }));
    let frame = &stack["stackFrames"][0];
    assert_eq!(frame["name"], "second");
    let here = frame["instructionPointerReference"].clone();
    let listing = client.ask(
        "disassemble",
        json!({ "memoryReference": here, "instructionOffset": -5, "instructionCount": 10 }),
    );
    let lines: Vec<&Value> = listing["instructions"]
        .as_array()
        .expect("instructions")
        .iter()
        .map(|it| &it["line"])
        .collect();
    let nothing = &Value::Null;
    let expected = [
        nothing,
        &json!(2),
        &json!(3),
        &json!(4),
        &json!(6),
        &json!(8),
        &json!(9),
    ];
    assert_eq!(lines[..7], expected);
    assert_eq!(listing["instructions"][1]["symbol"], "first");
    let set = client.ask(
        "setInstructionBreakpoints",
        json!({ "breakpoints": [{ "instructionReference": here, "offset": 1 }, { "instructionReference": "x" }] }),
    );
    assert_eq!(set["breakpoints"][0]["line"], 9);
    assert_eq!(set["breakpoints"][1]["verified"], false);
    assert_eq!(
        client.go("continue"),
        ("instruction breakpoint".to_owned(), 9)
    );
}

#[test]
fn data_breakpoints_stop_in_both_directions() {
    let (mut client, _program) = Client::debugging(DOUBLES);
    let info = client.ask("dataBreakpointInfo", json!({ "name": "$lr2@n0c0b0m3p1" }));
    let id = info["dataId"].clone();
    assert_eq!(id, "grf0@n0c0b0m3p1+8:2");
    let by_address = json!({ "name": "grf0@n0c0b0m3p1+8", "asAddress": true, "bytes": 8 });
    assert_eq!(client.ask("dataBreakpointInfo", by_address)["dataId"], id);
    assert_eq!(
        client.ask("dataBreakpointInfo", json!({ "name": "$aluf" }))["dataId"],
        Value::Null
    );
    assert_eq!(
        client.ask("dataBreakpointInfo", json!({ "name": "oops" }))["dataId"],
        Value::Null
    );
    let watch = |client: &mut Client, access: &str, condition: &str| {
        let one = json!({ "dataId": id, "accessType": access, "condition": condition });
        let set = client.ask("setDataBreakpoints", json!({ "breakpoints": [one] }));
        assert_eq!(set["breakpoints"][0]["verified"], true);
    };
    watch(&mut client, "write", "");
    client.ask("continue", json!({ "threadId": 1 }));
    let stopped = client.stopped();
    assert_eq!(stopped["reason"], "data breakpoint");
    let text = stopped["description"].as_str().expect("a text");
    assert!(text.contains("line 6") && text.contains("0x1a"), "{text}");
    assert_eq!(client.line(), 8);
    watch(&mut client, "read", "");
    assert_eq!(client.go("continue"), ("data breakpoint".to_owned(), 10));
    watch(&mut client, "write", "$lr2@n0c0b0m3p1 == 0x1a");
    assert_eq!(
        client.go("reverseContinue"),
        ("data breakpoint".to_owned(), 6)
    );
    assert_eq!(client.value("$lr2@n0c0b0m3p1"), "0");
    watch(&mut client, "write", "$lr2@n0c0b0m3p1 == 0x1b");
    assert_eq!(client.go("reverseContinue").0, "entry");
    let wrong = json!({ "breakpoints": [{ "dataId": "x" }] });
    let set = client.ask("setDataBreakpoints", wrong);
    assert_eq!(set["breakpoints"][0]["verified"], false);
}

#[test]
fn other_places_are_gone_to() {
    let (mut client, program) = Client::debugging(DOUBLES);
    let source = json!({ "path": program.path });
    let targets = client.ask("gotoTargets", json!({ "source": source, "line": 7 }));
    let id = targets["targets"][0]["id"].clone();
    assert_eq!(targets["targets"][0]["line"], 8);
    client.ask("goto", json!({ "threadId": 1, "targetId": id }));
    assert_eq!(client.stopped()["reason"], "goto");
    assert_eq!(client.value("$lr2@n0c0b0m0p1,l"), "2");
    client.go("next");
    client.ask("restartFrame", json!({ "frameId": 1 }));
    assert_eq!(client.stopped()["reason"], "restart");
    assert_eq!(client.line(), 8);
    client.refused("goto", json!({ "threadId": 1, "targetId": 12345 }));
    let other = json!({ "source": { "path": "/no/such/file" }, "line": 1 });
    client.refused("gotoTargets", other);
    let places = client.ask(
        "breakpointLocations",
        json!({ "source": source, "line": 4, "endLine": 8 }),
    );
    assert_eq!(
        places["breakpoints"],
        json!([{ "line": 4 }, { "line": 6 }, { "line": 8 }])
    );
    assert_eq!(
        client.ask("loadedSources", json!({}))["sources"][0]["name"],
        "program.vsm"
    );
    let text = client.ask("source", json!({ "source": source, "sourceReference": 0 }));
    assert_eq!(text["content"], DOUBLES);
}

#[test]
fn what_goes_wrong_stops_the_run() {
    let program =
        Program::new("nop\nd getd $lr0n0c0b0m0p0 1 # expect=[1.5] / Double @[0]\nnop\nquit\n");
    let mut client = Client::ready();
    client.launch(&program, json!({ "strict": true }));
    let filters = json!({ "filters": ["mismatch", "nonsense"] });
    let set = client.ask("setExceptionBreakpoints", filters);
    assert_eq!(set["breakpoints"][1]["verified"], false);
    client.ask("configurationDone", json!({}));
    let text = "lpassa $lr8 $lr0\nquit\n";
    client.stopped();
    assert_eq!(client.line(), 2);
    program.write(text);
    let seq = client.send("restart", json!({}));
    assert_eq!(client.response(seq)["success"], true);
    let stopped = client.stopped();
    assert_eq!(stopped["reason"], "exception");
    let info = client.ask("exceptionInfo", json!({ "threadId": 1 }));
    assert_eq!(info["exceptionId"], "unwritten");
}

const ASSERTED: &str = "\
lpassa $peid $lr0
nop/2
#! log $lr0@m1p2, \"the PE\"
#! assert $lr0@p1 == 0
nop
#! assert max($lr0,u) == 64
quit
";

#[test]
fn assertions_stop_the_run() {
    let (mut client, _program) = Client::debugging(ASSERTED);
    // The filters are those that are on by default.
    let why = |client: &mut Client| {
        let info = client.ask("exceptionInfo", json!({ "threadId": 1 }));
        assert_eq!(info["exceptionId"], "assertion");
        let text = info["description"].as_str().expect("a description");
        text.to_owned()
    };
    assert_eq!(client.go("continue"), ("exception".to_owned(), 5));
    let logged = client.event("output");
    assert_eq!(
        [&logged["category"], &logged["output"], &logged["line"]],
        [&json!("console"), &json!("the PE: 0x6\n"), &json!(3)]
    );
    let first = why(&mut client);
    assert!(
        first.starts_with("line 4: ") && first.ends_with("is 0x1 on n0c0b0m0p1"),
        "{first}"
    );
    assert_eq!(client.go("continue"), ("exception".to_owned(), 7));
    assert_eq!(
        why(&mut client),
        "line 6: the assertion does not hold: `max($lr0,u)` is 63\n`quit` ends the program"
    );
    assert_eq!(client.go("reverseContinue"), ("exception".to_owned(), 5));
    assert_eq!(why(&mut client), first);
    client.go("stepBack");
    assert_eq!(client.go("next"), ("exception".to_owned(), 5));

    client.ask("setExceptionBreakpoints", json!({ "filters": [] }));
    client.go("stepBack");
    client.ask("continue", json!({ "threadId": 1 }));
    let mut failed = Vec::new();
    while failed.len() < 2 {
        let said = client.event("output");
        if said["category"] == "stderr" {
            failed.push(said["line"].clone());
        }
    }
    assert_eq!(failed, [json!(4), json!(6)]);
    client.event("exited");
}

#[test]
fn a_long_run_is_paused_and_goes_on() {
    let program = Program::new(&long(1_000_000));
    let mut client = Client::ready();
    client.launch(&program, json!({ "dirty": 1 }));
    client.ask("configurationDone", json!({}));
    // Requests are answered while it runs.
    client.ask("threads", json!({}));
    client.refused("stackTrace", json!({ "threadId": 1 }));
    client.break_at(&program, json!([{ "line": 1_000_000 }]));
    // On a busy machine the first update comes before the first statement has run.
    loop {
        let progress = client.event("progressUpdate");
        let line = progress["message"]
            .as_str()
            .and_then(|it| it.strip_prefix("line "));
        if line.expect("a line").parse::<usize>().expect("a number") > 1 {
            break;
        }
    }
    assert_eq!(client.event("progressStart")["cancellable"], true);
    client.ask("pause", json!({ "threadId": 1 }));
    assert_eq!(client.stopped()["reason"], "pause");
    client.event("progressEnd");
    let line = client.line();
    assert!((2..1_000_000).contains(&line), "{line}");
    assert_eq!(client.go("stepBack"), ("step".to_owned(), line - 1));
    client.ask("continue", json!({ "threadId": 1 }));
    client.ask("terminate", json!({}));
    client.event("terminated");
    client.ask("disconnect", json!({}));
    assert_eq!(client.wait(), Some(0));
}

/// Line numbers before the first line mean the first line with a statement.
#[test]
fn lines_before_the_first_are_the_first() {
    let program = Program::new(DOUBLES);
    let mut client = Client::ready();
    client.launch(&program, json!({}));
    let wanted = json!([{ "line": 0 }, { "line": -1 }, { "line": i64::MIN }, { "line": 1 }]);
    for told in client.break_at(&program, wanted) {
        assert_eq!(
            (&told["verified"], &told["line"]),
            (&json!(true), &json!(2))
        );
    }
    client.ask("disconnect", json!({}));
}
