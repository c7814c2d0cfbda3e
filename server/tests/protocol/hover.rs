//! Hover: what is explained, and the range that it covers.

use crate::support::{Client, at, cursor};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

/// Hovers at the cursor; the text covered and the explanation's lines.
async fn hovered(fixture: &str) -> String {
    let markdown = json!({ "textDocument": { "hover": { "contentFormat": ["markdown"] } } });
    let mut client = Client::start(markdown).await;
    let (text, position) = cursor(fixture);
    client.open_checked(&text).await;
    let hover = client.request("textDocument/hover", at(&position)).await;
    client.finish().await;
    render(&text, &hover)
}

async fn check(fixture: &str, expected: Expect) {
    expected.assert_eq(&hovered(fixture).await);
}

/// The same up to the rule or the table that ends the first part.
async fn check_start(fixture: &str, expected: Expect) {
    let shown = hovered(fixture).await;
    let start: Vec<&str> = shown
        .lines()
        .take_while(|line| *line != "---" && !line.starts_with('|'))
        .take(12)
        .collect();
    expected.assert_eq(&start.join("\n"));
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

            **Last write**

            - the content before the program

            | cycle | single words of every PE |
            | ----- | ------------------------ |
            | 0     | 0, 1                     |
            | 1     | 2, 3                     |
            | 2     | 4, 5                     |
            | 3     | 6, 7                     |

            - the base address register `$mb` is added in a run; it is 0 until written

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

            **Next use**

            - none in this program

            | cycle | single words of every PE | mask                |
            | ----- | ------------------------ | ------------------- |
            | 0     | 0, 1                     | where $imr10 is set |
            | 1     | 2, 3                     | where $imr10 is set |
            | 2     | 4, 5                     | where $imr10 is set |
            | 3     | 6, 7                     | where $imr10 is set |

            - the base address register `$nb` is added in a run; it is 0 until written

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

            | cycle  | 0   | 1   | 2   | 3   |
            | ------ | --- | --- | --- | --- |
            | passes | yes | no  | no  | no  |

            | cycle | single words of every PE | mask        |
            | ----- | ------------------------ | ----------- |
            | 0     | 0, 1                     | written     |
            | 1     | 2, 3                     | not written |
            | 2     | 4, 5                     | not written |
            | 3     | 6, 7                     | not written |
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

        | cycle  | 0   | 1   | 2   | 3   |
        | ------ | --- | --- | --- | --- |
        | passes | no  | yes | no  | yes |
    "#]]).await;
}

