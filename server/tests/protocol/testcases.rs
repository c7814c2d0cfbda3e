//! The testcase next to a program is part of it: definition, references and rename include it.

use std::path::PathBuf;

use crate::support::places::{bracketed, listed};
use crate::support::{Client, cursor, file_uri};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

const TESTCASE: &str = "\
# ======= In(0): LM0 / Int =======
d set $lm0p0 1 0000000300000004 # values=[3, 4] / Int @[0],[1]
d set $lm2p0 1 0000000300000004 # values=[3, 4] / Int @[2],[3]

# ======= YOUR VSM WILL BE INSERTED HERE =======
# ======= Out(0): LM1 / Int =======
d getd $ln0n0c0b0m0p0 1 # expect=[5, 6] / Int @[0],[1]
d getd $ln100n0c0b0m0p0 1 # expect=[0, 0] / Int @[2],[3]
";

const SOLUTION: &str = "imm i\"2\" $lr0\nnop/2\niadd $lm0 $lr0 $ln0\nquit\nzero $lm0\n";

/// A folder with a testcase and an open program; the folder is removed when the test ends.
struct Contest {
    client: Client,
    folder: PathBuf,
    text: String,
    position: Value,
}

impl Contest {
    async fn start(test: &str, fixture: &str) -> Self {
        let name = format!("mnc2-lsp-{}-testcase-{test}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
        std::fs::write(folder.join("testcase.vsm"), TESTCASE).expect("it can be written");
        let (text, position) = cursor(fixture);
        let mut contest = Self {
            client: Client::start(json!({})).await,
            folder,
            text,
            position,
        };
        let uri = contest.uri("solution.vsm");
        contest.open(&uri, &contest.text.clone()).await;
        contest
    }

    async fn open(&mut self, uri: &str, text: &str) {
        self.client.open_as(uri, text).await;
        let method = "textDocument/publishDiagnostics";
        self.client.incoming(method).await;
    }

    fn uri(&self, name: &str) -> String {
        file_uri(&self.folder.join(name))
    }

    /// A request at the cursor.
    async fn ask(&mut self, method: &str, more: Value) -> Value {
        let mut params = json!({
            "textDocument": { "uri": self.uri("solution.vsm") },
            "position": self.position,
        });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        let id = self.client.ask(method, params).await;
        self.client.response(id).await
    }

    /// Places of an answer; those in the testcase with their text.
    fn shown(&self, answer: &Value, testcase: &str) -> String {
        listed(&answer["result"], |place| {
            let uri = place["uri"].as_str().expect("a location");
            if uri == self.uri("testcase.vsm") {
                format!("testcase {}", bracketed(testcase, &place["range"]))
            } else {
                bracketed(&self.text, &place["range"])
            }
        })
    }

    async fn finish(self) {
        std::fs::remove_dir_all(&self.folder).expect("the folder is still there");
        self.client.finish().await;
    }
}

/// The places in the answer to a request at the cursor.
async fn check(test: &str, fixture: &str, method: &str, expected: Expect) {
    let mut contest = Contest::start(test, fixture).await;
    let more = json!({ "context": { "includeDeclaration": false } });
    let answer = contest.ask(method, more).await;
    expected.assert_eq(&contest.shown(&answer, TESTCASE));
    contest.finish().await;
}

/// Why a name cannot be changed, or how many edits change it.
async fn check_rename(test: &str, fixture: &str, name: &str, expected: Expect) {
    let mut contest = Contest::start(test, fixture).await;
    let answer = contest
        .ask("textDocument/rename", json!({ "newName": name }))
        .await;
    let edits = answer["result"]["changes"][contest.uri("solution.vsm")].as_array();
    expected.assert_eq(&match edits {
        Some(edits) => format!("{} edits", edits.len()),
        None => answer["error"]["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned(),
    });
    contest.finish().await;
}

fn solution(from: &str, to: &str) -> String {
    SOLUTION.replacen(from, to, 1)
}

#[tokio::test]
async fn the_definition_of_an_input_is_where_the_testcase_sets_it() {
    check(
        "input",
        &solution("iadd $lm0", "iadd $l‸m0"),
        "textDocument/definition",
        expect![[r#"
            testcase 2: d set [$lm0p0] 1 0000000300000004 # values=[3, 4] / Int @[0],[1]
        "#]],
    )
    .await;
}

#[tokio::test]
async fn the_references_of_an_output_are_where_the_testcase_expects_it() {
    check(
        "output",
        &solution("$ln0", "$ln‸0"),
        "textDocument/references",
        expect![[r#"
            testcase 7: d getd [$ln0n0c0b0m0p0] 1 # expect=[5, 6] / Int @[0],[1]
        "#]],
    )
    .await;
    check(
        "own",
        &solution("imm i\"2\" $lr0", "imm i\"2\" $lr‸0"),
        "textDocument/references",
        expect![[r#"
            3: iadd $lm0 [$lr0] $ln0
        "#]],
    )
    .await;
}

#[tokio::test]
async fn what_the_testcase_needs_stays_where_it_is() {
    check_rename(
        "sets",
        &solution("iadd $lm0", "iadd $l‸m0"),
        "$lm8",
        expect!["line 2 of the testcase sets the region: its place is part of the task"],
    )
    .await;
    check_rename(
        "reads",
        &solution("$ln0", "$ln‸0"),
        "$ln8",
        expect!["line 7 of the testcase reads the region: its place is part of the task"],
    )
    .await;
    check_rename(
        "moves",
        &solution("$lr0", "$lr‸0"),
        "$lr8",
        expect!["2 edits"],
    )
    .await;
    check_rename("taken", &solution("$lr0", "$lr‸0"), "$ln100", expect!["line 3 would be reported: `iadd` reads `$ln100` and writes `$ln0`: two regions of LM1, but the field `lm1` holds one (E0908)"]).await;
}

#[tokio::test]
async fn an_open_testcase_counts_as_it_stands_in_the_editor() {
    let fixture = solution("iadd $lm0", "iadd $l‸m0");
    let mut contest = Contest::start("open", &fixture).await;
    let edited = TESTCASE.replacen("d set $lm0p0", "# an edit\nd set $lm0p0", 1);
    let testcase = contest.uri("testcase.vsm");
    contest.open(&testcase, &edited).await;
    // The program is checked in it.
    let method = "textDocument/publishDiagnostics";
    contest.client.incoming(method).await;
    let answer = contest.ask("textDocument/definition", Value::Null).await;
    expect![[r#"
        testcase 3: d set [$lm0p0] 1 0000000300000004 # values=[3, 4] / Int @[0],[1]
    "#]]
    .assert_eq(&contest.shown(&answer, &edited));
    contest.finish().await;
}

#[tokio::test]
async fn a_file_of_that_name_without_the_marker_is_no_testcase() {
    let fixture = solution("iadd $lm0", "iadd $l‸m0");
    let mut contest = Contest::start("other", &fixture).await;
    let path = contest.folder.join("testcase.vsm");
    std::fs::write(path, "zero $lm0\n").expect("it can be written");
    let answer = contest.ask("textDocument/definition", Value::Null).await;
    assert_eq!(answer["result"], json!([]));
    contest.finish().await;
}
