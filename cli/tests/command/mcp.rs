//! `mnc2 mcp`, driven by the client of the protocol's own SDK.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rmcp::model::{CallToolRequestParams, CallToolResult};
use rmcp::service::{RoleClient, RunningService, ServiceExt as _};
use rmcp::transport::TokioChildProcess;
use serde_json::{Value, json};

use crate::binary::{folder, text};

const BINARY: &str = env!("CARGO_BIN_EXE_mnc2");

const TESTCASE: &str = "\
# ======= In(0): LM1 / Float =======
d set $ln0n0c0b0m0p0 4 3f800000c00000004040000040800000c0a0000040c00000bf80000041000000
# ======= YOUR VSM WILL BE INSERTED HERE =======
# ======= Out(0): LM0 / Float =======
d getf $lm0n0c0b0m0p0 4 # expect=[3, 0, 7, 9, 0, 13, 0, 17] / Float @[0],[1],[2],[3],[4],[5],[6],[7]
";

/// A word at a time, and one step too few before the constants are read.
const DRAFT: &str = "\
imm f\"2\" $lr0
imm f\"1\" $ls0
nop
fvfma $ln0 $lr0 $ls0 $lr8
fvfma $ln2 $lr0 $ls0 $lr10
nop/4
fvfma $ln4 $lr0 $ls0 $lr12
fvfma $ln6 $lr0 $ls0 $lr14
frelu $lr8 $lr8 $lm0
frelu $lr10 $lr10 $lm2
frelu $lr12 $lr12 $lm4
nop
frelu $lr14 $lr14 $lm6
";

type Client = RunningService<RoleClient, ()>;

/// Runs a session with a client.
fn session<F: Future>(folder: Option<&Path>, run: impl FnOnce(Client) -> F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let mut command = tokio::process::Command::new(BINARY);
        command.arg("mcp");
        if let Some(folder) = folder {
            command.arg("--folder").arg(folder);
        }
        let process = TokioChildProcess::new(command).expect("it starts");
        run(().serve(process).await.expect("a session begins")).await
    })
}

async fn call(client: &Client, tool: &'static str, arguments: Value) -> CallToolResult {
    let Value::Object(arguments) = arguments else {
        panic!("arguments are an object");
    };
    let request = CallToolRequestParams::new(tool).with_arguments(arguments);
    client.call_tool(request).await.expect("an answer")
}

/// The answer of a call that succeeds.
async fn answer(client: &Client, tool: &'static str, arguments: Value) -> Value {
    let result = call(client, tool, arguments).await;
    assert_ne!(result.is_error, Some(true), "{tool}: {result:?}");
    result.structured_content.expect("structured content")
}

/// The error of a call that fails.
async fn refusal(client: &Client, tool: &'static str, arguments: Value) -> String {
    let result = call(client, tool, arguments).await;
    assert_eq!(result.is_error, Some(true), "{tool}: {result:?}");
    let said = result.content.first().and_then(|it| it.as_text());
    said.expect("a sentence").text.clone()
}

/// A text with the edits of a fix.
fn fixed(text: &str, fix: &Value) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let number = |edit: &Value, key: &str| edit[key].as_u64().expect("a number") as usize - 1;
    for edit in fix["edits"].as_array().expect("edits").iter().rev() {
        let (first, last) = (number(edit, "line"), number(edit, "end_line"));
        let after = lines[last][number(edit, "end_column")..].to_owned();
        let before = lines[first][..number(edit, "column")].to_owned();
        let new = format!("{before}{}{after}", edit["text"].as_str().expect("text"));
        lines.splice(first..=last, new.split('\n').map(str::to_owned));
    }
    lines.join("\n")
}