#[tokio::test]
async fn a_literal() {
    check(
        "imm f\"‸-1.5\" $lr0",
        expect![[r#"
            [f"-1.5"]
            **Single-precision immediate value** (manual 3.2.2)

            | bits                               | `0xBFC00000`                              |
            | ---------------------------------- | ----------------------------------------- |
            | binary                             | `1011 1111 1100 0000 0000 0000 0000 0000` |
            | half precision                     | `-1.875, 0`                               |
            | single precision                   | `-1.5`                                    |
            | double precision, the word twice   | `-0.125`                                  |
            | signed half words                  | `-16448, 0`                               |
            | unsigned half words                | `49088, 0`                                |
            | signed single word                 | `-1077936128`                             |
            | unsigned single word               | `3217031168`                              |
            | signed long word, the word twice   | `-4629700413719838720`                    |
            | unsigned long word, the word twice | `13817043659989712896`                    |
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

            | bits                               | `0x40004000`                              |
            | ---------------------------------- | ----------------------------------------- |
            | binary                             | `0100 0000 0000 0000 0100 0000 0000 0000` |
            | half precision                     | `2`                                       |
            | single precision                   | `2.00391`                                 |
            | double precision, the word twice   | `2.03125`                                 |
            | signed half words                  | `16384`                                   |
            | unsigned half words                | `16384`                                   |
            | signed single word                 | `1073758208`                              |
            | unsigned single word               | `1073758208`                              |
            | signed long word, the word twice   | `4611756388245323776`                     |
            | unsigned long word, the word twice | `4611756388245323776`                     |
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_tag() {
    check(
        "nop; wait i‸01",
        expect![[r#"
        [i01]
        **Tag 1** (manual 3.2.3)

        **Waits for**

        - a transfer of the host: no MV instruction before this line carries the tag

        `wait i01` with an instruction delays it until the MV instruction with this tag is done.
    "#]],
    )
    .await;
}

#[tokio::test]
async fn a_tag_says_where_it_is_waited_for() {
    let transfers = "mvp/n64i01 $p0@0 $lc0@0.0\nmvp/n64i02 $p0@0 $lc64@0.0\nnop/3\n\
        l2bmb@0 $lc0 $lb0; wait i01\nnop; wait i01 # again\nnop; wait i03\n";
    for (at, expected) in [
        (
            "mvp/n64i‸01",
            expect![[r#"
                [i01]
                **Tag 1** (manual 3.2.3)

                **Waited for in**

                - line [4](file:///program.vsm#L4), 3 steps later: `l2bmb@0 $lc0 $lb0; wait i01`
                - line [5](file:///program.vsm#L5), 4 steps later: `nop; wait i01`
                - the data is there from step 3 on, counted from 0

                `wait i01` with an instruction delays it until the MV instruction with this tag is done."#]],
        ),
        (
            "mvp/n64i‸02",
            expect![[r#"
            [i02]
            **Tag 2** (manual 3.2.3)

            **Waited for in**

            - nothing waits for it

            `wait i02` with an instruction delays it until the MV instruction with this tag is done."#]],
        ),
        (
            "l2bmb@0 $lc0 $lb0; wait i‸01",
            expect![[r#"
                [i01]
                **Tag 1** (manual 3.2.3)

                **Waits for**

                - line [1](file:///program.vsm#L1), 3 steps before: `mvp/n64i01 $p0@0 $lc0@0.0`

                `wait i01` with an instruction delays it until the MV instruction with this tag is done."#]],
        ),
        (
            "l2bmb@0 $lc0 $lb0; wa‸it",
            expect![[r#"
                [wait]
                ### wait: Wait for an MV instruction

                **Waits for**

                - line [1](file:///program.vsm#L1), 3 steps before: `mvp/n64i01 $p0@0 $lc0@0.0`

                ```text
                wait <tag>
                ```

                Holds back this step, and with it all following PE and MV instructions, until the MV instruction with the tag has finished. It is not possible alone: it shares a step with another PE instruction, `nop` at the least. The tag has two hexadecimal digits and is not 0. In the emulator every MV instruction finishes immediately, so nothing ever waits; the board needs it."#]],
        ),
        (
            "nop; wait i‸03",
            expect![[r#"
            [i03]
            **Tag 3** (manual 3.2.3)

            **Waits for**

            - a transfer of the host: no MV instruction before this line carries the tag

            `wait i03` with an instruction delays it until the MV instruction with this tag is done."#]],
        ),
    ] {
        check_start(&transfers.replacen(&at.replace('‸', ""), at, 1), expected).await;
    }
}

#[tokio::test]
async fn an_mv_instruction_says_where_its_tag_is_waited_for() {
    check_start(
        "mv‸p/n64i01 $p0@0 $lc0@0.0\nnop; wait i01\n",
        expect![[r#"
            [mvp]
            ### mvp: PDM to L2BM individual transfer

            **Waited for in**

            - line [2](file:///program.vsm#L2): `nop; wait i01`
            - the data is there from step 0 on, counted from 0

            ```text
            mvp/n<size>[<tag>] $p<addr_p>@<group_p> $lc<addr_c>@<group_c>.<l2b_c>
            ```
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_mask_statement_says_what_sets_its_entry_and_where_it_is_read() {
    check_start(
        "zero $omr1\nnop/2\nmaskr ‸1\nzero $lr0v\nzero $lm0v\nzero $lr8v\nmaskr 0\nzero $lr16v\n",
        expect![[r#"
            [1]
            **Last write**

            - line [1](file:///program.vsm#L1), 3 steps before: `zero $omr1`

            **Next use**

            - line [4](file:///program.vsm#L4): `zero $lr0v`
            - line [6](file:///program.vsm#L6), 2 steps later: `zero $lr8v`

            Entry 1 of the mask register: in every cycle each PE's own flags for the long word decide, as an instruction with `$omr1` wrote them."#]],
    )
    .await;
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

        Assumed: `d get` and `d set` of more than four words of the T-register reach the entries of the four cycles again. A public dump of such a statement has a line for every word, but what the words hold is not known.

        Assumed: Dumps of L2BM and PDM begin with `DEBUG-L2BM` and `DEBUG-PDM`. No dump of these memories is public; the other names are the memories' names.

        Manual 3.4.3.
    "#]]).await;
}

#[tokio::test]
async fn a_payload() {
    check(
        "d set $lm0n0c0b0m0p0 1 3FF0000‸000000000",
        expect![[r#"
            [3FF0000000000000]
            **Payload** of 1 long word (manual 3.4.4)

            | to     | bits                 | double precision | single precision | half precision     | signed integer        |
            | ------ | -------------------- | ---------------- | ---------------- | ------------------ | --------------------- |
            | `$lm0` | `0x3FF0000000000000` | `1`              | `1.875, 0`       | `1.96875, 0, 0, 0` | `4607182418800017408` |
        "#]],
    )
    .await;
}

#[tokio::test]
async fn payloads_of_every_width() {
    check(
        "d set $m3p1 2 400000003F800000C0000000000‸00000",
        expect![[r#"
            [400000003F800000C000000000000000]
            **Payload** of 2 long words (manual 3.4.4)

            | to    | bits         | double precision | single precision | half precision | signed integer |
            | ----- | ------------ | ---------------- | ---------------- | -------------- | -------------- |
            | `$m3` | `0x40000000` | –                | `2`              | `2, 0`         | `1073741824`   |
            | `$m4` | `0xC0000000` | –                | `-2`             | `-2, 0`        | `-1073741824`  |
        "#]],
    )
    .await;
    check(
        "d set $llr4 1 0000000000000001FFFFFFFFFFFFFFF‸F",
        expect![[r#"
            [0000000000000001FFFFFFFFFFFFFFFF]
            **Payload** of 2 long words (manual 3.4.4)

            | to     | bits                 | double precision | single precision | half precision | signed integer |
            | ------ | -------------------- | ---------------- | ---------------- | -------------- | -------------- |
            | `$lr4` | `0x0000000000000001` | `0`              | `0`              | `0`            | `1`            |
            | `$lr6` | `0xFFFFFFFFFFFFFFFF` | `-inf`           | `-inf`           | `-inf`         | `-1`           |
        "#]],
    )
    .await;
    check(
        "d set $lb8 1 400000003F80000‸0",
        expect![[r#"
            [400000003F800000]
            **Payload** of 1 long word (manual 3.4.4)

            | to     | bits                 | double precision | single precision | half precision  | signed integer        |
            | ------ | -------------------- | ---------------- | ---------------- | --------------- | --------------------- |
            | `$lb8` | `0x400000003F800000` | `2`              | `2, 1`           | `2, 0, 1.75, 0` | `4611686019492741120` |
        "#]],
    )
    .await;
    check(
        "d set $t 1 400000003F80000‸0",
        expect![[r#"
            [400000003F800000]
            **Payload** of 1 long word (manual 3.4.4)

            | to   | bits                 | double precision | single precision | half precision  | signed integer        |
            | ---- | -------------------- | ---------------- | ---------------- | --------------- | --------------------- |
            | `$t` | `0x400000003F800000` | `2`              | `2, 1`           | `2, 0, 1.75, 0` | `4611686019492741120` |
        "#]],
    )
    .await;
}

#[tokio::test]
async fn integers_in_immediate_values() {
    check(
        "imm i\"-‸2\" $lr0",
        expect![[r#"
            [i"-2"]
            **Signed immediate value of one single word** (manual 3.2.2)

            | bits                               | `0xFFFFFFFE`                              |
            | ---------------------------------- | ----------------------------------------- |
            | binary                             | `1111 1111 1111 1111 1111 1111 1111 1110` |
            | half precision                     | `-inf`                                    |
            | single precision                   | `-inf`                                    |
            | double precision, the word twice   | `-inf`                                    |
            | signed half words                  | `-1, -2`                                  |
            | unsigned half words                | `65535, 65534`                            |
            | signed single word                 | `-2`                                      |
            | unsigned single word               | `4294967294`                              |
            | signed long word, the word twice   | `-4294967298`                             |
            | unsigned long word, the word twice | `18446744069414584318`                    |
        "#]],
    )
    .await;
    check(
        "imm us\"0x3E0‸0\" $lr0",
        expect![[r#"
            [us"0x3E00"]
            **Unsigned immediate value of one half word** (manual 3.2.2)

            | bits                               | `0x3E003E00`                              |
            | ---------------------------------- | ----------------------------------------- |
            | binary                             | `0011 1110 0000 0000 0011 1110 0000 0000` |
            | half precision                     | `1`                                       |
            | single precision                   | `0.125237`                                |
            | double precision, the word twice   | `4.7271e-10`                              |
            | signed half words                  | `15872`                                   |
            | unsigned half words                | `15872`                                   |
            | signed single word                 | `1040203264`                              |
            | unsigned single word               | `1040203264`                              |
            | signed long word, the word twice   | `4467639001112657408`                     |
            | unsigned long word, the word twice | `4467639001112657408`                     |
        "#]],
    )
    .await;
}

/// The connections of what is at the cursor.
async fn check_connections(fixture: &str, expected: Expect) {
    let mut client = Client::start(json!({})).await;
    let (text, position) = cursor(fixture);
    client.open_checked(&text).await;
    let hover = client.request("textDocument/hover", at(&position)).await;
    client.finish().await;
    let value = hover["contents"]["value"].as_str().unwrap_or_default();
    let lines = value
        .lines()
        .skip_while(|line| !line.starts_with("**Last write") && !line.starts_with("**Next use"))
        .take_while(|line| *line != "---")
        .filter(|line| !line.is_empty());
    expected.assert_eq(&lines.map(|line| format!("{line}\n")).collect::<String>());
}

#[tokio::test]
async fn the_last_write_and_the_next_use() {
    let program = |line: usize, byte: usize| {
        let mut lines: Vec<String> = "\
zero $lm0v
lpassa $peid $lm2/$imr1
nop/2
lpassa $lm0v $lr0v
nop
dvadd $lm0v $lr0v $lr0v # and so on
lpassa $lr8v $omr1
zero $lr0v
zero $lr0v"
            .lines()
            .map(str::to_owned)
            .collect();
        lines[line].insert(byte, '‸');
        lines.join("\n")
    };
    check_connections(&program(3, 8), expect![""]).await;
    check_connections(&program(0, 6), expect![""]).await;
    check_connections(&program(1, 14), expect![""]).await;
    check_connections(&program(1, 20), expect![""]).await;
    check_connections(&program(5, 23), expect![""]).await;
    check_connections(&program(8, 6), expect![""]).await;
    check_connections(&program(6, 15), expect![""]).await;
    let many = format!("zero $l‸m0v\n{}", "nop/2\nlpassa $lm0v $ln0v\n".repeat(100));
    check_connections(&many, expect![""]).await;
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
        // The smallest part takes precedence, also when the cursor is at its end.
        ("lpassa $lm0v $ln0v/1000‸", "/1000", &["1000"]),
        ("lpassa‸ $lm0v $ln0v", "lpassa", &["3.6.12.5"]),
        // A line that cannot be parsed as a whole is explained by its opcodes.
        ("lpassa $lm0v $ln0v ???; nop‸", "nop", &["3.6.5"]),
    ] {
        mentions(fixture, covered, words).await;
    }
}

#[tokio::test]
async fn plain_text_has_no_markdown() {
    let mut client = Client::start(json!({})).await;
    let (text, position) = cursor("zero $lm0v\nlpassa $l‸m0v $ln0v/1000");
    client.open_checked(&text).await;
    let hover = client.request("textDocument/hover", at(&position)).await;
    client.finish().await;
    assert_eq!(hover["contents"]["kind"], "plaintext");
    expect![[r#"
        [$lm0v]
        $lm0v read: LM0, long word

        Last write

        - line 1, 1 step before: zero $lm0v

        cycle  single words of every PE
        0      0, 1
        1      2, 3
        2      4, 5
        3      6, 7

        - the base address register $mb is added in a run; it is 0 until written

        ────────

        $m: LM0

            $[(l|ll)]m<addr>[v[<adri>]][j<madpe>]
            $[(l|ll)]m[<a0>,<a1>,<a2>,<a3>][j<madpe>]

        Local memory 0 of each PE, 2 Ki long words. Without v all four cycles use the same address; v moves on by one access per cycle, v<n> by n single words. A list in brackets gives the four addresses (flat mode). The base address register is added, and addresses wrap around at 4096. LM0 has one port: read and write in one step must use the same addresses and width, and after a write it cannot be read for two steps. A step with imm cannot touch it.

        Size: 4096 single words per PE.

        Counted in: single words.

        Alignment: multiple of 2 with l, of 4 with ll; address and stride both.

        Example:

            lpassa $lm0v $ln0v

        Manual 3.6.1.6.
    "#]].assert_eq(&render(&text, &hover));
}

#[tokio::test]
async fn the_l1bs_of_a_set_are_named() {
    for (set, numbers) in [
        ("@0/6", "**L1B 0, 2, 4, 6**"),
        ("@5", "**L1B 5**"),
        ("@3/7", "**L1B 0, 1, 2, 3, 4, 5, 6, 7**"),
    ] {
        let fixture = format!("l2bmb{}‸{} $lc0 $lb0", &set[..1], &set[1..]);
        mentions_in_markdown(&fixture, set, numbers).await;
    }
}

/// Whether the explanation at the cursor covers a part and mentions some words.
async fn mentions_in_markdown(fixture: &str, covered: &str, words: &str) {
    let markdown = json!({ "textDocument": { "hover": { "contentFormat": ["markdown"] } } });
    let mut client = Client::start(markdown).await;
    let (text, position) = cursor(fixture);
    client.open_checked(&text).await;
    let hover = client.request("textDocument/hover", at(&position)).await;
    client.finish().await;
    let shown = render(&text, &hover);
    assert!(shown.starts_with(&format!("[{covered}]\n")), "{shown}");
    assert!(shown.contains(words), "{words} in {shown}");
}

#[tokio::test]
async fn host_statements_are_explained_word_by_word() {
    const C: &str = "c 0 0 i10 i00 0 000000010 000002 3FF00000000000004000000000000000";
    const E: &str = "e 0 0 i10 i00 0 000000010 000002";
    const R: &str = "r 1 000000010 001 3FF0000000000000";
    for (statement, covered, words) in [
        (
            C,
            "c",
            "The host writes 2 long words to PDM of group 0, from address 16 on.",
        ),
        (C, "i10", "The host writes 2 long words"),
        (C, "000000010", "**Address** 16"),
        (C, "000002", "**Length**: 2 long words"),
        (
            C,
            "3FF00000000000004000000000000000",
            "| 17      | `0x4000000000000000` | `2`",
        ),
        (
            E,
            "e",
            "The host reads 2 long words back from PDM of group 0, from address 16 on.",
        ),
        (E, "000002", "**Length**: 2 long words"),
        (
            R,
            "r",
            "The host writes 1 long word to DRAM of group 1, from address 16 on.",
        ),
        (R, "1", "**Group** 1"),
        (R, "000000010", "**Address** 16"),
        (R, "001", "**Length**: 1 long word"),
        (
            R,
            "3FF0000000000000",
            "| 16      | `0x3FF0000000000000` | `1`",
        ),
        ("f", "f", "Host statement"),
    ] {
        let at = statement
            .match_indices(covered)
            .map(|(at, _)| at)
            .find(|&at| {
                let end = at + covered.len();
                let bytes = statement.as_bytes();
                (at == 0 || bytes[at - 1] == b' ')
                    && bytes.get(end).is_none_or(|&byte| byte == b' ')
            })
            .expect("the word is there");
        let fixture = format!("{}‸{}", &statement[..at], &statement[at..]);
        mentions_in_markdown(&fixture, covered, words).await;
    }
}

/// Text of a program never leaves its code span: what followed would be Markdown, and editors fetch its images.
#[tokio::test]
async fn no_text_of_a_program_becomes_markdown() {
    use pulldown_cmark::{Event, Options, Parser, Tag};

    let bait = "`![x](https://example.org/x.png)<img src=x>[y](https://example.org)`";
    let lines = [
        format!("d set $lm0n0c0b0m0p0 1 {bait}"),
        format!("lpassa $lm0v{bait} $ln0v"),
        format!("imm \"{bait}\" $lr0"),
        format!("imm f\"1{bait}\" $lr0"),
        format!("nop # {bait}"),
        bait.to_owned(),
        format!("t 0 0 {bait}"),
        "lpassa $lm0v $ln0v".to_owned(),
        "d get $lm0n0c0b0m0p0 1".to_owned(),
    ];
    let mut client = Client::start(json!({
        "textDocument": { "hover": { "contentFormat": ["markdown"] } }
    }))
    .await;
    client.open_checked(&lines.join("\n")).await;
    let mut said = 0;
    for (line, text) in lines.iter().enumerate() {
        for character in 0..text.len() {
            let place = at(&json!({ "line": line, "character": character }));
            let hover = client.request("textDocument/hover", place).await;
            let Some(markdown) = hover["contents"]["value"].as_str() else {
                continue;
            };
            said += 1;
            for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
                let is_foreign = match &event {
                    Event::Start(Tag::Image { .. }) | Event::Html(_) | Event::InlineHtml(_) => true,
                    Event::Start(Tag::Link { dest_url, .. }) => dest_url.contains("example.org"),
                    _ => false,
                };
                assert!(!is_foreign, "{line}:{character}: {event:?} in\n{markdown}");
            }
        }
    }
    assert!(said > 20, "{said}");
    client.finish().await;
}
