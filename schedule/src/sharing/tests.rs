use expect_test::{Expect, expect};

use super::shared;
use crate::equal::Places;
use crate::merging::tests::{draft, lm1, proven};

#[track_caller]
fn check(text: &str, places: &Places, expected: Expect) {
    let before = draft(text);
    let after = shared(&before, places, &|| false);
    expected.assert_eq(&proven(&before, after, places));
}

#[test]
fn readers_of_a_copy_read_its_source() {
    let text = "\
lpassa $lm0v $lr0v # kept
nop/2
ladd $lr0v $ls0v $ln0v
nop/2
ladd $lr0 $ls0 $ln8";
    check(
        text,
        &lm1(),
        expect![[r#"
        # kept
        ladd $lm0v $ls0v $ln0v
        ladd $lm0 $ls0 $ln8
    "#]],
    );
    check(
        text,
        &Places::everything(),
        expect![[r#"
        nothing
    "#]],
    );
}

#[test]
fn a_copy_of_a_copy_is_left_out_too() {
    let text = "\
lpassa $lm0 $lr0
nop/2
lpassa $lr0 $ls0
nop/2
ladd $ls0 $lr8 $ln0";
    check(
        text,
        &lm1(),
        expect![[r#"
        ladd $lm0 $lr8 $ln0
    "#]],
    );
}

#[test]
fn a_copy_stays_if_its_source_is_overwritten_first() {
    let text = "\
lpassa $lm0 $lr0
nop/2
lpassa $ls0 $lm0/$imr1
nop/2
ladd $lr0 $ls0 $ln0";
    check(
        text,
        &lm1(),
        expect![[r#"
        nothing
    "#]],
    );
}

#[test]
fn a_copy_stays_if_an_instruction_cannot_read_its_source() {
    // Both would be read from LM0.
    let text = "\
lpassa $lm0 $lr0
nop/2
ladd $lr0 $lm8 $ln0";
    check(
        text,
        &lm1(),
        expect![[r#"
        nothing
    "#]],
    );
}

#[test]
fn a_number_is_written_once() {
    let text = "\
imm f\"7.0\" $lr0v
nop/2
fvmul $lr0v $ls0v $ln0v
nop/2
imm f\"7.0\" $lr8v
nop/2
fvmul $lr8v $ls8v $ln8v
nop/2
imm f\"7.0\" $lr0v
imm f\"8.0\" $lr0v
nop/2
imm f\"7.0\" $lr8v
nop/2
fvadd $lr0v $ls8v $ln16v
nop/2
fvadd $lr8v $ls8v $ln24v";
    check(
        text,
        &lm1(),
        expect![[r#"
        imm f"7.0" $lr0v
        fvmul $lr0v $ls0v $ln0v
        fvmul $lr0v $ls8v $ln8v
        imm f"8.0" $lr0v
        imm f"7.0" $lr8v
        fvadd $lr0v $ls8v $ln16v
        fvadd $lr8v $ls8v $ln24v
    "#]],
    );
}

#[test]
fn a_result_that_no_one_reads_is_left_out() {
    let text = "\
fvadd $lm0v $ls0v $lr0v
nop/2
fvadd $lm8v $ls0v $nowrite
fvadd $mauf $ls0v $ln0v";
    check(
        text,
        &lm1(),
        expect![[r#"
        fvadd $lm8v $ls0v $nowrite
        fvadd $mauf $ls0v $ln0v
    "#]],
    );
    check(
        text,
        &Places::everything(),
        expect![[r#"
        nothing
    "#]],
    );
}
