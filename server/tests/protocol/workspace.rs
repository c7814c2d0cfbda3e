//! The workspace: diagnostics of programs that are not open, several folders, and files that change outside of the
//! editor.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Client, file_uri, folder};
use mnc2_lsp::Ending;
use serde_json::{Value, json};

/// `RequestCancelled` of the protocol.
const REQUEST_CANCELLED: i64 = -32800;

/// A hazard (E1010) and, under the profile `contest`, a `d set` (W0512).
const HAZARD: &str = "d set $lm0 1 0000000000000000\nlpassa $lm0v $lr0v\nlpassa $lr0v $ln0v\n";

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    let parent = path.parent().expect("a file has a folder");
    fs::create_dir_all(parent).expect("folders can be made");
    fs::write(path, text).expect("the file can be written");
}

fn uri(folder: &Path, name: &str) -> String {
    file_uri(&folder.join(name))
}

/// A client that pulls and has these folders open; also returns the server's capabilities.
async fn start(folders: &[&Path]) -> (Client, Value) {
    let folders: Vec<Value> = folders
        .iter()
        .map(|folder| json!({ "uri": file_uri(folder), "name": "x" }))
        .collect();
    let capabilities = json!({
        "textDocument": { "diagnostic": {} },
        "workspace": {
            "workspaceFolders": true,
            "diagnostics": { "refreshSupport": true },
            "fileOperations": { "didRename": true, "didDelete": true }
        }
    });
    let parameters = json!({ "capabilities": capabilities, "workspaceFolders": folders });
    let (client, answer) = Client::start_with(parameters).await;
    (client, answer["capabilities"].clone())
}

/// The client's side of pulling: its reports, by file.
#[derive(Default)]
struct Known(Vec<(String, String)>);

impl Known {
    fn parameters(&self) -> Value {
        let previous: Vec<Value> = self
            .0
            .iter()
            .map(|(uri, id)| json!({ "uri": uri, "value": id }))
            .collect();
        json!({ "previousResultIds": previous })
    }

    /// Takes reports; shows them as `name version codes`, or `name version unchanged`.
    fn take(&mut self, items: &Value) -> Vec<String> {
        let items = items.as_array().expect("items are a list");
        let take = |item: &Value| {
            let uri = item["uri"].as_str().expect("a uri").to_owned();
            let name = uri.rsplit('/').next().unwrap_or_default().to_owned();
            let codes = match item["items"].as_array() {
                None => item["kind"].as_str().unwrap_or_default().to_owned(),
                Some(items) => {
                    let codes = items.iter().map(|it| it["code"].as_str().unwrap_or("-"));
                    codes.collect::<Vec<_>>().join(",")
                }
            };
            self.0.retain(|(known, _)| *known != uri);
            if let Some(id) = item["resultId"].as_str() {
                self.0.push((uri, id.to_owned()));
            }
            format!("{name} {} {codes}", item["version"])
        };
        items.iter().map(take).collect()
    }

    async fn pull(&mut self, client: &mut Client) -> Vec<String> {
        let answer = client
            .request("workspace/diagnostic", self.parameters())
            .await;
        self.take(&answer["items"])
    }
}

/// Reports that files have changed.
async fn changed(client: &mut Client, uris: &[String]) {
    let changes: Vec<Value> = uris
        .iter()
        .map(|uri| json!({ "uri": uri, "type": 2 }))
        .collect();
    let changes = json!({ "changes": changes });
    client
        .notify("workspace/didChangeWatchedFiles", changes)
        .await;
}

async fn refreshed(client: &mut Client) {
    let refresh = client.incoming("workspace/diagnostic/refresh").await;
    client.answer(&refresh, Value::Null).await;
}

