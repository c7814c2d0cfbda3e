//! Sessions without threads: what a page does.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use mnc2_dap::Ending;
use mnc2_dap::single_threaded::{Next, Turns};
use serde_json::{Value, json};

use crate::client::Program;
use crate::{DOUBLES, long, schema, shapes};

/// Turns that a run may take.
const TURNS_MAX: usize = 100_000;

/// Messages as the caller gets them.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.lock().expect("no panic");
        written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session, and its output.
struct Driven {
    turns: Turns,
    written: Written,
    seq: i64,
}

impl Driven {
    /// A session that debugs a program, up to where breakpoints are set.
    fn debugging(program: &Program) -> Self {
        let written = Written::default();
        let mut driven = Self {
            turns: Turns::new(written.clone()),
            written,
            seq: 0,
        };
        driven.ask("initialize", json!({ "adapterID": "mnc2" }));
        driven.ask("launch", json!({ "program": program.path }));
        driven
    }

    /// The messages since the last call.
    fn said(&self) -> Vec<Value> {
        let bytes = std::mem::take(&mut *self.written.0.lock().expect("no panic"));
        let text = String::from_utf8(bytes).expect("text");
        let parts = text.split("Content-Length: ").skip(1);
        let messages = parts.map(|part| {
            let body = part.split_once("\r\n\r\n").expect("a header").1;
            serde_json::from_str(body).expect("a message")
        });
        messages
            .inspect(|message| {
                shapes::check(message);
                schema::check(message);
            })
            .collect()
    }

    fn put(&mut self, command: &str, arguments: Value) {
        self.seq += 1;
        let request = json!({ "seq": self.seq, "type": "request", "command": command, "arguments": arguments });
        self.turns.put(request.to_string().as_bytes());
    }

    /// Hands over a request, and takes one turn, in which it is answered.
    #[track_caller]
    fn ask(&mut self, command: &str, arguments: Value) -> (Vec<Value>, Next) {
        self.put(command, arguments);
        let next = self.turns.take_turn();
        let said = self.said();
        assert_eq!(said[0]["request_seq"], self.seq, "{said:?}");
        assert_eq!(said[0]["success"], true, "{said:?}");
        (said, next)
    }

    /// Takes turns until the run stops, and returns the messages.
    fn until_it_waits(&mut self) -> Vec<Value> {
        let waits = (0..TURNS_MAX).any(|_| self.turns.take_turn() == Next::Waits);
        assert!(waits, "it does not end");
        self.said()
    }
}

#[test]
fn a_long_run_takes_turns_and_everything_is_answered_between_them() {
    let program = Program::new(&long(200_000));
    let mut driven = Driven::debugging(&program);
    let (_, next) = driven.ask("configurationDone", json!({}));
    assert_eq!(next, Next::GoesOn, "the run does not end with the request");
    // A turn, and the run still continues.
    assert_eq!(driven.turns.take_turn(), Next::GoesOn);
    assert_eq!(driven.said(), [] as [Value; 0]);
    let breakpoints = json!([{ "line": 199_000 }]);
    let source = json!({ "path": program.path });
    let arguments = json!({ "source": source, "breakpoints": breakpoints });
    let (said, next) = driven.ask("setBreakpoints", arguments);
    assert_eq!(said[0]["body"]["breakpoints"][0]["verified"], true);
    assert_eq!(next, Next::GoesOn);
    driven.turns.take_turn();
    // It pauses where it is, and continues from there.
    let (said, next) = driven.ask("pause", json!({ "threadId": 1 }));
    assert_eq!(said[1]["body"]["reason"], "pause");
    assert_eq!(next, Next::Waits);
    let (said, _) = driven.ask("stackTrace", json!({ "threadId": 1 }));
    let line = said[0]["body"]["stackFrames"][0]["line"].as_i64();
    assert!((2..199_000).contains(&line.expect("a line")), "{line:?}");
    driven.ask("continue", json!({ "threadId": 1 }));
    let said = driven.until_it_waits();
    assert_eq!(said[0]["body"]["reason"], "breakpoint", "{said:?}");
    let (said, _) = driven.ask("stackTrace", json!({ "threadId": 1 }));
    assert_eq!(said[0]["body"]["stackFrames"][0]["line"], 199_000);
    let (_, next) = driven.ask("disconnect", json!({}));
    assert_eq!(next, Next::Ends(Ending::Orderly));
}

#[test]
fn an_endless_program_in_another_language_takes_turns() {
    let program = Program::named("endless.S", "# mnc2: language=rvmatrix\nloop:\n\tj loop\n");
    let mut driven = Driven::debugging(&program);
    driven.ask("configurationDone", json!({}));
    for _ in 0..3 {
        assert_eq!(driven.turns.take_turn(), Next::GoesOn);
    }
    let (said, next) = driven.ask("pause", json!({ "threadId": 1 }));
    assert_eq!(said[1]["body"]["reason"], "pause");
    assert_eq!(next, Next::Waits);
}

#[test]
fn several_requests_are_answered_one_by_one() {
    let program = Program::new(DOUBLES);
    let mut driven = Driven::debugging(&program);
    driven.put("threads", json!({}));
    driven.put("configurationDone", json!({}));
    driven.put("threads", json!({}));
    assert_eq!(driven.turns.take_turn(), Next::GoesOn);
    assert_eq!(driven.said().len(), 1);
    let said = driven.until_it_waits();
    let answers = said.iter().filter(|it| it["type"] == "response");
    assert_eq!(answers.count(), 2);
    assert_eq!(said.last().expect("a stop")["event"], "stopped", "{said:?}");
}
