//! Definition: the writes that reach what is read at the cursor.

use crate::support::places::{bracketed, listed};
use crate::support::{Client, at, cursor};
use expect_test::{Expect, expect};
use serde_json::json;

async fn check(fixture: &str, expected: Expect) {
    let capabilities = json!({ "textDocument": { "definition": {} } });
    let mut client = Client::start(capabilities).await;
    let (text, position) = cursor(fixture);
    client.open_checked(&text).await;
    let answer = client
        .request("textDocument/definition", at(&position))
        .await;
    client.finish().await;
    expected.assert_eq(&listed(&answer, |place| bracketed(&text, &place["range"])));
}

#[tokio::test]
async fn of_a_register() {
    check(
        "imm f\"1.0\" $lr0v\nimm f\"2.0\" $lr0\nimm f\"3.0\" $lr8v\nnop/2\nfvadd $lr‸0v $ln0v $ls0v\n",
        expect![[r#"
            1: imm f"1.0" [$lr0v]
            2: imm f"2.0" [$lr0]
        "#]],
    )
    .await;
}

#[tokio::test]
async fn by_address_and_width_not_by_spelling() {
    check(
        "zero $llr8v\nimm i\"1\" $r13\nnop/2\nlpassa $lr[‸8,8,12,12] $ls0v\n",
        expect![[r#"
            1: zero [$llr8v]
            2: imm i"1" [$r13]
        "#]],
    )
    .await;
}

#[tokio::test]
async fn under_a_mask_what_it_leaves() {
    check(
        "zero $lr0v\nlpassa $ls0v $omr1\nlpassa $lm0v $lr0v/$imr1\nnop/2\nlpassa $lr0v‸ $ls0v\n",
        expect![[r#"
            1: zero [$lr0v]
            3: lpassa $lm0v [$lr0v/$imr1]
        "#]],
    )
    .await;
    check(
        "lpassa $lr0v $omr1\nnop\nlpassa $lm0v $lr0v/$i‸mr1\n",
        expect![[r#"
            1: lpassa $lr0v [$omr1]
        "#]],
    )
    .await;
    check(
        "zero $lr0v\nlpassa $lm0v $lr0v/1100\nnop/2\nlpassa $l‸r4v $ls0v\n",
        expect![[r#"
            1: zero [$lr0v]
        "#]],
    )
    .await;
}

#[tokio::test]
async fn of_a_forwarding_register_is_the_opcode() {
    check(
        "fvmul $lr0v $lr0v $nowrite\nnop\nfvadd $m‸auf $lr0v $ls0v\n",
        expect![[r#"
            1: [fvmul] $lr0v $lr0v $nowrite
        "#]],
    )
    .await;
}

#[tokio::test]
async fn through_the_memories_above() {
    check(
        "mvp/n64 $d0@0 $lc0@0.0\nmvp/n64 $d0@1 $lc0@1.0\nl2bmb $lc‸0 $lb0\n",
        expect![[r#"
            1: mvp/n64 $d0@0 [$lc0@0.0]
            2: mvp/n64 $d0@1 [$lc0@1.0]
        "#]],
    )
    .await;
    check(
        "l2bmb@[0,1,2,3] $lc0 $lb0\nl2bmb@[4,5,6,7] $lc64 $lb0\nnop/4\nl1bmm $lb‸16 $lr0v\n",
        expect![[r#"
            1: l2bmb@[0,1,2,3] $lc0 [$lb0]
            2: l2bmb@[4,5,6,7] $lc64 [$lb0]
        "#]],
    )
    .await;
}

#[tokio::test]
async fn of_what_a_debug_statement_shows() {
    check(
        "d set $lm0n0c0b0m0p0 1 3FF0000000000000\nlpassa $lm0v $ln0v\nd g‸et $ln0n0c0b0m0p0 1\n",
        expect![[r#"
            2: lpassa $lm0v [$ln0v]
        "#]],
    )
    .await;
    check(
        "d set $lm0n0c0b0m0p0 1 3FF0000000000000\nd set $lm0n0c0b0m0p1 1 3FF0000000000000\nd get $lm0n0c0b0m0p1‸ 1\n",
        expect![[r#"
            2: d set [$lm0n0c0b0m0p1] 1 3FF0000000000000
        "#]],
    )
    .await;
}

#[tokio::test]
async fn where_only_a_run_knows_the_address() {
    // The words that may have been read, and the T-register that selects them.
    check(
        "zero $lm0v\nimm i\"1\" $lm100v\nimm i\"4\" $t\nnop/2\nlpassa $lmt0‸v $ls0v\n",
        expect![[r#"
            1: zero [$lm0v]
            2: imm i"1" [$lm100v]
            3: imm i"4" [$t]
        "#]],
    )
    .await;
}

#[tokio::test]
async fn of_a_mask_statement_is_what_sets_its_entry() {
    check(
        "zero $omr1\nzero $omr2\nmaskr ‸1\nzero $lr0v\nlpassa $ls0v $omr1\nzero $lr8v\nmask 0\n",
        expect![[r#"
            1: zero [$omr1]
            5: lpassa $ls0v [$omr1]
        "#]],
    )
    .await;
    // Before anything is written under it too.
    check(
        "zero $omr1\nzero $omr1\nma‸skr 1\n",
        expect![[r#"
        2: zero [$omr1]
    "#]],
    )
    .await;
    check("zero $omr1\nmask ‸0\nzero $lr0v\n", expect![[""]]).await;
    // A masked write is shown at its own line.
    check(
        "zero $omr1\nmaskr 1\nzero $l‸r0v\n",
        expect![[r#"
        3: zero [$lr0v]
    "#]],
    )
    .await;
}

#[tokio::test]
async fn of_a_wait_is_the_mv_instruction() {
    let tags = "mvp/n64i01 $p0@0 $lc0@0.0\nnop; wait i01\nmvp/n64i01 $p0@1 $lc0@1.0\nmvp/n64i01 $p0@2 $lc0@2.0\nnop; wait i01\n";
    let waits = |at: &str| {
        let end = tags.rfind("wait").expect("there is one");
        format!(
            "{}{}",
            &tags[..end],
            tags[end..].replacen("wait i01", at, 1)
        )
    };
    check(
        &waits("wait i0‸1"),
        expect![[r#"
        3: mvp/n64[i01] $p0@1 $lc0@1.0
        4: mvp/n64[i01] $p0@2 $lc0@2.0
    "#]],
    )
    .await;
    check(
        &waits("w‸ait i01"),
        expect![[r#"
        3: mvp/n64[i01] $p0@1 $lc0@1.0
        4: mvp/n64[i01] $p0@2 $lc0@2.0
    "#]],
    )
    .await;
    check(
        &tags.replacen("i01", "i‸01", 1),
        expect![[r#"
        1: mvp/n64[i01] $p0@0 $lc0@0.0
    "#]],
    )
    .await;
    // The host has tags too.
    check("nop; wait i‸01\n", expect![[""]]).await;
}

#[tokio::test]
async fn of_a_write_is_itself_and_of_nothing_nothing() {
    check(
        "zero $lr‸0v\n",
        expect![[r#"
            1: zero [$lr0v]
        "#]],
    )
    .await;
    check("lpassa $lr‸0v $ls0v\n", expect![""]).await;
    check("zero $lr0v # $lr‸0\n", expect!["nothing\n"]).await;
    check("quit\nzero $lr‸0v\n", expect!["nothing\n"]).await;
}

#[tokio::test]
async fn as_links_with_what_was_pointed_at() {
    let capabilities = json!({ "textDocument": { "definition": { "linkSupport": true } } });
    let mut client = Client::start(capabilities).await;
    let (text, position) = cursor("zero $lr0v\nnop\nlpassa -$l‸r0v $ls0v # 😀\n");
    client.open_checked(&text).await;
    let answer = client
        .request("textDocument/definition", at(&position))
        .await;
    client.finish().await;
    let shown = listed(&answer, |link| {
        format!(
            "{} <- {}",
            bracketed(&text, &link["targetSelectionRange"]),
            bracketed(&text, &link["originSelectionRange"])
        )
    });
    expect![[r#"
        1: zero [$lr0v] <- 3: lpassa [-$lr0v] $ls0v # 😀
    "#]]
    .assert_eq(&shown);
}