#[tokio::test]
async fn every_program_of_every_folder_is_reported_by_its_own_project() {
    let root = folder("workspace-roots");
    let (first, second) = (root.join("first"), root.join("second"));
    write(&first, "a.vsm", HAZARD);
    write(&first, "notes.txt", HAZARD);
    write(
        &second,
        "mnc2.toml",
        "profile = 'contest'\nexclude = ['old/']\n",
    );
    write(&second, "b.vsm", HAZARD);
    write(&second, "old/c.vsm", HAZARD);
    write(&second, "open.vsm", "nop\n");
    // Hints are omitted in files that are not open.
    write(
        &second,
        "hint.vsm",
        "l2bm@0 $lb0 $lc0\nmvp/n64 $lc0@.0 $d0\n",
    );
    let (mut client, capabilities) = start(&[&first, &second]).await;
    assert_eq!(
        capabilities["workspace"]["workspaceFolders"],
        json!({ "supported": true, "changeNotifications": true })
    );
    client.open_as(&uri(&second, "open.vsm"), HAZARD).await;
    let mut known = Known::default();
    assert_eq!(
        known.pull(&mut client).await,
        [
            "open.vsm 1 W0512,E1010",
            "a.vsm null E1010",
            "b.vsm null W0512,E1010",
            "hint.vsm null ",
        ]
    );
    assert_eq!(
        known.pull(&mut client).await,
        [
            "open.vsm 1 unchanged",
            "a.vsm null unchanged",
            "b.vsm null unchanged",
            "hint.vsm null unchanged",
        ]
    );

    write(&first, "a.vsm", "lpasa $lm0 $ln0\n");
    write(&second, "mnc2.toml", "levels = { E1010 = 'off' }\n");
    fs::remove_file(second.join("hint.vsm")).expect("the file was there");
    changed(
        &mut client,
        &[uri(&first, "a.vsm"), uri(&second, "mnc2.toml")],
    )
    .await;
    refreshed(&mut client).await;
    assert_eq!(
        known.pull(&mut client).await,
        [
            "open.vsm 1 ",
            "a.vsm null E0201",
            "b.vsm null ",
            "c.vsm null ",
            "hint.vsm null ",
        ]
    );
    assert!(!known.0.iter().any(|(uri, _)| uri.ends_with("hint.vsm")));

    let removed = json!([{ "uri": file_uri(&first), "name": "x" }]);
    let event = json!({ "event": { "added": [], "removed": removed } });
    client
        .notify("workspace/didChangeWorkspaceFolders", event)
        .await;
    refreshed(&mut client).await;
    assert_eq!(
        known.pull(&mut client).await,
        [
            "open.vsm 1 unchanged",
            "b.vsm null unchanged",
            "c.vsm null unchanged",
            "a.vsm null ",
        ]
    );
    client.finish().await;
}

#[tokio::test]
async fn a_client_that_takes_parts_gets_parts() {
    let root = folder("workspace-parts");
    for number in 0..70 {
        write(&root, &format!("{number}.vsm"), HAZARD);
    }
    let (mut client, _) = start(&[&root]).await;
    let parameters = json!({ "previousResultIds": [], "partialResultToken": "part" });
    let answer = client.request("workspace/diagnostic", parameters).await;
    assert_eq!(answer, json!({ "items": [] }));
    let mut known = Known::default();
    let mut parts = Vec::new();
    while known.0.len() < 70 {
        let part = client.incoming("$/progress").await;
        assert_eq!(part["params"]["token"], "part");
        let items = known.take(&part["params"]["value"]["items"]);
        assert!(items.iter().all(|item| item.ends_with(" null E1010")));
        parts.push(items.len());
    }
    assert_eq!(parts, [32, 32, 6]);
    client.finish().await;
}

#[tokio::test]
async fn a_check_of_the_workspace_can_be_cancelled() {
    let root = folder("workspace-cancelled");
    let long = HAZARD.repeat(300);
    for number in 0..100 {
        write(&root, &format!("{number}.vsm"), &long);
    }
    let (mut client, _) = start(&[&root]).await;
    let id = client
        .ask("workspace/diagnostic", json!({ "previousResultIds": [] }))
        .await;
    client.notify("$/cancelRequest", json!({ "id": id })).await;
    let response = client.response(id).await;
    assert_eq!(response["error"]["code"], REQUEST_CANCELLED, "{response}");
    client.finish().await;
}

const TESTCASE: &str = "\
d set $lm0p0 1 0000000300000004
# ======= YOUR VSM WILL BE INSERTED HERE =======
# ======= Output =======
d getd $ln0n0c0b0m0p0 1 # expect=[5, 6] / Int @[0],[1]
";

