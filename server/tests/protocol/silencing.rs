//! Comments that silence findings, in languages other than MN-Core 2.

use mnc2_tests::languages::others;
use serde_json::{Value, json};

use crate::support::Client;

/// A document, the code of its finding, and the text after each fix that silences it.
struct Case<'a> {
    language: &'a str,
    text: &'a str,
    code: &'a str,
    fixed: [&'a str; 2],
}

/// Those that are about comments which are there already.
const CASES: [Case<'_>; 2] = [
    // A comment is there already, and the file has one.
    Case {
        language: "rvmatrix",
        text: "# mnc2: allow-file(RV0504)\n\tmcfgki zero, 4 // x\n\tfmmacc.s m0, m0, m1 /* y */\n",
        code: "RV0401",
        fixed: [
            "# mnc2: allow-file(RV0504)\n\tmcfgki zero, 4 // x\n# mnc2: allow(RV0401)\n\tfmmacc.s m0, m0, m1 /* y */\n",
            "# mnc2: allow-file(RV0504, RV0401)\n\tmcfgki zero, 4 // x\n\tfmmacc.s m0, m0, m1 /* y */\n",
        ],
    },
    // A modeline stays among the first lines.
    Case {
        language: "naplespu",
        text: "\n\n\n\n# mnc2: language=naplespu\nshli s0, s0, 32\n",
        code: "NP0508",
        fixed: [
            "\n\n\n\n# mnc2: language=naplespu\nshli s0, s0, 32 # mnc2: allow(NP0508)\n",
            "\n\n\n\n# mnc2: language=naplespu\n# mnc2: allow-file(NP0508)\nshli s0, s0, 32\n",
        ],
    },
];

const URI: &str = "file:///silenced";

fn open(language: &str, text: &str) -> Value {
    json!({ "textDocument": { "uri": URI, "languageId": language, "version": 1, "text": text } })
}

async fn published(client: &mut Client) -> Vec<Value> {
    let published = client.incoming("textDocument/publishDiagnostics").await;
    let found = published["params"]["diagnostics"].as_array();
    found.expect("a list").clone()
}

fn codes(found: &[Value]) -> Vec<&str> {
    found.iter().filter_map(|it| it["code"].as_str()).collect()
}

/// A text with edits of one line each.
fn edited(text: &str, edits: &Value) -> String {
    let mut text = text.to_owned();
    for edit in edits.as_array().expect("a list").iter().rev() {
        let byte = |place: &Value| {
            let line = place["line"].as_u64().expect("a line") as usize;
            let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
            before + place["character"].as_u64().expect("a character") as usize
        };
        let (start, end) = (byte(&edit["range"]["start"]), byte(&edit["range"]["end"]));
        text.replace_range(start..end, edit["newText"].as_str().expect("a text"));
    }
    text
}

#[tokio::test]
async fn fixes_write_comments_that_silence() {
    let capabilities = json!({ "textDocument": {
        "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } } },
        "publishDiagnostics": { "codeDescriptionSupport": true },
    } });
    let of_languages: Vec<Value> = others().map(|it| it.mistake()["silenced"].take()).collect();
    let of_languages = others()
        .zip(&of_languages)
        .map(|(language, silenced)| Case {
            language: language.id,
            text: silenced["text"].as_str().expect("a text"),
            code: silenced["code"].as_str().expect("a code"),
            fixed: [0, 1].map(|index| silenced["fixed"][index].as_str().expect("a text")),
        });
    for case in of_languages.chain(CASES) {
        let mut client = Client::start(capabilities.clone()).await;
        let opened = open(case.language, case.text);
        client.notify("textDocument/didOpen", opened).await;
        let found = published(&mut client).await;
        assert!(codes(&found).contains(&case.code), "{found:?}");
        let finding = found.iter().find(|it| it["code"] == case.code);
        let finding = finding.expect("the finding");
        let page = finding["codeDescription"]["href"].as_str();
        assert!(
            page.is_some_and(|page| page.contains(case.language)),
            "{finding}"
        );
        let asked = json!({
            "textDocument": { "uri": URI },
            "range": finding["range"],
            "context": { "diagnostics": [finding], "only": ["quickfix"] },
        });
        let actions = client.request("textDocument/codeAction", asked).await;
        let actions = actions.as_array().expect("a list");
        let titles = [
            format!("Silence {} here with `allow`", case.code),
            format!("Silence {} in this file with `allow-file`", case.code),
        ];
        for (version, (title, fixed)) in (2..).zip(titles.iter().zip(case.fixed)) {
            let action = actions.iter().find(|action| action["title"] == **title);
            let action = action.unwrap_or_else(|| panic!("{title}: {actions:?}"));
            let text = edited(case.text, &action["edit"]["changes"][URI]);
            assert_eq!(text, fixed, "{title}");
            let change = json!({
                "textDocument": { "uri": URI, "version": version },
                "contentChanges": [{ "text": text }],
            });
            client.notify("textDocument/didChange", change).await;
            let found = published(&mut client).await;
            assert!(!codes(&found).contains(&case.code), "{text}: {found:?}");
        }
        client.finish().await;
    }
}

#[tokio::test]
async fn codes_are_completed_and_lead_to_their_pages() {
    let mut client = Client::start(json!({})).await;
    let text = "# mnc2: \nmcfgm zero, a0 /* mnc2: allow(rv04, RV0401) mnc2: al\n# prose mnc2: a\n# mnc2: allow()\n";
    let opened = open("rvmatrix", text);
    client.notify("textDocument/didOpen", opened).await;
    published(&mut client).await;
    let labels = async |client: &mut Client, line: u32, character: u32| {
        let at = json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } });
        let list = client.request("textDocument/completion", at).await;
        let items = list["items"].as_array().expect("a list");
        let label = |it: &Value| it["label"].as_str().unwrap_or_default().to_owned();
        items.iter().map(label).collect::<Vec<_>>()
    };
    assert_eq!(labels(&mut client, 0, 8).await, ["allow", "allow-file"]);
    let codes = labels(&mut client, 1, 34).await;
    assert!(codes.len() > 4 && codes.iter().all(|it| it.starts_with("RV04")));
    let all = labels(&mut client, 3, 14).await;
    assert!(
        all.len() > codes.len() && all.contains(&"RV0201".to_owned()),
        "{all:?}"
    );
    // No comment of its own begins there, and outside of the parentheses there is nothing to complete.
    assert_eq!(labels(&mut client, 2, 15).await, [""; 0]);

    let asked = json!({ "textDocument": { "uri": URI } });
    let links = client.request("textDocument/documentLink", asked).await;
    let links = links.as_array().expect("a list");
    assert_eq!(links.len(), 1, "{links:?}");
    assert_eq!(
        links[0]["range"]["start"],
        json!({ "line": 1, "character": 36 })
    );
    let page = links[0]["target"].as_str().expect("a page");
    assert!(page.ends_with("languages/rvmatrix.md#rv0401"), "{page}");
    client.finish().await;
}
