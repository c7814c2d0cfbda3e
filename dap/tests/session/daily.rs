//! What people do all day: steps at the pace of a key that repeats, the end, going back, words that change.

use serde_json::{Value, json};

use crate::DOUBLES;
use crate::client::{Client, Program};

/// At the end a step stays there, so that one can still go back; only a run ends the session.
#[test]
fn a_step_at_the_end_stays_there() {
    for (name, text, last) in [
        ("program.vsm", "nop\nnop\n", 2),
        ("program.s", "addi a0, a0, 1\naddi a0, a0, 2\n", 2),
    ] {
        let program = Program::named(name, text);
        let mut client = Client::ready();
        let language = (name == "program.s").then_some("rvmatrix");
        client.launch(
            &program,
            json!({ "stopOnEntry": true, "language": language }),
        );
        client.ask("configurationDone", json!({}));
        client.stopped();
        client.next(2);
        for command in ["next", "stepIn", "next"] {
            assert_eq!(client.go(command), ("exception".to_owned(), last), "{name}");
        }
        assert!(!client.has_event("terminated"), "{name}");
        assert_eq!(client.go("stepBack").1, last, "{name}");
        client.next(1);
        client.ask("continue", json!({ "threadId": 1 }));
        client.event("terminated");
    }
}

/// Questions about where the run was are answered in any order; none of their errors is shown.
#[test]
fn stale_questions_show_no_error() {
    let (mut client, _program) = Client::debugging(&"lpassa $lm0v $ln0v\n".repeat(80));
    let mut list = json!(0);
    let mut refused = 0;
    for _ in 0..60 {
        // All requests are sent before the first is answered.
        let mut sent: Vec<i64> = [
            ("next", json!({ "threadId": 1 })),
            ("variables", json!({ "variablesReference": list })),
            ("scopes", json!({ "frameId": 1 })),
            ("exceptionInfo", json!({ "threadId": 1 })),
            (
                "evaluate",
                json!({ "expression": "$nosuch", "context": "watch" }),
            ),
        ]
        .into_iter()
        .map(|(command, arguments)| client.send(command, arguments))
        .collect();
        let question = client.send("stackTrace", json!({ "threadId": 1 }));
        let cancel = client.send("cancel", json!({ "requestId": question }));
        sent.extend([question, cancel]);
        for seq in sent {
            let response = client.response(seq);
            if response["success"] == false {
                refused += 1;
                assert_eq!(response["body"]["error"]["showUser"], false, "{response}");
            }
        }
        list = client.scope("This step");
    }
    assert!(refused >= 60, "{refused}");
}

#[test]
fn the_words_that_change_are_named_in_one_stop() {
    let (mut client, _program) =
        Client::debugging("nop\nimm i\"7\" $ls2\nnop\nimm i\"9\" $ls0v\nquit\n");
    let info = client.ask("dataBreakpointInfo", json!({ "name": "$ls0v" }));
    let one = json!({ "dataId": info["dataId"], "accessType": "write" });
    client.ask("setDataBreakpoints", json!({ "breakpoints": [one] }));
    let stop = |client: &mut Client| {
        client.ask("continue", json!({ "threadId": 1 }));
        let stopped = client.stopped();
        assert_eq!(stopped["reason"], "data breakpoint");
        let ids = stopped["hitBreakpointIds"].as_array().map(Vec::len);
        assert_eq!(ids, Some(1));
        stopped["description"].as_str().expect("a text").to_owned()
    };
    let first = stop(&mut client);
    assert_eq!(first.lines().count(), 1);
    assert!(first.starts_with("line 2 changes $"), "{first}");
    assert!(
        first.contains("$ls2@n0c0b0m0p0: 0x0 → 0x7")
            || first.contains("$ls2@n0c0b0m0p0: 0x0 0x0 → "),
        "{first}"
    );
    assert!(!first.contains("$ls0@"), "{first}");
    let second = stop(&mut client);
    assert_eq!(second.lines().count(), 1);
    for word in ["$ls0@", "$ls2@", "$ls4@", "$ls6@"] {
        assert!(second.contains(word), "{second}");
    }
}

/// Values have the precision of their writer, otherwise the precision of the next reader; zero is 0.
#[test]
fn values_are_numbers_where_the_type_is_known() {
    let (mut client, _program) = Client::debugging(
        "d set $lm0n0c0b0m0p0 1 3ff8000000000000\nnop\nnop\nnop\ndvfmad $lm0v $ln0v $lr0v $ls0v\nnop\nnop\nd getd $ls0n0c0b0m0p0 1\nquit\n",
    );
    client.next(4);
    let list = client.scope("This step");
    let values: Vec<String> = client
        .variables(&list, json!({}))
        .iter()
        .filter_map(|it| it["value"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(values[0], "1.5 · 0x3ff8000000000000 | 0 | 0 | 0");
    assert_eq!(values[1], "0 | 0 | 0 | 0");
    assert_eq!(client.value("$lm0"), "1.5 · 0x3ff8000000000000");
    assert_eq!(client.value("$ls0"), "0");
}

#[test]
fn a_cycle_is_named_where_it_can_be_read() {
    let (mut client, _program) = Client::debugging("nop\nlpassa $lm0v $ln0v\nquit\n");
    client.next(1);
    client.ask("stepIn", json!({ "threadId": 1 }));
    assert_eq!(client.stopped()["description"], "line 2, cycle 1");
    assert_eq!(client.ask("mnc2/now", json!({}))["cycle"], 1);
    client.ask("stepBack", json!({ "threadId": 1 }));
    assert_eq!(client.stopped()["description"], Value::Null);
}

#[test]
fn output_that_is_printed_again_is_marked() {
    let (mut client, _program) = Client::debugging(DOUBLES);
    client.next(7);
    let first = client.printed();
    assert!(
        first.contains("DEBUG-GREG0") && !first.contains("again"),
        "{first}"
    );
    client.go("stepBack");
    client.next(1);
    let again = client.printed();
    assert!(
        again.contains("DEBUG-GREG0") && again.contains("(printed again)"),
        "{again}"
    );
    // After a change before it, what is printed is new.
    client.go("stepBack");
    let set = json!({ "expression": "$lr2@n0c0b0m3p1", "value": "1" });
    client.ask("setExpression", set);
    client.next(1);
    assert!(!client.printed().contains("again"));
}
