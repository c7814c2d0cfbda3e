//! Hover: what is explained, and what it is said to cover.

mod support;

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use support::{Client, at, cursor};

/// Hovers at the cursor; shows the text covered and the explanation's lines.
async fn check(fixture: &str, expected: Expect) {
    let markdown = json!({ "textDocument": { "hover": { "contentFormat": ["markdown"] } } });
    let mut client = Client::start(markdown).await;
    let (text, position) = cursor(fixture);
    client.open_checked(&text).await;
    let hover = client.request("textDocument/hover", at(&position)).await;
    client.finish().await;
    expected.assert_eq(&render(&text, &hover));
}

fn render(text: &str, hover: &Value) -> String {
    if hover.is_null() {
        return "nothing\n".to_owned();
    }
    let number = |end: &str, field: &str| {
        hover["range"][end][field]
            .as_u64()
            .expect("a hover has a range") as usize
    };
    let line = text
        .lines()
        .nth(number("start", "line"))
        .unwrap_or_default();
    let units: Vec<u16> = line.encode_utf16().collect();
    let covered =
        String::from_utf16_lossy(&units[number("start", "character")..number("end", "character")]);
    let value = hover["contents"]["value"].as_str().unwrap_or_default();
    format!("[{covered}]\n{}\n", value.trim_end())
}

