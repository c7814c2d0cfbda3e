//! How sessions begin and end.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Program, spawn};
use crate::{DOUBLES, long};

/// A user who cancels immediately: nothing runs, and the answer reports it.
#[test]
fn a_session_ends_before_it_has_begun() {
    let mut client = Client::ready();
    client.ask("terminate", json!({}));
    client.event("terminated");
    client.ask("terminate", json!({}));
    assert!(!client.has_event("terminated"), "it was told already");
    client.ask("disconnect", json!({}));
}

#[test]
fn programs_that_cannot_run_are_refused() {
    let mut client = Client::ready();
    let refused =
        |client: &mut Client, configuration: Value| client.refused("launch", configuration);
    assert!(refused(&mut client, json!({})).contains("`program`"));
    assert!(refused(&mut client, json!({ "program": "/no/such.vsm" })).contains("/no/such.vsm"));
    assert!(client.refused("attach", json!({})).contains("launch"));
    let thread = json!({ "threadId": 1 });
    client.refused("continue", thread.clone());
    client.refused("stackTrace", thread);
    client.refused("setBreakpoints", json!({ "source": {}, "breakpoints": [] }));
    client.refused("nonsense", json!({}));
    let program = Program::new("nop\nnop\nladd $lr0\nnop\n");
    let path = &program.path;
    let reason = refused(&mut client, json!({ "program": path }));
    assert!(
        reason.contains("line 3") && reason.contains('E'),
        "{reason}"
    );
    // A client with buttons for that shows it itself, in words of its own.
    let seq = client.send("launch", json!({ "program": path, "offersAnyway": true }));
    let error = client.response(seq)["body"]["error"].clone();
    assert_eq!(
        (&error["id"], &error["showUser"]),
        (&json!(3), &json!(false))
    );
    assert_eq!(error["variables"]["line"], "3");
    let reason = error["variables"]["reason"].as_str().expect("a reason");
    assert!(!reason.contains("debugAnyway"), "{reason}");
    for (key, value) in [
        ("focus", "n9"),
        ("profile", "x"),
        ("testcase", "/no/such/file"),
    ] {
        let mut configuration = json!({ "program": path, "debugAnyway": true });
        configuration[key] = json!(value);
        refused(&mut client, configuration);
    }
    let testcase = program.beside("testcase.vsm", "nop\n");
    let configuration = json!({ "program": path, "debugAnyway": true, "testcase": testcase });
    assert!(refused(&mut client, configuration).contains("testcase"));
    client.launch(&program, json!({ "debugAnyway": true }));
    client.ask("setExceptionBreakpoints", json!({ "filters": ["quit"] }));
    client.ask("configurationDone", json!({}));
    client.stopped();
    assert_eq!(client.line(), 3);
    client.refused("launch", json!({ "program": path }));
    let reason = client.refused("mnc2/focus", json!({ "focus": 7 }));
    assert!(reason.contains("arguments"), "{reason}");
}

