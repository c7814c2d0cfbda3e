//! Words of all PEs that are brought one by one.

use std::fmt::Write as _;

use expect_test::expect;

use super::{check, stays};
use crate::merging::tests::{draft, lm1};
use crate::planted::{Wrong, with};
use crate::redundancy::{pe_loops, shared};

const AROUND: &str = "\
msr $lm0v $lr0v # the next one
nop
iadd $lm0v $lr0v $ls0v
msr $lr0v $lr8v
nop
iadd $ls0v $lr8v $ls8v
msr $lr8v $lr16v
nop
iadd $ls8v $lr16v $ln0v # all";

#[test]
fn words_of_all_pes_are_joined_by_turns_of_one_and_of_two() {
    check(
        AROUND,
        &lm1(),
        expect![[r#"
        # the next one
        # all
        msr $lm0v $nowrite
        iadd $lm0v $aluf $ln0v
        msr $aluf $nowrite
        msr $aluf $nowrite
        iadd $ln0v $aluf $ln0v
    "#]],
    );
    for operation in ["lor", "iand", "lxor", "imax", "ulmin"] {
        let before = draft(&AROUND.replace("iadd", operation).replace("msr", "msl"));
        let after = shared(&before, &lm1(), &|| false)
            .expect("a shorter one")
            .draft;
        assert_eq!(after.work_steps(), 5, "{operation}");
    }
    // As a program sums up in one place, with a copy and another number.
    let sum = "\
zero $lr0v
lpassa $lm0v $ls0v
nop/2
ladd $lr0v $ls0v $lr0v
msl $ls0v $ls0v
nop
ladd $lr0v $ls0v $lr0v
msl $ls0v $ls0v
nop
ladd $lr0v $ls0v $lr0v
msl $ls0v $ls0v
nop
ladd $lr0v $ls0v $lr0v
nop
lpassa $lr0v $ln0v";
    check(
        sum,
        &lm1(),
        expect![[r#"
        msr $lm0v $nowrite
        ladd $lm0v $aluf $lr0v
        msr $aluf $nowrite
        msr $aluf $nowrite
        ladd $lr0v $aluf $lr0v
        lpassa $lr0v $ln0v
    "#]],
    );
    check(
        &sum.replace("zero $lr0v", "lxor $lm8v $ls8v $lr0v"),
        &lm1(),
        expect![[r#"
            lxor $lm8v $ls8v $lr0v
            msr $lm0v $nowrite
            ladd $lm0v $aluf $ls0v
            msr $aluf $nowrite
            msr $aluf $nowrite
            ladd $ls0v $aluf $nowrite
            ladd $aluf $lr0v $lr0v
            lpassa $lr0v $ln0v
        "#]],
    );
    let twice = AROUND.replace("msr $lr8v $lr16v", "lpassa $lr8v $lr16v");
    for other in [
        AROUND.replace("iadd", "fvadd"),
        AROUND.replace("iadd", "fmax"),
        AROUND.replace("iadd", "isub"),
        AROUND.replace("iadd $ls8v", "ladd $ls8v"),
        AROUND.replace("iadd $ls0v", "iadd/$imr1 $ls0v"),
        AROUND.replace("$ls8v\n", "$ls8v $ln8v\n"),
    ] {
        stays(&other, &lm1());
    }
    let before = draft(&twice);
    assert!(pe_loops::ways(&before, before.end() - 1).is_empty());
}

/// A sum of the words of all PEs of an L1B, or of all but one.
fn all_pes(without: Option<(usize, usize)>) -> String {
    let mut text = "zero $lr0v\nnop\n".to_owned();
    for mab in 0..16 {
        let _ = writeln!(text, "l1bmm@{mab} $lm0v $lbi\nl1bmm $lbi $ls0v\nnop");
        for pe in 0..4 {
            if pe > 0 {
                text += "msr $ls0v $ls0v\nnop\n";
            }
            if without != Some((mab, pe)) {
                text += "iadd $lr0v $ls0v $lr0v\nnop\n";
            }
        }
    }
    text + "lpassa $lr0v $ln0v"
}

#[test]
fn words_of_all_pes_of_an_l1b_are_one_reduction_and_turns() {
    check(
        &all_pes(None),
        &lm1(),
        expect![[r#"
        l1bmriiadd $lm0v $lbi
        l1bmm $lbi $lr0v
        msr $lr0v $nowrite
        iadd $lr0v $aluf $lr0v
        msr $aluf $nowrite
        msr $aluf $nowrite
        iadd $lr0v $aluf $lr0v
        lpassa $lr0v $ln0v
    "#]],
    );
    stays(&all_pes(Some((5, 2))), &lm1());
}

#[test]
fn the_proof_refuses_loops_without_a_pe() {
    let three = AROUND.replace("\nmsr $lr8v $lr16v\nnop\niadd $ls8v $lr16v", "\niinc $ls8v");
    for (text, joined) in [
        (three.replace("iinc $ls8v", "lpassa $ls8v"), 5),
        (all_pes(Some((3, 1))), 0),
    ] {
        let before = draft(&text);
        let line = match joined {
            0 => before.end() - 3,
            line => line,
        };
        let proposed = || pe_loops::ways(&before, line);
        let wrong = with(Wrong::MissingPe, proposed);
        assert_eq!(
            (wrong.is_empty(), proposed().is_empty()),
            (joined == 5, true)
        );
        let after = with(Wrong::MissingPe, || shared(&before, &lm1(), &|| false));
        let written = after
            .map(|it| it.draft.lines.join("\n"))
            .unwrap_or_default();
        assert!(!written.contains("l1bmriiadd"), "{written}");
    }
}