#[test]
fn an_agent_comes_from_an_error_to_an_accepted_solution() {
    session(None, async |client| {
        let tools = client.list_all_tools().await.expect("tools");
        assert_eq!(tools.len(), 10);
        for tool in &tools {
            let is_whole = tool.output_schema.is_some() && tool.description.is_some();
            assert!(
                is_whole && tool.input_schema["type"] == "object",
                "{tool:?}"
            );
        }
        let testcase = json!({"text": TESTCASE});

        // An error, its meaning and its fix.
        let draft = json!({"program": {"text": DRAFT}});
        let checked = answer(&client, "check", draft).await;
        assert_eq!(checked["outcome"], "the program has errors");
        let finding = &checked["results"][0];
        assert_eq!(
            (&finding["code"], &finding["line"]),
            (&json!("E1010"), &json!(4))
        );
        let page = answer(&client, "explain", json!({"query": "E1010"})).await;
        assert!(page["text"].as_str().expect("a page").contains("E1010"));
        let query = json!({"query": "forwarding register nop"});
        assert_eq!(answer(&client, "search_book", query).await["ok"], true);
        let solution = fixed(DRAFT, &finding["fixes"][0]);
        let program = json!({"text": solution});
        let checked = answer(&client, "check", json!({"program": program})).await;
        assert_eq!(checked["ok"], true, "{checked} of\n{solution}");

        // It runs, and is accepted.
        let places = ["lm0n0c0b0m0p0:0+4,f"];
        let run = json!({"program": program, "testcase": testcase, "show": places});
        let ran = answer(&client, "run", run).await;
        assert!(ran.to_string().contains("17"), "{ran}");
        let judge = json!({"testcase": testcase, "program": program});
        let judged = answer(&client, "judge", judge).await;
        assert_eq!(judged["outcome"], "accepted", "{judged}");

        // It becomes shorter, and still is equivalent.
        let profile = answer(&client, "profile", json!({"program": program})).await;
        let chain = profile["results"][0]["chain"]["steps"].as_u64();
        let schedule = json!({"program": program, "testcase": testcase, "seconds": 10});
        let shorter = answer(&client, "schedule", schedule).await;
        let shorter = &shorter["results"][0];
        let (before, after) = (shorter["before"].as_u64(), shorter["after"].as_u64());
        assert!(
            after < before && chain.is_some() && chain <= after,
            "{shorter}"
        );
        let shortened = json!({"text": shorter["text"]});
        let equal = json!({"one": program, "other": shortened, "testcase": testcase});
        let equal = answer(&client, "equal", equal).await;
        assert_eq!(equal["outcome"], "equivalent, proven", "{equal}");
        let faulty = json!({"one": program, "other": {"text": "nonsense"}});
        let faulty = answer(&client, "equal", faulty).await;
        assert_eq!(faulty["outcome"], "a program has errors", "{faulty}");
        let judge = json!({"testcase": testcase, "program": shortened});
        let again = answer(&client, "judge", judge).await;
        assert_eq!(again["outcome"], "accepted", "{again}");
        assert_ne!(judged["results"][0]["score"], again["results"][0]["score"]);

        // What wrote a word, and where operands are.
        let origin = json!({"program": program, "testcase": testcase, "places": ["$lm6"]});
        let origin = answer(&client, "origin", origin).await;
        let wrote = origin["text"].as_str().expect("lines");
        let last = format!("line {}", solution.lines().count());
        assert!(wrote.contains(&last), "{origin}");
        let expand = json!({"program": program, "line": 1});
        let expanded = answer(&client, "expand", expand).await;
        assert_eq!(expanded["results"].as_array().map(Vec::len), Some(1));
        client.cancel().await.expect("the session ends");
    });
}