/// The diagnostics pushed next about a document.
async fn pushed(client: &mut Client, uri: &str) -> usize {
    let pushed = client
        .wait_for(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
        })
        .await;
    let diagnostics = pushed["params"]["diagnostics"].as_array();
    diagnostics.expect("diagnostics are a list").len()
}

/// The title of the lens that judges, if there is one.
async fn judge_lens(client: &mut Client, uri: &str) -> Option<String> {
    let document = json!({ "textDocument": { "uri": uri } });
    let lenses = client.request("textDocument/codeLens", document).await;
    let lenses = lenses.as_array()?;
    let lens = lenses
        .iter()
        .find(|lens| lens["command"]["command"] == "mnc2.judge")?;
    lens["command"]["title"].as_str().map(str::to_owned)
}

#[tokio::test]
async fn a_verdict_ends_with_its_testcase() {
    let root = folder("workspace-testcase");
    let operations = json!({ "didRename": true, "didDelete": true });
    let capabilities = json!({
        "workspace": { "fileOperations": operations, "codeLens": { "refreshSupport": true } }
    });
    let (mut client, answer) = Client::start_with(json!({ "capabilities": capabilities })).await;
    let announced = &answer["capabilities"]["workspace"]["fileOperations"];
    let filters = announced["didRename"]["filters"].as_array();
    assert_eq!(filters.map(Vec::len), Some(3));
    assert_eq!(announced["didRename"], announced["didDelete"]);

    let (program, testcase) = (uri(&root, "a.vsm"), uri(&root, "testcase.vsm"));
    client.open_as(&program, "nop\n").await;
    assert_eq!(pushed(&mut client, &program).await, 0);
    assert_eq!(judge_lens(&mut client, &program).await, None);

    // A testcase appears, is rewritten, renamed, and deleted with its folder.
    write(&root, "testcase.vsm", TESTCASE);
    let renamed = json!({ "files": [{ "oldUri": testcase, "newUri": uri(&root, "other.vsm") }] });
    let deleted = json!({ "files": [{ "uri": file_uri(&root) }] });
    let events = [
        (
            "workspace/didChangeWatchedFiles",
            json!({ "changes": [{ "uri": testcase, "type": 2 }] }),
        ),
        ("workspace/didRenameFiles", renamed),
        ("workspace/didDeleteFiles", deleted),
    ];
    changed(&mut client, std::slice::from_ref(&testcase)).await;
    // The program is checked in the new testcase.
    assert_eq!(pushed(&mut client, &program).await, 0);
    for (method, event) in events {
        let refresh = client.incoming("workspace/codeLens/refresh").await;
        client.answer(&refresh, Value::Null).await;
        let title = judge_lens(&mut client, &program).await;
        assert_eq!(
            title.as_deref(),
            Some("▶ Judge with testcase.vsm"),
            "{method}"
        );
        let judge = json!({ "command": "mnc2.judge", "arguments": [{ "uri": program }] });
        client.request("workspace/executeCommand", judge).await;
        assert_eq!(pushed(&mut client, &testcase).await, 2, "{method}");
        client.incoming("window/showMessage").await;
        let refresh = client.incoming("workspace/codeLens/refresh").await;
        client.answer(&refresh, Value::Null).await;
        let title = judge_lens(&mut client, &program).await;
        assert!(
            title.is_some_and(|title| title.starts_with('✗')),
            "{method}"
        );
        client.notify(method, event).await;
        assert_eq!(pushed(&mut client, &testcase).await, 0, "{method}");
    }
    // The deleted folder may have contained project files: open documents are checked again.
    assert_eq!(pushed(&mut client, &program).await, 0);
    let refresh = client.incoming("workspace/codeLens/refresh").await;
    client.answer(&refresh, Value::Null).await;
    client.finish().await;
}

