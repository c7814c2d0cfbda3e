//! `mnc2/solutions`, and judging what it lists: the tests of an editor.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Client, file_uri};
use serde_json::{Value, json};

const TESTCASE: &str = "\
d set $lm0p0 1 0000000300000004 # values=[3, 4] / Int @[0],[1]
# ======= YOUR VSM WILL BE INSERTED HERE =======
d getd $ln0n0c0b0m0p0 1 # expect=[5, 6] / Int @[0],[1]
";
const RIGHT: &str = "imm i\"2\" $lr0\niadd $lm0 $aluf $ln0\n";
const WRONG: &str = "imm i\"1\" $lr0\niadd $lm0 $aluf $ln0\n";

/// A folder of problems that is the workspace.
struct Workspace {
    client: Client,
    root: PathBuf,
}

impl Workspace {
    async fn start(name: &str, files: &[(&str, &str)]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("solutions-{name}"));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).expect("the test folder can be made");
        let folder = json!({ "uri": file_uri(&root), "name": "x" });
        let parameters = json!({ "capabilities": {}, "workspaceFolders": [folder] });
        let (client, _) = Client::start_with(parameters).await;
        let workspace = Self { client, root };
        for (name, text) in files {
            workspace.write(name, text);
        }
        workspace
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.root.join(name);
        let folder = path.parent().expect("a file has a folder");
        fs::create_dir_all(folder).expect("folders can be made");
        fs::write(path, text).expect("the file can be written");
    }

    fn uri(&self, name: &str) -> String {
        file_uri(&self.root.join(name))
    }

    /// The list as lines, with names from the folder.
    async fn list(&mut self) -> String {
        let found = self.client.request("mnc2/solutions", json!({})).await;
        let root = format!("{}/", file_uri(&self.root));
        let problems = found["problems"].as_array().expect("a list");
        let lines = problems.iter().map(|problem| {
            let solutions = problem["solutions"].as_array().expect("a list");
            let solutions = solutions.iter().filter_map(Value::as_str);
            let solutions: Vec<&str> = solutions.collect();
            let testcase = problem["testcase"].as_str().unwrap_or_default();
            format!("{testcase}: {}\n", solutions.join(" ")).replace(&root, "")
        });
        let lines: String = lines.collect();
        format!("{lines}without: {}", found["withoutTestcase"])
    }

    fn judging(&self, name: &str) -> Value {
        let argument = json!({ "uri": self.uri(name), "quiet": true });
        json!({ "command": "mnc2.judge", "arguments": [argument] })
    }

    async fn judge(&mut self, name: &str) -> Value {
        let params = self.judging(name);
        self.client
            .request("workspace/executeCommand", params)
            .await
    }

    async fn refused(&mut self, name: &str) -> Value {
        let params = self.judging(name);
        self.client
            .request_error("workspace/executeCommand", params)
            .await
    }

    async fn finish(self) {
        self.client.finish().await;
        fs::remove_dir_all(&self.root).expect("the folder is still there");
    }
}

#[tokio::test]
async fn the_list_follows_files_projects_and_open_texts() {
    let files = [
        ("one/testcase.vsm", TESTCASE),
        ("one/a.vsm", RIGHT),
        ("one/b.vsm", WRONG),
        ("two/case.vsm", TESTCASE),
        ("two/a.vsm", RIGHT),
        ("notes.vsm", "nop\n"),
    ];
    let mut workspace = Workspace::start("list", &files).await;
    let one = "one/testcase.vsm: one/a.vsm one/b.vsm\n";
    assert_eq!(workspace.list().await, format!("{one}without: 2"));

    workspace.write(
        "mnc2.toml",
        "exclude = ['notes.vsm']\n[testcase]\n'two/*' = 'two/case.vsm'\n",
    );
    let changed = json!({ "changes": [{ "uri": workspace.uri("mnc2.toml"), "type": 1 }] });
    let method = "workspace/didChangeWatchedFiles";
    workspace.client.notify(method, changed).await;
    let two = "two/case.vsm: two/a.vsm\n";
    assert_eq!(workspace.list().await, format!("{one}{two}without: 0"));

    // What is not saved yet counts.
    let b = workspace.uri("one/b.vsm");
    workspace.client.open_as(&b, TESTCASE).await;
    workspace
        .client
        .incoming("textDocument/publishDiagnostics")
        .await;
    let without = one.replace(" one/b.vsm", "");
    assert_eq!(workspace.list().await, format!("{without}{two}without: 0"));
    workspace.finish().await;
}

#[tokio::test]
async fn programs_that_are_not_open_are_judged_quietly() {
    let files = [
        ("testcase.vsm", TESTCASE),
        ("right.vsm", RIGHT),
        ("wrong.vsm", WRONG),
        ("error.vsm", "nop\nnap\n"),
    ];
    let mut workspace = Workspace::start("quiet", &files).await;
    let verdict = workspace.judge("right.vsm").await;
    assert_eq!(verdict["accepted"], true, "{verdict}");
    assert_eq!(verdict["testcase"], workspace.uri("testcase.vsm"));
    let verdict = workspace.judge("wrong.vsm").await;
    assert_eq!(verdict["wrong"], 2, "{verdict}");
    let error = workspace.refused("error.vsm").await;
    assert_eq!(error["data"]["line"], 1, "{error}");
    assert_eq!(error["data"]["file"], Value::Null, "{error}");

    // The text in the editor counts, and no message or finding reports it.
    let uri = workspace.uri("wrong.vsm");
    workspace.client.open_as(&uri, RIGHT).await;
    workspace
        .client
        .incoming("textDocument/publishDiagnostics")
        .await;
    assert_eq!(workspace.judge("wrong.vsm").await["accepted"], true);

    let outside = std::env::temp_dir().join(format!("mnc2-outside-{}.vsm", std::process::id()));
    fs::write(&outside, RIGHT).expect("the file can be written");
    let argument = json!({ "uri": file_uri(&outside), "quiet": true });
    let params = json!({ "command": "mnc2.judge", "arguments": [argument] });
    let method = "workspace/executeCommand";
    let error = workspace.client.request_error(method, params).await;
    let message = error["message"].as_str().unwrap_or_default();
    assert!(message.ends_with("is not open"), "{message}");
    fs::remove_file(&outside).expect("it can be removed");
    let missing = workspace.refused("none.vsm").await;
    assert!(missing["message"].is_string(), "{missing}");
    workspace.finish().await;
}
