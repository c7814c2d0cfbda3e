//! Values, memory and expressions.

use serde_json::{Value, json};

use crate::DOUBLES;
use crate::client::{Client, Program};

#[test]
fn a_step_is_looked_at_cycle_by_cycle() {
    let (mut client, _program) = Client::debugging("lpassa $lm0v $ln0v\nquit\n");
    let names = |client: &mut Client| {
        let list = client.scope("This step");
        let variables = client.variables(&list, json!({}));
        let pairs = variables.into_iter();
        pairs
            .map(|it| format!("{} = {}", it["name"], it["value"]).replace('"', ""))
            .collect::<Vec<_>>()
    };
    let zeros = ["0"; 4].join(" | ");
    let forwarded = zeros.replace('0', "0, 0");
    let expected = [
        format!("$lm0v = {zeros}"),
        format!("$ln0v, written = {zeros}"),
        format!("$aluf, written = {forwarded}"),
    ];
    assert_eq!(names(&mut client), expected);
    assert_eq!(client.go("stepIn").1, 1);
    let one = ["$lm0v = 0", "$ln0v, written = 0"];
    assert_eq!(names(&mut client)[..2], one);
    let list = client.scope("This step");
    let operand = client.variables(&list, json!({}))[0]["variablesReference"].clone();
    let cycles = client.variables(&operand, json!({}));
    let last = cycles.last().expect("four cycles");
    assert_eq!(last["evaluateName"], "$lm6@n0c0b0m0p0");
    assert_eq!(
        [
            client.go("stepIn").1,
            client.go("stepIn").1,
            client.go("stepIn").1
        ],
        [1, 1, 2]
    );
}

#[test]
fn changes_of_memory_stay_in_the_run() {
    let (mut client, _program) = Client::debugging(DOUBLES);
    client.next(3);
    assert_eq!(client.line(), 6);
    let pe = client.scope("PE n0c0b0m0p0");
    let memories = client.variables(&pe, json!({}));
    let grf0 = memories
        .iter()
        .find(|it| it["name"] == "GRF0")
        .expect("GRF0");
    assert_eq!(grf0["indexedVariables"], 256);
    let list = &grf0["variablesReference"];
    let set = json!({ "variablesReference": list, "name": "$lr0", "value": "0x50" });
    assert_eq!(
        client.ask("setVariable", set)["value"],
        "80 · 0x0000000000000050"
    );
    assert_eq!(client.event("invalidated")["areas"], json!(["variables"]));
    let changed = client.event("memory");
    assert_eq!(
        (&changed["memoryReference"], &changed["count"]),
        (&json!("grf0@n0c0b0m0p0"), &json!(8))
    );
    assert_eq!(client.go("next").1, 8);
    assert_eq!(client.value("$lr2,l"), "160");
    client.go("reverseContinue");
    assert_eq!(client.value("$lr0,l"), "0");
    client.next(4);
    assert_eq!(client.value("$lr2,l"), "160");
    let set = json!({ "expression": "$lr2@n0c0b0m0p1", "value": "-1" });
    client.ask("setExpression", set);
    assert_eq!(client.value("$lr2@n0c0b0m0p1,l"), "-1");
    for (expression, value) in [
        ("$lr2 + 1", "1"),
        ("$lr2", "oops"),
        ("$aluf", "1"),
        ("$lr2v4", "1"),
    ] {
        client.refused(
            "setExpression",
            json!({ "expression": expression, "value": value }),
        );
    }
}

#[test]
fn memory_is_read_and_written_as_bytes() {
    let (mut client, _program) = Client::debugging(DOUBLES);
    client.go("next");
    let read = |client: &mut Client, reference: &str, offset: i64, count: i64| {
        let arguments = json!({ "memoryReference": reference, "offset": offset, "count": count });
        client.ask("readMemory", arguments)
    };
    let pe = "grf0@n0c0b0m0p3";
    assert_eq!(read(&mut client, pe, 0, 8)["data"], "AAAAAAAAAAM=");
    let written = client.ask(
        "writeMemory",
        json!({ "memoryReference": pe, "offset": 6, "data": "AQI=" }),
    );
    assert_eq!(written["bytesWritten"], 2);
    assert_eq!(client.value("$lr0@n0c0b0m0p3,x"), "0x102");
    let end = read(&mut client, pe, 2040, 100);
    assert_eq!(
        (&end["unreadableBytes"], &end["address"]),
        (&json!(92), &json!("0x7f8"))
    );
    assert_eq!(read(&mut client, pe, 5000, 4)["unreadableBytes"], 4);
    let much = read(&mut client, "dram@n0", 0, 1 << 30);
    assert!(much["unreadableBytes"].as_i64().is_some_and(|it| it > 0));
    let past = json!({ "memoryReference": pe, "offset": 2047, "data": "AQI=" });
    client.refused("writeMemory", past);
    let partly =
        json!({ "memoryReference": pe, "offset": 2047, "data": "AQI=", "allowPartial": true });
    assert_eq!(client.ask("writeMemory", partly)["bytesWritten"], 1);
    client.refused(
        "readMemory",
        json!({ "memoryReference": "lm9", "count": 1 }),
    );
    client.refused("writeMemory", json!({ "memoryReference": pe, "data": "?" }));
}