#[test]
fn files_come_from_the_folder_and_nowhere_else() {
    let outside = folder("mcp-outside");
    let inside = outside.join("inside");
    fs::create_dir_all(inside.join("deep")).expect("folders");
    fs::write(outside.join("secret.vsm"), "nop\n").expect("a file");
    let own = "nop/3\nlpassa $lm0v $lr0v\n";
    fs::write(inside.join("deep/own.vsm"), own).expect("a file");
    fs::write(inside.join("mnc2.toml"), "[levels]\nE1010 = \"warning\"\n").expect("a file");
    #[cfg(unix)]
    {
        let _ = fs::remove_file(inside.join("link.vsm"));
        std::os::unix::fs::symlink("../secret.vsm", inside.join("link.vsm")).expect("a link");
    }
    session(Some(&inside), async |client| {
        let own = json!({"program": {"file": "deep/own.vsm"}});
        let profile = answer(&client, "profile", own).await;
        assert_eq!(profile["results"][0]["total"]["steps"], 4);
        let secret = outside.join("secret.vsm");
        let mut names = vec!["../secret.vsm", "deep/../../secret.vsm", text(&secret)];
        if cfg!(unix) {
            names.push("link.vsm");
        }
        for name in names {
            let said = refusal(&client, "check", json!({"program": {"file": name}})).await;
            assert!(said.contains("is not in the folder"), "{name}: {said}");
        }
        for name in ["missing.vsm", ".", "deep", "\u{0}"] {
            let said = refusal(&client, "check", json!({"program": {"file": name}})).await;
            assert!(said.contains("cannot read"), "{name}: {said}");
        }
        client.cancel().await.expect("the session ends");
    });
    session(None, async |client| {
        let said = refusal(&client, "check", json!({"program": {"file": "own.vsm"}})).await;
        assert!(said.contains("--folder"), "{said}");
        client.cancel().await.expect("the session ends");
    });
    let mut missing = Command::new(BINARY);
    missing.args(["mcp", "--folder", "no-such-folder"]);
    let missing = missing.output().expect("it runs");
    assert_eq!((missing.status.code(), missing.stdout.len()), (Some(2), 0));
}

#[test]
fn wrong_calls_are_answered() {
    session(None, async |client| {
        let unknown = client.call_tool(CallToolRequestParams::new("delete")).await;
        let said = unknown.expect_err("there is no such tool").to_string();
        assert!(
            said.contains("there is no tool `delete`; there are check, run"),
            "{said}"
        );
        let program = json!({"text": "nop"});
        let both = json!({"text": "nop", "file": "a"});
        for (tool, arguments, expected) in [
            ("check", json!({}), "missing field `program`"),
            ("check", json!({"program": "nop"}), "invalid type"),
            ("check", json!({"program": {}}), "either"),
            ("check", json!({"program": both}), "either"),
            (
                "check",
                json!({"program": program, "fix": true}),
                "unknown field `fix`",
            ),
            (
                "check",
                json!({"program": program, "profile": "other"}),
                "unknown variant",
            ),
            ("run", json!({"program": program, "until": 0}), "--until"),
            (
                "run",
                json!({"program": program, "until": -1}),
                "invalid value",
            ),
            (
                "run",
                json!({"program": program, "show": ["--save=x"]}),
                "--print",
            ),
            (
                "run",
                json!({"program": program, "show": vec!["lm0"; 100]}),
                "at most",
            ),
            (
                "explain",
                json!({"query": "no-such-word"}),
                "there is no entry",
            ),
            ("explain", json!({"query": "--list"}), "there is no entry"),
            (
                "schedule",
                json!({"program": program, "seconds": 100_000}),
                "at most",
            ),
            (
                "schedule",
                json!({"program": program, "ranges": true}),
                "needs a testcase",
            ),
            (
                "origin",
                json!({"program": program, "places": ["$lr0\nsave"]}),
                "one line",
            ),
            (
                "judge",
                json!({"testcase": program, "program": program}),
                "testcase",
            ),
        ] {
            let said = refusal(&client, tool, arguments.clone()).await;
            assert!(said.contains(expected), "{tool} {arguments}: {said}");
        }
        // Programs without an end, and texts that are none, are answered too, with bounded length.
        let endless = json!({"program": {"text": "nop/4294967295\n".repeat(10)}});
        let ran = answer(&client, "run", endless).await;
        assert_eq!(ran["outcome"], "stopped before the end", "{ran}");
        let long = json!({"program": {"text": "d get $lm0 2048\n".repeat(500)}});
        let ran = answer(&client, "run", long).await;
        assert_eq!(
            (&ran["ok"], ran.to_string().len() < 400_000),
            (&json!(false), true)
        );
        let large = json!({"program": {"text": "nop\n".repeat(3 << 20)}});
        let said = refusal(&client, "check", large).await;
        assert!(said.contains("larger than 8 MiB"), "{said}");
        let nonsense = json!({"program": {"text": "x y z\n".repeat(10_000)}});
        let checked = answer(&client, "check", nonsense).await;
        let shown = checked["results"].as_array().map_or(0, Vec::len);
        assert!((50..60).contains(&shown), "{shown}");
        client.cancel().await.expect("the session ends");
    });
}