#[tokio::test]
async fn an_opcode() {
    check("lpa‸ssa $lm0v $ln0v", expect![[r#"
        [lpassa]
        ### lpassa: Copy

        ```text
        (d|f|h|l|i|s)passa <src_x> <dst_0> [<dst_1>..]
        ```

        `l`: long-word integer, elements of 64 bits.

        Copies both long words of the input bit for bit, at 2 long words per cycle; nothing is normalized. The precision letter changes only the mask flags and the width of a constant input. A flag is 1 where an element of the first long word has all bits 0; the second long word takes no part in the flags.

        Effect:

        ```text
        for cycle = 0:4
          forall pe
            dst.long[0:2] = src_x.long[0:2]
            flag[i] = dst[i] == 0       # each element i of the first long word
        ```

        Example:

        ```vsm
        lpassa $llr0v $lls0v
        ```

        Spellings: `dpassa` `fpassa` `hpassa` `lpassa` `ipassa` `spassa`.

        Manual 3.6.12.5.
    "#]]).await;
}

#[tokio::test]
async fn an_operand() {
    check(
        "lpassa $l‸m0v $ln0v # 😀",
        expect![[r#"
            [$lm0v]
            `$lm0v` read: LM0, long word

            | cycle | single words of every PE |
            | --- | --- |
            | 0 | 0, 1 |
            | 1 | 2, 3 |
            | 2 | 4, 5 |
            | 3 | 6, 7 |

            - the base address register `$mb` is added while running; it is 0 until written

            ---

            ### $m: LM0

            ```text
            $[(l|ll)]m<addr>[v[<adri>]][j<madpe>]
            $[(l|ll)]m[<a0>,<a1>,<a2>,<a3>][j<madpe>]
            ```

            Local memory 0 of each PE, 2 Ki long words. Without `v` all four cycles use the same address; `v` moves on by one access per cycle, `v<n>` by n single words. A list in brackets gives the four addresses (flat mode). The base address register is added, and addresses wrap around at 4096. LM0 has one port: read and write in one step must use the same addresses and width, and after a write it cannot be read for two steps. A step with `imm` cannot touch it.

            Size: 4096 single words per PE.

            Counted in: single words.

            Alignment: multiple of 2 with `l`, of 4 with `ll`; address and stride both.

            Example:

            ```vsm
            lpassa $lm0v $ln0v
            ```

            Manual 3.6.1.6.
        "#]],
    )
    .await;
}

#[tokio::test]
async fn an_operand_under_a_mask_statement() {
    check(
        "maskn 0b1010\nlpassa $lm0v $l‸n0v",
        expect![[r#"
            [$ln0v]
            `$ln0v` write: LM1, long word

            | cycle | single words of every PE | mask |
            | --- | --- | --- |
            | 0 | 0, 1 | where $imr10 is set |
            | 1 | 2, 3 | where $imr10 is set |
            | 2 | 4, 5 | where $imr10 is set |
            | 3 | 6, 7 | where $imr10 is set |

            - the base address register `$nb` is added while running; it is 0 until written

            ---

            ### $n: LM1

            ```text
            $[(l|ll)]n<addr>[v[<adri>]][j<madpe>]
            $[(l|ll)]n[<a0>,<a1>,<a2>,<a3>][j<madpe>]
            ```

            Local memory 1 of each PE, like LM0 but without T-register indirection, and free in steps with `imm`. It has one port: read and write in one step must use the same addresses and width, and after a write it cannot be read for two steps.

            Size: 4096 single words per PE.

            Counted in: single words.

            Alignment: multiple of 2 with `l`, of 4 with `ll`; address and stride both.

            Example:

            ```vsm
            lpassa $lm0v $ln0v
            ```

            Manual 3.6.1.8.
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_mask() {
    check(
        "lpassa $lm0v $ln0v/10‸00",
        expect![[r#"
        [/1000]
        **Write mask** of this destination, for this step (manual 3.6.2.1)

        Fixed pattern `1000`, the same in every PE:

        | cycle | 0 | 1 | 2 | 3 |
        | --- | --- | --- | --- | --- |
        | passes | yes | no | no | no |
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_mask_statement() {
    check("mas‸krs 0b10101", expect![[r#"
        [maskrs]
        **Write mask for the following lines** (manual 3.6.2.1)

        Writes of the following steps to GRF0, GRF1 pass through entry 21. A mask written at a destination takes its place for the whole step.

        Fixed pattern `0101`, the same in every PE:

        | cycle | 0 | 1 | 2 | 3 |
        | --- | --- | --- | --- | --- |
        | passes | no | yes | no | yes |
    "#]]).await;
}

#[tokio::test]
async fn a_literal() {
    check(
        "imm f\"‸-1.5\" $lr0",
        expect![[r#"
        [f"-1.5"]
        **Single-precision immediate value** (manual 3.2.2)

        | bits | `0xBFC00000` |
        | --- | --- |
        | single precision | `-1.5` |
        | signed single word | `-1077936128` |
        | unsigned single word | `3217031168` |
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_half_literal() {
    check(
        "imm h\"2.‸0\" $lr0",
        expect![[r#"
        [h"2.0"]
        **Half-precision immediate value** (manual 3.2.2)

        | bits | `0x4000` |
        | --- | --- |
        | half precision | `2` |
        | signed half word | `16384` |
        | unsigned half word | `16384` |
        | single word | `0x40004000` |
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_tag() {
    check("nop; wait i‸01", expect![[r#"
        [i01]
        **Tag 1** (manual 3.2.3)

        `wait i01` beside an instruction holds it back until the MV instruction with this tag is done.
    "#]]).await;
}

#[tokio::test]
async fn a_debug_get() {
    check("d ge‸td $lm0n0c0b0m0p0 1", expect![[r#"
        [d getd]
        Values are shown as double precision (`d`).

        ### d get: Debug get

        ```text
        d get[<dtype>] <memory>[n<group_id>][c<l2b_id>][b<l1b_id>][m<mab_id>][p<pe_id>] <num_of_words>
        ```

        Prints words of a memory while the emulator runs; it does not exist on the board. The scope letters `n c b m p` choose group, L2B, L1B, MAB and PE; a missing one means all. `<dtype>` chooses how the bits are shown (`d f h`, or `bd bf bg bh` for block floats); without it a long word is shown as double, half words and integer. Matrix registers need a dtype, mask registers ignore it. Every write issued before is visible. The count is in words of the operand's width (rows, entries, cycles for `$x`, `$omr`, `$t`).

        Effect:

        ```text
        for each element in scope
          for i = 0:num_of_words
            print memory[addr + i words]
        ```

        Example:

        ```vsm
        d getd $lm0n0c0b0m0p0 1
        ```

        Assumed: Dumps of L2BM and PDM begin with `DEBUG-L2BM` and `DEBUG-PDM`. No dump of these memories is public; the other names are those of the memories.

        Manual 3.4.3.
    "#]]).await;
}

#[tokio::test]
async fn a_payload() {
    check(
        "d set $lm0n0c0b0m0p0 1 3FF0000‸000000000",
        expect![[r#"
        [3FF0000000000000]
        **Payload** of 1 long words (manual 3.4.4)

        | long word | bits | double precision |
        | --- | --- | --- |
        | 0 | `0x3FF0000000000000` | `1` |
    "#]],
    )
    .await;
}

#[tokio::test]
async fn blanks_and_comments_explain_nothing() {
    for fixture in ["‸", "  ‸  ", "nop # n‸op", "nop\n‸\nnop"] {
        check(fixture, expect![["nothing\n"]]).await;
    }
}

/// Whether the explanation at the cursor covers a part and mentions some words.
async fn mentions(fixture: &str, covered: &str, words: &[&str]) {
    let mut client = Client::start(json!({})).await;
    let (text, position) = cursor(fixture);
    client.open(&text).await;
    client.incoming("textDocument/publishDiagnostics").await;
    let hover = client.request("textDocument/hover", at(&position)).await;
    client.finish().await;
    assert_eq!(hover["contents"]["kind"], "plaintext", "{fixture}");
    let shown = render(&text, &hover);
    assert!(shown.starts_with(&format!("[{covered}]\n")), "{shown}");
    for word in words {
        assert!(shown.contains(word), "{word} in {shown}");
    }
}

#[tokio::test]
async fn every_kind_of_part_is_explained() {
    for (fixture, covered, words) in [
        ("qu‸it", "quit", &["3.4.2"][..]),
        ("mv‸p/n64i01 $lc0@0.0 $d0@0", "mvp", &["3.5"]),
        ("mvp/n6‸4i01 $lc0@0.0 $d0@0", "n64", &["64 long words"]),
        ("mvp/n64i0‸1 $lc0@0.0 $d0@0", "i01", &["Tag 1"]),
        ("mvp/n64i01 $lc0@‸0.0 $d0@0", "$lc0@0.0", &["L2BM"]),
        (
            "lpassa/$im‸r1 $ls2 $nowrite",
            "/$imr1",
            &["Zero-flush mask", "Entry 1"],
        ),
        ("lpassa $ls2 $now‸rite", "$nowrite", &["3.6.1.19"]),
        ("lpassa $pe‸id $lr0", "$peid", &["3.6.1.20"]),
        ("lpassa $ma‸uf $lr0", "$mauf", &["3.6.1.15"]),
        ("r‸ 0 000000000 001 0000000000000000", "r", &["DRAM"]),
        (
            "d set $l‸m0n0c0b0m0p0 1 3FF0000000000000",
            "$lm0n0c0b0m0p0",
            &["write", "LM0"],
        ),
        ("nop; wai‸t i01", "wait", &["3.6.13"]),
        // The smallest part wins, and at the end of a part it is still meant.
        ("lpassa $lm0v $ln0v/1000‸", "/1000", &["1000"]),
        ("lpassa‸ $lm0v $ln0v", "lpassa", &["3.6.12.5"]),
        // What cannot be understood as a whole is explained by its opcodes.
        ("lpassa $lm0v $ln0v ???; nop‸", "nop", &["3.6.5"]),
    ] {
        mentions(fixture, covered, words).await;
    }
}
