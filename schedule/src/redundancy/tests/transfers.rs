//! Transfers that move what is there already.

use expect_test::expect;
use mnc2_equal::{ComparedWords, Equivalence, Places, by_dataflow};
use mnc2_isa::Memory;

use super::{check, stays};
use crate::merging::tests::{draft, lm1};
use crate::planted::{Wrong, with};
use crate::redundancy::shared;

#[test]
fn readers_of_a_second_transfer_read_what_the_first_one_brought() {
    let text = "\
l1bmd $lb0 $lr0v # first
nop/2
l1bmd $lb0 $ls0v
nop/2
ladd $ls0v $lm0v $ln0v
ladd $lr0v $lm8v $ln8v";
    check(
        text,
        &lm1(),
        expect![[r#"
        l1bmd $lb0 $lr0v # first
        ladd $lr0v $lm0v $ln0v
        ladd $lr0v $lm8v $ln8v
    "#]],
    );
    // The place of the second transfer is compared, so the first one writes it too.
    check(
        text,
        &Places::everything(),
        expect![[r#"
        l1bmd $lb0 $lr0v $ls0v # first
        ladd $ls0v $lm0v $ln0v
        ladd $lr0v $lm8v $ln8v
    "#]],
    );
    for other in [
        // Other words of L1BM, other MABs, and words that are written in between.
        text.replace("$lb0 $ls0v", "$lb256 $ls0v"),
        text.replace("l1bmd $lb0 $ls0v", "l1bmd $lb0 $ls0v\nlpassa $lbf $ln16v"),
        text.replace("l1bmd $lb0 $ls0v", "l1bmd+1 $lb0 $ls0v"),
        text.replace(
            "l1bmd $lb0 $ls0v",
            "l1bmd $lm16v $lb0\nnop/9\nl1bmd $lb0 $ls0v",
        ),
        text.replace(
            "l1bmd $lb0 $ls0v",
            "l2bmb $lc0 $lb0\nnop/9\nl1bmd $lb0 $ls0v",
        ),
    ] {
        stays(&other, &Places::everything());
    }
}

#[test]
fn a_transfer_whose_place_is_used_between_both_stays() {
    let text = "\
l1bmd $lb0 $lr0v
nop/2
ladd $ls0v $lm0v $ln0v
lpassa $lr0v $ln8v
nop/2
l1bmd $lb0 $ls0v
l1bmd $lb256 $lr0v
nop/2
ladd $ls0v $lm0v $ln16v
ladd $lr0v $lm0v $ln24v";
    stays(text, &lm1());
}

#[test]
fn what_the_turnaround_register_holds_goes_to_several_places_at_once() {
    let text = "\
l1bmrdfadd $lm0v $lbi
nop/2
l1bmm $lbi $lr0v
nop/2
lpassa $lr0v $ln0v
nop/2
l1bmm $lbi $lr0v
nop/2
l1bmm $lbi $ls0v
nop/2
dvadd $lr0v $ls0v $ln8v";
    check(
        text,
        &lm1(),
        expect![[r#"
        l1bmrdfadd $lm0v $lbi
        l1bmm $lbi $lr0v
        lpassa $lr0v $ln0v
        l1bmm $lbi $lr0v
        dvadd $lr0v $lr0v $ln8v
    "#]],
    );
}

#[test]
fn a_word_that_a_pe_sends_and_gets_back_is_read_where_it_is() {
    let text = "\
l1bmd $lm0v $lb0
nop/9
l1bmd $lb0 $lr0v
nop/2
ladd $lr0v $ls0v $ln0v
l1bmd $ls8v $lbi
l1bmd $lbi $lr8v
nop/2
ladd $lr8v $lm0v $ln8v";
    check(
        text,
        &lm1(),
        expect![[r#"
        ladd $lm0v $ls0v $ln0v
        ladd $ls8v $lm0v $ln8v
    "#]],
    );
    // Rotations of the MABs that add up to none.
    check(
        &text
            .replace("l1bmd $lm0v $lb0", "l1bmd+3 $lm0v $lb0")
            .replace("l1bmd $lb0 $lr0v", "l1bmd-3 $lb0 $lr0v")
            .replace("l1bmd $ls8v $lbi", "l1bmd+3 $ls8v $lbi"),
        &lm1(),
        expect![[r#"
            ladd $lm0v $ls0v $ln0v
            ladd $ls8v $lm0v $ln8v
        "#]],
    );
    for other in [
        // It goes to another MAB, it is overwritten in between, or it is of another type.
        text.replace("l1bmd $lb0 $lr0v", "l1bmd+1 $lb0 $lr0v"),
        text.replace(
            "l1bmd $lb0 $lr0v",
            "lpassa $lr16v $lm0v\nnop/9\nl1bmd $lb0 $lr0v",
        ),
        text.replace("l1bmd $lb0 $lr0v", "l1bmm $lb0 $lr0v"),
    ] {
        let other = other.replace("l1bmd $lbi $lr8v", "l1bmd+1 $lbi $lr8v");
        // L1BM is read, too.
        stays(&format!("{other}\nl1bmp $lb1 $ln16v"), &lm1());
    }
}

#[test]
fn what_is_sent_twice_is_sent_once() {
    let text = "\
l1bmd $lm0v $lb0
nop/2
l1bmd $lm0v $lb256
nop/9
l1bmm $lb0 $lr0v
nop/2
l1bmm $lb256 $ls0v
nop/2
ladd $lr0v $lm0v $ln0v
ladd $ls0v $lm0v $ln8v";
    check(
        text,
        &lm1(),
        expect![[r#"
        l1bmd $lm0v $lb0
        l1bmm $lb0 $lr0v
        ladd $lr0v $lm0v $ln0v
        ladd $lr0v $lm0v $ln8v
    "#]],
    );
    stays(
        &text.replace("l1bmd $lm0v $lb256", "l1bmd+1 $lm0v $lb256"),
        &lm1(),
    );
    // Reductions too.
    let reductions = text.replace("l1bmd $lm0v", "l1bmrlor $lm0v");
    check(
        &reductions,
        &lm1(),
        expect![[r#"
            l1bmrlor $lm0v $lbi
            l1bmm $lbi $lr0v
            ladd $lr0v $lm0v $ln0v
            ladd $lr0v $lm0v $ln8v
        "#]],
    );
    let other = reductions.replace("l1bmrlor $lm0v $lb256", "l1bmrior $lm0v $lb256");
    stays(&format!("{other}\nl1bmp $lb257 $ln16v"), &lm1());
}

#[test]
fn two_transfers_of_long_words_are_one_of_two_long_words() {
    let text = "\
l1bmp $lb0 $ln0v4 # first
l1bmp $lb4 $ln2v4 # second
l1bmm $lb16 $ln16v
l1bmm $lb32 $ln24v";
    check(
        text,
        &Places::everything(),
        expect![[r#"
            # first
            l1bmp $llb0 $lln0v # second
            l1bmm $llb16 $lln16v
        "#]],
    );
    // What is overwritten later may differ.
    let text = "\
l1bmp $lb0 $ln0v
l1bmp $lb4 $ln2v
l1bmp $lb8 $ln4v
l1bmp $lb12 $ln6v";
    stays(text, &lm1());
    let first = ComparedWords {
        count: 10,
        ..ComparedWords::all_of(Memory::Lm1)
    };
    let first = Places {
        at_end: vec![first],
        ..lm1()
    };
    check(
        text,
        &first,
        expect![[r#"
            l1bmp $llb0 $lln0v
            l1bmp $lb8 $ln4v
            l1bmp $lb12 $ln6v
        "#]],
    );
    for other in [
        // Other words of L1BM, places, and instructions.
        "l1bmp $lb0 $ln0v4\nl1bmp $lb8 $ln2v4",
        "l1bmp $lb0 $ln0v4\nl1bmp $lb4 $ln4v4",
        "l1bmp $lb0 $ln0v4\nl1bmp $lb4 $lm2v4",
        "l1bmp $lb0 $ln0v4\nl1bmm $lb4 $ln2v4",
        "l1bmm $lb0 $ln0v\nl1bmm $lb16 $ln8v/1000",
        "l1bmd $lb0 $ln0v\nl1bmd $lb256 $ln8v",
    ] {
        stays(other, &Places::everything());
    }
}

#[test]
fn what_no_pe_reads_at_an_address_of_its_position_may_differ() {
    // Each PE reads LM0 at 0 or 2.
    let text = "\
zero $s0
imm i\"1\" $s1
l1bmp $lb0 $lm0v
l1bmp $lb4 $lm2v
llsr $subpeid $ls0 $nowrite
ladd $aluf $aluf $t
nop/2
lpassa $lmt0 $ln0v";
    check(
        text,
        &lm1(),
        expect![[r#"
        zero $s0
        imm i"1" $s1
        l1bmp $llb0 $llm0v
        llsr $subpeid $ls0 $nowrite
        ladd $aluf $aluf $t
        lpassa $lmt0 $ln0v
    "#]],
    );
    stays(&text.replace("$lmt0", "$lmt2"), &lm1());
    stays(&text.replace("$subpeid", "$lr0"), &lm1());
    stays(text, &Places::everything());
}

#[test]
fn what_l2bm_holds_is_brought_once() {
    let text = "\
l2bmb $lc0 $lb0
l2bmb $lc0 $lb64
nop/9
l1bmm $lb0 $lr0v
l1bmm $lb64 $ls0v
nop/2
ladd $lr0v $ls0v $ln0v";
    check(
        text,
        &lm1(),
        expect![[r#"
        l2bmb $lc0 $lb0
        l1bmm $lb0 $lr0v
        ladd $lr0v $lr0v $ln0v
    "#]],
    );
    stays(&text.replace("$lc0 $lb64", "$lc64 $lb64"), &lm1());
}

#[test]
fn the_proof_refuses_wrong_rules_about_transfers() {
    let unwritten = "l1bmd $lb0 $lr0v\nnop/2\nl1bmd $lm0v $lb0\nnop/9\nl1bmd $lb0 $ls0v\nnop/2\nladd $lr0v $ls0v $ln0v";
    let rotated = "l1bmd+1 $lm0v $lb0\nnop/9\nl1bmd $lb0 $lr0v\nnop/2\nladd $lr0v $ls0v $ln0v";
    let further = "l1bmp $lb0 $ln0v4\nl1bmp $lb4 $ln2v4";
    let amount = "imm i\"2\" $s1\nnop/2\nllsl $lm0v $ls0 $ln0v";
    for (wrong, text) in [
        (Wrong::Unwritten, unwritten),
        (Wrong::Rotated, rotated),
        (Wrong::Further, further),
        (Wrong::Amount, amount),
    ] {
        let before = draft(text);
        let after = with(wrong, || shared(&before, &lm1(), &|| false)).map(|it| it.draft);
        // The last two are not proposed: a proof is part of the rule.
        let is_proposed = matches!(wrong, Wrong::Unwritten | Wrong::Rotated);
        assert_eq!(after.is_some(), is_proposed, "{wrong:?}");
        if let Some(after) = after {
            let outcome = by_dataflow(&before.program, &after.program, &lm1(), &|| false);
            assert_ne!(
                outcome,
                Equivalence::Same,
                "{wrong:?}\n{}",
                after.lines.join("\n")
            );
        }
    }
}
