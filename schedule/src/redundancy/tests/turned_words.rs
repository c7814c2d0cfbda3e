//! Operations on words that go round the PEs of a MAB.

use expect_test::expect;

use super::{check, stays};
use crate::merging::tests::{draft, lm1};
use crate::planted::{Wrong, with};
use crate::redundancy::{shared, turned_words};

const TWO: &str = "\
msr $lm0v $lr0v
nop
msr $ls8v $ls0v
nop
isub $lr0v $ls0v $ln0v";

#[test]
fn numbers_that_go_round_alike_are_joined_first() {
    check(
        TWO,
        &lm1(),
        expect![[r#"
        isub $lm0v $ls8v $nowrite
        msr $aluf $ln0v
    "#]],
    );
    check(
        &TWO.replace("isub", "ulmax").replace("msr", "msl"),
        &lm1(),
        expect![[r#"
            ulmax $lm0v $ls8v $nowrite
            msl $aluf $ln0v
        "#]],
    );
    check(
        &TWO.replace("isub", "fvmul"),
        &lm1(),
        expect![[r#"
        fvmul $lm0v $ls8v $nowrite
        msr $mauf $ln0v
    "#]],
    );
    // A third operand that is alike on all PEs.
    let three = TWO.replace("isub $lr0v $ls0v", "fvfma $lr0v $t $ls0v");
    check(
        &format!("l1bmp $lb0 $t\nnop/2\n{three}"),
        &lm1(),
        expect![[r#"
            l1bmp $lb0 $t
            fvfma $lm0v $t $ls8v $nowrite
            msr $mauf $ln0v
        "#]],
    );
    stays(&three, &lm1());
    for other in [
        TWO.replace("msr $ls8v", "msl $ls8v"),
        TWO.replace("msr $ls8v", "lnot $ls8v"),
        TWO.replace("isub", "dvmulu"),
        TWO.replace("isub", "isub/$imr1"),
        TWO.replace(
            "nop\nisub",
            "nop\nlpassa $ls8v $ln8v\nlpassa $ls0v $ln16v\nisub",
        ),
    ] {
        stays(&other, &lm1());
    }
}

const BACK: &str = "\
imm i\"3\" $ls0v
msl $lm0v $lr0v # there
nop/2
ilsr $lr0v $ls0v $lr8v
nop
inot $lr8v $nowrite
msr $aluf $ln0v # and back";

#[test]
fn what_goes_round_and_back_stays() {
    check(
        BACK,
        &lm1(),
        expect![[r#"
        imm i"3" $ls0v
        # there
        # and back
        ilsr $lm0v $ls0v $nowrite
        inot $aluf $ln0v
    "#]],
    );
    // Three PEs are one in the other direction.
    check(
        &BACK.replace("msr $aluf $ln0v", "msl $aluf $nowrite\nmsl $aluf $ln0v"),
        &lm1(),
        expect![[r#"
            imm i"3" $ls0v
            # there
            # and back
            ilsr $lm0v $ls0v $nowrite
            inot $aluf $nowrite
            msr $aluf $ln0v
        "#]],
    );
    for other in [
        // Two PEs need two turns. A word of each PE, a mask, and a result in between.
        BACK.replace("msr $aluf", "msl $aluf"),
        BACK.replace("imm i\"3\" $ls0v", "linc $lm8v $ls0v"),
        BACK.replace("$lr8v\n", "$lr8v/$imr1\n"),
        BACK.replace("inot $lr8v $nowrite", "inot $lr8v $ln8v"),
        BACK.replace("inot $lr8v", "hbfn/9 $lr8v"),
    ] {
        stays(&other, &lm1());
    }
}

#[test]
fn the_proof_refuses_words_that_are_not_back() {
    let before = draft(&BACK.replace("msr $aluf", "msl $aluf"));
    let line = before.end() - 1;
    let wrong = with(Wrong::TurnedBack, || turned_words::ways(&before, line));
    assert!(!wrong.is_empty() && turned_words::ways(&before, line).is_empty());
    let after = with(Wrong::TurnedBack, || shared(&before, &lm1(), &|| false));
    assert!(after.is_none());
}