#[test]
fn long_lists_come_in_pages() {
    let (mut client, _program) = Client::debugging(DOUBLES);
    let group = client.scope("Group");
    let memories = client.variables(&group, json!({}));
    let dram = memories
        .iter()
        .find(|it| it["name"] == "DRAM")
        .expect("DRAM");
    assert_eq!(dram["indexedVariables"], 512 << 20);
    let list = dram["variablesReference"].clone();
    let page = client.variables(
        &list,
        json!({ "filter": "indexed", "start": 1000, "count": 3 }),
    );
    let names: Vec<&Value> = page.iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["$d1000", "$d1001", "$d1002"]);
    let much = client.variables(&list, json!({ "start": 0, "count": 100_000_000 }));
    assert_eq!(much.len(), 1024);
    let parts = client.variables(&list, json!({}));
    assert!(
        parts.len() <= 256 && parts[1]["variablesReference"] != 0,
        "{}",
        parts.len()
    );
    let beyond = client.variables(&list, json!({ "start": 512 << 20, "count": 3 }));
    assert!(beyond.is_empty());
    assert!(
        client
            .variables(&list, json!({ "filter": "named" }))
            .is_empty()
    );
    client.go("next");
    client.refused("variables", json!({ "variablesReference": list }));
}

#[test]
fn expressions_are_evaluated_and_completed() {
    let (mut client, _program) = Client::debugging(DOUBLES);
    client.next(4);
    for (expression, expected) in [
        ("$lr2@n0c0b0m3p1,l", "26"),
        ("max($lr2,l)", "126"),
        ("any($lr2 == 0x1a)", "true"),
        ("where($lr2@n0c0b0 == 0x1a)", "n0c0b0m3p1"),
        ("1 + 2", "3"),
    ] {
        assert_eq!(client.value(expression), expected);
    }
    for wrong in [
        "",
        "$",
        "$lr2 +",
        "$lm99999",
        "max(",
        "help",
        &"(".repeat(5000),
    ] {
        let arguments = json!({ "expression": wrong, "context": "watch" });
        assert!(!client.refused("evaluate", arguments).is_empty());
    }
    let console = |client: &mut Client, text: &str| {
        let arguments = json!({ "expression": text, "context": "repl" });
        let body = client.ask("evaluate", arguments);
        body["result"].as_str().expect("a text").to_owned()
    };
    assert!(console(&mut client, "help").contains("focus"));
    assert_eq!(console(&mut client, "focus n0c0b0m3p1"), "n0c0b0m3p1");
    assert_eq!(client.value("$lr2,l"), "26");
    assert!(console(&mut client, "origin $lr2").contains("line 6"));
    console(&mut client, "goto 4");
    assert_eq!(client.event("continued")["threadId"], 1);
    assert_eq!(client.stopped()["reason"], "goto");
    assert_eq!(client.line(), 4);
    // A client without a console gives no context.
    client.ask("evaluate", json!({ "expression": "step" }));
    assert_eq!(client.stopped()["reason"], "step");
    assert_eq!(client.line(), 6);
    client.ask("evaluate", json!({ "expression": "back" }));
    client.stopped();
    assert_eq!(client.line(), 4);
    let complete = |client: &mut Client, text: &str| {
        let arguments = json!({ "text": text, "column": text.len() + 1 });
        let body = client.ask("completions", arguments);
        let targets = body["targets"].as_array().expect("a list").clone();
        targets
            .into_iter()
            .map(|it| it["label"].clone())
            .collect::<Vec<_>>()
    };
    assert!(complete(&mut client, "foc").contains(&json!("focus")));
    assert!(complete(&mut client, "1 + ma").contains(&json!("max(")));
    assert!(complete(&mut client, "max($").contains(&json!("$peid")));
    complete(&mut client, "é😀");
}

