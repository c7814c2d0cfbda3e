//! The tensor language: a frame for each region, its values, and memory, forward and backward.

use serde_json::{Value, json};

use crate::chaos::ask_at_random;
use crate::client::{Client, Program};

const SUM: &str = "\
func @other() {
}
func @sum(%A: memref<f32x4>, %s: memref<f32>) {
  %zero = constant 0 : index
  %n = constant 4 : index
  %none = constant 0.0 : f32
  %total = for %i=%zero,%n init(%x=%none) -> (f32) {
    %v = load %A[%i] : f32
    %y = arith.add %x, %v : f32
    yield (%y)
  }
  parallel {
    %id = builtin.subgroup_local_id : i32
    store %total, %s[]
  }
}
";

/// A client that is stopped before the first instruction.
fn stopped_at_entry() -> (Client, Program) {
    let program = Program::named("kernel.ir", SUM);
    program.beside("in.json", r#"{"A": [1, 2, 3, 4]}"#);
    let mut client = Client::ready();
    let configuration = json!({
        "language": "tinytc entry=sum", "mem": "in.json", "stopOnEntry": true
    });
    client.launch(&program, configuration);
    client.event("capabilities");
    client.ask("configurationDone", json!({}));
    assert_eq!(client.stopped()["reason"], "entry");
    (client, program)
}

/// The names of the frames, the innermost first, each with its line.
fn frames(client: &mut Client) -> Vec<(String, i64)> {
    let stack = client.ask("stackTrace", json!({ "threadId": 1 }));
    let frames = stack["stackFrames"].as_array().expect("frames").iter();
    let frame = |it: &Value| {
        let name = it["name"].as_str().expect("a name").to_owned();
        (name, it["line"].as_i64().expect("a line"))
    };
    frames.map(frame).collect()
}

fn frame(name: &str, line: i64) -> (String, i64) {
    (name.to_owned(), line)
}

fn step(line: i64) -> (String, i64) {
    ("step".to_owned(), line)
}

#[test]
fn regions_are_entered_left_and_gone_back_into() {
    let (mut client, _program) = stopped_at_entry();
    assert_eq!(client.line(), 4);
    client.next(3);
    assert_eq!(client.line(), 7);
    // Over the loop: all its iterations run.
    assert_eq!(client.go("next"), step(12));
    assert_eq!(client.value("%total"), "10");
    // Back, and into it.
    assert_eq!(client.go("stepBack"), step(7));
    assert_eq!(client.go("stepIn"), step(8));
    assert_eq!(frames(&mut client), [frame("for", 8), frame("@sum", 7)]);
    client.next(2);
    assert_eq!(client.line(), 10);
    assert_eq!(
        (client.value("%v"), client.value("%y")),
        ("1".to_owned(), "1".to_owned())
    );
    client.next(3);
    assert_eq!(
        (client.line(), client.value("%i"), client.value("%x")),
        (10, "1".to_owned(), "1".to_owned())
    );
    assert_eq!(client.value("%y"), "3");
    assert_eq!(client.go("stepOut"), step(12));
    assert_eq!(frames(&mut client), [frame("@sum", 12)]);
    assert_eq!(client.go("stepIn"), step(13));
    assert_eq!(client.go("next"), step(14));
    assert_eq!(
        frames(&mut client),
        [frame("parallel", 14), frame("@sum", 12)]
    );
    assert_eq!(client.go("reverseContinue"), ("entry".to_owned(), 4));
    client.ask("disconnect", json!({}));
    assert_eq!(client.wait(), Some(0));
}

#[test]
fn breakpoints_in_regions_stop_in_both_directions() {
    let (mut client, program) = stopped_at_entry();
    let placed = client.break_at(
        &program,
        json!([{ "line": 9, "condition": "%i == 2" }, { "line": 14 }]),
    );
    assert_eq!(
        (&placed[0]["line"], &placed[1]["line"]),
        (&json!(9), &json!(14)),
        "{placed:?}"
    );
    let breakpoint = |line| ("breakpoint".to_owned(), line);
    assert_eq!(client.go("continue"), breakpoint(9));
    assert_eq!(
        (client.value("%i"), client.value("%v"), client.value("%x")),
        ("2".to_owned(), "3".to_owned(), "3".to_owned())
    );
    assert_eq!(client.go("continue"), breakpoint(14));
    let scope = client.scope("parallel");
    let values = client.variables(&scope, json!({}));
    assert_eq!(values[0]["name"], "%id");
    let id = values[0]["variablesReference"].clone();
    let items = client.variables(&id, json!({}));
    assert_eq!((items.len(), &items[5]["value"]), (16, &json!("5")));
    assert_eq!(client.go("reverseContinue"), breakpoint(9));
    assert_eq!(client.value("%x"), "3");
    client.break_at(&program, json!([]));
    client.ask("continue", json!({ "threadId": 1 }));
    assert_eq!(client.stopped()["description"], "the program has ended");
    let scope = client.scope("arguments");
    let arguments = client.variables(&scope, json!({}));
    let shown = |it: &Value| {
        format!(
            "{} {}",
            it["name"].as_str().unwrap_or_default(),
            it["value"].as_str().unwrap_or_default()
        )
    };
    let shown: Vec<String> = arguments.iter().map(shown).collect();
    assert_eq!(shown, ["%A [1, 2, 3, 4]", "%s [10]"]);
    client.ask("disconnect", json!({}));
    assert_eq!(client.wait(), Some(0));
}

#[test]
fn a_run_that_is_not_defined_stops_before_its_line() {
    let program = Program::named(
        "kernel.ir",
        "func @f(%A: memref<f32x4>) {\n  %n = constant 4 : index\n  %v = load %A[%n] : f32\n  axpby.n %v, %A, %v, %A\n}\n",
    );
    program.beside("in.json", r#"{"A": [1, 2, 3, 4]}"#);
    let mut client = Client::ready();
    client.launch(&program, json!({ "language": "tinytc", "mem": "in.json" }));
    client.event("capabilities");
    client.ask("configurationDone", json!({}));
    let stopped = client.stopped();
    assert_eq!(stopped["reason"], "exception", "{stopped}");
    assert_eq!(client.line(), 3);
    let said = client.ask("exceptionInfo", json!({ "threadId": 1 }));
    assert!(
        said.to_string().contains("index 4 is outside of mode 0"),
        "{said}"
    );
    assert_eq!(client.go("stepBack"), step(2));
    client.ask("disconnect", json!({}));
    assert_eq!(client.wait(), Some(0));
    // Without an entry there are two functions to choose from.
    let program = Program::named("kernel.ir", SUM);
    let mut client = Client::ready();
    let refused = client.refused(
        "launch",
        json!({ "program": program.path, "language": "tinytc" }),
    );
    assert!(refused.contains("`other` or `sum`"), "{refused}");
}

#[test]
fn random_requests_are_answered() {
    let program = Program::named("kernel.ir", SUM);
    let mut client = Client::ready();
    client.launch(
        &program,
        json!({ "language": "tinytc entry=sum", "stopOnEntry": true }),
    );
    ask_at_random(&mut client, &program, 0x2545_f491_4f6c_dd1d);
    client.ask("disconnect", json!({}));
    assert_eq!(client.wait(), Some(0));
}
