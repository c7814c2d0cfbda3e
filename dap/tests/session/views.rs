//! Requests of the views of the chip.

use serde_json::json;

use crate::DOUBLES;
use crate::client::Client;

#[test]
fn a_view_knows_where_the_run_stands() {
    let (mut client, program) = Client::debugging(DOUBLES);
    let now = client.ask("mnc2/now", json!({}));
    assert_eq!(now["program"], json!(program.path));
    assert_eq!([&now["line"], &now["target"], &now["targets"]], [2, 0, 7]);
    assert_eq!([&now["step"], &now["steps"]], [0, 7]);
    assert_eq!(now["focus"], "n0c0b0m0p0");
    assert_eq!(now["cycle"], 0);
    // Targets of `goto` are statements: comments and empty lines are none.
    client.ask("goto", json!({ "threadId": 1, "targetId": 3 }));
    client.stopped();
    let now = client.ask("mnc2/now", json!({}));
    assert_eq!([&now["line"], &now["target"], &now["step"]], [6, 3, 3]);
    client.ask("goto", json!({ "threadId": 1, "targetId": now["targets"] }));
    client.stopped();
    let end = client.ask("mnc2/now", json!({}));
    assert_eq!(end["target"], end["targets"]);
    assert_eq!(end["step"], end["steps"]);
    // One back at a time, to the start.
    for target in (0..7).rev() {
        client.ask("goto", json!({ "threadId": 1, "targetId": target }));
        client.stopped();
        assert_eq!(client.ask("mnc2/now", json!({}))["target"], target);
    }
    client.refused("goto", json!({ "threadId": 1, "targetId": 8 }));
    client.refused("goto", json!({ "threadId": 1, "targetId": -1 }));
}

#[test]
fn the_chip_and_its_memory_are_shown_at_every_moment() {
    let (mut client, _program) = Client::debugging(DOUBLES);
    let question = json!({ "memory": "$lr0" });
    let before = client.ask("mnc2/chip", question.clone());
    assert_eq!(before["values"].as_array().map(Vec::len), Some(1));
    client.next(1);
    let after = client.ask("mnc2/chip", question);
    assert_eq!(after["level"], "pe");
    assert_eq!(after["format"], "integer");
    assert_eq!(after["values"].as_array().map(Vec::len), Some(64));
    assert_eq!(after["values"][63]["text"], "63");
    assert_eq!(after["elements"][4095], 63);
    let level = client.ask("mnc2/chip", json!({ "memory": "$lb0", "format": "half" }));
    assert_eq!(
        (&level["level"], &level["format"]),
        (&json!("l1b"), &json!("half"))
    );

    client.ask("mnc2/focus", json!({ "focus": "n3c1b7m15p3" }));
    let words = client.ask("mnc2/memory", json!({ "memory": "$lr0", "count": 2 }));
    assert_eq!(words["element"], "n3c1b7m15p3");
    let names = [&words["words"][0]["name"], &words["words"][1]["name"]];
    assert_eq!(names, ["$lr0", "$lr2"]);
    assert_eq!(words["words"][0]["value"]["text"], "63");
    assert_eq!(
        (&words["before"], &words["after"]),
        (&json!(null), &json!("$lr4"))
    );
    client.ask("stepBack", json!({ "threadId": 1 }));
    client.stopped();
    let question = json!({ "memory": "$lr2", "count": 2, "focus": "p1", "format": "single" });
    let words = client.ask("mnc2/memory", question);
    assert_eq!(words["element"], "n0c0b0m0p1");
    assert_eq!(words["words"][0]["value"]["text"], "0, 0");
    assert_eq!(words["before"], "$lr0");

    for (command, wrong) in [
        ("mnc2/chip", json!({})),
        ("mnc2/chip", json!({ "memory": "$lr0", "format": "x" })),
        ("mnc2/chip", json!({ "memory": "$omr1" })),
        ("mnc2/memory", json!({ "memory": "$lr99999" })),
        ("mnc2/memory", json!({ "memory": "$lr0", "focus": "n9" })),
        (
            "mnc2/memory",
            json!({ "memory": "$r0", "format": "double" }),
        ),
    ] {
        client.refused(command, wrong);
    }
}
