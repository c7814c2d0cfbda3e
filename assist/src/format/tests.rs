use expect_test::{Expect, expect};

use super::*;

fn formatted(source: &str) -> String {
    format(source, &mnc2_asm::parse(source))
}

fn check(source: &str, expected: Expect) {
    let once = formatted(source);
    expected.assert_eq(&once);
    assert_eq!(formatted(&once), once, "a second pass changes nothing");
}

#[test]
fn operands_of_consecutive_lines_stand_in_columns() {
    check(
        "lpassa  $lm0v   $ln0v\nimm f\"1.0\" $lr0\n\tdvfmad $lmt0v32 $lmt0v32 $mauf $nowrite\n",
        expect![[r#"
            lpassa $lm0v    $ln0v
            imm    f"1.0"   $lr0
            dvfmad $lmt0v32 $lmt0v32 $mauf $nowrite
        "#]],
    );
}

#[test]
fn a_line_without_operands_parts_the_columns() {
    check(
        "imm i\"12345\"   $r0\nnop/4\nlpassa $lr0 $lm0\nnop ;wait i10\n",
        expect![[r#"
            imm i"12345" $r0
            nop/4
            lpassa $lr0 $lm0
            nop; wait i10
        "#]],
    );
}

#[test]
fn expressions_begin_in_one_column() {
    check(
        "hmwrite $llm0vr $ly0;hbfn/9 $llm0vr  $lr0v\nhmwrite $llm16vr  $ly4 ; hbfn/9 $llm16vr $lr8v\nhmread $lly0 $nowrite;\n",
        expect![[r#"
            hmwrite $llm0vr  $ly0; hbfn/9 $llm0vr  $lr0v
            hmwrite $llm16vr $ly4; hbfn/9 $llm16vr $lr8v
            hmread  $lly0    $nowrite;
        "#]],
    );
}

#[test]
fn comments_stand_in_one_column_and_keep_their_text() {
    check(
        "nop#  a   b  \nlpassa $lm0v $ln0v # あ\t\n#alone   \n  # indented\nquit   # q\n",
        expect![[r#"
            nop                #  a   b
            lpassa $lm0v $ln0v # あ
            #alone
              # indented
            quit # q
        "#]],
    );
}

#[test]
fn statements_of_one_kind_have_columns_of_their_own() {
    check(
        "d  set $lm0p0 1 4040000040C00000 # a\nd set $lm10p0   2 s1_2 h1_2_3_4 # b\nd getd  $lm0n0c0b0m0p0 4\nd   get $lr16n0c0b0m0p0   16 # c\nmaskr  0b10001\nmask 0\n",
        expect![[r#"
            d set $lm0p0  1 4040000040C00000 # a
            d set $lm10p0 2 s1_2 h1_2_3_4    # b
            d getd $lm0n0c0b0m0p0  4
            d get  $lr16n0c0b0m0p0 16 # c
            maskr 0b10001
            mask  0
        "#]],
    );
}

#[test]
fn a_line_with_an_error_is_left_alone_and_parts_the_columns() {
    check(
        "lpassa $lm0v   $ln0v\nlpasa   $lm100v $ln0v  \nlpassa $lm100v $ln0v\n   \n",
        expect!["lpassa $lm0v $ln0v\nlpasa   $lm100v $ln0v  \nlpassa $lm100v $ln0v\n\n"],
    );
}

#[test]
fn a_block_has_the_indentation_of_its_first_column() {
    check(
        "\tmvp/n512 $p0@0 $lc0@0.0\nmvp/n512i10 $p512@0 $lc0@0.1\n  nop\n\n  nop\n",
        expect![[r#"
            mvp/n512    $p0@0   $lc0@0.0
            mvp/n512i10 $p512@0 $lc0@0.1
            nop

              nop
        "#]],
    );
}

#[test]
fn a_line_may_leave_the_first_column_free() {
    check(
        "ixor $lr4 $ln0v $omr1;      l1bmp $llb8 $llm48v\niinc $ls48v $ls48v/$imr1\n                   l1bmp $llb0 $llm64v ; noforward # c\n",
        expect![[r#"
            ixor $lr4   $ln0v $omr1; l1bmp $llb8 $llm48v
            iinc $ls48v $ls48v/$imr1
                                     l1bmp $llb0 $llm64v; noforward # c
        "#]],
    );
    check(
        "         nop ; wait i01\n    mvp/n64 $p0@0 $d0@0\nmvp/n64 $p0@0 $d0@0\n",
        expect![[r#"
            nop; wait i01
            mvp/n64 $p0@0 $d0@0
            mvp/n64 $p0@0 $d0@0
        "#]],
    );
}

#[test]
fn long_parts_do_not_move_their_neighbours() {
    check(
        "imm f\"0.00000000000000000000000000000001\" $lr0\nimm f\"1\" $lr2\n",
        expect![[r#"
            imm f"0.00000000000000000000000000000001" $lr0
            imm f"1" $lr2
        "#]],
    );
}

#[test]
fn line_ends_stay() {
    assert_eq!(
        formatted("nop  \r\nnop \r \n\n\n nop"),
        "nop\r\nnop\r \n\n\n nop"
    );
    assert_eq!(formatted("nop\r \n \n \r\n"), "nop\r \n\n\r\n");
    assert_eq!(formatted(""), "");
    assert_eq!(formatted(" ;; nop ; ;"), " ;; nop;;");
}

#[test]
fn a_range_changes_its_own_lines_only() {
    let source = "lpassa $lm0v $ln0v\nlpassa $lm100v $ln0v\nlpassa  $lm8v $ln0v\n";
    let lines: Vec<&str> = mnc2_text::line::lines_with_ends(source).collect();
    let edits = edits(
        &mnc2_asm::parse(source),
        |line| Cow::Borrowed(lines.get(line).copied().unwrap_or_default()),
        2..3,
        &|| false,
    );
    let expected = Change {
        place: Place {
            line: 2,
            range: 7..13,
        },
        text: "$lm8v  ".to_owned(),
    };
    assert_eq!(edits, [expected]);
}