#[test]
fn the_focus_and_the_origin_have_requests() {
    let (mut client, _program) = Client::debugging(DOUBLES);
    assert_eq!(client.ask("mnc2/focus", json!({}))["focus"], "n0c0b0m0p0");
    assert_eq!(
        client.ask("mnc2/focus", json!({ "focus": "m3p1" }))["focus"],
        "n0c0b0m3p1"
    );
    client.refused("mnc2/focus", json!({ "focus": "n9" }));
    client.next(4);
    let origin = client.ask("mnc2/origin", json!({ "expression": "$lr2" }));
    let writer = &origin["writers"][0];
    assert_eq!(
        (&writer["line"], &writer["name"]),
        (&json!(6), &json!("$lr2@n0c0b0m3p1"))
    );
    assert_eq!(writer["value"], "26 · 0x000000000000001a");
    let target = writer["target"].clone();
    let input = &writer["inputs"][0];
    assert_eq!(
        (&input["operand"], &input["value"]),
        (&json!("$lr0"), &json!("13 · 0x000000000000000d"))
    );
    let before =
        json!({ "memoryReference": input["memoryReference"], "bytes": input["bytes"], "line": 6 });
    let origin = client.ask("mnc2/origin", before);
    assert_eq!(origin["writers"][0]["line"], 2);
    let same = json!({ "place": input["place"], "line": 6 });
    assert_eq!(client.ask("mnc2/origin", same), origin);
    client.refused("mnc2/origin", json!({ "place": "99.0.0.1" }));
    let origin = client.ask("mnc2/origin", json!({ "expression": "$lm100" }));
    assert_eq!(origin["fromStart"], json!(["$lm100@n0c0b0m3p1"]));
    client.refused("mnc2/origin", json!({}));
    client.refused("mnc2/origin", json!({ "expression": "1" }));
    // A writer has the target of a `goto`, so a client can go to it without another request.
    client.ask("goto", json!({ "threadId": 1, "targetId": target }));
    assert_eq!(client.stopped()["reason"], "goto");
    assert_eq!(client.ask("mnc2/now", json!({}))["line"], 6);
}

#[test]
fn another_run_is_compared() {
    let (mut client, program) = Client::debugging(DOUBLES);
    assert_eq!(client.ask("mnc2/divergence", json!({}))["isEqual"], true);
    let other = program.beside(
        "other.vsm",
        &DOUBLES.replace("ladd $lr2 $lr2 $lm0", "lpassa $lr2 $lm0"),
    );
    let found = client.ask("mnc2/divergence", json!({ "program": other }));
    assert_eq!(
        (&found["line"], &found["otherLine"]),
        (&json!(9), &json!(9))
    );
    assert_eq!(client.line(), 2);
    client.refused("mnc2/divergence", json!({ "program": "/no/such/file" }));
}

#[test]
fn an_edited_program_goes_on_where_it_can() {
    let (mut client, program) = Client::debugging(DOUBLES);
    let set = client.break_at(&program, json!([{ "line": 9 }]));
    client.go("continue");
    program.write(&DOUBLES.replace("quit", "nop\nquit"));
    let reloaded = client.ask("mnc2/reload", json!({}));
    assert_eq!(reloaded["isSameState"], true);
    client.stopped();
    assert_eq!(client.event("breakpoint")["breakpoint"]["id"], set[0]["id"]);
    assert_eq!(client.line(), 9);
    program.write(&DOUBLES.replace("nop\n\nladd", "nop\nnop\nladd"));
    let reloaded = client.ask("mnc2/reload", json!({}));
    assert_eq!(reloaded["isSameState"], false);
    client.stopped();
    assert_eq!(client.line(), 5);
    program.write("ladd $lr0\n");
    client.refused("mnc2/reload", json!({}));
    assert_eq!(client.line(), 5);
}

#[test]
fn saved_edits_become_part_of_the_run() {
    let (mut client, program) = Client::debugging(DOUBLES);
    client.break_at(&program, json!([{ "line": 9 }]));
    client.go("continue");
    program.write(&DOUBLES.replace("quit", "nop/3\nquit"));
    assert_eq!(client.go("next").1, 10);
    assert!(client.printed().contains("edited after this point"));
    program.write(&DOUBLES.replace("nop\n\nladd", "nop\nnop\nladd"));
    assert_eq!(client.go("next").1, 5);
    assert!(client.printed().contains("back at line 5"));
    program.write("ladd $lr0 what\n");
    assert_eq!(client.go("next").1, 6);
    assert!(client.printed().contains("as it was before the edit"));
    // The failed reload is not reported again.
    client.go("next");
    assert!(!client.printed().contains("before the edit"));
}

