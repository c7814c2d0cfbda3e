//! `mnc2.toml`: found above a document, weaker than the editor's settings, read again when it changes.

use std::fs;
use std::path::Path;

use crate::support::{Client, file_uri, folder};
use serde_json::{Value, json};

/// A hazard (E1010), a doubtful MV instruction (W1002), and a `d set`.
const PROGRAM: &str = "d set $lm0 1 0000000000000000\nlpassa $lm0v $lr0v\nlpassa $lr0v $ln0v\n\
                       l2bm@0 $lb0 $lc0\nmvp/n64 $lc0@.0 $d0\n";

fn write(folder: &Path, text: &str) {
    fs::write(folder.join("mnc2.toml"), text).expect("the file can be written");
}

fn uri(folder: &Path, name: &str) -> String {
    file_uri(&folder.join(name))
}

/// The next diagnostics pushed for a document, as `severity code` in the order of lines.
async fn pushed(client: &mut Client, uri: &str) -> Vec<String> {
    let pushed = client
        .wait_for(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
        })
        .await;
    pushed["params"]["diagnostics"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|it| format!("{} {}", it["severity"], it["code"].as_str().unwrap_or("-")))
        .collect()
}

async fn changed(client: &mut Client, folder: &Path) {
    let changes = json!([{ "uri": uri(folder, "mnc2.toml"), "type": 2 }]);
    client
        .notify(
            "workspace/didChangeWatchedFiles",
            json!({ "changes": changes }),
        )
        .await;
}

#[tokio::test]
async fn the_file_decides_until_the_editor_says_otherwise() {
    let folder = folder("projects-rules");
    fs::create_dir_all(folder.join("deep")).expect("folders can be made");
    write(
        &folder,
        "profile = \"contest\"\n[levels]\nE1010 = \"warning\"\n",
    );
    let mut client = Client::start(json!({})).await;
    let program = uri(&folder, "deep/a.vsm");
    client.open_as(&program, PROGRAM).await;
    assert_eq!(
        pushed(&mut client, &program).await,
        ["2 W0512", "2 E1010", "4 W1002"]
    );

    let change =
        json!({ "settings": { "mnc2": { "levels": { "W05": "off", "E1010": "error" } } } });
    client
        .notify("workspace/didChangeConfiguration", change)
        .await;
    assert_eq!(pushed(&mut client, &program).await, ["1 E1010", "4 W1002"]);

    let change = json!({ "settings": { "mnc2": { "profile": "assembler" } } });
    client
        .notify("workspace/didChangeConfiguration", change)
        .await;
    assert_eq!(pushed(&mut client, &program).await, ["2 E1010", "2 W1002"]);

    write(&folder, "[levels]\nW10 = \"off\"\n");
    changed(&mut client, &folder).await;
    assert_eq!(pushed(&mut client, &program).await, ["1 E1010"]);
    fs::remove_file(folder.join("mnc2.toml")).expect("the file was there");
    changed(&mut client, &folder).await;
    assert_eq!(pushed(&mut client, &program).await, ["1 E1010", "2 W1002"]);
    client.finish().await;
}

#[tokio::test]
async fn what_is_wrong_with_the_file_is_shown_in_it() {
    let folder = folder("projects-wrong");
    write(
        &folder,
        "# é\nprofil = \"contest\"\nlevels = { \"😀\" = \"off\", E1010 = \"of\" }\n",
    );
    let mut client = Client::start(json!({
        "textDocument": { "publishDiagnostics": { "codeDescriptionSupport": true } }
    }))
    .await;
    let program = uri(&folder, "a.vsm");
    client.open_as(&program, "nop\n").await;
    let file = uri(&folder, "mnc2.toml");
    let about = client
        .wait_for(|message| message["params"]["uri"] == file.as_str())
        .await;
    let found: Vec<(&Value, &Value, &Value)> = about["params"]["diagnostics"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|it| {
            (
                &it["range"]["start"]["line"],
                &it["range"]["start"]["character"],
                &it["message"],
            )
        })
        .collect();
    let expected = [
        (1, 0, "there is no key `profil`; did you mean `profile`?"),
        (2, 11, "there is no diagnostic code or group `😀`"),
        (2, 33, "there is no level `of`; did you mean `off`?"),
    ]
    .map(|(line, character, message)| (json!(line), json!(character), json!(message)));
    let expected: Vec<_> = expected.iter().map(|(a, b, c)| (a, b, c)).collect();
    assert_eq!(found, expected);
    assert_eq!(pushed(&mut client, &program).await, [""; 0]);

    // Reported once, and withdrawn when the file is fixed.
    client.open_as(&uri(&folder, "b.vsm"), "nop\n").await;
    assert_eq!(pushed(&mut client, &uri(&folder, "b.vsm")).await, [""; 0]);
    write(&folder, "profile = \"contest\"\n");
    changed(&mut client, &folder).await;
    assert_eq!(pushed(&mut client, &file).await, [""; 0]);
    for name in ["a.vsm", "b.vsm"] {
        pushed(&mut client, &uri(&folder, name)).await;
    }
    client.finish().await;
}

#[tokio::test]
async fn excluded_documents_are_not_checked() {
    let folder = folder("projects-excluded");
    fs::create_dir_all(folder.join("old")).expect("folders can be made");
    write(&folder, "exclude = [\"old/\"]\n");
    let mut client = Client::start(json!({})).await;
    for (name, expected) in [("old/a.vsm", vec![]), ("a.vsm", vec!["1 E1010", "2 W1002"])] {
        let uri = uri(&folder, name);
        client.open_as(&uri, PROGRAM).await;
        assert_eq!(pushed(&mut client, &uri).await, expected, "{name}");
    }
    client.finish().await;
}