#[test]
fn a_client_that_vanishes_ends_the_session() {
    let program = Program::new(&long(100_000));
    let mut client = Client::ready();
    client.launch(&program, json!({ "dirty": 1 }));
    client.ask("configurationDone", json!({}));
    let began = Instant::now();
    client.vanish();
    assert_eq!(client.wait(), Some(1));
    assert!(began.elapsed() < Duration::from_secs(20));
    assert_eq!(Client::start().wait(), Some(1));
    // One that reads nothing and leaves.
    let mut child = spawn(&["--stdio"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let body = r#"{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"x"}}"#;
    let _ = write!(stdin, "Content-Length: {}\r\n\r\n{body}", body.len());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(1));
}

#[test]
fn a_client_may_leave_when_the_program_has_ended() {
    let (mut client, _program) = Client::debugging(DOUBLES);
    client.ask("terminate", json!({}));
    client.event("terminated");
    assert_eq!(client.wait(), Some(0));
    // The run stops at the end by default.
    let (mut client, _program) = Client::debugging("nop\n");
    client.go("continue");
    client.ask("continue", json!({ "threadId": 1 }));
    client.event("terminated");
    client.ask("terminate", json!({}));
    client.ask("disconnect", json!({}));
    assert!(!client.has_event("terminated"), "it was told already");
    assert_eq!(client.wait(), Some(0));
    let (mut client, _program) = Client::debugging("nop\n");
    client.ask("terminate", json!({}));
    client.ask("restart", json!({}));
    client.stopped();
    assert_eq!(client.wait(), Some(1));
}

#[test]
fn memories_are_filled_from_files() {
    let program = Program::new("nop\n");
    let file = std::path::Path::new(&program.path).with_extension("bin");
    std::fs::write(&file, [7, 0, 0, 0, 1, 0, 0, 0]).expect("it can be written");
    let mut client = Client::ready();
    for (arguments, said) in [
        (vec!["--save".to_owned()], "`--save`"),
        (vec!["--load".to_owned()], "`--load`"),
        (vec!["--load=nothing".to_owned()], "pdm0=in.bin"),
        (
            vec!["--load=pdm0=/no/such/file".to_owned()],
            "/no/such/file",
        ),
        (
            vec![format!("--load=pdm0:0+2={}", file.display())],
            "1 long word",
        ),
    ] {
        let launch = json!({ "program": program.path, "args": arguments });
        let message = client.refused("launch", launch);
        assert!(message.contains(said), "{arguments:?}: {message}");
    }
    let places = ["--load", "lm0n0c0b0m0p1:4", "--load=pdm2"];
    let arguments = places.map(|it| match it {
        "--load" => it.to_owned(),
        it => format!("{it}={}", file.display()),
    });
    client.launch(&program, json!({ "stopOnEntry": true, "args": arguments }));
    client.ask("configurationDone", json!({}));
    client.stopped();
    assert_eq!(client.value("$lm8@n0c0b0m0p1,x"), "0x100000007");
    assert_eq!(client.value("$p0@n2,x"), "0x100000007");
    assert_eq!(client.value("$p0@n1,x"), "0x0");
}

#[test]
fn bad_messages_do_not_end_the_session() {
    let mut client = Client::ready();
    for (bytes, said) in [
        (&b"Content-Length: 2\r\n\r\n{]"[..], "JSON"),
        (b"Content-Length: 2\r\n\r\n{}", "request"),
        (b"Content-Length: x\r\n\r\n", "length"),
    ] {
        client.send_bytes(bytes);
        let output = client.event("output");
        let text = output["output"].as_str().expect("a text");
        assert!(text.contains(said), "{text}");
    }
    client.ask("threads", json!({ "unknown": "x".repeat(10 << 20) }));
    client.ask("threads", json!({}));
}

#[test]
fn numbers_of_nothing_are_answered() {
    let (mut client, program) = Client::debugging(DOUBLES);
    let source = json!({ "path": program.path });
    let memory = "lm0@n0c0b0m0p0";
    for number in [i64::MIN, -1, i64::MAX] {
        for (command, arguments) in [
            (
                "breakpointLocations",
                json!({ "source": source, "line": number, "endLine": number }),
            ),
            ("cancel", json!({ "requestId": number })),
            (
                "completions",
                json!({ "text": "$", "column": number, "line": number }),
            ),
            (
                "disassemble",
                json!({ "memoryReference": "0x0", "offset": number, "instructionOffset": number, "instructionCount": 1 }),
            ),
            (
                "evaluate",
                json!({ "expression": "$lr0", "frameId": number }),
            ),
            ("goto", json!({ "threadId": 1, "targetId": number })),
            ("gotoTargets", json!({ "source": source, "line": number })),
            (
                "readMemory",
                json!({ "memoryReference": memory, "offset": number, "count": number }),
            ),
            ("scopes", json!({ "frameId": number })),
            (
                "setBreakpoints",
                json!({ "source": source, "breakpoints": [{ "line": number }] }),
            ),
            ("stackTrace", json!({ "threadId": number })),
            ("stackTrace", json!({ "threadId": 1, "startFrame": number })),
            (
                "variables",
                json!({ "variablesReference": number, "start": number, "count": number }),
            ),
            (
                "variables",
                json!({ "variablesReference": 1, "start": number, "count": number }),
            ),
            (
                "writeMemory",
                json!({ "memoryReference": memory, "offset": number, "data": "AQI=" }),
            ),
        ] {
            let seq = client.send_anything(command, arguments);
            client.response(seq);
        }
    }
    client.ask("threads", json!({}));
}

#[test]
fn what_is_over_can_be_cancelled() {
    let (mut client, _program) = Client::debugging(DOUBLES);
    client.ask("cancel", json!({ "requestId": 999 }));
    client.ask("cancel", json!({ "progressId": "none" }));
}

#[test]
fn a_port_is_served() {
    let mut child = spawn(&["--port", "0"]);
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    stdout.read_line(&mut line).expect("a line");
    let port = line
        .trim()
        .rsplit(':')
        .next()
        .and_then(|it| it.parse().ok());
    let port = port.expect("a port");
    // A page in a browser can send the bytes of requests, but only after a header of its own.
    let body =
        r#"{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"mnc2"}}"#;
    let message = format!("Content-Length: {}\r\n\r\n{body}", body.len());
    for begun in [
        format!("POST / HTTP/1.1\r\nHost: localhost\r\n{message}"),
        format!("GET / HTTP/1.1\r\n\r\n{message}"),
        format!("{{}}{message}"),
        "C".to_owned(),
    ] {
        let mut page = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        let mut answer = Vec::new();
        // The connection is closed at the first wrong byte, which may be before all bytes have been sent.
        let _ = page
            .write_all(begun.as_bytes())
            .and_then(|()| page.shutdown(Shutdown::Write))
            .and_then(|()| page.read_to_end(&mut answer));
        assert!(answer.is_empty(), "{begun}");
    }
    let mut client = Client::connect(port, child);
    client.ask(
        "initialize",
        json!({ "adapterID": "mnc2", "linesStartAt1": false, "locale": "ja" }),
    );
    let program = Program::new(DOUBLES);
    client.launch(&program, json!({ "stopOnEntry": true }));
    client.ask("configurationDone", json!({}));
    client.stopped();
    assert_eq!(client.line(), 1);
    let japanese = client.refused("exceptionInfo", json!({ "threadId": 1 }));
    assert!(!japanese.is_ascii(), "{japanese}");
    client.ask("disconnect", json!({}));
    assert_eq!(client.wait(), Some(0));
}

#[test]
fn arguments_are_answered() {
    for (arguments, status, said) in [
        (&["--version"][..], 0, "mnc2-dap "),
        (&["--help"], 0, "Usage: mnc2-dap"),
        (&["--port", "x"], 2, "--port takes a number"),
        (&["--port"], 2, "--port takes a number"),
        (&["program.vsm"], 2, "unknown argument program.vsm"),
    ] {
        let output = spawn(arguments).wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        assert!(text.contains(said), "{text}");
    }
}