/// What the server writes on a text, and how it ends.
fn spoken(input: &[u8]) -> (String, Option<i32>) {
    let mut process = Command::new(BINARY)
        .arg("mcp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = process.stdin.take().expect("a pipe");
    stdin.write_all(input).expect("it reads");
    drop(stdin);
    let output = process.wait_with_output().expect("it ends");
    let out = String::from_utf8(output.stdout).expect("text");
    (out, output.status.code())
}

#[test]
fn a_client_that_leaves_ends_it_and_only_the_protocol_is_spoken() {
    assert_eq!(spoken(b""), (String::new(), Some(0)));
    let begin = concat!(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","#,
        r#""capabilities":{},"clientInfo":{"name":"test","version":"0"}}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        "\n"
    );
    let wrong = "{\"jsonrpc\": \"2.0\", \"id\": 2\n\nnot json\n[1,2]\n\u{1b}[2J\n";
    let ping = "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}\n";
    let (out, code) = spoken(format!("{begin}{wrong}{ping}").as_bytes());
    assert_eq!(code, Some(0), "{out}");
    let messages: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("every line is a message"))
        .collect();
    assert_eq!(messages[0]["result"]["serverInfo"]["name"], "mnc2");
    let is_pong = |it: &&Value| it["id"] == 3 && it["result"] == json!({});
    assert_eq!(messages.iter().filter(is_pong).count(), 1, "{out}");
    assert!(messages.iter().all(|it| it["jsonrpc"] == "2.0"), "{out}");
}

#[test]
fn a_call_that_no_one_waits_for_is_ended() {
    let scratch = folder("mcp-scratch");
    let texts = || fs::read_dir(&scratch).expect("a folder").count();
    let wait_for = |count: usize| {
        let begin = Instant::now();
        while texts() != count {
            assert!(
                begin.elapsed() < Duration::from_secs(20),
                "{} folders",
                texts()
            );
            thread::sleep(Duration::from_millis(20));
        }
    };
    let mut process = Command::new(BINARY)
        .arg("mcp")
        .env("TMPDIR", &scratch)
        .env("TEMP", &scratch)
        .env("TMP", &scratch)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = process.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
    let mut send = |message: &Value| writeln!(stdin, "{message}").expect("it reads");
    send(
        &json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"},
        }}),
    );
    assert!(lines.next().is_some());
    send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    // As many steps as a text can have: it takes long.
    let long = "dvfmad $lr0v $ls0v $lr0v $ln0v\nnop/2\n".repeat(100_000);
    let call = |id: u32| {
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
            "name": "schedule", "arguments": {"program": {"text": long}, "seconds": 60},
        }})
    };
    send(&call(2));
    wait_for(1);
    thread::sleep(Duration::from_millis(300));
    send(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}),
    );
    wait_for(0);
    send(&json!({"jsonrpc": "2.0", "id": 3, "method": "ping"}));
    let pong = lines.next().expect("an answer").expect("text");
    assert!(pong.contains("\"id\":3"), "{pong}");
    // The client leaves during a call.
    send(&call(4));
    wait_for(1);
    drop(stdin);
    let begin = Instant::now();
    assert_eq!(process.wait().expect("it ends").code(), Some(0));
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert_eq!(texts(), 0);
}

