use std::fmt::Write as _;

use expect_test::{Expect, expect};

use mnc2_equal::Places;

use super::shared;
use crate::merging::tests::{draft, lm1, proven};

mod pe_loops;
mod reductions;
mod transfers;
mod turnaround;
mod turned_words;
mod turns;

#[track_caller]
fn check(text: &str, places: &Places, expected: Expect) {
    let before = draft(text);
    let after = shared(&before, places, &|| false).map(|it| it.draft);
    assert!(after.is_some(), "nothing is left out: {text}");
    expected.assert_eq(&proven(&before, after, places));
}

/// A text that nothing is left out of.
#[track_caller]
fn stays(text: &str, places: &Places) {
    let before = draft(text);
    let after = shared(&before, places, &|| false).map(|it| it.draft);
    assert!(after.is_none(), "{}", proven(&before, after, places));
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
    stays(text, &Places::everything());
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
    stays(text, &lm1());
}

#[test]
fn a_copy_stays_if_an_instruction_cannot_read_its_source() {
    // Both would be read from LM0.
    let text = "\
lpassa $lm0 $lr0
nop/2
ladd $lr0 $lm8 $ln0";
    stays(text, &lm1());
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
fn what_was_computed_before_is_read_there() {
    let text = "\
ladd $lm0v $ls0v $lr0v
nop/2
lxor $lr0v $ls8v $ln0v
ladd $lm0v $ls0v $lr8v # again
nop/2
lxor $lr8v $ls16v $ln8v";
    check(
        text,
        &lm1(),
        expect![[r#"
        ladd $lm0v $ls0v $lr0v
        lxor $lr0v $ls8v $ln0v
        # again
        lxor $lr0v $ls16v $ln8v
    "#]],
    );
    for other in [
        // Something else is there, under a mask, on one of the cycles, or the first place is overwritten.
        text.replace("ladd $lm0v $ls0v $lr8v", "lsub $lm0v $ls0v $lr8v"),
        text.replace("ladd $lm0v $ls0v $lr8v", "ladd $lm2v $ls0v $lr8v"),
        text.replace("ladd $lm0v $ls0v $lr8v", "ladd/$imr1 $lm0v $ls0v $lr8v"),
        text.replace("$lr8v # again", "$lr8v/1110 # again"),
        text.replace("$ln0v\n", "$ln0v\nlpassa $ln16 $ls2/$imr1\nnop/2\n"),
    ] {
        stays(&other, &lm1());
    }
}

#[test]
fn one_line_writes_all_places_of_what_it_computes() {
    let text = "\
ladd $lm0v $ls0v $lr0v
nop/2
lxor $lr0v $ls8v $lr16v
ladd $lm0v $ls0v $ln0v
nop/2
lxor $lr16v $ls8v $ln8v";
    check(
        text,
        &lm1(),
        expect![[r#"
            ladd $lm0v $ls0v $lr0v $ln0v
            lxor $lr0v $ls8v $lr16v
            lxor $lr16v $ls8v $ln8v
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
    stays(text, &Places::everything());
}

#[test]
fn one_constant_serves_two_shifts() {
    // The first number is shifted by 12.
    let text = "\
imm i\"6\" $ls0v
imm i\"12\" $ls8v
nop/2
ilsl $lm0v $ls8 $lr0v
nop/2
iand $lm8v $ls0 $nowrite
ilsl $aluf $ls0 $nowrite
iadd $aluf $lr0v $nowrite
iadd $aluf $lr8v $ln0v";
    check(
        text,
        &lm1(),
        expect![[r#"
        imm i"6" $ls0v
        iand $lm8v $ls0 $ls8v
        ilsl $lm0v $ls0 $nowrite
        iadd $aluf $ls8v $nowrite
        ilsl $aluf $ls0 $nowrite
        iadd $aluf $lr8v $ln0v
    "#]],
    );
    // All that it writes counts.
    stays(text, &Places::everything());
    // A constant that is not there is not made.
    stays(&text.replace("i\"6\"", "i\"5\""), &lm1());
    // Bits that are cut off in other elements.
    stays(
        &text.replace("iadd $aluf $lr0v", "ladd $aluf $lr0v"),
        &lm1(),
    );
}

#[test]
fn numbers_that_are_shifted_alike_are_added_first() {
    let text = "\
imm i\"3\" $ls0v
nop/2
llsl $lm0v $ls0 $lr0v
llsl $ln0v $ls0 $lr8v
nop/2
ladd $lr0v $lm16v $lr24v
nop/2
ladd $lr8v $ls8v $ls16v
nop/2
ladd $lr24v $ls16v $ln8v";
    check(
        text,
        &lm1(),
        expect![[r#"
        imm i"3" $ls0v
        ladd $lm0v $ln0v $nowrite
        llsl $aluf $ls0 $nowrite
        ladd $aluf $lm16v $nowrite
        ladd $aluf $ls8v $ln8v
    "#]],
    );
}

#[test]
fn a_shifted_number_that_is_read_twice_stays() {
    let text = "\
imm i\"3\" $ls0v
nop/2
ilsl $lm0v $ls0 $lr0v
ilsl $ln0v $ls0 $nowrite
nop/2
iadd $aluf $lr0v $ln8v
iadd $lr0v $ls8v $ln16v";
    stays(text, &lm1());
}

#[test]
fn a_sum_of_many_numbers_stays() {
    for (count, expected) in [(14, 16), (17, 20)] {
        let mut lines = ["imm i\"3\" $ls0v", "nop/2", "ilsl $lm0v $ls0 $lr0v"].join("\n");
        lines.push_str("\nilsl $ln0v $ls0 $nowrite\niadd $aluf $lr0v $nowrite");
        for number in 2..count {
            let _ = write!(lines, "\niadd $aluf $lm{}v $nowrite", 8 * number);
        }
        lines.push_str("\niadd $aluf $lr8v $ln8v");
        let before = draft(&lines);
        let after = shared(&before, &lm1(), &|| false).map(|it| it.draft);
        let written = proven(&before, after, &lm1());
        let steps = if written == "nothing\n" {
            lines.lines().count() - 1
        } else {
            written.lines().count()
        };
        assert_eq!(steps, expected, "{written}");
    }
}

#[test]
fn shifts_by_one_are_sums_without_the_constant() {
    let text = "\
imm i\"1\" $s1
llsl $lm0v $aluf $t
nop
lpassa $lmt0 $lr0v
llsl $lm8v $ls0 $t
nop
lpassa $lmt0 $ls8v
nop/2
ladd $lr0v $ls8v $ln0v";
    check(
        text,
        &lm1(),
        expect![[r#"
        ladd $lm0v $lm0v $t
        lpassa $lmt0 $lr0v
        ladd $lm8v $lm8v $t
        lpassa $lmt0 $ls8v
        ladd $lr0v $ls8v $ln0v
    "#]],
    );
    // A shift by two is a product with four.
    stays(&text.replace("i\"1\"", "i\"2\""), &lm1());
}
