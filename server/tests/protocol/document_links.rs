//! Document links: sections of the manual and codes in comments.

use crate::support::{Client, URI, on_line};
use serde_json::{Value, json};

async fn links(text: &str) -> Value {
    let mut client =
        Client::start(json!({ "textDocument": { "documentLink": { "tooltipSupport": true } } }))
            .await;
    client.open_checked(text).await;
    let params = json!({ "textDocument": { "uri": URI } });
    let links = client.request("textDocument/documentLink", params).await;
    client.finish().await;
    links
}

#[tokio::test]
async fn comments_lead_to_the_documentation() {
    let base = "https://github.com/mnc2/mnc2/blob/main/docs";
    let found =
        links("# 😀 manual 3.6.12.5\nnop # mnc2: allow(E1010, W10) §3.5.3\nlpassa $lm0v $ln0v")
            .await;
    assert_eq!(
        found,
        json!([
            {
                "range": on_line(0, 5, 20),
                "target": format!("{base}/sections.md#s3-6-12-5"),
                "tooltip": "the documentation of section 3.6.12.5 of the manual"
            },
            {
                "range": on_line(1, 18, 23),
                "target": format!("{base}/diagnostics/E1010.md"),
                "tooltip": "GRF word read too early after it was written"
            },
            {
                "range": on_line(1, 30, 36),
                "target": format!("{base}/sections.md#s3-5-3"),
                "tooltip": "the documentation of section 3.5.3 of the manual"
            }
        ])
    );
    assert_eq!(links("nop # 3.6.12.5 and E1010").await, json!([]));
}

#[tokio::test]
async fn a_line_leads_to_what_made_it() {
    let found = links("nop #@ gen/kernel.py:12:3\nnop #@ /x/gen.py:7\nnop #@ nothing").await;
    assert_eq!(
        found,
        json!([
            {
                "range": on_line(0, 7, 25),
                "target": format!("{}#L12,3", beside("gen/kernel.py")),
                "tooltip": "made by `gen/kernel.py:12:3`"
            },
            {
                "range": on_line(1, 7, 18),
                "target": "file:///x/gen.py#L7",
                "tooltip": "made by `/x/gen.py:7`"
            }
        ])
    );
}

#[tokio::test]
async fn a_step_is_defined_by_what_made_it() {
    let mut client = Client::start(json!({})).await;
    let text = "lpassa $lr0v $ln0v #@ gen.py:12:3\nnop # gen.py:12\n#@ gen.py:7";
    client.open_checked(text).await;
    let mut check = async |line: u32, character: u32, expected: Option<[u32; 2]>| {
        let params = json!({
            "textDocument": { "uri": URI },
            "position": { "line": line, "character": character },
        });
        let found = client.request("textDocument/definition", params).await;
        let places = expected.iter().map(|[line, character]| {
            let place = json!({ "line": line, "character": character });
            json!({ "uri": beside("gen.py"), "range": { "start": place, "end": place } })
        });
        let places: Vec<Value> = places.collect();
        assert_eq!(found, json!(places), "{line}:{character}");
    };
    // The opcode and the comment mean the step, its operands for what they name.
    check(0, 0, Some([11, 2])).await;
    check(0, 25, Some([11, 2])).await;
    check(0, 9, None).await;
    check(1, 0, None).await;
    check(2, 5, Some([6, 0])).await;
    client.finish().await;
}

/// A file in the folder of the document.
fn beside(name: &str) -> String {
    let folder = URI.rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("{folder}/{name}")
}