/// A process after its initialization.
struct Spoken {
    process: std::process::Child,
    stdin: Option<std::process::ChildStdin>,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Spoken {
    fn begin(temporary: &Path) -> Self {
        let mut process = Command::new(BINARY)
            .arg("mcp")
            .env("TMPDIR", temporary)
            .env("TEMP", temporary)
            .env("TMP", temporary)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let stdin = process.stdin.take();
        let mut it = Self {
            process,
            stdin,
            lines,
        };
        it.send(
            &json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
                "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"},
            }}),
        );
        assert!(it.lines.next().is_some());
        it.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        it
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.stdin.as_mut().expect("open"), "{message}").expect("it reads");
    }

    fn call(&mut self, id: u32, tool: &str, arguments: &Value) {
        self.send(
            &json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
                "name": tool, "arguments": arguments,
            }}),
        );
    }
}

/// Waits until the folder has that many entries.
fn wait_for(folder: &Path, count: usize) {
    let begin = Instant::now();
    let entries = || fs::read_dir(folder).expect("a folder").count();
    while entries() != count {
        assert!(
            begin.elapsed() < Duration::from_secs(30),
            "{} folders",
            entries()
        );
        thread::sleep(Duration::from_millis(20));
    }
}

/// A call that takes long.
fn long_call() -> Value {
    let text = "dvfmad $lr0v $ls0v $lr0v $ln0v\nnop/2\n".repeat(100_000);
    json!({"program": {"text": text}, "seconds": 60})
}

#[test]
fn a_session_that_is_over_ends_at_once() {
    let temporary = folder("mcp-over");
    let mut session = Spoken::begin(&temporary);
    session.call(2, "schedule", &long_call());
    wait_for(&temporary, 1);
    session.stdin = None;
    let begin = Instant::now();
    assert_eq!(session.process.wait().expect("it ends").code(), Some(0));
    assert!(
        begin.elapsed() < Duration::from_secs(30),
        "{:?}",
        begin.elapsed()
    );
    wait_for(&temporary, 0);
}

/// The processes whose environment names a folder.
#[cfg(target_os = "linux")]
fn processes_with(folder: &Path) -> usize {
    let folder = text(folder).as_bytes();
    let processes = fs::read_dir("/proc").expect("a list").flatten();
    let environments = processes.filter_map(|it| fs::read(it.path().join("environ")).ok());
    let with = environments.filter(|it| it.windows(folder.len()).any(|part| part == folder));
    with.count()
}

