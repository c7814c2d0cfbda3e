//! The lenses above a program: score, use and time, and the difference from the last save and commit.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Client, URI};
use serde_json::{Value, json};

async fn titles(client: &mut Client, uri: &str) -> Vec<String> {
    let document = json!({ "textDocument": { "uri": uri } });
    let lenses = client.request("textDocument/codeLens", document).await;
    lenses
        .as_array()
        .expect("an array")
        .iter()
        .filter(|lens| lens["command"]["command"] == "mnc2.showUsage")
        .map(|lens| {
            assert_eq!(lens["range"]["start"], json!({ "line": 0, "character": 0 }));
            lens["command"]["title"]
                .as_str()
                .expect("a text")
                .to_owned()
        })
        .collect()
}

#[tokio::test]
async fn score_use_and_time_stand_above_the_program() {
    let mut client = Client::start(json!({})).await;
    client
        .open_checked("fvmul $lm0v $lr0v $ls0v # x\nnop/3\nmvp/n64 $p0@0 $lc0@0.0\nquit\nnop\n")
        .await;
    assert_eq!(
        titles(&mut client, URI).await,
        [
            "score 5 = 4 j + 1 m · 61 bytes",
            "MAU 25 %",
            "4 steps · 21.3 ns at 750 MHz · 32.8 kFLOP, 1.54 TFLOP/s"
        ]
    );
    client.change(2, json!([{ "text": "# nothing\n" }])).await;
    client.diagnostics(2).await;
    assert_eq!(titles(&mut client, URI).await, [""; 0]);
    client.finish().await;
}

#[tokio::test]
async fn the_clock_is_a_setting() {
    let declared = json!({ "workspace": { "codeLens": { "refreshSupport": true } } });
    let mut client = Client::start(declared).await;
    client.open_checked("nop").await;
    let settings = json!({ "settings": { "clockMhz": 100 } });
    client
        .notify("workspace/didChangeConfiguration", settings)
        .await;
    let refresh = client.incoming("workspace/codeLens/refresh").await;
    client.answer(&refresh, Value::Null).await;
    assert_eq!(
        titles(&mut client, URI).await[1],
        "1 step · 40.0 ns at 100 MHz"
    );
    client.finish().await;
}

#[tokio::test]
async fn a_click_explains_the_figures() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop/7").await;
    let command = json!({ "command": "mnc2.showUsage", "arguments": [{ "uri": URI }] });
    assert_eq!(
        client.request("workspace/executeCommand", command).await,
        Value::Null
    );
    let shown = client.incoming("window/showMessage").await;
    let message = shown["params"]["message"].as_str().unwrap_or_default();
    assert!(
        message.starts_with("score 7 · 5 bytes; 7 steps") && message.contains("2 FLOP"),
        "{message}"
    );
    let wrong = json!({ "command": "mnc2.showUsage", "arguments": [] });
    let error = client
        .request_error("workspace/executeCommand", wrong)
        .await;
    assert_eq!(error["code"], -32602);
    client.finish().await;
}

/// A folder that is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mnc2-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Only the test starts git; the server reads the repository itself.
fn git(folder: &Path, arguments: &[&str]) {
    let output = Command::new("git")
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .args(["-c", "user.name=x", "-c", "user.email=x@example.org"])
        .args(arguments)
        .output()
        .expect("this test needs git");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
}

async fn title_of(client: &mut Client, folder: &Path, text: &str) -> String {
    let file = folder.join("kernels/sum.vsm");
    let uri = format!("file://{}", file.display());
    client.open_as(&uri, text).await;
    client.diagnostics(1).await;
    let title = titles(client, &uri).await.swap_remove(0);
    let document = json!({ "textDocument": { "uri": uri } });
    client.notify("textDocument/didClose", document).await;
    client.incoming("textDocument/publishDiagnostics").await;
    title
}

#[tokio::test]
async fn the_commit_is_read_wherever_git_keeps_it() {
    let folder = Folder::new("committed");
    let mut client = Client::start(json!({})).await;
    folder.write("kernels/sum.vsm", "nop/9\n");
    let unversioned = title_of(&mut client, &folder.0, "nop\n").await;
    assert_eq!(unversioned, "score 1 · 3 bytes");

    git(&folder.0, &["init", "--quiet"]);
    let unborn = title_of(&mut client, &folder.0, "nop\n").await;
    assert_eq!(unborn, "score 1 · 3 bytes");
    git(&folder.0, &["add", "."]);
    git(&folder.0, &["commit", "--quiet", "-m", "nine"]);
    let loose = title_of(&mut client, &folder.0, "nop\n").await;
    assert_eq!(loose, "score 1 · 3 bytes · −8 since commit");

    // Many similar files, so that git packs differences.
    let padding: String = (0..500).map(|number| format!("# {number}\n")).collect();
    for number in 2..6 {
        folder.write("kernels/sum.vsm", &format!("{padding}nop/{number}\n"));
        git(&folder.0, &["commit", "--quiet", "-am", "next"]);
    }
    git(&folder.0, &["gc", "--quiet"]);
    git(&folder.0, &["pack-refs", "--all"]);
    let packed = title_of(&mut client, &folder.0, "nop\n").await;
    assert_eq!(packed, "score 1 · 3 bytes · −4 since commit");

    let linked = Folder::new("linked");
    let at = linked.0.join("tree");
    let place = at.to_str().expect("a plain path");
    git(
        &folder.0,
        &["worktree", "add", "--quiet", "-d", place, "HEAD~1"],
    );
    let in_linked = title_of(&mut client, &at, "nop\n").await;
    assert_eq!(in_linked, "score 1 · 3 bytes · −3 since commit");

    std::fs::write(folder.0.join(".git/HEAD"), "no such thing").expect("a file can be written");
    let broken = title_of(&mut client, &folder.0, "nop\n").await;
    assert_eq!(broken, "score 1 · 3 bytes");
    client.finish().await;
}

#[tokio::test]
async fn saving_is_a_new_start() {
    let declared = json!({ "workspace": { "codeLens": { "refreshSupport": true } } });
    let mut client = Client::start(declared).await;
    client.open_checked("nop/3").await;
    client.change(2, json!([{ "text": "nop" }])).await;
    client.diagnostics(2).await;
    assert_eq!(
        titles(&mut client, URI).await[0],
        "score 1 · 3 bytes · −2 since save"
    );
    let document = json!({ "textDocument": { "uri": URI } });
    client.notify("textDocument/didSave", document).await;
    let refresh = client.incoming("workspace/codeLens/refresh").await;
    client.answer(&refresh, Value::Null).await;
    assert_eq!(titles(&mut client, URI).await[0], "score 1 · 3 bytes");
    client.finish().await;
}