#[tokio::test]
async fn the_testcase_of_a_project_must_exist() {
    let root = folder("workspace-missing");
    write(&root, "mnc2.toml", "testcase = 'none.vsm'\n");
    let mut client = Client::start(json!({})).await;
    let program = uri(&root, "a.vsm");
    client.open_as(&program, "nop\n").await;
    assert_eq!(pushed(&mut client, &program).await, 0);
    let judge = json!({ "command": "mnc2.judge", "arguments": [{ "uri": program }] });
    let error = client
        .request_error("workspace/executeCommand", judge)
        .await;
    let message = error["message"].as_str().unwrap_or_default();
    assert!(message.contains("mnc2.toml names the testcase"), "{error}");
    client.finish().await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_session_ends_with_the_process_of_the_client() {
    let mut process = Command::new("sleep")
        .arg("600")
        .spawn()
        .expect("the system can sleep");
    let parameters = json!({ "capabilities": {}, "processId": process.id() });
    let (mut client, _) = Client::start_with(parameters).await;
    client.open("nop\n").await;
    assert_eq!(client.diagnostics(1).await, json!([]));
    process.kill().expect("it was asleep");
    // Our end of the pipe stays open.
    assert!(client.receive().await.is_none());
    assert_eq!(client.close().await, Ending::Abrupt);
    process.wait().expect("it has ended");
}

#[tokio::test]
async fn programs_for_the_linker_are_checked_and_found_too() {
    let root = folder("workspace-linked");
    let slots = |slot: u32| {
        format!(
            "((:version :0.1)\n (:reserved_wait_tag #x3f)\n (:slot {slot} :addr 0 :send_wait_tag #x10))\n"
        )
    };
    write(
        &root,
        "a._vsm",
        "# == Load ==\n@distribute _a from_param 8 size 1 $lm0\n@distribut\n",
    );
    write(&root, "a.param", &slots(9));
    let (mut client, _) = start(&[&root]).await;
    let mut known = Known::default();
    let reports = known.pull(&mut client).await;
    assert_eq!(reports, ["a._vsm null E1204,E1201", "a.param null "]);
    // The program is the same, but not its slots.
    write(&root, "a.param", &slots(8));
    changed(&mut client, &[uri(&root, "a.param")]).await;
    refreshed(&mut client).await;
    let reports = known.pull(&mut client).await;
    assert_eq!(reports, ["a._vsm null E1201", "a.param null "]);
    write(&root, "a.param", &format!("{})\n", slots(8)));
    changed(&mut client, &[uri(&root, "a.param")]).await;
    refreshed(&mut client).await;
    let reports = known.pull(&mut client).await;
    assert_eq!(reports, ["a._vsm null unchanged", "a.param null E1205"]);
    let found = client
        .request("workspace/symbol", json!({ "query": "distribute" }))
        .await;
    assert_eq!(found[0]["name"], "@distribute _a", "{found}");
    assert_eq!(found[0]["containerName"], "Load", "{found}");
    client.finish().await;
}

#[tokio::test]
async fn symbols_of_programs_that_are_not_open_are_found() {
    let root = folder("workspace-symbols");
    write(&root, "mnc2.toml", "exclude = ['old/']\n");
    write(&root, "a.vsm", "# == Load ==\nnop\n# == Add ==\nnop\n");
    write(&root, "sub/b.vsm", "# == Load more ==\nnop\n");
    write(&root, "old/c.vsm", "# == Load nothing ==\nnop\n");
    write(&root, "open.vsm", "# == Load on disk ==\nnop\n");
    let (mut client, _) = start(&[&root]).await;
    client
        .open_as(&uri(&root, "open.vsm"), "# == Load here ==\nnop\n")
        .await;
    let mut names = async |query: &str| -> Vec<String> {
        let found = client
            .request("workspace/symbol", json!({ "query": query }))
            .await;
        let mut names: Vec<String> = found
            .as_array()
            .into_iter()
            .flatten()
            .map(|symbol| {
                let uri = symbol["location"]["uri"].as_str().unwrap_or_default();
                let file = uri.rsplit('/').next().unwrap_or_default();
                format!("{file}: {}", symbol["name"].as_str().unwrap_or_default())
            })
            .collect();
        names.sort();
        names
    };
    let loads = ["a.vsm: Load", "b.vsm: Load more", "open.vsm: Load here"];
    assert_eq!(names("load").await, loads);
    assert_eq!(names("add").await, ["a.vsm: Add"]);
    // A file that has changed is read again.
    write(&root, "a.vsm", "# == Another add ==\nnop\n");
    assert_eq!(names("add").await, ["a.vsm: Another add"]);
    client.finish().await;
}

/// With anything in the place of files, the server answers, and reads no more than it should.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pipes_and_devices_in_the_place_of_files_stop_nothing() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    use std::os::unix::fs::symlink;

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile-folder");
    let _ = std::fs::remove_dir_all(&folder);
    for name in ["a/.git/info", "b", "c"] {
        std::fs::create_dir_all(folder.join(name)).expect("folders");
    }
    let pipe = |path: &str| {
        let mode = Mode::from_raw_mode(0o600);
        mknodat(CWD, folder.join(path), FileType::Fifo, mode, 0).expect("a pipe");
    };
    let program = "nap\n";
    for path in ["a/x.vsm", "b/x.vsm", "c/x.vsm"] {
        std::fs::write(folder.join(path), program).expect("a file");
    }
    symlink("/dev/zero", folder.join(".ignore")).expect("a link");
    symlink("/dev/stdin", folder.join("a/.gitignore")).expect("a link");
    pipe("b/.ignore");
    pipe("c/mnc2.toml");
    std::fs::write(folder.join("c/.ignore"), "{".repeat(40_000)).expect("a file");
    pipe("a/.git/info/exclude");
    pipe("a/.git/config");

    let root = file_uri(&folder);
    let (mut client, _) = Client::start_with(json!({
        "capabilities": { "textDocument": { "diagnostic": {} } },
        "workspaceFolders": [{ "uri": root, "name": "x" }],
    }))
    .await;
    for path in ["a/x.vsm", "b/x.vsm", "c/x.vsm"] {
        let uri = format!("{root}/{path}");
        client.open_as(&uri, program).await;
        let document = json!({ "textDocument": { "uri": uri } });
        let lenses = client.request("textDocument/codeLens", document).await;
        assert!(lenses.is_array(), "{lenses}");
    }
    let params = json!({ "previousResultIds": [] });
    let report = client.request("workspace/diagnostic", params).await;
    let items = report["items"].as_array().expect("a list").len();
    assert_eq!(items, 3, "{report}");
    let symbols = json!({ "query": "" });
    client.request("workspace/symbol", symbols).await;
    drop(client);
}

