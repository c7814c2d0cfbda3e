//! Hover on a whole step: on `;`, and on the blank around its expressions.

use crate::support::{Client, at, cursor};
use expect_test::{Expect, expect};
use serde_json::json;

async fn hovered(fixture: &str) -> String {
    let (text, position) = cursor(fixture);
    let mut client = Client::start(json!({
        "textDocument": { "hover": { "contentFormat": ["markdown"] } }
    }))
    .await;
    client.open_checked(&text).await;
    let hover = client.request("textDocument/hover", at(&position)).await;
    client.finish().await;
    let text = hover["contents"]["value"].as_str().unwrap_or("nothing");
    // The word that follows is the subject of other tests.
    let end = text.find("\n#### Machine word").unwrap_or(text.len());
    text[..end].to_owned()
}

async fn check(fixture: &str, expected: Expect) {
    expected.assert_eq(&hovered(fixture).await);
}

/// Clients drop a hover whose range does not contain the requested position.
#[tokio::test]
async fn its_range_holds_the_cursor() {
    for (fixture, start, end) in [
        ("‸  nop", 0, 5),
        ("nop  ‸", 0, 5),
        ("nop ‸ ; wait i01", 0, 15),
        (" nop ; wait i01 ;‸", 1, 17),
    ] {
        let (text, position) = cursor(fixture);
        let mut client = Client::start(json!({})).await;
        client.open_checked(&text).await;
        let hover = client.request("textDocument/hover", at(&position)).await;
        client.finish().await;
        let range = &hover["range"];
        assert_eq!(
            (&range["start"]["character"], &range["end"]["character"]),
            (&json!(start), &json!(end)),
            "{fixture}"
        );
    }
}

#[tokio::test]
async fn units_regions_and_results() {
    check(
        "nop/5\nfvfma -$lm0ve $lr0v $ls0v $ln0v $lr8v/1000‸; linc $lr0v $ls4v\n",
        expect![[r#"
            ### Step 5 (cycles 20 to 23)

            - MAU: `fvfma`
            - ALU: `linc`
            - free: matrix register write, matrix register read, L1BM, L2BM, `wait`
            - regions in use: LM0 `$lm0v`, LM1 `$ln0v`, GRF0 read `$lr0v`, GRF0 write `$lr8v`, GRF1 read `$ls0v`, GRF1 write `$ls4v`

            | result       | read by  | in the same order | in any order | manual  |
            | ------------ | -------- | ----------------- | ------------ | ------- |
            | `$ln0v`      | LM read  |                   | step 8       | 3.6.3.9 |
            | `$lr8v/1000` | GRF read | step 7            | step 7       | 3.6.3.9 |
            | `$ls4v`      | GRF read | step 7            | step 8       | 3.6.3.9 |

            In step 6: `$mauf`, `$aluf` (manual 3.6.1.15-3.6.1.18)
        "#]],
    )
    .await;
    check(
        "imm f\"1\" $r0 ‸; l1bmp $lb0 $lm0v; mvnop",
        expect![[r#"
            ### Step 0 (cycles 0 to 3)

            - ALU: `imm`
            - L1BM: `l1bmp`
            - free: MAU, matrix register write, matrix register read, L2BM, `wait`
            - regions in use: LM0 `$lm0v`, GRF0 write `$r0`
            - regions free: LM1, GRF0 read, GRF1 read, GRF1 write

            | result  | read by  | in the same order | in any order | manual  |
            | ------- | -------- | ----------------- | ------------ | ------- |
            | `$r0`   | GRF read | step 3            | step 3       | 3.6.3.9 |
            | `$lm0v` | LM read  |                   | step 3       | 3.6.3.9 |

            In step 1: `$aluf`, `$lbf` (manual 3.6.1.15-3.6.1.18)
        "#]],
    )
    .await;
}

#[tokio::test]
async fn steps_of_nop() {
    check(
        "nop\n ‸ nop/3",
        expect![[r#"
        ### Steps 1 to 3 (cycles 4 to 15)

        `nop` fills the step; only `wait` can share it (manual 3.6.5).
    "#]],
    )
    .await;
}

#[tokio::test]
async fn parts_of_a_step_have_their_own_explanation() {
    for fixture in [
        "li‸nc $lm0v $ln0v; nop",
        "linc $lm‸0v $ln0v",
        "linc $lm0v $ln0v # ‸",
        "‸",
        "mvp/n64 $p0@0 $lc0@0.0  ‸",
    ] {
        let shown = hovered(fixture).await;
        assert!(!shown.contains("Step"), "{fixture}: {shown}");
    }
}