#[test]
fn transfers_are_under_way_until_they_are_waited_for() {
    let text = "mvp/n128i01 $lc512@.0 $d0\nnop\nnop; wait i01\nnop\nquit\n";
    let (mut client, _program) = Client::debugging(text);
    client.next(1);
    let list = client.scope("MV under way");
    let transfers = client.variables(&list, json!({}));
    assert_eq!(transfers[0]["name"], "line 1");
    assert_eq!(transfers.len(), 1);
    client.next(2);
    let scopes = client.ask("scopes", json!({ "frameId": 1 }));
    assert!(!scopes.to_string().contains("under way"));
}

#[test]
fn words_unfold_into_every_format() {
    let (mut client, _program) = Client::debugging("imm f\"1.5\" $lr0\nnop/2\nquit\n");
    client.next(2);
    let arguments = json!({ "expression": "$lr0@n0c0b0m0p0", "context": "watch" });
    let found = client.ask("evaluate", arguments);
    let formats = client.variables(&found["variablesReference"], json!({}));
    let text = |name: &str| {
        let format = formats.iter().find(|it| it["name"] == name);
        format
            .and_then(|it| it["value"].as_str())
            .unwrap_or_default()
    };
    assert_eq!(text("hexadecimal"), "0x3fc000003fc00000");
    assert_eq!(text("single"), "1.5, 1.5");
    assert_eq!(text("halfInteger"), "16320, 0, 16320, 0");
    assert_eq!(text("integer"), (0x3fc0_0000_3fc0_0000_i64).to_string());
}

/// A program at its start, with a testcase that sets `$lm0` of the first PE to 5.
fn in_testcase(program: &str, outputs: &str) -> (Client, Program) {
    let program = Program::new(program);
    let marker = "# ======= YOUR VSM WILL BE INSERTED HERE =======";
    let testcase = format!("d set $lm0n0c0b0m0p0 1 0000000000000005\n{marker}\n{outputs}");
    program.beside("testcase.vsm", &testcase);
    let mut client = Client::ready();
    client.launch(&program, json!({ "stopOnEntry": true }));
    client.ask("configurationDone", json!({}));
    client.stopped();
    (client, program)
}

#[test]
fn the_testcase_beside_a_program_is_its_inputs() {
    let outputs = "d getd $ln0n0c0b0m0p0 1 # expect=[10] / ULong @[0]\n";
    let (mut client, _program) = in_testcase("ladd $lm0v $lm0v $ln0v\nnop/2\nquit\n", outputs);
    client.next(1);
    assert_eq!(client.value("$ln0@n0c0b0m0p0,l"), "10");
}

#[test]
fn an_origin_is_asked_for_a_wrong_value() {
    let (mut client, _program) = in_testcase(
        "ladd $lm0v $lm0v $ln0v\nnop/2\n",
        "d getd $ln0n0c0b0m0p0 1 # expect=[11] / ULong @[0]\n\
         d getd $ln2n0c0b0m0p0 1 # expect=[0] / ULong @[1]\n",
    );
    client.refused("mnc2/origin", json!({ "output": 3 }));
    client.next(2);
    let origin = client.ask("mnc2/origin", json!({ "output": 3 }));
    let writer = &origin["writers"][0];
    assert_eq!(
        (&writer["line"], &writer["name"]),
        (&json!(1), &json!("$ln0@n0c0b0m0p0"))
    );
    client.refused("mnc2/origin", json!({ "output": 4 }));
}

#[test]
fn an_origin_is_asked_for_each_wrong_value_of_an_output() {
    let (mut client, _program) = in_testcase(
        "imm i\"1\" $lr0\nimm i\"2\" $lr2\nnop/2\n",
        "d getd $lr0n0c0b0m0 2 # expect=[7, 7, 7, 7, 7, 7, 7, 7] / ULong @[0],[1],[2],[3],[4],[5],[6],[7]\n",
    );
    client.next(3);
    let mut name = |more: Value| {
        let origin = client.ask("mnc2/origin", more);
        let writer = &origin["writers"][0];
        (writer["line"].clone(), writer["name"].clone())
    };
    let first = (json!(1), json!("$lr0@n0c0b0m0p0"));
    assert_eq!(name(json!({ "output": 3 })), first);
    let third = (json!(1), json!("$lr0@n0c0b0m0p2"));
    assert_eq!(name(json!({ "output": 3, "element": "n0c0b0m0p2" })), third);
    let last = json!({ "output": 3, "element": "n0c0b0m0p3", "address": 2 });
    assert_eq!(name(last), (json!(2), json!("$lr2@n0c0b0m0p3")));
    client.refused("mnc2/origin", json!({ "output": 3, "address": 4 }));
}
