//! References: the uses of the value at the cursor.

use crate::support::places::{bracketed, listed};
use crate::support::{Client, at, cursor};
use expect_test::{Expect, expect};
use serde_json::json;

async fn check_with(fixture: &str, with_writes: bool, expected: Expect) {
    let capabilities = json!({ "textDocument": { "references": {} } });
    let mut client = Client::start(capabilities).await;
    let (text, position) = cursor(fixture);
    client.open_checked(&text).await;
    let mut parameters = at(&position);
    parameters["context"] = json!({ "includeDeclaration": with_writes });
    let answer = client.request("textDocument/references", parameters).await;
    client.finish().await;
    expected.assert_eq(&listed(&answer, |place| bracketed(&text, &place["range"])));
}

async fn check(fixture: &str, expected: Expect) {
    check_with(fixture, false, expected).await;
}

const PROGRAM: &str = "\
zero $lr0v
nop/2
lpassa $lr0v $ls0v
lpassa $lr[2,2,2,2] $lm0v
zero $lr0
nop/2
lpassa $lr0v $ln0v
zero $lr0v
nop/2
lpassa $lr0v $ln8v
d get $lr0 1
";

fn at_line(line: usize, column: usize) -> String {
    let mut lines: Vec<String> = PROGRAM.lines().map(str::to_owned).collect();
    lines[line - 1].insert(column, '‸');
    lines.join("\n")
}

#[tokio::test]
async fn of_what_a_line_writes() {
    check(
        &at_line(1, 7),
        expect![[r#"
            3: lpassa [$lr0v] $ls0v
            4: lpassa [$lr[2,2,2,2]] $lm0v
            7: lpassa [$lr0v] $ln0v
        "#]],
    )
    .await;
    check(
        &at_line(8, 7),
        expect![[r#"
            10: lpassa [$lr0v] $ln8v
            11: d get [$lr0] 1
        "#]],
    )
    .await;
}

#[tokio::test]
async fn of_a_read_are_those_of_the_writes_that_reach_it() {
    check_with(
        &at_line(7, 9),
        true,
        expect![[r#"
            1: zero [$lr0v]
            3: lpassa [$lr0v] $ls0v
            4: lpassa [$lr[2,2,2,2]] $lm0v
            5: zero [$lr0]
            7: lpassa [$lr0v] $ln0v
        "#]],
    )
    .await;
}

#[tokio::test]
async fn of_an_opcode_are_those_of_all_that_it_writes() {
    check(
        "fv‸mul $lr0v $lr0v $ls0v $ln0v\nnop\nfvadd $mauf $ls0v $lr8v\nnop\nlpassa $ln0v $lr16v\nlpassa $aluf $lr24v\n",
        expect![[r#"
            3: fvadd [$mauf] $ls0v $lr8v
            3: fvadd $mauf [$ls0v] $lr8v
            5: lpassa [$ln0v] $lr16v
        "#]],
    )
    .await;
}

#[tokio::test]
async fn of_a_mask_and_of_an_address() {
    check(
        "lpassa $lr0v $omr‸1\nnop\nlpassa $ls0v $lr8v/$imr1\nmaskr 1\nlpassa $ls0v $lr8v\nmask 0\nlpassa $ls0v $lr8v\nlpassa $ls8v $omr1\nlpassa $ls0v $lr8v/$imr1\n",
        expect![[r#"
            3: lpassa $ls0v $lr8v[/$imr1]
            4: maskr [1]
        "#]],
    )
    .await;
    check(
        "lpassa $lr0v $l‸t\nnop/2\nlpassa $lmt0v $ls0v\nlpassa $lr8v $lmt8v\n",
        expect![[r#"
            3: lpassa [$lmt0v] $ls0v
            4: lpassa $lr8v [$lmt8v]
        "#]],
    )
    .await;
    check(
        "lpassa $lr0 $n‸b\nnop/2\nlpassa $ln0v $ls0v\nzero $nb\nnop/2\nlpassa $ln0v $ls0v\n",
        expect![[r#"
            3: lpassa [$ln0v] $ls0v
        "#]],
    )
    .await;
}

#[tokio::test]
async fn what_nothing_uses_has_none() {
    check("zero $lr‸0v\nnop\nzero $lr0v\n", expect![""]).await;
    check("zero $lr0v ‸ # nothing here\n", expect!["nothing\n"]).await;
}

const MASKED: &str = "\
zero $omr1
maskr 1
zero $lr0v
zero $lr8v
mask 0
lpassa $lr0v $ls0v
zero $omr1
zero $ls8v/$imr1
";

#[tokio::test]
async fn what_is_written_under_a_mask_is_not_read_by_the_mask() {
    // Other lines below the statement do not read it either.
    check(
        &MASKED.replacen("zero $lr0v", "zero $lr‸0v", 1),
        expect![[r#"
            6: lpassa [$lr0v] $ls0v
        "#]],
    )
    .await;
    check_with(
        &MASKED.replacen("maskr 1", "maskr ‸1", 1),
        true,
        expect![[r#"
            1: zero [$omr1]
            2: maskr [1]
        "#]],
    )
    .await;
    check(
        &MASKED.replacen("zero $omr1", "zero $omr‸1", 1),
        expect![[r#"
            2: maskr [1]
        "#]],
    )
    .await;
}

const TAGS: &str = "\
mvp/n64i01 $p0@0 $lc0@0.0
mvp/n64i01 $p0@1 $lc0@1.0
mvp/n64i02 $p0@2 $lc0@2.0
nop; wait i01
nop; wait i02
mvp/n64i01 $p64@0 $lc64@0.0
nop; wait i01 # again
";

#[tokio::test]
async fn of_a_tag_are_the_waits_for_it() {
    check(
        &TAGS.replacen("i01", "i‸01", 1),
        expect![[r#"
        4: nop; wait [i01]
    "#]],
    )
    .await;
    check_with(
        &TAGS.replacen("wait i01", "wait i01‸", 1),
        true,
        expect![[r#"
            1: mvp/n64[i01] $p0@0 $lc0@0.0
            2: mvp/n64[i01] $p0@1 $lc0@1.0
            4: nop; wait [i01]
        "#]],
    )
    .await;
    check(
        &TAGS.replacen("i02", "i02‸", 1),
        expect![[r#"
        5: nop; wait [i02]
    "#]],
    )
    .await;
}

#[tokio::test]
async fn of_an_mv_instruction_are_those_of_what_it_writes() {
    check(
        "mv‸p/n64 $p0@0 $lc0@0.0\nl2bmb@0 $lc0 $lb0\n",
        expect![[r#"
            2: l2bmb@0 [$lc0] $lb0
        "#]],
    )
    .await;
}
