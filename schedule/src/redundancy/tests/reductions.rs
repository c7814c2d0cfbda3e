//! Reductions over MABs in place of several transfers.

use std::fmt::Write as _;

use expect_test::expect;
use mnc2_equal::Places;

use super::{check, stays};
use crate::merging::tests::{draft, lm1};
use crate::planted::{Wrong, with};
use crate::redundancy::reductions::ways;
use crate::redundancy::shared;

const TWO_SUMS: &str = "\
l1bmrliadd $lm0v $lbi # first
l1bmm $lbi $lr0v
l1bmrliadd $ls8v $lbi # second
l1bmm $lbi $ls0v
nop/2
ladd $lr0v $ls0v $ln0v # both";

#[test]
fn two_reductions_that_are_added_are_one_of_the_sum() {
    check(
        TWO_SUMS,
        &lm1(),
        expect![[r#"
            # first
            # second
            ladd $lm0v $ls8v $nowrite
            l1bmrliadd $aluf $lbi
            l1bmm $lbi $ln0v
            # both
        "#]],
    );
    // What is brought first is read as well, and the places of the transfers are compared.
    stays(&format!("{TWO_SUMS}\nlpassa $lr0v $ln8v"), &lm1());
    stays(TWO_SUMS, &Places::everything());
    for other in [
        TWO_SUMS.replace("ladd", "iadd"),
        TWO_SUMS.replace("ladd", "lor"),
        TWO_SUMS.replace("l1bmrliadd $ls8v", "l1bmriiadd $ls8v"),
        TWO_SUMS
            .replace("l1bmrliadd", "l1bmrdfadd")
            .replace("ladd", "dvadd"),
        TWO_SUMS.replace("$lbi $ls0v", "$lbi $ls0v/1110"),
    ] {
        stays(&other, &lm1());
    }
}

#[test]
fn a_number_that_is_only_forwarded_is_kept_for_the_sum() {
    let text = "\
lxor $lm0v $ls8v $nowrite
l1bmrlbor $aluf $lbi
l1bmm $lbi $lr0v
nop
lxor $lm8v $ls8v $nowrite
l1bmrlbor $aluf $lbi
l1bmm $lbi $ls0v
nop
lor $ls0v $lr0v $nowrite
lpassa $aluf $ln0v";
    check(
        text,
        &lm1(),
        expect![[r#"
        lxor $lm0v $ls8v $nowrite
        lpassa $aluf $lr0v
        lxor $lm8v $ls8v $nowrite
        lor $aluf $lr0v $nowrite
        l1bmrlbor $aluf $lbi
        l1bmm $lbi $ls0v
        lpassa $ls0v $nowrite
        lpassa $aluf $ln0v
    "#]],
    );
}

#[test]
fn a_third_reduction_is_added_too() {
    let text = "\
l1bmriiadd $lm0v $lbi
l1bmm $lbi $lr0v
l1bmriiadd $ls8v $lbi
l1bmm $lbi $ls0v
l1bmriiadd $lr8v $lbi
nop
iadd $lr0v $ls0v $ls0v
l1bmm $lbi $lr0v
nop/2
isub $ls0v $lr0v $ln0v";
    check(
        text,
        &lm1(),
        expect![[r#"
        iadd $lm0v $ls8v $nowrite
        lpassa $aluf $ls0v
        isub $ls0v $lr8v $nowrite
        l1bmriiadd $aluf $lbi
        l1bmm $lbi $ln0v
    "#]],
    );
}

/// A sum over the MABs, one by one.
fn one_by_one(mabs: impl Iterator<Item = usize>) -> String {
    let mut text = String::new();
    for (number, mab) in mabs.enumerate() {
        let to = if number == 0 { "$lr0v" } else { "$ls0v" };
        let _ = writeln!(text, "l1bmm@{mab} $lm0v $lbi\nl1bmm $lbi {to}\nnop/2");
        if number > 0 {
            text += "ladd $lr0v $ls0v $lr0v\nnop/2\n";
        }
    }
    text + "lpassa $lr0v $ln0v"
}

#[test]
fn words_of_all_mabs_one_by_one_are_a_reduction() {
    check(
        &one_by_one(0..16),
        &lm1(),
        expect![[r#"
        l1bmrliadd $lm0v $lbi
        l1bmm $lbi $lr0v
        lpassa $lr0v $ln0v
    "#]],
    );
    // They may be added to another number.
    let to_another = |first: &str| {
        let all = one_by_one(0..16).replacen("$lbi $lr0v", "$lbi $ls0v", 1);
        let first = format!("{first} $lr0v\n");
        let added = "l1bmm $lbi $ls0v\nnop/2\n";
        first + &all.replacen(added, &format!("{added}ladd $lr0v $ls0v $lr0v\nnop/2\n"), 1)
    };
    check(
        &to_another("imm i\"0\""),
        &lm1(),
        expect![[r#"
        l1bmrliadd $lm0v $lbi
        l1bmm $lbi $lr0v
        lpassa $lr0v $ln0v
    "#]],
    );
    check(
        &to_another("lnot $ls8v"),
        &lm1(),
        expect![[r#"
        lnot $ls8v $lr0v
        l1bmrliadd $lm0v $lbi
        l1bmm $lbi $nowrite
        ladd $lbf $lr0v $lr0v
        lpassa $lr0v $ln0v
    "#]],
    );
    check(
        &one_by_one(0..16).replace("ladd", "ior"),
        &lm1(),
        expect![[r#"
        l1bmribor $lm0v $lbi
        l1bmm $lbi $lr0v
        lpassa $lr0v $ln0v
    "#]],
    );
    let other = |from: &str, to: &str| one_by_one(0..16).replace(from, to);
    for other in [
        one_by_one(1..16),
        one_by_one((0..16).map(|it| it & 14)),
        other("l1bmm@9 $lm0v", "l1bmm@9 $lm8v"),
        other("ladd", "lxor"),
        other("ladd", "dvadd"),
    ] {
        stays(&other, &lm1());
    }
}

#[test]
fn the_proof_refuses_wrong_rules_about_reductions() {
    let carries = TWO_SUMS.replace("ladd", "iadd");
    let missing = one_by_one(0..15);
    for (wrong, text) in [(Wrong::Carries, carries), (Wrong::MissingMab, missing)] {
        let before = draft(&text);
        let proposed = || before.region().any(|it| !ways(&before, it).is_empty());
        assert!(!proposed() && with(wrong, proposed), "{wrong:?}");
        // A proof is part of both rules.
        let after = with(wrong, || shared(&before, &lm1(), &|| false)).map(|it| it.draft);
        assert!(after.is_none(), "{wrong:?}");
    }
}