/// A file that is opened through a link is the file itself, regardless of the path to its folder.
#[cfg(unix)]
#[tokio::test]
async fn a_file_opened_through_a_link_is_listed_once() {
    let root = folder("workspace-links");
    let real = root.join("real");
    write(&real, "a.vsm", HAZARD);
    write(&real, "b.vsm", "nop\n");
    let link = root.join("link");
    let _ = fs::remove_file(&link);
    std::os::unix::fs::symlink(&real, &link).expect("a link");
    for (folder, opened) in [(&real, &link), (&link, &real)] {
        let (mut client, _) = start(&[folder]).await;
        client.open_as(&uri(opened, "a.vsm"), HAZARD).await;
        let mut found = Known::default().pull(&mut client).await;
        found.sort();
        assert_eq!(found, ["a.vsm 1 E1010", "b.vsm null "]);
        let symbols = json!({ "query": "d" });
        let symbols = client.request("workspace/symbol", symbols).await;
        assert!(symbols.as_array().is_none_or(Vec::is_empty), "{symbols}");
        client.finish().await;
    }
}

/// A cell of a notebook is a document, by the rules of the notebook's project.
#[tokio::test]
async fn a_cell_of_a_notebook_is_a_document() {
    let root = folder("workspace-notebook");
    write(&root, "mnc2.toml", "[levels]\nE1010 = \"warning\"\n");
    let mut client = Client::start(json!({})).await;
    for cell in ["W0sZmlsZQ%3D%3D", "W2sZmlsZQ%3D%3D"] {
        let uri = format!(
            "vscode-notebook-cell:{}#{cell}",
            root.join("a.ipynb").display()
        );
        client.open_as(&uri, HAZARD).await;
        let pushed = client.incoming("textDocument/publishDiagnostics").await;
        assert_eq!(pushed["params"]["uri"], uri);
        let found = &pushed["params"]["diagnostics"][0];
        assert_eq!(
            (&found["code"], &found["severity"]),
            (&json!("E1010"), &json!(2))
        );
        let place =
            json!({ "textDocument": { "uri": uri }, "position": { "line": 1, "character": 2 } });
        let hover = client.request("textDocument/hover", place).await;
        assert!(hover["contents"].to_string().contains("lpassa"), "{hover}");
    }
    client.finish().await;
}