#[cfg(target_os = "linux")]
#[test]
fn a_session_that_is_killed_leaves_nothing() {
    for signal in ["TERM", "INT", "HUP", "KILL"] {
        let temporary = folder(&format!("mcp-killed-{signal}"));
        let mut session = Spoken::begin(&temporary);
        session.call(2, "schedule", &long_call());
        wait_for(&temporary, 1);
        // The call has begun once there are two.
        let begin = Instant::now();
        while processes_with(&temporary) < 2 {
            assert!(
                begin.elapsed() < Duration::from_secs(30),
                "{signal}: no call"
            );
            thread::sleep(Duration::from_millis(20));
        }
        let killed = Command::new("sh")
            .args([
                "-c",
                "kill -$0 $1",
                signal,
                &session.process.id().to_string(),
            ])
            .status();
        assert!(killed.is_ok_and(|status| status.success()), "{signal}");
        session.process.wait().expect("it ends");
        wait_for(&temporary, 0);
        let begin = Instant::now();
        while processes_with(&temporary) > 0 {
            assert!(
                begin.elapsed() < Duration::from_secs(10),
                "{signal}: a call runs on"
            );
            thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn short_calls_do_not_wait_for_long_ones() {
    let temporary = folder("mcp-queues");
    let mut session = Spoken::begin(&temporary);
    for id in 2..14 {
        session.call(id, "schedule", &long_call());
    }
    session.call(14, "check", &json!({"program": {"text": "nop\n"}}));
    let answer = session.lines.next().expect("an answer").expect("text");
    let answer: Value = serde_json::from_str(&answer).expect("a message");
    assert_eq!(answer["id"], 14, "{answer}");
    session.stdin = None;
    assert_eq!(session.process.wait().expect("it ends").code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_call_is_limited() {
    let temporary = folder("mcp-limits");
    let mut session = Spoken::begin(&temporary);
    session.call(2, "schedule", &long_call());
    wait_for(&temporary, 1);
    let own = session.process.id();
    let begin = Instant::now();
    // The limit of the only child, once it has set it.
    let limit = loop {
        let children = fs::read_to_string(format!("/proc/{own}/task/{own}/children"));
        let tasks = fs::read_dir(format!("/proc/{own}/task"))
            .expect("threads")
            .flatten();
        let of_tasks = tasks.filter_map(|it| fs::read_to_string(it.path().join("children")).ok());
        let all: String = of_tasks.chain(children).collect::<Vec<_>>().join(" ");
        let limits = all
            .split_whitespace()
            .next()
            .and_then(|child| fs::read_to_string(format!("/proc/{child}/limits")).ok());
        let line = limits.and_then(|it| {
            let line = it.lines().find(|line| line.starts_with("Max data size"))?;
            Some(line.to_owned())
        });
        match line {
            Some(line) if !line.contains("unlimited") => break line,
            _ => assert!(begin.elapsed() < Duration::from_secs(30), "no limit"),
        }
        thread::sleep(Duration::from_millis(20));
    };
    assert!(limit.contains("3221225472"), "{limit}");
    session.stdin = None;
    session.process.wait().expect("it ends");
}

#[cfg(unix)]
#[test]
fn what_a_text_names_is_not_read() {
    let outside = folder("mcp-named");
    let secret = outside.join("outside.json");
    fs::write(&secret, "{\"data_type\": \"s3cret\"}").expect("a file");
    let own = folder("mcp-named-own");
    let mut with_files = mnc2_ide::languages::ALL.iter().map(|it| it.about());
    let about = with_files.find(|it| it.architecture.is_some());
    let id = about.expect("a language with files of machines").id;
    let line = format!("; mnc2: language={id} arch={}\n", text(&secret));
    fs::write(own.join("a.vsm"), &line).expect("a file");
    std::os::unix::fs::symlink(&secret, own.join("link.vsm")).expect("a link");
    fs::write(
        own.join("mnc2.toml"),
        format!("testcase = \"{}\"\n", text(&secret)),
    )
    .expect("a file");
    for root in [None, Some(own.as_path())] {
        session(root, async |client| {
            let mut programs = vec![json!({"text": line})];
            if root.is_some() {
                programs.extend([json!({"file": "a.vsm"}), json!({"file": "link.vsm"})]);
            }
            for tool in client.list_all_tools().await.expect("tools") {
                for program in &programs {
                    let arguments = match &*tool.name {
                        "judge" => json!({"testcase": program, "program": program}),
                        "equal" => json!({"one": program, "other": program}),
                        "origin" => json!({"program": program, "places": ["$lr0"]}),
                        "explain" | "search_book" => continue,
                        _ => json!({"program": program}),
                    };
                    let Value::Object(arguments) = arguments else {
                        panic!("arguments are an object");
                    };
                    let request =
                        CallToolRequestParams::new(tool.name.clone()).with_arguments(arguments);
                    let said = client.call_tool(request).await.expect("an answer");
                    let said = format!("{said:?}");
                    assert!(!said.contains("s3cret"), "{}: {said}", tool.name);
                }
            }
        });
    }
}