#[tokio::test]
async fn the_client_is_asked_to_watch_the_files() {
    let capabilities =
        json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let mut client = Client::start(capabilities).await;
    let registration = client.incoming("client/registerCapability").await;
    let mut watchers = vec![
        json!({ "globPattern": "**/*.toml" }),
        json!({ "globPattern": "**/*.vsm" }),
        json!({ "globPattern": "**/*.{_vsm,param}" }),
        json!({ "globPattern": "**/*.asm" }),
    ];
    let abouts = mnc2_ide::languages::ALL.iter().map(|it| it.about());
    let own = abouts.flat_map(|it| {
        it.extensions
            .iter()
            .copied()
            .chain(it.architecture)
            .chain(it.model)
            .chain(it.binary)
    });
    let own: Vec<&str> = own.collect();
    if !own.is_empty() {
        watchers.push(json!({ "globPattern": format!("**/*.{{{}}}", own.join(",")) }));
    }
    assert_eq!(
        registration["params"]["registrations"],
        json!([{
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers }
        }])
    );
    client.answer(&registration, Value::Null).await;
    // A change of another file is ignored.
    let changes = json!([{ "uri": "file:///x/other.toml", "type": 1 }]);
    client
        .notify(
            "workspace/didChangeWatchedFiles",
            json!({ "changes": changes }),
        )
        .await;
    client.finish().await;
}

#[tokio::test]
async fn the_project_names_the_testcase() {
    let folder = folder("projects-testcase");
    fs::create_dir_all(folder.join("cases")).expect("folders can be made");
    write(&folder, "[testcase]\n\"a.vsm\" = \"cases/first.vsm\"\n");
    fs::write(folder.join("cases/first.vsm"), "nop\n").expect("the file can be written");
    let mut client = Client::start(json!({})).await;
    for (name, expected) in [("a.vsm", Some("▶ Judge with first.vsm")), ("b.vsm", None)] {
        let uri = uri(&folder, name);
        client.open_as(&uri, "nop\n").await;
        pushed(&mut client, &uri).await;
        let document = json!({ "textDocument": { "uri": uri } });
        let lenses = client.request("textDocument/codeLens", document).await;
        let title = lenses
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|lens| lens["command"]["title"].as_str())
            .find(|title| title.contains("Judge"));
        assert_eq!(title, expected, "{name}");
    }
    client.finish().await;
}

#[cfg(feature = "languages")]
#[tokio::test]
async fn an_open_document_follows_the_language_that_the_file_names() {
    const KERNEL: &str = "\tmcfgki zero, 4\n\tfmmacc.s m0, m0, m1\n";
    let folder = folder("projects-languages");
    fs::create_dir_all(&folder).expect("folders can be made");
    let mut client = Client::start(json!({})).await;
    let kernel = uri(&folder, "kernel.S");
    let opened = json!({ "uri": kernel, "languageId": "asm", "version": 1, "text": KERNEL });
    let opened = json!({ "textDocument": opened });
    client.notify("textDocument/didOpen", opened).await;
    let hover =
        json!({ "textDocument": { "uri": kernel }, "position": { "line": 1, "character": 3 } });
    let answer = client.request("textDocument/hover", hover.clone()).await;
    assert_eq!(answer, json!(null), "no one names a language");

    write(&folder, "[languages]\n'*.S' = 'rvmatrix'\n");
    changed(&mut client, &folder).await;
    for _ in ["opened", "shown again"] {
        assert_eq!(pushed(&mut client, &kernel).await, ["2 RV0401"]);
    }
    let answer = client.request("textDocument/hover", hover.clone()).await;
    let said = answer["contents"]["value"].as_str().unwrap_or_default();
    assert!(said.contains("fmmacc.s"), "{answer}");

    write(
        &folder,
        "[languages]\n'*.S' = 'rvmatrix mlen=512'\n[levels]\nRV = 'hint'\nRV04 = 'error'\n",
    );
    changed(&mut client, &folder).await;
    assert_eq!(pushed(&mut client, &kernel).await, ["1 RV0401"]);
    let change = |version: i32, line: u32, text: &str| {
        let place = json!({ "line": line, "character": 0 });
        let range = json!({ "start": place, "end": place });
        json!({
            "textDocument": { "uri": kernel, "version": version },
            "contentChanges": [{ "range": range, "text": text }],
        })
    };
    let silenced = change(2, 1, "# mnc2: allow(RV0401) it is meant so\n");
    client.notify("textDocument/didChange", silenced).await;
    assert_eq!(pushed(&mut client, &kernel).await, [""; 0]);

    // Without the file the first lines decide, as they are typed.
    fs::remove_file(folder.join("mnc2.toml")).expect("the file is there");
    changed(&mut client, &folder).await;
    assert_eq!(pushed(&mut client, &kernel).await, [""; 0]);
    let answer = client.request("textDocument/hover", hover.clone()).await;
    assert_eq!(answer, json!(null));
    let named = change(3, 0, "\tfmmacc.s m2, m2, m1\n# mnc2: language=rvmatrix\n");
    client.notify("textDocument/didChange", named).await;
    assert_eq!(pushed(&mut client, &kernel).await, ["2 RV0502", "2 RV0401"]);
    client.finish().await;
}
