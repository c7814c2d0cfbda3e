//! Highlights: reads and writes of the same words.

use crate::support::places::{bracketed, listed};
use crate::support::{Client, at, cursor};
use expect_test::{Expect, expect};
use serde_json::json;

async fn check(fixture: &str, expected: Expect) {
    let capabilities = json!({ "textDocument": { "documentHighlight": {} } });
    let mut client = Client::start(capabilities).await;
    let (text, position) = cursor(fixture);
    client.open_checked(&text).await;
    let answer = client
        .request("textDocument/documentHighlight", at(&position))
        .await;
    client.finish().await;
    expected.assert_eq(&listed(&answer, |highlight| {
        let kind = match highlight["kind"].as_u64() {
            Some(2) => "reads",
            Some(3) => "writes",
            other => panic!("{other:?} is no kind"),
        };
        format!("{kind} {}", bracketed(&text, &highlight["range"]))
    }));
}

#[tokio::test]
async fn words_by_address_width_and_stride() {
    check(
        "zero $lr0v\nlpassa $lm0v $r3\nlpassa $lr8v $ls0v\nlpassa $lr[6,6,6,6] $ln0v\nlpassa $llr4‸v $ls8v\nd get $lr4 1\nd set $lr0n0c0b0m0p0 1 0000000000000000\n",
        expect![[r#"
            writes 1: zero [$lr0v]
            reads 3: lpassa [$lr8v] $ls0v
            reads 4: lpassa [$lr[6,6,6,6]] $ln0v
            reads 5: lpassa [$llr4v] $ls8v
            reads 6: d get [$lr4] 1
        "#]],
    )
    .await;
}

#[tokio::test]
async fn of_a_register_that_changes_all_the_time_only_the_value() {
    check(
        "fvmul $lr0v $lr0v $nowrite\nfvadd $mauf $lr0v $nowrite\nnop\nfvadd $m‸auf $mauf $ls0v\nfvadd $mauf $lr0v $ls8v\n",
        expect![[r#"
            writes 2: [fvadd] $mauf $lr0v $nowrite
            reads 4: fvadd [$mauf] $mauf $ls0v
            reads 4: fvadd $mauf [$mauf] $ls0v
        "#]],
    )
    .await;
}

#[tokio::test]
async fn ends_of_the_memory_and_other_elements() {
    check(
        "zero $lm4092‸v\nlpassa $lm0v $ls0v\nlpassa $lm8v $lr0v\n",
        expect![[r#"
            writes 1: zero [$lm4092v]
            reads 2: lpassa [$lm0v] $ls0v
        "#]],
    )
    .await;
    check(
        "d set $lm0‸n0c0b0m0p0 1 0000000000000000\nd get $lm0n0c0b0m0p1 1\nd get $lm0n0c0 1\n",
        expect![[r#"
            writes 1: d set [$lm0n0c0b0m0p0] 1 0000000000000000
            reads 3: d get [$lm0n0c0] 1
        "#]],
    )
    .await;
}

#[tokio::test]
async fn masks_and_addresses() {
    check(
        "lpassa $lr0v $omr2\nnop\nlpassa $lr0v $ls0v/$i‸mr2\nlpassa $lr0v $ls0v/$imr1\n",
        expect![[r#"
            writes 1: lpassa $lr0v [$omr2]
            reads 3: lpassa $lr0v $ls0v[/$imr2]
        "#]],
    )
    .await;
    check(
        "lpassa $lr0v $lt\nnop/2\nlpassa $lmt‸0v $ls0v\nlpassa $lt $ls8v\nlpassa $lm0v $ls8v\n",
        expect![[r#"
            reads 3: lpassa [$lmt0v] $ls0v
        "#]],
    )
    .await;
}

#[tokio::test]
async fn mask_statements_and_tags() {
    let masked =
        "zero $omr1\nmaskr 1\nzero $lr0v\nzero $lr8v\nmask 0\nzero $ls0v/$imr1\nzero $omr2\n";
    check(
        &masked.replacen("$omr1", "$omr‸1", 1),
        expect![[r#"
        writes 1: zero [$omr1]
        reads 2: maskr [1]
        reads 6: zero $ls0v[/$imr1]
    "#]],
    )
    .await;
    check(
        &masked.replacen("maskr 1", "maskr 1‸", 1),
        expect![[r#"
        writes 1: zero [$omr1]
        reads 2: maskr [1]
        reads 6: zero $ls0v[/$imr1]
    "#]],
    )
    .await;
    check(
        &masked.replacen("$lr0v", "$lr‸0v", 1),
        expect![[r#"
        writes 3: zero [$lr0v]
    "#]],
    )
    .await;
    check(
        "mvp/n64i01 $p0@0 $lc0@0.0\nmvp/n64i02 $p0@1 $lc0@1.0\nnop; wait i0‸1\nnop; wait i02\n",
        expect![[r#"
            writes 1: mvp/n64[i01] $p0@0 $lc0@0.0
            reads 3: nop; wait [i01]
        "#]],
    )
    .await;
}

#[tokio::test]
async fn memories_above_the_pes() {
    check(
        "mvp/n64 $p0@0 $lc0@0.0\nmvp/n64 $p64@0 $lc64@0.0\nl2bmb@0 $lc‸0 $lb0\nl2bmb@0 $lc64 $lb64\n",
        expect![[r#"
            writes 1: mvp/n64 $p0@0 [$lc0@0.0]
            reads 3: l2bmb@0 [$lc0] $lb0
        "#]],
    )
    .await;
}
